package rfc1808_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"earl.example/internal/testing/abnf"
	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
	"earl.example/urlerr"
)

// bnf1808 is RFC 1808 §2.2 as published.
const bnf1808 = `
URL         = ( absoluteURL | relativeURL ) [ "#" fragment ]
absoluteURL = generic-RL | ( scheme ":" *( uchar | reserved ) )
generic-RL  = scheme ":" relativeURL
relativeURL = net_path | abs_path | rel_path
net_path    = "//" net_loc [ abs_path ]
abs_path    = "/"  rel_path
rel_path    = [ path ] [ ";" params ] [ "?" query ]
path        = fsegment *( "/" segment )
fsegment    = 1*pchar
segment     =  *pchar
params      = param *( ";" param )
param       = *( pchar | "/" )
scheme      = 1*( alpha | digit | "+" | "-" | "." )
net_loc     =  *( pchar | ";" | "?" )
query       =  *( uchar | reserved )
fragment    =  *( uchar | reserved )
pchar       = uchar | ":" | "@" | "&" | "="
uchar       = unreserved | escape
unreserved  = alpha | digit | safe | extra
escape      = "%" hex hex
hex         = digit | "A" | "B" | "C" | "D" | "E" | "F" |
                      "a" | "b" | "c" | "d" | "e" | "f"
alpha       = lowalpha | hialpha
lowalpha    = %x61-7A
hialpha     = %x41-5A
digit       = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
              "8" | "9"
safe        = "$" | "-" | "_" | "." | "+"
extra       = "!" | "*" | "'" | "(" | ")" | ","
national    = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "` + "`" + `"
reserved    = ";" | "/" | "?" | ":" | "@" | "&" | "="
punctuation = "<" | ">" | "#" | "%" | <">
`

// bnf2068 is RFC 2068 §3.2.1 but for national, with the rules of §2.2 that it
// uses. The two RFCs write lists of letters, with case, as ranges here.
const bnf2068 = `
URI         = ( absoluteURI | relativeURI ) [ "#" fragment ]
absoluteURI = scheme ":" *( uchar | reserved )
relativeURI = net_path | abs_path | rel_path
net_path    = "//" net_loc [ abs_path ]
abs_path    = "/" rel_path
rel_path    = [ path ] [ ";" params ] [ "?" query ]
path        = fsegment *( "/" segment )
fsegment    = 1*pchar
segment     = *pchar
params      = param *( ";" param )
param       = *( pchar | "/" )
scheme      = 1*( ALPHA | DIGIT | "+" | "-" | "." )
net_loc     = *( pchar | ";" | "?" )
query       = *( uchar | reserved )
fragment    = *( uchar | reserved )
pchar       = uchar | ":" | "@" | "&" | "=" | "+"
uchar       = unreserved | escape
unreserved  = ALPHA | DIGIT | safe | extra | national
escape      = "%" HEX HEX
reserved    = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
extra       = "!" | "*" | "'" | "(" | ")" | ","
safe        = "$" | "-" | "_" | "."
unsafe      = CTL | SP | <"> | "#" | "%" | "<" | ">"
ALPHA       = %x41-5A | %x61-7A
DIGIT       = %x30-39
HEX         = "A" | "B" | "C" | "D" | "E" | "F" | DIGIT
CTL         = %x00-1F | %x7F
SP          = %x20
`

// nationals is the rule of RFC 2068 that is prose: "any OCTET excluding ALPHA,
// DIGIT, reserved, extra, safe, and unsafe".
func nationals() string {
	g := abnf.New(bnf2068)
	var others []*abnf.Machine
	for _, name := range []string{"ALPHA", "DIGIT", "reserved", "extra", "safe", "unsafe"} {
		others = append(others, g.Machine(name))
	}
	var all []string
	for c := range 256 {
		is := func(m *abnf.Machine) bool { ok, _ := m.Run(string([]byte{byte(c)})); return ok }
		if !slices.ContainsFunc(others, is) {
			all = append(all, fmt.Sprintf("%%x%02X-%02X", c, c))
		}
	}
	return "national = " + strings.Join(all, " | ") + "\n"
}

var (
	bnfOf1808 = sync.OnceValue(func() abnf.Grammar { return abnf.New(bnf1808) })
	bnfOf2068 = sync.OnceValue(func() abnf.Grammar { return abnf.New(bnf2068, nationals()) })
)

var grammars = []rfc1808.Grammar{rfc1808.RFC1808, rfc1808.RFC2068}

func grammarOf(g rfc1808.Grammar) abnf.Grammar {
	if g == rfc1808.RFC2068 {
		return bnfOf2068()
	}
	return bnfOf1808()
}

// machines has the machine of each rule.
var machines sync.Map

