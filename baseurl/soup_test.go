package baseurl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	stdhtml "html"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"earl.example/internal/testing/urltest"
)

// soupTags are the elements of generated documents. x/net/html and parse5 agree with the standard on them.
var soupTags = strings.Fields("table caption colgroup col tbody thead tfoot tr td th table tr td tbody template template " +
	"html head body div p a b form input button li ul svg g desc foreignobject math mi title style h1 br img hr link meta y")

// selectTags are elements with rules that changed in 2025. Only browsers know the new rules.
var selectTags = strings.Fields("select select option optgroup input hr button div p table td tr template svg desc textarea form")

// soup returns a generated document. The attributes itemid and href of a start tag have the number of the tag.
func soup(r *rand.Rand, tags []string) string {
	pool := make([]string, 3+r.IntN(6))
	for i := range pool {
		pool[i] = tags[r.IntN(len(tags))]
	}
	var b strings.Builder
	b.WriteString("<!doctype html>")
	for i := range 2 + r.IntN(14) {
		switch name := pool[r.IntN(len(pool))]; {
		case r.IntN(3) == 0:
			b.WriteString("</" + name + ">")
		case r.IntN(12) == 0:
			b.WriteString("x")
		default:
			fmt.Fprintf(&b, "<%s itemid=%d href=%d>", name, i, i)
		}
	}
	return b.String()
}

// elementsOf returns the numbers of the start tags that make elements, by this package.
func elementsOf(t *testing.T, doc string) []string {
	t.Helper()
	opt := Options{Context: Context{Retrieval: []string{"http://h/"}}}
	var all []string
	for ref, err := range opt.References(HTML, strings.NewReader(doc)) {
		if err != nil {
			t.Fatalf("References(%q) has the error %v, want no error", doc, err)
		}
		all = append(all, ref.Raw)
	}
	return numbers(all)
}

// numbers sorts numbers and removes repeated ones.
func numbers(all []string) []string {
	slices.SortFunc(all, func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return x - y
	})
	return slices.Compact(all)
}

// elementsOfNet is elementsOf by the parser of golang.org/x/net/html.
func elementsOfNet(t *testing.T, doc string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "itemid" {
				all = append(all, a.Val)
			}
		}
	}
	return numbers(all)
}

// reopened has documents on which this package differs from the standard: a formatting element that is opened again
// has an end tag in SVG or MathML.
var reopened = regexp.MustCompile(`<(a|b) .*<(svg|math) .*</(a|b)>`)

// soupFaults has patterns of documents on which a parser differs from the standard, and from the two other parsers.
var soupFaults = map[string]*regexp.Regexp{
	// A header cell in a caption; a template or a part of a table in foreign content; style and title in the columns of a
	// template.
	"x/net/html": regexp.MustCompile(`<caption.*<th |<template .*<col .*<(style|title) |` +
		`<(svg|math) .*<(template|caption|tbody|tfoot|thead|tr|td|th) `),
	// A part of a table in a template in a part of a table; the end of a section in a row of a template.
	"parse5": regexp.MustCompile(`<template .*<tr .*</(tbody|tfoot|thead)>|<(table|caption|tbody|tfoot|thead|tr|td|th) .*<template .*` +
		`<(table|caption|colgroup|col|tbody|tfoot|thead|tr|td|th) `),
	// A form in a part of a table in a template; the end tag of an element of HTML that has the name of one of SVG; a part
	// of a table after a title in a template.
	"Chromium": regexp.MustCompile(`<template .*<(caption|colgroup|col|tbody|tfoot|thead|tr|td|th|table) .*<form |` +
		`<foreignobject .*<svg .*</foreignobject>|<desc .*<svg .*</desc>|<mi .*<(svg|math) .*</mi>|` +
		`<template .*<title .*</title>.*<(caption|colgroup|col|tbody|tfoot|thead|tr|td|th) `),
}

// compareSoup compares the elements of documents with the elements of another parser.
func compareSoup(t *testing.T, parser string, docs []string, theirs func(i int) []string) {
	t.Helper()
	failures, ignored, skipped := 0, 0, 0
	for i, doc := range docs {
		if soupFaults[parser].MatchString(doc) || reopened.MatchString(doc) {
			skipped++
			continue
		}
		got, want := elementsOf(t, doc), theirs(i)
		if !slices.Equal(got, want) {
			if failures++; failures <= 10 {
				t.Errorf("%s has the elements %v, want %v as by %s", doc, got, want, parser)
			}
		}
		if len(got) < strings.Count(doc, "itemid=") {
			ignored++
		}
	}
	t.Logf("%s: %d questions, %d skipped, %d documents with ignored tags, %d differences", parser, len(docs), skipped,
		ignored, failures)
}

func soups(seed uint64, n int, tags []string) []string {
	r := rand.New(rand.NewPCG(seed, 29))
	docs := make([]string, n)
	for i := range docs {
		docs[i] = soup(r, tags)
	}
	return docs
}

