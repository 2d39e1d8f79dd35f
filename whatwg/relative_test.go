package whatwg_test

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/whatwg"
)

func TestRelative(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, base, target, want string }{
		{"the same", "http://h/a?b", "http://h/a?b", ""},
		{"fragment", "http://h/a?b#c", "http://h/a?b#d", "#d"},
		{"query", "http://h/a?b", "http://h/a?c", "?c"},
		{"query to be lost", "http://h/a?b", "http://h/a", "a"},
		{"query of a folder to be lost", "http://h/a/?b", "http://h/a/", "."},
		{"sibling", "http://h/a/b", "http://h/a/c?d#e", "c?d#e"},
		{"above", "http://h/a/b/c", "http://h/a/d", "../d"},
		{"from the root", "http://h/a/b/c/d", "http://h/x", "/x"},
		{"colon", "http://h/a", "http://h/b:c", "/b:c"},
		{"scheme in a path", "http://h/a", "http://h/http:c", "/http:c"},
		{"path that would be a host", "http://h/a", "http://h//evil.example/", ".//evil.example/"},
		{"path that would be a host, sibling", "http://h//a", "http://h//b", "b"},
		{"path that would be a host, below", "http://h/a/b", "http://h/a//c", ".//c"},
		{"other host", "http://h/a", "http://x/a", "//x/a"},
		{"other scheme", "http://h/a", "https://h/a", "https://h/a"},
		{"other user", "http://h/a", "http://u@h/a", "//u@h/a"},
		{"drive", "file:///C:/a/b/c/d", "file:///C:/x", "/x"},
		{"other drive", "file:///C:/a", "file:///D:/x", "/D:/x"},
		{"no host", "foo:/a/b", "foo:/.//x", "..//x"},
		{"no path", "foo://h/a", "foo://h", "//h"},
		{"no path in the base", "foo://h", "foo://h/x", "x"},
		{"opaque path", "foo:a", "foo:a#b", "#b"},
		{"other opaque path", "foo:a", "foo:b", "foo:b"},
		{"dot that is data", "http://h/a/b", "http://h/a/.b", ".b"},
		{"no base", "", "http://h/", "http://h/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var base whatwg.URL
			if test.base != "" {
				base = whatwg.MustParse(test.base)
			}
			if got := whatwg.Relative(base, whatwg.MustParse(test.target)); got != test.want {
				t.Errorf("from %s to %s: %q, want %q", test.base, test.target, got, test.want)
			}
		})
	}
	if got := whatwg.Relative(whatwg.MustParse("http://h/"), whatwg.URL{}); got != "" {
		t.Errorf("to the zero URL: %q", got)
	}
	set := whatwg.MustParse("http://localhost/")
	if !set.SetProtocol("file") || whatwg.Relative(whatwg.MustParse("file:///a"), set) != "file://localhost/" {
		t.Error("a URL that parsing changes has another reference than its href")
	}
}

// TestRelativeIsShortest tries all references of up to six bytes that can play a part.
func TestRelativeIsShortest(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many references")
	}
	refs := []string{""} // shortest first
	for texts := refs; len(texts[0]) < 6; {
		var longer []string
		for _, text := range texts {
			for _, c := range []string{"/", ".", "a", ":", "?", "C"} {
				longer = append(longer, text+c)
			}
		}
		refs, texts = append(refs, longer...), longer
	}
	for _, s := range []string{"a:a", "a:/", "a://a", "a://a/", "a://a/a", "a:/a/a", "a://a/a/a", "a://a/a/a/a/a", "a://a?",
		"a://a/a?", "a:/.//a", "a://a//a", "http://a/", "http://a/a/a", "http://a/a/a/a?a", "http://a//a", "file:///a/a",
		"file:///C:/a/a/a", "file:///C:"} {
		base := whatwg.MustParse(s)
		shortest := map[whatwg.URL]string{}
		for _, ref := range refs {
			target, err := base.Resolve(ref)
			if _, ok := shortest[target]; err == nil && !ok {
				shortest[target] = ref
			}
		}
		for target, want := range shortest {
			got := whatwg.Relative(base, target)
			if target.Pathname() == "/" && strings.HasPrefix(got, "//") {
				want += "/" // Relative writes the path after a host
			}
			if len(got) > len(want) {
				t.Errorf("from %s to %s: %q, but %q is shorter", base, target, got, want)
			}
		}
	}
}

// relatives returns the references of generated pairs, with the targets.
func relatives(n int) (questions []question, targets []string) {
	g := newGenerator(7)
	for len(questions) < n {
		base, err := whatwg.Parse(strings.ToValidUTF8(g.url(), "a"))
		if err != nil {
			continue
		}
		target := base // half of the targets are near the base
		if g.r.IntN(2) == 0 {
			target, err = base.Resolve(strings.ToValidUTF8(g.text(4), "a"))
		} else {
			target, err = whatwg.Parse(strings.ToValidUTF8(g.url(), "a"))
		}
		if err == nil {
			questions = append(questions, question{whatwg.Relative(base, target), new(base.Href())})
			targets = append(targets, target.Href())
		}
	}
	return questions, targets
}

func TestRelativeResolves(t *testing.T) {
	t.Parallel()
	questions, targets := relatives(rounds(100_000))
	for i, q := range questions {
		if got := show(q.ours()); got != targets[i] {
			t.Errorf("%q on %q is %s, want %s", q.url, *q.base, got, targets[i])
		}
	}
}

// TestNodeResolvesRelative resolves the references with node, apart from the faults of node.
func TestNodeResolvesRelative(t *testing.T) {
	t.Parallel()
	questions, targets := relatives(urltest.Number(t, "EARL_CALLS", 20_000))
	_, hrefs := askNode(t, questions)
	failures := 0
	for i, q := range questions {
		if theirs := show(hrefs[i]); theirs != targets[i] && !faulty(q.url, *q.base) {
			if failures++; failures < 20 {
				t.Errorf("%q on %q is %s, want %s", q.url, *q.base, theirs, targets[i])
			}
		}
	}
}
