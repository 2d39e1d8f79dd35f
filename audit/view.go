package audit

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A trait is a class of bytes that occurs in a URL. Many finders need one.
type trait uint8

const (
	hasPercent trait = 1 << iota
	hasAt
	hasBackslash
	hasControl // or a space
	hasNonASCII
	hasBracket
	hasColon
	hasDelim // one of "<>^`{|}
)

// traitsOf has the trait of each byte.
var traitsOf = func() (traits [256]trait) {
	for c := range traits {
		switch {
		case c == '%':
			traits[c] = hasPercent
		case c == '@':
			traits[c] = hasAt
		case c == '\\':
			traits[c] = hasBackslash
		case c <= ' ' || c == 0x7F:
			traits[c] = hasControl
		case c >= 0x80:
			traits[c] = hasNonASCII
		case c == '[' || c == ']':
			traits[c] = hasBracket
		case strings.ContainsRune("\"<>^`{|}", rune(c)):
			traits[c] = hasDelim
		case c == ':':
			traits[c] = hasColon
		}
	}
	return traits
}()

// A view is a URL as the finders see it. It has the widest reading of the URL, see [view.scan], and all hosts that
// dialects read.
//
// Offsets are into text: the input without the characters that Python and browsers remove. Those are tabs and newlines,
// and spaces and control characters at both ends. Findings have offsets of the input.
type view struct {
	report *Report
	input  string
	text   string
	origin clean.Map     // from offsets of text to offsets of input
	spans  reading.Spans // of the widest reading, in text
	scheme string        // in lower case, "" without a scheme
	traits trait
	hosts  []hostReading // what dialects read as the host, each text once; then the host of the widest reading

	isTopLevel func(label string) bool // see Options

	unicode string // see hostUnicode
	kind    *Kind  // of the findings that add appends
	found   []Finding
}

// A hostReading is a host as some dialect reads it.
type hostReading struct {
	text  string
	value HostValue
}

// newView returns the view of the input of r. The view appends findings to dst.
func newView(r *Report, dst []Finding) *view {
	v := &view{report: r, input: r.Input, found: dst, isTopLevel: isProbablyTopLevel}
	v.text, v.origin = clean.Text(v.input, true, true)
	v.scan()
	for i := range len(v.input) {
		v.traits |= traitsOf[v.input[i]]
	}
	v.collectHosts()
	return v
}

// has reports whether the widest reading has c.
func (v *view) has(c urlerr.Component) bool {
	_, ok := v.spans.Get(c)
	return ok
}

// span returns the span of c in text, the zero Span if c is absent.
func (v *view) span(c urlerr.Component) reading.Span {
	s, _ := v.spans.Get(c)
	return s
}

// get returns the text of c, "" if c is absent.
func (v *view) get(c urlerr.Component) string { return v.of(v.span(c)) }

// of returns the text of s.
func (v *view) of(s reading.Span) string { return v.text[s.Start:s.End] }

// afterScheme returns the offset after the colon of the scheme, 0 without a scheme.
func (v *view) afterScheme() int {
	if v.scheme == "" {
		return 0
	}
	return len(v.scheme) + 1
}

// hostport returns the span of host and port.
func (v *view) hostport() reading.Span {
	return span(v.span(urlerr.Host).Start, v.span(urlerr.Authority).End)
}

// hostSpan returns the span of the host; of host and port if the host is empty; of the text without an authority.
func (v *view) hostSpan() reading.Span {
	switch host := v.span(urlerr.Host); {
	case host.Start < host.End:
		return host
	case v.has(urlerr.Host):
		return v.hostport()
	}
	return span(0, len(v.text))
}

// decodedHost returns the host, decoded (RFC 3986 §7.3).
func (v *view) decodedHost() string {
	host, _ := percent.DecodeString(v.get(urlerr.Host), false)
	return host
}

// collectHosts sets v.hosts.
func (v *view) collectHosts() {
	for i := range v.report.Verdicts {
		v.addHost(value(&v.report.Verdicts[i].Reading, urlerr.Host))
	}
	if v.has(urlerr.Host) {
		v.addHost(v.get(urlerr.Host))
		decoded := v.decodedHost()
		v.addHost(decoded)
		v.addHost(toASCII2003(decoded)) // as Python looks it up
	}
}

func (v *view) addHost(host string) {
	if host == "" {
		return
	}
	for i := range v.hosts {
		if v.hosts[i].text == host {
			return
		}
	}
	v.hosts = append(v.hosts, hostReading{host, ParseHost(host)})
}

// at maps a span of text to the input.
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

// add appends a finding at a span of text.
func (v *view) add(s reading.Span, message string) { v.addSafe(s, message, "") }

// addSafe is add with a corrected URL.
func (v *view) addSafe(s reading.Span, message, safe string) { v.addInput(v.at(s), message, safe) }

// addInput is addSafe for a span of the input.
func (v *view) addInput(s reading.Span, message, safe string) {
	v.found = append(v.found, Finding{
		ID: v.kind.ID, Severity: v.kind.Severity, Span: s, Message: message, Safe: safe,
	})
}

// replace returns the text with other text at s.
func (v *view) replace(s reading.Span, with string) string {
	return v.text[:s.Start] + with + v.text[s.End:]
}

// replaceHost returns the text with another host. It returns "" if there is no host to replace, or if the new host has
// characters that could end it.
func (v *view) replaceHost(host string) string {
	if v.get(urlerr.Host) == "" || host == "" || host[0] != '[' && !ascii.All(host, ascii.Unreserved|ascii.NonASCII) {
		return ""
	}
	return v.replace(v.span(urlerr.Host), host)
}

func span(start, end int) reading.Span { return reading.Span{Start: start, End: end} }
