package baseurl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// treeTags are the elements of the documents by which the tree is judged. Not
// among them are formatting elements, which the tree does not open again; select
// and search, for which the judge has rules of an earlier standard; and template,
// in which it lets end tags close SVG around it.
var treeTags = strings.Fields("div p x y li ul dd dt form button h1 h2 object table caption colgroup tbody thead tr " +
	"td th option optgroup ruby rb rt rtc " +
	"svg g foreignobject desc title math mi annotation-xml br hr img address section dialog pre center article")

// treeDoc returns the document that some bytes encode: start tags, end tags,
// and elements base with a number.
func treeDoc(ops []byte) string {
	var b strings.Builder
	b.WriteString("<!doctype html>")
	for i, op := range ops {
		switch n := int(op) % (2*len(treeTags) + 8); {
		case n >= 2*len(treeTags):
			fmt.Fprintf(&b, "<base id=%d>", i)
		case n%2 == 0:
			b.WriteString("<" + treeTags[n/2] + ">")
		default:
			b.WriteString("</" + treeTags[n/2] + ">")
		}
	}
	return b.String()
}

// treeSays returns in what namespace the elements base of a document are.
func treeSays(doc string) map[string]string {
	says := map[string]string{}
	var t tree
	z := html.NewTokenizer(strings.NewReader(doc))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		tag, hasAttr := z.TagName()
		n := nameOf(tag)
		switch kind {
		case html.StartTagToken:
			of, _ := t.start(n, false, nil)
			if of == svg || of == mathML {
				z.NextIsNotRawText()
			}
			if hasAttr {
				_, id, _ := z.TagAttr()
				says[string(id)] = [...]string{svg: "svg", mathML: "math"}[of]
			}
		case html.EndTagToken:
			t.end(n)
		}
	}
	return says
}

// parserSays is treeSays by the parser of golang.org/x/net/html, for documents that
// it keeps.
func parserSays(t *testing.T, doc string) map[string]string {
	root, err := html.Parse(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	says := map[string]string{}
	for n := range root.Descendants() {
		if n.Data == "base" && len(n.Attr) > 0 {
			says[n.Attr[0].Val] = n.Namespace
		}
	}
	return says
}

func checkTree(t *testing.T, ops []byte) {
	t.Helper()
	doc := treeDoc(ops)
	got := treeSays(doc)
	for id, namespace := range parserSays(t, doc) {
		if got[id] != namespace {
			t.Fatalf("%s: base %s is in %q, want %q", doc, id, namespace, got[id])
		}
	}
}

// TestTreeIsTheParsers has documents of few elements each, in any order.
func TestTreeIsTheParsers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	docs := 20_000
	if testing.Short() {
		docs /= 10
	}
	for range docs {
		pool := []byte{byte(2 * slices.Index(treeTags, "svg")), byte(2 * len(treeTags)), byte(2 * len(treeTags))}
		for range 6 {
			tag := byte(r.IntN(2 * len(treeTags)))
			pool = append(pool, tag&^1, tag|1)
		}
		ops := make([]byte, 4+r.IntN(20))
		for i := range ops {
			ops[i] = pool[r.IntN(len(pool))]
		}
		checkTree(t, ops)
	}
}

// TestTreeCounts checks the counts of names after each tag of random documents.
func TestTreeCounts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	tags := append([]string{"template", "b", "i", "a", "select", "z"}, treeTags...)
	for range 100 {
		var tr tree
		for range 1000 {
			n := nameOf([]byte(tags[r.IntN(len(tags))]))
			if r.IntN(3) > 0 {
				tr.start(n, false, attributes{})
			} else {
				tr.end(n)
			}
			var want tree
			for _, e := range tr.html {
				*want.named(e.name)++
			}
			if tr.counts != want.counts {
				t.Fatalf("%v has other counts", tr.html)
			}
		}
	}
}

// FuzzTreeIsTheParsers: an element base is one of HTML, SVG or MathML where the
// parser of golang.org/x/net/html makes it one.
func FuzzTreeIsTheParsers(f *testing.F) {
	f.Add([]byte{0, 2, 54, 1, 94})
	f.Fuzz(func(t *testing.T, ops []byte) {
		if len(ops) <= 200 { // the judge is not made for deep trees
			checkTree(t, ops)
		}
	})
}
