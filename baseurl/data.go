package baseurl

import (
	_ "embed"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/tables"
)

//go:embed tables.txt
var tablesText string

// rows returns the words of each line of a table in tables.txt.
func rows(table string) [][]string {
	_, text, _ := strings.Cut(tablesText, "\n["+table+"]\n")
	text, _, _ = strings.Cut(text, "\n[")
	return slices.Collect(tables.Rows(text))
}

// byWord maps the words of a table, after the first one of each line, to the value of the first one.
func byWord[T any](table string, values map[string]T) map[string]T {
	all := map[string]T{}
	for _, words := range rows(table) {
		for _, word := range words[1:] {
			all[word] = values[words[0]]
		}
	}
	return all
}

// types has media types, their suffixes and prefixes, and the extensions of file names.
var types = func() map[string]Type {
	names := map[string]Type{}
	for t, name := range typeNames {
		names[name] = Type(t)
	}
	return byWord("types", names)
}()

// htmlNames has elements that can begin an HTML document, and messageFields has fields that identify a message.
var htmlNames, messageFields = byWord("elements", map[string]bool{"element": true}),
	byWord("message", map[string]bool{"field": true})

// A name is a name in a namespace, or in none: "".
type name struct{ space, local string }

func named[T any](table string, values map[string]T) map[name]T {
	all := map[name]T{}
	for _, words := range rows(table) {
		for _, local := range words[2:] {
			all[name{namespaces[words[1]], local}] = values[words[0]]
		}
	}
	return all
}

// syntaxes are the names of uses in tables.txt.
var syntaxes = map[string]use{"one": one, "spaced": spaced, "commas": commas, "candidates": candidates, "css": style,
	"pairs": pairs, "inner": inner, "refresh": refresh}

// qualified has the uses of attributes with a namespace.
var qualified = named("qualified", syntaxes)

// contents has the uses of the content of XML elements.
var contents = named("contents", map[string]contentUse{"text": textContent, "html": htmlContent, "typed": typedContent,
	"css": cssContent})

// namespaces maps the names of namespaces in tables.txt to their addresses.
var namespaces = func() map[string]string {
	all := map[string]string{"-": "", "*": "*"}
	for _, words := range rows("namespaces") {
		all[words[0]] = words[1]
	}
	return all
}()

var xhtmlNS, svgNS, mathNS, rdfNS = namespaces["xhtml"], namespaces["svg"], namespaces["math"], namespaces["rdf"]

// uses has the rows of each attribute without a namespace.
var uses = func() map[string][]attributeRow {
	all := map[string][]attributeRow{}
	for _, words := range rows("attributes") {
		all[words[0]] = append(all[words[0]], attributeRow{syntaxes[words[1]], namespaces[words[2]], words[3:]})
	}
	return all
}()

type attributeRow struct {
	use      use
	space    string
	elements []string
}

// useIn returns the use of an attribute without a namespace, of an element in a namespace.
func useIn(space, element, attribute string) use {
	for _, u := range uses[attribute] {
		isIn := u.space == space || u.space == "*" && !isPage(space)
		if isIn && (u.elements[0] == "*" || slices.Contains(u.elements, element)) {
			return u.use
		}
	}
	return none
}

// isPage reports whether a namespace is one of those in an HTML document.
func isPage(space string) bool { return space == xhtmlNS || space == svgNS || space == mathNS }

// matters has the attributes that are relevant on some element of HTML.
var matters = func() map[string]bool {
	all := map[string]bool{"http-equiv": true, "encoding": true, "color": true, "face": true, "size": true, "type": true,
		"rel": true, "hreflang": true}
	for name := range uses {
		all[name] = true
	}
	return all
}()

// written maps the lower-case names of SVG elements, as the tokenizer returns them, to their names with capitals.
var written = func() map[string]string {
	all := map[string]string{}
	for _, name := range rows("capitals")[0] {
		all[ascii.ToLower(name)] = name
	}
	return all
}()
