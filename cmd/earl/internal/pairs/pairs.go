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

	"earl.example/internal/python/str"
	"earl.example/internal/text/jsontext"
	"earl.example/urllib"
)

const (
	// maxDepth is the maximum nesting of arrays in a value.
	maxDepth = 900

	// maxDigits is the maximum number of digits of an integer, which is CPython's.
	maxDigits = 4300
)

// FromText yields the fields "name=value" of a text, which are separated by
// tabs, until the first error. The first equals sign of a field ends its name.
// An empty text has no fields.
func FromText(text string) iter.Seq2[[2]any, error] {
	if text == "" {
		return FromFields(func(func(string) bool) {})
	}
	return FromFields(strings.SplitSeq(text, "\t"))
}

// FromFields is FromText for fields that are separate already.
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

// FromJSON yields the pairs of an object, which are its members, or of an array
// of arrays of two elements each, in the order in which they stand, until the
// first error. Values are taken as Python's json.loads takes them: strings,
// numbers, true, false, null, and arrays of these. The text must be valid JSON.
//
// An array comes as the text that str gives for it as a list in release v, or
// with doSeq, if it is a value, as a pair for each element: so the memory for
// millions of elements is not needed, and urlencode gives the same. Only an
// empty one is a list then. A long text is a [Long].
//
// A name that stands twice in an object is an error, since Python would drop
// one of the two, and so is an object as a value.
func FromJSON(text string, v urllib.Version, doSeq bool) iter.Seq2[[2]any, error] {
	return func(yield func([2]any, error) bool) {
		r := reader{text: text, release: release(v), doSeq: doSeq, yield: yield}
		r.all()
	}
}

// FromStrings is FromJSON for names and values that must be strings.
func FromStrings(text string) iter.Seq2[[2]any, error] {
	return func(yield func([2]any, error) bool) {
		r := reader{text: text, strings: true, yield: yield}
		r.all()
	}
}

// Two returns the elements of a JSON array of two strings. The text must be valid
// JSON.
func Two(text string) ([]string, error) {
	r := reader{text: text, i: jsontext.Space(text, 0)}
	var two []string
	if text[r.i] == '[' {
		for first := true; r.more(first) && r.space() == '"' && len(two) < 2; first = false {
			two = append(two, r.str())
		}
	}
	// What ended the loop early is still before the last bracket.
	if len(two) != 2 || jsontext.Space(text, r.i) < len(text) {
		return nil, errors.New("a JSON array of two strings is wanted")
	}
	return two, nil
}

// A Long is a long text in pieces that do not end inside a character.
type Long iter.Seq2[string, error]

// pieceLen is the length of the JSON of an array from which on its text is a
// Long, and about the length of its pieces.
const pieceLen = 64 << 10

// release returns v as package str has it.
func release(v urllib.Version) (rel str.Release) {
	fmt.Sscanf(v.String(), "3.%d.%d", &rel.Minor, &rel.Patch)
	return rel
}

// errStop ends the reading because no more is wanted.
var errStop = errors.New("stop")

// A reader reads JSON that is known to be valid.
type reader struct {
	text    string
	i       int
	n       int   // the number of the pair, from 1
	names   names // of the members before it
	scan    jsontext.Scanner
	release str.Release
	doSeq   bool
	strings bool // names and values are strings
	yield   func([2]any, error) bool
}

// all reads all pairs.
func (r *reader) all() {
	next := r.pair
	switch r.space() {
	case '{':
		next = r.member
	case '[':
	default:
		r.yield([2]any{}, errors.New("a JSON object or array is wanted, not another value"))
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

// pair reads an element of the array.
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
		return r.noPair() // the third element must be known before the second is given
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

// values gives the pair of key and the value that follows, or with doSeq a pair
// for each of its elements.
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
	// A list of nothing gives no pair, but its key may be one that fails.
	if first && !r.yield([2]any{key, []any{}}, nil) {
		return errStop
	}
	return nil
}

// give gives the pair of key and the value that follows.
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

// stringAt returns the value of a JSON string.
func stringAt(json string, escapes bool) string {
	raw := json[1 : len(json)-1]
	if !escapes {
		return raw
	}
	return string(jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw))
}

// value reads a value, and an array as its text.
func (r *reader) value() (any, error) {
	switch c := r.space(); {
	case c != '"' && r.strings:
		return nil, fmt.Errorf("pair %d is not of two strings", r.n)
	case c == '[':
		return r.list()
	}
	return r.scalar()
}

// list reads an array as its text.
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

// scalar reads a value that is no array.
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