// soupSize returns the number of documents to compare.
func soupSize() int {
	switch {
	case urltest.IsExhaustive():
		return 100_000
	case testing.Short():
		return 2_000
	}
	return 20_000
}

// TestSoupIsTheParsers compares the elements of generated documents with golang.org/x/net/html.
func TestSoupIsTheParsers(t *testing.T) {
	t.Parallel()
	docs := soups(1, soupSize(), soupTags)
	compareSoup(t, "x/net/html", docs, func(i int) []string { return elementsOfNet(t, docs[i]) })
}

// FuzzSoupIsTheParsers compares the elements of generated documents with golang.org/x/net/html.
func FuzzSoupIsTheParsers(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		doc := soup(rand.New(rand.NewPCG(a, b)), soupTags)
		if soupFaults["x/net/html"].MatchString(doc) || reopened.MatchString(doc) {
			return
		}
		if got, want := elementsOf(t, doc), elementsOfNet(t, doc); !slices.Equal(got, want) {
			t.Errorf("%s has the elements %v, want %v as by x/net/html", doc, got, want)
		}
	})
}

// TestDeepSoup checks that documents with more open elements than the limit end.
func TestDeepSoup(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(29, 512))
	tags := slices.Concat(soupTags, selectTags)
	for range soupSize() / 50 {
		pool := make([]string, 2+r.IntN(6))
		for i := range pool {
			pool[i] = tags[r.IntN(len(tags))]
		}
		var b strings.Builder
		for range 400 + r.IntN(1200) {
			if name := pool[r.IntN(len(pool))]; r.IntN(5) == 0 {
				b.WriteString("</" + name + ">")
			} else {
				b.WriteString("<" + name + ">")
			}
		}
		elementsOf(t, b.String())
	}
}

// TestLiveParse5 compares the elements of generated documents with parse5.
func TestLiveParse5(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	folder := os.Getenv("EARL_NODE_MODULES")
	node, err := exec.LookPath("node")
	if folder == "" || err != nil {
		t.Skip("EARL_NODE_MODULES is not set, or there is no node: it names a folder node_modules with parse5")
	}
	docs := soups(5, soupSize(), soupTags)
	in, err := json.Marshal(docs)
	if err != nil {
		t.Fatal(err)
	}
	const script = `import(process.argv[1]).then(({parse}) => {
		const docs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
		const walk = (n, all) => {
			for (const a of n.attrs ?? []) if (a.name === 'itemid') all.push(a.value);
			for (const c of n.childNodes ?? []) walk(c, all);
			if (n.content) walk(n.content, all);
			return all;
		};
		process.stdout.write(JSON.stringify(docs.map(d => walk(parse(d), []))));
	})`
	cmd := exec.Command(node, "-e", script, filepath.Join(folder, "parse5", "dist", "index.js"))
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers [][]string
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(docs) {
		t.Fatalf("%d answers to %d documents, %v", len(answers), len(docs), err)
	}
	compareSoup(t, "parse5", docs, func(i int) []string { return numbers(answers[i]) })
}

// TestLiveChromiumSoup compares the elements of generated documents with Chromium, which also knows the rules of select
// of 2025.
func TestLiveChromiumSoup(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	program := os.Getenv("EARL_CHROMIUM")
	if program == "" {
		program = "chromium"
	}
	program, err := exec.LookPath(program)
	if err != nil {
		t.Skip("no Chromium to ask: install one, or set EARL_CHROMIUM")
	}
	docs := soups(7, soupSize()/2, soupTags)
	docs = append(docs, soups(8, soupSize()/2, selectTags)...)
	in, err := json.Marshal(docs)
	if err != nil {
		t.Fatal(err)
	}
	page := `<!doctype html><meta charset=utf-8><body><script>
	const walk = (n, all) => {
		for (const e of n.querySelectorAll('*')) {
			const id = e.getAttribute('itemid');
			if (id !== null) all.push(id);
			if (e.content instanceof DocumentFragment) walk(e.content, all);
		}
		return all;
	};
	const docs = ` + string(in) + `;
	const all = docs.map(d => walk(new DOMParser().parseFromString(d, 'text/html'), []));
	document.body.textContent = '<<<' + JSON.stringify(all) + '>>>';
	</script>`
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=100000", "--dump-dom", "file://"+file)
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		t.Skipf("%s does not run: %v", program, err)
	}
	_, rest, _ := strings.Cut(string(out), "&lt;&lt;&lt;")
	text, _, _ := strings.Cut(rest, "&gt;&gt;&gt;")
	var answers [][]string
	if err := json.Unmarshal([]byte(stdhtml.UnescapeString(text)), &answers); err != nil || len(answers) != len(docs) {
		t.Fatalf("%d answers to %d documents, %v", len(answers), len(docs), err)
	}
	compareSoup(t, "Chromium", docs, func(i int) []string { return numbers(answers[i]) })
}
