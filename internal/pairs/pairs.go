// Package pairs reads the names and values that urlencode is to encode, from
// JSON and from text.
package pairs

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"earl.example/internal/jsontext"
	"earl.example/urllib"
)

const (
	// maxDepth is how deep arrays may be nested in a value.
	maxDepth = 900

	// maxDigits is how many digits an integer may have: CPython's limit.
	maxDigits = 4300
)

// FromText yields the fields "name=value" of a text, which are separated by
// tabs, until the first error. The first equals sign of a field ends its name.
// An empty text has no fields.
func FromText(text string) iter.Seq2[urllib.Item, error] {
	if text == "" {
		return FromFields(func(func(string) bool) {})
	}
	return FromFields(strings.SplitSeq(text, "\t"))
}

// FromFields is FromText for fields that are separate already.
func FromFields(fields iter.Seq[string]) iter.Seq2[urllib.Item, error] {
	return func(yield func(urllib.Item, error) bool) {
		n := 0
		for field := range fields {
			n++
			name, value, ok := strings.Cut(field, "=")
			if !ok {
				yield(urllib.Item{}, fmt.Errorf("field %d has no equals sign", n))
				return
			}
			if !yield(urllib.Item{Key: name, Value: value}, nil) {
				return
			}
		}
	}
}

// FromJSON yields the pairs of an object, which are its members, or of an array
// of arrays of two elements each, in the order in which they stand, until the
// first error. Values are taken as Python's json.loads takes them: strings,
// numbers, true, false, null, and arrays of these. The text must be valid JSON.
//
// A name that stands twice in an object is an error, since Python would drop
// one of the two, and so is an object as a value.
func FromJSON(text string) iter.Seq2[urllib.Item, error] {
	return func(yield func(urllib.Item, error) bool) {
		r := reader{text: text, i: jsontext.Space(text, 0)}
		next := r.pair
		switch text[r.i] {
		case '{':
			r.names = make(map[string]bool)
			next = r.member
		case '[':
		default:
			yield(urllib.Item{}, errors.New("a JSON object or array is wanted, not another value"))
			return
		}
		for r.more(r.n == 0) {
			r.n++
			item, err := next()
			if !yield(item, err) || err != nil {
				return
			}
		}
	}
}

// A reader reads JSON that is known to be valid.
type reader struct {
	text  string
	i     int
	n     int             // the number of the pair, from 1
	names map[string]bool // of the members before it
	depth int
}

func (r *reader) space() byte {
	r.i = jsontext.Space(r.text, r.i)
	return r.text[r.i]
}

// more enters an array or object at the first call, when first is set, steps
// over a comma at later ones, and reports whether an element follows. It steps
// over the end.
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

// member reads a member of the object.
func (r *reader) member() (urllib.Item, error) {
	name := r.str()
	if r.names[name] {
		return urllib.Item{}, fmt.Errorf("member %d has the name of an earlier one: for both, write an array of pairs", r.n)
	}
	r.names[name] = true
	r.space()
	r.i++ // the colon
	value, err := r.value()
	return urllib.Item{Key: name, Value: value}, err
}

// pair reads an element of the array.
func (r *reader) pair() (urllib.Item, error) {
	var pair []any
	if r.text[r.i] == '[' {
		value, err := r.value()
		if err != nil {
			return urllib.Item{}, err
		}
		pair = value.([]any)
	}
	if len(pair) != 2 {
		return urllib.Item{}, fmt.Errorf("element %d is not an array of a name and a value", r.n)
	}
	return urllib.Item{Key: pair[0], Value: pair[1]}, nil
}

func (r *reader) str() string {
	start := r.i
	end, _, _ := jsontext.String(r.text, start)
	r.i = end
	return string(jsontext.AppendUnquote(nil, r.text[start+1:end-1]))
}

func (r *reader) value() (any, error) {
	switch c := r.space(); c {
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
	case '[':
		if r.depth++; r.depth > maxDepth {
			return nil, errors.New("a value is nested too deeply")
		}
		list := []any{}
		for first := true; r.more(first); first = false {
			element, err := r.value()
			if err != nil {
				return nil, err
			}
			list = append(list, element)
		}
		r.depth--
		return list, nil
	}
	return r.number()
}

// number reads an int or a float, as Python tells them apart.
func (r *reader) number() (any, error) {
	start := r.i
	end, integer, _ := jsontext.Number(r.text, start)
	r.i = end
	text := r.text[start:end]
	if !integer {
		f, _ := strconv.ParseFloat(text, 64) // out of range it is an infinity, as in Python
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
