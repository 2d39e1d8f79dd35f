package str

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

type (
	myString string
	myInt    int16
	myByte   byte
	myBytes  []byte
	myList   []string
	color    int
	label    struct{ text string }

	myDuration time.Duration
	brokenID   struct{}
)

func (c color) String() string                { return [...]string{"red", "green"}[c] }
func (l *label) String() string               { return "label " + l.text }
func (brokenID) MarshalText() ([]byte, error) { return nil, io.ErrUnexpectedEOF }

// valueCases have the text of every release; python is an expression for the
// value, empty where Python has none.
var valueCases = []struct {
	name   string
	value  any
	python string
	want   string
}{
	{"nil", nil, "None", "None"},
	{"nil pointer", (*int)(nil), "None", "None"},
	{"nil error", error(nil), "None", "None"},
	{"nil Stringer", (*label)(nil), "None", "None"},
	{"true", true, "True", "True"},
	{"int", -42, "-42", "-42"},
	{"int8", int8(-128), "-128", "-128"},
	{"uint64", uint64(math.MaxUint64), "2**64-1", "18446744073709551615"},
	{"rune", 'x', "120", "120"},
	{"named int", myInt(7), "7", "7"},
	{"big int", new(big.Int).Lsh(big.NewInt(1), 70), "2**70", "1180591620717411303424"},
	{"big int value", *big.NewInt(-5), "-5", "-5"},
	{"big int in list", []any{big.NewInt(-5), *big.NewInt(6)}, "[-5, 6]", "[-5, 6]"},
	{"float", 1.0, "1.0", "1.0"},
	{"negative zero", math.Copysign(0, -1), "-0.0", "-0.0"},
	{"float 0.1", 0.1, "0.1", "0.1"},
	{"float below 1e16", 9999999999999998.0, "9999999999999998.0", "9999999999999998.0"},
	{"float 1e16", 1e16, "1e16", "1e+16"},
	{"float 1e22", 1e22, "1e22", "1e+22"},
	{"float 1e-4", 1e-4, "1e-4", "0.0001"},
	{"float below 1e-4", 9.999999999999999e-05, "9.999999999999999e-05", "9.999999999999999e-05"},
	{"float 1e-5", 1e-5, "1e-5", "1e-05"},
	{"float 1.5e300", 1.5e300, "1.5e300", "1.5e+300"},
	{"smallest float", 5e-324, "5e-324", "5e-324"},
	{"largest float", math.MaxFloat64, "1.7976931348623157e308", "1.7976931348623157e+308"},
	{"inf", math.Inf(1), "inf", "inf"},
	{"-inf", math.Inf(-1), "-inf", "-inf"},
	{"nan", math.NaN(), "nan", "nan"},
	{"float32", float32(0.1), "f(0x3fb99999a0000000)", "0.10000000149011612"},
	{"string", "a'b\n", `"a'b\n"`, "a'b\n"},
	{"named string", myString("x y"), `"x y"`, "x y"},
	{"lone surrogate", "\xed\xa0\x80", `"\ud800"`, "\xed\xa0\x80"},
	{"bytes", []byte("a'\xff\n"), `b"a'\xff\n"`, `b"a'\xff\n"`},
	{"nil bytes", []byte(nil), `b""`, "b''"},
	{"byte array", [2]byte{'a', 0}, `b"a\0"`, `b'a\x00'`},
	{"named bytes", []myByte{'a'}, `b"a"`, `b'a'`},
	{"named byte array", [1]myByte{'a'}, `b"a"`, `b'a'`},
	{"bytes of a type with a name", myBytes(`{}`), `b"{}"`, "b'{}'"},
	{"list", []any{nil, true, "é'", []byte("b"), 1.0}, `[None, True, "\xe9'", b"b", 1.0]`,
		`[None, True, "é'", b'b', 1.0]`},
	{"nil list", []string(nil), "[]", "[]"},
	{"strings", []string{"a", "\x00"}, `["a", "\x00"]`, `['a', '\x00']`},
	{"named list", myList{"a"}, `["a"]`, "['a']"},
	{"array", [2]int{1, 2}, "(1, 2)", "(1, 2)"},
	{"tuple", [2]any{"a", 1}, `("a", 1)`, "('a', 1)"},
	{"tuple of one", [1]any{"a"}, `("a",)`, "('a',)"},
	{"tuple of none", [0]any{}, "()", "()"},
	{"pointer to tuple", &[1]any{[1]any{nil}}, "((None,),)", "((None,),)"},
	{"named tuple", NamedTuple{"T", []string{"a", "b"}, []any{"x'", []byte{0}}},
		`collections.namedtuple("T", "a b")("x'", b"\0")`, `T(a="x'", b=b'\x00')`},
	{"named tuple in list", []any{&NamedTuple{"T", []string{"a"}, []any{nil}}}, `[collections.namedtuple("T", "a")(None)]`,
		"[T(a=None)]"},
	{"iterator", slices.All([]string{"x", "y"}), `{0: "x", 1: "y"}`, "{0: 'x', 1: 'y'}"},
	{"iterator of none", slices.All([]string{}), "{}", "{}"},
	{"iterator in an iterator", maps.All(map[string]any{"a": maps.All(map[int]int{})}), `{"a": {}}`, "{'a': {}}"},
	{"nil iterator", iter.Seq2[int, int](nil), "None", "None"},
	{"map", map[string]any{"b": 1, "a": []int{}}, `{"a": [], "b": 1}`, "{'a': [], 'b': 1}"},
	{"nil map", map[int]int(nil), "{}", "{}"},
	{"map of ints", map[int]string{10: "x", -1: "y", 9: "z"}, `{-1: "y", 9: "z", 10: "x"}`, "{-1: 'y', 9: 'z', 10: 'x'}"},
	{"map of any", map[any]int{"a": 1, 2: 2, nil: 3, true: 4, "B": 5, 1.5: 6, 0.5: 7},
		`{None: 3, True: 4, 2: 2, 0.5: 7, 1.5: 6, "B": 5, "a": 1}`,
		"{None: 3, True: 4, 2: 2, 0.5: 7, 1.5: 6, 'B': 5, 'a': 1}"},
	{"map of arrays", map[[2]int]int{{2, 1}: 1, {1, 2}: 2}, "", "{(1, 2): 2, (2, 1): 1}"},
	{"map of bools", map[bool]int{true: 1, false: 2}, "", "{False: 2, True: 1}"},
	{"map of many arrays", map[[2]int]int{{5, 1}: 1, {1, 2}: 2, {4, 0}: 3, {2, 9}: 4, {3, 3}: 5, {1, 1}: 6}, "",
		"{(1, 1): 6, (1, 2): 2, (2, 9): 4, (3, 3): 5, (4, 0): 3, (5, 1): 1}"},
	{"url.Values", url.Values{"k": {"v", "w"}}, `{"k": ["v", "w"]}`, "{'k': ['v', 'w']}"},
	{"pointers", new(new("x")), `"x"`, "x"},
	{"pointers in list", []*string{new("x"), nil}, `["x", None]`, "['x', None]"},
	{"json.Number", json.Number("1e5"), "", "1e5"},
	{"json.Number in list", []any{json.Number("1e5")}, "", "[1e5]"},
	{"Stringer", color(1), "", "green"},
	{"Stringer in list", []color{1, 0}, "", "[green, red]"},
	{"Stringer as key", map[color]int{1: 1, 0: 2}, "", "{red: 2, green: 1}"},
	{"Stringer of the pointer", label{"x"}, "", "label x"},
	{"Stringer of the pointer in list", []label{{"x"}}, "", "[label x]"},
	{"error", errors.New("bad"), "", "bad"},
	{"TextMarshaler", netip.MustParseAddr("::1"), "", "::1"},
	{"URL", url.URL{Scheme: "http", Host: "a"}, "", "http://a"},
	{"named duration", myDuration(7), "7", "7"},
	{"one list twice", twice(), "[[1], [1]]", "[[1], [1]]"},
}

