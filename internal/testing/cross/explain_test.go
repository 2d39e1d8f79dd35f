package cross_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/steps"
	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urllib"
)

// explained are the dialects whose resolution is explained, with their options.
func explained() []earl.Dialect {
	return []earl.Dialect{
		earl.RFC3986(), earl.RFC3986().WithOptions(rfc3986.Dialect{BackwardCompatible: true}),
		earl.MustParseDialect("rfc3987"),
		earl.RFC1808(), earl.RFC1808().WithOptions(rfc1808.Dialect{Strict: rfc1808.RFC2068}),
		earl.WHATWG(), earl.Urllib(), earl.MustParseDialect("urllib@" + earl.Urllib().Releases()[0]),
		earl.Urllib().WithOptions(urllib.Dialect{NoFragments: true}),
	}
}

// stepsOf returns the steps of resolving ref against base, which must have a target.
func stepsOf(d earl.Dialect, base, ref string) *steps.Trace {
	trace := &steps.Trace{Algorithm: strings.Replace(d.Name(), "rfc3987", "rfc3986", 1)}
	steps.Resolvers[d.Name()](d.Options(), base, ref, trace)
	return trace
}

// checkSteps compares the steps of resolving ref against base with the target.
func checkSteps(t *testing.T, d earl.Dialect, base, ref string) {
	t.Helper()
	want, err := earl.Resolve(d, base, ref)
	if err != nil {
		return
	}
	all := stepsOf(d, base, ref).Steps
	if got := all[len(all)-1].Output; got != want {
		t.Fatalf("%s: %q and %q: the last step has %q, want %q", d, base, ref, got, want)
	}
	var last *steps.Step // the last row of a table
	for i := range all {
		s := &all[i]
		checkOrigin(t, d, base, ref, s.Output, s.OutputFrom)
		checkOrigin(t, d, base, ref, s.Input, s.InputFrom)
		if s.IsRow {
			last = s
		}
		if s.Rule == "" {
			t.Fatalf("%s: %q and %q: a step without a rule: %+v", d, base, ref, s)
		}
	}
	switch d.Name() {
	case "rfc3986", "rfc3987", "rfc1808": // the table removes dot segments: its last output is in the target
		if last != nil && (last.Input != "" || !strings.Contains(want, strings.TrimPrefix(last.Output, "…"))) {
			t.Fatalf("%s: %q and %q: the table ends with %q and %q, the target is %q", d, base, ref, last.Output, last.Input, want)
		}
	}
}

// checkOrigin checks that the characters of text can be from base and reference, in this order.
func checkOrigin(t *testing.T, d earl.Dialect, base, ref, text string, from steps.Origin) {
	t.Helper()
	b, r := from.Parts(text)
	if !isSubsequence(strings.TrimPrefix(b, "…"), base) || !isSubsequence(strings.Trim(r, "…"), ref) {
		t.Fatalf("%s: %q and %q: in %q, %q is not from the base, or %q is not from the reference", d, base, ref, text, b, r)
	}
}

// isSubsequence reports whether text has the bytes of s in the same order, perhaps with others between them.
func isSubsequence(s, text string) bool {
	for i := range len(s) {
		at := strings.IndexByte(text, s[i])
		if at < 0 {
			return false
		}
		text = text[at+1:]
	}
	return true
}

