package baseurl

import "slices"

// A tree is as much of the tree construction of HTML (§13.2.6) as decides
// whether an element is one of HTML in the document itself: which templates,
// and which elements of SVG and MathML, are open. Elements of HTML are not
// followed, so that an end tag inside an integration point closes what it names
// even where the standard would ignore it because of an element that is still
// open.
type tree struct {
	open      []openElement
	count     map[uint64]int // of open elements of SVG and MathML, by the templates around them and their name
	templates int            // how many are open
}

// A kind is what an open element is.
type kind uint8

const (
	template    kind = iota
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

// maxOpen is how many elements may be open that a tree follows.
const maxOpen = 1 << 20

// hash tells names from each other, as far as matters here (FNV-1a).
func hash(name []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range name {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

func (t *tree) key(name uint32) uint64 { return uint64(t.templates)<<32 | uint64(name) }

// top returns the kind of the innermost element that is followed.
func (t *tree) top() (k kind, ok bool) {
	if len(t.open) == 0 {
		return 0, false
	}
	return t.open[len(t.open)-1].kind, true
}

// foreign reports whether what comes next is foreign content.
func (t *tree) foreign() bool {
	k, ok := t.top()
	return ok && (k == svg || k == mathML || k == mathXMLNote)
}

// inStyle reports whether the innermost element is a style element of SVG.
func (t *tree) inStyle() bool {
	k, ok := t.top()
	return ok && k == svg && t.open[len(t.open)-1].name == hash([]byte("style"))
}

func (t *tree) push(name []byte, k kind) bool {
	if len(t.open) >= maxOpen {
		return false
	}
	if t.count == nil {
		t.count = map[uint64]int{}
	}
	e := openElement{hash(name), k}
	t.open = append(t.open, e)
	if k == template {
		t.templates++
	} else {
		t.count[t.key(e.name)]++
	}
	return true
}

func (t *tree) pop() openElement {
	e := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	if e.kind == template {
		t.templates--
	} else if key := t.key(e.name); t.count[key] > 1 {
		t.count[key]--
	} else {
		delete(t.count, key)
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
	if k, inside := t.top(); inside && k == mathPoint && (string(name) == "mglyph" || string(name) == "malignmark") {
		return mathML, selfClosing || t.push(name, mathML)
	}
	if k, _ := t.top(); t.foreign() && !(k == mathXMLNote && string(name) == "svg") {
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
	return template, true
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

// end follows an end tag.
func (t *tree) end(name []byte) {
	if t.foreign() && (string(name) == "p" || string(name) == "br") {
		for t.foreign() {
			t.pop()
		}
		return
	}
	h := hash(name)
	if t.count[t.key(h)] == 0 || !t.foreign() && string(name) == "template" {
		t.endTemplate(name)
		return
	}
	for t.pop().name != h {
	}
}

// endTemplate follows the end tag of a template of HTML.
func (t *tree) endTemplate(name []byte) {
	if string(name) != "template" {
		return
	}
	for t.templates > 0 {
		if t.pop().kind == template {
			return
		}
	}
}

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
