package urllib

import (
	"fmt"
	"iter"
	"reflect"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// EncodeOptions are the optional arguments of urlencode. Safe is "" by default, even if QuoteVia is quote.
type EncodeOptions struct {
	DoSeq bool // if a value is a sequence, write one pair for each element
	QuoteOptions

	// QuoteVia quotes keys and values, for example Python{}.Quote. Nil means quote_plus. Octets are passed as text in the
	// encoding "latin-1", with one character for each octet.
	QuoteVia func(s string, opt QuoteOptions) (string, error)
}

// Encode is urlencode(query): it quotes keys and values and joins them as key=value&key=value. The query is one of
//
//   - a slice or array of pairs: of [Pair], or of arrays of two elements, such as [][2]any
//   - an iter.Seq2
//   - a [Dict], or any map; the keys of a map are sorted
//   - a pointer to one of these
//
// As in Python, every other query is a TypeError, except an empty string or slice. A Go array counts as a tuple, and a
// slice as a list.
//
// A []byte is quoted directly. A string is encoded first. Any other value is quoted as the str of the equal Python
// value: nil as None, true as True, 1e22 as 1e+22, a slice as a list. A defined type is handled like its underlying
// type. If it has a method Error, String or MarshalText, the result of the method is its str instead.
func Encode(query any) (string, error) { return Python{}.Encode(query, EncodeOptions{}) }

// Encode is urlencode(query, doseq, safe, encoding, errors, quote_via).
func (py Interpreter[T]) Encode(query any, opt EncodeOptions) (string, error) {
	if opt.Safe == nil {
		opt.Safe = new("")
	}
	w := queryWriter{py: Python(py), opt: &opt}
	var failed error
	for item, err := range py.interpreter().queryItems(query) {
		if failed = err; failed == nil {
			failed = w.item(item)
		}
		if failed != nil {
			return "", failed
		}
	}
	return string(w.out), nil
}

type queryWriter struct {
	py  Python
	opt *EncodeOptions
	out []byte
}

func (w *queryWriter) item(item item) error {
	key, err := w.quoted(item.key)
	if err != nil {
		return err
	}
	elements, err := w.elements(item.value)
	if err != nil {
		return err
	}
	if elements == nil {
		return w.pair(key, item.value)
	}
	for element := range elements {
		if err := w.pair(key, element); err != nil {
			return err
		}
	}
	return nil
}

func (w *queryWriter) pair(key string, value any) error {
	text, err := w.quoted(value)
	if err != nil {
		return err
	}
	if len(w.out) > 0 {
		w.out = append(w.out, '&')
	}
	w.out = append(append(append(w.out, key...), '='), text...)
	return nil
}

func (w *queryWriter) quoted(v any) (string, error) {
	text := ""
	switch v := v.(type) {
	case string:
		text = v
	case []byte:
		return w.quotedBytes(v)
	case Dict[string]:
		text = reprOf(v, w.py.Version)
	case Dict[[]byte]:
		text = reprOf(v, w.py.Version)
	default:
		if b, ok := str.Octets(plainValue(v)); ok {
			return w.quotedBytes(b)
		}
		s, err := str.AppendStr(nil, v, w.py.Version.release())
		if err != nil {
			return "", printError(err)
		}
		text = string(s)
	}
	if w.opt.QuoteVia != nil {
		return w.opt.QuoteVia(text, w.opt.QuoteOptions)
	}
	return w.py.QuotePlus(text, w.opt.QuoteOptions)
}

func reprOf[T string | []byte](d Dict[T], v Version) string {
	d.version = v
	return d.String()
}

func (w *queryWriter) quotedBytes(b []byte) (string, error) {
	if w.opt.QuoteVia == nil {
		return Interpreter[[]byte](w.py).QuotePlus(b, QuoteOptions{Safe: w.opt.Safe})
	}
	text := make([]rune, len(b))
	for i, c := range b {
		text[i] = rune(c)
	}
	return w.opt.QuoteVia(string(text), QuoteOptions{Safe: w.opt.Safe, Encoding: new("latin-1")})
}

// elements returns the elements of v if DoSeq expands v, and nil if not. DoSeq expands every value that has a length in
// Python, except str and bytes.
func (w *queryWriter) elements(v any) (iter.Seq[any], error) {
	if !w.opt.DoSeq {
		return nil, nil
	}
	switch v := v.(type) {
	case Dict[string]:
		return anyKeys(v.All()), nil
	case Dict[[]byte]:
		return anyKeys(v.All()), nil
	}
	value := plainValue(v)
	switch value.Kind() {
	case reflect.Slice, reflect.Array:
		if _, ok := str.Octets(value); ok {
			return nil, nil
		}
		return func(yield func(any) bool) {
			for i := range value.Len() {
				if !yield(value.Index(i).Interface()) {
					return
				}
			}
		}, nil
	case reflect.Map:
		entries, err := w.py.interpreter().sortedEntries(value)
		return func(yield func(any) bool) {
			for _, e := range entries {
				if !yield(e.Key) {
					return
				}
			}
		}, err
	}
	return nil, nil
}

func anyKeys[K, V any](seq iter.Seq2[K, V]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for key := range seq {
			if !yield(key) {
				return
			}
		}
	}
}

