package str

import (
	"encoding"
	"fmt"
	"iter"
	"reflect"
	"time"
)

// Values turns Go values into the Python values that are equal to them:
//
//	nil, a nil pointer            None
//	bool                          bool
//	integers                      int
//	float32, float64              float; a float32 is the float64 of its value
//	string                        str
//	[]byte, [n]byte               bytes, unless the byte type has a text method
//	arrays, NamedTuple            tuple
//	slices                        list
//	maps                          dict, its keys sorted: by kind, then by value
//	iter.Seq2                     dict, in the order of the iterator
//	other pointers                the value that they point to
//
// A nil slice or map is an empty list or dict, and a nil iterator is None. A defined type is handled like its
// underlying type. If it has a method Error, String or MarshalText, as json.Number and *big.Int have, its str and its
// repr are the result of the first of these methods. No Python value is equal to a complex number, a channel, another
// function or another struct, and none to a [time.Time] or [time.Duration], whose text would not be Python's.
type Values struct {
	Release Release

	// Own, if not nil, is called for each struct. If the result is not nil, it takes the place of the struct.
	Own func(v any) any
}

// A NamedTuple is a tuple of a class that collections.namedtuple makes.
type NamedTuple struct {
	Class  string
	Names  []string
	Fields []any
}

// A Value is the Python value that is equal to a Go value.
type Value struct {
	values Values
	kind   Kind
	of     reflect.Value // neither a pointer nor an interface; not valid for None
	text   any           // has the text method that prints the value; nil if there is none
	deep   bool          // there are too many pointers, perhaps in a circle
	repr   string        // repr(x) of a key, or ""
}

// A Kind is the part that a Python value can have in a query.
type Kind uint8

// The kinds. A Scalar is a value without len(x), or no Python value. Text is str.
const (
	Scalar Kind = iota
	Text
	Bytes
	TupleKind
	List
	Dict
)

var (
	timeType       = reflect.TypeFor[time.Time]()
	durationType   = reflect.TypeFor[time.Duration]()
	namedTupleType = reflect.TypeFor[NamedTuple]()
)

// maxPointers limits how many pointers are followed, since a pointer can point to itself.
const maxPointers = 100

// Of returns the Python value that is equal to v.
func (vs Values) Of(v any) Value { return vs.of(reflect.ValueOf(v)) }

func (vs Values) of(v reflect.Value) Value {
	x := Value{values: vs}
	for range maxPointers {
		for v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Func) && v.IsNil() {
			return Value{values: vs}
		}
		if own := vs.own(v); own.IsValid() {
			x.of, x.kind, x.text = own, kindOf(own), nil
			return x
		}
		if x.text == nil {
			x.text = textOf(v)
		}
		if v.Kind() != reflect.Pointer {
			x.of, x.kind = v, kindOf(v)
			return x
		}
		v = v.Elem()
	}
	x.deep = true
	return x
}

// own returns the value that takes the place of v if the methods of v have no effect. If they have, it returns the zero
// Value.
func (vs Values) own(v reflect.Value) reflect.Value {
	switch v.Type() {
	case timeType, durationType, namedTupleType:
		return v
	}
	if v.Kind() == reflect.Struct && vs.Own != nil {
		return reflect.ValueOf(vs.Own(v.Interface()))
	}
	return reflect.Value{}
}

// textOf returns v if v has a text method: Error, String or MarshalText. If only a pointer to v has one, it returns a
// pointer to a copy. Else it returns nil.
func textOf(v reflect.Value) any {
	if v.Kind() != reflect.Struct && v.NumMethod() == 0 {
		return nil
	}
	if x := v.Interface(); hasText(x) {
		return x
	}
	if v.Kind() == reflect.Struct {
		ptr := reflect.New(v.Type())
		ptr.Elem().Set(v)
		if x := ptr.Interface(); hasText(x) {
			return x
		}
	}
	return nil
}

func hasText(v any) bool {
	switch v.(type) {
	case error, fmt.Stringer, encoding.TextMarshaler:
		return true
	}
	return false
}

func kindOf(v reflect.Value) Kind {
	switch v.Kind() {
	case reflect.String:
		return Text
	case reflect.Array, reflect.Slice:
		if isOctet(v.Type().Elem()) {
			return Bytes
		}
		if v.Kind() == reflect.Array {
			return TupleKind
		}
		return List
	case reflect.Map:
		return Dict
	case reflect.Func:
		if v.Type().CanSeq2() {
			return Dict
		}
	case reflect.Struct:
		if v.Type() == namedTupleType {
			return TupleKind
		}
	}
	return Scalar
}

// isOctet reports whether slices and arrays of elements of type t are bytes.
func isOctet(t reflect.Type) bool {
	return t.Kind() == reflect.Uint8 && (t.NumMethod() == 0 || !hasText(reflect.Zero(t).Interface()))
}

// Kind returns the kind of x.
func (x Value) Kind() Kind { return x.kind }

// HasText reports whether the Go value has a text method. The method's result is the str of x.
func (x Value) HasText() bool { return x.text != nil }

// Bytes returns the octets of x, of kind Bytes.
func (x Value) Bytes() []byte {
	if x.of.Kind() == reflect.Slice || x.of.CanAddr() {
		return x.of.Bytes()
	}
	ptr := reflect.New(x.of.Type())
	ptr.Elem().Set(x.of)
	return ptr.Elem().Bytes()
}

// Elements returns iter(x): the elements of a tuple or list, the keys of a dict, the characters of a str, the octets of
// bytes. It returns nil if x is a Scalar.
func (x Value) Elements() (iter.Seq[Value], error) {
	v := x.of
	switch {
	case x.kind == Scalar:
		return nil, nil
	case x.kind == Text:
		return func(yield func(Value) bool) {
			for s := v.String(); s != ""; {
				_, size := DecodeRune(s)
				if !yield(x.values.Of(s[:size])) {
					return
				}
				s = s[size:]
			}
		}, nil
	case x.kind == Dict:
		entries, err := x.Entries()
		return func(yield func(Value) bool) { entries(func(key, _ Value) bool { return yield(key) }) }, err
	case v.Type() == namedTupleType:
		v = reflect.ValueOf(v.Interface().(NamedTuple).Fields)
	}
	return func(yield func(Value) bool) {
		for i := range v.Len() {
			if !yield(x.values.of(v.Index(i))) {
				return
			}
		}
	}, nil
}

// Entries returns the keys and values of x, of kind Dict. If a key of a map has no Python value, the error is the error
// of repr for this key.
func (x Value) Entries() (iter.Seq2[Value, Value], error) {
	return new(printer).entries(x)
}

// IsContainer reports whether the class of x is tuple, list or dict. A subclass, such as a named tuple, is not.
func (x Value) IsContainer() bool {
	return x.kind >= TupleKind && x.of.Kind() != reflect.Struct
}

// Class returns the name of the class of x, of kind Scalar. It is the name of the Go type if there is no such class in
// Python.
func (x Value) Class() string {
	v := x.of
	switch {
	case x.text != nil:
		return reflect.TypeOf(x.text).String()
	case !v.IsValid():
		return "NoneType"
	case v.Kind() == reflect.Bool:
		return "bool"
	case v.Type() != durationType && (v.CanInt() || v.CanUint()):
		return "int"
	case v.CanFloat():
		return "float"
	}
	return v.Type().String()
}

// GoType returns the type of the Go value, after following pointers and interfaces.
func (x Value) GoType() GoType {
	if !x.of.IsValid() {
		return "nil"
	}
	return GoType(x.of.Type().String())
}
