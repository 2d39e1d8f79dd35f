// Package abnf matches texts against the grammars of RFCs. Tests compare faster code with it.
package abnf

import (
	"cmp"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// A Grammar maps the name of each rule to the tokens of its right side. The syntax is ABNF (RFC 5234), or the BNF of
// RFC 822 with "|" between alternatives. No rule refers to itself, so each rule is a regular expression.
type Grammar map[string][]string

// New parses rules. A rule may continue on further lines. A later rule replaces an earlier one of the same name.
func New(texts ...string) Grammar {
	g := Grammar{}
	name := ""
	for line := range strings.Lines(strings.Join(texts, "")) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), " ;")
		if n, rest, ok := strings.Cut(line, " = "); ok {
			name, line = strings.TrimSpace(n), rest
			g[name] = nil
		}
		if line != "" && !strings.HasPrefix(line, ";") {
			g[name] = append(g[name], token.FindAllString(line, -1)...)
		}
	}
	return g
}

// token matches a token: a literal, a name in brackets, a bracket or a bar, a repetition, or a name.
var token = regexp.MustCompile(`"[^"]*"|<[^>]*>|[/|()\[\]]|[*0-9]+|[^\s()\[\]]+`)

// pattern returns the regular expression of a rule.
func (g Grammar) pattern(rule string) string {
	tokens, ok := g[rule]
	if !ok {
		panic("no rule " + rule)
	}
	var b strings.Builder
	count := ""       // the repetition of the next element
	var open []string // the repetitions of the open brackets
	for _, t := range tokens {
		switch {
		case t == "(" || t == "[":
			b.WriteString("(?:(?:")
			open, count = append(open, count), ""
		case (t == ")" || t == "]") && len(open) == 0:
			panic("rule " + rule + " closes a bracket that is not open")
		case t == ")" || t == "]":
			b.WriteString(strings.ReplaceAll(t, "]", ")?") + ")" + open[len(open)-1])
			open = open[:len(open)-1]
		case t == "/" || t == "|":
			b.WriteByte('|')
		case strings.Trim(t, "*0123456789") == "":
			least, most, isRange := strings.Cut(t, "*")
			if count = "{" + t + "}"; isRange {
				count = "{" + cmp.Or(least, "0") + "," + most + "}"
			}
		default:
			b.WriteString("(?:" + g.element(t) + ")" + count)
			count = ""
		}
	}
	if len(open) > 0 {
		panic("rule " + rule + " does not close a bracket")
	}
	return b.String()
}

// element returns the regular expression of a literal, a range or the name of a rule.
func (g Grammar) element(t string) string {
	switch {
	case t == `<">`: // the quotation mark in RFC 822
		return `"`
	case t[0] == '"':
		return "(?i:" + regexp.QuoteMeta(t[1:len(t)-1]) + ")" // literals ignore case (§1.3)
	case strings.HasPrefix(t, "%x"):
		lo, hi, _ := strings.Cut(t[2:], "-")
		return fmt.Sprintf(`[\x{%s}-\x{%s}]`, lo, cmp.Or(hi, lo))
	}
	return g.pattern(strings.Trim(t, "<>"))
}

// A Machine is a nondeterministic finite automaton. Every state has a path to the accepting state.
type Machine struct {
	states []syntax.Inst
	start  *stateSet

	lock sync.Mutex
	sets map[string]*stateSet // cache of the sets that occurred in earlier runs
}

// A stateSet holds the states that a machine can reach with a prefix of a text.
type stateSet struct {
	members []uint32
	accepts bool
	after   [256]*stateSet
}

// Machine returns the machine that matches one rule.
func (g Grammar) Machine(rule string) *Machine {
	re, err := syntax.Parse(g.pattern(rule), syntax.Perl)
	if err != nil {
		panic("rule " + rule + ": " + err.Error())
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		panic("rule " + rule + ": " + err.Error())
	}
	m := &Machine{states: prog.Inst, sets: map[string]*stateSet{}}
	m.start = m.closure([]uint32{uint32(prog.Start)})
	return m
}

// closure returns the states that can be reached from the given states without reading a byte.
func (m *Machine) closure(from []uint32) *stateSet {
	seen := map[uint32]bool{}
	set := &stateSet{}
	for len(from) > 0 {
		n := from[len(from)-1]
		from = from[:len(from)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		switch s := &m.states[n]; s.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			from = append(from, s.Out, s.Arg)
		case syntax.InstNop:
			from = append(from, s.Out)
		case syntax.InstMatch:
			set.accepts = true
			set.members = append(set.members, n)
		default:
			set.members = append(set.members, n)
		}
	}
	slices.Sort(set.members)
	key := fmt.Sprint(set.members)
	if m.sets[key] == nil {
		m.sets[key] = set
	}
	return m.sets[key]
}

// Run reports whether the rule matches s. offset is the length of the longest prefix of s that is also a prefix of some
// text that the rule matches.
func (m *Machine) Run(s string) (matches bool, offset int) {
	m.lock.Lock()
	defer m.lock.Unlock()
	set := m.start
	for i := range len(s) {
		next := set.after[s[i]]
		if next == nil {
			var to []uint32
			for _, n := range set.members {
				if m.states[n].MatchRune(rune(s[i])) {
					to = append(to, m.states[n].Out)
				}
			}
			next = m.closure(to)
			set.after[s[i]] = next
		}
		if len(next.members) == 0 {
			return false, i
		}
		set = next
	}
	return set.accepts, len(s)
}

// Decide is like Run, for rules in which "%" occurs only in percent-encodings. If a percent-encoding is incomplete,
// offset is the offset of its percent sign.
func (m *Machine) Decide(s string) (matches bool, offset int) {
	matches, offset = m.Run(s)
	for back := 1; back <= 2 && back <= offset; back++ {
		if !matches && s[offset-back] == '%' {
			return false, offset - back
		}
	}
	return matches, offset
}
