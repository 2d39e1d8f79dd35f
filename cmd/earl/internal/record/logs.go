package record

import (
	"cmp"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/httptarget"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/weblog"
	"earl.example/rfc3986"
)

// A Log says how a URL is formed from the members of a record.
type Log struct {
	In     bulk.Format
	Format string            // "clf", "w3c" or ""
	Match  *regexp.Regexp    // its groups are members; may be nil
	Names  []string          // of the cells of a line; nil for w3c, whose lines name them
	Parts  map[string]string // the member for each part of the URL
	Column string            // the column of a table that is the text of a record
	Site   rfc3986.Ref       // scheme and host of URLs that have none
}

// A logReader reads the records of a worker.
type logReader struct {
	*Log
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
	case l.Format == "w3c" && strings.HasPrefix(rec.Text, "#"):
		if names, ok := strings.CutPrefix(rec.Text, "#Fields:"); ok {
			l.names = strings.Fields(names)
		}
		return false
	case l.Format != "" || l.Match != nil:
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
	isCLF, at, reason := l.Format == "clf", -1, ""
	if l.Match == nil {
		l.cells, at, reason = weblog.AppendCells(l.cells[:0], rec.Text, isCLF)
	} else if l.cells = l.Match.FindStringSubmatch(rec.Text); l.cells == nil {
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
	case l.Format == "w3c" && len(l.names) == 0:
		at, reason = -1, "no line #Fields precedes the record"
	case l.Format == "w3c" && len(l.cells) != len(l.names):
		at, reason = -1, fmt.Sprintf("%d cells instead of %d", len(l.cells), len(l.names))
	case isCLF && len(l.cells) < slices.Index(weblog.Names, "referer"):
		at, reason = len(rec.Text), "the line ends too early for the Common Log Format"
	case isCLF:
		method, target, protocol := weblog.Request(l.cells[slices.Index(weblog.Names, "request")])
		for i, value := range []string{method, target, protocol} {
			l.members = append(l.members, bulk.Field{Name: weblog.RequestNames[i], Value: cmp.Or(value, "-")})
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
	column, value := l.Parts[name], ""
	switch {
	case column == "":
	case Table(l.In) && column == l.Column:
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
	if name := l.Parts["url"]; name != "" {
		if _, ok := rec.Member(name); l.In == bulk.JSONValues && !ok {
			return "", &bulk.RecordError{Offset: -1, Reason: "the object has no member " + cli.Quoted(name)}
		}
		return l.part(rec, "url"), nil
	}
	host, _ := l.Site.Host()
	if port, ok := l.Site.Port(); ok {
		host += ":" + port
	}
	name := cmp.Or(l.part(rec, "scheme"), l.Site.Scheme(), "http")
	if own := l.part(rec, "host"); own != "" {
		host = own
		port := l.part(rec, "port")
		_, _, missing := net.SplitHostPort(host)
		if info := scheme.Lookup(name); port != "" && port != fmt.Sprint(info.Port) && missing != nil {
			host += ":" + port
		}
	}
	target := l.part(rec, "target")
	if l.Parts["target"] == "" {
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
