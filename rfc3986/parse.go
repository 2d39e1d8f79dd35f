package rfc3986

import (
	"math"
	"math/bits"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
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
func Parse(s string) (Ref, error) { return standard.parse(s) }

// ParseURI parses a URI (§3).
func ParseURI(s string) (URI, error) { return standard.parseURI(s) }

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
	_, _, broken := parse(s, &standard)
	return broken == nil
}

// ValidURI reports whether ParseURI accepts s.
func ValidURI(s string) bool {
	r, _, broken := parse(s, &standard)
	return broken == nil && r.IsURI()
}

// ParseOptions accept more references. The zero value is the standard.
type ParseOptions struct {
	// AllowZone accepts a zone identifier in an IPv6 address, as in "[fe80::1%25en1]" (RFC 6874, withdrawn by
	// RFC 9844). UnmarshalText and Scan reject it.
	AllowZone bool

	// AllowIRI accepts internationalized references (RFC 3987), which can have characters beyond ASCII: ucschar in every
	// component but scheme and port, and iprivate in the query (§2.2 there). It rejects the formatting characters for
	// bidirectional text of §4.1 there. Errors have the Dialect "rfc3987". UnmarshalText and Scan reject IRIs.
	//
	// All methods take the result. To convert it to a URI, use [StepURI], and [Ref.WithDomain] for a host in DNS.
	AllowIRI bool
}

// Parse is the function [Parse] with options.
func (opt ParseOptions) Parse(s string) (Ref, error) { return opt.grammar().parse(s) }

func (g *grammar) parse(s string) (Ref, error) {
	r, at, broken := g.scan(s)
	if broken != nil {
		return Ref{}, g.violation(broken, s, at)
	}
	return r, nil
}

// ParseURI is the function [ParseURI] with options.
func (opt ParseOptions) ParseURI(s string) (URI, error) { return opt.grammar().parseURI(s) }

func (g *grammar) parseURI(s string) (URI, error) {
	r, at, broken := g.scan(s)
	if !r.IsURI() && broken != ruleLength {
		// A text without a scheme is not a URI, whatever error it has as a relative reference.
		if n := ascii.SchemeLen(s); n == 0 || n == len(s) || s[n] != ':' {
			at, broken = n, ruleURI
		}
	}
	if broken != nil {
		return URI{}, g.violation(broken, s, at)
	}
	return URI{r}, nil
}

func (opt ParseOptions) grammar() *grammar {
	switch {
	case opt.AllowIRI && opt.AllowZone:
		return &widest
	case opt.AllowIRI:
		return &iris
	case opt.AllowZone:
		return &withZones
	}
	return &standard
}

// A grammar has the classes of the bytes that components can have, apart from percent-encodings. The classes include
// the common bytes for which skipName and [percent.SkipCommon] make no look-up.
type grammar struct {
	name, userinfo, path, query ascii.Class
	zone                        bool // an IPv6 address can have a zone identifier
	iri                         bool // the classes have all bytes beyond ASCII: see wideError
}

// The grammar of appendix A, and the same grammar with zone identifiers, for IRIs, and with both.
var (
	standard  = grammar{ascii.NameChar, ascii.UserinfoChar, ascii.PathChar, ascii.QueryChar, false, false}
	withZones = grammar{ascii.NameChar, ascii.UserinfoChar, ascii.PathChar, ascii.QueryChar, true, false}
	iris      = grammar{ascii.NameChar | ascii.NonASCII, ascii.UserinfoChar | ascii.NonASCII,
		ascii.PathChar | ascii.NonASCII, ascii.QueryChar | ascii.NonASCII, false, true}
	widest = grammar{iris.name, iris.userinfo, iris.path, iris.query, true, true}
)

// scan returns the result of parse. It also finds characters that an IRI cannot have.
func (g *grammar) scan(s string) (r Ref, at int, broken *urlerr.Rule) {
	if r, at, broken = parse(s, g); !g.iri {
		return r, at, broken
	}
	valid := s
	if broken != nil {
		valid = s[:at]
	}
	if i, wide := wideError(valid); wide != nil {
		return r, i, wide
	}
	return r, at, broken
}

