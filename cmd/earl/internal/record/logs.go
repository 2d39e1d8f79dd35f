package record

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/httptarget"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/rfc3986"
)

// A Log says how a URL is formed from the members of a record.
type Log struct {
	In      bulk.Format
	Name    string           // of the format in messages
	Formats []*weblog.Format // of lines, or nil
	W3C     bool             // lines #Fields name the cells of lines
	Match   *regexp.Regexp   // its groups are the cells of lines; may be nil
	Names   []string         // of the groups with a name
	JSON    []weblog.Preset  // the members of the parts of a JSON object without a member "url", or nil

	Parts    [weblog.Parts][]string // the members of each part of the URL; the first one that is present counts
	Column   string                 // the column of a table that is the text of a record
	Site     rfc3986.Ref            // scheme and host of URLs that have none
	Base     *string                // the base of records that are no requests, or nil
	Explicit bool                   // the user named the members of parts
	HostLess bool                   // without a host, the URL is the target

	// Accepts reports whether the dialect accepts a URL, if results do not show hosts. Requests without a host then get
	// one that does not exist.
	Accepts func(url string) bool

	comments, tails atomic.Int64 // numbers of lines
	found           [weblog.Parts]atomic.Bool
	known           atomic.Bool // some record of JSON is of a server that is known
	kinds           sync.Map    // these servers
}

// A logReader reads the records of a worker.
type logReader struct {
	*Log
	lines   weblog.Reader // for Formats
	noURL   bool          // a record needs no URL
	advised int           // number of calls of advice
	input   string        // of the last record
	names   []string      // of the cells of a line
	cells   []string
	members []bulk.Field
	index   [weblog.Parts][]int // the cells of parts
	indexed *string             // the first of the names that index is for
	preset  *weblog.Preset      // what is known about the last record
}

// read sets the text of a valid record to its URL, and Extra or Members to its members. It returns false if the line is
// a comment.
func (l *logReader) read(rec *bulk.Record) bool {
	if l.W3C && l.input != rec.Input {
		l.input, l.names = rec.Input, nil
	}
	switch {
	case l.JSON != nil && !l.recognize(rec):
		if l.Base != nil && !rec.HasBase {
			rec.Base, rec.HasBase = *l.Base, true
		}
		return true
	case l.In == bulk.JSONValues:
		rec.Extra = rec.Text
	case l.W3C && (rec.Text == "" || rec.Text[0] == '#'):
		if names, ok := strings.CutPrefix(rec.Text, "#Fields:"); ok {
			l.names = strings.Fields(names)
		}
		l.comments.Add(1)
		return false
	case l.Formats != nil || l.W3C || l.Match != nil:
		rec.Err = l.readCells(rec)
	}
	if rec.Err == nil {
		if url, err := l.url(rec); err == nil {
			rec.Text = url
		} else if !l.noURL {
			rec.Err = err
		}
	}
	return true
}

// recognize makes a record without a URL valid if it is an object of a server that is known, and reports whether it is.
func (l *logReader) recognize(rec *bulk.Record) bool {
	e, ok := rec.Err.(*bulk.RecordError)
	if !ok || !e.NoURL {
		return false
	}
	whole := bulk.Record{Extra: rec.Text}
	i := slices.IndexFunc(l.JSON, func(kind weblog.Preset) bool {
		return !slices.ContainsFunc(kind.Marks, func(name string) bool { _, n := whole.Lookup(name); return n == 0 })
	})
	if i >= 0 {
		l.preset, rec.Err, rec.Extra = &l.JSON[i], nil, rec.Text
		l.known.Store(true)
		l.kinds.Store(l.preset.Server, true)
	}
	return i >= 0
}

