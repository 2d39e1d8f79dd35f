package urllib

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
)

// splitParams splits path into the rest and the params, if scheme uses params. The params are the text after the first
// ";" of the last segment.
func (in interpreter) splitParams(scheme, path string) (rest, params string) {
	if strings.IndexByte(path, ';') < 0 || in.lists(scheme)&inParams == 0 {
		return path, ""
	}
	last := strings.LastIndexByte(path, '/') + 1
	segment, params, _ := strings.Cut(path[last:], ";")
	return path[:last+len(segment)], params
}

// cuts has the offsets that divide a URL into components. A component that is empty but not absent still has its
// delimiter.
type cuts struct {
	scheme   int // offset of the ":" after the scheme, or 0
	path     int // start of the path, end of the netloc
	query    int // end of the path, start of "?" and the query
	fragment int // end of the query, start of "#" and the fragment
}

// missing returns the set of components that s does not have.
func (c cuts) missing(s string) (none Components) {
	if c.scheme == 0 {
		none |= Scheme
	}
	if !c.hasNetloc() {
		none |= Netloc
	}
	if !c.hasQuery() {
		none |= Query
	}
	if !c.hasFragment(s) {
		none |= Fragment
	}
	return none
}

func (c cuts) afterScheme() int {
	if c.scheme == 0 {
		return 0
	}
	return c.scheme + 1
}

func (c cuts) hasNetloc() bool           { return c.path != c.afterScheme() }
func (c cuts) hasQuery() bool            { return c.query != c.fragment }
func (c cuts) hasFragment(s string) bool { return c.fragment != len(s) }
func (c cuts) pathOf(s string) string    { return s[c.path:c.query] }

func (c cuts) schemeOf(s string) string {
	switch scheme := s[:c.scheme]; scheme {
	case "https", "http", "":
		return scheme
	default:
		return ascii.ToLower(scheme)
	}
}

func (c cuts) netlocOf(s string) string {
	if !c.hasNetloc() {
		return ""
	}
	return s[c.afterScheme()+len("//") : c.path]
}

func (c cuts) queryOf(s string) string {
	if !c.hasQuery() {
		return ""
	}
	return s[c.query+1 : c.fragment]
}

func (c cuts) fragmentOf(s string) string {
	if !c.hasFragment(s) {
		return ""
	}
	return s[c.fragment+1:]
}

// split divides url into components. s is url without the characters that the release removes. c has the offsets that
// divide s into components.
func (in interpreter) split(url string, noFragments bool) (s string, c cuts, err error) {
	s = url
	if in.has(stripControls) {
		for len(s) > 0 && s[0] <= ' ' {
			s = s[1:]
		}
	}
	removes := in.has(lateNewlines | removeNewlines)
	c, seen := cut(s, in.schemeLen(s), noFragments, removes)
	if seen == 0 {
		return s, c, nil
	}
	if removes && seen&ascii.TabOrNewline != 0 {
		text := withoutNewlines(s)
		scheme := in.schemeLen(text)
		if !in.has(removeNewlines) {
			scheme = in.schemeLen(s) // 3.9.5 looks for the scheme before it removes newlines.
		}
		s = text
		c, seen = cut(s, scheme, noFragments, false)
	}
	if seen&(ascii.Bracket|ascii.NonASCII) != 0 {
		netloc := c.netlocOf(s)
		if err := in.checkNetloc(netloc, c.path-len(netloc), s, url); err != nil {
			return "", cuts{}, err
		}
	}
	return s, c, nil
}

// source returns a map from offsets in s to offsets in url, where s is the text that split returned for url.
func (in interpreter) source(url, s string) clean.Map {
	lead := 0
	if in.has(stripControls) {
		for lead < len(url) && url[lead] <= ' ' {
			lead++
		}
	}
	_, m := clean.Within(url, lead, len(url), s != url[lead:])
	if s != url[lead:] && !utf8.ValidString(url) {
		m.Rewritten(str.CanonicalWidth)
	}
	return m
}

