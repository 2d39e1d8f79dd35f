package rfc3986_test

import (
	"net/netip"
	"reflect"
	"testing"

	"earl.example/rfc3986"
)

// arguments are values for the parameters of methods, by type.
var arguments = map[reflect.Type][]reflect.Value{
	reflect.TypeFor[string]():        valuesOf("", "a", "x%20y", "h:80", "/p//q", "a b", "1", "[::1]"),
	reflect.TypeFor[int]():           valuesOf(0, 7),
	reflect.TypeFor[uint16]():        valuesOf(uint16(0), uint16(8080)),
	reflect.TypeFor[[]string]():      valuesOf([]string{}, []string{"a", ""}, []string{".."}),
	reflect.TypeFor[[]byte]():        valuesOf([]byte("x")),
	reflect.TypeFor[netip.Addr]():    valuesOf(netip.Addr{}, netip.MustParseAddr("::1")),
	reflect.TypeFor[rfc3986.URI]():   valuesOf(rfc3986.MustParseURI("s://h/x")),
	reflect.TypeFor[rfc3986.Steps](): valuesOf(rfc3986.StepsSyntax, rfc3986.StepsSyntax|rfc3986.StepsScheme),
	reflect.TypeFor[rfc3986.Ref]():   nil,
}

func valuesOf[T any](all ...T) []reflect.Value {
	var values []reflect.Value
	for _, v := range all {
		values = append(values, reflect.ValueOf(v))
	}
	return values
}

// plain returns what a method returned in a form that can be compared: a URI as
// its reference, an iterator as its elements, and errors as their texts.
func plain(v reflect.Value) any {
	switch x := v.Interface().(type) {
	case rfc3986.URI:
		return x.Ref()
	case error:
		return x.Error()
	}
	if v.Kind() != reflect.Func {
		return v.Interface()
	}
	var all []any
	if v.Type().CanSeq2() {
		for a, b := range v.Seq2() {
			all = append(all, a.Interface(), plain(b))
		}
		return all
	}
	for a := range v.Seq() {
		all = append(all, a.Interface())
	}
	return all
}

// TestURIDoesAsItsRef calls each method that URI has in common with Ref.
func TestURIDoesAsItsRef(t *testing.T) {
	t.Parallel()
	common := 0
	types := reflect.TypeFor[rfc3986.URI]()
	for i := range types.NumMethod() {
		method := types.Method(i)
		if _, ok := reflect.TypeFor[rfc3986.Ref]().MethodByName(method.Name); !ok {
			continue
		}
		common++
		for _, s := range append(seeds, "s://u:p@h:1/a/b?x=1&y#f") {
			if u, err := rfc3986.ParseURI(s); err == nil {
				compareMethod(t, method.Name, reflect.ValueOf(u), reflect.ValueOf(u.Ref()))
			}
		}
	}
	if common < 50 {
		t.Errorf("only %d methods in common", common)
	}
}

// compareMethod calls one method of both with all arguments.
func compareMethod(t *testing.T, name string, u, r reflect.Value) {
	t.Helper()
	ofURI, ofRef := u.MethodByName(name), r.MethodByName(name)
	calls := [][]reflect.Value{nil}
	for i := range ofURI.Type().NumIn() {
		in := ofURI.Type().In(i)
		if ofRef.Type().In(i) != in {
			if name == "Compare" {
				return // each with its own kind
			}
			t.Fatalf("%s takes a %v, and a %v", name, in, ofRef.Type().In(i))
		}
		values, ok := arguments[in]
		if !ok {
			t.Fatalf("%s takes a %v, of which there are no values", name, in)
		}
		var more [][]reflect.Value
		for _, call := range calls {
			for _, v := range values {
				more = append(more, append(call[:len(call):len(call)], v))
			}
		}
		calls = more
	}
	for _, args := range calls {
		call := func(f reflect.Value) []any {
			var results []reflect.Value
			if f.Type().IsVariadic() {
				results = f.CallSlice(args)
			} else {
				results = f.Call(args)
			}
			var all []any
			for _, v := range results {
				all = append(all, plain(v))
			}
			return all
		}
		if got, want := call(ofURI), call(ofRef); !reflect.DeepEqual(got, want) {
			t.Errorf("%s of %v with %v: %v as a URI, %v as a reference", name, u, args, got, want)
		}
	}
}

func TestValidBytes(t *testing.T) {
	t.Parallel()
	for _, s := range seeds {
		if rfc3986.ValidBytes([]byte(s)) != rfc3986.Valid(s) || rfc3986.ValidURIBytes([]byte(s)) != rfc3986.ValidURI(s) {
			t.Errorf("%q: bytes differ from text", s)
		}
	}
	if !rfc3986.ValidBytes(nil) || rfc3986.ValidURIBytes(nil) {
		t.Error("nothing is a URI, or no reference")
	}
}
