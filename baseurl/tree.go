package baseurl

import (
	"hash/maphash"
	"slices"

	"golang.org/x/net/html/atom"
)

// A tree follows the tree construction of HTML (§13.2.6) to decide whether a tag makes an HTML element, and whether
// this element is inside a template. It tracks the open elements. It does not implement the list of active formatting
// elements, which reopens some elements.
type tree struct {
	open      []openElement
	html      []htmlElement  // the HTML elements in open
	counts    [1021]int16    // see named
	count     map[uint64]int // number of open elements of SVG and MathML by run and name
	runs      int            // number of runs of nested SVG and MathML elements without an HTML element in between
	bounds    []bound        // open integration points and templates
	templates []int          // indexes of the templates in open
	modes     []mode         // insertion mode of each template in templates, apart from parts of tables in it
	uncounted int            // number of open HTML elements not in html; all are inside its last element
	form      bool           // a form outside templates is open
}

// A kind classifies an open element.
type kind uint8

const (
	template    kind = iota
	other            // another element of HTML
	svg              // an element of SVG
	mathML           // an element of MathML
	svgPoint         // HTML integration point, such as foreignObject, or annotation-xml with an HTML encoding
	mathPoint        // MathML text integration points: mi, mo, mn, ms and mtext
	mathXMLNote      // any other annotation-xml
	noElement        // the standard ignores the start tag
)

type openElement struct {
	name atom.Atom
	kind kind
}

// A bound is an open element that bounds the scopes of HTML elements.
type bound struct {
	at        int // index in tree.open
	uncounted int // value of tree.uncounted when the bound was opened
}

// bound returns the innermost bound. If no bound is open, the field at of the result is -1.
func (t *tree) bound() bound {
	if len(t.bounds) == 0 {
		return bound{at: -1}
	}
	return t.bounds[len(t.bounds)-1]
}

// maxOpen limits the number of open SVG and MathML elements and templates.
const maxOpen = 1 << 20

// noName is not the name of any element.
const noName atom.Atom = 0

// seed is random, so that an attacker cannot choose names with equal hashes.
var seed = maphash.MakeSeed()

// nameOf identifies the name of an element. It returns its atom, or a hash with the highest bit set. No atom has this
// bit.
func nameOf(s []byte) atom.Atom {
	if a := atom.Lookup(s); a != 0 {
		return a
	}
	return atom.Atom(maphash.Bytes(seed, s)) | 1<<31
}

func (t *tree) key(n atom.Atom) uint64 { return uint64(t.runs)<<32 | uint64(n) }

// top returns the kind of the current element, or other if no element is open.
func (t *tree) top() kind {
	if len(t.open) == 0 {
		return other
	}
	return t.open[len(t.open)-1].kind
}

func (k kind) isHTML() bool { return k == template || k == other }

// foreign reports whether the next token is foreign content.
func (t *tree) foreign() bool {
	k := t.top()
	return k == svg || k == mathML || k == mathXMLNote
}

// inStyle reports whether the current element is a style element of SVG.
func (t *tree) inStyle() bool {
	return t.top() == svg && t.open[len(t.open)-1].name == atom.Style
}

func (t *tree) push(n atom.Atom, k kind) bool {
	if len(t.open)-len(t.html) >= maxOpen {
		return false
	}
	if !k.isHTML() {
		if t.count == nil {
			t.count = map[uint64]int{}
		}
		if t.top().isHTML() {
			t.runs++
		}
		t.count[t.key(n)]++
	}
	switch k {
	case template, svgPoint, mathPoint, mathXMLNote:
		t.bounds = append(t.bounds, bound{len(t.open), t.uncounted})
	}
	if k == template {
		t.templates = append(t.templates, len(t.open))
		t.modes = append(t.modes, inTemplate)
	}
	t.open = append(t.open, openElement{n, k})
	return true
}