// parse parses s by the grammar g in one pass. If s breaks a rule, it returns the zero Ref, the offset and the rule.
// BenchmarkParse measures it.
func parse(s string, g *grammar) (r Ref, at int, broken *urlerr.Rule) {
	if len(s) > longest {
		return Ref{}, longest, ruleLength
	}
	after, i, broken := splitScheme(s, g.name)
	if broken != nil {
		return Ref{}, i, broken
	}
	host, hostEnd := after, after
	path := after
	if i == after && len(s)-i >= 2 && s[i] == '/' && s[i+1] == '/' {
		host = i + 2
		i = skipName(s, host, g.name)
		hostEnd = i
		if !endOfAuthority(s, i) {
			if host, hostEnd, i, broken = parseAuthority(s, host, i, g); broken != nil {
				return Ref{}, i, broken
			}
		}
		path = i
	}
	i = percent.SkipCommon(s, i, g.path)
	query := i
	if i < len(s) && s[i] == '?' {
		if i = percent.SkipCommon(s, i+1, g.query); i < len(s) && s[i] != '#' {
			return Ref{}, i, ruleQuery
		}
	}
	if i < len(s) {
		if s[i] != '#' {
			return Ref{}, i, rulePath
		}
		if end := percent.SkipCommon(s, i+1, g.query); end < len(s) {
			return Ref{}, end, ruleFragment
		}
	}
	return pack(s, after, host, hostEnd, path, query, i), 0, nil
}

// splitScheme returns the offset after "scheme:", or 0 if s has no scheme. s[:i] is valid as a scheme, or as the start
// of the first segment of a relative reference, which has no colon (§4.2). BenchmarkParse and BenchmarkResolve measure
// it.
func splitScheme(s string, name ascii.Class) (after, i int, broken *urlerr.Rule) {
	if len(s) >= 8 {
		switch x := ascii.Load8(s, 0); {
		case x == ascii.HTTPS:
			return 6, 6, nil
		case x<<8 == ascii.HTTP:
			return 5, 5, nil
		}
	}
	if s == "" || s[0] == '/' {
		return 0, 0, nil
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
			return 0, n, nil
		}
		if s[n] == ':' && ascii.Is(s[0], ascii.Alpha) {
			return n + 1, n + 1, nil
		}
		break
	}
	n = ascii.SchemeLen(s)
	if n > 0 && n < len(s) && s[n] == ':' {
		return n + 1, n + 1, nil
	}
	for n = skipName(s, n, name); n < len(s) && s[n] == '@'; {
		n = percent.Skip(s, n+1, name)
	}
	if n < len(s) && s[n] == ':' {
		return 0, n, ruleScheme
	}
	return 0, n, nil
}

func endOfAuthority(s string, i int) bool {
	return i == len(s) || ascii.Is(s[i], ascii.AuthorityEnd)
}

// parseAuthority parses the authority at offset begin (§3.2). s[begin:i] is valid as a reg-name and as a userinfo. If
// the authority breaks a rule, end is the offset.
func parseAuthority(s string, begin, i int, g *grammar) (host, hostEnd, end int, broken *urlerr.Rule) {
	host = begin
	if i < len(s) && s[i] != '[' {
		at := i
		for !endOfAuthority(s, at) && s[at] != '@' {
			at++
		}
		if !endOfAuthority(s, at) {
			if i = percent.Skip(s, i, g.userinfo); i < at {
				return 0, 0, i, ruleUserinfo
			}
			host = at + 1
			i = percent.Skip(s, host, g.name)
		}
	}
	if i < len(s) && s[i] == '[' && i == host {
		if i, broken = ipLiteral(s, i, g.zone); broken != nil {
			return 0, 0, i, broken
		}
	}
	hostEnd = i
	if i < len(s) && s[i] == ':' {
		if i = ascii.Skip(s, i+1, ascii.Digit); !endOfAuthority(s, i) {
			return 0, 0, i, rulePort
		}
	}
	if !endOfAuthority(s, i) {
		return 0, 0, i, ruleName
	}
	return host, hostEnd, i, nil
}

// skipName returns the result of [percent.Skip]. class must have all bytes that uncommonInName does not mark.
func skipName(s string, i int, class ascii.Class) int { return percent.Skip(s, skipPlain(s, i), class) }

// skipPlain returns the offset from i of the first byte that uncommonInName marks, or an offset in the last eight bytes
// of s. It reads eight bytes at a time. BenchmarkParse measures it.
func skipPlain(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if marks := uncommonInName(ascii.Load8(s, i)); marks != 0 {
			return i + bits.TrailingZeros64(marks)/8
		}
	}
	return i
}

// uncommonInName marks the bytes of x that are neither letters nor in "-.0123456789". All marks are exact.
func uncommonInName(x uint64) uint64 {
	low := x &^ ascii.Highs
	fold := low | 0x20*ascii.Ones
	letters := (fold + (0x80-'a')*ascii.Ones) &^ (fold + (0x80-'z'-1)*ascii.Ones)
	others := (low + (0x80-'-')*ascii.Ones) &^ (low + (0x80-'9'-1)*ascii.Ones)
	noSlash := (low ^ '/'*ascii.Ones) + 0x7f*ascii.Ones
	return (^(letters | others&noSlash) | x) & ascii.Highs
}
