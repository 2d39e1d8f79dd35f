// Package abnf matches texts against the grammars of RFCs. Tests compare faster code with it.
package abnf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Grammar maps the name of each rule to the tokens of its right side. The syntax is ABNF (RFC 5234), or the BNF of
// RFC 822 with "|" between alternatives. No rule refers to itself, so each rule defines a regular language.
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
			g[name] = append(g[name], tokens(line)...)
		}
	}
	return g
}

// tokens returns the tokens of a line of ABNF.
func tokens(line string) []string {
	var all []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		n := 1
		switch c := line[0]; {
		case c == '"':
			n = 2 + strings.IndexByte(line[1:], '"')
		case c == '<':
			n = 1 + strings.IndexByte(line, '>')
		case strings.IndexByte("/|()[]", c) >= 0:
		case c == '*' || '0' <= c && c <= '9':
			n = len(line) - len(strings.TrimLeft(line, "*0123456789"))
		default:
			if n = strings.IndexAny(line, " ()[]"); n < 0 {
				n = len(line)
			}
		}
		all = append(all, line[:n])
		line = line[n:]
	}
	return all
}

// A Machine is a nondeterministic finite automaton, built by Thompson's construction. State 1 is the accepting state,
// and every state has a path to it.
type Machine struct {
	g      Grammar
	states []state
	start  *stateSet

	lock sync.Mutex
	sets map[string]*stateSet // cache of the sets that occurred in earlier runs
}

// A state has a transition to each state in next, which reads no byte. If the field on is not nil, the state has one
// more transition, which reads a byte of the set on. The field to is the target of this transition.
type state struct {
	next []int
	on   *[256]bool
	to   int
}

// A stateSet holds the states that a machine can reach with a prefix of a text.
type stateSet struct {
	members []int
	accepts bool
	after   [256]*stateSet
}

// Machine returns the machine that matches one rule.
func (g Grammar) Machine(rule string) *Machine {
	m := &Machine{g: g, states: make([]state, 2), sets: map[string]*stateSet{}}
	m.rule(rule, 0, 1)
	m.start = m.closure([]int{0})
	return m
}

func (m *Machine) add() int { m.states = append(m.states, state{}); return len(m.states) - 1 }

// link adds a transition from a to b that reads no byte.
func (m *Machine) link(a, b int) { m.states[a].next = append(m.states[a].next, b) }

// read adds a transition from a to b that reads one byte of a range.
func (m *Machine) read(a, b int, lo, hi byte) {
	s := m.add()
	m.link(a, s)
	on := new([256]bool)
	for c := int(lo); c <= int(hi); c++ {
		on[c] = true
	}
	m.states[s].on, m.states[s].to = on, b
}

// rule adds the transitions from a to b for a rule.
func (m *Machine) rule(name string, a, b int) {
	tokens, ok := m.g[name]
	if !ok {
		panic("no rule " + name)
	}
	if rest := m.alternation(tokens, a, b); len(rest) > 0 {
		panic("rule " + name + " ends with " + strings.Join(rest, " "))
	}
}

// alternation parses elements up to a closing bracket. It returns the bracket and the tokens after the bracket.
func (m *Machine) alternation(tokens []string, a, b int) (rest []string) {
	at := m.add()
	m.link(a, at)
	for len(tokens) > 0 {
		switch tokens[0] {
		case ")", "]":
			m.link(at, b)
			return tokens
		case "/", "|":
			m.link(at, b)
			at = m.add()
			m.link(a, at)
			tokens = tokens[1:]
		default:
			to := m.add()
			tokens = m.repetition(tokens, at, to)
			at = to
		}
	}
	m.link(at, b)
	return nil
}

// repetition parses one element and the count before it.
func (m *Machine) repetition(tokens []string, a, b int) (rest []string) {
	lo, hi := 1, 1
	if count := tokens[0]; strings.Trim(count, "*0123456789") == "" {
		before, after, star := strings.Cut(count, "*")
		lo, _ = strconv.Atoi(before)
		hi = lo
		if star {
			if hi, _ = strconv.Atoi(after); after == "" {
				hi = -1
			}
		}
		tokens = tokens[1:]
	}
	at := a
	for range max(lo, hi) {
		if lo <= 0 {
			m.link(at, b)
		}
		lo--
		to := m.add()
		rest = m.element(tokens, at, to)
		at = to
	}
	switch {
	case hi < 0: // no upper limit: a loop
		loop := m.add()
		m.link(at, loop)
		at = loop
		rest = m.element(tokens, loop, loop)
	case hi == 0: // 0<pchar> matches only the empty text: skip the token
		rest = tokens[1:]
	}
	m.link(at, b)
	return rest
}

// element parses a group, an option, a literal, a range or the name of a rule.
func (m *Machine) element(tokens []string, a, b int) (rest []string) {
	t := tokens[0]
	switch {
	case t == "(" || t == "[":
		if t == "[" {
			m.link(a, b)
		}
		return m.alternation(tokens[1:], a, b)[1:]
	case t == `<">`: // the quotation mark in RFC 822
		m.read(a, b, '"', '"')
	case t[0] == '"':
		for _, c := range []byte(t[1 : len(t)-1]) {
			to := m.add()
			m.read(a, to, c, c)
			if 'a' <= c|0x20 && c|0x20 <= 'z' { // literals ignore case (§1.3)
				m.read(a, to, c^0x20, c^0x20)
			}
			a = to
		}
		m.link(a, b)
	case strings.HasPrefix(t, "%x"):
		lo, hi, isRange := strings.Cut(t[2:], "-")
		if !isRange {
			hi = lo
		}
		first, _ := strconv.ParseUint(lo, 16, 8)
		last, _ := strconv.ParseUint(hi, 16, 8)
		m.read(a, b, byte(first), byte(last))
	default:
		m.rule(t, a, b)
	}
	return tokens[1:]
}

// closure returns the states that can be reached from the given states without reading a byte.
func (m *Machine) closure(from []int) *stateSet {
	seen := map[int]bool{}
	var members []int
	for len(from) > 0 {
		s := from[len(from)-1]
		from = from[:len(from)-1]
		if !seen[s] {
			seen[s] = true
			members = append(members, s)
			from = append(from, m.states[s].next...)
		}
	}
	slices.Sort(members)
	key := fmt.Sprint(members)
	if m.sets[key] == nil {
		m.sets[key] = &stateSet{members: members, accepts: seen[1]}
	}
	return m.sets[key]
}

// Run reports whether the rule matches s. offset is the length of the longest prefix of s that is also a prefix of some
// text that the rule matches.
func (m *Machine) Run(s string) (matches bool, offset int) {
	m.lock.Lock()
	defer m.lock.Unlock()
	set := m.start
	for i := 0; i < len(s); i++ {
		next := set.after[s[i]]
		if next == nil {
			var to []int
			for _, member := range set.members {
				if st := m.states[member]; st.on != nil && st.on[s[i]] {
					to = append(to, st.to)
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
