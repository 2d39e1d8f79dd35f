package urllib

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
)

// maxPointers is how many pointers are followed. A pointer may lead to itself.
const maxPointers = 100

// plainValue returns what v is or points to, or the zero Value for None and
// for what has a text of its own, and so is neither bytes nor a sequence.
func plainValue(v any) reflect.Value {
	value := reflect.ValueOf(v)
	for range maxPointers {
		if !value.IsValid() || hasText(value.Interface()) {
			return reflect.Value{}
		}
		if kind := value.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			return value
		}
		value = value.Elem()
	}
	return reflect.Value{}
}

// hasText reports whether v prints itself.
func hasText(v any) bool {
	switch v.(type) {
	case error, fmt.Stringer, encoding.TextMarshaler:
		return true
	}
	return false
}

// asBytes returns v as octets if it is bytes for Python.
func asBytes(v reflect.Value) ([]byte, bool) {
	switch {
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		return v.Bytes(), true
	case v.Kind() == reflect.Array && v.Type().Elem().Kind() == reflect.Uint8:
		b := make([]byte, v.Len())
		for i := range b {
			b[i] = byte(v.Index(i).Uint())
		}
		return b, true
	}
	return nil, false
}

// A mapEntry is one key and value of a map.
type mapEntry struct{ key, value reflect.Value }

// sortedEntries returns what is in a map, sorted by key.
func sortedEntries(m reflect.Value) []mapEntry {
	entries := make([]mapEntry, 0, m.Len())
	for it := m.MapRange(); it.Next(); { // by key one would not find NaN again
		entries = append(entries, mapEntry{it.Key(), it.Value()})
	}
	slices.SortFunc(entries, func(a, b mapEntry) int { return compareKeys(concrete(a.key), concrete(b.key)) })
	return entries
}

// compareKeys orders keys by kind, then numbers and text by value and others
// by how they print; so does str of a map.
func compareKeys(a, b reflect.Value) int {
	if a.Kind() != b.Kind() {
		return cmp.Compare(a.Kind(), b.Kind())
	}
	order := 0
	switch {
	case a.CanInt():
		order = cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		order = cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		order = cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.String:
		order = cmp.Compare(a.String(), b.String())
	case a.IsValid():
		order = cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
	}
	if order == 0 && a.IsValid() {
		order = cmp.Compare(a.Type().String(), b.Type().String())
	}
	return order
}

// concrete returns what stands in an interface.
func concrete(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}
