package urllib

import (
	"bytes"
	"hash/maphash"
	"iter"
	"math/bits"
	"slices"

	"earl.example/internal/python/str"
	"earl.example/internal/text/jsontext"
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
	names   int      // how many there are
	slots   []uint64 // a hash table of the names' first entries, once there are many entries
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

// A slot of the table holds the index of an entry plus one, and above it a tag,
// some bits of the name's hash, so that hardly any other name is looked at. A free
// one is 0.
const (
	indexBits = 40 // far more entries than fit into memory
	indexMask = 1<<indexBits - 1
)

// slot returns where in the table name is, or where there is room for it, and the
// tag of name. Half of the slots are free.
func (d *dict[V]) slot(name string) (i int, tag uint64) {
	hash := maphash.String(hashSeed, name)
	tag = hash &^ indexMask
	mask := len(d.slots) - 1
	for i = int(hash) & mask; ; i = (i + 1) & mask {
		if s := d.slots[i]; s == 0 || s&^indexMask == tag && d.entries[s&indexMask-1].name == name {
			return i, tag
		}
	}
}

// find returns the index of the first entry of name, or -1.
func (d *dict[V]) find(name string) int {
	if d.slots != nil {
		i, _ := d.slot(name)
		return int(d.slots[i]&indexMask) - 1
	}
	return d.findFew(name)
}

// findFew is find without a table: all names were there before there were many
// entries.
func (d *dict[V]) findFew(name string) int {
	for i := range min(len(d.entries), manyEntries) {
		if e := &d.entries[i]; e.last >= 0 && e.name == name {
			return i
		}
	}
	return -1
}

// add appends value to the list of name.
func (d *dict[V]) add(name string, value V) {
	var i, slot int
	var tag uint64
	if d.slots != nil {
		slot, tag = d.slot(name)
		i = int(d.slots[slot]&indexMask) - 1
	} else {
		i = d.findFew(name)
	}
	n := len(d.entries)
	if i >= 0 {
		d.entries = append(d.entries, entry[V]{value: value, last: -1})
		d.entries[d.entries[i].last].next = n
		d.entries[i].last = n
		return
	}
	d.entries = append(d.entries, entry[V]{name: name, value: value, last: n})
	d.names++
	if d.slots != nil && 2*d.names <= len(d.slots) {
		d.slots[slot] = tag | uint64(n+1)
	} else if n >= manyEntries {
		d.rehash()
	}
}

// rehash makes a table two to four times as long as there are names.
func (d *dict[V]) rehash() {
	d.slots = make([]uint64, 2<<bits.Len(uint(d.names-1)))
	mask := len(d.slots) - 1
	for n := range d.entries {
		if d.entries[n].last < 0 {
			continue
		}
		hash := maphash.String(hashSeed, d.entries[n].name)
		i := int(hash) & mask
		for d.slots[i] != 0 { // by other names, as each comes once
			i = (i + 1) & mask
		}
		d.slots[i] = hash&^indexMask | uint64(n+1)
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

// Get returns a copy of the list of name's values, and whether there is one: one
// allocation, as lists of Python's are the caller's to change. [Dict.First] has
// none. A lone surrogate in name may be written either way.
func (d Dict) Get(name string) ([]string, bool) { return d.d.get(str.Canonical(name)) }

// Get returns a copy of the list of name's values, and whether there is one.
func (d DictBytes) Get(name []byte) ([][]byte, bool) {
	values, ok := d.d.get(string(name))
	cloneEach(values)
	return values, ok
}

// First returns the first of name's values, d[name][0] of Python, and whether there
// is one. It does not allocate, unless name has a lone surrogate.
func (d Dict) First(name string) (value string, ok bool) {
	if i := d.d.find(str.Canonical(name)); i >= 0 {
		return d.d.entries[i].value, true
	}
	return "", false
}

// First returns a copy of the first of name's values, and whether there is one.
func (d DictBytes) First(name []byte) (value []byte, ok bool) {
	if i := d.d.find(string(name)); i >= 0 {
		return bytes.Clone(d.d.entries[i].value), true
	}
	return nil, false
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

func (d Dict) repr(rel str.Release) string {
	quote := func(dst []byte, s string) []byte { return str.AppendRepr(dst, s, rel) }
	return string(d.d.appendTo(nil, ": ", ", ", quote, quote))
}

func (d DictBytes) repr(str.Release) string {
	name := func(dst []byte, s string) []byte { return str.AppendBytesRepr(dst, []byte(s)) }
	return string(d.d.appendTo(nil, ": ", ", ", name, str.AppendBytesRepr))
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
