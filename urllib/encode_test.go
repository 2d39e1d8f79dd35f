package urllib_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"slices"
	"testing"
	"time"

	"earl.example/urllib"
)

// A loop is a pointer that may lead to itself.
type loop *loop

// manyPairs is a type of a caller's own.
type manyPairs []urllib.Pair[string]

// age and size are types with values that look the same.
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
		{"value time", one([]time.Time{{}}), "TypeError: no Python value equals a Go time.Time: pass a string", ""},
		{"value duration", one(time.Second), "TypeError: no Python value equals a Go time.Duration: pass a string", ""},
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
			"TypeError: no Python value equals a Go chan int: pass a string", ""},
		{"map with a key of no type of Python's", map[chan int]int{nil: 1}, "TypeError: no Python value equals a Go chan int: pass a string",
			""},
		{"map behind tuples with such keys", []any{[2]int{1, 2}, map[any]int{make(chan int): 1, 2: 2}},
			"TypeError: no Python value equals a Go chan int: pass a string", ""},
		{"map with keys of types that look the same", map[any]int{age(1): 1, size(1): 2}, "1=1&1=2", ""},
		{"value channel", one(make(chan int)), "TypeError: no Python value equals a Go chan int: pass a string", ""},
		{"value error", one([]error{errors.New("e f")}), "k=%5Be+f%5D", "k=e+f"},
	})
}

// TestEncodeTuples has the answers of CPython 3.8.18, 3.13.0, 3.14.10 and 3.15.2.
func TestEncodeTuples(t *testing.T) {
	t.Parallel()
	split := must(urllib.Split("http://h/"))
	parsed := must(urllib.Parse("http://h/;x"))
	defrag := must(urllib.Defrag("a#b"))
	octets := must(bytesPython.Defrag([]byte("a#b"), urllib.URLOptions{}))
	pairs := urllib.ParseQSL("x=1&y=2")
	octetPair := urllib.Pair[[]byte]{Name: []byte("x"), Value: []byte{0xff}}
	dict := urllib.ParseQS("x=1&x=2")
	const (
		noQuery   = "TypeError: not a valid non-string sequence or mapping object"
		tooMany   = "ValueError: too many values to unpack (expected 2)"
		splitText = "SplitResult%28scheme%3D%27http%27%2C+netloc%3D%27h%27%2C+path%3D%27%2F%27%2C+query%3D%27%27%2C+" +
			"fragment%3D%27%27%29"
		parseText = "ParseResult%28scheme%3D%27http%27%2C+netloc%3D%27h%27%2C+path%3D%27%2F%27%2C+params%3D%27x%27%2C+" +
			"query%3D%27%27%2C+fragment%3D%27%27%29"
		defragText = "DefragResult%28url%3D%27a%27%2C+fragment%3D%27b%27%29"
		octetsText = "DefragResultBytes%28url%3Db%27a%27%2C+fragment%3Db%27b%27%29"
	)
	one := func(value any) [][2]any { return [][2]any{{"k", value}} }
	testEncode(t, []encodeCase{
		{"value SplitResult", one(split), "k=" + splitText, "k=http&k=h&k=%2F&k=&k="},
		{"value pointer to SplitResult", one(&split), "k=" + splitText, "k=http&k=h&k=%2F&k=&k="},
		{"value ParseResult", one(parsed), "k=" + parseText, "k=http&k=h&k=%2F&k=x&k=&k="},
		{"value DefragResult", one(defrag), "k=" + defragText, "k=a&k=b"},
		{"value DefragResult of bytes", one(octets), "k=" + octetsText, "k=a&k=b"},
		{"value pairs", one(pairs), "k=%5B%28%27x%27%2C+%271%27%29%2C+%28%27y%27%2C+%272%27%29%5D",
			"k=%28%27x%27%2C+%271%27%29&k=%28%27y%27%2C+%272%27%29"},
		{"value pair", one(pairs[0]), "k=%28%27x%27%2C+%271%27%29", "k=x&k=1"},
		{"value pointer to pair", one(&pairs[0]), "k=%28%27x%27%2C+%271%27%29", "k=x&k=1"},
		{"value pair of bytes", one(octetPair), "k=%28b%27x%27%2C+b%27%5Cxff%27%29", "k=x&k=%FF"},
		{"value list of results", one([]urllib.DefragResult[string]{defrag, defrag}),
			"k=%5B" + defragText + "%2C+" + defragText + "%5D", "k=" + defragText + "&k=" + defragText},
		{"value list of dicts", one([]urllib.Dict[string]{dict}), "k=%5B%7B%27x%27%3A+%5B%271%27%2C+%272%27%5D%7D%5D",
			"k=%7B%27x%27%3A+%5B%271%27%2C+%272%27%5D%7D"},
		{"value iterator", one(slices.All([]any{1, []int{2}})), "k=%7B0%3A+1%2C+1%3A+%5B2%5D%7D", "k=0&k=1"},
		{"value nil iterator", one(iter.Seq2[int, int](nil)), "k=None", ""},
		{"key DefragResult", [][2]any{{defrag, 1}}, defragText + "=1", ""},
		{"key pair", [][2]any{{pairs[0], 1}}, "%28%27x%27%2C+%271%27%29=1", ""},
		{"map with results as keys", map[any]int{split: 2, defrag: 1}, defragText + "=1&" + splitText + "=2", ""},
		{"element DefragResult", []urllib.DefragResult[string]{defrag}, "a=b", ""},
		{"element pointer to DefragResult", []*urllib.DefragResult[string]{&defrag, &defrag}, "a=b&a=b", ""},
		{"element DefragResult of bytes", []any{octets}, "a=b", ""},
		{"element pointer to pair", []*urllib.Pair[string]{&pairs[0]}, "x=1", ""},
		{"element SplitResult", []urllib.SplitResult[string]{split}, tooMany, ""},
		{"DefragResult behind tuples", []any{[2]any{"k", 1}, defrag}, "k=1&a=b", ""},
		{"iterator behind tuples", []any{[2]any{"k", 1}, slices.All([]int{7, 8})}, "k=1&0=1", ""},
		{"dict behind tuples", []any{[2]any{"k", 1}, urllib.ParseQS("x=1&y=2")}, "k=1&x=y", ""},
		{"time behind tuples", []any{[2]any{"k", 1}, time.Time{}},
			"TypeError: cannot unpack non-iterable time.Time object", ""},
		{"duration behind tuples", []any{[2]any{"k", 1}, time.Second},
			"TypeError: cannot unpack non-iterable time.Duration object", ""},
		{"big int behind tuples", []any{[2]any{"k", 1}, big.NewInt(1)},
			"TypeError: cannot unpack non-iterable *big.Int object", ""},
		{"array of results", [2]any{defrag, defrag}, "a=b&a=b", ""},
		{"array of pointers to pairs", [2]*urllib.Pair[string]{&pairs[0], &pairs[1]}, "x=1&y=2", ""},
		{"result as query", defrag, noQuery, ""},
		{"pair as query", pairs[0], noQuery, ""},
		{"no text", "", "", ""},
		{"no octets", []byte{}, "", ""},
		{"no element", [0]int{}, "", ""},
		{"map with a text method", textMap{"a": "b"}, "a=b", ""},
		{"value map with a text method", one(textMap{"a": "b"}), "k=text", ""},
		{"pairs with a text method", []textPair{{"a", "b"}}, "a=b", ""},
		{"value pair with a text method", one(textPair{"a", "b"}), "k=text", ""},
	})
}

