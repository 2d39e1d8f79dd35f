package str

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// An entry is one key and value of a map.
type entry struct {
	key, value Value
	repr       []byte // repr of the key
}

// sortedEntries returns the entries of a map, sorted by the kind of the key, then by its value. Keys that are equal or
// have no order by value are sorted by repr, then by type.
func (p *printer) sortedEntries(m reflect.Value) ([]entry, error) {
	start := len(p.dst)
	entries := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); { // indexing by the key would not find NaN
		e := entry{key: p.values.of(it.Key()), value: p.values.of(it.Value())}
		if err := p.print(e.key, true); err != nil {
			return nil, err
		}
		e.repr = slices.Clone(p.dst[start:])
		p.dst = p.dst[:start]
		entries = append(entries, e)
	}
	slices.SortFunc(entries, compareEntries)
	return entries, nil
}

func compareEntries(a, b entry) int {
	x, y := a.key.of, b.key.of
	if c := cmp.Compare(x.Kind(), y.Kind()); c != 0 || !x.IsValid() {
		return c
	}
	var c int
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
	if c == 0 {
		c = slices.Compare(a.repr, b.repr)
	}
	return cmp.Or(c, strings.Compare(x.Type().String(), y.Type().String()))
}