func loopList() any {
	x := []any{1, nil}
	x[1] = x
	return x
}

func loopDict() any {
	x := map[string]any{}
	x["a"] = x
	return x
}

func loopTuple() any {
	inner := []any{1, nil}
	x := [1]any{inner}
	inner[1] = x
	return x
}

func twice() any {
	x := []int{1}
	return [][]int{x, x}
}

func TestStr(t *testing.T) {
	t.Parallel()
	for _, c := range valueCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := strOf(Release{13, 0}, c.value)
			if err != nil || got != c.want {
				t.Errorf("str of %#v = %q, %v, want %q", c.value, got, err, c.want)
			}
		})
	}
}

// AppendRepr, for tests, appends repr(x). With an error, it returns dst unchanged. See [Value.Str].
func (x Value) AppendRepr(dst []byte) ([]byte, error) {
	p := printer{dst: dst}
	if err := p.print(x, true); err != nil {
		return dst, err
	}
	return p.dst, nil
}

func strOf(rel Release, v any) (string, error) { return Values{Release: rel}.Of(v).Str() }

func TestAppendReprValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value any
		want  string
	}{
		{"a'b", `"a'b"`},
		{new("a"), "'a'"},
		{myString("\n"), `'\n'`},
		{[]string{"a"}, "['a']"},
		{nil, "None"},
	} {
		got, err := Values{Release: Release{13, 0}}.Of(c.value).AppendRepr([]byte("="))
		if err != nil || string(got) != "="+c.want {
			t.Errorf("%#v: got %q, %v, want %q", c.value, got, err, c.want)
		}
	}
}

