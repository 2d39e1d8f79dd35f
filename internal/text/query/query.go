// Package query parses and edits queries that consist of names and values, such as a=1&b=2. An edit preserves every
// other byte.
//
// A separator, usually "&", separates pairs. The first "=" of a pair separates name and value. A pair can be empty. An
// empty query has no pairs.
package query

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"earl.example/internal/text/percent"
)

// A Form defines how names and values are written.
type Form struct {
	PlusIsSpace bool   // "+" means a space, as in HTML forms
	Separator   string // separator of pairs; "" means "&"

	// Encode encodes a name or a value.
	Encode func(data string) string
}

func (f *Form) separator() string { return cmp.Or(f.Separator, "&") }

// Split iterates over the pairs of text, also the empty ones. An empty text has one empty pair.
func (f *Form) Split(text string) iter.Seq[string] { return strings.SplitSeq(text, f.separator()) }

// DecodesTo reports whether raw, an encoded name or value, decodes to text.
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
		case c == '%' && percent.HexFollows(raw, i):
			c = percent.Octet(raw, i)
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

// Lookup returns the encoded value of the first pair with the given name. The value of a pair without "=" is "".
func (f *Form) Lookup(text, name string) (value string, ok bool) {
	for value := range f.values(text, name) {
		return value, true
	}
	return "", false
}

// LookupAll returns the encoded values of all pairs with the given name.
func (f *Form) LookupAll(text, name string) []string { return slices.Collect(f.values(text, name)) }

func (f *Form) values(text, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest, more := text, text != ""; more; { // faster than Split
			var pair string
			pair, rest, more = strings.Cut(rest, f.separator())
			raw, value, _ := strings.Cut(pair, "=")
			if pair != "" && f.DecodesTo(raw, name) && !yield(value) {
				return
			}
		}
	}
}

// A Pair is a decoded name and value.
type Pair struct {
	Name, Value string
	Bare        bool // the pair has no "=" and no value
	Raw         bool // the value is written as it is
	When        When // condition of Edit.Set
}

// A When is a condition for setting a parameter.
type When uint8

const (
	Always    When = iota // unconditionally
	IfAbsent              // only if the query has no parameter of this name
	IfPresent             // only if the query has a parameter of this name
)

// An Edit is a list of changes to a query, applied in the order of its fields.
type Edit struct {
	Remove func(name string) bool    // reports whether to remove the pairs with a decoded name; nil removes none
	Values func(value string) string // returns the new encoded value of a pair; nil changes none
	Set    []Pair                    // sets the first pair of each name and removes other pairs of it; adds missing pairs
	Append []Pair                    // pairs to append
	Sort   bool                      // sorts pairs by decoded name; the sort is stable
}

// An Editor applies an edit. It is safe for concurrent use.
type Editor struct {
	form  Form
	edit  Edit
	index map[string]int // index in sets of each name
	sets  []setting      // one setting for each name; the last value in Edit.Set counts
	tail  []string       // encoded pairs to append
}

type setting struct {
	name  string // encoded name
	value string // encoded pair: the name, with "=" and the value if it has one
	when  When
}

// NewEditor returns an editor that applies the given edit to queries in the given form.
func NewEditor(form Form, edit Edit) *Editor {
	e := &Editor{form: form, edit: edit, index: map[string]int{}}
	valueOf := func(p Pair) string {
		if p.Bare {
			return ""
		}
		if p.Raw {
			return "=" + p.Value
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

// Apply applies the edit to a query. present says whether the URL has a query. Apply returns the edited query, and
// reports whether the URL then has a query. A query stays present, unless the edit removes all its pairs. Unchanged
// pairs keep their bytes. Sorting removes empty pairs. Time is linear in the text, except for sorting.
func (e *Editor) Apply(text string, present bool) (string, bool) {
	var b strings.Builder
	var pairs []string // only to sort: it takes more memory than the text
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
	if !e.edit.Sort {
		b.Grow(len(text))
	}
	done := make([]bool, len(e.sets))
	for more := text != ""; more; {
		var pair string
		pair, text, more = strings.Cut(text, e.form.separator())
		raw, _, _ := strings.Cut(pair, "=")
		keep := true
		if pair != "" {
			pair, keep = e.one(pair, raw, done)
		}
		if keep {
			put(pair)
		}
		took = took || !keep
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

// one edits a pair that has the encoded name raw. It returns the edited pair, and whether to keep the pair. done
// records which names are already set.
func (e *Editor) one(pair, raw string, done []bool) (string, bool) {
	name := e.decode(raw)
	if e.edit.Remove != nil && e.edit.Remove(name) {
		return "", false
	}
	if e.edit.Values != nil {
		_, value, _ := strings.Cut(pair, "=")
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

func (e *Editor) decode(raw string) string {
	name, _ := percent.DecodeString(raw, e.form.PlusIsSpace)
	return name
}

func (e *Editor) sort(pairs []string) []string {
	type keyed struct{ name, pair string }
	all := make([]keyed, 0, len(pairs))
	for _, pair := range pairs {
		if pair != "" {
			raw, _, _ := strings.Cut(pair, "=")
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
