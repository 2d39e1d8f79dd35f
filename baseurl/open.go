package baseurl

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// An htmlElement is an open element of HTML.
type htmlElement struct {
	at    int // index in tree.open
	name  elementName
	trait trait
}

// maxHTML limits how many open HTML elements are tracked. Further elements are only counted. Browsers have a similar
// limit on nesting.
const maxHTML = 512

// A trait is a property of an element in the tree construction of HTML (§13.2.4.2, §13.2.4.3, §13.2.6.4.7).
type trait uint16

const (
	isVoid    trait = 1 << iota
	isInner         // in the category special, like all elements with endsItems
	endsItems       // protects an enclosing list item from being closed by a start tag
	isMarker        // bounds a scope
	isTable         // part of a table; its end tag uses the table scope
	isBlock         // its end tag closes the element if it is in scope
	isFormat        // in the category formatting
	isHeading       // h1 to h6
	closesP         // its start tag closes a p
	isList          // bounds the scope of list items
	isSkipped       // its tags are ignored in a body
	isBox           // table; bounds the table scope
	isImplied       // its end tag may be implied (§13.2.6.3)

	isSpecial = isInner | endsItems
)

// A reach limits the search for an open element. The search ends at the innermost element with certain traits.
type reach uint8

const (
	inScope     reach = iota // §13.2.4.2, of elements of HTML
	inListScope              // like inScope, for list items
	inTableScope
	upToItem    // up to an element that can contain list items
	upToSpecial // up to an element in the category special
)

var ends = [...]trait{isMarker, isMarker | isList, isBox, endsItems, isSpecial}

// traitOf returns the traits of an element of HTML.
func traitOf(n elementName) trait {
	switch atom.Atom(n) {
	case atom.Area, atom.Base, atom.Basefont, atom.Bgsound, atom.Br, atom.Embed, atom.Image, atom.Img, atom.Input,
		atom.Keygen, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return isVoid
	case atom.Hr:
		return isVoid | closesP
	case atom.Body, atom.Col, atom.Frame, atom.Frameset, atom.Head, atom.Html:
		return isSkipped
	case atom.Address, atom.Div:
		return isInner | isBlock | closesP
	case atom.P:
		return isInner | closesP | isImplied
	case atom.Li:
		return isSpecial | closesP | isImplied
	case atom.Dd, atom.Dt:
		return isSpecial | isBlock | closesP | isImplied
	case atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dir, atom.Dl, atom.Fieldset,
		atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Listing, atom.Main, atom.Menu, atom.Nav,
		atom.Pre, atom.Search, atom.Section, atom.Summary:
		return isSpecial | isBlock | closesP
	case atom.Dialog:
		return isBlock | closesP
	case atom.Ol, atom.Ul:
		return isSpecial | isBlock | closesP | isList
	case atom.Button:
		return isSpecial | isBlock
	case atom.Form, atom.Plaintext, atom.Xmp:
		return isSpecial | closesP
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return isSpecial | isHeading | closesP
	case atom.Applet, atom.Marquee, atom.Object:
		return isSpecial | isBlock | isMarker
	case atom.Table:
		return isSpecial | isTable | isMarker | isBox | closesP
	case atom.Caption, atom.Td, atom.Th:
		return isSpecial | isTable | isMarker
	case atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
		return isSpecial | isTable
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike,
		atom.Strong, atom.Tt, atom.U:
		return isFormat
	case atom.Optgroup, atom.Option, atom.Rb, atom.Rp, atom.Rt, atom.Rtc:
		return isImplied
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Script, atom.Select, atom.Style, atom.Textarea,
		atom.Title:
		return isSpecial
	}
	return 0
}

// find returns the index in html of the innermost open element with one of the names within a reach, or -1 if there is
// none. Integration points and templates bound the search. For the table scope, only templates bound it.
func (t *tree) find(in reach, names ...elementName) int {
	bound := t.bound().at
	if in == inTableScope {
		bound = last(t.templates) // integration points do not bound the table scope
	}
	for i := len(t.html) - 1; i >= 0 && t.html[i].at > bound; i-- {
		switch e := &t.html[i]; {
		case slices.Contains(names, e.name):
			return i
		case e.trait&ends[in] != 0:
			return -1
		}
	}
	return -1
}

// last returns the last element of places, or -1 if places is empty.
func last(places []int) int {
	if len(places) == 0 {
		return -1
	}
	return places[len(places)-1]
}

// pushHTML opens an element of HTML.
func (t *tree) pushHTML(n elementName, traits trait) bool {
	if len(t.html) >= maxHTML {
		t.uncounted++
		return true
	}
	if !t.push(n, other) {
		return false
	}
	t.html = append(t.html, htmlElement{len(t.open) - 1, n, traits})
	return true
}

// forget keeps html[i] open, but removes its name and its traits.
func (t *tree) forget(i int) { t.html[i].name, t.html[i].trait = noName, 0 }

// close closes html[i] and everything inside. It does nothing if i < 0.
func (t *tree) close(i int) {
	if i < 0 {
		return
	}
	for at := t.html[i].at; len(t.open) > at; {
		t.pop()
	}
}

// closeP closes an open p, unless a button is open inside it.
func (t *tree) closeP() {
	if i := t.find(inScope, name(atom.P), name(atom.Button)); i >= 0 && t.html[i].name == name(atom.P) {
		t.close(i)
	}
}

