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

	OutputFrom, InputFrom Origin
}

// An Origin says where the characters of a text are from: text[:Cut] is from the base, and text[End:] is from the
// reference. The zero Origin says nothing.
type Origin struct {
	Cut, End int
	Known    bool
}

// Parts returns the parts of text that are from the base and from the reference.
func (o Origin) Parts(text string) (base, reference string) {
	if !o.Known {
		return "", ""
	}
	return text[:o.Cut], text[o.End:]
}

// mapped changes the offsets of o.
func (o Origin) mapped(f func(offset int) int) Origin {
	return Origin{f(o.Cut), f(o.End), o.Known}
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
func (t *Trace) Add(key, output string) { t.Combine(key, output, Origin{}) }

// Combine is Add for an output that combines base and reference.
func (t *Trace) Combine(key, output string, from Origin) {
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
	last.Output, last.OutputFrom = output, from
}

// Row adds a row with copies of the output buffer and the rest of the input to t.
func Row[Out, In ~string | ~[]byte](t *Trace, rule string, output Out, input In) {
	row(t, rule, output, input, Origin{}, Origin{})
}

func row[Out, In ~string | ~[]byte](t *Trace, rule string, output Out, input In, outputFrom, inputFrom Origin) {
	if t == nil || t.rows > maxRows {
		return
	}
	if t.rows++; t.rows > maxRows {
		rule, output, input, outputFrom, inputFrom = "(more)", output[:0], input[:0], Origin{}, Origin{}
	}
	s := Step{Rule: rule, IsRow: true}
	s.Output, s.OutputFrom = excerpt(output, outputFrom, true)
	s.Input, s.InputFrom = excerpt(input, inputFrom, false)
	t.Steps = append(t.Steps, s)
}

// excerpt returns a copy of s or, if s is long, of its end or its beginning.
func excerpt[T ~string | ~[]byte](s T, from Origin, end bool) (string, Origin) {
	const mark = "…"
	isCut := func(r rune) bool { return r == utf8.RuneError }
	switch {
	case len(s) <= maxCell:
		return strings.Clone(string(s)), from
	case end:
		kept := strings.TrimLeftFunc(string(s[len(s)-maxCell:]), isCut)
		return mark + kept, from.mapped(func(at int) int {
			if at -= len(s) - len(kept); at < 0 {
				return 0
			}
			return len(mark) + at
		})
	}
	kept := strings.TrimRightFunc(string(s[:maxCell]), isCut)
	return kept + mark, from.mapped(func(at int) int {
		if at > len(kept) {
			return len(kept + mark)
		}
		return at
	})
}

// A Path follows the characters of base and reference while an algorithm removes the dot segments of a path in place.
type Path struct {
	trace *Trace

	text   string // before, with the path at offset
	whole  Origin // of text
	offset int

	path    []byte
	from    Origin // of path
	out, in int    // path[:out] is the output, and path[in:] the rest of the input
	output  Origin
}

// Path returns a Path for path, which is at an offset of text, and adds a row for it.
func (t *Trace) Path(rule, text string, from Origin, offset int, path []byte) *Path {
	within := func(at int) int { return max(0, min(at-offset, len(path))) }
	p := &Path{trace: t, text: text, whole: from, offset: offset, path: path, from: from.mapped(within)}
	p.output.Known = from.Known
	p.Row(rule, 0, 0)
	return p
}

// Row adds a row for the output path[:out] and the rest path[in:]. Since the last row, the algorithm has moved text to
// the end of the output, or removed text from this end, or written "/" for "/." or "/.." at the end of the path.
func (p *Path) Row(rule string, out, in int) {
	slash := in < len(p.path) && p.path[in] != p.text[p.offset+in] // has the origin of the slash that was at p.in
	p.output.Cut = p.moved(p.output.Cut, &p.from.Cut, out, in, slash)
	p.output.End = p.moved(p.output.End, &p.from.End, out, in, slash)
	p.out, p.in = out, in
	row(p.trace, rule, p.path[:out], p.path[in:], p.output, p.from.mapped(func(at int) int { return max(0, at-in) }))
}

// moved returns the offset in the output before which all is from before the offset *end of the path.
func (p *Path) moved(now int, end *int, out, in int, slash bool) int {
	if slash && p.in < *end {
		*end = max(*end, in+1)
	}
	if out > p.out {
		return now + max(0, min(in, *end)-p.in)
	}
	return min(now, out)
}

// Origin returns the origin of the text after all dot segments were removed. It is unknown if the algorithm made other
// changes too.
func (p *Path) Origin(text string) Origin {
	if len(p.text)-len(text) != len(p.path)-p.out {
		return Origin{}
	}
	o := p.whole
	if o.Cut > p.offset {
		o.Cut = p.offset + p.output.Cut
	}
	if o.End > p.offset {
		o.End = p.offset + p.output.End
	}
	return o
}
