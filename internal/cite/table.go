package cite

import (
	"slices"
	"strconv"
	"strings"

	"earl.example/urlerr"
)

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