// startHTML processes the start tag of an HTML element: it closes and opens elements.
func (t *tree) startHTML(n elementName) bool {
	traits := traitOf(n)
	if traits&isSkipped != 0 {
		return true
	}
	if n == name(atom.Form) && !t.inTemplate() {
		if t.form {
			return true
		}
		t.form = true
	}
	if traits&closesP != 0 {
		t.closeP()
	}
	switch a := atom.Atom(n); a {
	case atom.Table:
		// A nested table closes the outer one, unless a cell or the caption is open (§13.2.6.4.9).
		if i := t.find(inTableScope, n, name(atom.Caption), name(atom.Td), name(atom.Th)); i >= 0 && t.html[i].name == n {
			t.close(i)
		}
	case atom.A, atom.Nobr:
		t.endFormat(n)
	case atom.Button:
		t.close(t.find(inScope, n))
	case atom.Li:
		t.close(t.find(upToItem, n))
	case atom.Dd, atom.Dt:
		t.close(t.find(upToItem, name(atom.Dd), name(atom.Dt)))
	case atom.Optgroup, atom.Option:
		if e, ok := t.current(); ok && e.name == name(atom.Option) {
			t.pop()
		}
	case atom.Rb, atom.Rp, atom.Rt, atom.Rtc:
		if but := name(atom.Rtc); t.find(inScope, name(atom.Ruby)) >= 0 {
			if a == atom.Rb || a == atom.Rtc {
				but = noName
			}
			t.popImplied(but)
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if e, ok := t.current(); ok && e.trait&isHeading != 0 {
			t.pop()
		}
	case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Td, atom.Th:
		if !t.startTable(a) || a == atom.Colgroup { // a colgroup contains only columns
			return true
		}
	}
	if traits&isVoid != 0 {
		return true
	}
	return t.pushHTML(n, traits)
}

// popImplied closes elements until the current element has the given name, or has an end tag that may not be implied.
func (t *tree) popImplied(but elementName) {
	for {
		e, ok := t.current()
		if !ok || e.trait&isImplied == 0 || e.name == but {
			return
		}
		t.pop()
	}
}

// current returns the current element. ok is false if the current element is a template or not an HTML element.
func (t *tree) current() (htmlElement, bool) {
	if n := len(t.html); n > 0 && t.html[n-1].at == len(t.open)-1 {
		return t.html[n-1], true
	}
	return htmlElement{}, false
}

// startTable closes and opens elements for the start tag of a part of a table. It reports whether the part is allowed
// here: inside a table or directly inside a template.
func (t *tree) startTable(a atom.Atom) bool {
	table := t.find(inTableScope, name(atom.Table))
	if table < 0 {
		return t.top() == template
	}
	keep := table
	switch a {
	case atom.Td, atom.Th:
		keep = max(keep, t.find(inTableScope, name(atom.Tr), name(atom.Tbody), name(atom.Tfoot), name(atom.Thead)))
	case atom.Tr:
		keep = max(keep, t.find(inTableScope, name(atom.Tbody), name(atom.Tfoot), name(atom.Thead)))
	}
	if keep+1 < len(t.html) {
		t.close(keep + 1)
	}
	if parent := t.html[keep].name; parent == name(atom.Table) && (a == atom.Tr || a == atom.Td || a == atom.Th) {
		t.pushHTML(name(atom.Tbody), traitOf(name(atom.Tbody)))
	}
	if t.html[len(t.html)-1].name != name(atom.Tr) && (a == atom.Td || a == atom.Th) {
		t.pushHTML(name(atom.Tr), traitOf(name(atom.Tr)))
	}
	return true
}

// endHTML processes an end tag by the rules for HTML content.
func (t *tree) endHTML(n elementName) {
	traits := traitOf(n)
	switch {
	case n == name(atom.Template):
		t.endTemplate()
	case traits&(isSkipped|isVoid) != 0:
	case t.uncounted > t.bound().uncounted:
		t.uncounted--
	case n == name(atom.Form):
		t.endForm()
	case traits&isFormat != 0:
		t.endFormat(n)
	case traits&isHeading != 0:
		t.close(t.find(inScope, name(atom.H1), name(atom.H2), name(atom.H3), name(atom.H4), name(atom.H5), name(atom.H6)))
	case n == name(atom.P):
		t.closeP()
	case n == name(atom.Li):
		t.close(t.find(inListScope, n))
	case traits&isTable != 0:
		t.close(t.find(inTableScope, n))
	case traits&isBlock != 0:
		t.close(t.find(inScope, n))
	default:
		t.close(t.find(upToSpecial, n))
	}
}

// endForm removes the form from the open elements, but not the elements inside.
func (t *tree) endForm() {
	i := t.find(inScope, name(atom.Form))
	if t.inTemplate() {
		t.close(i)
		return
	}
	t.form = false
	if i >= 0 {
		t.popImplied(noName)
	}
	switch e, ok := t.current(); {
	case i < 0:
	case ok && e.name == name(atom.Form):
		t.pop()
	default:
		t.forget(i)
	}
}

// endFormat closes a formatting element. A block inside it stays open (§13.2.6.4.7, adoption agency algorithm).
func (t *tree) endFormat(n elementName) {
	i := t.find(inScope, n)
	if i < 0 {
		return
	}
	block := len(t.html) - 1
	for block > i && t.html[block].trait&isSpecial == 0 {
		block--
	}
	if block == i {
		t.close(i)
		return
	}
	t.forget(i)
	for len(t.open) > t.html[block].at+1 {
		t.pop()
	}
}
