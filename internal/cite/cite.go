// Package cite makes rules, with the addresses of the documents that have them.
package cite

import (
	"strings"

	"earl.example/urlerr"
)

// Page returns a rule of a program. The section is a function, class or error of the program. The page at the address
// documents it.
func Page(section, address, name, example string, kind urlerr.Kind) urlerr.Rule {
	return urlerr.Rule{Name: name, Section: section, Address: address, Example: example, Kind: kind}
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
