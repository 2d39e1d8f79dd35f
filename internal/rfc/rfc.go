// Package rfc makes rules that cite RFCs or packages of Go.
package rfc

import (
	"strings"

	"earl.example/urlerr"
)

// Rule returns a rule with the [Address] of its section.
func Rule(number, name, section, example string, kind urlerr.Kind, problem, fix string) urlerr.Rule {
	return urlerr.Rule{Name: name, Section: section, Address: Address(number, section), Example: example, Kind: kind,
		Problem: problem, Fix: fix}
}

// Address returns the URL of a section such as "RFC 6874 §2", of an RFC such as "RFC 9844", or of a name in a package
// of Go, such as "url.Parse". "§2" is a section of the RFC with the given number.
func Address(number, section string) string {
	const editor = "https://www.rfc-editor.org/rfc/rfc"
	document, part, hasPart := strings.Cut(section, "§")
	if other, ok := strings.CutPrefix(strings.TrimSuffix(document, " "), "RFC "); ok {
		number = other
	} else if document != "" {
		pkg, name, _ := strings.Cut(section, ".")
		folder := map[string]string{"url": "net", "sql": "database"}[pkg]
		return "https://pkg.go.dev/" + folder + "/" + pkg + "#" + name
	}
	if !hasPart {
		return editor + number
	}
	return editor + number + "#section-" + part
}
