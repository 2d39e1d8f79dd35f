package urllib_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"earl.example/urllib"
)

// allocated returns how many bytes call allocates in all.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestQueriesTakeLittleRoom holds the memory that large queries take: not much
// more than the results are, and nothing for fields that give none.
func TestQueriesTakeLittleRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of queries: not with -short")
	}
	const pairs = 1 << 18
	var distinct strings.Builder
	for i := range pairs {
		fmt.Fprintf(&distinct, "k%d=1&", i)
	}
	for _, test := range []struct {
		name, query string
		list, dict  int // bytes a pair
	}{
		{"empty fields", strings.Repeat("&", 8*pairs), 1, 1},
		{"blank values", strings.Repeat("a=&b&", 2*pairs), 1, 1},
		{"one name", strings.Repeat("a=1&", pairs), 33, 49},
		{"distinct names", distinct.String(), 33, 49 + 64}, // the index of names doubles when it is full
	} {
		t.Run(test.name, func(t *testing.T) {
			py, opt := urllib.Python{}, urllib.QueryOptions{}
			for name, took := range map[string]uint64{
				"list":                   allocated(func() { urllib.ParseQSL(test.query) }),
				"list of an interpreter": allocated(func() { py.ParseQSL(test.query, opt) }),
				"dict":                   allocated(func() { urllib.ParseQS(test.query) }),
				"dict of an interpreter": allocated(func() { py.ParseQS(test.query, opt) }),
			} {
				limit := test.list
				if strings.HasPrefix(name, "dict") {
					limit = test.dict
				}
				if took > uint64(limit)*pairs {
					t.Errorf("%s: %d bytes a pair, want at most %d", name, took/pairs, limit)
				}
			}
		})
	}
}

func TestPairsOfBytes(t *testing.T) {
	t.Parallel()
	var got []string
	for pair := range bytesPython.ParsePairs([]byte("a=1&b=%FF+&&c=&d=x"), urllib.QueryOptions{}) {
		if string(pair.Name) == "d" {
			break
		}
		got = append(got, fmt.Sprintf("%q=%q", pair.Name, pair.Value))
	}
	if want := `["a"="1" "b"="\xff "]`; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	got = nil
	strict := urllib.QueryOptions{StrictParsing: true}
	for pair, err := range bytesPython.ParsePairs([]byte("a=1&b&c=1"), strict) {
		got = append(got, fmt.Sprintf("%q=%q %v", pair.Name, pair.Value, err != nil))
	}
	if want := `["a"="1" false ""="" true]`; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestDictIsNotShared writes to the results of a Dict.
func TestDictIsNotShared(t *testing.T) {
	t.Parallel()
	text := urllib.ParseQS("a=1&a=2")
	octets, _ := bytesPython.ParseQS([]byte("a=1&a=2"), urllib.QueryOptions{})
	values, _ := text.Get("a")
	values[0] = "x"
	for _, values := range text.All() {
		values[1] = "x"
	}
	if got, ok := text.Get("a"); !ok || fmt.Sprint(got) != "[1 2]" {
		t.Errorf("the values are %v now", got)
	}
	list, _ := octets.Get([]byte("a"))
	list[0][0] = 'x'
	for name, values := range octets.All() {
		name[0], values[1][0] = 'x', 'x'
	}
	if got, ok := octets.Get([]byte("a")); !ok || fmt.Sprintf("%s", got) != "[1 2]" {
		t.Errorf("the values are %s now", got)
	}
	if _, ok := octets.Get([]byte("b")); ok {
		t.Error("there is a name that the query has not")
	}
}

// TestDictOfManyNames looks names up that are few, many, and not there.
func TestDictOfManyNames(t *testing.T) {
	t.Parallel()
	for n := range 70 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d=%d&", i, i)
		}
		b.WriteString(strings.Repeat("k0=x&", n/2))
		d := urllib.ParseQS(b.String())
		names := 0
		for range d.All() {
			names++
		}
		if names != n {
			t.Errorf("%d names: All() yields %d", n, names)
		}
		for i := range n {
			got, ok := d.Get(fmt.Sprintf("k%d", i))
			if want := 1 + n/2; !ok || got[0] != fmt.Sprint(i) || (i == 0) != (len(got) == want) && n > 1 {
				t.Errorf("%d names: Get of number %d = %q, %v", n, i, got, ok)
			}
		}
		if got, ok := d.Get("absent"); ok || got != nil {
			t.Errorf("%d names: Get of another = %q, %v", n, got, ok)
		}
	}
	// Both ways to write a lone surrogate find it.
	for _, query := range []string{"\xff=1", "\xed\xb3\xbf=1"} {
		for _, name := range []string{"\xff", "\xed\xb3\xbf"} {
			if got, ok := urllib.ParseQS(query).Get(name); !ok || len(got) != 1 {
				t.Errorf("%q: Get(%q) = %q, %v", query, name, got, ok)
			}
		}
	}
}

