package rfc3986_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

const (
	meetNever     = rfc3986.NoRung
	meetAsStrings = rfc3986.RungString
	meetByCase    = rfc3986.RungCase
	meetByPercent = rfc3986.RungPercent
	meetByPath    = rfc3986.RungPath
	meetByScheme  = rfc3986.RungScheme
)

// pairs are from §6.2, each with the rung at which they meet on the whole
// ladder but for what §6.2.4 leaves to the caller.
var pairs = []struct {
	name string
	a, b string
	want rfc3986.Rung
}{
	{"G-015", "x:/%3a", "x:/%3A", meetByCase},
	{"G-019 path", "x:/a%2Fb", "x:/a/b", meetNever},
	{"G-019 query", "x:?a%26b", "x:?a&b", meetNever},
	{"G-022 delimiters of subcomponents", "x:a;b", "x:a%3Bb", meetNever},
	{"G-022 other delimiters", "x:name;v=1.1", "x:name,1.1", meetNever},
	{"G-023 a", "x:/~u", "x:/%7Eu", meetByPercent},
	{"G-023 b", "x:/%7eu", "x:/%7Eu", meetByCase},
	{"G-026", "x:/%7Eu", "x:/~u", meetByPercent},
	{"G-040 query", "http://h", "http://h?", meetNever},
	{"G-040 fragment", "http://h", "http://h#", meetNever},
	{"G-042", "HTTP://h/", "http://h/", meetByCase},
	{"G-048 absent, empty", "http://h/", "http://@h/", meetNever},
	{"G-048 password", "http://u@h/", "http://u:@h/", meetNever},
	{"G-055", "http://EX%c3%a9.COM/", "http://ex%C3%A9.com/", meetByCase},
	{"G-055 IPv6", "http://[2001:DB8::A]/", "http://[2001:db8::a]/", meetByCase},
	{"G-056", "http://%45X/", "http://ex/", meetByPercent},
	{"G-071", "http://example.com./", "http://example.com/", meetNever},
	{"G-072 a", "file:/p", "file:///p", meetByScheme},
	{"G-072 b", "file:/p", "file://localhost/p", meetByScheme},
	{"G-072 c", "file:///p", "file://localhost/p", meetByScheme},
	{"G-072 d", "file:/.//p", "file:////p", meetByScheme},
	{"G-072 rootless", "file:p", "file:///p", meetNever},
	{"G-072 an empty userinfo", "file:/p", "file://@/p", meetNever},
	{"G-072 a port", "file:///p", "file://:1/p", meetNever},
	{"G-072 a port, no authority", "file:/p", "file://:1/p", meetNever},
	{"G-072 a user", "file:/p", "file://u@localhost/p", meetNever},
	{"G-077", "https://h:443/", "https://h/", meetByScheme},
	{"G-077 other", "https://h:80/", "https://h/", meetNever},
	{"G-152", "http://a/", "http://b/", meetNever},
	{"G-155", "http://a/", "http://a/", meetAsStrings},
	{"G-158", "example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", meetByPath},
	{"G-159", "HTTP://www.EXAMPLE.com/", "http://www.example.com/", meetByCase},
	{"G-160", "http://h/a", "http://h/A", meetNever},
	{"G-160 query", "http://h/?a", "http://h/?A", meetNever},
	{"G-160 userinfo", "http://U@h/", "http://u@h/", meetNever},
	{"G-161", "http://a/b/../c/./d", "http://a/c/d", meetByPath},
	{"G-162", "http://a/b/%2e%2E/c", "http://a/c", meetByPath},
	{"G-163", "foo:/.//b", "foo:a/..//b", meetByPath},
	{"G-163 b", "foo:/.//b", "foo://b", meetNever},
	{"G-164 a", "http://example.com", "http://example.com/", meetByScheme},
	{"G-164 b", "http://example.com", "http://example.com:/", meetByScheme},
	{"G-164 c", "http://example.com", "http://example.com:80/", meetByScheme},
	{"G-164 d", "http://example.com/", "http://example.com:/", meetByScheme},
	{"G-164 e", "http://example.com/", "http://example.com:80/", meetByScheme},
	{"G-164 f", "http://example.com:/", "http://example.com:80/", meetByScheme},
	{"G-165", "http://h?q", "http://h/?q", meetByScheme},
	{"G-168 query", "http://example.com/", "http://example.com/?", meetNever},
	{"G-168 fragment", "http://example.com/", "http://example.com/#", meetNever},
	{"G-168 both", "http://example.com/?", "http://example.com/#", meetNever},
	{"G-169", "mailto:Joe@Example.COM", "mailto:Joe@example.com", meetByScheme},
	{"G-169 local part", "mailto:joe@example.com", "mailto:Joe@example.com", meetNever},
	{"G-169 several", "mailto:a@B,c@D", "mailto:a@b,c@d", meetByScheme},
	{"G-169 another place", "mailto:a@B,c@D", "mailto:a@b,C@d", meetNever},
	{"G-169 quoted", "mailto:%22a@B%22@c", "mailto:%22a@b%22@c", meetNever},
	{"G-169 urn", "URN:ISBN:1", "urn:isbn:1", meetByScheme},
	{"G-169 urn string", "urn:isbn:A", "urn:isbn:a", meetNever},
	{"G-170", "http://example.com/data", "http://example.com/data/", meetNever},
	{"IPv6", "http://[1:0:0::2]/", "http://[1::2]/", meetByScheme},
	{"IPv6 and IPvFuture", "http://[v1.a]/", "http://[1::2]/", meetNever},
	{"IPv6 and a name", "http://[1::2]/", "http://h/", meetNever},
	{"empty and absent host", "x:", "x://", meetNever},
	{"rooted and rootless", "x:a", "x:/a", meetNever},
	{"one more segment", "x:/a/b", "x:/b", meetNever},
	{"a segment that goes", "x:a/../b", "x:/b", meetByPath},
	{"no path", "x:.", "x:", meetByPath},
}

