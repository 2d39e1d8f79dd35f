package urllib

import (
	"fmt"
	"iter"
	"reflect"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// queryItems yields the pairs of what Encode takes for a query, or the error
// of what it does not take.
func (in interpreter) queryItems(query any) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		item := func(key, value any) bool { return yield(Item{key, value}, nil) }
		switch query := query.(type) {
		case []Item:
			for _, i := range query {
				if !yield(i, nil) {
					return
				}
			}
		case []Pair:
			for _, p := range query {
				if !item(p.Name, p.Value) {
					return
				}
			}
		case []PairBytes:
			for _, p := range query {
				if !item(p.Name, p.Value) {
					return
				}
			}
		case Dict:
			for name, values := range query.All() {
				if !item(name, values) {
					return
				}
			}
		case DictBytes:
			for name, values := range query.All() {
				if !item(name, values) {
					return
				}
			}
		default:
			in.reflectItems(reflect.ValueOf(query), yield)
		}
	}
}

// reflectItems is queryItems for all other types.
func (in interpreter) reflectItems(query reflect.Value, yield func(Item, error) bool) {
	for hops := 0; query.Kind() == reflect.Pointer && !query.IsNil() && hops < maxPointers; hops++ {
		query = query.Elem()
	}
	switch query.Kind() {
	case reflect.Struct:
		switch query.Interface().(type) {
		case Dict, DictBytes:
			in.queryItems(query.Interface())(yield)
			return
		}
	case reflect.Map:
		entries, err := in.sortedEntries(query)
		if err != nil {
			yield(Item{}, err)
		}
		for _, e := range entries {
			if !yield(Item{e.Key, e.Value}, nil) {
				return
			}
		}
		return
	case reflect.Func:
		if query.Type().CanSeq2() && !query.IsNil() {
			for key, value := range query.Seq2() {
				if !yield(Item{key.Interface(), value.Interface()}, nil) {
					return
				}
			}
			return
		}
	case reflect.String:
		if query.Len() == 0 {
			return
		}
	case reflect.Slice, reflect.Array:
		// As in Python only the first element must be a tuple.
		if query.Len() == 0 {
			return
		}
		if !isTuple(query.Index(0)) {
			break
		}
		for i := range query.Len() {
			item, err := in.unpack(query.Index(i))
			if !yield(item, err) || err != nil {
				return
			}
		}
		return
	}
	yield(Item{}, typeError(ruleQuery, "not a valid non-string sequence or mapping object"))
}

// isTuple reports whether v is what Python would have as a tuple.
func isTuple(v reflect.Value) bool {
	v = concrete(v)
	if !v.IsValid() {
		return false
	}
	switch v.Interface().(type) {
	case Tuple, Item, Pair, PairBytes:
		return true
	}
	return v.Kind() == reflect.Array
}

// unpack takes the two elements out of one element of a query: Python's
// "for k, v in query".
func (in interpreter) unpack(v reflect.Value) (Item, error) {
	v = concrete(v)
	if !v.IsValid() {
		return Item{}, notIterable("NoneType")
	}
	switch pair := v.Interface().(type) {
	case Item:
		return pair, nil
	case Pair:
		return Item{pair.Name, pair.Value}, nil
	case PairBytes:
		return Item{pair.Name, pair.Value}, nil
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if n := v.Len(); n != 2 {
			_, octets := str.Octets(v)
			return Item{}, wrongCount(n, in.has(countTooMany) && !octets)
		}
		return Item{v.Index(0).Interface(), v.Index(1).Interface()}, nil
	case reflect.Map:
		if n := v.Len(); n != 2 {
			return Item{}, wrongCount(n, in.has(countTooMany))
		}
		entries, err := in.sortedEntries(v)
		if err != nil {
			return Item{}, err
		}
		return Item{entries[0].Key, entries[1].Key}, nil
	case reflect.String:
		s := v.String()
		if n := str.RuneCount(s); n != 2 {
			return Item{}, wrongCount(n, false)
		}
		_, size := str.DecodeRune(s)
		return Item{s[:size], s[size:]}, nil
	}
	return Item{}, notIterable(className(v))
}

// className returns the name of the Python class of a value that is not
// iterable; Go's, where Python has none that is equal.
func className(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.Bool:
		return "bool"
	case v.CanInt(), v.CanUint():
		return "int"
	case v.CanFloat():
		return "float"
	case v.CanComplex():
		return "complex"
	case v.Kind() == reflect.Pointer && v.IsNil():
		return "NoneType"
	}
	return v.Type().String()
}

// notIterable is the error of an element that has no elements.
func notIterable(class string) error {
	return typeError(ruleQuery, "cannot unpack non-iterable "+class+" object")
}

// wrongCount is the error of an element that has not two elements.
func wrongCount(n int, countTooMany bool) error {
	text := "too many values to unpack (expected 2)"
	switch {
	case n < 2:
		text = fmt.Sprintf("not enough values to unpack (expected 2, got %d)", n)
	case countTooMany:
		text = fmt.Sprintf("too many values to unpack (expected 2, got %d)", n)
	}
	return valueError(ruleQuery, text, "", -1, urlerr.Query)
}
