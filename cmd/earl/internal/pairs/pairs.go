// Package pairs reads names and values for urlencode, from JSON and from text.
package pairs

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"earl.example/internal/python/str"
	"earl.example/internal/text/jsontext"
	"earl.example/urllib"
)

const (
	// maxDepth is the maximum nesting of arrays in a value.
	maxDepth = 900

	// maxDigits is the maximum number of digits of an integer, the same as in CPython.
	maxDigits = 4300
)

// FromText yields the fields "name=value" of a text, until the first error. Tabs separate fields. The first equals sign
// of a field ends its name. An empty text has no fields.
func FromText(text string) iter.Seq2[[2]any, error] {
	if text == "" {
		return FromFields(func(func(string) bool) {})
	}
	return FromFields(strings.SplitSeq(text, "\t"))
}

// FromFields is like FromText for separated fields.
func FromFields(fields iter.Seq[string]) iter.Seq2[[2]any, error] {
	return func(yield func([2]any, error) bool) {
		n := 0
		for field := range fields {
			n++
			name, value, ok := strings.Cut(field, "=")
			if !ok {
				yield([2]any{}, fmt.Errorf("field %d has no equals sign", n))
				return
			}
			if !yield([2]any{name, value}, nil) {
				return
			}
		}
	}
}

// FromJSON yields the pairs of a JSON text in order, until the first error. The text must be valid JSON. If it is an
// object, its members are the pairs. Otherwise it must be an array of arrays of two elements. A value can be a string,
// a number, true, false, null, or an array of values, with the meaning that Python's json.loads gives it. An object as
// a value is an error. A repeated name in an object is also an error, because Python would drop one of the members.
//
// If a value is an array, FromJSON yields the text of str(list) in release v. With doSeq, it instead yields a pair for
// each element of the array. For an empty array, the pair has an empty list. The result of urlencode is the same as for
// a pair with the whole list, but millions of elements need no memory. A long text is a [Long].
func FromJSON(text string, v urllib.Version, doSeq bool) iter.Seq2[[2]any, error] {
	return func(yield func([2]any, error) bool) {
		r := reader{text: text, release: release(v), doSeq: doSeq, yield: yield}
		r.all()
	}
}

// FromStrings is like FromJSON if names and values must be strings.
func FromStrings(text string) iter.Seq2[[2]any, error] {
	return func(yield func([2]any, error) bool) {
		r := reader{text: text, strings: true, yield: yield}
		r.all()
	}
}

// Two returns the elements of a JSON array of two strings. The text must be valid JSON.
func Two(text string) ([]string, error) {
	r := reader{text: text, i: jsontext.Space(text, 0)}
	var two []string
	if text[r.i] == '[' {
		for first := true; r.more(first) && r.space() == '"' && len(two) < 2; first = false {
			two = append(two, r.str())
		}
	}
	// After an early end of the loop, r.i is before the last bracket.
	if len(two) != 2 || jsontext.Space(text, r.i) < len(text) {
		return nil, errors.New("expected a JSON array of two strings")
	}
	return two, nil
}

// A Long is a long text in pieces that do not end inside a character.
type Long iter.Seq2[string, error]

// pieceLen is the approximate length of the pieces of a Long. An array whose JSON is longer becomes a Long.
const pieceLen = 64 << 10

// release returns v as a release of package str.
func release(v urllib.Version) (rel str.Release) {
	fmt.Sscanf(v.String(), "3.%d.%d", &rel.Minor, &rel.Patch)
	return rel
}

// errStop ends reading because the caller needs no more pairs.
var errStop = errors.New("stop")

// A reader reads valid JSON.
type reader struct {
	text    string
	i       int
	n       int   // the number of the pair, from 1
	names   names // names of earlier members
	scan    jsontext.Scanner
	release str.Release
	doSeq   bool
	strings bool // names and values are strings
	yield   func([2]any, error) bool
}

func (r *reader) all() {
	next := r.pair
	switch r.space() {
	case '{':
		next = r.member
	case '[':
	default:
		r.yield([2]any{}, errors.New("expected a JSON object or array"))
		return
	}
	for r.more(r.n == 0) {
		r.n++
		if err := next(); err != nil {
			if err != errStop {
				r.yield([2]any{}, err)
			}
			return
		}
	}
}

