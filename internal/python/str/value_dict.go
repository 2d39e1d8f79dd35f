package str

import (
	"cmp"
	"iter"
	"reflect"
	"slices"
	"strings"
)

// entries returns the entries of a map or an iterator.
func (p *printer) entries(v reflect.Value) (iter.Seq2[Value, Value], error) {
	if v.Kind() == reflect.Map {
		return p.sortedEntries(v)
	}
	return func(yield func(Value, Value) bool) {
		v.Seq2()(func(key, value reflect.Value) bool { return yield(p.values.of(key), p.values.of(value)) })
	}, nil
}

// sortedEntries returns the entries of a map, sorted by the kind of the key, then by its value. Keys that are equal or
// have no order by value are sorted by repr, then by type.
func (p *printer) sortedEntries(m reflect.Value) (iter.Seq2[Value, Value], error) {
	type entry struct{ key, value Value }
	start := len(p.dst)
	entries := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); { // indexing by the key would not find NaN
		key := p.values.of(it.Key())
		if err := p.print(key, true); err != nil {
			return nil, err
		}
		key.repr = string(p.dst[start:])
		p.dst = p.dst[:start]
		entries = append(entries, entry{key, p.values.of(it.Value())})
	}
	slices.SortFunc(entries, func(a, b entry) int { return compareKeys(a.key, b.key) })
	return func(yield func(Value, Value) bool) {
		for _, e := range entries {
			if !yield(e.key, e.value) {
				return
			}
		}
	}, nil
}

func compareKeys(a, b Value) int {
	x, y := a.of, b.of
	if c := cmp.Compare(x.Kind(), y.Kind()); c != 0 || !x.IsValid() {
		return c
	}
	c := 0
	switch {
	case x.CanInt():
		c = cmp.Compare(x.Int(), y.Int())
	case x.CanUint():
		c = cmp.Compare(x.Uint(), y.Uint())
	case x.CanFloat():
		c = cmp.Compare(x.Float(), y.Float())
	case x.Kind() == reflect.String:
		c = strings.Compare(x.String(), y.String())
	}
	return cmp.Or(c, strings.Compare(a.repr, b.repr), strings.Compare(x.Type().String(), y.Type().String()))
}
