package str

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// An Entry is one key and value of a map.
type Entry struct {
	Key, Value any
	repr       []byte // repr of the key
}

// SortedEntries returns the entries of a map, sorted by the kind of the key, then by its value. Keys that are equal or
// have no order by value are sorted by repr, then by type. If no value in Python is equal to a key, the error is the
// error of AppendStr for this key.
func SortedEntries(m reflect.Value, rel Release) ([]Entry, error) {
	p := printer{rel: rel}
	return p.sortedEntries(m)
}

func (p *printer) sortedEntries(m reflect.Value) ([]Entry, error) {
	start := len(p.dst)
	entries := make([]Entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); { // indexing by the key would not find NaN
		e := Entry{Key: it.Key().Interface(), Value: it.Value().Interface()}
		if err := p.print(it.Key(), true); err != nil {
			return nil, err
		}
		e.repr = slices.Clone(p.dst[start:])
		p.dst = p.dst[:start]
		entries = append(entries, e)
	}
	slices.SortFunc(entries, compareEntries)
	return entries, nil
}

func compareEntries(a, b Entry) int {
	x, y := reflect.ValueOf(a.Key), reflect.ValueOf(b.Key)
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