func TestEquivalent(t *testing.T) {
	t.Parallel()
	for _, tt := range pairs {
		a, b := rfc3986.MustParseURI(tt.a), rfc3986.MustParseURI(tt.b)
		steps := ladderSteps | rfc3986.StepIPv6
		if got := rfc3986.FirstRung(a, b, steps); got != tt.want {
			t.Errorf("%s: %q and %q meet at %v, want %v", tt.name, a, b, got, tt.want)
		}
		if got := rfc3986.FirstRung(b, a, steps); got != tt.want {
			t.Errorf("%s: %q and %q meet at %v, want %v", tt.name, b, a, got, tt.want)
		}
		if rfc3986.Equivalent(a, b, steps) != (tt.want != meetNever) {
			t.Errorf("%s: Equivalent(%q, %q) is not what FirstRung says", tt.name, a, b)
		}
		checkRungs(t, tt.a, tt.b, steps)
	}
}

// choices are what only the caller can know (§6.1, §6.2.4).
var choices = []struct {
	name string
	a, b string
	step rfc3986.Steps
	want bool
}{
	{"G-154", "http://h/#a", "http://h/#b", rfc3986.StepDropFragment, true},
	{"G-154 absent", "http://h/", "http://h/#b", rfc3986.StepDropFragment, true},
	{"G-154 query", "http://h/?a#a", "http://h/?b#a", rfc3986.StepDropFragment, false},
	{"G-170", "http://example.com/data", "http://example.com/data/", rfc3986.StepAddSlash, true},
	{"G-170 dots", "http://example.com/data/.", "http://example.com/data", rfc3986.StepAddSlash | rfc3986.StepPath,
		true},
	{"G-170 one slash only", "http://example.com/data", "http://example.com/data//", rfc3986.StepAddSlash, false},
	{"G-170 ftp", "ftp://example.com/data", "ftp://example.com/data/", rfc3986.StepAddSlash, false},
}

func TestEquivalentByChoice(t *testing.T) {
	t.Parallel()
	for _, tt := range choices {
		a, b := rfc3986.MustParseURI(tt.a), rfc3986.MustParseURI(tt.b)
		if rfc3986.Equivalent(a, b, ladderSteps) {
			t.Errorf("%s: %q and %q are equivalent unasked", tt.name, a, b)
		}
		if got := rfc3986.Equivalent(a, b, tt.step); got != tt.want {
			t.Errorf("%s: Equivalent(%q, %q, %v) = %v, want %v", tt.name, a, b, tt.step, got, tt.want)
		}
		if got := rfc3986.FirstRung(a, b, allSteps) == rfc3986.RungProtocol; got != tt.want {
			t.Errorf("%s: %q and %q meet at %v, want %v", tt.name, a, b, rfc3986.FirstRung(a, b, allSteps), tt.want)
		}
	}
}