func (r *reader) space() byte {
	r.i = jsontext.Space(r.text, r.i)
	return r.text[r.i]
}

// more reports whether another element of an array or object follows. If the parameter first is true, it skips the
// opening bracket. If not, it skips the comma before the element. If no element follows, it skips the closing bracket.
func (r *reader) more(first bool) bool {
	c := r.space()
	if first {
		r.i++
		if c = r.space(); c != ']' && c != '}' {
			return true
		}
	}
	r.i++
	if c == ',' {
		r.space()
		return true
	}
	return false
}

func (r *reader) member() error {
	start := r.i
	name := r.str()
	if !r.names.add(r.text, start, name) {
		return fmt.Errorf("member %d has the name of an earlier one: for both, write an array of pairs", r.n)
	}
	r.space()
	r.i++ // the colon
	return r.values(name)
}

func (r *reader) pair() error {
	if r.text[r.i] != '[' || !r.more(true) {
		return r.noPair()
	}
	key, err := r.value()
	if err != nil {
		return err
	}
	if !r.more(false) {
		return r.noPair()
	}
	start := r.i
	if r.i, err = r.scan.Value(r.text, start); err != nil || r.more(false) {
		return r.noPair() // check for a third element before the pair is yielded
	}
	end := r.i
	r.i = start
	err = r.values(key)
	r.i = end
	return err
}

func (r *reader) noPair() error {
	return fmt.Errorf("element %d is not an array of a name and a value", r.n)
}

// values yields the pair of key and the next value or, with doSeq, a pair for each of its elements.
func (r *reader) values(key any) error {
	if r.space() != '[' || !r.doSeq {
		return r.give(key)
	}
	first := true
	for ; r.more(first); first = false {
		if err := r.give(key); err != nil {
			return err
		}
	}
	// The query string has no pair for an empty list, but the key may be invalid, so yield it.
	if first && !r.yield([2]any{key, []any{}}, nil) {
		return errStop
	}
	return nil
}

// give yields the pair of key and the next value.
func (r *reader) give(key any) error {
	value, err := r.value()
	if err == nil && !r.yield([2]any{key, value}, nil) {
		err = errStop
	}
	return err
}

func (r *reader) str() string {
	start := r.i
	end, escapes, _ := jsontext.String(r.text, start)
	r.i = end
	return stringAt(r.text[start:end], escapes)
}

func stringAt(json string, escapes bool) string {
	raw := json[1 : len(json)-1]
	if !escapes {
		return raw
	}
	return string(jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw))
}

// value reads a value. For an array, it returns the text of the list.
func (r *reader) value() (any, error) {
	switch c := r.space(); {
	case c != '"' && r.strings:
		return nil, fmt.Errorf("pair %d is not of two strings", r.n)
	case c == '[':
		return r.list()
	}
	return r.scalar()
}

// list reads an array and returns the text of the list.
func (r *reader) list() (any, error) {
	start := r.i
	end, err := r.scan.Value(r.text, start)
	if err != nil {
		return nil, err
	}
	r.i = end
	pieces := list(r.text[start:end], r.release)
	if end-start > pieceLen {
		return pieces, nil
	}
	var text strings.Builder
	for piece, err := range pieces {
		if err != nil {
			return nil, err
		}
		text.WriteString(piece)
	}
	return text.String(), nil
}

// scalar reads a value that is not an array.
func (r *reader) scalar() (any, error) {
	switch r.space() {
	case '"':
		return r.str(), nil
	case 't':
		r.i += len("true")
		return true, nil
	case 'f':
		r.i += len("false")
		return false, nil
	case 'n':
		r.i += len("null")
		return nil, nil
	case '{':
		return nil, errors.New("a value is an object: only strings, numbers, true, false, null and arrays can be encoded")
	}
	return r.number()
}

// number parses an int or a float as Python does.
func (r *reader) number() (any, error) {
	start := r.i
	end, integer, _ := jsontext.Number(r.text, start)
	r.i = end
	text := r.text[start:end]
	if !integer {
		f, _ := strconv.ParseFloat(text, 64) // infinity if out of range, as in Python
		return f, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	if len(strings.TrimPrefix(text, "-")) > maxDigits {
		return nil, fmt.Errorf("an integer has more than %d digits", maxDigits)
	}
	n, _ := new(big.Int).SetString(text, 10)
	return n, nil
}