// cut divides s into components. s begins with a scheme of the given length. seen has the uncommon classes to which
// bytes of the netloc belong. It also has TabOrNewline if there is a tab or newline anywhere. If stop is set, cut stops
// at the first tab or newline. BenchmarkSplit measures it.
func cut(s string, scheme int, noFragments, stop bool) (c cuts, seen ascii.Class) {
	c.scheme = scheme
	i := c.afterScheme()
	if i+2 <= len(s) && s[i] == '/' && s[i+1] == '/' {
		i += 2
		start := i
		var uncommon uint64 // not 0 if there are uncommon bytes
		for {
			x := ascii.Load8Padded(s, i)
			// "/" and "?" differ in one bit. The bytes below "$" are rare, except "#".
			marks := ascii.Equal8(x|0x10*ascii.Ones, '?') | ascii.Below8(x, '#'+1)
			// "[" and "]" differ from "_" in two bits. "_" is rare, so that it may be marked, too.
			rare := ascii.Equal8(x|0x06*ascii.Ones, '_') | x&ascii.Highs
			if marks == 0 {
				uncommon |= rare
				i += 8
				continue
			}
			i += bits.TrailingZeros64(marks) / 8
			uncommon |= rare & (marks - 1) &^ marks // the marks before the first one
			if i >= len(s) {
				i = len(s)
				break
			}
			if ascii.Is(s[i], ascii.AuthorityEnd) {
				break
			}
			for uncommon = marks; i < len(s) && s[i] <= '"'; i++ { // skip all of them
				if stop && ascii.Is(s[i], ascii.TabOrNewline) {
					return c, ascii.TabOrNewline
				}
			}
		}
		if uncommon != 0 {
			seen = ascii.ClassesOf(s[start:i]) & (ascii.Bracket | ascii.NonASCII | ascii.TabOrNewline)
		}
	}
	c.path, c.query, c.fragment = i, -1, len(s)
	for {
		x := ascii.Load8Padded(s, i)
		marks := ascii.Below8(x, '#'+1) | ascii.Equal8(x, '?')
		if marks == 0 {
			i += 8
			continue
		}
		if i += bits.TrailingZeros64(marks) / 8; i >= len(s) {
			break
		}
		for ; i < len(s) && (s[i] <= '#' || s[i] == '?'); i++ { // skip all of them
			switch s[i] {
			case '?':
				if c.query < 0 && c.fragment == len(s) {
					c.query = i
				}
			case '#':
				if c.fragment == len(s) && !noFragments {
					c.fragment = i
				}
			case '\t', '\n', '\r':
				if seen |= ascii.TabOrNewline; stop {
					return c, seen
				}
			}
		}
	}
	if c.query < 0 {
		c.query = c.fragment
	}
	return c, seen
}

func (in interpreter) schemeLen(s string) int {
	if len(s) >= 8 {
		switch start := ascii.Load8(s, 0); {
		case start == ascii.HTTPS:
			return len("https")
		case start<<8 == ascii.HTTP:
			return len("http")
		}
	}
	n := ascii.Skip(s, 0, ascii.SchemeChar)
	if n == 0 || n == len(s) || s[n] != ':' {
		return 0
	}
	if in.has(letterFirst) && !ascii.Is(s[0], ascii.Alpha) {
		return 0
	}
	// Python 3.8 parses "host:80" as a path, except after a literal "http".
	if !in.has(colonDigits) && n+1 < len(s) && s[:n] != "http" && ascii.All(s[n+1:], ascii.Digit) {
		return 0
	}
	return n
}

// cleanScheme removes from the argument scheme the characters that split removes from a URL, but at both ends.
func (in interpreter) cleanScheme(s string) string {
	if in.has(stripControls) {
		s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	}
	if in.has(removeNewlines) {
		s = withoutNewlines(s)
	}
	return s
}

// withoutNewlines returns s without tabs, carriage returns and line feeds. It first converts bytes that are not UTF-8
// to surrogates. Without this step, such bytes could form a character after the text between them is removed.
func withoutNewlines(s string) string {
	if ascii.Index(s, ascii.TabOrNewline) < 0 {
		return s
	}
	s = str.Canonical(s)
	s, _ = clean.Within(s, 0, len(s), true)
	return s
}

type netlocCuts struct {
	userinfo      int // the last "@", or -1
	host, hostEnd int // without brackets
	bracket       bool
	port          int // offset after the ":", or -1
}

// cutNetloc finds the parts of netloc as Python's _userinfo and _hostinfo do. Some text belongs to no part: the text
// before an opening bracket, and the text between a closing bracket and the port.
func cutNetloc(netloc string) (c netlocCuts) {
	c.userinfo = strings.LastIndexByte(netloc, '@')
	c.host, c.hostEnd, c.port = c.userinfo+1, len(netloc), -1
	search := c.host
	if open := strings.IndexByte(netloc[c.host:], '['); open >= 0 {
		c.bracket = true
		c.host += open + 1
		shut := strings.IndexByte(netloc[c.host:], ']')
		if shut < 0 {
			return c // Python then looks for no port.
		}
		c.hostEnd = c.host + shut
		search = c.hostEnd + 1
	}
	if colon := strings.IndexByte(netloc[search:], ':'); colon >= 0 {
		c.port = search + colon + 1
		if !c.bracket {
			c.hostEnd = search + colon
		}
	}
	return c
}

func (c *netlocCuts) portOf(netloc string) string {
	if c.port < 0 {
		return ""
	}
	return netloc[c.port:]
}
