package rfc1808

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// Parse splits s into components (§2.4). Every text has components, so there is no error; [Grammar.Check] reports
// whether they are valid. Parse(s).String() == s. The URL shares the memory of s; see [URL.Clone].
func Parse(s string) (u URL) {
	// §2.4 splits off the fragment first, so "#" ends every other component. It splits off the net_loc before the query,
	// so "?" does not end a net_loc. The path is the rest, so ";", "?" and "#" end the path.
	u.s = s
	u.scheme = schemeEnd(s)
	i := u.scheme
	if len(s)-i >= 2 && s[i] == '/' && s[i+1] == '/' {
		i = ascii.IndexAny3(s, i+2, '/', '#', '#')
	}
	u.path = i
	i = ascii.IndexAny3(s, i, ';', '?', '#')
	u.params = i
	if i < len(s) && s[i] == ';' {
		i = ascii.IndexAny3(s, i, '?', '#', '#')
	}
	u.query = i
	if i < len(s) && s[i] == '?' {
		if n := strings.IndexByte(s[i:], '#'); n >= 0 {
			i += n
		} else {
			i = len(s)
		}
	}
	u.fragment = i
	return u
}

func schemeEnd(s string) int {
	if len(s) >= 8 {
		switch x := ascii.Load8(s, 0); {
		case x == ascii.HTTPS:
			return 6
		case x<<8 == ascii.HTTP:
			return 5
		}
	}
	n := ascii.Skip(s, 0, ascii.SchemeChar)
	if n > 0 && n < len(s) && s[n] == ':' {
		return n + 1
	}
	return 0
}
