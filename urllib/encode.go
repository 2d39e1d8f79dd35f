package urllib

import (
	"iter"
	"reflect"

	"earl.example/internal/python/str"
)

// An Item is one key and value for Encode, of any type.
type Item struct{ Key, Value any }

// A Tuple is a Python tuple, as Encode prints it and takes it for a pair.
type Tuple = str.Tuple

// A QuoteFunc quotes a key or value for Encode, as urlencode calls its
// quote_via: s is text to encode and quote with opt, or, if isBytes is set,
// octets to quote with opt.Safe alone.
type QuoteFunc func(s string, isBytes bool, opt QuoteOptions) (string, error)

// EncodeOptions are the optional arguments of urlencode. A nil pointer is an
// argument that was not given.
type EncodeOptions struct {
	DoSeq    bool      // a value that is a sequence gives one pair for each element
	Safe     *string   // ASCII characters to leave alone; "", also for quote
	Encoding *string   // of characters; "utf-8"
	Errors   *string   // the error handler; "strict"
	QuoteVia QuoteFunc // nil is quote_plus; see [Python.ViaQuote]
}

// ViaQuote is quote as a QuoteFunc: spaces become "%20" rather than "+".
func (py Python) ViaQuote(s string, isBytes bool, opt QuoteOptions) (string, error) {
	if isBytes {
		return py.QuoteBytes([]byte(s), opt)
	}
	return py.Quote(s, opt)
}

// ViaQuotePlus is quote_plus as a QuoteFunc.
func (py Python) ViaQuotePlus(s string, isBytes bool, opt QuoteOptions) (string, error) {
	if isBytes {
		return py.QuotePlusBytes([]byte(s), opt)
	}
	return py.QuotePlus(s, opt)
}

// Encode is urlencode(query): it joins keys and values, quoted, as
// key=value&key=value. The query is one of
//
//   - a slice or array of [Pair], [PairBytes], [Item], [Tuple] or arrays of two
//     elements, or an iter.Seq2: pairs in order, as Python takes tuples
//   - Dict, DictBytes, or any map, whose keys are sorted, since a Go map has
//     no order of its own
//
// or a pointer to one, and any other query but an empty string or slice is
// Python's TypeError.
// Keys and values that are []byte are quoted as they are; strings are
// encoded first; anything else is printed as Python's str prints the equal
// value: nil as None, true as True, 1e22 as 1e+22, a slice as a list.
//
// Types of one's own count as what they are made of, unless they have a text of
// their own, by the method Error, String or MarshalText: then that is their
// str. So a type made of []byte is quoted as octets, one with a method String
// by that text, and a slice of bytes that have the method is a list of texts.
func Encode(query any) (string, error) { return Python{}.Encode(query, EncodeOptions{}) }

// Encode is urlencode(query, doseq, safe, encoding, errors, quote_via).
func (py Python) Encode(query any, opt EncodeOptions) (string, error) {
	out, err := py.AppendEncode(nil, query, opt)
	return string(out), err
}

// AppendEncode appends urlencode(query, doseq, safe, encoding, errors,
// quote_via). On an error it returns dst as it was.
func (py Python) AppendEncode(dst []byte, query any, opt EncodeOptions) ([]byte, error) {
	if opt.QuoteVia == nil {
		opt.QuoteVia = py.ViaQuotePlus
	}
	if opt.Safe == nil {
		opt.Safe = new("")
	}
	w := queryWriter{py: py, opt: opt, out: dst, start: len(dst)}
	var failed error
	for item, err := range py.interpreter().queryItems(query) {
		if failed = err; failed == nil {
			failed = w.item(item)
		}
		if failed != nil {
			return dst, failed
		}
	}
	return w.out, nil
}

// A queryWriter appends pairs to a query.
type queryWriter struct {
	py    Python
	opt   EncodeOptions
	out   []byte
	start int
}

// item appends one pair, or with doseq one for each element of its value.
func (w *queryWriter) item(item Item) error {
	key, err := w.quoted(item.Key)
	if err != nil {
		return err
	}
	elements, err := w.elements(item.Value)
	if err != nil {
		return err
	}
	if elements == nil {
		return w.pair(key, item.Value)
	}
	for element := range elements {
		if err := w.pair(key, element); err != nil {
			return err
		}
	}
	return nil
}

// pair appends key, which is quoted, and value.
func (w *queryWriter) pair(key string, value any) error {
	text, err := w.quoted(value)
	if err != nil {
		return err
	}
	if len(w.out) > w.start {
		w.out = append(w.out, '&')
	}
	w.out = append(append(append(w.out, key...), '='), text...)
	return nil
}

// quoted returns a key or value, printed and quoted.
func (w *queryWriter) quoted(v any) (string, error) {
	var text string
	switch v := v.(type) {
	case string:
		text = v
	case []byte:
		return w.quotedBytes(v)
	case Dict:
		text = w.py.Repr(v)
	case DictBytes:
		text = w.py.Repr(v)
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
	return w.opt.QuoteVia(text, false, QuoteOptions{w.opt.Safe, w.opt.Encoding, w.opt.Errors})
}

// quotedBytes returns octets quoted.
func (w *queryWriter) quotedBytes(b []byte) (string, error) {
	return w.opt.QuoteVia(string(b), true, QuoteOptions{Safe: w.opt.Safe})
}

// elements returns the elements of a value that doseq spreads: of whatever
// has a length in Python, but text and bytes. It returns nil for others.
func (w *queryWriter) elements(v any) (iter.Seq[any], error) {
	if !w.opt.DoSeq {
		return nil, nil
	}
	switch v := v.(type) {
	case Dict:
		return anyKeys(v.All()), nil
	case DictBytes:
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

// anyKeys yields the keys that seq yields.
func anyKeys[K, V any](seq iter.Seq2[K, V]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for key := range seq {
			if !yield(key) {
				return
			}
		}
	}
}