func (t *tree) pop() openElement {
	e := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	switch e.kind {
	case template, svgPoint, mathPoint, mathXMLNote:
		t.uncounted = min(t.uncounted, t.bound().uncounted)
		t.bounds = t.bounds[:len(t.bounds)-1]
	case other:
		*t.named(t.html[len(t.html)-1].name)--
		t.html, t.uncounted = t.html[:len(t.html)-1], 0
	}
	if e.kind == template {
		t.templates, t.modes = t.templates[:len(t.templates)-1], t.modes[:len(t.modes)-1]
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

// popTo closes elements until n elements are open.
func (t *tree) popTo(n int) {
	for len(t.open) > n {
		t.pop()
	}
}

// start processes a start tag, and returns the namespace of the new element: svg, mathML, or any other kind for HTML.
// It returns noElement for a tag that the standard ignores. ok is false if maxOpen is exceeded.
func (t *tree) start(n atom.Atom, selfClosing bool, attrs attributes) (of kind, ok bool) {
	if t.foreign() && isBreakout(n, attrs) {
		for t.foreign() {
			t.pop()
		}
	}
	k := t.top()
	if k == mathPoint && (n == atom.Mglyph || n == atom.Malignmark) {
		return mathML, selfClosing || t.push(n, mathML)
	}
	if t.foreign() && !(k == mathXMLNote && n == atom.Svg) {
		return t.startForeign(n, k, selfClosing, attrs)
	}
	if !t.setMode(n) {
		return noElement, true
	}
	switch n {
	case atom.Template:
		return template, t.push(n, template)
	case atom.Svg:
		return svg, selfClosing || t.push(n, svg)
	case atom.Math:
		return mathML, selfClosing || t.push(n, mathML)
	}
	made, ok := t.startHTML(n)
	if !made {
		return noElement, ok
	}
	return template, ok
}

// startForeign processes a start tag inside SVG or MathML. The results are like start's.
func (t *tree) startForeign(n atom.Atom, in kind, selfClosing bool, attrs attributes) (of kind, ok bool) {
	of, pushed := svg, svg
	if in == svg {
		switch n {
		case atom.Foreignobject, atom.Desc, atom.Title:
			pushed = svgPoint
		}
	} else {
		of, pushed = mathML, mathML
		switch n {
		case atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext:
			pushed = mathPoint
		case atom.AnnotationXml:
			pushed = mathXMLNote
			if attrs.equal("encoding", "text/html") || attrs.equal("encoding", "application/xhtml+xml") {
				pushed = svgPoint
			}
		}
	}
	return of, selfClosing || t.push(n, pushed)
}

// end processes an end tag (§13.2.6.5).
func (t *tree) end(n atom.Atom) {
	if n == atom.P || n == atom.Br {
		for t.foreign() {
			t.pop()
		}
	}
	if !t.top().isHTML() && t.count[t.key(n)] > 0 {
		for t.pop().name != n {
		}
		return
	}
	t.endHTML(n)
}

func (t *tree) inTemplate() bool { return len(t.templates) > 0 }

// isBreakout reports whether a start tag ends foreign content (§13.2.6.5).
func isBreakout(n atom.Atom, attrs attributes) bool {
	isLook := func(a attribute) bool { return a.name == "color" || a.name == "face" || a.name == "size" }
	return n == atom.Font && slices.ContainsFunc(attrs, isLook) || traitsOf(n)&breaksOut != 0
}

// frames tracks the framesets of a document. A frameset replaces the body if nothing before it needs a body (HTML
// §13.2.6.4.7, "frameset-ok"). Inside a frameset, only framesets and frames are elements. Outside, both are ignored.
type frames struct {
	none   bool // an element occurred that prevents replacing the body
	inside bool // the document has a frameset
	open   int  // number of open framesets
}

// start processes a start tag and reports whether it is ignored. hasBody reports whether the body began before it.
func (f *frames) start(n atom.Atom, foreign, hasBody bool, attrs attributes) (ignored bool) {
	switch {
	case n == atom.Html:
		return false
	case foreign:
		return f.inside
	case n == atom.Frameset:
		if hasBody && f.none || f.inside && f.open == 0 {
			return true
		}
		f.inside = true
		f.open++
		return false
	case n == atom.Frame:
		return f.open == 0
	case !f.inside && (traitsOf(n)&needsBody != 0 || n == atom.Input && !attrs.equal("type", "hidden")):
		f.none = true
	}
	return f.inside
}
