package command

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/internal/text/weblog"
	"earl.example/rfc3986"
)

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

// logFormats are the names of --in for web logs.
var logFormats = []string{"clf", "w3c"}

// partNames are the parts of which --column forms a URL.
var partNames = []string{"scheme", "host", "port", "path", "query", "target", "method", "url"}

func (s *Given) addMatch(flags *pflag.FlagSet) {
	usage := "lines: read the URL from the group url or target of `REGEXP` (earl help logs)"
	flags.Func("match", usage, func(text string) (err error) {
		s.match, err = regexp.Compile(text)
		if err == nil && strings.Join(s.match.SubexpNames(), "") == "" {
			return errors.New("needs a group with a name, as in \"(?P<target>[^ ]*)\"")
		}
		return err
	})
}

// checkLog rejects flags that contradict each other. If URLs are formed from members of records, it sets log.
func (s *Given) checkLog() error {
	l := record.Log{Format: s.logFormat, Match: s.match}
	names := []string{}
	switch {
	case s.match != nil && (s.logFormat != "" || s.In != bulk.Lines):
		return errors.New("--match reads lines: remove --in")
	case s.match != nil:
		names = s.match.SubexpNames()
		l.Names = names
	case s.logFormat == "clf":
		l.Names = weblog.Names
		names = slices.Concat(weblog.Names, weblog.RequestNames)
	case s.logFormat == "w3c":
		s.Workers = 1 // a line names the cells of those after it
	}
	isLog := s.match != nil || s.logFormat != ""
	switch {
	case strings.Contains(s.Column, "="):
		l.Parts = map[string]string{}
		for pair := range strings.SplitSeq(s.Column, ",") {
			part, name, _ := strings.Cut(pair, "=")
			if !slices.Contains(partNames, part) {
				return fmt.Errorf("--column: %w", cli.Unknown("part", part, partNames))
			}
			l.Parts[part] = name
		}
	case s.In == bulk.JSONL && strings.Contains(s.Column, "."), isLog && s.Column != "":
		l.Parts = map[string]string{"url": s.Column}
	case s.logFormat == "w3c":
		l.Parts = map[string]string{
			"scheme": "cs-protocol", "host": "cs-host", "path": "cs-uri-stem", "query": "cs-uri-query",
		}
	case isLog:
		l.Parts = map[string]string{}
		for _, name := range partNames {
			if slices.Contains(names, name) {
				l.Parts[name] = name
			}
		}
	default:
		return nil
	}
	column := l.Parts["url"]
	if s.logFormat != "w3c" && isLog && column != "" && !slices.Contains(names, column) {
		return cli.Unknown("member", column, slices.DeleteFunc(names, func(name string) bool { return name == "" }))
	}
	if column == "" && l.Parts["path"]+l.Parts["target"] == "" {
		return errors.New("no part is a path: --match needs a group url, target or path, and --column path=NAME or " +
			"target=NAME")
	}
	if record.Table(s.In) {
		s.Column = l.Parts[partNames[slices.IndexFunc(partNames, func(name string) bool { return l.Parts[name] != "" })]]
	} else if s.In == bulk.JSONL {
		s.In, s.Column = bulk.JSONValues, ""
	}
	if s.Base != nil && column == "" {
		site, err := rfc3986.Parse(*s.Base)
		if host, _ := site.Host(); err != nil || host == "" || !site.IsURI() {
			return errors.New("--base must have a scheme and a host, as in --base https://example.com")
		}
		l.Site, s.Base = site, nil
	} else if column == "" && l.Parts["host"] == "" {
		return errors.New("the records have no host: add --base with the scheme and the host of the server, as in --base " +
			"https://example.com, or --column referer")
	}
	l.In, l.Column = s.In, s.Column
	s.log = &l
	return nil
}
