package main

import (
	"fmt"
	"strings"

	"earl.example/canon"
)

// trackingHelp formats the trackers for the help.
func trackingHelp() string {
	var b strings.Builder
	for _, t := range canon.Trackers() {
		fmt.Fprintf(&b, "  %s: %s\n", t.Whose, strings.Join(t.Names, ", "))
	}
	return b.String()
}

// globs is a set of names and patterns.
type globs struct {
	names    map[string]bool
	patterns [][]string // the texts between the asterisks
}

// add adds a pattern. "*" matches any text, and `\*` matches an asterisk.
func (g *globs) add(pattern string) {
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
	if len(pieces) > 1 {
		g.patterns = append(g.patterns, pieces)
		return
	}
	if g.names == nil {
		g.names = map[string]bool{}
	}
	g.names[pieces[0]] = true
}

// set adds the pattern of a flag.
func (g *globs) set(pattern string) error { g.add(pattern); return nil }

// empty reports whether there are no patterns.
func (g *globs) empty() bool { return len(g.names)+len(g.patterns) == 0 }

// match reports whether a pattern matches name.
func (g *globs) match(name string) bool {
	if g.names[name] {
		return true
	}
	for _, pieces := range g.patterns {
		if matchGlob(pieces, name) {
			return true
		}
	}
	return false
}

// matchGlob reports whether name consists of pieces with any text between them. It matches each piece at the earliest
// possible place, and never needs to try a later one.
func matchGlob(pieces []string, name string) bool {
	last := len(pieces) - 1
	if len(name) < len(pieces[0])+len(pieces[last]) || !strings.HasPrefix(name, pieces[0]) ||
		!strings.HasSuffix(name, pieces[last]) {
		return false
	}
	name = name[len(pieces[0]) : len(name)-len(pieces[last])]
	for _, piece := range pieces[1:last] {
		i := strings.Index(name, piece)
		if i < 0 {
			return false
		}
		name = name[i+len(piece):]
	}
	return true
}
