package rfc3986

import (
	"math"
	"math/bits"

	"earl.example/internal/text/ascii"
)

// maxLength is the maximum length of a Ref: 32 bits, less the bytes that resolving or editing adds.
const maxLength uint64 = math.MaxUint32 - 15

// longest is maxLength, or less if maxLength does not fit in an int.
const longest = int(min(maxLength, math.MaxInt-15))

// Parse parses a URI reference (§4.1) by the grammar of appendix A. Parse(s).String() == s. The Ref shares the memory
// of s; see [Ref.Clone]. s can have up to 4 GiB - 16 bytes, or 2 GiB - 16 if an int has 32 bits.
//
// The error has the offset of the first byte that no valid reference can have there, with two exceptions. For a broken
// percent-encoding, it has the offset of "%". In an authority without "@", it has the offset of the first byte that
// host and port cannot have.
func Parse(s string) (Ref, error) { return ParseOptions{}.Parse(s) }

// ParseURI parses a URI (§3).
func ParseURI(s string) (URI, error) {
	r, at, f := parse(s, false)
	if !r.IsURI() && f != faultLength {
		// A text without a scheme is not a URI, whatever error it has as a relative reference.
		if n := schemeLen(s); n == 0 || n == len(s) || s[n] != ':' {
			at, f = n, faultURI
		}
	}
	if f != 0 {
		return URI{}, f.error(s, at)
	}
	return URI{r}, nil
}

// MustParse is like [Parse], but panics on error.
func MustParse(s string) Ref {
	r, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return r
}

// MustParseURI is like [ParseURI], but panics on error.
func MustParseURI(s string) URI {
	u, err := ParseURI(s)
	if err != nil {
		panic(err)
	}
	return u
}

// Valid reports whether Parse accepts s.
func Valid(s string) bool {
	_, _, f := parse(s, false)
	return f == 0
}

// ValidURI reports whether ParseURI accepts s.
func ValidURI(s string) bool {
	r, _, f := parse(s, false)
	return f == 0 && r.IsURI()
}

// ParseOptions accept more references. The zero value is the standard.
type ParseOptions struct {
	// AllowZone accepts a zone identifier in an IPv6 address, as in "[fe80::1%25en1]" (RFC 6874, withdrawn by
	// RFC 9844). UnmarshalText and Scan reject it.
	AllowZone bool
}

// Parse is the function [Parse] with options.
func (opt ParseOptions) Parse(s string) (Ref, error) {
	r, at, f := parse(s, opt.AllowZone)
	if f != 0 {
		return Ref{}, f.error(s, at)
	}
	return r, nil
}

// parse parses s in one pass. On a fault it returns the zero Ref and the offset. BenchmarkParse measures it.
func parse(s string, zone bool) (r Ref, at int, f fault) {
	if len(s) > longest {
		return Ref{}, longest, faultLength
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

// splitScheme returns the offset after "scheme:", or 0 if s has no scheme. s[:i] is valid as a scheme, or as the start
// of the first segment of a relative reference, which has no colon (§4.2). BenchmarkParse and BenchmarkResolve measure
// it.
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
	// Most texts begin with letters, digits, "-" and ".", which schemes and segments can have.
	n := 0
	for n+8 <= len(s) {
		marks := uncommonInName(ascii.Load8(s, n))
		if marks == 0 {
			n += 8
			continue
		}
		n += bits.TrailingZeros64(marks) / 8
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

func endOfAuthority(s string, i int) bool {
	return i == len(s) || ascii.Is(s[i], ascii.AuthorityEnd)
}

// parseAuthority parses the authority at offset begin (§3.2). s[begin:i] is valid as a reg-name and as a userinfo. On a
// fault, end is its offset.
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
