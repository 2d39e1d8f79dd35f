package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/whatwg"
)

// TestRings: the ring of earl's lines has nobody else's, and each ring begins with the operation to compare with.
func TestRings(t *testing.T) {
	urls := urltest.MadeUp(300)
	for _, c := range contests(urls) {
		rings := c.rings(rivals{})
		if len(rings) != 1+len(c.rivals) {
			t.Errorf("%s: %d rings, and %d rivals", c.title, len(rings), len(c.rivals))
		}
		if n := 1 + len(c.earl) + len(c.others); len(rings[0]) != n {
			t.Errorf("%s: %d in the first ring, want %d", c.title, len(rings[0]), n)
		}
		var names []string
		for _, r := range rings {
			if !strings.HasPrefix(r[0].Name, c.std.Name) {
				t.Errorf("%s: a ring begins with %s", c.title, r[0].Name)
			}
			for _, row := range r {
				names = append(names, row.Name)
			}
			r.measure(c.inputs[:min(10, len(c.inputs))], 1)
		}
		slices.Sort(names)
		if twice := len(names) - len(slices.Compact(names)); twice > 0 {
			t.Errorf("%s: %d rows have the name of another", c.title, twice)
		}
		for _, v := range c.versus {
			if !slices.ContainsFunc(c.earl, func(l line) bool { return l.Name == v.earl }) {
				t.Errorf("%s: %s of %s is compared with %s, which is not a line", c.title, v.what, v.rival, v.earl)
			}
		}
		for _, r := range rings {
			for _, row := range r {
				if row.ns <= 0 {
					t.Errorf("%s: %s takes %v", c.title, row.Name, row.ns)
				}
			}
		}
	}
}

// TestTables: a ratio is to net/url in the same ring, and a duel is of one ring.
func TestTables(t *testing.T) {
	t.Parallel()
	named := func(name string, ns float64) row { r := rowOf(urltest.Op{Name: name}); r.ns = ns; return r }
	of := func(r row, v versus, program bool) row { r.versus, r.program = v, program; return r }
	v := versus{adaName, "a", "e"}
	first := named("e", 25)
	first.must, first.stretch, first.allocs = 0.3, 0.2, 1
	rings := []ring{
		{named("n", 100), first},
		{named("n, beside x", 200), named("x", 300)},
		{named("n, beside a1", 200), of(named("e, beside a1", 40), v, false), of(named("a1", 80), v, true)},
		{named("n, beside a2", 150), of(named("e, beside a2", 60), v, false), of(named("a2", 50), v, true)},
		{named("n, beside a3", 100), of(named("e, beside a3", 30), v, false), of(named("a3", 40), v, true)},
	}
	c := contest{title: "trying", inputs: make([]string, 7), versus: []versus{v, {adaName, "b", "another"}}}
	var out bytes.Buffer
	c.print(&out, rings)
	printDuels(&out, c.duels(rings))
	const want = `
## Trying: 7 inputs

| | ns | ratio | must | stretch | | allocations |
|---|--:|--:|--:|--:|---|--:|
| n | 100 | 1.00 |  |  |  | 0.00 |
| e | 25 | 0.25 | 0.30 | 0.20 | met | 1.00 |
| n, beside x | 200 | 1.00 |  |  |  | 0.00 |
| x | 300 | 1.50 |  |  |  | 0.00 |
| n, beside a1 | 200 | 1.00 |  |  |  | 0.00 |
| e, beside a1 | 40 | 0.20 |  |  |  | 0.00 |
| a1 | 80 | 0.40 |  |  |  |  |
| n, beside a2 | 150 | 1.00 |  |  |  | 0.00 |
| e, beside a2 | 60 | 0.40 |  |  |  | 0.00 |
| a2 | 50 | 0.33 |  |  |  |  |
| n, beside a3 | 100 | 1.00 |  |  |  | 0.00 |
| e, beside a3 | 30 | 0.30 |  |  |  | 0.00 |
| a3 | 40 | 0.40 |  |  |  |  |
`
	tables, duels, _ := strings.Cut(out.String(), "\n## Compared with ada and the crates\n")
	if tables != want {
		t.Errorf("printed is\n%s\nwant\n%s", tables, want)
	}
	if wanted := "|\n| trying | e | 60 | a2 | 50 | 1.20 | **slower** |\n"; !strings.HasSuffix(duels, wanted) ||
		strings.Count(duels, "\n| ") != 2 {
		t.Errorf("the duels are\n%s\nwant one\n%s", duels, wanted)
	}
}

// TestByForm: a URL that needs rewriting is accepted, and its result differs from it.
func TestByForm(t *testing.T) {
	t.Parallel()
	normal, other := byForm(append(urltest.Corpus(t), "http://127.0.0.1/", "http://127.0.0.1/", "http://127.0.0.1/",
		"http://127.0.0.1/", "http://127.0.0.1/"))
	if len(normal) < 1000 || len(other) != len(normal) {
		t.Fatalf("%d in normal form, %d others", len(normal), len(other))
	}
	for i, s := range other {
		if u, err := whatwg.Parse(s); err != nil || u.Href() == s {
			t.Errorf("%q, made of %q: %v", s, normal[i], err)
		}
	}
}
