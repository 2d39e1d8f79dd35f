package baseurl

import "earl.example/internal/text/ascii"

// frames tracks the framesets of a document. A frameset replaces the body if nothing before it needs a body (HTML
// §13.2.6.4.7, "frameset-ok"). Inside a frameset, only framesets and frames are elements. Outside, both are ignored.
type frames struct {
	none   bool // an element occurred that prevents replacing the body
	inside bool // the document has a frameset
	open   int  // number of open framesets
}

// skip reports whether the start tag of the given element is ignored. It is called before the content of the element is
// read: title and style are not elements in a frameset, so tags in their content are processed like other tags.
func (f *frames) skip(element string) bool {
	return f.inside && element != "frameset" && element != "frame" && element != "noframes"
}

// start processes a start tag and reports whether it is ignored. hasBody reports whether the body began before it.
func (f *frames) start(element string, foreign, inTemplate, hasBody bool, attrs attributes) (ignored bool) {
	switch {
	case foreign:
		return f.inside
	case inTemplate && (element == "frame" || element == "frameset"):
		return true
	case element == "frameset":
		if hasBody && f.none || f.inside && f.open == 0 {
			return true
		}
		f.inside = true
		f.open++
		return false
	case element == "frame":
		return f.open == 0
	case !f.inside && needsBody(element, attrs):
		f.none = true
	}
	return f.inside
}

// needsBody reports whether an element prevents a later frameset from replacing the body.
func needsBody(element string, attrs attributes) bool {
	switch element {
	case "applet", "area", "body", "br", "button", "dd", "dt", "embed", "hr", "iframe", "img", "keygen", "li", "listing",
		"marquee", "object", "pre", "select", "table", "textarea", "wbr", "xmp":
		return true
	case "input":
		kind, _ := attrs.get("type")
		return !ascii.EqualFold(kind, "hidden")
	}
	return false
}
