package urllib

import (
	"iter"

	"earl.example/internal/python/str"
	"earl.example/internal/text/jsontext"
)

// A Dict is the immutable result of parse_qs. It has the names in order of first occurrence, and a list of values for
// each name.
type Dict[T string | []byte] struct {
	dict
	version Version
}

// dict maps names to lists of values. One slice holds all values, and links connect the values of each name.
type dict struct {
	entries []entry
	index   map[string]int // index of the first entry of each name; nil while there are few entries
}

// entry is one value. The first entry of a name holds the name and the index of its last entry. In all other entries,
// last is -1.
type entry struct {
	name  string
	value string
	next  int // index of the next value of the name, or 0
	last  int
}

// manyEntries is the minimum number of entries of a dict for which adding a new name creates an index.
const manyEntries = 12

// find returns the index of the first entry of name, or -1 if there is none. In a dict without an index, the first
// entry of each name is one of the first manyEntries entries.
func (d *dict) find(name string) int {
	if d.index != nil {
		if i, ok := d.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range min(len(d.entries), manyEntries) {
		if e := &d.entries[i]; e.last >= 0 && e.name == name {
			return i
		}
	}
	return -1
}

func (d *dict) add(name string, value string) {
	n := len(d.entries)
	if i := d.find(name); i >= 0 {
		d.entries = append(d.entries, entry{value: value, last: -1})
		d.entries[d.entries[i].last].next = n
		d.entries[i].last = n
		return
	}
	d.entries = append(d.entries, entry{name: name, value: value, last: n})
	if n < manyEntries {
		return
	}
	if d.index == nil {
		d.index = make(map[string]int, cap(d.entries))
		for i := range d.entries {
			if d.entries[i].last >= 0 {
				d.index[d.entries[i].name] = i
			}
		}
	}
	d.index[name] = n
}

func (d *dict) values(i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(d.entries[i].value) && d.entries[i].next != 0 {
			i = d.entries[i].next
		}
	}
}

// Get returns a copy of the values of name, and whether name exists.
func (d Dict[T]) Get(name T) ([]T, bool) {
	i := d.find(keyOf(name))
	if i < 0 {
		return nil, false
	}
	return d.list(i), true
}

// All returns an iterator over the names. Each name comes with a copy of its list of values.
func (d Dict[T]) All() iter.Seq2[T, []T] {
	return func(yield func(T, []T) bool) {
		for i := range d.entries {
			if e := &d.entries[i]; e.last >= 0 && !yield(T(e.name), d.list(i)) {
				return
			}
		}
	}
}

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
	quote := func(dst []byte, s string) []byte { return appendRepr(dst, s, isBytes[T](), d.version) }
	return string(d.appendTo(nil, ": ", ", ", quote))
}

// MarshalJSON returns a JSON object of lists of strings, with names in order. Octets are decoded as UTF-8. U+FFFD
// replaces ill-formed sequences and surrogates, so that the result is I-JSON (RFC 7493).
func (d Dict[T]) MarshalJSON() ([]byte, error) {
	return d.appendTo(nil, ":", ",", jsontext.AppendQuote), nil
}

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
