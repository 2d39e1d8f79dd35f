package rfc1808

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A Grammar is a BNF for checking URLs. The zero Grammar accepts any text.
type Grammar uint8

// The grammars.
const (
	// RFC1808 is the BNF of RFC 1808 §2.2. It accepts only ASCII. The characters { } | \ ^ ~ [ ] and the grave accent must
	// be percent-encoded.
	RFC1808 Grammar = iota + 1
	// RFC2068 is the first BNF of HTTP/1.1 (RFC 2068 §3.2.1). It also accepts the nine characters that RFC1808 excludes,
	// and all octets from 0x80 on.
	RFC2068
)

// String returns "none", "rfc1808" or "rfc2068".
func (g Grammar) String() string {
	switch g {
	case RFC1808:
		return "rfc1808"
	case RFC2068:
		return "rfc2068"
	}
	return "none"
}

// Valid reports whether Check returns nil.
func (g Grammar) Valid(s string) bool {
	if g == 0 {
		return true
	}
	at, _ := scanURL(g.chars(), s)
	return at == len(s)
}

// Check checks that s is a URL with an optional fragment: URL in RFC 1808, URI in RFC 2068. The error has the offset of
// the first byte that no valid URL can have there, or of the percent sign of a broken percent-encoding. The rule is the
// innermost rule that forbids the byte.
func (g Grammar) Check(s string) error {
	if g == 0 {
		return nil
	}
	at, doubled := scanURL(g.chars(), s)
	if at == len(s) {
		return nil
	}
	u := Parse(s)
	r, component := ruleFragment, urlerr.Fragment
	switch {
	case doubled:
		r, component = ruleAbsPath, urlerr.Path
	case at < u.path:
		r, component = ruleNetLoc, urlerr.Authority
	case at < u.params:
		r, component = rulePchar, urlerr.Path
	case at < u.query:
		r, component = ruleParam, urlerr.Params
	case at < u.fragment:
		r, component = ruleQuery, urlerr.Query
	}
	if s[at] == '%' {
		r = ruleEscape
	}
	return g.fail(r, s, at, component)
}

// CheckBase checks that u can be the base of relative URLs:
//
//   - u is absolute (§3), and its scheme is not mailto, news or telnet (§2.3). If not, the error is of kind
//     [urlerr.NoBase].
//   - u is a generic-RL (§2.2), with an optional fragment.
//
// [Resolve] requires only an absolute URL.
func (g Grammar) CheckBase(u URL) error {
	switch {
	case u.scheme == 0:
		return g.fail(ruleBase, u.s, -1, urlerr.NoComponent)
	case u.HasScheme("mailto") || u.HasScheme("news") || u.HasScheme("telnet"):
		return g.fail(ruleNever, u.s, 0, urlerr.Scheme)
	case g == 0:
		return nil
	}
	if err := g.Check(u.s); err != nil {
		return err
	}
	if at, doubled := scanRelative(g.chars(), u.s[u.scheme:]); doubled {
		return g.fail(ruleAbsPath, u.s, u.scheme+at, urlerr.Path)
	}
	return nil
}

func (g Grammar) chars() ascii.Class {
	if g == RFC2068 {
		return ascii.Char1808 | ascii.National | ascii.NonASCII
	}
	return ascii.Char1808
}

// scanURL returns the offset of the first byte that a URL with an optional fragment cannot have, or len(s) if there is
// none. doubled reports that the byte is a slash that cannot begin the path of a net_path.
func scanURL(class ascii.Class, s string) (at int, doubled bool) {
	if at, doubled = scanRelative(class, s); at < len(s) && s[at] == '#' {
		at = percent.SkipCommon(s, at+1, class)
	}
	return at, doubled
}

// scanRelative returns the results of scanURL for a relativeURL. An empty first segment after a net_loc (§2.2) is the
// only restriction on structure: any other character that a component cannot have begins the next component.
func scanRelative(class ascii.Class, s string) (at int, doubled bool) {
	at = percent.SkipCommon(s, 0, class)
	if at > 3 && s[0] == '/' && s[1] == '/' {
		if n := strings.Index(s[2:at], "/"); n >= 0 && n+3 < at && s[n+3] == '/' {
			return n + 3, true
		}
	}
	return at, false
}
