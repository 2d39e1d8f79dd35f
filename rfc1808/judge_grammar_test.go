package rfc1808_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"earl.example/internal/testing/abnf"
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
// uses. The two RFCs write lists of letters, whose case matters, as ranges here.
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
	judge1808 = sync.OnceValue(func() abnf.Grammar { return abnf.New(bnf1808) })
	judge2068 = sync.OnceValue(func() abnf.Grammar { return abnf.New(bnf2068, nationals()) })
)

var grammars = []rfc1808.Grammar{rfc1808.RFC1808, rfc1808.RFC2068}

func judgeOf(g rfc1808.Grammar) abnf.Grammar {
	if g == rfc1808.RFC2068 {
		return judge2068()
	}
	return judge1808()
}

// machines has the machine of each rule.
var machines sync.Map

func machine(g rfc1808.Grammar, name string) *abnf.Machine {
	key := g.String() + " " + name
	m, ok := machines.Load(key)
	if !ok {
		m, _ = machines.LoadOrStore(key, judgeOf(g).Machine(name))
	}
	return m.(*abnf.Machine)
}

// literalRules are those in which a percent sign stands for itself.
var literalRules = []string{"punctuation", "unsafe"}

// checkRule holds Match against the grammar, for one rule and text.
func checkRule(t *testing.T, g rfc1808.Grammar, name, s string) {
	t.Helper()
	decide := machine(g, name).Decide
	if slices.Contains(literalRules, name) {
		decide = machine(g, name).Run
	}
	want, at := decide(s)
	err := g.Match(name, s)
	if want != (err == nil) {
		t.Errorf("%v: %s and %q: %v; the grammar says %v", g, name, s, err, want)
	}
	var e *urlerr.Error
	if err == nil {
		return
	}
	if !errors.As(err, &e) || e.Offset != at || e.Rule.Name != name || e.Dialect != g.String() || e.Input != s || !e.Private {
		t.Errorf("%v: %s and %q: %v, want offset %d", g, name, s, err, at)
	}
}

// checkGrammar holds everything that the grammars decide against them, for a
// text.
func checkGrammar(t *testing.T, s string) {
	t.Helper()
	for _, g := range grammars {
		for _, name := range g.Productions() {
			checkRule(t, g, name, s)
		}
	}
	checkWhole(t, s)
}

// checkWhole holds Check, Valid and CheckBase against the grammars.
func checkWhole(t *testing.T, s string) {
	t.Helper()
	for _, g := range grammars {
		want, at := machine(g, g.Productions()[0]).Decide(s)
		err := g.Check(s)
		var e *urlerr.Error
		if g.Valid(s) != want || want != (err == nil) {
			t.Errorf("%v: Check(%q) = %v, Valid is %v, want %v", g, s, err, g.Valid(s), want)
		}
		if errors.As(err, &e) && (e.Offset != at || e.Dialect != g.String() || e.Input != s || e.Component != componentAt(rfc1808.Parse(s), at)) {
			t.Errorf("%v: Check(%q) = %v in %v, want offset %d in %v", g, s, err, e.Component, at, componentAt(rfc1808.Parse(s), at))
		}
		checkBase(t, g, s)
	}
}

