package baseurl

import "slices"

// A use is the syntax of the references in an attribute.
type use uint8

const (
	none         use = iota
	one              // one reference, optionally surrounded by white space
	spaced           // references separated by white space
	commas           // references separated by commas
	candidates       // srcset: references with descriptors (HTML §4.8.4.2.1)
	declarations     // style: CSS declarations
	cssValue         // a CSS value, as in presentation attributes of SVG
	pairs            // schemaLocation: alternating names and references, separated by white space
	inner            // srcdoc: a document
	refresh          // content of meta, if it is a refresh (HTML §4.2.5.3)
)

// anyElement matches every element in uses.
const anyElement = "*"

// uses lists the attributes of HTML that contain references, including obsolete ones, and their elements.
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

// presentation lists the presentation attributes of SVG that can contain a reference, sorted.
var presentation = []string{
	"clip-path", "color-profile", "cursor", "fill", "filter", "marker", "marker-end", "marker-mid", "marker-start", "mask",
	"stroke",
}

// useIn returns the use of an attribute of an HTML, SVG or MathML element.
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

// written maps lower-case names of SVG elements, as the tokenizer returns them, to their names with capitals.
var written = map[string]string{
	"altglyph": "altGlyph", "animatemotion": "animateMotion", "animatetransform": "animateTransform",
	"clippath": "clipPath",
	"feimage":  "feImage", "foreignobject": "foreignObject", "glyphref": "glyphRef", "lineargradient": "linearGradient",
	"radialgradient": "radialGradient", "textpath": "textPath",
}
