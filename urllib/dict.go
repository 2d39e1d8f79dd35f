package urllib

import (
	"bytes"
	"hash/maphash"
	"iter"
	"math/bits"
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

// dict maps names to lists of values in the order of the names' arrival. All
// values stand in one slice, and those of one name are linked.
type dict[V any] struct {
	entries []entry[V]
	names   int   // how many there are
	slots   []int // a hash table of the names' first entries, once there are many entries
}

// entry is one value. If it is the first of its name it holds the name, and
// where the last one is; in others last is -1.
type entry[V any] struct {
	name  string
	value V
	next  int // the index of the name's next value, 0 if there is none
	last  int
}

// manyEntries is the number of entries from which on there is a hash table.
const manyEntries = 12

// hashSeed is one for all, so that equal queries give equal dicts.
var hashSeed = maphash.MakeSeed()

// slot returns where in the table name is, or where there is room for it. A
// slot holds the index of an entry plus one, or 0. Half of them are free.
func (d *dict[V]) slot(name string) int {
	mask := len(d.slots) - 1
	for i := int(maphash.String(hashSeed, name)) & mask; ; i = (i + 1) & mask {
		if d.slots[i] == 0 || d.entries[d.slots[i]-1].name == name {
			return i
		}
	}
}

// find returns the index of the first entry of name, or -1.
func (d *dict[V]) find(name string) int {
	if d.slots != nil {
		return d.slots[d.slot(name)] - 1
	}
	// Without a table all names were there before there were many entries.
	for i := range min(len(d.entries), manyEntries) {
		if e := &d.entries[i]; e.last >= 0 && e.name == name {
			return i
		}
	}
	return -1
}

// add appends value to the list of name.
func (d *dict[V]) add(name string, value V) {
	i, n := d.find(name), len(d.entries)
	if i >= 0 {
		d.entries = append(d.entries, entry[V]{value: value, last: -1})
		d.entries[d.entries[i].last].next = n
		d.entries[i].last = n
		return
	}
	d.entries = append(d.entries, entry[V]{name: name, value: value, last: n})
	d.names++
	if d.slots != nil && 2*d.names <= len(d.slots) {
		d.slots[d.slot(name)] = n + 1
	} else if n >= manyEntries {
		d.rehash()
	}
}

// rehash makes a table two to four times as long as there are names.
func (d *dict[V]) rehash() {
	d.slots = make([]int, 2<<bits.Len(uint(d.names-1)))
	for i := range d.entries {
		if d.entries[i].last >= 0 {
			d.slots[d.slot(d.entries[i].name)] = i + 1
		}
	}
}

// values yields the values of the name whose first entry is i.
func (d *dict[V]) values(i int) iter.Seq[V] {
	return func(yield func(V) bool) {
		for yield(d.entries[i].value) && d.entries[i].next != 0 {
			i = d.entries[i].next
		}
	}
}

// all yields each name and a new slice of its values.
func (d *dict[V]) all() iter.Seq2[string, []V] {
	return func(yield func(string, []V) bool) {
		for i := range d.entries {
			if e := &d.entries[i]; e.last >= 0 && !yield(e.name, slices.Collect(d.values(i))) {
				return
			}
		}
	}
}

// get returns a copy of the values of name, and whether there are any.
func (d *dict[V]) get(name string) ([]V, bool) {
	i := d.find(name)
	if i < 0 {
		return nil, false
	}
	return slices.Collect(d.values(i)), true
}

// equal reports whether d and o have the same names with the same values.
func (d *dict[V]) equal(o *dict[V], same func(a, b V) bool) bool {
	if d.names != o.names || len(d.entries) != len(o.entries) {
		return false
	}
	for i := range d.entries {
		if d.entries[i].last < 0 {
			continue
		}
		j := o.find(d.entries[i].name)
		if j < 0 {
			return false
		}
		for at := i; ; {
			if !same(d.entries[at].value, o.entries[j].value) {
				return false
			}
			if at = d.entries[at].next; at == 0 {
				break // a longer list of o's means a shorter one elsewhere
			}
			if j = o.entries[j].next; j == 0 {
				return false
			}
		}
	}
	return true
}

// Equal is d == o of Python: the same names, in whatever order, and for each
// the same values in the same order.
func (d Dict) Equal(o Dict) bool {
	return d.d.equal(&o.d, func(a, b string) bool { return compareText(a, b) == 0 })
}

// Equal is d == o of Python: the same names, in whatever order, and for each
// the same values in the same order.
func (d DictBytes) Equal(o DictBytes) bool { return d.d.equal(&o.d, bytes.Equal) }

// Len returns the number of names.
func (d Dict) Len() int { return d.d.names }

// Len returns the number of names.
func (d DictBytes) Len() int { return d.d.names }

// Get returns a copy of the list of name's values, and whether there is one.
// A lone surrogate in name may be written either way.
func (d Dict) Get(name string) ([]string, bool) { return d.d.get(pytext.Canonical(name)) }

// Get returns a copy of the list of name's values, and whether there is one.
func (d DictBytes) Get(name []byte) ([][]byte, bool) {
	values, ok := d.d.get(string(name))
	cloneEach(values)
	return values, ok
}

// All yields each name and a copy of the list of its values.
func (d Dict) All() iter.Seq2[string, []string] { return d.d.all() }

// All yields each name and a copy of the list of its values.
func (d DictBytes) All() iter.Seq2[[]byte, [][]byte] {
	return func(yield func([]byte, [][]byte) bool) {
		for name, values := range d.d.all() {
			cloneEach(values)
			if !yield([]byte(name), values) {
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
	for i := range d.entries {
		if d.entries[i].last < 0 {
			continue
		}
		if i > 0 {
			dst = append(dst, comma...)
		}
		dst = append(append(appendName(dst, d.entries[i].name), colon...), '[')
		first := len(dst)
		for v := range d.values(i) {
			if len(dst) > first {
				dst = append(dst, comma...)
			}
			dst = appendValue(dst, v)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}
