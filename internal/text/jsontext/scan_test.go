package jsontext

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestValueErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		offset   int
	}{
		{"nothing", "", 0},
		{"space only", "  ", 2},
		{"word", "nil", 0},
		{"cut word", "tru", 0},
		{"lone minus", "-", 1},
		{"leading zero", "01", 1},
		{"plus", "+1", 0},
		{"no fraction", "1.", 2},
		{"no exponent", "1e+", 3},
		{"control in string", "\"a\tb\"", 2},
		{"open string", `"abc`, 4},
		{"bad escape", `"\x"`, 2},
		{"cut escape", `"\`, 2},
		{"short unicode escape", `"\u12G4"`, 5},
		{"name not a string", `{a:1}`, 1},
		{"no colon", `{"a" 1}`, 5},
		{"no value", `{"a":}`, 5},
		{"no comma", `{"a":1 "b":2}`, 7},
		{"comma at end of object", `{"a":1,}`, 7},
		{"comma at end of array", `[1,]`, 3},
		{"wrong closing", `[1}`, 2},
		{"open array", `[[1]`, 4},
		{"open object", `{"a":{}`, 7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var sc Scanner
			_, err := sc.Value(tt.in, 0)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("Value(%q): %v, want a SyntaxError", tt.in, err)
			}
			if syntax.Offset != tt.offset {
				t.Errorf("Value(%q): offset %d, want %d", tt.in, syntax.Offset, tt.offset)
			}
		})
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in string
		end      int
		integer  bool
	}{
		{"zero", "0", 1, true},
		{"negative zero", "-0", 2, true},
		{"integer", "120,", 3, true},
		{"negative", "-12]", 3, true},
		{"fraction", "0.05 ", 4, false},
		{"exponent", "1e5", 3, false},
		{"capital and plus sign", "1E+5}", 4, false},
		{"minus sign", "1e-05", 5, false},
		{"fraction and exponent", "-1.5e2", 6, false},
		{"two numbers", "1-2", 1, true},
		{"a letter after it", "1x", 1, true},
	} {
		if end, integer, err := Number(tt.in, 0); end != tt.end || integer != tt.integer || err != nil {
			t.Errorf("%s: Number(%q) = %d, %v, %v, want %d, %v", tt.name, tt.in, end, integer, err, tt.end, tt.integer)
		}
	}
}

// FuzzValueAgreesWithStandard: the same texts are JSON to this package and to
// encoding/json, up to the depth at which that gives up.
func FuzzValueAgreesWithStandard(f *testing.F) {
	for _, s := range []string{
		`null`, ` [1, -0.5e+3, {"a": [], "b\u0041": {}}, "x", true] `, `{"a":1,"a":2}`, `[[[[`, `]`, `1 2`,
		`{"a":[{"b":[[]]}]}`, `"\ud800"`, "\"\xff\"", `-`, `[1,,2]`, `{"":""}`, `1E400`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Count(s, "[")+strings.Count(s, "{") > 9000 {
			t.Skip()
		}
		var sc Scanner
		end, err := sc.Value(s, 0)
		ok := err == nil && Space(s, end) == len(s)
		if want := json.Valid([]byte(s)); ok != want {
			t.Fatalf("Value(%q) = %d, %v; valid: %t", s, end, err, want)
		}
		if err == nil && !json.Valid([]byte(s[:end])) {
			t.Fatalf("Value(%q) ends at %d", s, end)
		}
	})
}

func TestValueDeep(t *testing.T) {
	t.Parallel()
	const depth = 1 << 20
	deep := strings.Repeat(`[{"a":`, depth) + "1" + strings.Repeat("}]", depth)
	var sc Scanner
	if end, err := sc.Value(deep, 0); err != nil || end != len(deep) {
		t.Errorf("%d levels: %d, %v", 2*depth, end, err)
	}
	if _, err := sc.Value(deep[:len(deep)-1], 0); err == nil {
		t.Error("one bracket missing: no error")
	}
}

func TestMember(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		object, name, want string
		n                  int
	}{
		{`{"a":1,"b":{"a":2}}`, "a", "1", 1},
		{`{"a":1,"b":{"a":2}}`, "b", `{"a":2}`, 1},
		{` { "a" : "x,}" , "a" : [1, "]"] } `, "a", `[1, "]"]`, 2},
		{`{"\u0061":null}`, "a", "null", 1},
		{`{"a":1}`, "A", "", 0}, {`{}`, "a", "", 0}, {`["a"]`, "a", "", 0}, {`"a"`, "a", "", 0}, {``, "a", "", 0},
		{`{"a":1,"b`, "b", "", 0}, {`{"a"`, "a", "", 0}, {`{"a":`, "a", "", 0},
	} {
		if value, n := Member(tt.object, tt.name); value != tt.want || n != tt.n {
			t.Errorf("Member(%s, %s) = %s, %d, want %s, %d", tt.object, tt.name, value, n, tt.want, tt.n)
		}
	}
}
