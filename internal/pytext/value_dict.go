package pytext

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// An entry is a key of a map, the key's repr, and the value.
type entry struct {
	key   reflect.Value
	text  []byte
	value reflect.Value
}

// sortedKeys returns the entries of a map, in an order that depends on
// nothing but the keys.
func (p *printer) sortedKeys(m reflect.Value) ([]entry, error) {
	start := len(p.dst)
	entries := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		e := entry{key: it.Key(), value: it.Value()}
		for e.key.Kind() == reflect.Interface {
			e.key = e.key.Elem()
		}
		if err := p.print(e.key, true); err != nil {
			return nil, err
		}
		e.text = slices.Clone(p.dst[start:])
		p.dst = p.dst[:start]
		entries = append(entries, e)
	}
	slices.SortFunc(entries, compareEntries)
	return entries, nil
}

// compareEntries orders by the kind of the key, None first, then by its
// value, and where kinds have no order by its repr.
func compareEntries(a, b entry) int {
	x, y := a.key, b.key
	if c := cmp.Compare(x.Kind(), y.Kind()); c != 0 {
		return c
	}
	var c int
	switch x.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		c = cmp.Compare(x.Int(), y.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		c = cmp.Compare(x.Uint(), y.Uint())
	case reflect.Float32, reflect.Float64:
		c = cmp.Compare(x.Float(), y.Float())
	case reflect.String:
		c = strings.Compare(x.String(), y.String())
	}
	return cmp.Or(c, slices.Compare(a.text, b.text))
}