func nested(depth int) any {
	var x any
	for range depth {
		x = []any{x}
	}
	return x
}

type selfPointer *selfPointer

func pointerLoop() any {
	p := new(selfPointer)
	*p = p
	return p
}

func keyLoop() any {
	m := map[any]int{}
	m[&m] = 1
	return m
}

const tooDeep = "RecursionError: maximum recursion depth exceeded while getting the repr of an object"

var errorCases = []struct {
	name  string
	value any
	want  string
}{
	{"struct", struct{ A int }{1}, "TypeError: no Python value equals a Go struct { A int }: pass a string"},
	{"pointer to struct", &struct{}{}, "TypeError: no Python value equals a Go struct {}: pass a string"},
	{"channel in list", []any{make(chan int)}, "TypeError: no Python value equals a Go chan int: pass a string"},
	{"channel as key", map[any]int{make(chan int): 1},
		"TypeError: no Python value equals a Go chan int: pass a string"},
	{"function", func() {}, "TypeError: no Python value equals a Go func(): pass a string"},
	{"broken TextMarshaler", brokenID{}, "ValueError: unexpected EOF"},
	{"iterator over a function", slices.All([]any{func() {}}),
		"TypeError: no Python value equals a Go func(): pass a string"},
	{"iterator of keys that are channels", maps.All(map[chan int]int{nil: 1}),
		"TypeError: no Python value equals a Go chan int: pass a string"},
	{"iterator of elements", slices.Values([]int{1}),
		"TypeError: no Python value equals a Go iter.Seq[int]: pass a string"},
	{"pointer to itself", pointerLoop(), tooDeep},
	{"101 lists", nested(101), tooDeep},
	{"a million lists", nested(1e6), tooDeep},
	{"list in itself", loopList(), tooDeep},
	{"dict in itself", loopDict(), tooDeep},
	{"tuple in itself", loopTuple(), tooDeep},
	{"dict as its own key", keyLoop(), tooDeep},
	{"complex", 1i, "TypeError: no Python value equals a Go complex128: pass a string"},
	{"time", time.Time{}, "TypeError: no Python value equals a Go time.Time: pass a string"},
	{"time in list", []time.Time{{}}, "TypeError: no Python value equals a Go time.Time: pass a string"},
	{"pointer to duration", new(time.Hour), "TypeError: no Python value equals a Go time.Duration: pass a string"},
	{"duration in list", []any{time.Hour}, "TypeError: no Python value equals a Go time.Duration: pass a string"},
}

func TestStrErrors(t *testing.T) {
	t.Parallel()
	for _, c := range errorCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := strOf(Release{13, 0}, c.value)
			var e *Exception
			if !errors.As(err, &e) || err.Error() != c.want || got != "" {
				t.Errorf("str of %T = %q, %v, want the error %q", c.value, got, err, c.want)
			}
			if dst, err := (Values{Release: Release{13, 0}}).Of(c.value).AppendRepr([]byte("=")); err == nil || string(dst) != "=" {
				t.Errorf("repr of %T = %q, %v, want an error", c.value, dst, err)
			}
		})
	}
	if _, err := strOf(Release{13, 0}, brokenID{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the cause is lost: %v", err)
	}
}

func TestNesting(t *testing.T) {
	t.Parallel()
	got, err := strOf(Release{13, 0}, nested(100))
	if want := strings.Repeat("[", 100) + "None" + strings.Repeat("]", 100); err != nil || got != want {
		t.Errorf("str of 100 lists = %q, %v, want %q", got, err, want)
	}
}

// TestGoldenFloats reads floats and their repr, as CPython printed them.
func TestGoldenFloats(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/floats.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		bits, want, ok := strings.Cut(strings.TrimSpace(string(line)), " ")
		if !ok || strings.HasPrefix(bits, "#") {
			continue
		}
		u, err := strconv.ParseUint(bits, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		got, err := strOf(Release{13, 0}, math.Float64frombits(u))
		if err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", bits, got, err, want)
		}
		n++
	}
	if n < 500 {
		t.Errorf("%d floats, want at least 500", n)
	}
}

func BenchmarkStr(b *testing.B) {
	for _, v := range []any{"name", 12345, 3.25, []string{"a", "b"}, map[string]int{"a": 1, "b": 2}} {
		b.Run(fmt.Sprintf("%T", v), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = strOf(Release{13, 0}, v)
			}
		})
	}
}
