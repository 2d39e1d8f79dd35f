package audit

import (
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A view holds the properties of a URL that the finders use. It has the widest reading of the URL (see [view.scan]),
// and all hosts that dialects found.
//
// Offsets are into text. It is the input without the characters that Python and browsers remove: tabs and newlines, and
// spaces and control characters at both ends. The spans of findings are spans of the input.
type view struct {
	report *Report
	input  string
	text   string
	origin clean.Map     // maps offsets in text to offsets in input
	spans  reading.Spans // components of the widest reading, in text
	scheme string        // in lower case, or "" without a scheme
	isWeb  bool          // whether the scheme is a web scheme
	hosts  []hostReading // the distinct hosts that dialects found, then the host of the widest reading

	opt   Options
	kind  *entry // kind of the findings that add appends
	found []Finding
}

// A hostReading is a host that some dialect found.
type hostReading struct {
	text  string
	value HostValue
}

// newView returns the view of the input of r. The view appends findings to dst.
func newView(r *Report, dst []Finding) *view {
	v := &view{report: r, input: r.Input, found: dst}
	v.text, v.origin = clean.Text(v.input, true, true)
	v.scan()
	v.collectHosts()
	return v
}

// has reports whether the widest reading has c.
func (v *view) has(c urlerr.Component) bool {
	_, ok := v.spans.Get(c)
	return ok
}

// span returns the span of c in text, or the zero Span if c is absent.
func (v *view) span(c urlerr.Component) reading.Span {
	s, _ := v.spans.Get(c)
	return s
}

// get returns the text of c, or "" if c is absent.
func (v *view) get(c urlerr.Component) string { return v.of(v.span(c)) }

// of returns the text at span s.
func (v *view) of(s reading.Span) string { return v.text[s.Start:s.End] }

// afterScheme returns the offset after the colon of the scheme, or 0 without a scheme.
func (v *view) afterScheme() int {
	if v.scheme == "" {
		return 0
	}
	return len(v.scheme) + 1
}

// hostport returns the span from the start of the host to the end of the port.
func (v *view) hostport() reading.Span {
	return span(v.span(urlerr.Host).Start, v.span(urlerr.Authority).End)
}

// hostSpan returns the span of the host. If the host is empty, it returns the result of hostport. If there is no
// authority, it returns the span of the whole text.
func (v *view) hostSpan() reading.Span {
	switch host := v.span(urlerr.Host); {
	case host.Start < host.End:
		return host
	case v.has(urlerr.Host):
		return v.hostport()
	}
	return span(0, len(v.text))
}

// decodedHost returns the percent-decoded host (RFC 3986 §7.3).
func (v *view) decodedHost() string {
	return decode(v.get(urlerr.Host))
}

// collectHosts sets v.hosts.
func (v *view) collectHosts() {
	last := ""
	for i := range v.report.Verdicts {
		verdict := &v.report.Verdicts[i]
		text := value(&verdict.Reading, urlerr.Host)
		if text != last || !isUndisputed(text) {
			host, elsewhere := verdict.Hosts()
			v.addHost(text, host)
			v.addHost(text, elsewhere)
		}
		last = text
	}
	if v.has(urlerr.Host) {
		decoded := v.decodedHost()
		inside, _ := inBrackets(decoded) // as Python before 3.11.4, and other programs that remove any brackets
		for _, text := range [...]string{v.get(urlerr.Host), toASCII2003(decoded), inside} {
			v.addHost(text, ParseHost(text))
		}
		if before, _, ok := strings.Cut(decoded, ":"); ok && decoded != v.get(urlerr.Host) { // as urllib.request of Python
			v.addHost(before, ParseHost(before))
		}
		inJava, _ := java.read(inside)
		v.addHost(inside, inJava)
	}
}

// addHost adds the host that a program reads in text, unless it is the zero HostValue.
func (v *view) addHost(text string, host HostValue) {
	if found := (hostReading{text, host}); host != (HostValue{}) && !slices.Contains(v.hosts, found) {
		v.hosts = append(v.hosts, found)
	}
}

// at maps a span of text to a span of the input.
func (v *view) at(s reading.Span) reading.Span {
	start := v.origin.Start(s.Start)
	if s.Start == s.End {
		return span(start, start)
	}
	return span(start, v.origin.End(s.End))
}

// inInput returns the span of c in the input, or of the whole input if c is absent.
func (v *view) inInput(c urlerr.Component) reading.Span {
	if !v.has(c) {
		return span(0, len(v.input))
	}
	return v.at(v.span(c))
}

// add appends a finding at a span of text. The message is a text, or the name of a message of the kind in kinds.txt.
func (v *view) add(s reading.Span, message string) { v.addSafe(s, message, "") }

// addSafe is like add, and also sets Finding.Safe to a candidate.
func (v *view) addSafe(s reading.Span, message, safe string) { v.addInput(v.at(s), message, safe) }

// addInput is like addSafe, but s is a span of the input.
func (v *view) addInput(s reading.Span, message, safe string) {
	if named, ok := v.kind.messages[message]; ok {
		message = named
	}
	v.found = append(v.found, Finding{
		ID: v.kind.ID, Severity: v.kind.Severity, Span: s, Message: message, Safe: safe,
	})
}

// replace returns the text with a new part at span s.
func (v *view) replace(s reading.Span, with string) string {
	return v.text[:s.Start] + with + v.text[s.End:]
}

// replaceHost returns the text with another host. It returns "" if the text has no host, or if the new host has a
// character at which a program could end the host.
func (v *view) replaceHost(host string) string {
	if v.get(urlerr.Host) == "" || host == "" || host[0] != '[' && !ascii.All(host, ascii.Unreserved|ascii.NonASCII) {
		return ""
	}
	return v.replace(v.span(urlerr.Host), host)
}

func span(start, end int) reading.Span { return reading.Span{Start: start, End: end} }
