package urltext

import (
	"iter"
	"log/slog"
	"math/bits"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/rfc3986"
)

// A Delimiter is what tells a URI from the text around it (appendix C).
type Delimiter uint8

// The delimiters of appendix C.
const (
	WhiteSpace    Delimiter = iota // white space, or anything else that no URI has
	DoubleQuotes                   // "http://example.com/"
	AngleBrackets                  // <http://example.com/>
)

var delimiters = [...]string{"white space", "double quotes", "angle brackets"}

// String returns the name of the delimiter, such as "angle brackets".
func (d Delimiter) String() string {
	if int(d) < len(delimiters) {
		return delimiters[d]
	}
	return "delimiter out of range"
}

// Hyphens tells what became of hyphens at the ends of lines (appendix C). A
// hyphen before a line break inside delimiters may belong to the URI, or may
// have been added by whatever broke the line. The text does not tell.
type Hyphens uint8

// What became of hyphens.
const (
	NoHyphens      Hyphens = iota // no line of the URI ends in a hyphen
	HyphensKept                   // there are such hyphens, and they were kept; see [Match.WithoutHyphens]
	HyphensDropped                // they were left out, since with them the text is no reference
)

var hyphenWords = [...]string{"none", "kept", "dropped"}

// String returns "none", "kept" or "dropped".
func (h Hyphens) String() string {
	if int(h) < len(hyphenWords) {
		return hyphenWords[h]
	}
	return "hyphens out of range"
}

// A Match is a reference that was found in a text.
type Match struct {
	// Ref is the reference, without delimiters, the prefix "URL:" and the white
	// space inside. It shares the memory of the text if there is no such space.
	Ref rfc3986.Ref

	// Start and End are offsets in the text, in bytes. The delimiters and the
	// prefix stand outside, white space and line breaks may stand inside.
	Start, End int

	By      Delimiter
	Hyphens Hyphens

	raw   string
	marks bool
}

// Raw returns what stands from Start to End.
func (m Match) Raw() string { return m.raw }

// LogValue gives log/slog the place and the reference without its password.
func (m Match) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("ref", m.Ref.Redacted()), slog.Int("start", m.Start), slog.Int("end", m.End),
		slog.String("by", m.By.String()), slog.String("hyphens", m.Hyphens.String()),
	)
}

// WithoutHyphens returns the other reading of a reference with hyphens at the
// ends of lines: without any of those. ok is false if there are none, or none
// left, or if that is no reference.
func (m Match) WithoutHyphens() (r rfc3986.Ref, ok bool) {
	if m.Hyphens != HyphensKept {
		return rfc3986.Ref{}, false
	}
	r, err := rfc3986.Parse(string(appendJoined(nil, m.raw, m.marks, true)))
	return r, err == nil
}

// FindOptions change what is found. The zero value finds URIs and is near
// silent on texts without.
type FindOptions struct {
	// Schemes lists more schemes whose URIs are found without "//", such as
	// "data". Case does not matter, and those that require a host, such as
	// "http", have no effect.
	Schemes []string

	// AnyScheme finds URIs of all schemes, and with nothing behind the colon,
	// within double quotes and angle brackets. That takes a name with a prefix
	// in a tag of XML for a URI.
	AnyScheme bool

	// Relative finds relative references, too, within angle brackets, unless
	// empty. That takes most tags of HTML for references.
	Relative bool

	// QuoteMarks reads any ">" at the beginning of a line as the mark of text
	// quoted in mail, and skips it within delimiters.
	QuoteMarks bool
}

