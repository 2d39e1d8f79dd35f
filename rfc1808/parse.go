package rfc1808

import (
	"math/bits"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// Parse takes s apart as §2.4 does. Every text has components, so there is no
// error; [Grammar.Check] tells whether they are valid. Nothing is trimmed,
// decoded or lost: Parse(s).String() is s. The URL shares the memory of s; see
// [URL.Clone].
func Parse(s string) (u URL) {
	// The order of §2.4 is fragment, scheme, net_loc, query, params, path.
	// From left to right it is one pass, as each component ends where a later
	// one may begin: the scheme is over at "#" too, the params at "?" or "#".
	u.s = s
	u.scheme = schemeEnd(s)
	i := u.scheme
	if len(s)-i >= 2 && s[i] == '/' && s[i+1] == '/' {
		i = netLocEnd(s, i+2)
	}
	u.path = i
	i = pathEnd(s, i)
	u.params = i
	if i < len(s) && s[i] == ';' {
		i = paramsEnd(s, i+1)
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

// ParseBytes is Parse of a copy of b.
func ParseBytes(b []byte) URL { return Parse(string(b)) }

// AdvisedLength is how many bytes a URI had better not exceed: some old clients
// and proxies fail beyond that (RFC 2068 §3.2.1).
const AdvisedLength = 255

// ParseOptions limit what is accepted. The zero value is the standard, which has
// no limit.
type ParseOptions struct {
	// MaxLength is how many bytes a URL may have, if it is not 0.
	MaxLength int
}

// Parse is the function [Parse] with options. A text that is too long is an
// error of kind [urlerr.TooLong] whose rule names the status 414, "Request-URI Too
// Long", with which a server answers then (RFC 2068 §3.2.1).
func (opt ParseOptions) Parse(s string) (URL, error) {
	if opt.MaxLength > 0 && len(s) > opt.MaxLength {
		return URL{}, tooLong(s, opt.MaxLength)
	}
	return Parse(s), nil
}

func tooLong(s string, at int) error { return fail(&ruleLength, s, at, urlerr.NoComponent) }

// schemeEnd returns the offset behind the colon of the scheme, 0 if there is no
// scheme (§2.4.2).
func schemeEnd(s string) int {
	if len(s) >= 8 {
		switch x := ascii.Load8(s, 0); {
		case x == ascii.HTTPS:
			return 6
		case x<<8 == ascii.HTTP:
			return 5
		}
	}
	n := 0
	for n < len(s) && ascii.Is(s[n], ascii.SchemeChar) {
		n++
	}
	if n > 0 && n < len(s) && s[n] == ':' {
		return n + 1
	}
	return 0
}

// The functions that follow search from offset i on for the end of a component.
// They read eight bytes at a time; BenchmarkParse measures them.

// netLocEnd returns the offset of the first "/" or "#", or the length.
func netLocEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		x := ascii.Load8(s, i)
		if ends := ascii.Equal8(x, '/') | ascii.Equal8(x, '#'); ends != 0 {
			return i + bits.TrailingZeros64(ends)/8
		}
	}
	for i < len(s) && s[i] != '/' && s[i] != '#' {
		i++
	}
	return i
}

// pathEnd returns the offset of the first ";", "?" or "#", or the length.
func pathEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if ends := pathEnds(ascii.Load8(s, i)); ends != 0 {
			return i + bits.TrailingZeros64(ends)/8
		}
	}
	if ends := pathEnds(ascii.Load8Padded(s, i)); ends != 0 {
		return i + bits.TrailingZeros64(ends)/8
	}
	return len(s)
}

// pathEnds marks the bytes of x that are ";", "?" or "#". The first two differ
// in one bit.
func pathEnds(x uint64) uint64 {
	return ascii.Equal8(x|(';'^'?')*ascii.Ones, '?') | ascii.Equal8(x, '#')
}

// paramsEnd returns the offset of the first "?" or "#", or the length.
func paramsEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		x := ascii.Load8(s, i)
		if ends := ascii.Equal8(x, '?') | ascii.Equal8(x, '#'); ends != 0 {
			return i + bits.TrailingZeros64(ends)/8
		}
	}
	for i < len(s) && s[i] != '?' && s[i] != '#' {
		i++
	}
	return i
}
