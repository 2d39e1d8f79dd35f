package rfc3986

import (
	"math"

	"earl.example/internal/ascii"
	"earl.example/urlerr"
)

// maxLength is the length of the longest text that a Ref holds: its offsets
// fit into 32 bits, also when resolving or editing has added some bytes.
const maxLength uint64 = math.MaxUint32 - 15

// Parse reads a URI reference (§4.1), and refuses whatever the grammar of
// appendix A does not allow. Nothing is decoded, normalised or lost:
// Parse(s).String() is s. The Ref shares the memory of s; see [Ref.Clone].
//
// An error is a [*urlerr.Error] with the offset of the first offending byte:
// the text up to there can be continued to a valid reference, and that byte
// cannot be its next. Two bytes are found earlier than that: the percent sign
// of a broken triplet, and, where an authority has no "@", the byte that a
// host and port cannot have, though a userinfo could.
func Parse(s string) (Ref, error) { return ParseOptions{}.Parse(s) }

// ParseURI reads a URI (§3): a reference that begins with a scheme.
func ParseURI(s string) (URI, error) { return ParseOptions{}.ParseURI(s) }

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
	// URIs; the names of zones mean something on one machine only.
	AllowZone bool

	// MaxLength is how many bytes a reference may have. 0 means 4 GiB - 16,
	// which is also the most.
	MaxLength int
}

// Parse is the function [Parse] with options.
func (opt ParseOptions) Parse(s string) (Ref, error) {
	if opt.tooLong(s) {
		return Ref{}, fail(&ruleLength, s, limit(opt.MaxLength), urlerr.NoComponent)
	}
	r, f := parse(s, opt.AllowZone)
	if f.rule != nil {
		return Ref{}, f.error(s)
	}
	return r, nil
}

// ParseURI is the function [ParseURI] with options.
func (opt ParseOptions) ParseURI(s string) (URI, error) {
	r, err := opt.Parse(s)
	if r.after != 0 {
		return URI{r}, nil
	}
	if n := schemeLen(s); !opt.tooLong(s) && (n == 0 || n == len(s) || s[n] != ':') {
		err = fail(&ruleURI, s, n, urlerr.Scheme)
	}
	return URI{}, err
}

// ParseAbsolute is the function [ParseAbsolute] with options.
func (opt ParseOptions) ParseAbsolute(s string) (URI, error) {
	u, err := opt.ParseURI(s)
	if err == nil && !u.ref.IsAbsolute() {
		return URI{}, fail(&ruleAbsolute, s, int(u.ref.fragment), urlerr.Fragment)
	}
	return u, err
}

// tooLong reports whether s is longer than opt allows.
func (opt ParseOptions) tooLong(s string) bool { return len(s) > limit(opt.MaxLength) }

// limit returns the length of the longest text that is accepted if n is asked
// for.
func limit(n int) int {
	if n > 0 && uint64(n) < maxLength {
		return n
	}
	return int(min(maxLength, math.MaxInt))
}

// A fault is a broken rule and where, or nothing if rule is nil.
type fault struct {
	rule      *urlerr.Rule
	at        int
	component urlerr.Component
}

func (f fault) error(input string) error { return fail(f.rule, input, f.at, f.component) }

// parse finds the components of s and checks each, in one pass.
func parse(s string, zone bool) (r Ref, f fault) {
	r.s = s
	i := schemeLen(s)
	if i > 0 && i < len(s) && s[i] == ':' {
		i++
		r.after = uint32(i)
	} else {
		i = 0
	}
	if len(s)-i >= 2 && s[i] == '/' && s[i+1] == '/' {
		if i, f = r.parseAuthority(i+2, zone); f.rule != nil {
			return Ref{}, f
		}
	} else {
		r.host, r.hostEnd, r.path = uint32(i), uint32(i), uint32(i)
		if i == 0 {
			// The first segment of a relative reference has no colon (§4.2).
			i = span(s, 0, ascii.NameChar)
			for i < len(s) && s[i] == '@' {
				i = span(s, i+1, ascii.NameChar)
			}
			if i < len(s) && s[i] == ':' {
				return Ref{}, fault{&ruleScheme, i, urlerr.Scheme}
			}
		}
	}
	i = span(s, i, ascii.PathChar)
	r.query = uint32(i)
	if i < len(s) && s[i] == '?' {
		i = span(s, i+1, ascii.QueryChar)
		if i < len(s) && s[i] != '#' {
			return Ref{}, badByte(s, i, &ruleQuery, urlerr.Query)
		}
	}
	r.fragment = uint32(i)
	if i < len(s) {
		if s[i] != '#' {
			return Ref{}, badByte(s, i, &rulePath, urlerr.Path)
		}
		if i = span(s, i+1, ascii.QueryChar); i < len(s) {
			return Ref{}, badByte(s, i, &ruleFragment, urlerr.Fragment)
		}
	}
	return r, fault{}
}

