// Package clean removes characters that parsers ignore, and maps offsets of the result to the original text.
package clean

import "earl.example/internal/text/ascii"

// A Map maps offsets of a cleaned text to offsets of the original text. Mapping many offsets takes linear time in total
// if they are increasing, because a Map remembers the last offset.
type Map struct {
	original string
	lead     int // bytes removed at the start
	drops    bool
	width    func(original string) (in, out int)
	at, from int // offset at of the cleaned text is offset from of the original; removed bytes can follow there
}

// Text returns s after cleaning. If trim is true, it removes bytes up to U+0020 at both ends. If drop is true, it
// removes tabs and newlines.
func Text(s string, trim, drop bool) (text string, m Map) {
	start, end := 0, len(s)
	if trim {
		for start < end && s[start] <= ' ' {
			start++
		}
		for start < end && s[end-1] <= ' ' {
			end--
		}
	}
	return Within(s, start, end, drop)
}

// Within returns s[start:end]. If drop is true, it removes tabs and newlines.
func Within(s string, start, end int, drop bool) (text string, m Map) {
	m = Map{original: s[:end], lead: start, from: start}
	text = s[start:end]
	if drop {
		text = ascii.WithoutNewlines(text)
		m.drops = len(text) < end-start
	}
	return text, m
}

// Rewritten makes m map offsets of a rewritten text instead: the cleaned text with each character replaced. width
// returns the length of the first character of original, and the length of its replacement.
func (m *Map) Rewritten(width func(original string) (in, out int)) { m.width = width }

// End returns the offset in the original after the byte that precedes the given offset of the cleaned text.
func (m *Map) End(at int) int {
	if !m.drops && m.width == nil {
		return m.lead + at
	}
	if at < m.at {
		m.at, m.from = 0, m.lead
	}
	for m.at < at {
		switch {
		case m.drops && ascii.Is(m.original[m.from], ascii.TabOrNewline):
			m.from++
		case m.width == nil:
			m.from++
			m.at++
		default:
			in, out := m.width(m.original[m.from:])
			m.from += in
			m.at += out
		}
	}
	return m.from
}

// Start returns the offset in the original of the byte at the given offset of the cleaned text.
func (m *Map) Start(at int) int {
	from := m.End(at)
	for m.drops && from < len(m.original) && ascii.Is(m.original[from], ascii.TabOrNewline) {
		from++
	}
	return from
}
