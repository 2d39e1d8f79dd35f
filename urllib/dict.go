package urllib

import (
	"iter"
	"slices"
)

// A Dict is what parse_qs returns: for each name the list of its values,
// names in the order in which they were first seen. The zero Dict is empty.
type Dict struct{ dict[string] }

// A DictBytes is what parse_qs returns for bytes. See [Dict].
type DictBytes struct{ dict[[]byte] }

// dict maps names to lists of values in the order of the names' arrival.
type dict[V any] struct {
	names []string
	lists map[string][]V
}

// add appends value to the list of name.
func (d *dict[V]) add(name string, value V) {
	if d.lists == nil {
		d.lists = make(map[string][]V)
	}
	list, ok := d.lists[name]
	if !ok {
		d.names = append(d.names, name)
	}
	d.lists[name] = append(list, value)
}

// Len returns the number of names.
func (d dict[V]) Len() int { return len(d.names) }

// Get returns a copy of the list of name's values, and whether there is one.
func (d Dict) Get(name string) ([]string, bool) {
	list, ok := d.lists[name]
	return slices.Clone(list), ok
}

// Get returns a copy of the list of name's values, and whether there is one.
func (d DictBytes) Get(name []byte) ([][]byte, bool) {
	list, ok := d.lists[string(name)]
	return slices.Clone(list), ok
}

// All yields each name and a copy of the list of its values.
func (d Dict) All() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, name := range d.names {
			if !yield(name, slices.Clone(d.lists[name])) {
				return
			}
		}
	}
}

// All yields each name and a copy of the list of its values.
func (d DictBytes) All() iter.Seq2[[]byte, [][]byte] {
	return func(yield func([]byte, [][]byte) bool) {
		for _, name := range d.names {
			if !yield([]byte(name), slices.Clone(d.lists[name])) {
				return
			}
		}
	}
}
