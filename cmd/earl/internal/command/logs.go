package command

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/internal/text/weblog"
	"earl.example/rfc3986"
)

// logsHelp returns the page of help about web logs.
func logsHelp() string {
	return `--in NAME reads a log by the name of its format:
  clf       the Common and the Combined Log Format of Apache, nginx and others
  vhost     the same with a host, and perhaps a port, before it
  w3c       W3C extended: IIS, CloudFront; lines #Fields name the cells
` + cli.Fill("  and the formats of servers: "+strings.Join(weblog.PresetNames()[2:], ", ")) + `
--log-format LINE reads the format of a server's configuration, as it is there:
  --log-format '%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\"'
  --log-format '$remote_addr [$time_local] "$request" $status $http_host'
--log-escape says how the server escapes quotes, if not as Apache or nginx do by
default. --match REGEXP reads any other log: its groups with names are members, as
in --match '"(?P<method>\S+) (?P<target>\S+)'. --in jsonl knows the members of ` + cli.Fill(strings.Join(servers(), ", ")) + `.

The URL of a record is the target URI of its request (RFC 9112 §3.3). The host is
the one of the target, else of the field Host, else of the server, else of --base. A
record without a host fails. The scheme is the one of the log, https for port 443,
the one of --base, or http. Members of clf are remote, ident, user, time, request,
status, bytes, referer, agent, method, target and protocol; further cells are 10, 11
and so on. "-" is an absent member. Other formats have the names of their directives.
  --column referer            reads the URL from another member
  --column PART=NAME,…        forms the URL from members, or columns of a table.
                              PART is scheme, host_header (the field Host), host,
                              port, path, query, or request, or target and method
  --column request.url        jsonl: a member of an object that is a member
A JSON result has all members under "record". {member:NAME} is one in templates.
--where has them as status and bytes (numbers), method, target, referer, agent,
remote, user, and in any log as member("NAME"). time is the time of the request:
  earl get --in clf --base https://shop.example --where 'status == 404' '{path}' < access.log
  earl get --in clf --base https://shop.example --since 1h --count '{time|hour}' < access.log
  earl get --in vhost --where 'time > "2026-11-28T22:00Z" and time.Minute() < 5' '{href}' < access.log

A line that cannot be read is a failed record, such as a request without a target,
or a line that can be read in two ways, because a quote is not escaped. A filter
that reads only members also drops such records, if they have members.`
}

func servers() []string {
	return slices.Compact(cli.NamesOf(weblog.Objects(), func(p weblog.Preset) string { return p.Server }))
}

// logFormats returns the names of --in for web logs.
func logFormats() []string { return append(weblog.PresetNames(), "w3c") }

// logFlags have the values of flags for web logs.
type logFlags struct {
	logFormat    string         // the web log of --in, or ""
	logLine      string         // the value of --log-format
	logEscape    string         // the value of --log-escape, or ""
	match        *regexp.Regexp // value of --match, or nil
	since, until string
}

func (s *Given) addLogs(flags *pflag.FlagSet) {
	flags.Func("match", "lines: read the URL from the group url, request or target of `REGEXP` (earl help logs)",
		func(text string) (err error) {
			s.match, err = regexp.Compile(text)
			if err == nil && strings.Join(s.match.SubexpNames(), "") == "" {
				return errors.New("needs a group with a name, as in \"(?P<target>[^ ]*)\"")
			}
			return err
		})
	cli.Choose(flags, &s.logLine, "log-format", "",
		"lines: read a web log in the format `LINE` of Apache's or nginx's configuration (earl help logs)", nil,
		func(text string) (string, error) {
			_, err := weblog.ParseFormat(text, "")
			return text, err
		})
	cli.Pick(flags, &s.logEscape, "log-escape", "", "`ESCAPE` of quotes in --log-format: apache (\\\"), nginx (\\x22), quote "+
		"(\\\" and no other), hash (#22) or none", "apache", "nginx", "quote", "hash", "none")
	flags.StringVar(&s.since, "since", "", "keep only records from `TIME` on: 2026-11-28T22:00Z, or the last 90m, 24h or 7d")
	flags.StringVar(&s.until, "until", "", "keep only records before `TIME`, as in --since")
	cli.Choose(flags, &s.Zone, "zone", "UTC", "`ZONE` of times without one: +02:00 or Europe/Athens", nil, parseZone)
}

func parseZone(text string) (*time.Location, error) {
	if t, err := time.Parse("-07:00", text); err == nil {
		return t.Location(), nil
	}
	zone, err := time.LoadLocation(text)
	if err != nil {
		err = errors.New("unknown zone: use an offset, such as +02:00")
	}
	return zone, err
}

