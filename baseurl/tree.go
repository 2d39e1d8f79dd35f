package baseurl

import (
	"hash/maphash"
	"slices"
)

// A tree is as much of the tree construction of HTML (§13.2.6) as decides
// whether an element is one of HTML in the document itself: which elements are
// open. It does not have the list of active formatting elements, which opens
// some of them again, nor what is peculiar to select.
type tree struct {
	open      []openElement
	html      []htmlElement  // those of HTML among them
	count     map[uint64]int // of those of SVG and MathML, by their run and name
	runs      int            // how many runs there are of SVG and MathML with nothing else between
	bounds    []bound        // the integration points and templates
	templates []int          // where in open the templates are
	uncounted int            // elements of HTML that are open but not followed, in all of html
	form      bool           // one is open outside of templates
}

// A kind is what an open element is.
type kind uint8

const (
	template    kind = iota
	other            // another element of HTML
	svg              // an element of SVG
	mathML           // an element of MathML
	svgPoint         // foreignObject, desc and title of SVG, and annotation-xml of HTML: HTML integration points
	mathPoint        // mi, mo, mn, ms and mtext: MathML text integration points
	mathXMLNote      // annotation-xml of something else
)

type openElement struct {
	name uint32
	kind kind
}

// A bound is what bounds the scopes of elements of HTML.
type bound struct {
	at        int // in tree.open
	uncounted int // tree.uncounted where it opened
}

// bound returns the innermost bound; one before all if there is none.
func (t *tree) bound() bound {
	if len(t.bounds) == 0 {
		return bound{at: -1}
	}
	return t.bounds[len(t.bounds)-1]
}

// maxOpen is how many elements of SVG, MathML and templates may be open.
const maxOpen = 1 << 20

// seed makes it impossible to choose names whose hashes are the same.
var seed = maphash.MakeSeed()

// hash tells names from each other.
func hash(name string) uint32 { return uint32(maphash.String(seed, name)) }

func (t *tree) key(name uint32) uint64 { return uint64(t.runs)<<32 | uint64(name) }

// top returns the kind of the current element; other if none is open.
func (t *tree) top() kind {
	if len(t.open) == 0 {
		return other
	}
	return t.open[len(t.open)-1].kind
}

// isHTML reports whether elements of a kind are of HTML.
func (k kind) isHTML() bool { return k == template || k == other }

// foreign reports whether what comes next is foreign content.
func (t *tree) foreign() bool {
	k := t.top()
	return k == svg || k == mathML || k == mathXMLNote
}

// inStyle reports whether the innermost element is a style element of SVG.
func (t *tree) inStyle() bool {
	return t.top() == svg && t.open[len(t.open)-1].name == hash("style")
}

func (t *tree) push(name []byte, k kind) bool {
	if len(t.open)-len(t.html) >= maxOpen {
		return false
	}
	if t.count == nil {
		t.count = map[uint64]int{}
	}
	e := openElement{hash(string(name)), k}
	if !k.isHTML() {
		if t.top().isHTML() {
			t.runs++
		}
		t.count[t.key(e.name)]++
	}
	switch k {
	case template, svgPoint, mathPoint, mathXMLNote:
		t.bounds = append(t.bounds, bound{len(t.open), t.uncounted})
	}
	if k == template {
		t.templates = append(t.templates, len(t.open))
	}
	t.open = append(t.open, e)
	return true
}

// pushHTML opens an element of HTML.
func (t *tree) pushHTML(name string, traits trait) bool {
	if len(t.html) >= maxHTML {
		t.uncounted++
		return true
	}
	t.html = append(t.html, htmlElement{len(t.open), hash(name), traits})
	return t.push([]byte(name), other)
}

func (t *tree) pop() openElement {
	e := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	switch e.kind {
	case template, svgPoint, mathPoint, mathXMLNote:
		t.uncounted = min(t.uncounted, t.bound().uncounted)
		t.bounds = t.bounds[:len(t.bounds)-1]
	case other:
		t.html, t.uncounted = t.html[:len(t.html)-1], 0
	}
	if e.kind == template {
		t.templates = t.templates[:len(t.templates)-1]
	}
	if e.kind.isHTML() {
		return e
	}
	if key := t.key(e.name); t.count[key] > 1 {
		t.count[key]--
	} else {
		delete(t.count, key)
	}
	if t.top().isHTML() {
		t.runs--
	}
	return e
}

// start follows a start tag, and returns whose element it makes: svg, mathML, or
// otherwise HTML. ok is false if more is open than can be followed.
func (t *tree) start(name []byte, selfClosing bool, attr func(name string) (string, bool)) (of kind, ok bool) {
	if t.foreign() && breaksOut(name, attr) {
		for t.foreign() {
			t.pop()
		}
	}
	if t.top() == mathPoint && (string(name) == "mglyph" || string(name) == "malignmark") {
		return mathML, selfClosing || t.push(name, mathML)
	}
	if k := t.top(); t.foreign() && !(k == mathXMLNote && string(name) == "svg") {
		return t.startForeign(name, k, selfClosing, attr)
	}
	switch string(name) {
	case "template":
		return template, t.push(name, template)
	case "svg":
		return svg, selfClosing || t.push(name, svg)
	case "math":
		return mathML, selfClosing || t.push(name, mathML)
	}
	return template, t.startHTML(string(name))
}

// startForeign is start within SVG or MathML.
func (t *tree) startForeign(name []byte, in kind, selfClosing bool, attr func(name string) (string, bool)) (of kind, ok bool) {
	of, pushed := svg, svg
	if in == svg {
		switch string(name) {
		case "foreignobject", "desc", "title":
			pushed = svgPoint
		}
	} else {
		of, pushed = mathML, mathML
		switch string(name) {
		case "mi", "mo", "mn", "ms", "mtext":
			pushed = mathPoint
		case "annotation-xml":
			pushed = mathXMLNote
			if encoding, _ := attr("encoding"); hasPrefixFold(encoding, "text/html") && len(encoding) == len("text/html") ||
				hasPrefixFold(encoding, "application/xhtml+xml") && len(encoding) == len("application/xhtml+xml") {
				pushed = svgPoint
			}
		}
	}
	return of, selfClosing || t.push(name, pushed)
}

// end follows an end tag (§13.2.6.5).
func (t *tree) end(name []byte) {
	if string(name) == "p" || string(name) == "br" {
		for t.foreign() {
			t.pop()
		}
	}
	if h := hash(string(name)); !t.top().isHTML() && t.count[t.key(h)] > 0 {
		for t.pop().name != h {
		}
		return
	}
	t.endHTML(string(name))
}

// endTemplate follows the end tag of a template of HTML.
func (t *tree) endTemplate() {
	if at := last(t.templates); at >= 0 {
		for len(t.open) > at {
			t.pop()
		}
	}
}

// inTemplate reports whether a template is open.
func (t *tree) inTemplate() bool { return len(t.templates) > 0 }

// breakouts are the elements of HTML that end foreign content (§13.2.6.5), in
// order.
var breakouts = []string{
	"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2", "h3", "h4",
	"h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span",
	"strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var",
}

func breaksOut(name []byte, attr func(name string) (string, bool)) bool {
	if string(name) == "font" {
		for _, a := range []string{"color", "face", "size"} {
			if _, ok := attr(a); ok {
				return true
			}
		}
		return false
	}
	_, found := slices.BinarySearch(breakouts, string(name))
	return found
}
