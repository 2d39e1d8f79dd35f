package urllib

import (
	"fmt"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// EncodeOptions are the optional arguments of urlencode. Safe is "" by default, even if QuoteVia is quote. Bytes is
// ignored, because Encode sets it for each call of QuoteVia.
type EncodeOptions struct {
	DoSeq bool // if a value is a sequence, write one pair for each element
	QuoteOptions

	// QuoteVia quotes keys and values, for example Python{}.Quote. Nil means quote_plus. For a []byte, the string holds
	// its bytes as they are, and opt.Bytes is set. So a function that quotes each byte of its argument, such as
	// [net/url.QueryEscape], needs no opt.
	QuoteVia func(s string, opt QuoteOptions) (string, error)
}

// Encode is urlencode(query): it quotes keys and values and joins them as key=value&key=value.
//
// Encode first turns each Go value, the query included, into the Python value that is equal to it:
//
//	nil, a nil pointer                 None
//	bool, integers, floats             bool, int, float
//	string                             str
//	[]byte, [n]byte                    bytes
//	other arrays, [Pair]               tuple
//	SplitResult, ParseResult,          the named tuple
//	  DefragResult
//	slices                             list
//	maps, with sorted keys             dict
//	iter.Seq2, [Dict]                  dict, in order
//	pointers                           the value that they point to
//
// Then it does what Python does. The query is a dict, or a tuple or list of pairs that begins with a tuple. Every other
// query is a TypeError, except an empty str or bytes. Bytes are quoted directly. A str is encoded first. Any other key
// or value is quoted as its str: None, True, 1e+22, ['a', 'b'].
//
// A defined type is handled like its underlying type. If it has a method Error, String or MarshalText, as [big.Int]
// has, it is an object and the result of the method is its str, but as a query or a pair it still is a dict, list or
// tuple.
//
// Three errors are Encode's own, with the text and the class of an exception. A [time.Time], a [time.Duration], a
// complex number, a channel, or another function or struct is a TypeError, since no Python value equals it: format a
// time before the call. More than 100 nested lists, tuples and dicts are a RecursionError, also where CPython goes on
// or would print "[...]". An error of MarshalText is a ValueError.
func Encode(query any) (string, error) { return Python{}.Encode(query, EncodeOptions{}) }

// Encode is urlencode(query, doseq, safe, encoding, errors, quote_via).
func (py Interpreter[T]) Encode(query any, opt EncodeOptions) (string, error) {
	if opt.Safe == nil {
		opt.Safe = new("")
	}
	opt.Bytes = false
	w := queryWriter{py: Python(py), opt: &opt}
	values := str.Values{Release: py.Version.release(), Own: pythonValue}
	if err := w.query(values.Of(query)); err != nil {
		return "", err
	}
	return string(w.out), nil
}

// pythonValue returns the Python value of a type of this package, as a type that package str knows.
func pythonValue(v any) any {
	switch v := v.(type) {
	case Pair[string]:
		return [2]string{v.Name, v.Value}
	case Pair[[]byte]:
		return [2][]byte{v.Name, v.Value}
	case anyResult:
		return v.tuple()
	case Dict[string]:
		return v.All()
	case Dict[[]byte]:
		return v.All()
	}
	return nil
}

type queryWriter struct {
	py  Python
	opt *EncodeOptions
	out []byte
}

func (w *queryWriter) query(query str.Value) error {
	switch query.Kind() {
	case str.Dict:
		entries, err := query.Entries()
		if err != nil {
			return printError(err)
		}
		for key, value := range entries {
			if err := w.item(key, value); err != nil {
				return err
			}
		}
		return nil
	case str.TupleKind, str.List, str.Text, str.Bytes:
		return w.pairs(query)
	}
	return wrongQuery(query)
}

// pairs writes a sequence of pairs. As in Python, only its first element must be a tuple.
func (w *queryWriter) pairs(query str.Value) error {
	elements, err := query.Elements()
	if err != nil {
		return printError(err)
	}
	first := true
	for element := range elements {
		if first && element.Kind() != str.TupleKind {
			return wrongQuery(query)
		}
		first = false
		key, value, err := w.unpack(element)
		if err != nil {
			return err
		}
		if err := w.item(key, value); err != nil {
			return err
		}
	}
	return nil
}

// unpack is the assignment key, value = pair.
func (w *queryWriter) unpack(pair str.Value) (key, value str.Value, err error) {
	elements, err := pair.Elements()
	switch {
	case err != nil:
		return key, value, printError(err)
	case elements == nil:
		return key, value, wrong(pair, typeError(ruleQuery, "cannot unpack non-iterable "+pair.Class()+" object"))
	}
	n, counts := 0, pair.IsContainer() && w.py.interpreter().has(countTooMany)
	for element := range elements {
		switch n++; n {
		case 1:
			key = element
		case 2:
			value = element
		}
		if n > 2 && !counts {
			break
		}
	}
	text := ""
	switch {
	case n == 2:
		return key, value, nil
	case n < 2:
		text = fmt.Sprintf("not enough values to unpack (expected 2, got %d)", n)
	case counts:
		text = fmt.Sprintf("too many values to unpack (expected 2, got %d)", n)
	default:
		text = "too many values to unpack (expected 2)"
	}
	return key, value, wrong(pair, valueError(ruleQuery, text, "", -1, urlerr.Query))
}

func wrongQuery(query str.Value) error {
	return wrong(query, typeError(ruleQuery, "not a valid non-string sequence or mapping object"))
}

// wrong adds the Go type of v, a query or a pair of it, to err.
func wrong(v str.Value, err *Error) error {
	err.at.Err = v.GoType()
	return err
}

// item writes the pairs of a key. DoSeq expands every value that has a length in Python, except str and bytes.
func (w *queryWriter) item(k, v str.Value) error {
	key, err := w.quoted(k)
	if err != nil {
		return err
	}
	if !w.opt.DoSeq || v.HasText() || v.Kind() < str.TupleKind {
		return w.pair(key, v)
	}
	elements, err := v.Elements()
	if err != nil {
		return printError(err)
	}
	for element := range elements {
		if err := w.pair(key, element); err != nil {
			return err
		}
	}
	return nil
}

func (w *queryWriter) pair(key string, value str.Value) error {
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

// quoted returns a key or a value in quoted form.
func (w *queryWriter) quoted(v str.Value) (string, error) {
	quote := w.opt.QuoteVia
	if quote == nil {
		quote = w.py.QuotePlus
	}
	if v.Kind() == str.Bytes && !v.HasText() {
		return quote(string(v.Bytes()), QuoteOptions{Safe: w.opt.Safe, Bytes: true})
	}
	text, err := v.Str()
	if err != nil {
		return "", printError(err)
	}
	return quote(text, w.opt.QuoteOptions)
}

func printError(err error) error {
	return fromException(err, "", -1, func(int) int { return -1 })
}