// checkBase holds CheckBase against §3, §2.3 and the rule generic-RL.
func checkBase(t *testing.T, g rfc1808.Grammar, s string) {
	t.Helper()
	u := rfc1808.Parse(s)
	bare := u.WithoutFragment().String()
	valid := g.Valid(s)
	_, after, _ := strings.Cut(bare, ":")
	generic, _ := machine(g, map[rfc1808.Grammar]string{rfc1808.RFC1808: "relativeURL", rfc1808.RFC2068: "relativeURI"}[g]).Run(after)
	want := u.IsAbsolute() && rfc1808.CategoryOf(u.Scheme()) != rfc1808.NeverRelative && valid && generic
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

// TestProductions: the grammars have the rules of the RFCs.
func TestProductions(t *testing.T) {
	t.Parallel()
	for g, n := range map[rfc1808.Grammar]int{rfc1808.RFC1808: 30, rfc1808.RFC2068: 24} {
		names := g.Productions()
		if len(names) != n {
			t.Errorf("%v has %d rules, want %d", g, len(names), n)
		}
		have := judgeOf(g)
		for _, name := range names {
			if have[name] == nil {
				t.Errorf("%v has no rule %s", g, name)
			}
		}
		for name := range have {
			if !slices.Contains(names, name) && !slices.Contains([]string{"ALPHA", "DIGIT", "HEX", "CTL", "SP"}, name) {
				t.Errorf("%v does not have %s", g, name)
			}
		}
	}
	if err := rfc1808.RFC2068.Match("absoluteURL", "a:"); err != nil {
		t.Errorf("the name of RFC 1808: %v", err)
	}
	for name, g := range map[string]rfc1808.Grammar{"hex": rfc1808.RFC2068, "unsafe": rfc1808.RFC1808, "": rfc1808.RFC1808, "userinfo": rfc1808.RFC2068} {
		if err := g.Match(name, ""); !errors.Is(err, urlerr.UnknownName) {
			t.Errorf("%v.Match(%q): %v", g, name, err)
		}
	}
}

// TestMatchNamesTheComponent: an error of Match is in the component that the rule
// is of, if it is of one, and of its kind.
func TestMatchNamesTheComponent(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]struct {
		component urlerr.Component
		kind      urlerr.Kind
	}{
		"URL": {urlerr.NoComponent, urlerr.BadPath}, "absoluteURL": {urlerr.Scheme, urlerr.BadScheme},
		"relativeURL": {urlerr.NoComponent, urlerr.BadPath}, "net_path": {urlerr.Authority, urlerr.BadHost},
		"abs_path": {urlerr.Path, urlerr.BadPath}, "rel_path": {urlerr.Path, urlerr.BadPath}, "path": {urlerr.Path, urlerr.BadPath},
		"fsegment": {urlerr.Path, urlerr.BadPath}, "segment": {urlerr.Path, urlerr.BadPath}, "pchar": {urlerr.Path, urlerr.BadPath},
		"params": {urlerr.Params, urlerr.BadPath}, "param": {urlerr.Params, urlerr.BadPath},
		"scheme": {urlerr.Scheme, urlerr.BadScheme}, "net_loc": {urlerr.Authority, urlerr.BadHost},
		"query": {urlerr.Query, urlerr.BadQuery}, "fragment": {urlerr.Fragment, urlerr.BadFragment},
		"escape": {urlerr.NoComponent, urlerr.BadEscape}, "reserved": {urlerr.NoComponent, urlerr.BadPath},
	} {
		for _, g := range grammars {
			err := g.Match(rule, "\x00")
			if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Component != want.component || !errors.Is(err, want.kind) {
				t.Errorf("%v: %s: %v", g, rule, err)
			}
		}
	}
}

// TestGrammarsDifferInCharacters: what has only characters of RFC 1808 is valid by
// both grammars or by neither, an absolute URL too; and "+" is
// the one character that changes its class among them, not its place.
func TestGrammarsDifferInCharacters(t *testing.T) {
	t.Parallel()
	valid := 0
	for _, s := range texts("a/:;?#+", 6) {
		absolute := rfc1808.RFC1808.Match("absoluteURL", s) == nil
		if rfc1808.RFC1808.Valid(s) != rfc1808.RFC2068.Valid(s) || absolute != (rfc1808.RFC2068.Match("absoluteURI", s) == nil) {
			t.Errorf("%q: valid by RFC 1808 %v, by RFC 2068 %v; absolute by RFC 1808: %v", s, rfc1808.RFC1808.Valid(s), rfc1808.RFC2068.Valid(s), absolute)
		}
		if absolute {
			valid++
		}
	}
	if valid == 0 {
		t.Error("no text is an absolute URL")
	}
}

// TestAllOctets: each octet alone, as second character, and as either digit of an
// escape, in each rule (R-022 to R-030; all pairs behind a percent sign, R-029, R-189).
func TestAllOctets(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		b := string([]byte{byte(c)})
		checkGrammar(t, b)
		checkGrammar(t, "a"+b)
		for _, s := range []string{b + ":", "%" + b + "a", "%a" + b, "//" + b, "/" + b, ";" + b, "?" + b, "#" + b, "a:" + b, "//h/" + b} {
			checkWhole(t, s)
		}
		for d := range 256 {
			for _, g := range grammars {
				checkRule(t, g, "escape", string([]byte{'%', byte(c), byte(d)}))
			}
		}
	}
}

// TestGrammarManyTexts: all texts of up to three pieces with all rules, and of
// four with those that have more structure than classes of characters.
func TestGrammarManyTexts(t *testing.T) {
	t.Parallel()
	most := 4
	if testing.Short() {
		most = 3
	}
	pieces := []string{"a", "/", ":", ";", "?", "#", "%4a", "%", "~", "+"}
	texts := []string{""}
	for n := range most + 1 {
		var longer []string
		for _, s := range texts {
			if n < 3 {
				checkGrammar(t, s)
			} else {
				for _, name := range rfc1808.RFC1808.Productions()[:8] {
					checkRule(t, rfc1808.RFC1808, name, s)
				}
			}
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