// readCells reads the cells of a line.
func (l *logReader) readCells(rec *bulk.Record) error {
	reason, at, tail := "", -1, ""
	switch {
	case l.Match != nil:
		groups := l.Match.FindStringSubmatch(rec.Text)
		if l.cells = l.cells[:0]; groups == nil {
			reason = "the line does not match --match"
		}
		for i := range groups {
			if l.Match.SubexpNames()[i] != "" {
				l.cells = append(l.cells, groups[i])
			}
		}
	case l.Formats != nil:
		if reason, at = l.lines.Read(rec.Text); reason == "" {
			l.cells, l.names, l.preset, tail = l.lines.Cells, l.lines.Names, &l.lines.Preset, l.lines.Tail
		} else if at >= 0 {
			reason = "not in the format " + l.Name + ": " + reason + l.advice(rec.Text)
		}
	default:
		between := " "
		if strings.Contains(rec.Text, "\t") {
			between = "\t"
		}
		l.cells = strings.Split(strings.TrimRight(rec.Text, " "), between)
		if len(l.cells) != len(l.names) && between == " " { // quotes, as in IIS Advanced Logging; IIS writes + for a blank
			l.cells, at, reason = weblog.AppendCells(l.cells[:0], rec.Text, false)
		}
		for i, cell := range l.cells {
			if text, ok := strings.CutPrefix(cell, `"`); ok && strings.HasSuffix(text, `"`) {
				l.cells[i] = text[:len(text)-1]
			}
		}
		for _, names := range l.Parts {
			if l.Explicit && len(names) > 0 && !slices.Contains(l.names, names[0]) {
				at, reason = -1, "the line #Fields does not name "+cli.Shown(names[0])
			}
		}
		switch {
		case len(l.names) == 0:
			at, reason = -1, "no line #Fields precedes the record"
		case reason == "" && len(l.cells) != len(l.names):
			at, reason = -1, fmt.Sprintf("%d cells instead of %d", len(l.cells), len(l.names))
		}
	}
	if reason != "" {
		return &bulk.RecordError{Offset: at, Reason: reason}
	}
	if l.indexed != &l.names[0] {
		l.indexed = &l.names[0]
		for p := range l.index {
			l.index[p] = l.index[p][:0]
			for _, name := range l.Parts[p] {
				if i := slices.Index(l.names, name); i >= 0 {
					l.index[p] = append(l.index[p], i)
				}
			}
		}
	}
	l.members = l.members[:0]
	for i, cell := range l.cells {
		name := strconv.Itoa(i + 1)
		if i < len(l.names) {
			name = l.names[i]
		}
		l.members = append(l.members, bulk.Field{Name: name, Value: cell})
	}
	if i := slices.Index(l.names, "request"); i >= 0 && l.Match == nil {
		method, target, protocol := weblog.SplitRequest(l.cells[i])
		l.members = append(l.members, bulk.Field{Name: "method", Value: cmp.Or(method, "-")},
			bulk.Field{Name: "target", Value: cmp.Or(target, "-")}, bulk.Field{Name: "protocol", Value: cmp.Or(protocol, "-")})
	}
	if tail != "" {
		l.members = append(l.members, bulk.Field{Name: "tail", Value: tail})
	}
	if tail != "" || l.Formats != nil && l.lines.Loose {
		l.tails.Add(1)
	}
	rec.Members = &l.members
	return nil
}

// advice names the format of a line that is not in the given one, for the first lines of a log.
func (l *logReader) advice(line string) string {
	const longest, most = 2_000, 10
	if l.advised++; l.cells != nil || len(line) > longest || l.advised > most {
		return ""
	}
	if name := weblog.PresetOf(line); name != "" && name != l.Name {
		return "; it fits --in " + name
	}
	if requestLine.MatchString(line) {
		return `; to read it with other text around, use --match '"(?P<method>\S+) (?P<target>\S+) HTTP/'`
	}
	return ""
}

// requestLine matches a request in quotes.
var requestLine = regexp.MustCompile(`"[A-Z]+ \S+ HTTP/\d`)

// part returns a part of the URL of a record, or "" if it is absent. n is the number of members that have it.
func (l *logReader) part(rec *bulk.Record, p weblog.Part) (value string, n int, err error) {
	if rec.Members != nil {
		for _, i := range l.index[p] {
			if value = l.members[i].Value; value != "" && value != "-" {
				return value, 1, nil
			}
		}
		return "", len(l.index[p]), nil
	}
	names := l.Parts[p]
	if l.JSON != nil {
		names = l.preset.Parts[p]
	}
	for _, name := range names {
		more := 1
		if value = rec.Text; !Table(l.In) || name != l.Column {
			value, more = rec.Lookup(name)
		}
		if n += more; more > 1 {
			return "", n, fault("the line has two readings: the member " + cli.Quoted(name) + " occurs twice")
		}
		if more > 0 {
			l.found[p].Store(true)
		}
		if value != "" && value != "-" {
			return value, n, nil
		}
	}
	return "", n, nil
}

// noHost is the reason of a record whose host is not known.
const noHost = "no host: add --base with the scheme and the host of the server, as in --base https://example.com"

func fault(reason string) error { return &bulk.RecordError{Offset: -1, Reason: reason} }

