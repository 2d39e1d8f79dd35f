package main

import (
	"fmt"
	"slices"
	"strings"

	"earl.example/canon"
)

func trackingHelp() string {
	var b strings.Builder
	b.WriteString("Upper and lower case are the same, and * matches any text.\n\n")
	for _, t := range canon.Trackers() {
		fmt.Fprintf(&b, "  %s: %s\n", t.Whose, strings.Join(t.Names, ", "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// globs is a list of patterns. A pattern is the texts between its asterisks.
type globs [][]string

// add adds a pattern. "*" matches any text, and `\*` matches an asterisk. The error is always nil:
// add can be the function of a flag.
func (g *globs) add(pattern string) error {
	pieces := []string{""}
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c == '*' {
			pieces = append(pieces, "")
			continue
		}
		if c == '\\' && i+1 < len(pattern) && (pattern[i+1] == '*' || pattern[i+1] == '\\') {
			i++
			c = pattern[i]
		}
		pieces[len(pieces)-1] += string([]byte{c})
	}
	*g = append(*g, pieces)
	return nil
}

// match reports whether a pattern matches name.
func (g globs) match(name string) bool {
	return slices.ContainsFunc(g, func(pieces []string) bool { return matchGlob(pieces, name) })
}

// matchGlob reports whether name consists of pieces with any text between them. It matches each piece at the earliest
// possible place, and never needs to try a later one.
func matchGlob(pieces []string, name string) bool {
	last := len(pieces) - 1
	name, ok := strings.CutPrefix(name, pieces[0])
	if last == 0 {
		return ok && name == ""
	}
	for _, piece := range pieces[1:last] {
		var found bool
		_, name, found = strings.Cut(name, piece)
		ok = ok && found
	}
	return ok && strings.HasSuffix(name, pieces[last])
}
