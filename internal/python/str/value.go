package str

import (
	"encoding"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"time"
)

// A Tuple is a Python tuple of any length. Other slices are lists.
type Tuple []any

// AppendStr appends str(x) for the Python value x that is equal to v:
//
//	nil, a nil pointer            None
//	bool                          bool
//	integers, *big.Int, big.Int   int; an error above the limit on digits
//	float32, float64              float; a float32 is the float64 of its value
//	complex64, complex128         complex
//	string                        str
//	[]byte, [n]byte               bytes, unless the byte type has a text method
//	arrays, Tuple                 tuple
//	slices                        list
//	maps                          dict, its keys sorted: by kind, then by value
//	time.Time                     aware datetime.datetime, to the microsecond
//	time.Duration                 datetime.timedelta, to the microsecond
//	other pointers                the value that they point to
//
// A nil slice or map is printed like an empty one. A defined type is handled like its underlying type, unless it has a
// method Error, String or MarshalText, as json.Number has. Its str and its repr are then the result of the first of
// these methods that it has. Channels, functions and all other structs give a TypeError.
//
// If a list or dict contains itself, the inner occurrence is printed as [...] or {...}. Nesting deeper than CPython
// supports gives its RecursionError. Every error is an [*Exception], and dst is then returned unchanged.
func AppendStr(dst []byte, v any, rel Release) ([]byte, error) {
	if s, ok := v.(string); ok {
		return append(dst, s...), nil
	}
	return appendValue(dst, v, rel, false)
}

// AppendReprValue appends repr(x) for the Python value x that is equal to v; see AppendStr.
func AppendReprValue(dst []byte, v any, rel Release) ([]byte, error) {
	return appendValue(dst, v, rel, true)
}

func appendValue(dst []byte, v any, rel Release, repr bool) ([]byte, error) {
	p := printer{dst: dst, rel: rel}
	if err := p.print(reflect.ValueOf(v), repr); err != nil {
		return dst, err
	}
	return p.dst, nil
}

