package command

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/jsontext"
)

const (
	// maxDepth is the maximum nesting of arrays in a value.
	maxDepth = 100

	// maxDigits is the maximum number of digits of an integer, the same as in CPython.
	maxDigits = 4300
)

// pairsOfText returns the fields "name=value" of a text, as pairsOfFields does. Tabs separate fields. An empty text has
// no fields.
func pairsOfText(text string) ([][2]any, error) {
	if text == "" {
		return nil, nil
	}
	return pairsOfFields(strings.Split(text, "\t"))
}

// pairsOfFields returns the names and values of fields "name=value". The first equals sign of a field ends its name.
func pairsOfFields(fields []string) ([][2]any, error) {
	pairs := make([][2]any, len(fields))
	for i, field := range fields {
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return nil, fmt.Errorf("field %d has no equals sign", i+1)
		}
		pairs[i] = [2]any{name, value}
	}
	return pairs, nil
}

// pairsOfJSON returns the pairs of a JSON text in order. The text must be valid JSON. If it is an object, its members
// are the pairs. Otherwise it must be an array of arrays of two elements, or of objects with a name and a value as earl
// query writes them. A value can be a string, a number, true, false, null, or an array of values, with the meaning that
// Python's json.loads gives it. An object as a value is an error. A repeated name in an object is also an error,
// because Python would drop one of the members.
func pairsOfJSON(text string) ([][2]any, error) {
	return (&pairReader{text: text}).all()
}

// pairsOfStrings is like pairsOfJSON if names and values must be strings.
func pairsOfStrings(text string) ([][2]any, error) {
	return (&pairReader{text: text, strings: true}).all()
}

// twoStrings returns the elements of a JSON array of two strings. The text must be valid JSON.
func twoStrings(text string) ([]string, error) {
	r := pairReader{text: text, strings: true}
	if r.space() == '[' {
		if two, err := r.pair(); err == nil {
			return []string{two[0].(string), two[1].(string)}, nil
		}
	}
	return nil, errors.New("expected a JSON array of two strings")
}

// A pairReader reads valid JSON.
type pairReader struct {
	text    string
	i       int
	n       int  // the number of the pair, from 1
	depth   int  // the number of open arrays of the value
	strings bool // names and values are strings
}

func (r *pairReader) all() (pairs [][2]any, err error) {
	next := r.pair
	switch r.space() {
	case '{':
		names := make(map[string]bool)
		next = func() ([2]any, error) { return r.member(names) }
	case '[':
	default:
		return nil, errors.New("expected a JSON object or array")
	}
	for r.more(r.n == 0) {
		r.n++
		pair, err := next()
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

func (r *pairReader) space() byte {
	r.i = jsontext.Space(r.text, r.i)
	return r.text[r.i]
}

// more reports whether another element of an array or object follows. If the parameter first is true, it skips the
// opening bracket. If not, it skips the comma before the element. If no element follows, it skips the closing bracket.
func (r *pairReader) more(first bool) bool {
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

func (r *pairReader) member(names map[string]bool) (pair [2]any, err error) {
	name := r.str()
	if names[name] {
		return pair, fmt.Errorf("member %d has the name of an earlier one: for both, write an array of pairs", r.n)
	}
	names[name] = true
	r.space()
	r.i++ // the colon
	pair[0] = name
	pair[1], err = r.value()
	return pair, err
}

// pair reads an array of a name and a value, or an object with both.
func (r *pairReader) pair() (pair [2]any, err error) {
	var found [2]bool
	open := r.text[r.i]
	if open == '[' || open == '{' {
		for n := 0; r.more(n == 0); n++ {
			i := n
			if open == '{' {
				i = slices.Index([]string{"name", "value"}, r.str())
				r.space()
				r.i++ // the colon
			}
			if i < 0 || i > 1 || found[i] {
				found[0] = false
				break
			}
			if pair[i], err = r.value(); err != nil {
				return pair, err
			}
			found[i] = true
		}
	}
	if found != [2]bool{true, true} {
		return pair, fmt.Errorf("element %d is not an array of a name and a value", r.n)
	}
	return pair, nil
}

func (r *pairReader) str() string {
	start := r.i
	end, escapes, _ := jsontext.String(r.text, start)
	r.i = end
	raw := r.text[start+1 : end-1]
	if !escapes {
		return raw
	}
	return string(jsontext.AppendUnquote(nil, raw))
}

// value reads a value. An array is a []any.
func (r *pairReader) value() (any, error) {
	switch c := r.space(); {
	case c == '"':
		return r.str(), nil
	case r.strings:
		return nil, fmt.Errorf("pair %d is not of two strings", r.n)
	case c == '[':
		return r.list()
	case c == '{':
		return nil, errors.New("a value is an object: only strings, numbers, true, false, null and arrays can be encoded")
	case c == 't':
		r.i += len("true")
		return true, nil
	case c == 'f':
		r.i += len("false")
		return false, nil
	case c == 'n':
		r.i += len("null")
		return nil, nil
	}
	return r.number()
}

func (r *pairReader) list() (list []any, err error) {
	if r.depth++; r.depth > maxDepth {
		return nil, errors.New("a value is nested too deeply")
	}
	list = []any{}
	for r.more(len(list) == 0) {
		element, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, element)
	}
	r.depth--
	return list, nil
}

// number parses an int or a float as Python does.
func (r *pairReader) number() (any, error) {
	start := r.i
	end, integer, _ := jsontext.Number(r.text, start)
	r.i = end
	text := r.text[start:end]
	if !integer {
		f, _ := strconv.ParseFloat(text, 64) // infinity if out of range, as in Python
		return f, nil
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n, nil
	}
	if len(strings.TrimPrefix(text, "-")) > maxDigits {
		return nil, fmt.Errorf("an integer has more than %d digits", maxDigits)
	}
	n, _ := new(big.Int).SetString(text, 10)
	return n, nil
}
