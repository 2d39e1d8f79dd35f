package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/httptarget"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/weblog"
	"earl.example/rfc3986"
)

// logFormats are the names of --in for web logs.
var logFormats = []string{"clf", "w3c"}

// requestNames are the members of the request line.
var requestNames = []string{"method", "target", "protocol"}

// partNames are the parts of which --column forms a URL.
var partNames = []string{"scheme", "host", "port", "path", "query", "target", "method", "url"}

// logFlags say how a URL is formed from the members of a record.
type logFlags struct {
	log   string            // "clf", "w3c" or ""
	match *regexp.Regexp    // value of --match, or nil
	names []string          // of the cells of a line; nil for w3c, whose lines name them
	parts map[string]string // the member for each part; nil if the text of a record is the URL
	site  rfc3986.Ref       // scheme and host of URLs that have none
}

func (l *logFlags) add(flags *pflag.FlagSet) {
	usage := "lines: read the URL from the group url or target of `REGEXP` (earl help logs)"
	flags.Func("match", usage, func(text string) (err error) {
		l.match, err = regexp.Compile(text)
		if err == nil && strings.Join(l.match.SubexpNames(), "") == "" {
			return errors.New("needs a group with a name, as in \"(?P<target>[^ ]*)\"")
		}
		return err
	})
}

// checkLog rejects flags that contradict each other, and says how records become URLs.
func (s *stream) checkLog() error {
	names := []string{}
	switch {
	case s.match != nil && (s.log != "" || s.In != bulk.Lines):
		return errors.New("--match reads lines: remove --in")
	case s.match != nil:
		names = s.match.SubexpNames()
		s.names = names
	case s.log == "clf":
		s.names = weblog.Names
		names = slices.Concat(weblog.Names, requestNames)
	case s.log == "w3c":
		s.Workers = 1 // a line names the cells of those after it
	}
	isLog := s.match != nil || s.log != ""
	switch {
	case strings.Contains(s.Column, "="):
		if err := s.setParts(); err != nil {
			return err
		}
	case s.In == bulk.JSONL && strings.Contains(s.Column, "."), isLog && s.Column != "":
		s.parts = map[string]string{"url": s.Column}
	case s.log == "w3c":
		s.parts = map[string]string{
			"scheme": "cs-protocol", "host": "cs-host", "path": "cs-uri-stem", "query": "cs-uri-query",
		}
	case isLog:
		s.parts = map[string]string{}
		for _, name := range partNames {
			if slices.Contains(names, name) {
				s.parts[name] = name
			}
		}
	default:
		return nil
	}
	if column := s.parts["url"]; s.log != "w3c" && isLog && column != "" && !slices.Contains(names, column) {
		return unknown("member", column, slices.DeleteFunc(names, func(name string) bool { return name == "" }))
	}
	if s.parts["url"] == "" && s.parts["path"]+s.parts["target"] == "" {
		return errors.New("no part is a path: --match needs a group url, target or path, and --column path=NAME or " +
			"target=NAME")
	}
	if table(s.In) {
		s.Column = s.parts[partNames[slices.IndexFunc(partNames, func(name string) bool { return s.parts[name] != "" })]]
	} else if s.In == bulk.JSONL {
		s.In, s.Column = bulk.JSONValues, ""
	}
	if s.base != nil && s.parts["url"] == "" {
		site, err := rfc3986.Parse(*s.base)
		if host, _ := site.Host(); err != nil || host == "" || !site.IsURI() {
			return errors.New("--base must have a scheme and a host, as in --base https://example.com")
		}
		s.site, s.base = site, nil
	} else if s.parts["url"] == "" && s.parts["host"] == "" {
		return errors.New("the records have no host: add --base with the scheme and the host of the server, as in --base " +
			"https://example.com, or --column referer")
	}
	return nil
}

// setParts reads the pairs PART=NAME of --column.
func (s *stream) setParts() error {
	s.parts = map[string]string{}
	for pair := range strings.SplitSeq(s.Column, ",") {
		part, name, _ := strings.Cut(pair, "=")
		if !slices.Contains(partNames, part) {
			return fmt.Errorf("--column: %w", unknown("part", part, partNames))
		}
		s.parts[part] = name
	}
	return nil
}

// A logReader reads the records of a worker.
type logReader struct {
	*stream
	names   []string // of the cells of a line
	cells   []string
	members []bulk.Field
}

// read sets the text of a valid record to its URL, and Extra or Members to its members. It returns false if the line is
// a comment.
func (l *logReader) read(rec *bulk.Record) bool {
	switch {
	case l.In == bulk.JSONValues:
		rec.Extra = rec.Text
	case l.log == "w3c" && strings.HasPrefix(rec.Text, "#"):
		if names, ok := strings.CutPrefix(rec.Text, "#Fields:"); ok {
			l.names = strings.Fields(names)
		}
		return false
	case l.log != "" || l.match != nil:
		rec.Err = l.readCells(rec)
	}
	if rec.Err == nil {
		var url string
		if url, rec.Err = l.url(rec); rec.Err == nil {
			rec.Text = url
		}
	}
	return true
}