// url forms the URL of a record. Each part is checked, so the URL has the host, the path and the query of the record,
// or there is an error.
func (l *logReader) url(rec *bulk.Record) (string, error) {
	var parts [weblog.Parts]string
	var has [weblog.Parts]bool
	for p := range parts {
		value, n, err := l.part(rec, weblog.Part(p))
		if err != nil {
			return "", err
		}
		parts[p], has[p] = value, n > 0
	}
	for _, p := range []weblog.Part{weblog.URL, weblog.Path, weblog.Target, weblog.Request} {
		if names := l.Parts[p]; names != nil && !has[p] && l.In == bulk.JSONValues {
			return "", fault("the object has no member " + cli.Quoted(names[0]))
		}
	}
	if l.Parts[weblog.URL] != nil {
		return parts[weblog.URL], nil
	}
	method, target, bare := parts[weblog.Method], parts[weblog.Target], false
	path, query := parts[weblog.Path], strings.TrimPrefix(parts[weblog.Query], "?")
	name, host := l.site(&parts)
	switch request := parts[weblog.Request]; {
	case request != "":
		method, target, _ = weblog.SplitRequest(request)
	case target != "" || path == "" && !(has[weblog.Path] && l.Explicit):
	case path != "" && path[0] != '/' && path != "*":
		return "", fault(`the path does not begin with "/"`)
	case has[weblog.Query] && strings.Contains(path, "?"):
		return "", fault(`the path has a "?", so its end is not known`)
	default:
		bare = path == ""
		if target = cmp.Or(path, "/"); query != "" {
			target += "?" + query
		}
	}
	isNone := func(text string) bool {
		return slices.ContainsFunc(l.preset.NoRequest, func(none string) bool {
			begin, is := strings.CutSuffix(none, "*")
			return text == none || is && strings.HasPrefix(text, begin)
		})
	}
	switch {
	case method == "CONNECT" && (target == "" || target == "-"):
		target = host
	case target == "" && method != "" && !isNone(method):
		return "", fault("the request has no target")
	case target == "" || isNone(method) || isNone(target):
		return "", fault("no request: the server could not read it")
	}
	if own, rest, ok := strings.Cut(target, "://"); ok && l.preset.Is("composed") {
		end := strings.IndexAny(rest+"/", "/?")
		name, host, target, bare = ascii.ToLower(own), rest[:end], cmp.Or(rest[end:], "/"), end == len(rest)
		if strings.ContainsAny(host, "*%") || strings.HasSuffix(host, ":") {
			return "", fault("the server formed the target of a host and a target that are not known")
		}
		host = strings.TrimSuffix(host, ":"+fmt.Sprint(scheme.Lookup(name).Port))
	}
	hidden := false
	t, err := httptarget.Parse(cmp.Or(method, "GET"), target)
	switch {
	case err != nil:
		return "", err
	case t.Form() == httptarget.Absolute || t.Form() == httptarget.Authority:
	case host == "" && l.HostLess:
		return target, nil
	case host == "" && l.Accepts != nil:
		hidden, host = true, "host.invalid"
	case host == "":
		return "", fault(noHost)
	case strings.Contains(host, ","):
		return "", fault("the host has a comma: the request had more than one")
	}
	url, err := t.URI(name, host)
	if bare && err == nil {
		url = url[:len(url)-len(target)] + target[1:]
	}
	switch {
	case !hidden || err != nil || l.Accepts(url):
		return url, err
	case target[0] == '/' && !strings.HasPrefix(target, "//") && l.Accepts("/"):
		return target, nil // so that its error does not show the host
	}
	return "", fault("the dialect rejects the target of the request: with --base, the error says why")
}

// site returns the scheme and the host of a request. The port of the server belongs to a host that is not from the
// field Host.
func (l *logReader) site(parts *[weblog.Parts]string) (name, host string) {
	port := parts[weblog.Port]
	switch name = ascii.ToLower(parts[weblog.Scheme]); {
	case name == "on", name == "true", name == "1", strings.HasPrefix(name, "{"), strings.HasPrefix(name, "tls"):
		name = "https"
	case name == "off", name == "false", name == "0", strings.HasPrefix(name, "http/"):
		name = ""
	}
	isGiven := name != ""
	if name == "" && port == "443" {
		name = "https"
	}
	name = cmp.Or(name, l.Site.Scheme(), "http")
	if host = parts[weblog.Host]; host != "" {
		return name, host
	}
	if host = parts[weblog.VHost]; host == "" {
		host, _ = l.Site.Host()
		port, _ = l.Site.Port()
	} else if port == fmt.Sprint(scheme.Lookup(name).Port) || port == "80" && !isGiven { // TLS may end before the server
		port = ""
	}
	if _, _, missing := net.SplitHostPort(host); port != "" && missing != nil {
		host += ":" + port
	}
	return name, host
}

// report writes hints about the lines that were read.
func (l *Log) report(out io.Writer) {
	if n := l.tails.Load(); n > 0 {
		fmt.Fprintf(out, "earl: hint: lines that are malformed after the request, as by quotes that are not escaped: %s; "+
			"text that is in no cell is the member tail\n", cli.Grouped(n))
	}
	isDecoded := slices.ContainsFunc(l.Formats, func(f *weblog.Format) bool { return f.Is("decoded") })
	for _, kind := range l.JSON {
		if _, ok := l.kinds.LoadAndDelete(kind.Server); ok {
			isDecoded = isDecoded || kind.Is("decoded")
			fmt.Fprintf(out, "earl: hint: objects are read as the log of %s; --column PART=NAME names other members\n",
				kind.Server)
		}
	}
	if isDecoded {
		fmt.Fprintln(out, "earl: hint: the server has decoded the paths, so %2F, // and /../ can be missing")
	}
	for p, names := range l.Parts {
		if l.In == bulk.JSONValues && names != nil && !l.found[p].Load() {
			fmt.Fprintf(out, "earl: hint: no record has the member %s of --column\n", cli.Quoted(names[0]))
		}
	}
}
