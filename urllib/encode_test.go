package urllib_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"net/netip"
	"slices"
	"testing"
	"time"

	"earl.example/urllib"
)

// A loop is a pointer that may lead to itself.
type loop *loop

// manyPairs is a type of a caller's own.
type manyPairs []urllib.Pair[string]

// age and size are types whose values look the same.
type (
	age  int
	size int
)

// A mode is a byte with a name, so that a list of them is no text.
type mode byte

func (m mode) String() string { return fmt.Sprintf("mode %d", byte(m)) }

// plainBytes are octets, and namedBytes have a name.
type (
	plainBytes []byte
	namedBytes []byte
)

func (namedBytes) String() string { return "named" }

// outcome is the query, or the class and text of Python's exception.
func outcome(s string, err error) string {
	if e := (*urllib.Error)(nil); errors.As(err, &e) {
		return e.Exception + ": " + e.Text
	}
	return fmt.Sprint(s)
}

func TestEncodeTakesGoValues(t *testing.T) {
	t.Parallel()
	var self loop
	self = &self
	var inside any
	inside = &inside
	octets := []byte("x\xff")
	dict := urllib.ParseQS("a=1&a=2&b=3")
	pairs := []urllib.Pair[string]{{Name: "a", Value: "b"}}
	const notSequence = "TypeError: not a valid non-string sequence or mapping object"
	testEncode(t, []encodeCase{
		{"nil", nil, notSequence, ""},
		{"text", "a=b", notSequence, ""},
		{"octets", octets, notSequence, ""},
		{"channel", make(chan int), notSequence, ""},
		{"nil function", (iter.Seq2[string, string])(nil), notSequence, ""},
		{"nil map", map[string]int(nil), "", ""},
		{"nil pointer", (*map[string]int)(nil), notSequence, ""},
		{"pointer to itself", self, notSequence, ""},
		{"interface that holds itself", inside, notSequence, ""},
		{"function", slices.All([]string{"x", "y"}), "0=x&1=y", ""},
		{"pairs", pairs, "a=b", ""},
		{"pointer to pairs", &pairs, "a=b", ""},
		{"pairs of a type of one's own", manyPairs(pairs), "a=b", ""},
		{"pairs among tuples", []any{pairs[0], [2]any{1, nil}, urllib.Pair[[]byte]{Name: octets, Value: octets}},
			"a=b&1=None&x%FF=x%FF", ""},
		{"array of arrays", [1][2]string{{"a", "b"}}, "a=b", ""},
		{"pointer to a dict", &dict, "a=%5B%271%27%2C+%272%27%5D&b=%5B%273%27%5D", "a=1&a=2&b=3"},
		{"map with NaN", map[float64]string{math.NaN(): "x", 1: "y"}, "nan=x&1.0=y", ""},
		{"map with keys of all kinds", map[any]int{"b": 1, "a": 2, 10: 3, 9: 4, nil: 5, 1.5: 6, int8(7): 8},
			"None=5&9=4&10=3&7=8&1.5=6&a=2&b=1", ""},
		{"map with keys that look the same", map[any]int{1: 1, int8(1): 2, "1": 3}, "1=1&1=2&1=3", ""},

		{"None behind tuples", []any{[2]int{1, 2}, nil}, "TypeError: cannot unpack non-iterable NoneType object", ""},
		{"int behind tuples", []any{[2]int{1, 2}, 3}, "TypeError: cannot unpack non-iterable int object", ""},
		{"float behind tuples", []any{[2]int{1, 2}, 3.5}, "TypeError: cannot unpack non-iterable float object", ""},
		{"bool behind tuples", []any{[2]int{1, 2}, true}, "TypeError: cannot unpack non-iterable bool object", ""},
		{"map behind tuples", []any{[2]int{1, 2}, map[string]int{"y": 1, "x": 2}}, "1=2&x=y", ""},
		{"small map behind tuples", []any{[2]int{1, 2}, map[string]int{"y": 1}},
			"ValueError: not enough values to unpack (expected 2, got 1)", ""},
		{"octets behind tuples", []any{[2]int{1, 2}, []byte("AB")}, "1=2&65=66", ""},
		{"text behind tuples", []any{[2]int{1, 2}, "éb"}, "1=2&%C3%A9=b", ""},
	})
}

