package command

import (
	"cmp"
	_ "embed"
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
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/rfc3986"
)

//go:embed logs.txt
var logsText string

// logsHelp returns the page of help about web logs.
func logsHelp() string {
	servers := slices.Compact(cli.NamesOf(weblog.Objects(), func(p weblog.Preset) string { return p.Server }))
	return strings.NewReplacer(
		"PRESETS", cli.Wrapped("", "and of the servers "+strings.Join(weblog.PresetNames()[2:], ", ")+"."),
		"SERVERS", cli.Wrapped("", "--in jsonl without --column reads an object that has no member \"url\" by the members "+
			"of "+strings.Join(servers, ", ")+". A hint says which.")).Replace(logsText)
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
	cli.Choose(flags, &s.match, "match", "", nil, func(text string) (*regexp.Regexp, error) {
		match, err := regexp.Compile(text)
		if err == nil && strings.Join(match.SubexpNames(), "") == "" {
			err = errors.New("needs a group with a name, as in \"(?P<target>[^ ]*)\"")
		}
		return match, err
	})
	cli.Choose(flags, &s.logLine, "log-format", "", nil, func(text string) (string, error) {
		_, err := weblog.ParseFormat(text, "")
		if meant := cli.Habit("format", strings.ToLower(text)); err != nil && meant != "" {
			err = errors.New("did you mean --in " + meant + "?")
		}
		return text, err
	})
	cli.Pick(flags, &s.logEscape, "log-escape", "", "apache", "nginx", "quote", "hash", "none")
	cli.Text(flags, &s.since, "since")
	cli.Text(flags, &s.until, "until")
	cli.Choose(flags, &s.Zone, "zone", "UTC", nil, parseZone)
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
	zone, now := cmp.Or(s.Zone, time.UTC), time.Now()
	for _, bound := range [][3]string{{"since", s.since, ">="}, {"until", s.until, "<"}} {
		name, text := bound[0], bound[1]
		if text == "" {
			continue
		}
		t, ok := weblog.ParseTime(text, zone)
		text = strings.TrimPrefix(text, "-") // as in the names of other programs: -1h
		number, isDays := strings.CutSuffix(text, "d")
		days, noNumber := strconv.Atoi(number)
		ago, noDuration := time.ParseDuration(text)
		switch y, m, d := now.In(zone).Date(); {
		case ok:
		case text == "today":
			t = time.Date(y, m, d, 0, 0, 0, 0, zone)
		case text == "yesterday":
			t = time.Date(y, m, d-1, 0, 0, 0, 0, zone)
		case isDays && noNumber == nil:
			t = now.AddDate(0, 0, -days)
		case noDuration == nil:
			t = now.Add(-ago)
		default:
			return fmt.Errorf("--%s %s: must be a time such as 2026-11-28T22:00Z, or 90m, 24h or 7d", name, cli.Quoted(text))
		}
		if err := s.where.Set(fmt.Sprintf("time %s %q", bound[2], t.UTC().Format(time.RFC3339Nano))); err != nil {
			return err
		}
	}
	return nil
}

// checkLog rejects flags that contradict each other. If URLs are formed from members of records, it sets log.
func (s *Given) checkLog() (err error) {
	l := &record.Log{Name: s.logFormat, Match: s.match, HostLess: s.hostless}
	isLines, readsURLs := s.logFormat == "" && s.In == bulk.Lines, s.urls && !s.noTables && !s.relative
	isTarget := slices.Contains(weblog.PartNames[weblog.Target][1:], s.Column) // as request_uri, which is no reference
	if isTarget && readsURLs && s.In != bulk.Lines && s.BaseColumn == "" {
		s.Column = "target=" + s.Column
	}
	var names []string // of the members, if they are known
	switch {
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
	case s.where.Members && readsURLs && (isLines || s.In == bulk.NUL):
		err := errors.New("members such as time, status and user need a log, a table or JSON: add --in clf, csv, jsonl or " +
			"another format (earl help logs), but the user of a URL is username")
		if s.Trial == nil {
			return err
		}
		s.Trial.Unless = err // the input can show the format
	}
	for _, f := range l.Formats {
		if names = append(names, f.Names...); slices.Contains(f.Names, "request") {
			names = append(names, "method", "target", "protocol")
		}
	}
	knows := func(name string) bool { return names == nil || slices.Contains(names, name) }
	isLog := l.Match != nil || l.Formats != nil || l.W3C
	switch {
	case strings.Contains(s.Column, "="):
		l.Explicit = true
		for pair := range strings.SplitSeq(s.Column, ",") {
			part, member, _ := strings.Cut(pair, "=")
			p := slices.Index(partNames(), part)
			if p < 0 {
				return fmt.Errorf("--column: %w", cli.Unknown("part", part, partNames()))
			}
			if !knows(member) {
				return fmt.Errorf("--column: %w", cli.Unknown("member", member, names))
			}
			l.Parts[p], s.Needed = []string{member}, append(s.Needed, member)
		}
	case s.In == bulk.JSONL && strings.Contains(s.Column, "."), isLog && s.Column != "":
		if l.Parts[weblog.URL] = []string{s.Column}; !knows(s.Column) {
			return cli.Unknown("member", s.Column, names)
		}
	case isLog:
		if l.Parts = weblog.PartNames; !slices.Contains(names, "url") {
			l.Parts[weblog.URL] = nil
		}
	case s.In == bulk.JSONL && s.Column == "" && readsURLs && (!s.hostless || s.given("url")):
		l.JSON = weblog.Objects()
	default:
		return nil
	}
	paths := slices.Concat(l.Parts[weblog.URL], l.Parts[weblog.Path], l.Parts[weblog.Target], l.Parts[weblog.Request])
	if l.JSON == nil && !slices.ContainsFunc(paths, knows) {
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

// partNames returns the names of the parts in --column.
func partNames() []string {
	return cli.NamesOf(weblog.PartNames[:], func(names []string) string { return names[0] })
}
