// Package cite makes rules, with the addresses of the documents that have them.
package cite

import (
	"slices"
	"strconv"
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

// A Table has the rules of a package.
type Table []urlerr.Rule

// ParseTable parses a table with a row for each rule: kind, name, section, example, problem, fix and address, separated
// by tabs. A field that is a string of Go in quotes has the value of this string. A row may omit the address; then
// address returns it. ParseTable panics if the table is malformed.
func ParseTable(text string, address func(name, section string) string) (t Table) {
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, field := range f {
			if s, err := strconv.Unquote(field); err == nil {
				f[i] = s
			}
		}
		r := urlerr.Rule{Kind: 1, Name: f[1], Section: f[2], Example: f[3], Problem: f[4], Fix: f[5]}
		for r.Kind.String() != f[0] {
			if r.Kind++; r.Kind > urlerr.NotModelled {
				panic("unknown kind " + f[0])
			}
		}
		if len(f) > 6 {
			r.Address = f[6]
		} else {
			r.Address = address(r.Name, r.Section)
		}
		t = append(t, r)
	}
	return t
}

// Named returns the rule with the given name. It panics if there is none.
func (t Table) Named(name string) *urlerr.Rule {
	return &t[slices.IndexFunc(t, func(r urlerr.Rule) bool { return r.Name == name })]
}