// textMap and textPair have a text method.
type (
	textMap  map[string]string
	textPair [2]string
)

func (textMap) String() string  { return "text" }
func (textPair) String() string { return "text" }

// TestEncodeKeepsRelease holds the text of a result in the release of the interpreter that encodes it: U+1FAE9 is
// printable since 3.14.
func TestEncodeKeepsRelease(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{
		"3.13": "k=DefragResult%28url%3D%27%5CU0001fae9%27%2C+fragment%3D%27%27%29",
		"3.14": "k=DefragResult%28url%3D%27%F0%9F%AB%A9%27%2C+fragment%3D%27%27%29",
	} {
		py := urllib.Python{Version: urllib.MustParseVersion(version)}
		query := [][2]any{{"k", urllib.DefragResult[string]{URL: "\U0001fae9"}}}
		if got := outcome(py.Encode(query, urllib.EncodeOptions{})); got != want {
			t.Errorf("%s: Encode(%v) = %s, want %s", version, query, got, want)
		}
	}
}

// TestEncodeNone has the answers of CPython 3.15.2 for results with None.
func TestEncodeNone(t *testing.T) {
	t.Parallel()
	py := urllib.Python{Version: urllib.MustParseVersion("3.15")}
	split := must(py.Split("http:p", urllib.URLOptions{MissingAsNone: true}))
	for _, test := range []struct {
		name  string
		doSeq bool
		want  string
	}{
		{"DoSeq", true, "k=http&k=None&k=p&k=None&k=None"},
		{"text", false, "k=SplitResult%28scheme%3D%27http%27%2C+netloc%3DNone%2C+path%3D%27p%27%2C+query%3DNone%2C+" +
			"fragment%3DNone%29"},
	} {
		got, err := py.Encode([][2]any{{"k", split}}, urllib.EncodeOptions{DoSeq: test.doSeq})
		if err != nil || got != test.want {
			t.Errorf("%s: Encode(%v) = %q, %v, want %q", test.name, split, got, err, test.want)
		}
	}
}

