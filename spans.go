package earl

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
)

// A Span is a range of bytes of a text, text[Start:End]. A part that is absent
// has the span [NoSpan]; the zero Span is the empty one at the beginning.
type Span struct{ Start, End int }

// NoSpan returns the span of what is absent.
func NoSpan() Span { return Span{-1, -1} }

// Present reports whether s is a range, perhaps an empty one.
func (s Span) Present() bool { return s.Start >= 0 }

// Of returns what text has there, "" for [NoSpan].
func (s Span) Of(text string) string {
	if !s.Present() {
		return ""
	}
	return text[s.Start:s.End]
}

// Spans say where in a URL its parts stand, without the characters between them.
type Spans struct {
	Scheme, Userinfo, Host, Port, Path, Params, Query, Fragment Span
}

// Spans returns where in url the parts stand that Parse finds, or its error.
//
// A span is the shortest range that the part was made of. For rfc3986, rfc1808
// and rfc2068 the part is what stands there. For urllib that may contain tabs
// and newlines, which it drops. The others write parts anew: whatwg, libcurl
// and net/url give what they read there in another spelling, such as a host in
// lower case or a path without dot segments. What a dialect puts in by itself, as
// the scheme that libcurl guesses, is absent; an empty path is the place where
// it would begin. The brackets of an address are in the span of the host.
func (d Dialect) Spans(url string) (Spans, error) {
	var p Parts
	if err := d.ParseInto(&p, url, ParseOptions{}); err != nil {
		return Spans{}, err
	}
	return d.Locate(url, &p), nil
}

// Locate is Spans for a url that d parsed to p, without options but NoHref. Of
// other parts the spans mean nothing. The zero Dialect finds nothing.
func (d Dialect) Locate(url string, p *Parts) Spans {
	if b, ok := d.impl.(bridge); ok {
		return locate(b.law, url, p)
	}
	var spans Spans
	var r reading.Reading
	d.Read(&r, url)
	for i, s := range spans.list() {
		*s = NoSpan()
		if span, ok := r.InInput(located[i]); ok {
			*s = Span{span.Start, span.End}
		}
	}
	return spans
}

func locate(law law, url string, p *Parts) Spans {
	l := locator{text: url, parts: p}
	for _, s := range l.spans.list() {
		*s = NoSpan()
	}
	l.writing = law.writing()
	if l.drops && ascii.Index(url, ascii.TabOrNewline) >= 0 {
		l.clean()
	}
	l.bounds()
	l.locate()
	if l.origin != nil {
		for _, s := range l.spans.list() {
			l.restore(s)
		}
	}
	return l.spans
}

func (s *Spans) list() [8]*Span {
	return [...]*Span{&s.Scheme, &s.Userinfo, &s.Host, &s.Port, &s.Path, &s.Params, &s.Query, &s.Fragment}
}

// A writing is where a dialect looks for the parts.
type writing struct {
	drops      bool // tabs and newlines do not count
	trimsLeft  bool // nor do controls and spaces in front
	trimsRight bool // and behind

	backslash bool // in special schemes a backslash is a slash, and any number of them begins a host
	slashes   bool // one to three slashes begin a host, and none if there is no scheme
	oldOrder  bool // a fragment is cut off first; the authority ends at a slash alone, and in a port of digits if it has one
	firstAt   bool // the userinfo ends at the first at sign, not the last
	lastColon bool // the port is behind the last colon, not the first
	brackets  bool // the host is what is in brackets, wherever they are
	noSlashes bool // three slashes without a scheme begin a path
}

