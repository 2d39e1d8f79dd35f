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
	{"largest int", new(big.Int).Sub(new(big.Int).Exp(big.NewInt(10), big.NewInt(4300), nil), big.NewInt(1)), "10**4300-1",
		strings.Repeat("9", 4300)},
	{"smallest int", new(big.Int).Sub(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(4300), nil)),
		"-10**4300+1", "-" + strings.Repeat("9", 4300)},
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
	{"complex", complex(1, 2), "1+2j", "(1+2j)"},
	{"complex without real", complex(0, 1.5), "1.5j", "1.5j"},
	{"complex with -0", complex(math.Copysign(0, -1), -1), "complex(-0.0, -1)", "(-0-1j)"},
	{"complex nan", complex(math.NaN(), math.Inf(-1)), "complex(nan, -inf)", "(nan-infj)"},
	{"complex64", complex64(complex(0.5, 1e16)), "complex(0.5, 10000000272564224)", "(0.5+1.0000000272564224e+16j)"},
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
	{"tuple", Tuple{"a", 1}, `("a", 1)`, "('a', 1)"},
	{"tuple of one", Tuple{"a"}, `("a",)`, "('a',)"},
	{"tuple of none", Tuple{}, "()", "()"},
	{"pointer to tuple", &Tuple{Tuple{nil}}, "((None,),)", "((None,),)"},
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
	{"time", time.Date(2009, 11, 10, 23, 4, 5, 0, time.UTC),
		"datetime.datetime(2009, 11, 10, 23, 4, 5, tzinfo=datetime.timezone.utc)", "2009-11-10 23:04:05+00:00"},
	{"time with microseconds", new(time.Date(7, 1, 2, 3, 4, 5, 6999, time.FixedZone("x", -5400))),
		"datetime.datetime(7, 1, 2, 3, 4, 5, 6, tzinfo=datetime.timezone(datetime.timedelta(seconds=-5400)))",
		"0007-01-02 03:04:05.000006-01:30"},
	{"time with seconds of offset", time.Date(9999, 12, 31, 0, 0, 0, 0, time.FixedZone("x", 3661)),
		"datetime.datetime(9999, 12, 31, tzinfo=datetime.timezone(datetime.timedelta(seconds=3661)))",
		"9999-12-31 00:00:00+01:01:01"},
	{"times in list", []time.Time{time.Date(2009, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2009, 1, 1, 0, 0, 1, 0, time.FixedZone("", -60)),
		time.Date(2009, 1, 1, 0, 0, 0, 1000, time.FixedZone("", 60))},
		"[datetime.datetime(2009, 1, 1, tzinfo=datetime.timezone.utc), datetime.datetime(2009, 1, 1, 0, 0, 1, " +
			"tzinfo=datetime.timezone(-datetime.timedelta(seconds=60))), datetime.datetime(2009, 1, 1, 0, 0, 0, 1, " +
			"tzinfo=datetime.timezone(datetime.timedelta(seconds=60)))]",
		"[datetime.datetime(2009, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), datetime.datetime(2009, 1, 1, 0, 0, 1, " +
			"tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=86340))), datetime.datetime(2009, 1, 1, 0, 0, 0, 1, " +
			"tzinfo=datetime.timezone(datetime.timedelta(seconds=60)))]"},
	{"duration", 90 * time.Minute, "datetime.timedelta(minutes=90)", "1:30:00"},
	{"pointer to duration", new(time.Hour), "datetime.timedelta(hours=1)", "1:00:00"},
	{"named duration", myDuration(7), "7", "7"},
	{"negative duration", -time.Microsecond, "-datetime.timedelta(microseconds=1)", "-1 day, 23:59:59.999999"},
	{"long duration", 49*time.Hour + time.Millisecond, "datetime.timedelta(hours=49, milliseconds=1)",
		"2 days, 1:00:00.001000"},
	{"durations in list", []time.Duration{0, -time.Second, 25 * time.Hour, 5000},
		"[datetime.timedelta(0), -datetime.timedelta(seconds=1), datetime.timedelta(hours=25), " +
			"datetime.timedelta(microseconds=5)]",
		"[datetime.timedelta(0), datetime.timedelta(days=-1, seconds=86399), datetime.timedelta(days=1, seconds=3600), " +
			"datetime.timedelta(microseconds=5)]"},
	{"list in itself", loopList(), "loop_list()", "[1, [...]]"},
	{"dict in itself", loopDict(), "loop_dict()", "{'a': {...}}"},
	{"tuple in itself", loopTuple(), "loop_tuple()", "([1, (...)],)"},
	{"dict as its own key", keyLoop(), "", "{{...}: 1}"},
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
	x := Tuple{inner}
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
		{time.Second, "datetime.timedelta(seconds=1)"},
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

var hugeInt = new(big.Int).Exp(big.NewInt(10), big.NewInt(4300), nil)

const (
	tooDeep = "RecursionError: maximum recursion depth exceeded while getting the repr of an object"
	tooLong = "ValueError: Exceeds the limit (4300 digits) for integer string conversion; use " +
		"sys.set_int_max_str_digits() to increase the limit"
)

