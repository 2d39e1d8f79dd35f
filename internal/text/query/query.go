// Package query reads and edits the text of a query of names and values, such as
// a=1&b=2, and leaves every byte alone that an edit does not concern.
//
// Ampersands, or other separators, separate pairs. A pair is cut at its first "=".
// An empty pair is one, and an empty query has none.
package query

import (
	"cmp"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// Cut cuts a pair at its first "=".
func Cut(pair string) (name, value string, hasValue bool) { return strings.Cut(pair, "=") }

// A Form says how names and values are written.
type Form struct {
	PlusIsSpace bool   // "+" stands for a space, as in forms of HTML
	Separator   string // between pairs; "" is "&"

	// Encode writes a name or a value that is data.
	Encode func(data string) string
}

func (f *Form) separator() string { return cmp.Or(f.Separator, "&") }

// Next cuts the first pair off text, and reports whether there is more.
func (f *Form) Next(text string) (pair, rest string, more bool) {
	return strings.Cut(text, f.separator())
}

// DecodesTo reports whether raw, a name or a value as it is written, stands for
// text. It does not allocate.
func (f *Form) DecodesTo(raw, text string) bool {
	if len(raw) < len(text) {
		return false
	}
	if strings.IndexByte(raw, '%') < 0 && (!f.PlusIsSpace || strings.IndexByte(raw, '+') < 0) {
		return raw == text
	}
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c == '%' && percent.IsEscape(raw, i):
			c = ascii.Unhex[raw[i+1]]<<4 | ascii.Unhex[raw[i+2]]
			i += 2
		case c == '+' && f.PlusIsSpace:
			c = ' '
		}
		if text == "" || text[0] != c {
			return false
		}
		text = text[1:]
	}
	return text == ""
}

// Lookup returns the value, as it is written, of the first pair of that name,
// and whether there is one. The value of a pair without "=" is "".
func (f *Form) Lookup(text, name string) (value string, ok bool) {
	for more := text != ""; more; {
		var pair string
		pair, text, more = f.Next(text)
		raw, value, _ := Cut(pair)
		if pair != "" && f.DecodesTo(raw, name) {
			return value, true
		}
	}
	return "", false
}

// LookupAll returns the values, as they are written, of all pairs of that name.
func (f *Form) LookupAll(text, name string) (values []string) {
	for more := text != ""; more; {
		var pair string
		pair, text, more = f.Next(text)
		raw, value, _ := Cut(pair)
		if pair != "" && f.DecodesTo(raw, name) {
			values = append(values, value)
		}
	}
	return values
}

// A Pair is a name and a value, which are data.
type Pair struct {
	Name, Value string
	Bare        bool // there is no value, and no "="
	When        When // for Edit.Set
}

// When says when a parameter is set.
type When uint8

const (
	Always    When = iota // whatever the query has
	IfAbsent              // only if the query has no parameter of the name
	IfPresent             // only if it has one
)

// An Edit is what to do with a query, in the order of its fields.
type Edit struct {
	Remove func(name string) bool    // reports by its decoded name whether a pair is removed; nil removes none
	Values func(value string) string // returns the new value of each pair, as it is written; nil changes none
	Set    []Pair                    // the first pair of the name gets the value, others go; without one it is appended
	Append []Pair                    // go to the end
	Sort   bool                      // pairs are sorted by their decoded names, those of one name stay in order
}

// An Editor does an edit. It may be used by several goroutines at a time.
type Editor struct {
	form  Form
	edit  Edit
	index map[string]int // of the names that are set, in sets
	sets  []setting      // of one name the last value counts
	tail  []string       // what is appended
}

// A setting is a parameter that is set.
type setting struct {
	name  string // as it is written
	value string // the same with its "=", if it has one
	when  When
}

// NewEditor returns an editor of queries that are written in a form.
func NewEditor(form Form, edit Edit) *Editor {
	e := &Editor{form: form, edit: edit, index: map[string]int{}}
	valueOf := func(p Pair) string {
		if p.Bare {
			return ""
		}
		return "=" + form.Encode(p.Value)
	}
	for _, p := range edit.Set {
		i, ok := e.index[p.Name]
		if !ok {
			i = len(e.sets)
			e.index[p.Name] = i
			e.sets = append(e.sets, setting{})
		}
		e.sets[i] = setting{form.Encode(p.Name), valueOf(p), p.When}
	}
	for _, p := range edit.Append {
		e.tail = append(e.tail, form.Encode(p.Name)+valueOf(p))
	}
	return e
}

// Apply does the edit to a query, which is absent if present is false, and
// returns whether there is a query then: there is if there was one, unless the
// edit took all its pairs. Pairs that stay keep their bytes, and empty ones
// stay, unless the query is sorted. It takes time in proportion to the text,
// but for sorting.
func (e *Editor) Apply(text string, present bool) (string, bool) {
	var pairs []string
	var b strings.Builder
	left, took := false, false
	put := func(pair string) {
		if e.edit.Sort {
			pairs = append(pairs, pair)
			return
		}
		if left {
			b.WriteString(e.form.separator())
		}
		b.WriteString(pair)
		left = true
	}
	done := make([]bool, len(e.sets))
	if e.edit.Sort {
		pairs = make([]string, 0, strings.Count(text, e.form.separator())+1+len(e.sets)+len(e.tail))
	} else {
		b.Grow(len(text))
	}
	for more := text != ""; more; {
		var pair string
		pair, text, more = e.form.Next(text)
		raw, _, _ := Cut(pair)
		if pair != "" {
			var keep bool
			if pair, keep = e.one(pair, raw, done); !keep {
				took = true
				continue
			}
		}
		put(pair)
	}
	for i, p := range e.sets {
		if !done[i] && p.when != IfPresent {
			put(p.name + p.value)
		}
	}
	for _, pair := range e.tail {
		put(pair)
	}
	if e.edit.Sort {
		pairs = e.sort(pairs)
		return strings.Join(pairs, e.form.separator()), len(pairs) > 0 || present && !took
	}
	return b.String(), left || present && !took
}

// one returns what becomes of a pair with that name, and whether it stays. Done
// says which names have been set.
func (e *Editor) one(pair, raw string, done []bool) (string, bool) {
	name := e.decode(raw)
	if e.edit.Remove != nil && e.edit.Remove(name) {
		return "", false
	}
	if e.edit.Values != nil {
		_, value, _ := Cut(pair)
		pair = raw + "=" + e.edit.Values(value)
	}
	i, ok := e.index[name]
	if !ok {
		return pair, true
	}
	second := done[i]
	done[i] = true
	switch {
	case e.sets[i].when == IfAbsent:
		return pair, true
	case second:
		return "", false
	}
	return raw + e.sets[i].value, true
}

// decode returns what a name stands for.
func (e *Editor) decode(raw string) string {
	name, _ := percent.DecodeString(raw, e.form.PlusIsSpace)
	return name
}

// sort sorts pairs, and drops empty ones.
func (e *Editor) sort(pairs []string) []string {
	type keyed struct{ name, pair string }
	all := make([]keyed, 0, len(pairs))
	for _, pair := range pairs {
		if pair != "" {
			raw, _, _ := Cut(pair)
			all = append(all, keyed{e.decode(raw), pair})
		}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return strings.Compare(a.name, b.name) })
	pairs = pairs[:0]
	for _, k := range all {
		pairs = append(pairs, k.pair)
	}
	return pairs
}