func TestSteps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		steps rfc3986.Steps
		want  string
	}{
		{0, "none"},
		{rfc3986.StepCase, "case"},
		{syntaxSteps, "syntax"},
		{ladderSteps, "syntax,scheme"},
		{rfc3986.StepPath | rfc3986.StepCase, "case,path"},
		{rfc3986.StepsScheme | rfc3986.StepPercent, "scheme,percent"},
		{allSteps, "syntax,scheme,ipv6,add-slash,drop-fragment"},
		{rfc3986.StepNFC | rfc3986.StepIRI | rfc3986.StepURI, "iri,nfc,uri"},
	} {
		if got := tt.steps.String(); got != tt.want {
			t.Errorf("%d is %q, want %q", tt.steps, got, tt.want)
		}
		if got, err := rfc3986.ParseSteps(tt.want); err != nil || got != tt.steps {
			t.Errorf("%q is %v, %v", tt.want, got, err)
		}
	}
	for steps := range rfc3986.StepURI << 1 {
		text, err := json.Marshal(steps)
		var back rfc3986.Steps
		if err != nil || json.Unmarshal(text, &back) != nil || back != steps {
			t.Fatalf("%v comes back from %s as %v", steps, text, back)
		}
	}
	if got := (rfc3986.StepURI<<1 | rfc3986.StepCase).String(); got != "case,Steps(16384)" {
		t.Errorf("an unknown step is written as %q, want case,Steps(16384)", got)
	}
}

func TestParseStepsErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text   string
		offset int
	}{
		{"", 0}, {"case,", 5}, {"case,,path", 5}, {"Case", 0}, {"case, path", 5}, {"none,case", 0}, {"syntax,x", 7},
	} {
		steps, err := rfc3986.ParseSteps(tt.text)
		if steps != 0 || offsetOf(err, urlerr.UnknownName) != tt.offset {
			t.Errorf("ParseSteps(%q) = %v, %v", tt.text, steps, err)
		}
		if back := rfc3986.StepCase; back.UnmarshalText([]byte(tt.text)) == nil || back != rfc3986.StepCase {
			t.Errorf("UnmarshalText(%q) gives %v", tt.text, back)
		}
	}
}

func TestRungs(t *testing.T) {
	t.Parallel()
	var names []string
	for rung := rfc3986.NoRung; rung <= rfc3986.RungProtocol+1; rung++ {
		names = append(names, rung.String())
		if rung > rfc3986.RungString && rung <= rfc3986.RungProtocol {
			if below := (rung - 1).Steps(); rung.Steps()&below != below || rung.Steps() == below {
				t.Errorf("%v has the steps %v, the rung below %v", rung, rung.Steps(), below)
			}
		}
	}
	if want := []string{"none", "string", "case", "percent", "path", "scheme", "protocol", "rung 7"}; !slices.Equal(names, want) {
		t.Errorf("the rungs are %q, want %q", names, want)
	}
	if got := (rfc3986.RungProtocol + 1).Steps(); got != rfc3986.StepURI<<1-1 {
		t.Errorf("a rung above the highest has the steps %v", got)
	}
}

// TestNeededSteps: pairs that meet if those steps of the syntax are taken, with
// others or without, and do not if one of them is missing.
func TestNeededSteps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, a, b string
		steps      rfc3986.Steps
	}{
		{"G-042", "HTTP://h/", "http://h/", rfc3986.StepCase},
		{"G-055", "http://H/", "http://h/", rfc3986.StepCase},
		{"G-015", "x:/%3a", "x:/%3A", rfc3986.StepCase},
		{"G-023", "x:/%7Eu", "x:/~u", rfc3986.StepPercent},
		{"G-161", "x:/a/../b", "x:/b", rfc3986.StepPath},
		{"G-162", "x:/a/%2E%2E/b", "x:/b", rfc3986.StepPercent | rfc3986.StepPath},
		{"G-158", "example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", syntaxSteps},
	} {
		a, b := rfc3986.MustParseURI(test.a), rfc3986.MustParseURI(test.b)
		for steps := range syntaxSteps + 1 {
			if got := rfc3986.Equivalent(a, b, steps); got != (steps&test.steps == test.steps) {
				t.Errorf("%s: with %v, %s and %s are equivalent: %v", test.name, steps, a, b, got)
			}
		}
	}
}

