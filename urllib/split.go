package urllib

import (
	"math/bits"
	"strings"

	"earl.example/internal/ascii"
	"earl.example/internal/pytext"
)

// Split is urlsplit(url): it splits a URL into scheme, netloc, path, query
// and fragment. Nothing is decoded and little is checked; the errors are
// those of square brackets and of characters in netloc that NFKC would turn
// into delimiters.
func Split(url string) (SplitResult, error) {
	var p pieces
	if err := standard.split(&p, url, "", false); err != nil {
		return SplitResult{}, err
	}
	return SplitResult{p.scheme, p.netloc, p.path, p.query, p.fragment}, nil
}

// Split is urlsplit(url, scheme, allow_fragments).
func (py Python) Split(url string, opt SplitOptions) (SplitResult, error) {
	var p pieces
	if err := py.interpreter().split(&p, url, opt.Scheme, opt.NoFragments); err != nil {
		return SplitResult{}, err
	}
	return SplitResult{p.scheme, p.netloc, p.path, p.query, p.fragment}, nil
}

// Parse is urlparse(url): it splits a URL into scheme, netloc, path, params,
// query and fragment. The params are those of the last path segment, and are
// split off only for some schemes (see [Python.Schemes]).
func Parse(url string) (ParseResult, error) {
	return standard.parse(url, SplitOptions{})
}

// Parse is urlparse(url, scheme, allow_fragments).
func (py Python) Parse(url string, opt SplitOptions) (ParseResult, error) {
	return py.interpreter().parse(url, opt)
}

func (in interpreter) parse(url string, opt SplitOptions) (ParseResult, error) {
	var p pieces
	if err := in.split(&p, url, opt.Scheme, opt.NoFragments); err != nil {
		return ParseResult{}, err
	}
	path, params := in.splitParams(p.scheme, p.path)
	return ParseResult{p.scheme, p.netloc, path, params, p.query, p.fragment}, nil
}

// splitParams splits the params off path if scheme uses them: what follows
// the first ";" of the last segment.
func (in interpreter) splitParams(scheme, path string) (rest, params string) {
	at := strings.IndexByte(path, ';')
	if at < 0 || in.lists(scheme)&inParams == 0 {
		return path, ""
	}
	if slash := strings.LastIndexByte(path, '/'); slash > at {
		if at = strings.IndexByte(path[slash:], ';'); at < 0 {
			return path, ""
		}
		at += slash
	}
	return path[:at], path[at+1:]
}

// pieces is what a URL splits into, and which of it the URL really had.
type pieces struct {
	scheme, netloc, path, query, fragment string
	has                                   presentParts
}

// presentParts tells absent components from empty ones.
type presentParts uint8

const (
	hasScheme presentParts = 1 << iota
	hasNetloc
	hasQuery
	hasFragment
)

// split splits url into p, with scheme as the scheme of a URL that has none.
func (in interpreter) split(p *pieces, url, scheme string, noFragments bool) error {
	s := url
	if in.has(stripControls) {
		for len(s) > 0 && s[0] <= ' ' {
			s = s[1:]
		}
	}
	seen := in.scan(p, s, noFragments)
	if seen&ascii.TabOrNewline != 0 && in.has(lateNewlines|removeNewlines) {
		seen = in.rescan(p, s, noFragments)
		url = pytext.Canonical(url) // as removeNewlinesFrom has read it
	}
	if p.has&hasScheme == 0 && scheme != "" {
		p.scheme = in.cleanScheme(scheme)
	}
	if seen&(ascii.Bracket|ascii.NonASCII) != 0 {
		if err := in.checkNetloc(p, url); err != nil {
			*p = pieces{}
			return err
		}
	}
	return nil
}

// rescan is scan without the tabs and newlines of s.
func (in interpreter) rescan(p *pieces, s string, noFragments bool) (seen ascii.Class) {
	*p = pieces{}
	if in.has(removeNewlines) {
		return in.scan(p, removeNewlinesFrom(s), noFragments)
	}
	// Python 3.9.5 looked for the scheme before it removed them.
	return scanAfterScheme(p, removeNewlinesFrom(in.scanScheme(p, s)), noFragments)
}

// scan finds the pieces of s as they stand. It returns the classes of the
// bytes in netloc, and whether there is a tab or newline anywhere.
//
// This is the hot loop of the package, measured by BenchmarkSplit: each byte
// is read once.
func (in interpreter) scan(p *pieces, s string, noFragments bool) (seen ascii.Class) {
	return scanAfterScheme(p, in.scanScheme(p, s), noFragments)
}

