package main

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/names/idna"
	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/whatwg"
)

// adaRelease is the release of ada with known differences.
const adaRelease = "4.0.0"

// startAda starts the ada to compare with, or skips the test.
func startAda(t testing.TB) *program {
	t.Helper()
	all, err := newAdas(false)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(rivals(all).close)
	i := slices.IndexFunc(all, func(a *program) bool { return a.Release == adaRelease })
	if i < 0 {
		t.Skipf("%s names no ada %s", adaVariable, adaRelease)
	}
	return all[i]
}

// A mutator makes texts of others: reproducible.
type mutator struct {
	r     *rand.Rand
	texts []string
}

// newMutator has what the web platform tests have, where they are, and a corpus.
func newMutator(t testing.TB) *mutator {
	t.Helper()
	m := &mutator{r: rand.New(rand.NewPCG(uint64(urltest.Number(t, "EARL_SEED", 1)), 4000))}
	if suites, err := wptSuites(); err != nil {
		t.Logf("without the web platform tests: %v", err)
	} else {
		for _, s := range suites {
			for _, c := range s.cases {
				m.add(c.url)
				m.add(c.value)
				if c.base != nil {
					m.add(*c.base)
				}
			}
		}
	}
	urls := urltest.Corpus(t)
	for i := 0; i < len(urls); i += 1 + len(urls)/2000 {
		m.add(urls[i])
	}
	return m
}

// add takes a text that ada can read: it reads UTF-8 alone.
func (m *mutator) add(s string) {
	if s = strings.ToValidUTF8(s, "\ufffd"); s != "" && len(s) < 500 {
		m.texts = append(m.texts, s)
	}
}

// any is one of the texts.
func (m *mutator) any() string { return m.texts[m.r.IntN(len(m.texts))] }

// piece is some bytes of one of them, often few.
func (m *mutator) piece() string {
	s := m.any()
	from := m.r.IntN(len(s))
	return s[from:min(len(s), from+1+m.r.IntN(1+m.r.IntN(12)))]
}

// special are what parsers look for.
var special = strings.Split(": / // \\ ? # @ [ ] % %2e .. . | ^ ` { } < > \" ' & = + ; , ! $ ( ) * ~ - _ 0 1 9 0x "+
	"255 256 65535 65536 xn-- :80 :443 :0 C: c| file: http: https: ws: "+
	"blob: data: javascript: foo: localhost 127.0.0.1 [::1] [::ffff:1.2.3.4] %00 %ff %c3%a9 \u00e9 \u00df \u3002 \u00ad "+
	"\u200d \ufdd0 \u0645 \U0001f600 /./ /../ /.// /%2e%2e/ a@b u:p@", " ")