type printer struct {
	dst  []byte
	rel  Release
	path []container
	deep int // number of enclosing containers and pointers
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

func errorf(class, format string, args ...any) *Exception {
	return &Exception{Class: class, Text: fmt.Sprintf(format, args...)}
}

func (p *printer) print(v reflect.Value, repr bool) error {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		p.add("None")
		return nil
	}
	if done, err := p.known(v, repr); done {
		return err
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			p.add("True")
		} else {
			p.add("False")
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.dst = strconv.AppendInt(p.dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.dst = strconv.AppendUint(p.dst, v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		p.dst = appendFloat(p.dst, v.Float())
	case reflect.Complex64, reflect.Complex128:
		p.dst = appendComplex(p.dst, v.Complex())
	case reflect.String:
		if repr {
			p.dst = AppendRepr(p.dst, v.String(), p.rel)
		} else {
			p.add(v.String())
		}
	case reflect.Slice, reflect.Array:
		if b, ok := Octets(v); ok {
			p.dst = AppendBytesRepr(p.dst, b)
			return nil
		}
		return p.sequence(v)
	case reflect.Map:
		return p.dict(v)
	case reflect.Pointer:
		return p.within(container{}, "", func() error { return p.print(v.Elem(), repr) })
	default:
		return errorf("TypeError", "no Python value equals a Go %s", v.Type())
	}
	return nil
}

func (p *printer) add(s string) { p.dst = append(p.dst, s...) }

// known writes v if its type has a special form, such as time.Time. done reports whether it wrote v.
func (p *printer) known(v reflect.Value, repr bool) (done bool, err error) {
	if k := v.Kind(); k != reflect.Struct && k != reflect.Pointer && v.Type().NumMethod() == 0 {
		return false, nil
	}
	switch x := v.Interface().(type) {
	case *big.Int:
		return true, p.bigInt(x)
	case big.Int:
		return true, p.bigInt(&x)
	case time.Time:
		return true, p.time(x, repr)
	case *time.Time:
		return true, p.time(*x, repr)
	case time.Duration:
		p.duration(x, repr)
		return true, nil
	case *time.Duration:
		p.duration(*x, repr)
		return true, nil
	}
	if done, err := p.object(v.Interface()); done {
		return true, err
	}
	if v.Kind() == reflect.Struct { // the methods may be on the pointer
		ptr := reflect.New(v.Type())
		ptr.Elem().Set(v)
		return p.object(ptr.Interface())
	}
	return false, nil
}

func (p *printer) object(v any) (done bool, err error) {
	switch x := v.(type) {
	case error:
		p.add(x.Error())
	case fmt.Stringer:
		p.add(x.String())
	case encoding.TextMarshaler:
		text, err := x.MarshalText()
		if err != nil {
			return true, &Exception{Class: "ValueError", Text: err.Error(), Cause: err}
		}
		p.dst = append(p.dst, text...)
	default:
		return false, nil
	}
	return true, nil
}

func (p *printer) bigInt(x *big.Int) error {
	start := len(p.dst)
	if x.BitLen() <= maxBitsOfDigits || !sinceDigitLimit.Include(p.rel) {
		p.dst = x.Append(p.dst, 10)
	}
	digits := len(p.dst) - start
	if x.Sign() < 0 {
		digits--
	}
	if (digits <= 0 || digits > maxStrDigits) && sinceDigitLimit.Include(p.rel) {
		return digitLimitError(p.rel, "")
	}
	return nil
}

// maxBitsOfDigits is the length in bits of the largest number of maxStrDigits digits.
const maxBitsOfDigits = maxStrDigits*33220/10000 + 1

// Octets returns the bytes of v, and reports whether v is bytes in Python: a slice or an array of a byte type without a
// text method.
func Octets(v reflect.Value) ([]byte, bool) {
	kind := v.Kind()
	if kind != reflect.Slice && kind != reflect.Array {
		return nil, false
	}
	element := v.Type().Elem()
	if element.Kind() != reflect.Uint8 || element.NumMethod() > 0 && HasText(reflect.Zero(element).Interface()) {
		return nil, false
	}
	if kind == reflect.Slice || v.CanAddr() {
		return v.Bytes(), true
	}
	b := make([]byte, v.Len())
	for i := range b {
		b[i] = byte(v.Index(i).Uint())
	}
	return b, true
}

// HasText reports whether v has a text method: Error, String or MarshalText. The result of this method is the str of v.
func HasText(v any) bool {
	switch v.(type) {
	case error, fmt.Stringer, encoding.TextMarshaler:
		return true
	}
	return false
}

// within calls f, which writes the list or dict c, one level deeper. If c is inside itself, within writes ellipsis
// instead.
func (p *printer) within(c container, ellipsis string, f func() error) error {
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
	if p.deep++; p.deep > p.rel.maxDepth() {
		return errorf("RecursionError", "maximum recursion depth exceeded while getting the repr of an object")
	}
	err := f()
	p.deep--
	return err
}

func (p *printer) sequence(v reflect.Value) error {
	n := v.Len()
	begin, end, ellipsis := "[", "]", "[...]"
	if v.Kind() == reflect.Array || v.Type() == reflect.TypeFor[Tuple]() {
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
	return p.within(self, ellipsis, func() error {
		p.add(begin)
		for i := range n {
			if i > 0 {
				p.add(", ")
			}
			if err := p.print(v.Index(i), true); err != nil {
				return err
			}
		}
		p.add(end)
		return nil
	})
}

func (p *printer) dict(v reflect.Value) error {
	if v.Len() == 0 {
		p.add("{}")
		return nil
	}
	return p.within(container{v.Pointer(), v.Len()}, "{...}", func() error {
		entries, err := p.sortedEntries(v)
		if err != nil {
			return err
		}
		p.add("{")
		for i, e := range entries {
			if i > 0 {
				p.add(", ")
			}
			p.dst = append(p.dst, e.repr...)
			p.add(": ")
			if err := p.print(reflect.ValueOf(e.Value), true); err != nil {
				return err
			}
		}
		p.add("}")
		return nil
	})
}