// errorCases have the error of one release; python is an expression that
// fails in the same way, or empty.
var errorCases = []struct {
	name   string
	value  any
	python string
	rel    Release
	want   string
}{
	{"struct", struct{ A int }{1}, "", Release{13, 0}, "TypeError: no Python value equals a Go struct { A int }"},
	{"pointer to struct", &struct{}{}, "", Release{13, 0}, "TypeError: no Python value equals a Go struct {}"},
	{"channel in list", []any{make(chan int)}, "", Release{13, 0}, "TypeError: no Python value equals a Go chan int"},
	{"channel as key", map[any]int{make(chan int): 1}, "", Release{13, 0},
		"TypeError: no Python value equals a Go chan int"},
	{"function", func() {}, "", Release{13, 0}, "TypeError: no Python value equals a Go func()"},
	{"broken TextMarshaler", brokenID{}, "", Release{13, 0}, "ValueError: unexpected EOF"},
	{"iterator over a function", slices.All([]any{func() {}}), "", Release{13, 0},
		"TypeError: no Python value equals a Go func()"},
	{"iterator of keys that are channels", maps.All(map[chan int]int{nil: 1}), "", Release{13, 0},
		"TypeError: no Python value equals a Go chan int"},
	{"iterator of elements", slices.Values([]int{1}), "", Release{13, 0},
		"TypeError: no Python value equals a Go iter.Seq[int]"},
	{"pointer to itself", pointerLoop(), "", Release{13, 0}, tooDeep},
	{"depth 3.8", nested(996), "", Release{8, 0}, tooDeep},
	{"depth 3.12", nested(1498), "", Release{12, 0}, tooDeep},
	{"depth 3.13", nested(9999), "", Release{13, 0}, tooDeep},
	{"depth of a million", nested(1e6), "", Release{14, 0}, tooDeep},
	{"huge int 3.8.15", hugeInt, "", Release{8, 15},
		"ValueError: Exceeds the limit (4300) for integer string conversion; use sys.set_int_max_str_digits() to increase " +
			"the limit"},
	{"huge int 3.10.7", hugeInt, "", Release{10, 7}, "ValueError: Exceeds the limit (4300) for integer string conversion"},
	{"huge int 3.11.1", hugeInt, "", Release{11, 1},
		"ValueError: Exceeds the limit (4300) for integer string conversion; use sys.set_int_max_str_digits() to increase " +
			"the limit"},
	{"huge int 3.13", hugeInt, "10**4300", Release{13, 0}, tooLong},
	{"huge negative int", new(big.Int).Neg(hugeInt), "-10**4300", Release{13, 0}, tooLong},
	{"huger int", new(big.Int).Lsh(hugeInt, 1e5), "1<<100000", Release{13, 0}, tooLong},
	{"year 0", time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), "datetime.datetime(0, 1, 1)", Release{13, 0},
		"ValueError: year 0 is out of range"},
	{"offset of a day", time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", 86400)),
		"datetime.timezone(datetime.timedelta(1))", Release{13, 0},
		"ValueError: offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not " +
			"datetime.timedelta(days=1)."},
	{"year 0 in the last 3.13", time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), "datetime.datetime(0, 1, 1)", Release{13, 18},
		"ValueError: year 0 is out of range"},
	{"year 10000 in 3.14", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), "datetime.datetime(10000, 1, 1)", Release{14, 0},
		"ValueError: year must be in 1..9999, not 10000"},
	{"offset of a day in 3.14", time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", -86400)),
		"datetime.timezone(datetime.timedelta(-1))", Release{14, 0},
		"ValueError: offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not " +
			"datetime.timedelta(days=-1)"},
	{"huge int in dict", map[string]any{"a": hugeInt}, "{'a': 10**4300}", Release{13, 0}, tooLong},
}

func TestStrErrors(t *testing.T) {
	t.Parallel()
	for _, c := range errorCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := strOf(c.rel, c.value)
			var e *Exception
			if !errors.As(err, &e) || err.Error() != c.want || got != "" {
				t.Errorf("str of %T = %q, %v, want the error %q", c.value, got, err, c.want)
			}
			if dst, err := (Values{Release: c.rel}).Of(c.value).AppendRepr([]byte("=")); err == nil || string(dst) != "=" {
				t.Errorf("repr of %T = %q, %v, want an error", c.value, dst, err)
			}
		})
	}
	if _, err := strOf(Release{13, 0}, brokenID{}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the cause is lost: %v", err)
	}
}

func TestNestingThatCPythonCanPrint(t *testing.T) {
	t.Parallel()
	for rel, depth := range map[Release]int{{8, 0}: 995, {11, 9}: 995, {12, 0}: 1497, {13, 0}: 9998} {
		got, err := strOf(rel, nested(depth))
		if want := strings.Repeat("[", depth) + "None" + strings.Repeat("]", depth); err != nil || got != want {
			t.Errorf("%v: got %d bytes, %v", rel, len(got), err)
		}
		if _, err := strOf(rel, nested(depth+1)); err == nil {
			t.Errorf("%v prints %d lists around a value", rel, depth+1)
		}
	}
}

// TestNamedTuplesInNestedLists holds the depths at which CPython's repr fails.
func TestNamedTuplesInNestedLists(t *testing.T) {
	t.Parallel()
	for rel, depth := range map[Release]int{{8, 18}: 993, {11, 0}: 993, {12, 1}: 1494, {13, 18}: 9995} {
		var x any = NamedTuple{"T", []string{"a"}, []any{"x"}}
		for range depth {
			x = []any{x}
		}
		if _, err := strOf(rel, x); err != nil {
			t.Errorf("%v, %d lists around a named tuple: %v, want no error", rel, depth, err)
		}
		if _, err := strOf(rel, []any{x}); err == nil {
			t.Errorf("%v, %d lists around a named tuple: no error, want a RecursionError", rel, depth+1)
		}
	}
}

func TestHugeIntsBeforeTheLimit(t *testing.T) {
	t.Parallel()
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(5000), nil)
	got, err := strOf(Release{10, 6}, huge)
	if want := "1" + strings.Repeat("0", 5000); err != nil || got != want {
		t.Errorf("got %d bytes, %v", len(got), err)
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