// scanScheme finds the scheme of s and returns what follows its colon.
func (in interpreter) scanScheme(p *pieces, s string) (rest string) {
	n := in.schemeLen(s)
	if n == 0 {
		return s
	}
	p.scheme = lowerASCII(s[:n])
	p.has |= hasScheme
	return s[n+1:]
}

// scanAfterScheme finds the other pieces.
func scanAfterScheme(p *pieces, s string, noFragments bool) (seen ascii.Class) {
	if len(s) >= 2 && s[0] == '/' && s[1] == '/' {
		i := 2
		for i < len(s) {
			class := ascii.Table[s[i]]
			if class&ascii.AuthorityEnd != 0 {
				break
			}
			seen |= class
			i++
		}
		p.netloc, s = s[2:i], s[i:]
		p.has |= hasNetloc
	}
	stop := ascii.QuestionMark | ascii.NumberSign
	if noFragments {
		stop = ascii.QuestionMark
	}
	i, tabs := find(s, stop)
	p.path, s = s[:i], s[i:]
	if len(s) > 0 && s[0] == '?' {
		i, more := find(s[1:], stop&^ascii.QuestionMark)
		p.query, s = s[1:1+i], s[1+i:]
		p.has |= hasQuery
		tabs |= more
	}
	if len(s) > 0 {
		_, more := find(s, 0)
		p.fragment = s[1:]
		p.has |= hasFragment
		tabs |= more
	}
	return seen | tabs
}

// find returns the offset of the first byte of s in class stop, which may
// hold "?" and "#", or else len(s); and TabOrNewline if such a byte comes
// before. It reads eight bytes at a time, looking for what is below "$", all
// of which is rare but "#", and for "?".
func find(s string, stop ascii.Class) (n int, tabs ascii.Class) {
	i := 0
	for i+8 <= len(s) {
		x := ascii.Load8(s, i)
		marks := ascii.Below8(x, '#'+1) | ascii.Equal8(x, '?')
		if marks == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(marks) / 8
		class := ascii.Table[s[i]]
		if class&stop != 0 {
			return i, tabs
		}
		tabs |= class & ascii.TabOrNewline
		i++
	}
	for ; i < len(s); i++ {
		class := ascii.Table[s[i]]
		if class&stop != 0 {
			return i, tabs
		}
		tabs |= class & ascii.TabOrNewline
	}
	return len(s), tabs
}

// schemeLen returns the length of the scheme at the start of s, 0 if it has
// none.
func (in interpreter) schemeLen(s string) int {
	n := 0
	for n < len(s) && ascii.Table[s[n]]&ascii.SchemeChar != 0 {
		n++
	}
	if n == 0 || n == len(s) || s[n] != ':' {
		return 0
	}
	if in.quirks&(letterFirst|colonDigits) == letterFirst|colonDigits {
		if ascii.Table[s[0]]&ascii.Alpha == 0 {
			return 0
		}
		return n
	}
	if in.has(letterFirst) && !ascii.Is(s[0], ascii.Alpha) {
		return 0
	}
	// Python 3.8 took "host:80" for a path, but not after a literal "http".
	if !in.has(colonDigits) && n+1 < len(s) && s[:n] != "http" && ascii.All(s[n+1:], ascii.Digit) {
		return 0
	}
	return n
}

// cleanScheme treats the scheme argument as split treats the URL, but for the
// case of its letters, and strips both ends.
func (in interpreter) cleanScheme(s string) string {
	if in.has(stripControls) {
		for len(s) > 0 && s[0] <= ' ' {
			s = s[1:]
		}
		for len(s) > 0 && s[len(s)-1] <= ' ' {
			s = s[:len(s)-1]
		}
	}
	if in.has(removeNewlines) {
		s = removeNewlinesFrom(s)
	}
	return s
}

// removeNewlinesFrom returns s without tabs, carriage returns and line feeds.
func removeNewlinesFrom(s string) string {
	if _, tabs := find(s, 0); tabs == 0 {
		return s
	}
	// Bytes that are no text must not come together as a character.
	s = pytext.Canonical(s)
	var b strings.Builder
	b.Grow(len(s))
	at := 0
	for i := 0; i < len(s); i++ {
		if ascii.Is(s[i], ascii.TabOrNewline) {
			b.WriteString(s[at:i])
			at = i + 1
		}
	}
	b.WriteString(s[at:])
	return b.String()
}

// lowerASCII returns s with A to Z in lower case.
func lowerASCII(s string) string {
	at := ascii.Index(s, ascii.Upper)
	if at < 0 {
		return s
	}
	b := []byte(s)
	for ; at < len(b); at++ {
		if ascii.Is(b[at], ascii.Upper) {
			b[at] |= 0x20
		}
	}
	return string(b)
}