// badByte is the fault of a byte that component cannot have.
func badByte(s string, i int, rule *urlerr.Rule, component urlerr.Component) fault {
	if s[i] == '%' {
		rule = &ruleEscape
	}
	return fault{rule, i, component}
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

// span returns the offset of the first byte from i on that is neither of class
// nor of a triplet (§2.1).
func span(s string, i int, class ascii.Class) int {
	for i < len(s) {
		if ascii.Table[s[i]]&class != 0 {
			i++
		} else if isTriplet(s, i) {
			i += 3
		} else {
			break
		}
	}
	return i
}

// isTriplet reports whether a pct-encoded (§2.1) stands at offset i.
func isTriplet(s string, i int) bool {
	return len(s)-i >= 3 && s[i] == '%' && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16
}

// endOfAuthority reports whether an authority that reaches offset i ends there
// (§3.2).
func endOfAuthority(s string, i int) bool {
	return i == len(s) || ascii.Is(s[i], ascii.AuthorityEnd)
}

// parseAuthority reads the authority (§3.2) at offset i and returns where the
// path begins.
func (r *Ref) parseAuthority(i int, zone bool) (end int, f fault) {
	s := r.s
	end = span(s, i, ascii.NameChar)
	if !endOfAuthority(s, end) && s[end] != '[' {
		at := end
		for !endOfAuthority(s, at) && s[at] != '@' {
			at++
		}
		if !endOfAuthority(s, at) {
			if end = span(s, end, ascii.UserinfoChar); end < at {
				return 0, badByte(s, end, &ruleUserinfo, urlerr.Userinfo)
			}
			i = at + 1
			end = span(s, i, ascii.NameChar)
		}
	}
	r.host = uint32(i)
	if end < len(s) && s[end] == '[' && end == i {
		if end, f = ipLiteral(s, i, zone); f.rule != nil {
			return 0, f
		}
	}
	r.hostEnd = uint32(end)
	if end < len(s) && s[end] == ':' {
		end++
		for end < len(s) && ascii.Is(s[end], ascii.Digit) {
			end++
		}
		if !endOfAuthority(s, end) {
			return 0, fault{&rulePort, end, urlerr.Port}
		}
	}
	if !endOfAuthority(s, end) {
		return 0, badByte(s, end, &ruleName, urlerr.Host)
	}
	r.path = uint32(end)
	return end, fault{}
}

// ipLiteral reads the IP-literal (§3.2.2) at offset i, which is that of its
// bracket, and returns where it ends.
func ipLiteral(s string, i int, zone bool) (end int, f fault) {
	i++
	if i < len(s) && s[i]|0x20 == 'v' {
		return ipFuture(s, i)
	}
	end, complete := ipv6(s, i)
	if !complete {
		return 0, fault{&ruleIPv6, end, urlerr.Host}
	}
	if end < len(s) && s[end] == '%' {
		if !zone {
			return 0, fault{&ruleZone, end, urlerr.Host}
		}
		if len(s)-end < 3 || s[end:end+3] != "%25" {
			return 0, fault{&ruleZoneID, end, urlerr.Host}
		}
		begin := end + 3
		if end = span(s, begin, ascii.Unreserved); end == begin || !endOfAuthority(s, end) && s[end] != ']' {
			return 0, fault{&ruleZoneID, end, urlerr.Host}
		}
	}
	if endOfAuthority(s, end) {
		return 0, fault{&ruleLiteral, end, urlerr.Host}
	}
	if s[end] != ']' {
		return 0, fault{&ruleIPv6, end, urlerr.Host}
	}
	return afterLiteral(s, end+1)
}

// ipFuture reads the rest of an IP-literal from the "v" of an IPvFuture on.
func ipFuture(s string, i int) (end int, f fault) {
	i++
	begin := i
	for i < len(s) && ascii.Is(s[i], ascii.HexDigit) {
		i++
	}
	if i == begin || i == len(s) || s[i] != '.' {
		return 0, fault{&ruleFuture, i, urlerr.Host}
	}
	i++
	begin = i
	for i < len(s) && ascii.Is(s[i], ascii.UserinfoChar) {
		i++
	}
	switch {
	case i == begin:
		return 0, fault{&ruleFuture, i, urlerr.Host}
	case endOfAuthority(s, i):
		return 0, fault{&ruleLiteral, i, urlerr.Host}
	case s[i] != ']':
		return 0, fault{&ruleFuture, i, urlerr.Host}
	}
	return afterLiteral(s, i+1)
}

// afterLiteral checks that an IP-literal that ends at offset i is all of the
// host.
func afterLiteral(s string, i int) (end int, f fault) {
	if !endOfAuthority(s, i) && s[i] != ':' {
		return 0, fault{&ruleLiteral, i, urlerr.Host}
	}
	return i, fault{}
}

// equalFold reports whether a and b are equal without regard to the case of
// ASCII letters.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if x, y := a[i], b[i]; x != y && (x^y != 0x20 || !ascii.Is(x, ascii.Alpha)) {
			return false
		}
	}
	return true
}