// Find returns the URIs in a text, from left to right, as appendix C has them:
// in double quotes, in angle brackets, or by themselves. Matches do not
// overlap. The text is in UTF-8 or another superset of ASCII.
//
// In angle brackets white space is no part of the URI, nor is the prefix
// "URL:", with or without space behind it. So it is in double quotes, but
// there the URI begins at once, and only white space with a line break is
// skipped: other text is found in double quotes, too. A delimiter that encloses
// no URI is text like any other.
//
// A URI without delimiters goes as far as the grammar lets it, except that
//
//   - the punctuation . , ; : ! ? and ( at its end does not belong to it, nor
//     does an apostrophe or a ) without its partner;
//   - one that stands behind ( or an apostrophe ends where that is closed;
//   - an authority is taken whole or not at all: http://h:8a/ is not cut.
//
// Where RFC 3986 says nothing on what a URI looks like in a text, the aim is
// little noise: a URI has "//" and then an authority or a path, a host if its
// scheme requires one, and a scheme of two letters or more, which may be any but
// "url". Without "//" are found, with something behind the colon: in angle
// brackets all registered schemes; elsewhere doi, geo, magnet, mailto, mid,
// news, sip, sips, sms, tel, urn and xmpp. Behind "URL:" within delimiters it
// may be any URI. [FindOptions] say more.
//
// Find takes time in proportion to the text. It allocates only for a candidate that has white space between delimiters
// or that turns out to be no reference.
func Find(text string) iter.Seq[Match] { return FindOptions{}.Find(text) }

// Find is the function [Find] with options.
func (opt FindOptions) Find(text string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		f := finder{text: text, opt: opt}
		for {
			m, ok := f.next()
			if !ok || !yield(m) {
				return
			}
		}
	}
}

// A finder is a search that has come some way.
type finder struct {
	text  string
	opt   FindOptions
	at    int    // where the search goes on
	after int    // the end of the last match
	run   int    // up to here, from at on, are bytes of references
	buf   []byte // for text without its white space
}

// next returns the next match.
func (f *finder) next() (m Match, ok bool) {
	for {
		i := nextMark(f.text, f.at)
		if i == len(f.text) {
			f.at = i
			return Match{}, false
		}
		f.at = i + 1
		switch f.text[i] {
		case '<':
			m, ok = f.enclosed(i+1, AngleBrackets)
		case '"':
			m, ok = f.enclosed(i+1, DoubleQuotes)
		default:
			m, ok = f.bare(i)
		}
		if ok {
			return m, true
		}
	}
}

// nextMark returns the offset of the first byte from i on that a reference can
// be found by: a delimiter, or a colon.
func nextMark(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		x := ascii.Load8(s, i)
		if marks := ascii.Equal8(x, '<') | ascii.Equal8(x, '"') | ascii.Equal8(x, ':'); marks != 0 {
			return i + bits.TrailingZeros64(marks)/8
		}
	}
	for i < len(s) && s[i] != '<' && s[i] != '"' && s[i] != ':' {
		i++
	}
	return i
}

// enclosed reads what follows a delimiter, from offset i on.
func (f *finder) enclosed(i int, by Delimiter) (m Match, ok bool) {
	closing := byte('"')
	if by == AngleBrackets {
		closing = '>'
		i, _ = skipSpace(f.text, i, f.opt.QuoteMarks)
	}
	prefixed := hasURLPrefix(f.text[i:])
	if prefixed {
		i, _ = skipSpace(f.text, i+len(urlPrefix), f.opt.QuoteMarks)
	}
	m = Match{Start: i, End: i, By: by, marks: f.opt.QuoteMarks}
	gaps := false
	for {
		if i == len(f.text) {
			return Match{}, false
		}
		c := f.text[i]
		if c == closing {
			break
		}
		if inReference(c) || ascii.Is(c, ascii.Bracket) {
			i = endOfRun(f.text, i+1)
			m.End = i
			continue
		}
		next, broken := skipSpace(f.text, i, f.opt.QuoteMarks)
		if next == i || by == DoubleQuotes && (!broken || i == m.Start) {
			return Match{}, false
		}
		if next < len(f.text) && f.text[next] != closing {
			gaps = true
			if broken && f.text[i-1] == '-' {
				m.Hyphens = HyphensKept
			}
		}
		i = next
	}
	m.raw = f.text[m.Start:m.End]
	if m.raw == "" || !f.join(&m, gaps) || !f.wanted(m.Ref, by, prefixed) {
		return Match{}, false
	}
	f.at, f.after = i+1, i+1
	return m, true
}