// text is a text with some changes.
func (m *mutator) text() string {
	s := m.any()
	for range m.r.IntN(4) {
		at := m.r.IntN(len(s) + 1)
		end := min(len(s), at+m.r.IntN(4))
		switch m.r.IntN(7) {
		case 0: // out with some bytes
			s = s[:at] + s[end:]
		case 1:
			s = s[:at] + special[m.r.IntN(len(special))] + s[at:]
		case 2:
			s = s[:at] + special[m.r.IntN(len(special))] + s[end:]
		case 3:
			s = s[:at] + m.piece() + s[at:]
		case 4: // the beginning of one, the end of another
			other := m.any()
			s = s[:at] + other[m.r.IntN(len(other)):]
		case 5:
			s = s[:at] + string(rune(m.r.IntN(0x80))) + s[at:]
		case 6: // some bytes twice
			s = s[:at] + s[at:end] + s[at:]
		}
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// ask is a question: a URL, a URL on a base that is one, or a setter.
func (m *mutator) ask() question {
	q := question{url: m.text()}
	switch kind := m.r.IntN(6); {
	case kind < 2:
		if base := m.text(); askEarl(question{url: base}) != nil {
			q.base = &base
		}
	case kind == 2 && askEarl(q) != nil:
		q.setter, q.value = getters[m.r.IntN(len(getters)-1)], m.text()
		if m.r.IntN(2) == 0 {
			q.value = strings.ToValidUTF8(m.piece(), "\ufffd")
		}
	}
	return q
}

func (q question) String() string {
	switch {
	case q.setter != "":
		return strconv.Quote(q.url) + ", " + q.setter + " = " + strconv.Quote(q.value)
	case q.base != nil:
		return strconv.Quote(q.url) + " on " + strconv.Quote(*q.base)
	}
	return strconv.Quote(q.url)
}

// adaFaults are differences of ada 4.0.0 from the URL Standard, with an
// example. CONFORMANCE.md has the reasons.
var adaFaults = []struct {
	name, example string
	taken         bool        // ada takes the example; otherwise it refuses it
	rules         []idna.Rule // the first one that such a host breaks
}{
	{
		"takes a domain name where a label breaks the Bidi Rule", "https://0%C3%A0.%D7%90/", true,
		[]idna.Rule{idna.B1, idna.B2, idna.B3, idna.B4, idna.B5, idna.B6},
	},
	{"takes a joiner between what does not join", "https://%D8%A8%D8%A7%E2%80%8C%D8%A8/", true,
		[]idna.Rule{idna.C1, idna.C2}},
	{"takes Punycode that begins with a delimiter", "https://%C3%BC.xn---tda/", true, []idna.Rule{idna.P4}},
	{olderTables, "https://%E0%A2%98a/", true, nil},
	{olderTables, "https://%DF%8A%E2%80%8C%DF%8A/", false, nil},
}

const olderTables = "has tables of an older Unicode"

// TestFaultsOfAda: each example of CONFORMANCE.md is one.
func TestFaultsOfAda(t *testing.T) {
	a := startAda(t)
	for _, f := range adaFaults {
		if !strings.Contains(explanations, "`"+f.example+"`") {
			t.Errorf("CONFORMANCE.md does not have %s", f.example)
		}
		q := question{url: f.example}
		if ours, theirs := askEarl(q), a.askURLs([]question{q})[0]; (theirs != nil) != f.taken || (ours != nil) == f.taken {
			t.Errorf("%+q: earl %q, ada %q", f.example, ours, theirs)
		} else if fault := a.fault(q, ours, theirs); fault != f.name {
			t.Errorf("%+q: ada %q, want %q", f.example, fault, f.name)
		}
	}
}

// TestParamsOfAda: URLSearchParams of ada keeps bytes that are not UTF-8, where the
// standard decodes them with U+FFFD. Well-formed ones are the same.
func TestParamsOfAda(t *testing.T) {
	a := startAda(t)
	if example := "a=%FF"; !strings.Contains(explanations, "`"+example+"`") {
		t.Errorf("CONFORMANCE.md does not have %s", example)
	}
	for _, tt := range []struct{ name, text, ada, standard string }{
		{"a byte that no UTF-8 has", "a=%FF", "\xff", "\ufffd"},
		{"a lead byte alone", "a=%C3", "\xc3", "\ufffd"},
		{"a lead byte before ASCII", "a=%E2%82x", "\xe2\x82x", "\ufffdx"},
		{"a surrogate", "a=%ED%A0%80", "\xed\xa0\x80", "\ufffd\ufffd\ufffd"},
		{"an overlong form", "a=%C0%80", "\xc0\x80", "\ufffd\ufffd"},
		{"above U+10FFFF", "a=%F4%90%80%80", "\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"},
		{"well-formed", "a=%C3%A9", "\u00e9", "\u00e9"},
		{"a byte order mark", "a=%EF%BB%BFb", "\ufeffb", "\ufeffb"},
		{"not an escape", "a=%zz", "%zz", "%zz"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := words(a.ask("params " + oracle.Token(tt.text))[0]); !slices.Equal(got, []string{"a", tt.ada}) {
				t.Errorf("ada: %q, want %q", got, tt.ada)
			}
			var got []string
			for name, value := range whatwg.ParseForm(tt.text) {
				got = append(got, name, value)
			}
			if !slices.Equal(got, []string{"a", tt.standard}) {
				t.Errorf("earl: %q, want %q", got, tt.standard)
			}
		})
	}
}

// fault names the fault that explains another answer than earl's, or is empty.
func (a *program) fault(q question, ours, theirs answer) string {
	if q.base != nil && theirs == nil {
		b := question{url: *q.base}
		if oursOfBase := askEarl(b); a.askURLs([]question{b})[0] == nil && oursOfBase != nil {
			q, ours = b, oursOfBase
		}
	}
	for _, host := range theirs.hosts() {
		_, err := idna.AppendToASCII(nil, host, idna.Options{})
		if e, ok := errors.AsType[*idna.Error](err); ok {
			for _, f := range adaFaults {
				if slices.Contains(f.rules, e.Rule) {
					return f.name
				}
			}
		}
	}
	for _, host := range append(ours.hosts(), theirs.hosts()...) {
		name, _ := idna.AppendToUnicode(nil, host, idna.Options{}) // which has its characters all the same
		for _, r := range string(name) {
			if r >= 0x80 && a.differsOn(r) {
				return olderTables
			}
		}
	}
	return ""
}

// hosts are the host of a URL and the one of its origin, which differ for a blob.
func (a answer) hosts() []string {
	_, origin, _ := strings.Cut(a.get("origin"), "://")
	origin, _, _ = strings.Cut(origin, ":")
	return []string{a.get("hostname"), origin}
}

// differsOn reports whether ada knows a character in another way than earl: as a
// mark that begins no label, as one that joins, or as one that has a place in names
// from right to left.
func (a *program) differsOn(r rune) bool {
	var questions []question
	for _, label := range []string{"%ca", "a%cb", "\u0628%c", "%c\u0628", "%c\u200c\u0628", "\u0628\u200c%c", "%c\u0323"} {
		questions = append(questions, question{url: "https://" + strings.ReplaceAll(label, "%c", string(r)) + "/"})
	}
	for i, theirs := range a.askURLs(questions) {
		if !slices.Equal(askEarl(questions[i]), theirs) {
			return true
		}
	}
	return false
}

// TestSameAsAda: ada agrees with earl's whatwg about texts made of the ones that
// are good at finding faults. EARL_CALLS is how many.
func TestSameAsAda(t *testing.T) {
	a := startAda(t)
	m, n := newMutator(t), urltest.Number(t, "EARL_CALLS", 100_000)
	failed, faults := 0, map[string]int{}
	for asked := 0; asked < n; {
		questions := make([]question, min(10_000, n-asked))
		for i := range questions {
			questions[i] = m.ask()
		}
		asked += len(questions)
		for i, theirs := range a.askURLs(questions) {
			ours := askEarl(questions[i])
			if slices.Equal(ours, theirs) {
				continue
			}
			if fault := a.fault(questions[i], ours, theirs); fault != "" {
				if faults[fault]++; faults[fault] == 1 {
					t.Logf("ada %s: %v gives %q", fault, questions[i], theirs.get("href"))
				}
				continue
			}
			if failed++; failed < 40 {
				t.Errorf("%v:\nearl %q\nada  %q", questions[i], ours, theirs)
			}
		}
	}
	t.Logf("%d questions to %v, %d answered otherwise for reasons unknown", n, a.Name, failed)
	for fault, times := range faults {
		t.Logf("%d times it %s", times, fault)
	}
}

// FuzzSameAsAda: the same, of texts that the fuzzer makes: it sees which of them
// earl reads in a new way.
func FuzzSameAsAda(f *testing.F) {
	a := startAda(f)
	m := newMutator(f)
	for range 500 {
		q := m.ask()
		base := ""
		if q.base != nil {
			base = *q.base
		}
		f.Add(q.url, base)
	}
	f.Fuzz(func(t *testing.T, url, base string) {
		q := question{url: strings.ToValidUTF8(url, "\ufffd")}
		if base = strings.ToValidUTF8(base, "\ufffd"); askEarl(question{url: base}) != nil {
			q.base = &base
		}
		if len(url)+len(base) > 10_000 {
			return // ada and earl have other limits of how long a name may be
		}
		ours, theirs := askEarl(q), a.askURLs([]question{q})[0]
		if !slices.Equal(ours, theirs) && a.fault(q, ours, theirs) == "" {
			t.Errorf("%v:\nearl %q\nada  %q", q, ours, theirs)
		}
	})
}
