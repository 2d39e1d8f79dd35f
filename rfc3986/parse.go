package rfc3986

import (
	"math"
	"math/bits"

	"earl.example/internal/text/ascii"
)

// maxLength is the length of the longest text that a Ref holds: its offsets
// fit into 32 bits, also when resolving or editing has added some bytes.
const maxLength uint64 = math.MaxUint32 - 15

// longest is that length as far as an int reaches, with the same room.
const longest = int(min(maxLength, math.MaxInt-15))

// Parse reads a URI reference (§4.1), and refuses whatever the grammar of
// appendix A does not allow. Nothing is decoded, normalised or lost:
// Parse(s).String() is s. The Ref shares the memory of s; see [Ref.Clone].
//
// An error is a [*urlerr.Error] with the offset of the first offending byte:
// the text up to there can be continued to a valid reference, and that byte
// cannot be its next. Two bytes are found earlier than that: the percent sign
// of a broken triplet, and, where an authority has no "@", the byte that a
// host and port cannot have, though a userinfo could.
func Parse(s string) (Ref, error) {
	r, at, f := parse(s, false, longest)
	if f != 0 {
		return Ref{}, f.error(s, at)
	}
	return r, nil
}

// ParseURI reads a URI (§3): a reference that begins with a scheme.
func ParseURI(s string) (URI, error) {
	u, at, f := parseURI(s, false, longest)
	if f != 0 {
		return URI{}, f.error(s, at)
	}
	return u, nil
}

// ParseAbsolute reads an absolute URI (§4.3): one without a fragment.
func ParseAbsolute(s string) (URI, error) { return ParseOptions{}.ParseAbsolute(s) }

// ParseBytes is Parse of a copy of b. Where b holds text, it is in a superset
// of ASCII.
func ParseBytes(b []byte) (Ref, error) { return ParseOptions{}.Parse(string(b)) }

// MustParse is Parse for references that are known to be valid, such as
// constants. It panics if there is an error.
func MustParse(s string) Ref {
	r, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return r
}

// MustParseURI is ParseURI for URIs that are known to be valid, such as
// constants. It panics if there is an error.
func MustParseURI(s string) URI {
	u, err := ParseURI(s)
	if err != nil {
		panic(err)
	}
	return u
}

// ParseOptions change what is accepted. The zero value is the standard.
type ParseOptions struct {
	// AllowZone accepts a zone identifier behind an IPv6 address, in the form
	// of RFC 6874, such as "[fe80::1%25en1]". RFC 9844 has withdrawn it from
	// URIs; the names of zones mean something on one machine only. What
	// UnmarshalText, Scan and the like read is held to the standard, so that
	// they refuse such a reference.
	AllowZone bool

	// MaxLength is how many bytes a reference may have. 0 means 4 GiB - 16,
	// which is also the most; where an int has 32 bits, it is 2 GiB - 16.
	MaxLength int
}

// Parse is the function [Parse] with options.
func (opt ParseOptions) Parse(s string) (Ref, error) {
	r, at, f := parse(s, opt.AllowZone, limit(opt.MaxLength))
	if f != 0 {
		return Ref{}, f.error(s, at)
	}
	return r, nil
}

// ParseURI is the function [ParseURI] with options.
func (opt ParseOptions) ParseURI(s string) (URI, error) {
	u, at, f := parseURI(s, opt.AllowZone, limit(opt.MaxLength))
	if f != 0 {
		return URI{}, f.error(s, at)
	}
	return u, nil
}

// ParseAbsolute is the function [ParseAbsolute] with options.
func (opt ParseOptions) ParseAbsolute(s string) (URI, error) {
	u, err := opt.ParseURI(s)
	if err == nil && !u.ref.IsAbsolute() {
		return URI{}, faultAbsolute.error(s, int(u.ref.fragment()))
	}
	return u, err
}

// limit returns the length of the longest text that is accepted if n is asked
// for.
func limit(n int) int {
	if n > 0 && n < longest {
		return n
	}
	return longest
}