type item struct{ key, value any }

func (in interpreter) queryItems(query any) iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		pair := func(key, value any) bool { return yield(item{key, value}, nil) }
		switch query := query.(type) {
		case [][2]any:
			for _, i := range query {
				if !pair(i[0], i[1]) {
					return
				}
			}
		case []Pair[string]:
			for _, p := range query {
				if !pair(p.Name, p.Value) {
					return
				}
			}
		case []Pair[[]byte]:
			for _, p := range query {
				if !pair(p.Name, p.Value) {
					return
				}
			}
		case Dict[string]:
			for name, values := range query.All() {
				if !pair(name, values) {
					return
				}
			}
		case Dict[[]byte]:
			for name, values := range query.All() {
				if !pair(name, values) {
					return
				}
			}
		default:
			in.reflectItems(reflect.ValueOf(query), yield)
		}
	}
}

// reflectItems yields the pairs of a query for the types that queryItems does not handle itself.
func (in interpreter) reflectItems(query reflect.Value, yield func(item, error) bool) {
	for hops := 0; query.Kind() == reflect.Pointer && !query.IsNil() && hops < maxPointers; hops++ {
		query = query.Elem()
	}
	switch query.Kind() {
	case reflect.Struct:
		switch query.Interface().(type) {
		case Dict[string], Dict[[]byte]:
			in.queryItems(query.Interface())(yield)
			return
		}
	case reflect.Map:
		entries, err := in.sortedEntries(query)
		if err != nil {
			yield(item{}, err)
		}
		for _, e := range entries {
			if !yield(item{e.Key, e.Value}, nil) {
				return
			}
		}
		return
	case reflect.Func:
		if query.Type().CanSeq2() && !query.IsNil() {
			for key, value := range query.Seq2() {
				if !yield(item{key.Interface(), value.Interface()}, nil) {
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
		// As in Python, only the first element must be a tuple.
		if query.Len() == 0 {
			return
		}
		if !isTuple(query.Index(0)) {
			break
		}
		for i := range query.Len() {
			pair, err := in.unpack(query.Index(i))
			if !yield(pair, err) || err != nil {
				return
			}
		}
		return
	}
	yield(item{}, typeError(ruleQuery, "not a valid non-string sequence or mapping object"))
}

func isTuple(v reflect.Value) bool {
	v = concrete(v)
	if !v.IsValid() {
		return false
	}
	switch v.Interface().(type) {
	case Pair[string], Pair[[]byte]:
		return true
	}
	return v.Kind() == reflect.Array
}

func (in interpreter) unpack(v reflect.Value) (item, error) {
	v = concrete(v)
	if !v.IsValid() {
		return item{}, notIterable("NoneType")
	}
	switch pair := v.Interface().(type) {
	case Pair[string]:
		return item{pair.Name, pair.Value}, nil
	case Pair[[]byte]:
		return item{pair.Name, pair.Value}, nil
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if n := v.Len(); n != 2 {
			_, octets := str.Octets(v)
			return item{}, wrongCount(n, in.has(countTooMany) && !octets)
		}
		return item{v.Index(0).Interface(), v.Index(1).Interface()}, nil
	case reflect.Map:
		if n := v.Len(); n != 2 {
			return item{}, wrongCount(n, in.has(countTooMany))
		}
		entries, err := in.sortedEntries(v)
		if err != nil {
			return item{}, err
		}
		return item{entries[0].Key, entries[1].Key}, nil
	case reflect.String:
		s := v.String()
		if n := str.RuneCount(s); n != 2 {
			return item{}, wrongCount(n, false)
		}
		_, size := str.DecodeRune(s)
		return item{s[:size], s[size:]}, nil
	}
	return item{}, notIterable(className(v))
}

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

func notIterable(class string) error {
	return typeError(ruleQuery, "cannot unpack non-iterable "+class+" object")
}

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

// maxPointers limits how many pointers are followed, since a pointer can point to itself.
const maxPointers = 100

// plainValue returns the value that v has after following pointers and interfaces. It returns the zero Value for None
// and for a value with a text method.
func plainValue(v any) reflect.Value {
	value := reflect.ValueOf(v)
	for range maxPointers {
		if !value.IsValid() || str.HasText(value.Interface()) {
			return reflect.Value{}
		}
		if kind := value.Kind(); kind != reflect.Pointer && kind != reflect.Interface {
			return value
		}
		value = value.Elem()
	}
	return reflect.Value{}
}

func (in interpreter) sortedEntries(m reflect.Value) ([]str.Entry, error) {
	entries, err := str.SortedEntries(m, in.version.release())
	if err != nil {
		return nil, printError(err)
	}
	return entries, nil
}

func printError(err error) error {
	return fromException(err, "", func(*str.UnicodeFault) int { return -1 })
}

func concrete(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}