// join makes m.Ref of m.raw, which has white space if there are gaps.
func (f *finder) join(m *Match, gaps bool) bool {
	text := m.raw
	if gaps {
		if !f.opt.Relative && !colonBehindScheme(m.raw) {
			return false
		}
		f.buf = appendJoined(f.buf[:0], m.raw, m.marks, false)
		text = string(f.buf)
	}
	r, err := rfc3986.Parse(text)
	if err != nil && m.Hyphens == HyphensKept {
		m.Hyphens = HyphensDropped
		f.buf = appendJoined(f.buf[:0], m.raw, m.marks, true)
		r, err = rfc3986.Parse(string(f.buf))
	}
	m.Ref = r
	return err == nil
}

// colonBehindScheme reports whether raw, with or without white space, may begin
// with a scheme. Most text does not, and need not be joined to tell.
func colonBehindScheme(raw string) bool {
	i := 0
	for i < len(raw) && (ascii.Is(raw[i], ascii.SchemeChar) || isSpace(raw[i]) || raw[i] == '>') {
		i++
	}
	return i < len(raw) && raw[i] == ':'
}

// bare reads what stands around a colon, without delimiters.
func (f *finder) bare(colon int) (m Match, ok bool) {
	start := colon
	for start > f.after && ascii.Is(f.text[start-1], ascii.SchemeChar) {
		start--
	}
	for start < colon && !ascii.Is(f.text[start], ascii.Alpha) {
		start++
	}
	if start == colon {
		return Match{}, false
	}
	slashes := strings.HasPrefix(f.text[colon+1:], "//")
	if name := f.text[start:colon]; slashes && !found(name) || !slashes && !f.opt.plain(name) {
		return Match{}, false
	}
	if f.run <= colon {
		f.run = endOfRun(f.text, colon)
	}
	end, stop := f.run, colon+1
	if slashes {
		if end, stop, ok = f.authority(start, colon, end); !ok {
			return Match{}, false
		}
	}
	end = f.extent(start, colon+1, end)
	if end <= stop && end < len(f.text) && (f.text[end] == '%' || f.text[end] == '[' && f.text[end-1] == '@') {
		return Match{}, false // the authority goes on, in a way that it cannot
	}
	end = start + trimPunctuation(f.text[start:end], colon+1-start)
	r, err := rfc3986.Parse(f.text[start:end])
	if err != nil || !f.wanted(r, WhiteSpace, false) {
		return Match{}, false
	}
	m.Ref = r
	m.Start, m.End, m.raw = start, end, f.text[start:end]
	f.at, f.after = end, end
	return m, true
}

// authority looks at the authority of a URI with slashes behind its colon, of
// which the bytes that references have end at end. It returns where those end
// if there is an IP literal, where the authority does, and whether the rest is
// worth looking at.
//
// A text may hold many authorities that are none in what looks like one long
// URI. Each is looked at only up to its own end, and after it the URI cannot
// fail, so that the time is linear.
func (f *finder) authority(start, colon, end int) (runEnd, stop int, ok bool) {
	begin := colon + len("://")
	stop = endOfName(f.text, begin, end)
	if stop == end && end < len(f.text) && f.text[end] == '[' && (stop == begin || f.text[stop-1] == '@') {
		i := end + 1
		for i < len(f.text) && ascii.Is(f.text[i], ascii.UserinfoChar) {
			i++
		}
		if i < len(f.text) && f.text[i] == ']' {
			end = endOfRun(f.text, i+1)
			stop = endOfName(f.text, i+1, end)
		}
	}
	if stop == end || f.extent(start, begin, stop) < stop {
		return end, stop, true
	}
	r, err := rfc3986.Parse(f.text[start:stop])
	return end, stop, err == nil && hasHost(r) && (stop > begin || f.text[stop] == '/')
}

// endOfName returns where an authority ends that reaches at least up to i and
// at most up to end.
func endOfName(s string, i, end int) int {
	for i < end && !ascii.Is(s[i], ascii.AuthorityEnd) {
		i++
	}
	return i
}

// endOfRun returns the offset of the first byte from i on that references do
// not have, but for the brackets of IP literals.
func endOfRun(s string, i int) int {
	for {
		if i = skipCommonBytes(s, i, len(s)); i == len(s) || !inReference(s[i]) {
			return i
		}
		i++
	}
}