// readCells reads the cells of a line of clf or w3c, or the groups of --match.
func (l *logReader) readCells(rec *bulk.Record) error {
	isCLF, at, reason := l.log == "clf", -1, ""
	if l.match == nil {
		l.cells, at, reason = weblog.AppendCells(l.cells[:0], rec.Text, isCLF)
	} else if l.cells = l.match.FindStringSubmatch(rec.Text); l.cells == nil {
		reason = "the line does not match --match"
	}
	l.members = l.members[:0]
	for i, cell := range l.cells {
		name := strconv.Itoa(i + 1)
		if i < len(l.names) {
			name = l.names[i]
		}
		if name != "" {
			l.members = append(l.members, bulk.Field{Name: name, Value: cell})
		}
	}
	switch {
	case reason != "":
	case l.log == "w3c" && len(l.names) == 0:
		at, reason = -1, "no line #Fields precedes the record"
	case l.log == "w3c" && len(l.cells) != len(l.names):
		at, reason = -1, fmt.Sprintf("%d cells instead of %d", len(l.cells), len(l.names))
	case isCLF && len(l.cells) < slices.Index(weblog.Names, "referer"):
		at, reason = len(rec.Text), "the line ends too early for the Common Log Format"
	case isCLF:
		method, target, protocol := weblog.Request(l.cells[slices.Index(weblog.Names, "request")])
		for i, value := range []string{method, target, protocol} {
			l.members = append(l.members, bulk.Field{Name: requestNames[i], Value: cmp.Or(value, "-")})
		}
	}
	if reason != "" {
		return &bulk.RecordError{Offset: at, Reason: reason}
	}
	rec.Members = &l.members
	return nil
}

// part returns a part of the URL of a record, or "" if it is absent.
func (l *logReader) part(rec *bulk.Record, name string) string {
	column, value := l.parts[name], ""
	switch {
	case column == "":
	case table(l.In) && column == l.Column:
		value = rec.Text
	default:
		value, _ = rec.Member(column)
	}
	if value == "-" {
		return ""
	}
	return value
}

// url forms the URL of a record.
func (l *logReader) url(rec *bulk.Record) (string, error) {
	if name := l.parts["url"]; name != "" {
		if _, ok := rec.Member(name); l.In == bulk.JSONValues && !ok {
			return "", &bulk.RecordError{Offset: -1, Reason: "the object has no member " + quoted(name)}
		}
		return l.part(rec, "url"), nil
	}
	host, _ := l.site.Host()
	if port, ok := l.site.Port(); ok {
		host += ":" + port
	}
	name := cmp.Or(l.part(rec, "scheme"), l.site.Scheme(), "http")
	if own := l.part(rec, "host"); own != "" {
		host = own
		port := l.part(rec, "port")
		_, _, missing := net.SplitHostPort(host)
		if info := scheme.Lookup(name); port != "" && port != fmt.Sprint(info.Port) && missing != nil {
			host += ":" + port
		}
	}
	target := l.part(rec, "target")
	if l.parts["target"] == "" {
		target = l.part(rec, "path")
		if query := l.part(rec, "query"); query != "" {
			target += "?" + query
		}
		return name + "://" + host + target, nil
	}
	if target == "" {
		return "", &bulk.RecordError{Offset: -1, Reason: "the request has no target"}
	}
	t, err := httptarget.Parse(cmp.Or(l.part(rec, "method"), "GET"), target)
	if err != nil {
		return "", err
	}
	return t.URI(name, host)
}

const logsHelp = `--in clf reads the Common and the Combined Log Format of Apache and nginx, with
their escapes. --in w3c reads the W3C extended format of IIS and CloudFront; its
lines #Fields name the cells. --match REGEXP reads any other log: its groups with
names are members, as in --match '"(?P<method>\S+) (?P<target>\S+)'.

The URL of a record is the target URI of its request (RFC 9112 §3.3). A log has no
scheme and host, or only some: --base gives the others. Members of clf are remote,
ident, user, time, request, status, bytes, referer, agent, method, target and
protocol; further cells are 10, 11 and so on. "-" is an absent member.
  --column referer            reads the URL from another member
  --column PART=NAME,…        forms the URL from members, or columns of a table.
                              PART is scheme, host, port, path, query, or target
                              and method instead of path and query; nginx as
                              JSON: scheme=scheme,host=host,target=request_uri
  --column request.url        jsonl: a member of an object that is a member
A JSON result has all members under "record". {member:NAME} is one in templates, and
member("NAME") in --where:
  earl get --in clf --base https://shop.example --where 'member("status") == "404"' '{member:time} {path}' < access.log
The scheme is http if neither a member nor --base has one. A line that cannot be
read is a failed record, such as a request without a target.`