// TestEncodeNamesGoTypes holds the messages of queries that Python does not have.
func TestEncodeNamesGoTypes(t *testing.T) {
	t.Parallel()
	type rec struct{ Name string }
	const query = "urllib: not a query: use a map, a Dict, or a slice of Pair or [2]any (urlencode, query is a mapping or a " +
		"sequence of pairs): the Go type is "
	for _, test := range []struct {
		name  string
		query any
		want  string
	}{
		{"struct", rec{"secret"}, query + "urllib_test.rec [TypeError]"},
		{"pointer to a struct", &rec{"secret"}, query + "urllib_test.rec [TypeError]"},
		{"text", "secret=1", query + "string [TypeError]"},
		{"nil", nil, query + "nil [TypeError]"},
		{"list of lists", [][]string{{"secret", "b"}}, query + "[][]string [TypeError]"},
		{"struct among pairs", []any{[2]int{}, rec{"secret"}}, query + "urllib_test.rec [TypeError]"},
		{"list of three among pairs", []any{[2]int{}, []string{"secret", "", ""}}, query + "[]string [ValueError]"},
		{"struct as value", map[string]rec{"a": {"secret"}}, "urllib: Go value without an equal Python value: convert it, " +
			"for example to a string (CPython, a Python value is equal to the Go value): the Go type is urllib_test.rec " +
			"[TypeError]"},
	} {
		_, err := urllib.Encode(test.query)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: Encode(%#v) = %v, want %s", test.name, test.query, err, test.want)
		}
	}
}

// TestEncodeViaFunctions passes bytes to functions that quote them as text.
func TestEncodeViaFunctions(t *testing.T) {
	t.Parallel()
	py := urllib.Python{}
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	slash := urllib.EncodeOptions{QuoteOptions: urllib.QuoteOptions{Safe: new("/")}}
	for _, test := range []struct {
		name  string
		via   func(string, urllib.QuoteOptions) (string, error)
		opt   urllib.EncodeOptions
		value any
		want  string
	}{
		{"url.QueryEscape", only(url.QueryEscape), urllib.EncodeOptions{}, []byte{0xff}, "%FF"},
		{"url.QueryEscape of every byte", only(url.QueryEscape), urllib.EncodeOptions{}, every, url.QueryEscape(string(every))},
		{"url.PathEscape", only(url.PathEscape), urllib.EncodeOptions{}, []byte("\xc3 \xed\xa0\x80"), "%C3%20%ED%A0%80"},
		{"quote", py.Quote, urllib.EncodeOptions{}, []byte("\xff /"), "%FF%20%2F"},
		{"quote with an encoding", py.Quote, urllib.EncodeOptions{QuoteOptions: urllib.QuoteOptions{Encoding: new("utf-16")}},
			[]byte("\xff /"), "%FF%20%2F"},
		{"quote with safe", py.Quote, slash, []byte("\xff /"), "%FF%20/"},
		{"quote_plus", py.QuotePlus, urllib.EncodeOptions{}, []byte("\xff /"), "%FF+%2F"},
		{"quote_plus with safe", py.QuotePlus, slash, []byte("\xff /"), "%FF+/"},
		{"quote_plus by default, with safe", nil, slash, []byte("\xff /"), "%FF+/"},
		{"text with option Bytes", py.Quote, urllib.EncodeOptions{QuoteOptions: urllib.QuoteOptions{
			Bytes: true, Encoding: new("latin-1")}}, "é", "%E9"},
	} {
		test.opt.QuoteVia = test.via
		got, err := py.Encode([][2]any{{test.value, test.value}}, test.opt)
		if want := test.want + "=" + test.want; err != nil || got != want {
			t.Errorf("%s: Encode(%q) = %q, %v, want %q", test.name, test.value, got, err, want)
		}
	}
}

func only(quote func(string) string) func(string, urllib.QuoteOptions) (string, error) {
	return func(s string, _ urllib.QuoteOptions) (string, error) { return quote(s), nil }
}

// An encodeCase is a query and its result.
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

// TestEncodeCountsWhatCannotBeUnpacked has the text of 3.14, which names the
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
