package rfc1808

import (
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A Grammar is a BNF for checking URLs. Both grammars have the same structure and differ in the characters. The zero
// Grammar accepts any text.
type Grammar uint8

// The grammars.
const (
	// RFC1808 is the BNF of RFC 1808 §2.2. Nothing but ASCII is valid, and of it
	// none of { } | \ ^ ~ [ ] ` unless escaped.
	RFC1808 Grammar = iota + 1
	// RFC2068 is the BNF that HTTP/1.1 had first, RFC 2068 §3.2.1. It takes those
	// nine characters too and all octets from 0x80 on, since servers do, and
	// "+" is reserved in it.
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

// Valid reports whether s is a URL, that is whether Check has no error.
func (g Grammar) Valid(s string) bool {
	if g == 0 {
		return true
	}
	at, _ := scanURL(g.alphabet().any(), s)
	return at == len(s)
}

// Check checks that s is a URL with perhaps a fragment: URL in RFC 1808, URI in
// RFC 2068. The error is a [*urlerr.Error] with the offset of the first offending
// byte: the text up to there can be continued to a valid URL, and that byte
// cannot be its next. Of a broken escape that is the percent sign. The rule is
// the innermost one that says so.
func (g Grammar) Check(s string) error {
	if g == 0 {
		return nil
	}
	at, doubled := scanURL(g.alphabet().any(), s)
	if at == len(s) {
		return nil
	}
	u := Parse(s)
	name, component := "fragment", urlerr.Fragment
	switch {
	case doubled:
		name, component = "abs_path", urlerr.Path
	case at < u.path:
		name, component = "net_loc", urlerr.Authority
	case at < u.params:
		name, component = "pchar", urlerr.Path
	case at < u.query:
		name, component = "param", urlerr.Params
	case at < u.fragment:
		name, component = "query", urlerr.Query
	}
	if s[at] == '%' {
		name = "escape"
	}
	return g.fail(g.production(name).rule(g), s, at, component)
}

// Match checks that s is what a production of the grammar derives, such as
// "net_path": the names are those of either RFC, and [Grammar.Productions] has all.
// The error is a [*urlerr.Error] with an offset as [Grammar.Check] has it, and the
// length of s if that ends too early. A name that is none is an error of kind
// [urlerr.UnknownName].
func (g Grammar) Match(production, s string) error {
	p := g.production(production)
	if p == nil {
		return g.fail(ruleProduction, production, 0, urlerr.NoComponent)
	}
	at, ok := p.scan(g.alphabet(), s)
	if ok {
		return nil
	}
	return g.failPart(p.rule(g), s, at, p.component)
}

// Productions returns the names of the grammar's rules, in its order.
func (g Grammar) Productions() []string {
	var all []string
	for i := range productions {
		if name := productions[i].name(g); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// production returns the production of that name, nil if the grammar has none.
// A name that the other grammar has for it will do.
func (g Grammar) production(name string) *production {
	for i := range productions {
		if p := &productions[i]; name != "" && p.name(g) != "" && (name == p.rfc1808 || name == p.rfc2068) {
			return p
		}
	}
	return nil
}

// An alphabet is what the grammars differ in: the characters of their classes,
// escapes aside.
type alphabet struct{ unreserved, reserved, pchar, safe, national ascii.Class }

// Classes of both grammars.
const (
	alphanum     = ascii.Alpha | ascii.Digit
	reserved1808 = ascii.Semicolon | ascii.Slash | ascii.QuestionMark | ascii.PathReserved
)

var alphabets = [...]alphabet{
	RFC1808: {
		unreserved: alphanum | ascii.SafeMark | ascii.Plus | ascii.Extra,
		reserved:   reserved1808,
		pchar:      alphanum | ascii.SafeMark | ascii.Plus | ascii.Extra | ascii.PathReserved,
		safe:       ascii.SafeMark | ascii.Plus,
		national:   ascii.National,
	},
	RFC2068: {
		unreserved: alphanum | ascii.SafeMark | ascii.Extra | ascii.National | ascii.NonASCII,
		reserved:   reserved1808 | ascii.Plus,
		pchar:      alphanum | ascii.SafeMark | ascii.Extra | ascii.National | ascii.NonASCII | ascii.PathReserved | ascii.Plus,
		safe:       ascii.SafeMark,
		national:   ascii.National | ascii.NonASCII,
	},
}

func (g Grammar) alphabet() *alphabet {
	if g == RFC2068 {
		return &alphabets[RFC2068]
	}
	return &alphabets[RFC1808]
}

// any are the characters of uchar and reserved: of which everything consists,
// but for the "#" before a fragment.
func (a *alphabet) any() ascii.Class { return a.unreserved | a.reserved }

// scanURL returns the offset of the first byte with which s is no longer the
// beginning of a URL with perhaps a fragment, its length if it is one. class are
// the characters of any component. doubled tells of the offset that a slash
// stands there which is fit for a URL, but not to begin the path of a net_path.
// BenchmarkParse measures it.
func scanURL(class ascii.Class, s string) (at int, doubled bool) {
	if at, doubled = scanRelative(class, s); at < len(s) && s[at] == '#' {
		at = skipAny(s, at+1, class)
	}
	return at, doubled
}

// scanRelative is scanURL for a relativeURL. What follows net_loc and a slash
// has no empty first segment, as path has none (§2.2). That is all that the
// structure forbids, since any other character that does not fit a component
// begins the next. Nor does it forbid more of an absoluteURL, which may have any
// characters behind the scheme.
func scanRelative(class ascii.Class, s string) (at int, doubled bool) {
	at = skipAny(s, 0, class)
	if at > 3 && s[0] == '/' && s[1] == '/' {
		if n := strings.Index(s[2:at], "/"); n >= 0 && n+3 < at && s[n+3] == '/' {
			return n + 3, true
		}
	}
	return at, false
}

// skipAny is skip for the characters of any component. It reads eight bytes at
// a time where they are the most common, which all are such characters.
func skipAny(s string, i int, class ascii.Class) int {
	for i+8 <= len(s) {
		if ascii.Odd8(ascii.Load8(s, i)) == 0 {
			i += 8
			continue
		}
		for end := i + 8; i < end; {
			n := unit(s, i, class)
			if n == 0 {
				return i
			}
			i += n
		}
	}
	return skip(s, i, class)
}

// skip returns the offset of the first byte from i on that is neither of class
// nor of an escape.
func skip(s string, i int, class ascii.Class) int {
	for i < len(s) {
		n := unit(s, i, class)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// unit returns how many bytes from i on are a character of class, or an escape.
func unit(s string, i int, class ascii.Class) int {
	switch {
	case ascii.Table[s[i]]&class != 0:
		return 1
	case s[i] == '%' && percent.IsEscape(s, i):
		return 3
	}
	return 0
}
