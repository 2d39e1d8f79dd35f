package str

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
)

// Str returns str(x).
//
// More than 100 nested containers are a RecursionError, so a container that contains itself is one. A Go value that no
// Python value is equal to is a TypeError. Every error is an [*Exception].
func (x Value) Str() (string, error) {
	if x.kind == Text && x.text == nil {
		return x.of.String(), nil
	}
	p := printer{values: x.values}
	if err := p.print(x, false); err != nil {
		return "", err
	}
	return string(p.dst), nil
}

type printer struct {
	dst    []byte
	values Values
	deep   int // number of enclosing containers
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
		p.dst = AppendRepr(p.dst, v.String(), p.values.Release)
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
	case x.kind == TupleKind:
		begin, end = "(", ")"
	}
	if v.Kind() != reflect.Func && names == nil {
		switch n := v.Len(); {
		case n == 0:
			p.add(begin + end)
			return nil
		case n == 1 && x.kind == TupleKind:
			end = ",)"
		}
	}
	if p.deep++; p.deep > maxDepth {
		return recursionError()
	}
	if x.kind == Dict {
		entries, err := p.entries(v)
		if err != nil {
			return err
		}
		p.add(begin)
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
		p.add(begin)
		for i := range v.Len() {
			if i > 0 {
				p.add(", ")
			}
			if names != nil {
				p.add(names[i] + "=")
			}
			if err := p.print(p.values.of(v.Index(i)), true); err != nil {
				return err
			}
		}
	}
	p.add(end)
	p.deep--
	return nil
}