// skipCommonBytes returns an offset from i to end before which are letters, digits
// and some other bytes of references, none of which ends a reference or may not
// stand in it. Not all such bytes are passed. BenchmarkFind measures it.
func skipCommonBytes(s string, i, end int) int {
	for i+8 <= end {
		if odd := ascii.Odd8(ascii.Load8(s, i)); odd != 0 {
			return i + bits.TrailingZeros64(odd)/8
		}
		i += 8
	}
	return i
}

// inReference reports whether references have the byte c, of which brackets
// are not asked.
func inReference(c byte) bool {
	return ascii.Is(c, ascii.QueryChar|ascii.NumberSign) || c == '%'
}

// extent returns how far from offset i on a URI goes that begins at start, at
// most up to end: up to a percent sign that begins no triplet, to a second "#",
// or to what closes the parenthesis or the apostrophe before it.
func (f *finder) extent(start, i, end int) int {
	var opener byte
	if start > 0 {
		opener = f.text[start-1]
	}
	depth, fragment := 1, false
	for i = skipCommonBytes(f.text, i, end); i < end; i = skipCommonBytes(f.text, i+1, end) {
		switch f.text[i] {
		case '%':
			if !isEscape(f.text[:end], i) {
				return i
			}
		case '#':
			if fragment {
				return i
			}
			fragment = true
		case '\'':
			if opener == '\'' {
				return i
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && opener == '(' {
				return i
			}
		}
	}
	return end
}

// trimPunctuation returns the length of s without the punctuation at its end,
// at least least.
func trimPunctuation(s string, least int) int {
	end := len(s)
	open, apostrophes, counted := 0, 0, false
	for ; end > least; end-- {
		c := s[end-1]
		if c == ')' || c == '\'' {
			if !counted {
				open = strings.Count(s[:end], "(") - strings.Count(s[:end], ")")
				apostrophes = strings.Count(s[:end], "'")
				counted = true
			}
			if c == ')' && open >= 0 || c == '\'' && apostrophes%2 == 0 {
				return end
			}
		}
		switch c {
		case '.', ',', ';', ':', '!', '?':
		case '(':
			open--
		case ')':
			open++
		case '\'':
			apostrophes--
		default:
			return end
		}
	}
	return end
}

// wanted reports whether a reference that was found by a delimiter is one that
// the search is for.
func (f *finder) wanted(r rfc3986.Ref, by Delimiter, prefixed bool) bool {
	if !r.IsURI() {
		return f.opt.Relative && by == AngleBrackets
	}
	if by != WhiteSpace && (prefixed || f.opt.AnyScheme) {
		return true
	}
	name := r.Scheme()
	if authority, ok := r.Authority(); ok {
		return hasHost(r) && (authority != "" || r.Path() != "") && found(name)
	}
	registered := scheme.Lookup(name).Status != scheme.Unregistered
	return len(name)+len(":") < len(r.String()) && (registered && by == AngleBrackets && hasHost(r) || f.opt.plain(name))
}

// found reports whether URIs of a scheme are found that have "//". A single
// letter may be the name of a drive, and "URL:" a prefix.
func found(name string) bool {
	return len(name) > 1 && !ascii.EqualFold(name, urlPrefix[:len(urlPrefix)-1])
}

// hasHost reports whether a URI has a host if its scheme requires one.
func hasHost(r rfc3986.Ref) bool {
	host, _ := r.Host()
	return host != "" || !scheme.Lookup(r.Scheme()).Has(scheme.HostRequired)
}

// plainSchemes are the schemes of URIs that people write in texts without
// delimiters and without "//", and whose names are no words with which a colon
// is common.
var plainSchemes = [...]string{"doi", "geo", "magnet", "mailto", "mid", "news", "sip", "sips", "sms", "tel", "urn",
	"xmpp"}

// plain reports whether URIs of a scheme are found without "//".
func (opt *FindOptions) plain(name string) bool {
	for _, s := range plainSchemes {
		if ascii.EqualFold(s, name) {
			return true
		}
	}
	for _, s := range opt.Schemes {
		if ascii.EqualFold(s, name) {
			// Looking at each of many that cannot be found would take quadratic time.
			return !scheme.Lookup(name).Has(scheme.HostRequired)
		}
	}
	return false
}
