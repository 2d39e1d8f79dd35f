package str

import (
	"encoding"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"time"
)

// Str returns str(x).
//
// If a list or dict contains itself, the inner occurrence is printed as [...] or {...}. Nesting deeper than CPython
// supports gives its RecursionError. A Go value that no Python value is equal to is a TypeError. Every error is an
// [*Exception].
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

// AppendRepr appends repr(x). With an error, it returns dst unchanged. See [Value.Str].
func (x Value) AppendRepr(dst []byte) ([]byte, error) {
	p := printer{dst: dst, values: x.values}
	if err := p.print(x, true); err != nil {
		return dst, err
	}
	return p.dst, nil
}

type printer struct {
	dst    []byte
	values Values
	path   []container
	deep   int // number of enclosing containers
}

type container struct {
	data uintptr
	len  int
}

// maxDepth returns the maximum depth of nested lists that CPython's repr can print. The numbers were measured.
func (r Release) maxDepth() int {
	switch {
	case r.Minor <= 11:
		return 995
	case r.Minor == 12:
		return 1497
	default:
		return 9998
	}
}

// namedTupleDepth returns how many nested lists use as much of the stack as a named tuple. The numbers were measured.
func (r Release) namedTupleDepth() int {
	if r.Minor <= 11 {
		return 2
	}
	return 3
}

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
	case x.text != nil:
		return p.object(x.text)
	case !v.IsValid():
		p.add("None")
		return nil
	}
	switch x.kind {
	case Text:
		if repr {
			p.dst = AppendRepr(p.dst, v.String(), p.values.Release)
		} else {
			p.add(v.String())
		}
	case Bytes:
		p.dst = AppendBytesRepr(p.dst, x.Bytes())
	case TupleKind, List:
		return p.sequence(v)
	case Dict:
		return p.dict(x)
	default:
		return p.scalar(v, repr)
	}
	return nil
}

func (p *printer) scalar(v reflect.Value, repr bool) error {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			p.add("True")
		} else {
			p.add("False")
		}
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.Type() == durationType {
			p.duration(time.Duration(v.Int()), repr)
			return nil
		}
		p.dst = strconv.AppendInt(p.dst, v.Int(), 10)
		return nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.dst = strconv.AppendUint(p.dst, v.Uint(), 10)
		return nil
	case reflect.Float32, reflect.Float64:
		p.dst = appendFloat(p.dst, v.Float())
		return nil
	case reflect.Complex64, reflect.Complex128:
		p.dst = appendComplex(p.dst, v.Complex())
		return nil
	case reflect.Struct:
		switch x := v.Interface().(type) {
		case big.Int:
			return p.bigInt(&x)
		case time.Time:
			return p.time(x, repr)
		}
	}
	err := errorf("TypeError", "no Python value equals a Go %s", v.Type())
	err.Cause = GoType(v.Type().String())
	return err
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

func (p *printer) bigInt(x *big.Int) error {
	start, rel := len(p.dst), p.values.Release
	if x.BitLen() <= maxBitsOfDigits || !sinceDigitLimit.Include(rel) {
		p.dst = x.Append(p.dst, 10)
	}
	digits := len(p.dst) - start
	if x.Sign() < 0 {
		digits--
	}
	if (digits <= 0 || digits > maxStrDigits) && sinceDigitLimit.Include(rel) {
		return digitLimitError(rel, "")
	}
	return nil
}

// maxBitsOfDigits is the length in bits of the largest number of maxStrDigits digits.
const maxBitsOfDigits = maxStrDigits*33220/10000 + 1

// within calls f, which writes the tuple, list or dict c, levels deeper. If c is inside itself, within writes ellipsis
// instead.
func (p *printer) within(c container, levels int, ellipsis string, f func() error) error {
	if c.len > 0 {
		for _, outer := range p.path {
			if outer == c {
				p.add(ellipsis)
				return nil
			}
		}
		p.path = append(p.path, c)
		defer func() { p.path = p.path[:len(p.path)-1] }()
	}
	if p.deep += levels; p.deep > p.values.Release.maxDepth() {
		return recursionError()
	}
	err := f()
	p.deep -= levels
	return err
}

func (p *printer) sequence(v reflect.Value) error {
	if v.Type() == namedTupleType {
		return p.namedTuple(v.Interface().(NamedTuple))
	}
	n := v.Len()
	begin, end, ellipsis := "[", "]", "[...]"
	if kindOf(v) == TupleKind {
		begin, end, ellipsis = "(", ")", "(...)"
		if n == 1 {
			end = ",)"
		}
	}
	if n == 0 {
		p.add(begin + end)
		return nil
	}
	var self container
	if v.Kind() == reflect.Slice {
		self = container{v.Pointer(), n}
	}
	return p.within(self, 1, ellipsis, func() error {
		p.add(begin)
		for i := range n {
			if i > 0 {
				p.add(", ")
			}
			if err := p.print(p.values.of(v.Index(i)), true); err != nil {
				return err
			}
		}
		p.add(end)
		return nil
	})
}

func (p *printer) namedTuple(t NamedTuple) error {
	return p.within(container{}, p.values.Release.namedTupleDepth(), "", func() error {
		p.add(t.Class + "(")
		for i, field := range t.Fields {
			if i > 0 {
				p.add(", ")
			}
			p.add(t.Names[i] + "=")
			if err := p.print(p.values.Of(field), true); err != nil {
				return err
			}
		}
		p.add(")")
		return nil
	})
}

func (p *printer) dict(x Value) error {
	var self container
	if x.of.Kind() == reflect.Map {
		if self = (container{x.of.Pointer(), x.of.Len()}); self.len == 0 {
			p.add("{}")
			return nil
		}
	}
	return p.within(self, 1, "{...}", func() error {
		if x.of.Kind() == reflect.Func {
			return p.iterator(x.of)
		}
		entries, err := p.sortedEntries(x.of)
		if err != nil {
			return err
		}
		for i, e := range entries {
			p.add(opening(i))
			p.dst = append(p.dst, e.repr...)
			p.add(": ")
			if err := p.print(e.value, true); err != nil {
				return err
			}
		}
		p.add("}")
		return nil
	})
}

func (p *printer) iterator(v reflect.Value) error {
	n := 0
	for key, value := range v.Seq2() {
		p.add(opening(n))
		if err := p.print(p.values.of(key), true); err != nil {
			return err
		}
		p.add(": ")
		if err := p.print(p.values.of(value), true); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		p.add("{")
	}
	p.add("}")
	return nil
}

// opening returns the text before entry i of a dict.
func opening(i int) string {
	if i == 0 {
		return "{"
	}
	return ", "
}
