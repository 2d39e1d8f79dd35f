// Package steps records the steps of an algorithm while it runs, for explanations. A nil [Trace] records nothing.
package steps

import (
	_ "embed"
	"strings"
	"unicode/utf8"

	"earl.example/reading"
)

// A Step is a step of an algorithm.
type Step struct {
	Rule   string // the section of a specification, the state of a parser, or the statement of a program
	Text   string // a sentence about the step, or ""
	Output string // the URL, the path or the output buffer after the step, or ""
	Input  string // the rest of the input, if the step is a row
	IsRow  bool   // Output and Input are buffers, perhaps abbreviated

	// If End is not 0, Output[:Cut] is from the base, and Output[End:] is from the reference.
	Cut, End int
}

// A Trace has the steps of an algorithm in order. It has at most maxRows rows, with at most maxCell bytes of each
// buffer, so that it takes linear memory.
type Trace struct {
	Steps     []Step
	Algorithm string // a name in the table of texts
	rows      int
}

const maxRows, maxCell = 100, 80

// texts has a row for each step: the algorithm, a key, the rule and the text. A key can have several rows.
//
//go:embed texts.tsv
var texts string

// A Resolver runs the algorithm by which d resolves ref against base, and adds the steps to t. There must be a target,
// which is the output of the last step.
type Resolver = func(d reading.Dialect, base, ref string, t *Trace)

// Resolvers has the functions that the packages of the dialects register.
var Resolvers = map[string]Resolver{}

// Register adds the function of the named dialects to Resolvers, and returns it.
func Register(resolve Resolver, names ...string) Resolver {
	for _, name := range names {
		Resolvers[name] = resolve
	}
	return resolve
}

// Add adds the steps that the table of texts has for key. The last of them has the given output.
func (t *Trace) Add(key, output string) { t.Combine(key, output, 0, 0) }

// Combine is Add for an output that combines output[:cut] from the base and output[end:] from the reference.
func (t *Trace) Combine(key, output string, cut, end int) {
	if t == nil {
		return
	}
	start := t.Algorithm + "\t" + key + "\t"
	for rows := texts[strings.Index(texts, start):]; strings.HasPrefix(rows, start); {
		row, more, _ := strings.Cut(rows[len(start):], "\n")
		rule, text, _ := strings.Cut(row, "\t")
		t.Steps = append(t.Steps, Step{Rule: rule, Text: text})
		rows = more
	}
	last := &t.Steps[len(t.Steps)-1]
	last.Output, last.Cut, last.End = output, cut, end
}

// Row adds a row with copies of the output buffer and the rest of the input to t.
func Row[Out, In ~string | ~[]byte](t *Trace, rule string, output Out, input In) {
	if t == nil || t.rows > maxRows {
		return
	}
	if t.rows++; t.rows > maxRows {
		rule, output, input = "(more)", output[:0], input[:0]
	}
	t.Steps = append(t.Steps, Step{Rule: rule, Output: excerpt(output, true), Input: excerpt(input, false), IsRow: true})
}

// excerpt returns a copy of s or, if s is long, of its end or its beginning.
func excerpt[T ~string | ~[]byte](s T, end bool) string {
	isCut := func(r rune) bool { return r == utf8.RuneError }
	switch {
	case len(s) <= maxCell:
		return strings.Clone(string(s))
	case end:
		return "…" + strings.TrimLeftFunc(string(s[len(s)-maxCell:]), isCut)
	}
	return strings.TrimRightFunc(string(s[:maxCell]), isCut) + "…"
}
