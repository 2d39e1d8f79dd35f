package audit

import (
	"strings"

	"earl.example"
	"earl.example/internal/text/ascii"
)

// A trait is something that a text has. What is looked for needs one of some.
type trait uint16

const (
	hasPercent trait = 1 << iota
	hasAt
	hasBackslash
	hasControl // a space too
	hasNonASCII
	hasBracket
	hasColon  // beside that of the scheme
	hasDelim  // one of "<>^`{|}
	hasUpper  // in front of the path
	hasDotEnd // a dot segment, raw or escaped
)

// A view is a URL made ready for all that looks at it.
//
// Offsets are into text, which is the input without what Python and browsers
// drop: tabs and newlines everywhere, controls and spaces at both ends. What is
// found is told in offsets of the input.
type view struct {
	report *Report
	input  string
	text   string
	origin []int // the offset in input of each byte of text, if something was dropped
	lead   int   // how much was dropped in front, otherwise
	traits trait

	scheme    string    // in lower case, "" without one
	rest      int       // the offset behind the scheme and its colon
	special   bool      // a special scheme of the URL Standard that is not file
	slashes   int       // how many slashes there are at rest, and
	backslash bool      // whether one of them is a backslash
	authority earl.Span // in the widest sense; absent without one
	userinfo  earl.Span // up to the last "@"
	hostport  earl.Span // behind that
	host      earl.Span
	port      earl.Span
	path      earl.Span
	query     earl.Span
	fragment  earl.Span

	shown string    // the host in letters, as soon as it was asked for
	hosts []reading // what dialects take for the host, each once; the view's own if none has one

	kind  *Kind
	found []Finding
}

// A reading is a host as some dialect reads it.
type reading struct {
	text  string
	value HostValue
}

func newView(r *Report, dst []Finding) *view {
	v := &view{report: r, input: r.Input, text: r.Input, found: dst}
	for _, s := range []*earl.Span{&v.authority, &v.userinfo, &v.hostport, &v.host, &v.port, &v.query, &v.fragment} {
		*s = earl.NoSpan()
	}
	v.clean()
	v.split()
	v.look()
	v.collectHosts()
	return v
}

// clean drops what is dropped.
func (v *view) clean() {
	start, end := 0, len(v.input)
	for start < end && v.input[start] <= ' ' {
		start++
	}
	for end > start && v.input[end-1] <= ' ' {
		end--
	}
	v.lead = start
	v.text = v.input[start:end]
	if ascii.Index(v.text, ascii.TabOrNewline) < 0 {
		return
	}
	kept := make([]byte, 0, len(v.text))
	for i := range len(v.text) {
		if !ascii.Is(v.text[i], ascii.TabOrNewline) {
			kept = append(kept, v.text[i])
			v.origin = append(v.origin, start+i)
		}
	}
	v.text = string(kept)
}

// split takes the text apart in the widest sense.
func (v *view) split() {
	text := v.text
	n := 0
	if text != "" && ascii.Is(text[0], ascii.Alpha) {
		for n < len(text) && ascii.Is(text[n], ascii.SchemeChar) {
			n++
		}
	}
	if n > 0 && n < len(text) && text[n] == ':' {
		v.scheme, v.rest = ascii.ToLower(text[:n]), n+1
	}
	switch v.scheme {
	case "http", "https", "ws", "wss", "ftp":
		v.special = true
	}
	i := v.rest
	for i < len(text) && (text[i] == '/' || text[i] == '\\') {
		v.backslash = v.backslash || text[i] == '\\'
		i++
	}
	v.slashes = i - v.rest
	switch {
	case v.special, v.scheme == "" && v.slashes >= 2:
	case strings.HasPrefix(text[v.rest:], "//"), v.scheme == "file" && v.slashes >= 2:
		i = v.rest + 2
	default:
		i = -1
	}
	start := v.rest
	if i >= 0 {
		end := indexAny(text, i, "/?#")
		v.authority = earl.Span{Start: i, End: end}
		v.splitAuthority(i, end)
		start = end
	}
	end := len(text)
	if hash := strings.IndexByte(text[start:], '#'); hash >= 0 {
		v.fragment = earl.Span{Start: start + hash + 1, End: end}
		end = start + hash
	}
	if mark := strings.IndexByte(text[start:end], '?'); mark >= 0 {
		v.query = earl.Span{Start: start + mark + 1, End: end}
		end = start + mark
	}
	v.path = earl.Span{Start: start, End: end}
}

