package str

import (
	"encoding"
	"fmt"
	"math/big"
	"reflect"
	"slices"
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
	case v.CanInt() && v.Type() == durationType:
		p.duration(time.Duration(v.Int()), repr)
	case v.CanInt():
		p.dst = strconv.AppendInt(p.dst, v.Int(), 10)
	case v.CanUint():
		p.dst = strconv.AppendUint(p.dst, v.Uint(), 10)
	case v.CanFloat():
		p.dst = appendFloat(p.dst, v.Float())
	case v.CanComplex():
		p.dst = appendComplex(p.dst, v.Complex())
	case v.Type() == bigIntType:
		i := v.Interface().(big.Int)
		return p.bigInt(&i)
	case v.Type() == timeType:
		return p.time(v.Interface().(time.Time), repr)
	default:
		err := errorf("TypeError", "no Python value equals a Go %s", v.Type())
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

// container writes a tuple, list or dict. If it is inside itself, container writes an ellipsis instead.
func (p *printer) container(x Value) error {
	v, begin, end, levels := x.of, "[", "]", 1
	var names []string
	switch {
	case x.kind == Dict:
		begin, end = "{", "}"
	case v.Type() == namedTupleType:
		t := v.Interface().(NamedTuple)
		v, names = reflect.ValueOf(t.Fields), t.Names
		begin, end, levels = t.Class+"(", ")", p.values.Release.namedTupleDepth()
	case x.kind == TupleKind:
		begin, end = "(", ")"
	}
	closing := end
	if v.Kind() != reflect.Func && names == nil {
		switch n := v.Len(); {
		case n == 0:
			p.add(begin + end)
			return nil
		case n == 1 && x.kind == TupleKind:
			end = ",)"
		}
	}
	if names == nil && (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) {
		self := container{v.Pointer(), v.Len()}
		if slices.Contains(p.path, self) {
			p.add(begin + "..." + closing)
			return nil
		}
		p.path = append(p.path, self)
		defer func() { p.path = p.path[:len(p.path)-1] }()
	}
	if p.deep += levels; p.deep > p.values.Release.maxDepth() {
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
	p.deep -= levels
	return nil
}
