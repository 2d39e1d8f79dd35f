package baseurl

import "slices"

// An htmlElement is an open element of HTML.
type htmlElement struct {
	at    int // in tree.open
	name  uint32
	trait trait
}

// maxHTML is how many open elements of HTML are followed. Those beyond are
// counted alone. It bounds what a tag costs; no browser nests much deeper.
const maxHTML = 512

// A trait is what the tree construction of HTML asks of an element (§13.2.4.2,
// §13.2.4.3, §13.2.6.4.7).
type trait uint16

const (
	isVoid    trait = 1 << iota
	isInner         // in the category special, as are all that end items
	endsItems       // a start tag does not close an item of a list around it
	isMarker        // bounds a scope
	isTable         // of a table, in the scope of tables
	isBlock         // an end tag closes it if it is in scope
	isFormat        // in the category formatting
	isHeading       // h1 to h6
	closesP         // its start tag closes a p
	isList          // bounds the scope of list items
	isSkipped       // makes no element in a body
	isBox           // a table

	isSpecial = isInner | endsItems
)

// traitOf returns the traits of an element of HTML.
func traitOf(name string) trait {
	switch name {
	case "area", "base", "basefont", "bgsound", "br", "embed", "image", "img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr":
		return isVoid
	case "hr":
		return isVoid | closesP
	case "body", "col", "frame", "frameset", "head", "html":
		return isSkipped
	case "address", "div":
		return isInner | isBlock | closesP
	case "p":
		return isInner | closesP
	case "article", "aside", "blockquote", "center", "dd", "details", "dir", "dl", "dt", "fieldset", "figcaption",
		"figure", "footer", "header", "hgroup", "li", "listing", "main", "menu", "nav", "pre", "search", "section", "summary":
		return isSpecial | isBlock | closesP
	case "dialog":
		return isBlock | closesP
	case "ol", "ul":
		return isSpecial | isBlock | closesP | isList
	case "button":
		return isSpecial | isBlock
	case "form", "plaintext", "xmp":
		return isSpecial | closesP
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return isSpecial | isHeading | closesP
	case "applet", "marquee", "object":
		return isSpecial | isBlock | isMarker
	case "table":
		return isSpecial | isTable | isMarker | isBox | closesP
	case "caption", "td", "th":
		return isSpecial | isTable | isMarker
	case "colgroup", "tbody", "tfoot", "thead", "tr":
		return isSpecial | isTable
	case "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u":
		return isFormat
	case "iframe", "noembed", "noframes", "noscript", "script", "select", "style", "textarea", "title":
		return isSpecial
	}
	return 0
}

// find returns the innermost open element of HTML that is one of the names and
// not outside of what bounds: an integration point, a template, or an element
// with a trait of until. It is -1 if there is none.
func (t *tree) find(until trait, names ...string) int {
	return t.findAfter(t.bound().at, until, names)
}

// findTable is find in the scope of tables, which integration points do not
// bound.
func (t *tree) findTable(names ...string) int {
	return t.findAfter(last(t.templates), isBox, names)
}

// findAfter is find among the elements behind a place in tree.open.
func (t *tree) findAfter(bound int, until trait, names []string) int {
	var room [8]uint32
	wanted := room[:0]
	for _, name := range names {
		wanted = append(wanted, hash(name))
	}
	for i := len(t.html) - 1; i >= 0 && t.html[i].at > bound; i-- {
		if slices.Contains(wanted, t.html[i].name) {
			return i
		}
		if t.html[i].trait&until != 0 {
			break
		}
	}
	return -1
}

// last returns the last of some places, or -1.
func last(places []int) int {
	if len(places) == 0 {
		return -1
	}
	return places[len(places)-1]
}

// close closes an open element of HTML, and all in it.
func (t *tree) close(i int) {
	if i < 0 {
		return
	}
	for at := t.html[i].at; len(t.open) > at; {
		t.pop()
	}
}

// closeP closes a p, unless it is outside of an open button.
func (t *tree) closeP() {
	if i := t.find(isMarker, "p", "button"); i >= 0 && t.html[i].name == hash("p") {
		t.close(i)
	}
}