// checkTimes adds --since and --until to --where.
func (s *Given) checkTimes() error {
	for _, bound := range [][3]string{{"since", s.since, ">="}, {"until", s.until, "<"}} {
		if bound[1] == "" {
			continue
		}
		t, ok := weblog.ParseTime(bound[1], cmp.Or(s.Zone, time.UTC))
		text := bound[1]
		if days, isDays := strings.CutSuffix(text, "d"); isDays {
			if n, err := strconv.Atoi(days); err == nil {
				text = fmt.Sprint(24*n) + "h"
			}
		}
		if ago, err := time.ParseDuration(text); err == nil {
			t, ok = time.Now().Add(-ago.Abs()), true
		}
		if !ok {
			return fmt.Errorf("--%s %s: must be a time such as 2026-11-28T22:00Z, or 90m, 24h or 7d", bound[0], cli.Quoted(bound[1]))
		}
		if err := s.where.Set(fmt.Sprintf("time %s %q", bound[2], t.UTC().Format(time.RFC3339Nano))); err != nil {
			return err
		}
	}
	return nil
}

// checkLog rejects flags that contradict each other. If URLs are formed from members of records, it sets log.
func (s *Given) checkLog() (err error) {
	if err := s.checkTimes(); err != nil {
		return err
	}
	l := &record.Log{Name: s.logFormat, Match: s.match, HostLess: s.hostless}
	lines := s.logFormat == "" && s.In == bulk.Lines
	names := []string{}
	switch {
	case s.match != nil && s.logLine != "":
		return errors.New("--match and --log-format contradict each other: remove one of them")
	case (s.match != nil || s.logLine != "") && !lines:
		return fmt.Errorf("%s reads lines: remove --in", map[bool]string{true: "--match", false: "--log-format"}[s.match != nil])
	case s.logEscape != "" && s.logLine == "":
		return errors.New("--log-escape is for --log-format: add it, or choose a format with --in")
	case s.match != nil:
		names = slices.DeleteFunc(slices.Clone(s.match.SubexpNames()), func(name string) bool { return name == "" })
		l.Names, l.Explicit = names, true
	case s.logLine != "":
		f, err := weblog.ParseFormat(s.logLine, s.logEscape)
		if err != nil {
			return err
		}
		l.Name, l.Formats = "of --log-format", []*weblog.Format{f}
	case s.logFormat == "w3c":
		l.W3C, s.Workers = true, 1 // a line names the cells of those after it
	case s.logFormat != "":
		l.Formats = weblog.Presets(s.logFormat)
	case s.where.Members() && s.urls && !s.noTables && !s.relative && (lines || s.In == bulk.NUL):
		return errors.New("--where, --since and --until read members, which plain lines do not have: add --in clf, --in csv, " +
			"--in jsonl or another format (earl help logs)")
	}
	for _, f := range l.Formats {
		names = append(names, f.Names...)
	}
	if l.Formats != nil && slices.Contains(names, "request") {
		names = append(names, "method", "target", "protocol")
	}
	isLog := l.Match != nil || l.Formats != nil || l.W3C
	switch {
	case strings.Contains(s.Column, "="):
		l.Explicit = true
		for pair := range strings.SplitSeq(s.Column, ",") {
			name, member, _ := strings.Cut(pair, "=")
			p := weblog.Part(slices.Index(partNames(), name))
			if p < 0 {
				return fmt.Errorf("--column: %w", cli.Unknown("part", name, partNames()))
			}
			if l.Parts[p] = []string{member}; len(names) > 0 && !slices.Contains(names, member) {
				return fmt.Errorf("--column: %w", cli.Unknown("member", member, names))
			}
			s.Needed = append(s.Needed, member)
		}
	case s.In == bulk.JSONL && strings.Contains(s.Column, "."), isLog && s.Column != "":
		if l.Parts[weblog.URL] = []string{s.Column}; len(names) > 0 && !slices.Contains(names, s.Column) {
			return cli.Unknown("member", s.Column, names)
		}
	case isLog:
		for p, all := range weblog.PartNames {
			if weblog.Part(p) != weblog.URL || slices.Contains(names, "url") {
				l.Parts[p] = all
			}
		}
	case s.In == bulk.JSONL && s.Column == "" && s.urls && !s.noTables && !s.relative && (!s.hostless || s.given("url")):
		l.JSON = weblog.Objects()
	default:
		return nil
	}
	isRequest := func(p weblog.Part) bool {
		return slices.ContainsFunc(l.Parts[p], func(name string) bool { return len(names) == 0 || slices.Contains(names, name) })
	}
	if l.JSON == nil && !isRequest(weblog.URL) && !isRequest(weblog.Path) && !isRequest(weblog.Target) && !isRequest(weblog.Request) {
		return errors.New("no part is a path: --match needs a group url, target, request or path, --log-format a request, " +
			"and --column path=NAME, target=NAME or request=NAME")
	}
	switch {
	case record.Table(s.In):
		s.Column = s.Needed[0]
	case s.In == bulk.JSONL && l.JSON == nil:
		s.In, s.Column = bulk.JSONValues, ""
	}
	if l.In, l.Column, s.log = s.In, s.Column, l; s.Base == nil || l.Parts[weblog.URL] != nil {
		return nil
	}
	site, err := rfc3986.Parse(*s.Base)
	if host, _ := site.Host(); err == nil && host != "" && site.IsURI() {
		l.Site, l.Base, s.Base = site, s.Base, nil
	} else if l.JSON == nil {
		return errors.New("--base must have a scheme and a host, as in --base https://example.com")
	}
	return nil
}

func partNames() (names []string) {
	for _, all := range weblog.PartNames {
		names = append(names, all[0])
	}
	return names
}