func machine(g rfc1808.Grammar, name string) *abnf.Machine {
	key := g.String() + " " + name
	m, ok := machines.Load(key)
	if !ok {
		m, _ = machines.LoadOrStore(key, grammarOf(g).Machine(name))
	}
	return m.(*abnf.Machine)
}

// checkGrammar compares Check, Valid and CheckBase with the grammars, for a text.
func checkGrammar(t *testing.T, s string) {
	t.Helper()
	for _, g := range grammars {
		want, at := machine(g, whole[g]).Decide(s)
		err := g.Check(s)
		var e *urlerr.Error
		if g.Valid(s) != want || want != (err == nil) {
			t.Errorf("%v: Check(%q) = %v, Valid is %v, want %v", g, s, err, g.Valid(s), want)
		}
		if errors.As(err, &e) && (e.Offset != at || e.Dialect != g.String() || e.Input != s ||
			e.Component != componentAt(rfc1808.Parse(s), at)) {
			t.Errorf("%v: Check(%q) = %v in %v, want offset %d in %v", g, s, err, e.Component, at,
				componentAt(rfc1808.Parse(s), at))
		}
		checkBase(t, g, s)
	}
}

// whole is the rule for a URL with an optional fragment.
var whole = map[rfc1808.Grammar]string{rfc1808.RFC1808: "URL", rfc1808.RFC2068: "URI"}

// checkBase compares CheckBase with §3, §2.3 and the rule generic-RL.
func checkBase(t *testing.T, g rfc1808.Grammar, s string) {
	t.Helper()
	u := rfc1808.Parse(s)
	bare := u.WithoutFragment().String()
	valid := g.Valid(s)
	_, after, _ := strings.Cut(bare, ":")
	generic,
		_ := machine(g, map[rfc1808.Grammar]string{rfc1808.RFC1808: "relativeURL",
		rfc1808.RFC2068: "relativeURI"}[g]).Run(after)
	want := u.IsAbsoluteURL() && !slices.Contains([]string{"mailto", "news", "telnet"}, strings.ToLower(u.Scheme())) &&
		valid && generic
	if err := g.CheckBase(u); want != (err == nil) {
		t.Errorf("%v: CheckBase(%q) = %v, want %v", g, s, err, want)
	}
}

// componentAt returns the component of u that the byte at an offset belongs to.
func componentAt(u rfc1808.URL, at int) urlerr.Component {
	p := sixOf(u)
	n := 0
	if p.scheme.defined {
		n += len(p.scheme.text) + 1
	}
	if p.netLoc.defined {
		n += 2 + len(p.netLoc.text)
	}
	for _, c := range []struct {
		length    int
		component urlerr.Component
	}{
		{n, urlerr.Authority}, {len(u.Path()), urlerr.Path}, {p.params.length(), urlerr.Params},
		{p.query.length(), urlerr.Query}, {p.fragment.length(), urlerr.Fragment},
	} {
		if at < c.length {
			return c.component
		}
		at -= c.length
	}
	return urlerr.NoComponent
}

// TestGrammarsDifferInCharacters: a text with characters of RFC 1808 only is valid in both grammars or in neither
//
func TestGrammarsDifferInCharacters(t *testing.T) {
	t.Parallel()
	for _, s := range texts("a/:;?#+", 6) {
		if rfc1808.RFC1808.Valid(s) != rfc1808.RFC2068.Valid(s) {
			t.Errorf("%q: valid in RFC 1808 %v, in RFC 2068 %v", s, rfc1808.RFC1808.Valid(s), rfc1808.RFC2068.Valid(s))
		}
	}
}

// TestAllOctets: each octet in each component, and as either digit of an escape.
func TestAllOctets(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		b := string([]byte{byte(c)})
		texts := []string{b, b + ":", "%" + b + "a", "%a" + b, "//" + b}
		if !testing.Short() {
			texts = append(texts, "a"+b, "/"+b, ";"+b, "?"+b, "#"+b, "a:"+b, "//h/"+b)
		}
		for _, s := range texts {
			checkGrammar(t, s)
		}
		if !urltest.IsExhaustive() {
			continue
		}
		for d := range 256 {
			checkGrammar(t, string([]byte{'%', byte(c), byte(d)}))
		}
	}
}

// TestGrammarManyTexts: all texts of some pieces.
func TestGrammarManyTexts(t *testing.T) {
	t.Parallel()
	most := 2
	if urltest.IsExhaustive() {
		most = 5
	}
	pieces := []string{"a", "/", ":", ";", "?", "#", "%4a", "%", "~", "+"}
	texts := []string{""}
	for range most + 1 {
		var longer []string
		for _, s := range texts {
			checkGrammar(t, s)
			for _, p := range pieces {
				longer = append(longer, s+p)
			}
		}
		texts = longer
	}
}

func FuzzCheckIsTheGrammar(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkGrammar(t, s) })
}