// TestListsAreNeverNil: a query without pairs gives an empty list.
func TestListsAreNeverNil(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"", "a", "a=&b&&"} {
		list, _ := urllib.Python{}.ParseQSL(query, urllib.QueryOptions{})
		if pairs := urllib.ParseQSL(query); pairs == nil || list == nil || len(pairs)+len(list) != 0 {
			t.Errorf("%q: %#v and %#v", query, pairs, list)
		}
		if pairs, _ := bytesPython.ParseQSL([]byte(query), urllib.QueryOptions{}); pairs == nil || len(pairs) != 0 {
			t.Errorf("bytes %q: %#v", query, pairs)
		}
	}
}

func TestDictPrints(t *testing.T) {
	t.Parallel()
	const many = "b=1&a=2&b='&%C3%A9=%F0%9F%AB%A9&a=%22%FF%00&%ED%A0%80=x"
	for _, test := range []struct {
		name, query       string
		repr, json        string
		reprBytes, jsonOf string // of ParseQSBytes
	}{
		{"empty", "", "{}", "{}", "{}", "{}"},
		{"one", "a=1", "{'a': ['1']}", `{"a":["1"]}`, "{b'a': [b'1']}", `{"a":["1"]}`},
		{
			"many", many,
			`{'b': ['1', "'"], 'a': ['2', '"�\x00'], 'é': ['🫩'], '���': ['x']}`,
			`{"b":["1","'"],"a":["2","\"�\u0000"],"é":["🫩"],"���":["x"]}`,
			`{b'b': [b'1', b"'"], b'a': [b'2', b'"\xff\x00'], b'\xc3\xa9': [b'\xf0\x9f\xab\xa9'], b'\xed\xa0\x80': [b'x']}`,
			`{"b":["1","'"],"a":["2","\"�\u0000"],"é":["🫩"],"���":["x"]}`,
		},
		{"surrogate", "\xed\xa0\x80=x", `{'\ud800': ['x']}`, `{"���":["x"]}`, `{b'\xed\xa0\x80': [b'x']}`,
			`{"���":["x"]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := urllib.ParseQS(test.query)
			octets, _ := bytesPython.ParseQS([]byte(test.query), urllib.QueryOptions{})
			for _, got := range []struct{ what, got, want string }{
				{"String", fmt.Sprint(text), test.repr},
				{"MarshalJSON", marshal(t, text), test.json},
				{"String of bytes", fmt.Sprint(octets), test.reprBytes},
				{"MarshalJSON of bytes", marshal(t, octets), test.jsonOf},
			} {
				if got.got != got.want {
					t.Errorf("%s gives %s, want %s", got.what, got.got, got.want)
				}
			}
		})
	}
	// Unicode 16 made U+1FAE9 a character; 3.13 does not know it.
	py := urllib.Python{Version: urllib.MustParseVersion("3.13")}
	if got, err := py.ParseQS("a=🫩", urllib.QueryOptions{}); got.String() != `{'a': ['\U0001fae9']}` || err != nil {
		t.Errorf("3.13 prints %s, want the escaped character", got)
	}
}

func marshal(t *testing.T, v json.Marshaler) string {
	t.Helper()
	plain, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(plain) {
		t.Errorf("%s is no JSON", plain)
	}
	return string(plain)
}

func TestBytesAreNeverNil(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{{"", ""}, {"#", "#"}, {"?", "#"}, {"#", ""}, {"\t", "\t"}} {
		got, err := bytesPython.Join([]byte(test[0]), []byte(test[1]), urllib.URLOptions{})
		want, _ := urllib.Join(test[0], test[1])
		if got == nil || err != nil || string(got) != want {
			t.Errorf("%q: %#v, %v, want %q", test, got, err, want)
		}
	}
	var zero [3][]byte
	zero[0], _ = bytesPython.Unsplit(urllib.SplitResult[[]byte]{}, urllib.URLOptions{})
	zero[1], _ = bytesPython.Unparse(urllib.ParseResult[[]byte]{}, urllib.URLOptions{})
	zero[2] = urllib.DefragResult[[]byte]{}.GetURL()
	for i, got := range zero {
		if got == nil || len(got) != 0 {
			t.Errorf("URL %d of a zero result: %#v", i, got)
		}
	}
	if got, err := bytesPython.Join(nil, nil, urllib.URLOptions{}); got == nil || len(got) != 0 || err != nil {
		t.Errorf("of nil: %#v, %v", got, err)
	}
}

// TestPairsGetTheRoomTheyNeed: empty fields take no memory.
func TestPairsGetTheRoomTheyNeed(t *testing.T) {
	t.Parallel()
	fields := []string{""}
	for n := range 8 {
		for _, f := range fields {
			qs := strings.Repeat("&", 17+n) + f
			if pairs := urllib.ParseQSL(qs); cap(pairs) > strings.Count(qs, "=") {
				t.Fatalf("%q: room for %d pairs", qs, cap(pairs))
			}
			qs = f + strings.Repeat("&", 17) + f
			if pairs := urllib.ParseQSL(qs); cap(pairs) > strings.Count(qs, "=") {
				t.Fatalf("%q: room for %d pairs", qs, cap(pairs))
			}
		}
		if n < 7 {
			var longer []string
			for _, f := range fields {
				longer = append(longer, f+"a", f+"=", f+"&")
			}
			fields = longer
		}
	}
}