func (v *view) splitAuthority(start, end int) {
	text := v.text
	if at := strings.LastIndexByte(text[start:end], '@'); at >= 0 {
		v.userinfo = earl.Span{Start: start, End: start + at}
		start += at + 1
	}
	v.hostport = earl.Span{Start: start, End: end}
	from := start + strings.LastIndexByte(text[start:end], ']') + 1
	hostEnd := end
	if colon := strings.IndexByte(text[from:end], ':'); colon >= 0 {
		hostEnd = from + colon
		v.port = earl.Span{Start: hostEnd + 1, End: end}
	}
	v.host = earl.Span{Start: start, End: hostEnd}
}

// lateHost is the host of the authority to those for whom only a slash ends it,
// as it did for curl before 7.51 (CVE-2016-8624) and PHP before 7.0.13
// (CVE-2016-10397): of http://good.com#@evil.com/ that is evil.com. It is "" if
// there is none but that of all.
func (v *view) lateHost() string {
	if !v.authority.Present() {
		return ""
	}
	late := v.text[v.authority.End:indexAny(v.text, v.authority.End, "/")]
	at := strings.LastIndexByte(late, '@')
	if at < 0 {
		return ""
	}
	late = late[at+1:]
	if strings.HasPrefix(late, "[") {
		return late[:strings.IndexByte(late, ']')+1]
	}
	return late[:indexAny(late, 0, `:?#\`)]
}

// indexAny returns the offset of the first byte from start on that is one of
// chars, or the length of text.
func indexAny(text string, start int, chars string) int {
	if i := strings.IndexAny(text[start:], chars); i >= 0 {
		return start + i
	}
	return len(text)
}

// traitsOf has the traits that a byte shows.
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

func (v *view) look() {
	for i := range len(v.input) {
		v.traits |= traitsOf[v.input[i]]
	}
}

// collectHosts lists the hosts that dialects read.
func (v *view) collectHosts() {
	for i := range v.report.Verdicts {
		if host := v.report.Verdicts[i].Parts.Host.Value; host != "" {
			v.addHost(host)
		}
	}
	if v.host.Present() {
		v.addHost(v.host.Of(v.text))
		decoded := v.bareHost()
		v.addHost(decoded)              // RFC 3986 §7.3: judged decoded
		v.addHost(toASCII2003(decoded)) // and as Python looks it up
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
	v.hosts = append(v.hosts, reading{host, ParseHost(host)})
}

// at returns a span of text as one of the input.
func (v *view) at(s earl.Span) earl.Span {
	if !s.Present() {
		return earl.Span{Start: 0, End: len(v.input)}
	}
	if v.origin == nil {
		return earl.Span{Start: s.Start + v.lead, End: s.End + v.lead}
	}
	if s.Start == s.End {
		if s.Start < len(v.origin) {
			return earl.Span{Start: v.origin[s.Start], End: v.origin[s.Start]}
		}
		end := v.origin[len(v.origin)-1] + 1
		return earl.Span{Start: end, End: end}
	}
	return earl.Span{Start: v.origin[s.Start], End: v.origin[s.End-1] + 1}
}

// add notes that the kind is found at a span of text.
func (v *view) add(s earl.Span, message string) { v.addSafe(s, message, "") }

// addSafe is add with the URL that has it not.
func (v *view) addSafe(s earl.Span, message, safe string) {
	v.found = append(v.found, Finding{
		ID: v.kind.ID, Severity: v.kind.Severity, Span: v.at(s), Message: message, Safe: safe,
	})
}

// addInput is addSafe for a span of the input.
func (v *view) addInput(s earl.Span, message, safe string) {
	v.found = append(v.found, Finding{
		ID: v.kind.ID, Severity: v.kind.Severity, Span: s, Message: message, Safe: safe,
	})
}

// replace returns the text with something else at a span.
func (v *view) replace(s earl.Span, with string) string {
	return v.text[:s.Start] + with + v.text[s.End:]
}

func span(start, end int) earl.Span { return earl.Span{Start: start, End: end} }
