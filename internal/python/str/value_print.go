package str

import (
	"cmp"
	"encoding"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Str returns str(x).
//
// More than 100 nested containers are a RecursionError, so a container that contains itself is one. A Go value that no
// Python value is equal to is a TypeError. Every error is an [*Exception].
func (x Value) Str() (string, error) {
	if x.kind == Text && x.text == nil {
		return x.of.String(), nil
	}
	var p printer
	if err := p.print(x, false); err != nil {
		return "", err
	}
	return string(p.dst), nil
}

type printer struct {
	dst  []byte
	deep int // number of enclosing containers
}

// maxDepth limits nested containers. CPython's own limit is 995 or more, and depends on the release.
const maxDepth = 100

func errorf(class, format string, args ...any) *Exception {
	return &Exception{Class: class, Text: fmt.Sprintf(format, args...)}
}

func recursionError() error {
	return errorf("RecursionError", "maximum recursion depth exceeded while getting the repr of an object")
}

func (p *printer) print(x Value, repr bool) error {
	v := x.of
	switch {
	case x.deep:
		return recursionError()
	case repr && x.repr != "":
		p.add(x.repr)
	case x.text != nil:
		return p.object(x.text)
	case !v.IsValid():
		p.add("None")
	case x.kind == Text && repr:
		p.dst = AppendRepr(p.dst, v.String(), x.values.Release)
	case x.kind == Text:
		p.add(v.String())
	case x.kind == Bytes:
		p.dst = AppendBytesRepr(p.dst, x.Bytes())
	case x.kind != Scalar:
		return p.container(x)
	case v.Kind() == reflect.Bool && v.Bool():
		p.add("True")
	case v.Kind() == reflect.Bool:
		p.add("False")
	case v.CanInt() && v.Type() != durationType:
		p.dst = strconv.AppendInt(p.dst, v.Int(), 10)
	case v.CanUint():
		p.dst = strconv.AppendUint(p.dst, v.Uint(), 10)
	case v.CanFloat():
		p.dst = appendFloat(p.dst, v.Float())
	default:
		err := errorf("TypeError", "no Python value equals a Go %s: pass a string", v.Type())
		err.Cause = x.GoType()
		return err
	}
	return nil
}

func (p *printer) add(s string) { p.dst = append(p.dst, s...) }

// object writes the result of the text method of v.
func (p *printer) object(v any) error {
	switch x := v.(type) {
	case error:
		p.add(x.Error())
	case fmt.Stringer:
		p.add(x.String())
	case encoding.TextMarshaler:
		text, err := x.MarshalText()
		if err != nil {
			return &Exception{Class: "ValueError", Text: err.Error(), Cause: err}
		}
		p.dst = append(p.dst, text...)
	}
	return nil
}

// container writes a tuple, list or dict.
func (p *printer) container(x Value) error {
	v, begin, end := x.of, "[", "]"
	var names []string
	switch {
	case x.kind == Dict:
		begin, end = "{", "}"
	case v.Type() == namedTupleType:
		t := v.Interface().(NamedTuple)
		v, names = reflect.ValueOf(t.Fields), t.Names
		begin, end = t.Class+"(", ")"
	case x.kind == TupleKind && v.Len() == 1:
		begin, end = "(", ",)"
	case x.kind == TupleKind:
		begin, end = "(", ")"
	}
	if p.deep++; p.deep > maxDepth {
		return recursionError()
	}
	p.add(begin)
	if x.kind == Dict {
		entries, err := p.entries(x)
		if err != nil {
			return err
		}
		separator := ""
		for key, value := range entries {
			p.add(separator)
			separator = ", "
			if err := p.print(key, true); err != nil {
				return err
			}
			p.add(": ")
			if err := p.print(value, true); err != nil {
				return err
			}
		}
	} else {
		for i := range v.Len() {
			if i > 0 {
				p.add(", ")
			}
			if names != nil {
				p.add(names[i] + "=")
			}
			if err := p.print(x.values.of(v.Index(i)), true); err != nil {
				return err
			}
		}
	}
	p.add(end)
	p.deep--
	return nil
}

// entries returns the entries of x, of kind Dict. The entries of a map are sorted by the kind of the key, then by its
// value. Keys that are equal or have no order by value are sorted by repr, then by type.
func (p *printer) entries(x Value) (iter.Seq2[Value, Value], error) {
	type entry struct{ key, value Value }
	if x.of.Kind() == reflect.Func {
		return func(yield func(Value, Value) bool) {
			x.of.Seq2()(func(key, value reflect.Value) bool { return yield(x.values.of(key), x.values.of(value)) })
		}, nil
	}
	start := len(p.dst)
	entries := make([]entry, 0, x.of.Len())
	for it := x.of.MapRange(); it.Next(); { // indexing by the key would not find NaN
		key := x.values.of(it.Key())
		if err := p.print(key, true); err != nil {
			return nil, err
		}
		key.repr = string(p.dst[start:])
		p.dst = p.dst[:start]
		entries = append(entries, entry{key, x.values.of(it.Value())})
	}
	slices.SortFunc(entries, func(a, b entry) int { return compareKeys(a.key, b.key) })
	return func(yield func(Value, Value) bool) {
		for _, e := range entries {
			if !yield(e.key, e.value) {
				return
			}
		}
	}, nil
}

func compareKeys(a, b Value) int {
	x, y := a.of, b.of
	if c := cmp.Compare(x.Kind(), y.Kind()); c != 0 || !x.IsValid() {
		return c
	}
	c := 0
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
	return cmp.Or(c, strings.Compare(a.repr, b.repr), strings.Compare(x.Type().String(), y.Type().String()))
}

// appendFloat appends repr(f): the shortest digits that parse as f. An exponent is used for absolute values from 1e16
// on, and for absolute values below 1e-4 except 0.
func appendFloat(dst []byte, f float64) []byte {
	switch a := math.Abs(f); {
	case math.IsNaN(f):
		return append(dst, "nan"...) // a sign is not shown
	case f > math.MaxFloat64:
		return append(dst, "inf"...)
	case f < -math.MaxFloat64:
		return append(dst, "-inf"...)
	case a != 0 && (a < 1e-4 || a >= 1e16):
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	if f == math.Trunc(f) {
		dst = append(dst, ".0"...)
	}
	return dst
}