// startHTML follows a start tag of HTML: what it closes, and what it opens.
func (t *tree) startHTML(name string) bool {
	traits := traitOf(name)
	if traits&isSkipped != 0 {
		return true
	}
	if traits&closesP != 0 {
		t.closeP()
	}
	switch name {
	case "table":
		// In one it ends that, unless a cell or the caption is open (§13.2.6.4.9).
		if i := t.findTable("table", "caption", "td", "th"); i >= 0 && t.html[i].name == hash(name) {
			t.close(i)
		}
	case "a", "nobr":
		t.endFormat(name)
	case "button":
		t.close(t.find(isMarker, name))
	case "form":
		if !t.inTemplate() {
			if t.form {
				return true
			}
			t.form = true
		}
	case "li":
		t.close(t.find(endsItems, name))
	case "dd", "dt":
		t.close(t.find(endsItems, "dd", "dt"))
	case "option":
		if e, ok := t.current(); ok && e.name == hash(name) {
			t.pop()
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		if e, ok := t.current(); ok && e.trait&isHeading != 0 {
			t.pop()
		}
	}
	if traits&isTable != 0 && name != "table" && !t.startTable(name) || traits&isVoid != 0 {
		return true
	}
	return t.pushHTML(name, traits)
}

// current returns the current element, if it is one of HTML and no template.
func (t *tree) current() (htmlElement, bool) {
	if n := len(t.html); n > 0 && t.html[n-1].at == len(t.open)-1 {
		return t.html[n-1], true
	}
	return htmlElement{}, false
}

// startTable closes what a part of a table closes, and reports whether there is
// a table for it, or a template, in which anything may be.
func (t *tree) startTable(name string) bool {
	table := t.findTable("table")
	if table < 0 {
		return t.top() == template
	}
	inner := []string{"caption", "colgroup", "tbody", "tfoot", "thead"}
	switch name {
	case "td", "th":
		inner = []string{"td", "th"}
	case "tr":
		inner = []string{"tr", "caption", "colgroup"}
	}
	if i := t.findTable(inner...); i > table {
		t.close(i)
	}
	return true
}

// endHTML follows an end tag where the rules of HTML hold.
func (t *tree) endHTML(name string) {
	traits := traitOf(name)
	switch {
	case name == "template":
		t.endTemplate()
	case traits&(isSkipped|isVoid) != 0:
	case t.uncounted > t.bound().uncounted:
		t.uncounted--
	case name == "form":
		t.endForm()
	case traits&isFormat != 0:
		t.endFormat(name)
	case traits&isHeading != 0:
		t.close(t.find(isMarker, "h1", "h2", "h3", "h4", "h5", "h6"))
	case name == "p":
		t.closeP()
	case name == "li":
		t.close(t.find(isMarker|isList, name))
	case traits&isTable != 0:
		t.close(t.findTable(name))
	case traits&isBlock != 0:
		t.close(t.find(isMarker, name))
	default:
		t.close(t.find(isSpecial, name))
	}
}

// endForm takes the form from the open elements, but not what is in it.
func (t *tree) endForm() {
	i := t.find(isMarker, "form")
	if t.inTemplate() || i < 0 {
		t.close(i)
		return
	}
	t.form = false
	if t.html[i].at == len(t.open)-1 {
		t.pop()
	} else {
		t.html[i].name, t.html[i].trait = 0, 0
	}
}

// endFormat closes a formatting element: where blocks are open in it, those stay
// open (§13.2.6.4.7, the adoption agency algorithm).
func (t *tree) endFormat(name string) {
	i := t.find(isMarker, name)
	if i < 0 {
		return
	}
	last := len(t.html) - 1
	for last > i && t.html[last].trait&isSpecial == 0 {
		last--
	}
	if last == i {
		t.close(i)
		return
	}
	t.html[i].name, t.html[i].trait = 0, 0
	for len(t.open) > t.html[last].at+1 {
		t.pop()
	}
}