// special are the special schemes of the URL Standard, and their ports.
var special = map[string]string{"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""}

// A locator finds the spans of a URL that is known to parse.
type locator struct {
	writing
	text   string // without what is dropped
	parts  *Parts
	origin []int // the offset of each byte of text, if something was dropped
	length int   // of the whole text before that
	lo, hi int   // what is left after trimming
	spans  Spans
}

// clean drops tabs and newlines.
func (l *locator) clean() {
	var b strings.Builder
	for i := range len(l.text) {
		if !ascii.Is(l.text[i], ascii.TabOrNewline) {
			b.WriteByte(l.text[i])
			l.origin = append(l.origin, i)
		}
	}
	l.length = len(l.text)
	l.text = b.String()
}

// restore makes a span of the cleaned text one of the whole text.
func (l *locator) restore(s *Span) {
	switch {
	case !s.Present():
	case s.Start < s.End:
		*s = Span{l.origin[s.Start], l.origin[s.End-1] + 1}
	case s.Start > 0:
		at := l.origin[s.Start-1] + 1
		*s = Span{at, at}
	default:
		*s = Span{}
	}
}

func (l *locator) bounds() {
	l.hi = len(l.text)
	for l.trimsLeft && l.lo < l.hi && l.text[l.lo] <= ' ' {
		l.lo++
	}
	for l.trimsRight && l.lo < l.hi && l.text[l.hi-1] <= ' ' {
		l.hi--
	}
}

func (l *locator) locate() {
	i := l.scheme()
	end := l.hi
	if hash := strings.IndexByte(l.text[i:end], '#'); hash >= 0 && l.oldOrder {
		end = l.fragment(i + hash)
	}
	i = l.authority(i, end)
	if hash := strings.IndexByte(l.text[i:end], '#'); hash >= 0 && !l.oldOrder {
		end = l.fragment(i + hash)
	}
	if mark := strings.IndexByte(l.text[i:end], '?'); mark >= 0 {
		l.spans.Query = Span{i + mark + 1, end}
		end = i + mark
	}
	if semicolon := l.semicolon(l.text[i:end]); semicolon >= 0 {
		l.spans.Params = Span{i + semicolon + 1, end}
		end = i + semicolon
	}
	l.spans.Path = Span{i, end}
}

// semicolon returns where the params of path begin, -1 if there are none: after
// the last slash, but in the old order wherever the first semicolon is.
func (l *locator) semicolon(path string) int {
	params := l.parts.Params
	switch {
	case l.oldOrder && params.Present:
		return strings.IndexByte(path, ';')
	case params.Value != "", params.Present && strings.HasSuffix(path, ";") && !strings.HasSuffix(l.parts.Path.Value, ";"):
		last := strings.LastIndexByte(path, '/') + 1
		return last + strings.IndexByte(path[last:], ';')
	}
	return -1
}

func (l *locator) fragment(hash int) (end int) {
	l.spans.Fragment = Span{hash + 1, l.hi}
	return hash
}

// scheme returns the offset behind the scheme and its colon.
func (l *locator) scheme() int {
	name := l.parts.Scheme.Value
	end := l.lo + len(name)
	if name == "" || end >= l.hi || l.text[end] != ':' || !ascii.EqualFold(l.text[l.lo:end], name) {
		return l.lo
	}
	if l.slashes && !strings.HasPrefix(l.text[end+1:l.hi], "/") {
		return l.lo // guessed: this is a host and a port
	}
	l.spans.Scheme = Span{l.lo, end}
	return end + 1
}

// authority returns the offset behind the authority, if there is one.
func (l *locator) authority(i, end int) int {
	start := i + l.slashCount(l.text[i:end])
	if start < i {
		return i
	}
	stop := "/?#"
	switch {
	case l.oldOrder:
		stop = "/"
	case l.isSpecial():
		stop = `/?#\`
	}
	if n := strings.IndexAny(l.text[start:end], stop); n >= 0 {
		end = start + n
	}
	if l.parts.Scheme.Value == "file" && (l.backslash || l.slashes) {
		return l.fileHost(start, end)
	}
	at := strings.LastIndexByte(l.text[start:end], '@')
	if l.firstAt {
		at = strings.IndexByte(l.text[start:end], '@')
	}
	if at >= 0 {
		l.spans.Userinfo = Span{start, start + at}
		start += at + 1
	}
	l.hostAndPort(start, end)
	return end
}

func (l *locator) isSpecial() bool {
	_, ok := special[l.parts.Scheme.Value]
	return ok && l.backslash
}

// slashCount returns how many slashes there are before an authority, -1 if there
// is no authority.
func (l *locator) slashCount(s string) int {
	switch {
	case l.isSpecial() && l.parts.Scheme.Value != "file":
		return len(s) - len(strings.TrimLeft(s, `/\`))
	case l.isSpecial():
		if len(s) >= 2 && strings.IndexByte(`/\`, s[0]) >= 0 && strings.IndexByte(`/\`, s[1]) >= 0 {
			return 2
		}
		return -1
	case l.slashes && !l.spans.Scheme.Present():
		return 0
	case l.slashes && l.parts.Scheme.Value != "file":
		return len(s) - len(strings.TrimLeft(s, "/"))
	case !strings.HasPrefix(s, "//") || l.noSlashes && !l.spans.Scheme.Present() && strings.HasPrefix(s, "///"):
		return -1
	}
	return 2
}

// fileHost locates the host of a file URL, which has neither userinfo nor port.
// A drive letter is none.
func (l *locator) fileHost(start, end int) int {
	host := l.text[start:end]
	if l.parts.Host.Value == "" && !ascii.EqualFold(host, "localhost") && host != "127.0.0.1" {
		return start
	}
	l.spans.Host = Span{start, end}
	return end
}

func (l *locator) hostAndPort(start, end int) {
	if l.oldOrder {
		l.spans.Host = Span{start, start + len(l.parts.Host.Value)}
		if l.parts.Port.Present {
			l.spans.Port = Span{l.spans.Host.End + 1, end}
		}
		return
	}
	colon := -1
	text := l.text[start:end]
	open := strings.IndexByte(text, '[')
	closed := strings.IndexByte(text[max(open, 0):], ']') + max(open, 0)
	switch {
	case open == 0 && closed > 0 || l.brackets && open > 0 && closed > open:
		if i := strings.IndexByte(text[closed:], ':'); i >= 0 {
			colon = closed + i
		}
		l.spans.Host = Span{start + open, start + closed + 1}
	case l.lastColon:
		colon = strings.LastIndexByte(text, ':')
	default:
		colon = strings.IndexByte(text, ':')
	}
	if colon >= 0 {
		l.spans.Port = Span{start + colon + 1, end}
		end = start + colon
	}
	if !l.spans.Host.Present() {
		l.spans.Host = Span{start, end}
	}
}