// TestOriginOfCharacters resolves references with letters that no base has. The letters of a step must be in the part
// of their text. Only rare results, in which other characters than dot segments change, have no parts.
func TestOriginOfCharacters(t *testing.T) {
	t.Parallel()
	tokens := strings.Split("/ / / /. /.. .. ../ ./ . %2e ; ? # a b é", " ")
	r := rand.New(rand.NewPCG(53, 7))
	for _, d := range []earl.Dialect{earl.MustParseDialect("rfc3987"), earl.RFC1808()} {
		known, all := 0, 0
		for range 30_000 {
			texts := [2]string{}
			for i := range texts {
				for range r.IntN(10) {
					token := tokens[r.IntN(len(tokens))]
					if i == 1 {
						token = strings.NewReplacer("a", "x", "b", "y", "é", "ø").Replace(token)
					}
					texts[i] += token
				}
			}
			base, ref := "h://u"+"/"+texts[0], texts[1]
			if _, err := earl.Resolve(d, base, ref); err != nil {
				continue
			}
			trace := stepsOf(d, base, ref).Steps
			for _, s := range trace {
				outBase, outRef := s.OutputFrom.Parts(s.Output)
				inBase, inRef := s.InputFrom.Parts(s.Input)
				if strings.ContainsAny(outBase+inBase, "xyø") || strings.ContainsAny(outRef+inRef, "habué") {
					t.Fatalf("%s: %q and %q: the parts of %+v are wrong", d, base, ref, s)
				}
				if s.OutputFrom.Known && strings.Trim(s.Output[s.OutputFrom.Cut:s.OutputFrom.End], "/…") != "" {
					t.Fatalf("%s: %q and %q: %+v has text from neither", d, base, ref, s)
				}
			}
			if all++; trace[len(trace)-1].OutputFrom.Known {
				known++
			}
		}
		if all < 10_000 || known < all*19/20 && d != earl.RFC1808() || known < all/2 {
			t.Errorf("%s: the parts of %d of %d results are known", d, known, all)
		}
	}
}

// TestStepsOfTheExamples compares the steps with the targets of RFC 3986 §5.4 and of docs/reference/resolution.md, which
// has the references of RFC 1808 §5.
func TestStepsOfTheExamples(t *testing.T) {
	t.Parallel()
	for _, e := range urltest.Resolutions() {
		all := stepsOf(earl.RFC3986(), urltest.ResolutionBase, e.Ref).Steps
		if got := all[len(all)-1].Output; got != e.Want {
			t.Errorf("%s: the last step has %s, want %s", e.Ref, got, e.Want)
		}
	}
	for _, d := range explained() {
		for _, e := range urltest.Resolutions() {
			checkSteps(t, d, urltest.ResolutionBase, e.Ref)
		}
		for _, c := range resolutionCases {
			for ref := range strings.FieldsSeq(c.refs) {
				checkSteps(t, d, resolutionBase, strings.Trim(ref, "'"))
			}
		}
	}
}

// TestStepsOfGeneratedPairs compares the steps with the targets of generated pairs: a million for each dialect if
// EARL_EXHAUSTIVE is set.
func TestStepsOfGeneratedPairs(t *testing.T) {
	t.Parallel()
	tokens := strings.Split("http: HTTP: file: x: // / / / . .. ./ ../ ../../ a b:c @ u:p@h : ; ;p ? q # # %2e C: | \\ \t 1 [::1] é", " ")
	bases := []string{"http://a/b/c/d;p?q", "http://h", "http://h?q", "file:///C:/a/b", "x:/a/b", "x:a", "x://h/../a/./b/", ""}
	n := 20_000
	switch {
	case urltest.IsExhaustive():
		n = 1_000_000
	case testing.Short():
		n = 2_000
	}
	for _, d := range explained() {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(52, 4))
			text := func() (s string) {
				for range r.IntN(8) {
					s += tokens[r.IntN(len(tokens))]
				}
				return s
			}
			for range n {
				base, ref := bases[r.IntN(len(bases))], text()
				if r.IntN(2) == 0 {
					base += text()
				}
				checkSteps(t, d, base, ref)
			}
		})
	}
}

// TestLongTrace: a trace has a limited number of rows, and takes linear memory.
func TestLongTrace(t *testing.T) {
	t.Parallel()
	ref := strings.Repeat("a/../", 100_000)
	for _, d := range explained() {
		size, more := 0, false
		all := stepsOf(d, "http://h/", ref).Steps
		for _, s := range all {
			size += len(s.Text) + len(s.Input) + len(s.Output)
			more = more || s.Rule == "(more)"
		}
		if size > 2*len(ref) || len(all) > 120 || !more {
			t.Errorf("%s: %d steps of %d bytes, more %v", d, len(all), size, more)
		}
	}
}
