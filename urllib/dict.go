package urllib

import (
	"hash/maphash"
	"iter"
	"math/bits"

	"earl.example/internal/python/str"
	"earl.example/internal/text/jsontext"
)

// A Dict is the result of parse_qs: names, each with a list of values. Names are in order of first occurrence. The zero
// Dict is empty. A Dict is immutable.
type Dict[T string | []byte] struct {
	dict
	version Version
}

// dict maps names to lists of values. One slice holds all values; the values of one name are linked. For a Dict of
// bytes, names and values are octets.
type dict struct {
	entries []entry
	names   int      // number of names
	slots   []uint64 // hash table of the first entry of each name; nil while there are few entries
}

// entry is one value. The first entry of a name holds the name and the index of its last entry. In all other entries,
// last is -1.
type entry struct {
	name  string
	value string
	next  int // index of the next value of the name, or 0
	last  int
}

// manyEntries is the smallest index at which an entry with a new name creates the hash table.
const manyEntries = 12

// hashSeed is shared by all dicts, so that equal queries give equal dicts.
var hashSeed = maphash.MakeSeed()

// A slot of the table is 0 if free. Otherwise the low bits are the index of an entry plus one, and the high bits are a
// tag: bits of the hash of its name. The tags avoid most comparisons of unequal names.
const (
	indexBits = 40 // far more entries than fit into memory
	indexMask = 1<<indexBits - 1
)

// slot returns the slot number of name, or the free slot for it, and the tag of name. At least half of the slots are
// free.
func (d *dict) slot(name string) (i int, tag uint64) {
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
func (d *dict) find(name string) int {
	if d.slots != nil {
		i, _ := d.slot(name)
		return int(d.slots[i]&indexMask) - 1
	}
	return d.findFew(name)
}

// findFew is find without a table. Without a table, every name first occurs among the first manyEntries entries.
func (d *dict) findFew(name string) int {
	for i := range min(len(d.entries), manyEntries) {
		if e := &d.entries[i]; e.last >= 0 && e.name == name {
			return i
		}
	}
	return -1
}

// add appends value to the list of name.
func (d *dict) add(name string, value string) {
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
		d.entries = append(d.entries, entry{value: value, last: -1})
		d.entries[d.entries[i].last].next = n
		d.entries[i].last = n
		return
	}
	d.entries = append(d.entries, entry{name: name, value: value, last: n})
	d.names++
	if d.slots != nil && 2*d.names <= len(d.slots) {
		d.slots[slot] = tag | uint64(n+1)
	} else if n >= manyEntries {
		d.rehash()
	}
}

// rehash builds a table with 2 to 4 slots for each name.
func (d *dict) rehash() {
	d.slots = make([]uint64, 2<<bits.Len(uint(d.names-1)))
	mask := len(d.slots) - 1
	for n := range d.entries {
		if d.entries[n].last < 0 {
			continue
		}
		hash := maphash.String(hashSeed, d.entries[n].name)
		i := int(hash) & mask
		for d.slots[i] != 0 { // each name occurs once, so the slot holds another name
			i = (i + 1) & mask
		}
		d.slots[i] = hash&^indexMask | uint64(n+1)
	}
}

// values yields the values of the name with first entry i.
func (d *dict) values(i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(d.entries[i].value) && d.entries[i].next != 0 {
			i = d.entries[i].next
		}
	}
}

// Len returns the number of names.
func (d Dict[T]) Len() int { return d.names }

// Get returns the values of name, and whether name exists. The slice is a copy, which the caller may change. First does
// not allocate.
func (d Dict[T]) Get(name T) ([]T, bool) {
	i := d.find(keyOf(name))
	if i < 0 {
		return nil, false
	}
	return d.list(i), true
}

// First returns the first value of name, and whether name exists.
func (d Dict[T]) First(name T) (value T, ok bool) {
	i := d.find(keyOf(name))
	if i < 0 {
		return value, false
	}
	return T(d.entries[i].value), true
}

// All returns an iterator over the names, each with a copy of its list of values.
func (d Dict[T]) All() iter.Seq2[T, []T] {
	return func(yield func(T, []T) bool) {
		for i := range d.entries {
			if e := &d.entries[i]; e.last >= 0 && !yield(T(e.name), d.list(i)) {
				return
			}
		}
	}
}

// list returns the values of the name with first entry i.
func (d *Dict[T]) list(i int) (values []T) {
	for v := range d.values(i) {
		values = append(values, T(v))
	}
	return values
}

// keyOf returns name as a key of a dict. It writes surrogates in canonical form.
func keyOf[T string | []byte](name T) string {
	if isBytes[T]() {
		return string(name)
	}
	return str.Canonical(string(name))
}

// String returns repr(d), which is also str(d):
//
//	{'a': ['1', '2'], 'b': ['3']}
func (d Dict[T]) String() string {
	quote := func(dst []byte, s string) []byte { return appendRepr(dst, T(s), d.version) }
	return string(d.appendTo(nil, ": ", ", ", quote))
}

// MarshalJSON returns a JSON object of lists of strings, with names in order. A lone surrogate becomes its escape.
// Octets are decoded as UTF-8; an invalid octet becomes an escape from \udc80 to \udcff.
func (d Dict[T]) MarshalJSON() ([]byte, error) {
	return d.appendTo(nil, ":", ",", jsontext.AppendQuote), nil
}

// appendTo appends d in the notation of Python or JSON.
func (d *dict) appendTo(dst []byte, colon, comma string, quote func([]byte, string) []byte) []byte {
	dst = append(dst, '{')
	for i := range d.entries {
		if d.entries[i].last < 0 {
			continue
		}
		if i > 0 {
			dst = append(dst, comma...)
		}
		dst = append(append(quote(dst, d.entries[i].name), colon...), '[')
		first := len(dst)
		for v := range d.values(i) {
			if len(dst) > first {
				dst = append(dst, comma...)
			}
			dst = quote(dst, v)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}
