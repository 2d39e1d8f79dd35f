package rfc3986_test

import (
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example/rfc3986"
)

// allSteps has every step for URIs.
const allSteps = rfc3986.StepDropFragment<<1 - 1

// normalSeeds are references that normalisation has something to do with.
var normalSeeds = append([]string{
	"eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "HTTP://www.EXAMPLE.com:80", "http://%45X/%2e%2E/a?%41%2f#%7e", "foo:a/..//b",
	"foo:/.//b",
	"foo:../a/b", "foo:./..", "../../a/../b:c", "a/..//b", "./a:b", "a/.././..", "..", ".", "./", "//h/../x", "/a/..//b",
	"file://localhost/p", "FILE://LocalHost:/p", "file:/.//x", "file:a/../b", "file://u@localhost/", "file:", "file://",
	"mailto:A@B.C,D%22@E,F@G@H,i@%4A", "urn:ISBN:X", "urn:../ISBN:X", "urn:a/../ISBN:x", "xmpp:a@B/c@D/../e@F",
	"sip:u@H:5060;p@Q",
	"http://[2001:DB8::0:A]:0080/", "http://[::FFFF:1.2.3.4]", "http://[fe80::1%25E%6e1]", "http://[V1.A:B]/",
	"ws://h/a//..", "http:a/../b",
}, seeds...)

// randomText makes up a reference from pieces that normalisation cares about.
func randomText(r *rand.Rand) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	word := func() string {
		return pick("", "a", "B", ".", "..", "%2e", "%2E.", "%41", "%7e", "%2f", "%C3", "%c3", "b:c", "x@Y", "@", "%22", ",",
			"...", "~", "localhost")
	}
	var b strings.Builder
	b.WriteString(pick("", "", "http:", "HTTPS:", "file:", "mailto:", "urn:", "xmpp:", "foo:", "Ws:", "sip:"))
	if r.IntN(2) == 0 {
		b.WriteString("//" + pick("", "", "u@", "@", "U%3a:%50@"))
		b.WriteString(pick("", "h", "LOCALhost", "localhost", "%6cocalhost", "[::1]", "[1:0::2:0]", "[0:0::1%25eN%31]",
			"[v1.X]", "Ex%4d.com", "%c3"))
		b.WriteString(pick("", "", ":", ":80", ":0443", ":8"))
		if r.IntN(4) > 0 {
			b.WriteString("/")
		} else {
			b.WriteString(pick("", "?", "#", "?%41#%2f"))
			return b.String()
		}
	}
	for range r.IntN(6) {
		b.WriteString(word() + pick("/", "/", ""))
	}
	b.WriteString(word())
	b.WriteString(pick("", "", "?", "?a/../%5f", "#", "?#", "#%41/.."))
	return b.String()
}

// checkNormalize holds every law of normalisation for one text and set of
// steps. It reports whether the text is a reference.
func checkNormalize(t *testing.T, text string, steps rfc3986.Steps) bool {
	t.Helper()
	r, err := rfc3986.ParseOptions{AllowZone: true}.Parse(text)
	if err != nil {
		return false
	}
	if first := decodedFirst(text); first != r.Normalize(rfc3986.StepPercent) {
		t.Fatalf("%q: with its unreserved triplets decoded it is %+v, normalised %+v", text, splitOf(first),
			splitOf(r.Normalize(rfc3986.StepPercent)))
	}
	n := r.Normalize(steps)
	if want := referenceNormalize(text, steps); n.String() != want {
		t.Fatalf("%q with %v: %q, slowly %q", text, steps, n, want)
	}
	again, err := rfc3986.ParseOptions{AllowZone: true}.Parse(n.String())
	if err != nil || again != n {
		t.Fatalf("%q with %v: %q is not valid, or its components are elsewhere: %v", text, steps, n, err)
	}
	if n.Normalize(steps) != n {
		t.Fatalf("%q with %v: %q becomes %q when normalised again", text, steps, n, n.Normalize(steps))
	}
	if scheme := r.Scheme(); scheme != "" && steps&rfc3986.StepCase != 0 { // something to do in any case
		capital, _ := rfc3986.ParseOptions{AllowZone: true}.Parse(strings.ToUpper(scheme) + text[len(scheme):])
		if got := capital.Normalize(steps); got != n {
			t.Fatalf("%q with %v: %q, but %q is normalised to %q", text, steps, n, capital, got)
		}
	}
	checkSplitKept(t, r, n, steps)
	return true
}

