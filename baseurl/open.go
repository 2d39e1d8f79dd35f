package baseurl

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

type htmlElement struct {
	at    int // index in tree.open
	name  atom.Atom
	trait trait
}

// maxHTML limits how many open HTML elements are tracked. Further elements are only counted. Browsers have a similar
// limit on nesting.
const maxHTML = 512

// A trait is a property of an element in the tree construction of HTML (§13.2.4.2, §13.2.4.3, §13.2.6.4.7).
type trait uint32

const (
	isVoid        trait = 1 << iota
	isInner             // in the category special, like all elements with endsItems
	endsItems           // protects an enclosing list item from being closed by a start tag
	isMarker            // bounds a scope
	isTable             // part of a table; its end tag uses the table scope
	isBlock             // its end tag closes the element if it is in scope
	isFormat            // in the category formatting
	isHeading           // h1 to h6
	closesP             // its start tag closes a p
	isList              // bounds the scope of list items
	isSkipped           // its tags do not open an element in a body
	isBox               // table; bounds the table scope
	isImplied           // its end tag may be implied (§13.2.6.3)
	breaksOut           // its start tag ends foreign content (§13.2.6.5)
	isRaw               // its content is only text
	inHead              // can be in the head
	needsBody           // prevents a later frameset from replacing the body
	inAnyTemplate       // can be in a template without setting its insertion mode

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

func traitsOf(n atom.Atom) trait { return elements[n] }

// elements has the traits of each element of HTML.
var elements = func() map[atom.Atom]trait {
	all := map[atom.Atom]trait{}
	traits := strings.Fields(traitNames)
	for _, words := range rows("traits") {
		is := trait(1) << slices.Index(traits, words[0])
		for _, name := range words[1:] {
			all[atom.Lookup([]byte(name))] |= is
		}
	}
	return all
}()

// traitNames has the names of the constants above, in their order.
const traitNames = "isVoid isInner endsItems isMarker isTable isBlock isFormat isHeading closesP isList isSkipped " +
	"isBox isImplied breaksOut isRaw inHead needsBody inAnyTemplate"

// find returns the index in html of the innermost open element with one of the names within a reach, or -1 if there is
// none. Integration points and templates bound the search. For the table scope, only templates bound it.
func (t *tree) find(in reach, names ...atom.Atom) int {
	if !slices.ContainsFunc(names, func(n atom.Atom) bool { return *t.named(n) > 0 }) {
		return -1 // quickly, since a document can repeat a tag for which no element is open
	}
	bound := t.bound().at
	if in == inTableScope {
		bound = last(t.templates) // integration points do not bound the table scope
	}
	for i := len(t.html) - 1; i >= 0 && t.html[i].at > bound; i-- {
		if slices.Contains(names, t.html[i].name) {
			return i
		}
		if t.html[i].trait&ends[in] != 0 {
			break
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

func (t *tree) pushHTML(n atom.Atom) bool {
	if len(t.html) >= maxHTML {
		t.uncounted++
		return true
	}
	if !t.push(n, other) {
		return false
	}
	t.html = append(t.html, htmlElement{len(t.open) - 1, n, traitsOf(n)})
	*t.named(n)++
	return true
}

// forget keeps html[i] open, but removes its name and its traits.
func (t *tree) forget(i int) {
	*t.named(t.html[i].name)--
	*t.named(noName)++
	t.html[i].name, t.html[i].trait = noName, 0
}

// named counts the elements in html with the name n, and with a few other names.
func (t *tree) named(n atom.Atom) *int16 { return &t.counts[uint32(n)%uint32(len(t.counts))] }

// close closes html[i] and everything inside. It does nothing if i < 0.
func (t *tree) close(i int) {
	if i >= 0 {
		t.popTo(t.html[i].at)
	}
}

// closeP closes an open p, unless a button is open inside it.
func (t *tree) closeP() {
	if i := t.find(inScope, atom.P, atom.Button); i >= 0 && t.html[i].name == atom.P {
		t.close(i)
	}
}

// startHTML processes the start tag of an HTML element other than template: it closes and opens elements. made is false
// if the standard ignores the tag. ok is false if maxOpen is exceeded.
func (t *tree) startHTML(n atom.Atom) (made, ok bool) {
	is := traitsOf(n)
	switch {
	case is&isSkipped != 0:
		return !t.inTemplate(), true
	case n == atom.Col, n != atom.Table && is&isTable != 0:
		return t.startPart(n)
	}
	switch n {
	case atom.Table:
		// A nested table closes the outer one, unless a cell or the caption is open (§13.2.6.4.9).
		for t.inTableMode() {
			i := t.find(inTableScope, n)
			if i < 0 {
				return false, true
			}
			t.close(i)
		}
	case atom.Form:
		inTable := t.inTableMode()
		if (inTable || !t.inTemplate()) && t.form || inTable && t.inTemplate() {
			return false, true
		}
		t.form = t.form || !t.inTemplate()
		if inTable {
			return true, true // the form is closed at once
		}
	case atom.Select:
		if i := t.find(inScope, n); i >= 0 {
			t.close(i)
			return false, true
		}
	}
	if is&closesP != 0 {
		t.closeP()
	}
	switch n {
	case atom.A, atom.Nobr:
		t.endFormat(n)
	case atom.Button:
		t.close(t.find(inScope, n))
	case atom.Li:
		t.close(t.find(upToItem, n))
	case atom.Dd, atom.Dt:
		t.close(t.find(upToItem, atom.Dd, atom.Dt))
	case atom.Hr:
		if t.find(inScope, atom.Select) >= 0 {
			t.popImplied(noName)
		}
	case atom.Input:
		t.close(t.find(inScope, atom.Select))
	case atom.Optgroup, atom.Option:
		e, ok := t.current()
		switch inSelect := t.find(inScope, atom.Select) >= 0; {
		case inSelect && n == atom.Option:
			t.popImplied(atom.Optgroup)
		case inSelect:
			t.popImplied(noName)
		case ok && e.name == atom.Option:
			t.pop()
		}
	case atom.Rb, atom.Rp, atom.Rt, atom.Rtc:
		if but := atom.Rtc; t.find(inScope, atom.Ruby) >= 0 {
			if n == atom.Rb || n == atom.Rtc {
				but = noName
			}
			t.popImplied(but)
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if e, ok := t.current(); ok && e.trait&isHeading != 0 {
			t.pop()
		}
	}
	if is&isVoid != 0 {
		return true, true
	}
	return true, t.pushHTML(n)
}

// popImplied closes elements until the current element has the given name, or has an end tag that may not be implied.
func (t *tree) popImplied(but atom.Atom) {
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

// A mode is an insertion mode (§13.2.4.1).
type mode uint8

const (
	inTemplate mode = iota // in a template, before an element that sets its mode
	inBody                 // and every mode before it
	inTable
	inColumns // directly in a template
	inSection // in table body
	inRow
	inCell
	inCaption
)

// parts has the modes of the parts of a table that set one.
var parts = map[atom.Atom]mode{atom.Table: inTable, atom.Caption: inCaption, atom.Tbody: inSection,
	atom.Tfoot: inSection, atom.Thead: inSection, atom.Tr: inRow, atom.Td: inCell, atom.Th: inCell}

// mode returns the insertion mode, and the index in html of the innermost open part of a table, which sets the mode. If
// a template is inside this part, the template sets the mode, and the index is -1.
func (t *tree) mode() (in mode, part int) {
	at := last(t.templates)
	for i := len(t.html) - 1; i >= 0 && t.html[i].at > at; i-- {
		if t.html[i].trait&isTable != 0 {
			return parts[t.html[i].name], i
		}
	}
	if at >= 0 {
		return t.modes[len(t.modes)-1], -1
	}
	return inBody, -1
}

// inTableMode reports whether the insertion mode is one in which a table does not contain other elements.
func (t *tree) inTableMode() bool {
	in, _ := t.mode()
	return in == inTable || in == inSection || in == inRow
}

// setMode sets the insertion mode of the innermost template, if it is not set, and if the start tag sets it
// (§13.2.6.4.18). It reports whether the tag can make an element.
func (t *tree) setMode(n atom.Atom) bool {
	if !t.inTemplate() {
		return true
	}
	in := &t.modes[len(t.modes)-1]
	if *in == inTemplate && traitsOf(n)&inAnyTemplate == 0 {
		switch n {
		case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
			*in = inTable
		case atom.Col:
			*in = inColumns
		case atom.Tr:
			*in = inSection
		case atom.Td, atom.Th:
			*in = inRow
		default:
			*in = inBody
		}
	}
	return *in != inColumns || n == atom.Col || n == atom.Template
}

// startPart processes the start tag of a part of a table other than the table itself. The results are like startHTML's.
func (t *tree) startPart(n atom.Atom) (made, ok bool) {
	isCell, isRow := n == atom.Td || n == atom.Th, n == atom.Tr
	for {
		var implied atom.Atom
		in, part := t.mode()
		switch {
		case in == inColumns:
			return n == atom.Col, true
		case in == inTable && (n == atom.Col || n == atom.Colgroup): // a colgroup contains only columns
			t.clear(part)
			return true, true
		case in == inRow && isCell, in == inSection && isRow, in == inTable && !isRow && !isCell:
			t.clear(part)
			return true, t.pushHTML(n)
		case in == inSection && isCell:
			implied = atom.Tr
		case in == inTable:
			implied = atom.Tbody
		case part < 0:
			return false, true
		default:
			t.close(part)
			continue
		}
		t.clear(part)
		if ok := t.pushHTML(implied); !ok || t.uncounted > 0 {
			return true, ok // too many elements are open, and this one is not tracked
		}
	}
}

// clear closes the elements inside a part of a table. If part is -1, it closes the elements inside the innermost
// template.
func (t *tree) clear(part int) {
	at := last(t.templates)
	if part >= 0 {
		at = t.html[part].at
	}
	t.popTo(at + 1)
}

// endHTML processes an end tag by the rules for HTML content.
func (t *tree) endHTML(n atom.Atom) {
	is := traitsOf(n)
	switch {
	case n == atom.Template:
		if at := last(t.templates); at >= 0 {
			t.popTo(at)
		}
	case is&(isSkipped|isVoid) != 0:
	case t.uncounted > t.bound().uncounted:
		t.uncounted--
	case n == atom.Form:
		t.endForm()
	case is&isFormat != 0:
		t.endFormat(n)
	case is&isHeading != 0:
		t.close(t.find(inScope, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6))
	case n == atom.P:
		t.closeP()
	case n == atom.Li:
		t.close(t.find(inListScope, n))
	case n == atom.Table:
		t.endTable()
	case is&isTable != 0:
		t.close(t.find(inTableScope, n))
	case is&isBlock != 0:
		t.close(t.find(inScope, n))
	default:
		t.close(t.find(upToSpecial, n))
	}
}

// endTable processes the end tag of a table. Without a table, in a template, it closes parts of a table.
func (t *tree) endTable() {
	i := t.find(inTableScope, atom.Table)
	for i < 0 {
		in, part := t.mode()
		if part < 0 || in == inCell {
			return
		}
		t.close(part)
	}
	t.close(i)
}

// endForm removes the form from the open elements, but not the elements inside.
func (t *tree) endForm() {
	i := t.find(inScope, atom.Form)
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
	case ok && e.name == atom.Form:
		t.pop()
	default:
		t.forget(i)
	}
}

// endFormat closes a formatting element. A block inside it stays open (§13.2.6.4.7, adoption agency algorithm).
func (t *tree) endFormat(n atom.Atom) {
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
	t.popTo(t.html[block].at + 1)
}