// TestReservedIsData: for each reserved character and each component that may have
// it, it and its triplet are two things (G-019), which no step of the ladder makes
// one or the other (G-020).
func TestReservedIsData(t *testing.T) {
	t.Parallel()
	for _, component := range []struct{ frame, reserved string }{
		{"x://a_b@h", ":!$&'()*+,;="}, {"x://a_b", "!$&'()*+,;="}, {"x://h/a_b", "/:@!$&'()*+,;="}, {"x:a_b", "/:@!$&'()*+,;="},
		{"x:?a_b", ":/?@!$&'()*+,;="}, {"x:#a_b", ":/?@!$&'()*+,;="},
	} {
		for _, c := range ":/?#[]@!$&'()*+,;=" {
			raw := strings.Replace(component.frame, "_", string(c), 1)
			encoded := strings.Replace(component.frame, "_", fmt.Sprintf("%%%02X", c), 1)
			small := strings.Replace(component.frame, "_", fmt.Sprintf("%%%02x", c), 1)
			ladder := rfc3986.Steps(allSteps &^ rfc3986.StepDropFragment &^ rfc3986.StepEmptyPath)
			u := rfc3986.MustParseURI(encoded)
			for _, text := range []string{encoded, small, "X" + small[1:]} {
				if got := rfc3986.MustParseURI(text).Normalize(ladder); got != u {
					t.Errorf("%s is normalised to %s", text, got)
				}
			}
			if v, err := rfc3986.ParseURI(raw); err == nil && rfc3986.FirstRung(u, v, ladder) != rfc3986.NoRung {
				t.Errorf("%s and %s are equivalent", raw, encoded)
			}
			if strings.ContainsRune(component.reserved, c) {
				v, capital := rfc3986.MustParseURI(raw), rfc3986.MustParseURI("X"+raw[1:])
				if v.Normalize(ladder) != v || capital.Normalize(ladder) != v {
					t.Errorf("%s is normalised to %s, and %s to %s", raw, v.Normalize(ladder), capital, capital.Normalize(ladder))
				}
			}
		}
	}
}

// TestNormalizeAfterResolving: encoded dots are a name to resolution, and dots
// to the normalisation of its target (§5.2.1): G-119. Normalising the base first
// is another thing, and changes targets in two cases: G-128.
func TestNormalizeAfterResolving(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, base, ref, target, after, before string }{
		{"G-119", "http://a/b/c/d;p?q", "%2e%2e/g", "http://a/b/c/%2e%2e/g", "http://a/b/g", "http://a/b/c/%2e%2e/g"},
		{"G-128 a base that ends in two dots", "http://a/b/..", "c", "http://a/b/c", "http://a/b/c", "http://a/c"},
		{"G-128 encoded dots in the base", "http://a/x/%2e%2e/d", "../e", "http://a/x/e", "http://a/x/e", "http://a/e"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			base, ref := rfc3986.MustParseURI(tt.base), rfc3986.MustParse(tt.ref)
			target, err := rfc3986.Resolve(base, ref)
			if err != nil || target.String() != tt.target {
				t.Errorf("the target is %q, %v, want %q", target, err, tt.target)
			}
			if got := target.Normalize(syntaxSteps).String(); got != tt.after {
				t.Errorf("the target is normalised to %q, want %q", got, tt.after)
			}
			target, err = rfc3986.Resolve(base.Normalize(syntaxSteps), ref)
			if err != nil || target.String() != tt.before {
				t.Errorf("with the normal form of the base, the target is %q, %v, want %q", target, err, tt.before)
			}
		})
	}
}

// TestSameDocumentOfNormalForms: a caller who wants it normalises both sides
// before asking (§4.4): G-098.
func TestSameDocumentOfNormalForms(t *testing.T) {
	t.Parallel()
	base, u := rfc3986.MustParseURI("http://a/"), rfc3986.MustParseURI("HTTP://A/#s")
	if u.IsSameDocument(base) || !u.Normalize(rfc3986.StepCase).IsSameDocument(base.Normalize(rfc3986.StepCase)) {
		t.Error("the case step does not decide")
	}
}
