package baseurl

import (
	"golang.org/x/net/html/atom"

	"earl.example/internal/text/ascii"
)

// frames tracks the framesets of a document. A frameset replaces the body if nothing before it needs a body (HTML
// §13.2.6.4.7, "frameset-ok"). Inside a frameset, only framesets and frames are elements. Outside, both are ignored.
type frames struct {
	none   bool // an element occurred that prevents replacing the body
	inside bool // the document has a frameset
	open   int  // number of open framesets
}

// skip reports whether the start tag of the given element is ignored. It is called before the content of the element is
// read: title and style are not elements in a frameset, so tags in their content are processed like other tags.
func (f *frames) skip(n atom.Atom) bool {
	return f.inside && n != atom.Frameset && n != atom.Frame && n != atom.Noframes
}

// start processes a start tag and reports whether it is ignored. hasBody reports whether the body began before it.
func (f *frames) start(n atom.Atom, foreign, inTemplate, hasBody bool, attrs attributes) (ignored bool) {
	switch {
	case foreign:
		return f.inside
	case inTemplate && (n == atom.Frame || n == atom.Frameset):
		return true
	case n == atom.Frameset:
		if hasBody && f.none || f.inside && f.open == 0 {
			return true
		}
		f.inside = true
		f.open++
		return false
	case n == atom.Frame:
		return f.open == 0
	case !f.inside && preventsFrameset(n, attrs):
		f.none = true
	}
	return f.inside
}

// preventsFrameset reports whether an element prevents a later frameset from replacing the body.
func preventsFrameset(n atom.Atom, attrs attributes) bool {
	kind, _ := attrs.get("type")
	return traits[n]&needsBody != 0 || n == atom.Input && !ascii.EqualFold(kind, "hidden")
}