// parse reads the reference s in one pass, or returns the zero Ref, what is wrong
// and where; most is the greatest length. It is measured by BenchmarkParse.
func parse(s string, zone bool, most int) (r Ref, at int, f fault) {
	if len(s) > most {
		return Ref{}, most, faultLength
	}
	after, i, f := splitScheme(s)
	if f != 0 {
		return Ref{}, i, f
	}
	host, hostEnd := after, after
	path := after
	if i == after && len(s)-i >= 2 && s[i] == '/' && s[i+1] == '/' {
		host = i + 2
		i = skipName(s, host)
		hostEnd = i
		if !endOfAuthority(s, i) {
			if host, hostEnd, i, f = parseAuthority(s, host, i, zone); f != 0 {
				return Ref{}, i, f
			}
		}
		path = i
	}
	i = skipPath(s, i)
	query := i
	if i < len(s) && s[i] == '?' {
		if i = skipQuery(s, i+1); i < len(s) && s[i] != '#' {
			return Ref{}, i, faultQuery
		}
	}
	if i < len(s) {
		if s[i] != '#' {
			return Ref{}, i, faultPath
		}
		if end := skipQuery(s, i+1); end < len(s) {
			return Ref{}, end, faultFragment
		}
	}
	return pack(s, after, host, hostEnd, path, query, i), 0, 0
}

// parseURI is parse for a text that has to have a scheme.
func parseURI(s string, zone bool, most int) (u URI, at int, f fault) {
	r, at, f := parse(s, zone, most)
	if r.IsRelative() && f != faultLength {
		// What is wrong with it as a relative reference does not matter.
		if n := schemeLen(s); n == 0 || n == len(s) || s[n] != ':' {
			return URI{}, n, faultURI
		}
	}
	return URI{r}, at, f
}

// splitScheme returns the offset behind the colon of the scheme, 0 if there is
// no scheme, and the offset up to which the bytes are known to be fit: for the
// scheme, or for the first segment of a relative reference, which has no colon
// (§4.2). BenchmarkParse and BenchmarkResolve measure it.
func splitScheme(s string) (after, i int, f fault) {
	if len(s) >= 8 {
		switch x := ascii.Load8(s, 0); {
		case x == ascii.HTTPS:
			return 6, 6, 0
		case x<<8 == ascii.HTTP:
			return 5, 5, 0
		}
	}
	if s == "" || s[0] == '/' {
		return 0, 0, 0
	}
	// Most begin with letters, digits, "-" and ".", which schemes and segments have.
	n := 0
	for n+8 <= len(s) {
		odd := oddInName(ascii.Load8(s, n))
		if odd == 0 {
			n += 8
			continue
		}
		n += bits.TrailingZeros64(odd) / 8
		if s[n] == '/' {
			return 0, n, 0
		}
		if s[n] == ':' && ascii.Is(s[0], ascii.Alpha) {
			return n + 1, n + 1, 0
		}
		break
	}
	n = schemeLen(s)
	if n > 0 && n < len(s) && s[n] == ':' {
		return n + 1, n + 1, 0
	}
	for n = skipName(s, n); n < len(s) && s[n] == '@'; {
		n = skip(s, n+1, ascii.NameChar)
	}
	if n < len(s) && s[n] == ':' {
		return 0, n, faultScheme
	}
	return 0, n, 0
}

// schemeLen returns the length of what s begins with and could be a scheme
// (§3.1) if a colon follows.
func schemeLen(s string) int {
	if s == "" || !ascii.Is(s[0], ascii.Alpha) {
		return 0
	}
	n := 1
	for n < len(s) && ascii.Is(s[n], ascii.SchemeChar) {
		n++
	}
	return n
}

// endOfAuthority reports whether an authority that reaches offset i ends there
// (§3.2).
func endOfAuthority(s string, i int) bool {
	return i == len(s) || ascii.Is(s[i], ascii.AuthorityEnd)
}

// parseAuthority reads the authority (§3.2) at offset begin, of which what
// stands before offset i could be a reg-name or a userinfo. It returns where
// host and authority are. On a fault, end is its place.
func parseAuthority(s string, begin, i int, zone bool) (host, hostEnd, end int, f fault) {
	host = begin
	if i < len(s) && s[i] != '[' {
		at := i
		for !endOfAuthority(s, at) && s[at] != '@' {
			at++
		}
		if !endOfAuthority(s, at) {
			if i = skip(s, i, ascii.UserinfoChar); i < at {
				return 0, 0, i, faultUserinfo
			}
			host = at + 1
			i = skip(s, host, ascii.NameChar)
		}
	}
	if i < len(s) && s[i] == '[' && i == host {
		if i, f = ipLiteral(s, i, zone); f != 0 {
			return 0, 0, i, f
		}
	}
	hostEnd = i
	if i < len(s) && s[i] == ':' {
		i++
		for i < len(s) && ascii.Is(s[i], ascii.Digit) {
			i++
		}
		if !endOfAuthority(s, i) {
			return 0, 0, i, faultPort
		}
	}
	if !endOfAuthority(s, i) {
		return 0, 0, i, faultName
	}
	return host, hostEnd, i, 0
}