// decodedFirst reads a text after its triplets of unreserved octets were decoded
// before anything was split (G-029).
func decodedFirst(text string) rfc3986.Ref {
	r, _ := rfc3986.ParseOptions{AllowZone: true}.Parse(tripletPattern.ReplaceAllStringFunc(text,
		func(triplet string) string {
			if octet, _ := hex.DecodeString(triplet[1:]); unreservedByte.Match(octet) {
				return string(octet)
			}
			return triplet
		}))
	return r
}

// checkSplitKept: no component comes or goes but by the steps that say so, and
// no reserved octet is decoded.
func checkSplitKept(t *testing.T, r, n rfc3986.Ref, steps rfc3986.Steps) {
	t.Helper()
	a, b := splitOf(r), splitOf(n)
	_, hadUserinfo := r.Userinfo()
	_, hasUserinfo := n.Userinfo()
	if a.scheme.defined != b.scheme.defined || a.query.defined != b.query.defined || hadUserinfo != hasUserinfo ||
		steps&rfc3986.StepDefaultHost == 0 && a.authority.defined != b.authority.defined ||
		steps&rfc3986.StepDropFragment == 0 && a.fragment.defined != b.fragment.defined ||
		a.authority.defined && !b.authority.defined {
		t.Fatalf("%q with %v: %q has other components", r, steps, n)
	}
	if _, has := r.Port(); !has {
		if _, has = n.Port(); has {
			t.Fatalf("%q with %v: %q has a port", r, steps, n)
		}
	}
	for _, c := range []struct{ before, after component }{{a.query, b.query}, {a.fragment, b.fragment}} {
		if len(tripletPattern.ReplaceAllString(c.before.text, "x")) != len(tripletPattern.ReplaceAllString(c.after.text,
			"x")) && c.after.defined {
			t.Fatalf("%q with %v: %q has another number of characters", r, steps, n)
		}
	}
	if reserved(n.String()) > reserved(r.String())+len("///./") {
		t.Fatalf("%q with %v: %q has more delimiters", r, steps, n)
	}
	if userinfo, _ := n.Userinfo(); strings.Contains(userinfo, "@") {
		t.Fatalf("%q with %v: %q has a userinfo with @", r, steps, n)
	}
	leading := func(r rfc3986.Ref) int { return len(r.Path()) - len(strings.TrimLeft(r.Path(), "./")) }
	if !a.scheme.defined && !a.authority.defined && strings.HasPrefix(a.path.text, "../") && leading(n) < 3 {
		t.Fatalf("%q with %v: %q has lost the dots that it began with", r, steps, n)
	}
}

// reserved counts the delimiters of s.
func reserved(s string) (n int) {
	for i := range len(s) {
		if strings.IndexByte(":/?#[]@!$&'()*+,;=", s[i]) >= 0 {
			n++
		}
	}
	return n
}

func FuzzNormalizeProperties(f *testing.F) {
	for _, s := range normalSeeds {
		f.Add(s, uint16(rfc3986.StepsSyntax|rfc3986.StepsScheme))
		f.Add(s, uint16(allSteps))
	}
	f.Fuzz(func(t *testing.T, s string, steps uint16) { checkNormalize(t, s, rfc3986.Steps(steps)&allSteps) })
}

// checkRungs checks that URIs that are equivalent at a rung are equivalent at all rungs above, and that FirstRung
// returns the lowest.
func checkRungs(t *testing.T, s1, s2 string, steps rfc3986.Steps) {
	t.Helper()
	opt := rfc3986.ParseOptions{AllowZone: true}
	ref1, err1 := opt.Parse(s1)
	ref2, err2 := opt.Parse(s2)
	a, ok1 := ref1.URI()
	b, ok2 := ref2.URI()
	if err1 != nil || err2 != nil || !ok1 || !ok2 {
		return
	}
	first := rfc3986.FirstRung(a, b, steps)
	met := false
	for rung := rfc3986.RungString; rung <= rfc3986.RungProtocol; rung++ {
		now := rfc3986.Equivalent(a, b, steps&rung.Steps())
		if met && !now {
			t.Fatalf("%q and %q meet at %v and part at %v, with %v", a, b, first, rung, steps)
		}
		if now && !met && first != rung {
			t.Fatalf("FirstRung(%q, %q, %v) = %v, want %v", a, b, steps, first, rung)
		}
		met = met || now
	}
	if !met && first != rfc3986.NoRung {
		t.Fatalf("FirstRung(%q, %q, %v) = %v, want none", a, b, steps, first)
	}
}

