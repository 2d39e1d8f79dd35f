package baseurl

import "slices"

// A use is how an attribute holds references.
type use uint8

const (
	none         use = iota
	one              // one reference, perhaps with white space around it
	spaced           // references with white space between them
	commas           // references with commas between them
	candidates       // srcset: references with descriptors (HTML §4.8.4.2.1)
	declarations     // style: declarations of CSS
	cssValue         // a value of CSS, as presentation attributes of SVG have
	pairs            // schemaLocation: names and references in turn, with white space between them
	inner            // srcdoc: a document
	refresh          // content of meta, if that is a refresh (HTML §4.2.5.3)
)

// anyElement stands for each element in uses.
const anyElement = "*"

// uses lists the attributes of HTML that hold references, obsolete ones
// included, and the elements that have them.
var uses = map[string][]struct {
	use      use
	elements []string
}{
	"action":      {{one, []string{"form"}}},
	"archive":     {{spaced, []string{"object"}}, {commas, []string{"applet"}}},
	"background":  {{one, []string{"body", "table", "tbody", "td", "tfoot", "th", "thead", "tr"}}},
	"cite":        {{one, []string{"blockquote", "del", "ins", "q"}}},
	"classid":     {{one, []string{"object"}}},
	"codebase":    {{one, []string{"applet", "object"}}},
	"content":     {{refresh, []string{"meta"}}},
	"data":        {{one, []string{"object"}}},
	"dynsrc":      {{one, []string{"img"}}},
	"formaction":  {{one, []string{"button", "input"}}},
	"href":        {{one, []string{"a", "area", "base", "link"}}},
	"icon":        {{one, []string{"command", "menuitem"}}},
	"imagesrcset": {{candidates, []string{"link"}}},
	"itemid":      {{one, []string{anyElement}}},
	"longdesc":    {{one, []string{"frame", "iframe", "img"}}},
	"lowsrc":      {{one, []string{"img"}}},
	"manifest":    {{one, []string{"html"}}},
	"ping":        {{spaced, []string{"a", "area"}}},
	"poster":      {{one, []string{"video"}}},
	"profile":     {{spaced, []string{"head"}}},
	"src": {{one, []string{"audio", "bgsound", "embed", "frame", "iframe", "img", "input", "script", "source",
		"track", "video"}}},
	"srcdoc": {{inner, []string{"iframe"}}},
	"srcset": {{candidates, []string{"img", "source"}}},
	"style":  {{declarations, []string{anyElement}}},
	"usemap": {{one, []string{"img", "input", "object"}}},
}

// presentation are the attributes of SVG that are properties of CSS whose value
// may have a reference, in order.
var presentation = []string{
	"clip-path", "color-profile", "cursor", "fill", "filter", "marker", "marker-end", "marker-mid", "marker-start", "mask",
	"stroke",
}

// useIn returns how an attribute of an element of HTML, SVG or MathML holds
// references.
func useIn(of kind, element, attribute string) use {
	switch of {
	case svg, mathML:
		switch {
		case attribute == "href" || attribute == "xlink:href":
			return one
		case attribute == "style":
			return declarations
		case of == mathML && attribute == "src":
			return one
		}
		if _, found := slices.BinarySearch(presentation, attribute); found && of == svg {
			return cssValue
		}
		return none
	}
	for _, u := range uses[attribute] {
		if slices.Contains(u.elements, element) || u.elements[0] == anyElement {
			return u.use
		}
	}
	return none
}

// written are the names of elements of SVG that have capitals, which the
// tokenizer makes small letters.
var written = map[string]string{
	"altglyph": "altGlyph", "animatemotion": "animateMotion", "animatetransform": "animateTransform",
	"clippath": "clipPath",
	"feimage":  "feImage", "foreignobject": "foreignObject", "glyphref": "glyphRef", "lineargradient": "linearGradient",
	"radialgradient": "radialGradient", "textpath": "textPath",
}
