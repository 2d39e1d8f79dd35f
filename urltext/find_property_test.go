package urltext_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// findSeeds are texts with something to find, or nearly so.
var findSeeds = []string{
	appendixC, strings.ReplaceAll(appendixC, "\n", "\r\n"), appendixCRussian,
	"<URL: http://h/x>", "<URL:\vhttp://h/x>", "yy://u\xa9u@[::0] yy://u@[::0] yy://ué@[::0]", "\"url:foo:x\"",
	"<http://h/long-\n name>", "<http://h:8-\r\n0/>", "<http://h/a-\n>", "\"http://h/a\n b\"", "\"http://h/a b\"",
	"(http://h/a_(b)),(http://h/)", "'http://h/a','http://h/b'", "http://h/100%.", "http://100%", "http://h/#a#b",
	"http://h:8a/ http://h:80, http://u@[::1]:80/x]",
	"http://[::1", "http://[v1.tel:x]/", "tel:%", "(tel:.)", "x://a yy:///z http:///a http://:80/ yy://?a",
	"url://h/ URL:http://h/ <url:a>", "-http://h 1http://h",
	"<http://h/a\n> > b>", "<../a> <b> <> <magnet:?x> magnet:?x <a:b> a:b", "http://h/(.", "http://h/')'",
	"tel:1 TEL:2 hotel:3 note: this note:this",
}

// checkFind checks every property of Find for one text.
func checkFind(t *testing.T, text string) int {
	t.Helper()
	opt := byAppendixC
	want := referenceFind(text)
	n, end := 0, 0
	for m := range opt.Find(text) {
		without, _ := m.WithoutHyphens()
		got := found{m.Start, m.End, m.Ref().String(), m.By, without.String()}
		if n == len(want) || got != want[n] {
			t.Fatalf("%q with %+v: match %d is %+v, reference %+v", text, opt, n, got, want[min(n, len(want)):])
		}
		n++
		if m.Start < end || m.Start > m.End || m.Raw() != text[m.Start:m.End] {
			t.Fatalf("%q with %+v: %+v, want it after %d, with the text %q", text, opt, m, end, m.Raw())
		}
		end = m.End
		if again, err := rfc3986.Parse(m.Ref().String()); err != nil || again != m.Ref() {
			t.Fatalf("%q with %+v: %+v is no reference: %v", text, opt, m, err)
		}
		if u, err := whatwg.Parse(m.Ref().String()); m.URL() != u || (err == nil) != (m.URL() != whatwg.URL{}) {
			t.Fatalf("%q with %+v: URL of %+v, want %v", text, opt, m, u)
		}
		checkHyphens(t, m)
	}
	if n != len(want) {
		t.Fatalf("%q with %+v: %d matches, reference %+v", text, opt, n, want)
	}
	return n
}

// checkHyphens checks that the text of a match is the reference, with or without the hyphens at the ends of lines.
func checkHyphens(t *testing.T, m urltext.Match) {
	t.Helper()
	raw := m.Raw()
	kept, dropped := spacePattern.ReplaceAllString(raw, ""), withoutHyphens(raw)
	if got := m.Ref().String(); got != kept && got != dropped {
		t.Fatalf("%q becomes %q, want %q or %q", raw, got, kept, dropped)
	}
}

func FuzzFindMatchesReference(f *testing.F) {
	for _, s := range findSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return // the reference implementation is slow
		}
		checkFind(t, text)
	})
}

// TestFindProperties is the fuzz target for texts that are made up.
func TestFindProperties(t *testing.T) {
	t.Parallel()
	n := 40_000
	if testing.Short() {
		n = 4_000
	}
	for _, text := range findSeeds {
		checkFind(t, text)
	}
	r := rand.New(rand.NewPCG(39, 86))
	matches := 0
	for range n {
		matches += checkFind(t, randomProse(r))
	}
	if matches < n/4 {
		t.Errorf("only %d matches in %d texts", matches, n)
	}
}

// randomProse makes up a text from what Find cares about.
func randomProse(r *rand.Rand) string {
	pieces := []string{
		"<", ">", "<", ">", "\"", "\"", "(", ")", "'", "'", "[", "]", " ", "\n", "\r\n", "-\n  ", "\n> ", "\t", "URL:",
		"url: ", "http://", "http://", "tel:", "mailto:",
		"x://", "a:", "data:", "magnet:", "file:///", "h", "h.example", "[::1]", "[v1.a]", ":80", ":8a", "/", "/a", "?", "#",
		"%", "%41", "@", "u:p@", ".", ",", "!", "...", "-", "é", "1", "b/c", "{",
	}
	var b strings.Builder
	for range 1 + r.IntN(14) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// TestFindIsLinear takes hostile shapes of megabytes.
func TestFindIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	mega := urltest.Size(1 << 20)
	huge := map[string]bool{"<": true, "\"": true, "(": true, "http:": true, ":": true}
	for _, unit := range []string{
		"<", "\"", "(", "'", "http:", ":", "a:", "://", "xx://", "http://", "http://[", "http://[::1]", "(http://x:y",
		"(http:///", "'http:///", "(x://?", "(xx://?", "(tel:%", "(tel:.)",
		"tel:", "tel:.", "<url: ", "\"\n", "<http://h:8-\n", "\"http://", "\n>", "http://h)", "http://h/%", "http://u@",
		"http://h:8a/", "http://h'",
	} {
		size := mega
		if huge[unit] {
			size = urltest.Size(8 << 20)
		}
		for _, opt := range []urltext.FindOptions{{}, byAppendixC} {
			opt.AppendixC = true
			for _, prefix := range []string{"", "(http://h/", "<http:"} {
				text := urltest.Many(prefix, unit, "", size)
				urltest.Linear(t, fmt.Sprintf("%q and many of %q", prefix, unit), text, func(s string) {
					for range opt.Find(s) {
					}
				})
			}
		}
	}
}