func FuzzRungsKeepEquivalence(f *testing.F) {
	for i, s := range normalSeeds {
		f.Add(s, normalSeeds[(i+1)%len(normalSeeds)], uint16(allSteps))
		f.Add(s, strings.ToLower(s), uint16(rfc3986.StepsSyntax))
	}
	f.Fuzz(func(t *testing.T, a, b string, steps uint16) { checkRungs(t, a, b, rfc3986.Steps(steps)&allSteps) })
}

// TestNormalizeProperties is the fuzz targets for references that are made up.
func TestNormalizeProperties(t *testing.T) {
	t.Parallel()
	n := 60_000
	if testing.Short() {
		n = 6_000
	}
	r := rand.New(rand.NewPCG(6, 2))
	sets := []rfc3986.Steps{rfc3986.StepsSyntax, rfc3986.StepsSyntax | rfc3986.StepsScheme, allSteps, 0}
	valid := 0
	for i := range n {
		steps := sets[i%len(sets)]
		if steps == 0 {
			steps = rfc3986.Steps(r.Uint32()) & allSteps
		}
		text := randomText(r)
		if checkNormalize(t, text, steps) {
			valid++
		}
		checkRungs(t, text, mutated(r, text), steps)
	}
	if valid < n/2 {
		t.Errorf("only %d of %d texts were references", valid, n)
	}
}

// mutated returns a text that is often equivalent to s.
func mutated(r *rand.Rand, s string) string {
	for range 1 + r.IntN(3) {
		switch i := r.IntN(len(s) + 1); r.IntN(8) {
		case 0:
			s = strings.ToLower(s)
		case 1:
			s = strings.ToUpper(s)
		case 2:
			s = strings.Replace(s, "/", []string{"/./", "/x/../", "/%2e/"}[r.IntN(3)], 1)
		case 3:
			s = strings.Replace(s, "a", "%61", 1)
		case 4:
			s = strings.Replace(s, ":80", "", 1)
		case 5:
			s = referenceNormalize(s, rfc3986.Steps(r.Uint32())&allSteps)
		case 6:
			s = strings.Replace(s, "localhost", "", 1)
		case 7:
			s = s[:i] + []string{"/", ".", "..", "%2E"}[r.IntN(4)] + s[i:]
		}
	}
	return s
}

// checkResolved: for a base without dot segments, encoded ones included, the
// targets of a reference and of its normal form have the same normal form.
// The base has a slash in its path or an authority: against x:a, the reference
// b/../c is x:/c by the algorithm of §5.2.4, and c is x:c. In the reference no
// dot segment follows an encoded one: resolving removes the latter with
// the former as it would any segment, but after decoding, as §2.3 has it, they
// are two of a kind.
func checkResolved(t *testing.T, base, ref string) {
	t.Helper()
	b, err1 := rfc3986.ParseURI(base)
	r, err2 := rfc3986.Parse(ref)
	if err1 != nil || err2 != nil {
		return
	}
	decoded := b.Normalize(rfc3986.StepPercent)
	_, authority := b.Authority()
	if !authority && !strings.Contains(b.Path(), "/") || decoded.Normalize(rfc3986.StepPath).Path() != decoded.Path() {
		return
	}
	encoded := false
	for segment := range strings.SplitSeq(r.Path(), "/") {
		if segment == "." || segment == ".." {
			if encoded {
				return
			}
		} else if s := referenceNormalize(segment, rfc3986.StepPercent); s == "." || s == ".." {
			encoded = true
		}
	}
	target, err1 := rfc3986.Resolve(b, r)
	fromNormal, err2 := rfc3986.Resolve(b, r.Normalize(syntaxSteps))
	if err1 != nil || err2 != nil {
		t.Fatalf("%q and %q: %v, %v", b, r, err1, err2)
	}
	if one, other := target.Normalize(syntaxSteps), fromNormal.Normalize(syntaxSteps); one != other {
		t.Fatalf("against %q, %q leads to %q, its normal form %q to %q", b, r, one, r.Normalize(syntaxSteps), other)
	}
}

func FuzzResolvingTheNormalFormGivesTheSameTarget(f *testing.F) {
	for _, s := range normalSeeds {
		f.Add("http://a/b/c/d;p?q", s)
		f.Add("foo:a/b", s)
	}
	f.Fuzz(checkResolved)
}

// TestResolvedNormal is that for references that are made up.
func TestResolvedNormal(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 2))
	bases := []string{"http://a/b/c/d;p?q", "http://a", "foo:a/b", "foo:/", "foo:/.//a", "file:///p", "x://h//a//b",
		"http://a/b%2ec/", "x:a/"}
	n := 30_000
	if testing.Short() {
		n = 3_000
	}
	for range n {
		checkResolved(t, bases[r.IntN(len(bases))], randomText(r))
	}
}