func TestEncodePrintsGoValues(t *testing.T) {
	t.Parallel()
	var self loop
	self = &self
	var inside any
	inside = &inside
	octets, text := []byte("x\xff"), "é"
	dict := urllib.ParseQS("a=1&a=2&b=3")
	octetDict, _ := bytesPython.ParseQS([]byte("a=1"), urllib.QueryOptions{})
	const tooDeep = "RecursionError: maximum recursion depth exceeded while getting the repr of an object"
	one := func(value any) [][2]any { return [][2]any{{"k", value}} }
	testEncode(t, []encodeCase{
		{"value nil", one(nil), "k=None", ""},
		{"value nil pointer", one((*time.Time)(nil)), "k=None", ""},
		{"value nil slice", one([]int(nil)), "k=%5B%5D", "-"},
		{"value octets", one(octets), "k=x%FF", ""},
		{"value pointer to octets", one(&octets), "k=x%FF", ""},
		{"value array of octets", one([2]byte{'x', 0xff}), "k=x%FF", ""},
		{"value pointer to text", one(&text), "k=%C3%A9", ""},
		{"value pointer to itself", one(self), tooDeep, ""},
		{"value interface that holds itself", one(inside), tooDeep, ""},
		{"value address", one(netip.MustParseAddr("::1")), "k=%3A%3A1", ""},
		{"value duration", one([]time.Duration{time.Second}), "k=%5Bdatetime.timedelta%28seconds%3D1%29%5D", "k=0%3A00%3A01"},
		{"value list in a list", one([][]int{{1}, {2}}), "k=%5B%5B1%5D%2C+%5B2%5D%5D", "k=%5B1%5D&k=%5B2%5D"},
		{"value map with NaN", one(map[float64]int{math.NaN(): 1}), "k=%7Bnan%3A+1%7D", "k=nan"},
		{"value list of bytes with names", one([]mode{1, 2}), "k=%5Bmode+1%2C+mode+2%5D", "k=mode+1&k=mode+2"},
		{"value array of bytes with names", one([1]mode{1}), "k=%28mode+1%2C%29", "k=mode+1"},
		{"value list of lists of bytes with names", one([][]mode{{1}}), "k=%5B%5Bmode+1%5D%5D", "k=%5Bmode+1%5D"},
		{"value octets of a type of one's own", one(plainBytes{'x', 0xff}), "k=x%FF", ""},
		{"value octets with a name", one(namedBytes("x")), "k=named", ""},
		{"value dict", one(dict), "k=%7B%27a%27%3A+%5B%271%27%2C+%272%27%5D%2C+%27b%27%3A+%5B%273%27%5D%7D", "k=a&k=b"},
		{"value dict of bytes", one(octetDict), "k=%7Bb%27a%27%3A+%5Bb%271%27%5D%7D", "k=a"},
		{"value map with a key of no type of Python's", one(map[chan int]int{nil: 1}),
			"TypeError: no Python value equals a Go chan int", ""},
		{"map with a key of no type of Python's", map[chan int]int{nil: 1}, "TypeError: no Python value equals a Go chan int",
			""},
		{"map behind tuples with such keys", []any{[2]int{1, 2}, map[any]int{make(chan int): 1, 2: 2}},
			"TypeError: no Python value equals a Go chan int", ""},
		{"map with keys of types that look the same", map[any]int{age(1): 1, size(1): 2}, "1=1&1=2", ""},
		{"value channel", one(make(chan int)), "TypeError: no Python value equals a Go chan int", ""},
		{"value error", one([]error{errors.New("e f")}), "k=%5Be+f%5D", "k=e+f"},
	})
}

// An encodeCase is a query and what it gives.
type encodeCase struct {
	name         string
	query        any
	want, spread string // with DoSeq; "" is the same
}

func testEncode(t *testing.T, cases []encodeCase) {
	t.Helper()
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := outcome(urllib.Encode(test.query)); got != test.want {
				t.Errorf("Encode gives %s, want %s", got, test.want)
			}
			want := test.want
			if test.spread == "-" {
				want = ""
			} else if test.spread != "" {
				want = test.spread
			}
			if got := outcome(urllib.Python{}.Encode(test.query, urllib.EncodeOptions{DoSeq: true})); got != want {
				t.Errorf("with DoSeq Encode gives %s, want %s", got, want)
			}
		})
	}
}

// TestEncodeCountsWhatCannotBeUnpacked holds the text of 3.14, which tells the
// length of a list, a tuple or a dict, but of nothing else.
func TestEncodeCountsWhatCannotBeUnpacked(t *testing.T) {
	t.Parallel()
	const old = "ValueError: too many values to unpack (expected 2)"
	const counted = "ValueError: too many values to unpack (expected 2, got 3)"
	for _, test := range []struct {
		element any
		want    string
	}{
		{[3]int{1, 2, 3}, counted},
		{[]int{1, 2, 3}, counted},
		{map[int]int{1: 1, 2: 2, 3: 3}, counted},
		{[]byte("abc"), old},
		{"abc", old},
	} {
		for version, want := range map[string]string{"3.13": old, "3.14": test.want} {
			py := urllib.Python{Version: urllib.MustParseVersion(version)}
			got := outcome(py.Encode([]any{[2]int{1, 2}, test.element}, urllib.EncodeOptions{}))
			if got != want {
				t.Errorf("%s, %v: %s, want %s", version, test.element, got, want)
			}
		}
	}
}

func TestEncodeStopsItsIterator(t *testing.T) {
	t.Parallel()
	count := 0
	query := iter.Seq2[string, string](func(yield func(string, string) bool) {
		for {
			if count++; !yield("\xed\xa0\x80", "") {
				return
			}
		}
	})
	if _, err := urllib.Encode(query); err == nil || count != 1 {
		t.Errorf("%d pairs were asked for, error %v", count, err)
	}
}
