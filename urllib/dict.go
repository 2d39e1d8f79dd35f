package urllib

import (
	"bytes"
	"iter"
	"slices"

	"earl.example/internal/jsontext"
	"earl.example/internal/pytext"
)

// A Dict is what parse_qs returns: for each name the list of its values,
// names in the order in which they were first seen. The zero Dict is empty.
// A copy of a Dict holds the same names and values; nothing changes them.
type Dict struct{ d dict[string] }

// A DictBytes is what parse_qs returns for bytes. See [Dict].
type DictBytes struct{ d dict[[]byte] }

// dict maps names to lists of values in the order of the names' arrival.
type dict[V any] struct {
	entries []entry[V]
	index   map[string]int // of entries by name, once there are many
}

// entry is one name and its values.
type entry[V any] struct {
	name   string
	values []V
}

// manyNames is the number of entries from which on an index is kept.
const manyNames = 12

// find returns the index of the entry of name, or -1.
func (d *dict[V]) find(name string) int {
	if d.index != nil {
		if i, ok := d.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range d.entries {
		if d.entries[i].name == name {
			return i
		}
	}
	return -1
}

// add appends value to the list of name.
func (d *dict[V]) add(name string, value V) {
	if i := d.find(name); i >= 0 {
		d.entries[i].values = append(d.entries[i].values, value)
		return
	}
	d.entries = append(d.entries, entry[V]{name: name, values: []V{value}})
	switch {
	case d.index != nil:
		d.index[name] = len(d.entries) - 1
	case len(d.entries) == manyNames:
		d.index = make(map[string]int, 2*manyNames)
		for i := range d.entries {
			d.index[d.entries[i].name] = i
		}
	}
}

// get returns a copy of the values of name, and whether there are any.
func (d *dict[V]) get(name string) ([]V, bool) {
	i := d.find(name)
	if i < 0 {
		return nil, false
	}
	return slices.Clone(d.entries[i].values), true
}

// Len returns the number of names.
func (d Dict) Len() int { return len(d.d.entries) }

// Len returns the number of names.
func (d DictBytes) Len() int { return len(d.d.entries) }

// Get returns a copy of the list of name's values, and whether there is one.
func (d Dict) Get(name string) ([]string, bool) { return d.d.get(name) }

// Get returns a copy of the list of name's values, and whether there is one.
func (d DictBytes) Get(name []byte) ([][]byte, bool) {
	values, ok := d.d.get(string(name))
	cloneEach(values)
	return values, ok
}

// All yields each name and a copy of the list of its values.
func (d Dict) All() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, e := range d.d.entries {
			if !yield(e.name, slices.Clone(e.values)) {
				return
			}
		}
	}
}

// All yields each name and a copy of the list of its values.
func (d DictBytes) All() iter.Seq2[[]byte, [][]byte] {
	return func(yield func([]byte, [][]byte) bool) {
		for _, e := range d.d.entries {
			values := slices.Clone(e.values)
			cloneEach(values)
			if !yield([]byte(e.name), values) {
				return
			}
		}
	}
}

// cloneEach replaces each of values by a copy.
func cloneEach(values [][]byte) {
	for i, v := range values {
		values[i] = bytes.Clone(v)
	}
}

// Repr is repr(d) of the default release; see [Python.Repr].
//
//	{'a': ['1', '2'], 'b': ['3']}
func (d Dict) Repr() string { return d.repr(Version{}.release()) }

// Repr is repr(d).
//
//	{b'a': [b'1', b'2'], b'b': [b'3']}
func (d DictBytes) Repr() string { return d.repr(Version{}.release()) }

// String returns d as Python prints it: Repr.
func (d Dict) String() string { return d.Repr() }

// String returns d as Python prints it: Repr.
func (d DictBytes) String() string { return d.Repr() }

func (d Dict) repr(rel pytext.Release) string {
	quote := func(dst []byte, s string) []byte { return pytext.AppendRepr(dst, s, rel) }
	return string(d.d.appendTo(nil, ": ", ", ", quote, quote))
}

func (d DictBytes) repr(pytext.Release) string {
	name := func(dst []byte, s string) []byte { return pytext.AppendBytesRepr(dst, []byte(s)) }
	return string(d.d.appendTo(nil, ": ", ", ", name, pytext.AppendBytesRepr))
}

// MarshalJSON returns d as a JSON object of lists of strings, names in order.
// A lone surrogate becomes its escape.
func (d Dict) MarshalJSON() ([]byte, error) {
	return d.d.appendTo(nil, ":", ",", jsontext.AppendQuote, jsontext.AppendQuote), nil
}

// MarshalJSON returns d as a JSON object of lists of strings, names in order.
// The octets are read as UTF-8; an octet that is none becomes an escape from
// \udc80 to \udcff.
func (d DictBytes) MarshalJSON() ([]byte, error) {
	value := func(dst, b []byte) []byte { return jsontext.AppendQuote(dst, string(b)) }
	return d.d.appendTo(nil, ":", ",", jsontext.AppendQuote, value), nil
}

// appendTo appends d as Python and JSON write it, which differ in what stands
// between names and lists and between elements, and in how they quote.
func (d *dict[V]) appendTo(dst []byte, colon, comma string, appendName func([]byte, string) []byte, appendValue func([]byte, V) []byte) []byte {
	dst = append(dst, '{')
	for i, e := range d.entries {
		if i > 0 {
			dst = append(dst, comma...)
		}
		dst = append(append(appendName(dst, e.name), colon...), '[')
		for k, v := range e.values {
			if k > 0 {
				dst = append(dst, comma...)
			}
			dst = appendValue(dst, v)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}
