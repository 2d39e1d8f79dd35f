package bulk

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"
)

// records reads everything, with an error of reading at the end.
func records(r io.Reader, f Format) (recs []Record, err error) {
	for rec, e := range Records(r, f) {
		if e != nil {
			return recs, e
		}
		recs = append(recs, *rec)
	}
	return recs, nil
}

func TestRecordsOfLinesAndNUL(t *testing.T) {
	t.Parallel()
	const mark = "\xef\xbb\xbf"
	tests := []struct {
		name   string
		format Format
		in     string
		want   []string
	}{
		{"lines: nothing", Lines, "", nil},
		{"lines: one", Lines, "a\n", []string{"a"}},
		{"lines: unterminated", Lines, "a\nb", []string{"a", "b"}},
		{"lines: empty line", Lines, "\n", []string{""}},
		{"lines: empty lines", Lines, "a\n\n\nb\n", []string{"a", "", "", "b"}},
		{"lines: CR before LF", Lines, "a\r\nb\r\r\n\r\n", []string{"a", "b\r", ""}},
		{"lines: CR elsewhere", Lines, "a\rb\nc\r", []string{"a\rb", "c\r"}},
		{"lines: mark", Lines, mark + "a\n" + mark + "b", []string{"a", mark + "b"}},
		{"lines: two marks", Lines, mark + mark + "a", []string{mark + "a"}},
		{"lines: mark only", Lines, mark, nil},
		{"lines: mark and empty line", Lines, mark + "\n", []string{""}},
		{"lines: half a mark", Lines, "\xef\xbb", []string{"\xef\xbb"}},
		{"lines: other bytes", Lines, "\x00a\xff\n\t \n", []string{"\x00a\xff", "\t "}},
		{"nul: nothing", NUL, "", nil},
		{"nul: one", NUL, "a\x00", []string{"a"}},
		{"nul: unterminated", NUL, "a\x00b", []string{"a", "b"}},
		{"nul: empty", NUL, "\x00\x00", []string{"", ""}},
		{"nul: every byte", NUL, mark + "a\r\n\x00\n", []string{mark + "a\r\n", "\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, r := range []io.Reader{
				strings.NewReader(tt.in),
				iotest.OneByteReader(strings.NewReader(tt.in)),
				iotest.DataErrReader(strings.NewReader(tt.in)),
			} {
				recs, err := records(r, tt.format)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for i, rec := range recs {
					if rec.Num != int64(i+1) || rec.Err != nil || rec.HasBase || rec.Extra != "" {
						t.Errorf("record %d is %+v", i+1, rec)
					}
					got = append(got, rec.Text)
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
				}
			}
		})
	}
}

func TestRecordsOfJSONL(t *testing.T) {
	t.Parallel()
	str := func(s string) Record { return Record{Text: s} }
	tests := []struct {
		name, in string
		want     Record
	}{
		{"string", `"http://h/"`, str("http://h/")},
		{"space and CR", "\t \"a\" \r", str("a")},
		{"empty string", `""`, str("")},
		{"escapes", `"\u0061\n\u0000\ud83d\ude00"`, str("a\n\x00😀")},
		{"lone surrogate", `"\ud800"`, str("\xed\xa0\x80")},
		{"odd byte", "\"\xff\"", str("\xff")},
		{"object", `{"url":"a"}`, str("a")},
		{"object with base", `{"base":"b\u0062","url":"\u0061"}`, Record{Text: "a", Base: "bb", HasBase: true}},
		{"empty base", `{"url":"a","base":""}`, Record{Text: "a", HasBase: true}},
		{"base null", `{"url":"a","base":null}`, str("a")},
		{"escaped names", `{"\u0075rl":"a","b\u0061se":"b"}`, Record{Text: "a", Base: "b", HasBase: true}},
		{"others", `{ "id" : 7, "url":"a" , "x": [1, {"y" :2}] }`, Record{Text: "a", Extra: `{"id" : 7,"x": [1, {"y" :2}]}`}},
		{"others repeat", `{"id":1,"url":"","id":2}`, Record{Extra: `{"id":1,"id":2}`}},
		{"huge number", `{"n":` + strings.Repeat("9", 400) + `e999,"url":"a"}`,
			Record{Text: "a", Extra: `{"n":` + strings.Repeat("9", 400) + `e999}`}},
		{"odd bytes in others", "{\"\xff\":\"\xed\xa0\x80\",\"url\":\"a\"}",
			Record{Text: "a", Extra: "{\"\xff\":\"\xed\xa0\x80\"}"}},
		{"deep", `{"url":"a","d":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`,
			Record{Text: "a", Extra: `{"d":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`}},
		{"name in other case", `{"url":"a","URL":"b"}`, Record{Text: "a", Extra: `{"URL":"b"}`}},
		{"long escaped name", `{"url":"a","` + strings.Repeat(`\u0075`, 9) + `":1}`,
			Record{Text: "a", Extra: `{"` + strings.Repeat(`\u0075`, 9) + `":1}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.Num, tt.want.Line = 1, 1
			recs, err := records(strings.NewReader("\ufeff"+tt.in+"\n"), JSONL)
			if len(recs) == 1 {
				recs[0].asked, recs[0].text = nil, ""
			}
			if err != nil || len(recs) != 1 || recs[0] != tt.want {
				t.Errorf("%s: %+v, %v; want %+v", tt.in, recs, err, tt.want)
			}
		})
	}
}

func TestBadJSONL(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		offset   int
		reason   string
	}{
		{"blank", "", -1, "blank line"},
		{"space", "  \r", -1, "blank line"},
		{"not JSON", "http://h/", 0, "expected a value"},
		{"number", "17", 0, "expected a JSON string or object"},
		{"array", ` ["a"]`, 1, "expected a JSON string or object"},
		{"bad array", `["a"`, 4, "invalid JSON: expected a comma or a closing bracket"},
		{"open string", `"a`, 2, "the end of a string"},
		{"after string", `"a" x`, 4, "the end of the line"},
		{"after object", `{"url":"a"}}`, 11, "the end of the line"},
		{"open object", `{"url":"a"`, 10, "a closing brace"},
		{"comma at end", `{"url":"a",}`, 11, "expected a string"},
		{"only an opening", `{`, 1, "expected a string"},
		{"no url", `{"id":1}`, -1, `no member "url"`},
		{"empty object", `{ }`, -1, `no member "url"`},
		{"url number", `{"url":1}`, 7, `"url" is neither a string nor null`},
		{"base number", `{"url":"a","base":1}`, 18, `"base" is neither`},
		{"two urls", `{"url":"a","\u0075rl":"b"}`, 11, `"url" occurs twice`},
		{"no colon", `{"url" "a"}`, 7, "a colon"},
		{"two bases", `{"base":null,"url":"a","base":null}`, 23, `"base" occurs twice`},
		{"late fault after url", `{"url":"a","x":tru}`, 15, "expected a value"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			recs, err := records(strings.NewReader(tt.in+"\n\"next\"\n"), JSONL)
			if err != nil || len(recs) != 2 || recs[1].Text != "next" {
				t.Fatalf("%q: %+v, %v, want two records, the last next", tt.in, recs, err)
			}
			var bad *RecordError
			if rec := recs[0]; !errors.As(rec.Err, &bad) || rec.Text != tt.in || rec.HasBase || rec.Extra != "" {
				t.Fatalf("%q: %+v, want a RecordError", tt.in, rec)
			}
			if bad.Offset != tt.offset || !strings.Contains(bad.Reason, tt.reason) {
				t.Errorf("%q: %d %q, want %d %q", tt.in, bad.Offset, bad.Reason, tt.offset, tt.reason)
			}
		})
	}
}

// TestRecordsStops: a loop that breaks gets no more.
func TestRecordsStops(t *testing.T) {
	t.Parallel()
	for rec, err := range Records(strings.NewReader("a\nb\n"), Lines) {
		if err != nil || rec.Text != "a" {
			t.Fatalf("%+v, %v after the loop has ended", rec, err)
		}
		break
	}
}

func TestRecordsOfJSONValues(t *testing.T) {
	t.Parallel()
	recs, err := records(strings.NewReader(" {\"a\":1} \r\n[\n\n[[]]"), JSONValues)
	if err != nil || len(recs) != 4 {
		t.Fatalf("%+v, %v, want four records", recs, err)
	}
	if recs[0].Text != `{"a":1}` || recs[0].Err != nil || recs[3].Text != "[[]]" || recs[3].Err != nil {
		t.Errorf("%+v, want values in the first and the last", recs)
	}
	if recs[1].Text != "[" || recs[1].Err == nil || recs[2].Text != "" || recs[2].Err == nil {
		t.Errorf("%+v, want errors in the second and the third", recs)
	}
}

func TestLongRecords(t *testing.T) {
	t.Parallel()
	sizes := []int{0, 1, maxBlock - 1, maxBlock, maxBlock + 1, 1 << 20, 3, 3*maxBlock - 1, 5 << 20, 7}
	var in strings.Builder
	for i, n := range sizes {
		in.WriteString(strings.Repeat(string(rune('a'+i)), n))
		in.WriteByte('\n')
	}
	for _, text := range []string{in.String(), strings.TrimSuffix(in.String(), "\n")} {
		recs, err := records(strings.NewReader(text), Lines)
		if err != nil || len(recs) != len(sizes) {
			t.Fatalf("%d records, %v", len(recs), err)
		}
		for i, n := range sizes {
			if recs[i].Num != int64(i+1) || recs[i].Text != strings.Repeat(string(rune('a'+i)), n) {
				t.Errorf("record %d: number %d, %d bytes, want %d", i+1, recs[i].Num, len(recs[i].Text), n)
			}
		}
	}
}

func TestRecordsBeforeAnError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, tt := range []struct {
		name, in string
		want     int
	}{
		{"at the start", "", 0},
		{"after a line", "a\nb\n", 2},
		{"inside a line", "a\nb", 1},
		{"inside a long line", "a\n" + strings.Repeat("b", 2*maxBlock), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			recs, err := records(io.MultiReader(strings.NewReader(tt.in), iotest.ErrReader(broken)), Lines)
			var read *readError
			if !errors.As(err, &read) || !errors.Is(err, broken) || len(recs) != tt.want {
				t.Errorf("%d records, %v", len(recs), err)
			}
		})
	}
	if _, err := records(lazyReader{}, Lines); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that gives nothing: %v", err)
	}
}

// A lazyReader never gives anything.
type lazyReader struct{}

func (lazyReader) Read([]byte) (int, error) { return 0, nil }

// TestStringsStay: later reads do not overwrite earlier strings.
func TestStringsStay(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	for i := range 20_000 {
		in.WriteString(`{"url":"http://h/\u00e9`)
		in.WriteString(strings.Repeat("x", i%50))
		in.WriteString(`","id":`)
		in.WriteString(strings.Repeat("7", 1+i%9))
		in.WriteString("}\n")
	}
	recs, err := records(iotest.HalfReader(strings.NewReader(in.String())), JSONL)
	if err != nil || len(recs) != 20_000 {
		t.Fatal(len(recs), err)
	}
	for i, rec := range recs {
		if rec.Text != "http://h/é"+strings.Repeat("x", i%50) || rec.Extra != `{"id":`+strings.Repeat("7", 1+i%9)+"}" {
			t.Fatalf("record %d: %+v", i, rec)
		}
	}
}

// TestSmallBlocks: neither many tiny records nor a slow reader make big blocks
// of records, and blocks hold whole records only.
func TestSmallBlocks(t *testing.T) {
	t.Parallel()
	blocks := newBlockReader(t.Context(), strings.NewReader(strings.Repeat("\n", 3*maxBlock)+"end"), &Job{In: Lines}, maxBlock)
	n := int64(0)
	for {
		b, err := blocks.next()
		if err == io.EOF {
			break
		}
		if b.first != n+1 {
			t.Fatalf("block begins with record %d, want %d", b.first, n+1)
		}
		lines := strings.Count(b.text, "\n")
		if lines > maxBlock/perRecord {
			t.Fatalf("%d records in a block", lines)
		}
		n += int64(lines)
	}
	if n != 3*maxBlock {
		t.Errorf("%d records", n)
	}
	for workers := 1; workers <= maxWorkers; workers++ {
		size := blockSize(workers)
		if size > maxBlock || size < minBlock || 2*workers*size > max(2*blockShare, 2*workers*minBlock) {
			t.Errorf("%d workers: blocks of %d bytes", workers, size)
		}
	}
}

func TestReadingAllocatesByTheBlock(t *testing.T) {
	in := strings.Repeat("http://www.example.com/some/path?query=1\n", 20_000)
	jsonl := strings.Repeat(`{"url":"http://www.example.com/\u00e9","id":17}`+"\n", 20_000)
	for _, tt := range []struct {
		format Format
		in     string
	}{{Lines, in}, {JSONL, jsonl}} {
		n := testing.AllocsPerRun(3, func() {
			for rec := range Records(strings.NewReader(tt.in), tt.format) {
				if unsafe.StringData(rec.Text) == nil {
					t.Error("no text")
				}
			}
		})
		if n > 100 {
			t.Errorf("%v: %v allocations for 20,000 records, want at most 100", tt.format, n)
		}
	}
}

// TestMember: a member of JSON, of Members or of a row is found by its name.
func TestMember(t *testing.T) {
	t.Parallel()
	json := &Record{Extra: `{"a":{"b":"x","c":[1, 2]},"n":null,"t":"y\n","d.e":1,"d":{"e":2}}`}
	list := &Record{Members: &[]Field{{"a", "x"}, {"n", "-"}, {"a", "y"}}}
	row := &Record{row: `x,"-",u`, table: &table{sep: ',', column: 2, width: 3, names: []string{"a", "n", "url"}}}
	for _, tt := range []struct {
		name   string
		rec    *Record
		member string
		want   string
		ok     bool
	}{
		{"text", json, "t", "y\n", true},
		{"an object", json, "a", `{"b":"x","c":[1, 2]}`, true},
		{"inside an object", json, "a.b", "x", true},
		{"an array inside an object", json, "a.c", "[1, 2]", true},
		{"null", json, "n", "", true},
		{"a name with a dot", json, "d.e", "1", true},
		{"no member", json, "b", "", false},
		{"no member inside", json, "a.x", "", false},
		{"inside a text", json, "t.x", "", false},
		{"an empty name inside", json, "a.", "", false},
		{"no members", &Record{}, "a", "", false},
		{"the first of a list", list, "a", "x", true},
		{"null in a list", list, "n", "", true},
		{"not in a list", list, "b", "", false},
		{"a cell", row, "a", "x", true},
		{"a hyphen in a cell", row, "n", "-", true},
		{"the column of texts", row, "url", "u", true},
		{"a malformed row", &Record{table: row.table}, "a", "", false},
	} {
		if got, n := tt.rec.Lookup(tt.member); got != tt.want || (n > 0) != tt.ok {
			t.Errorf("%s: Lookup(%q) = %q, %d, want %q, %v", tt.name, tt.member, got, n, tt.want, tt.ok)
		}
	}
}

// TestUTF16: an input that begins with a byte order mark of UTF-16 is reported by its name.
func TestUTF16(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		format Format
		texts  []string
		want   string
	}{
		{"both orders", Lines, []string{"a\n", "\xff\xfea\n", "\xfe\xff"}, "in2 in3 "},
		{"other bytes", Lines, []string{"\xff\xff\n", "\xfe", "a\xff\xfe\n"}, ""},
		{"a table", CSV, []string{"\xff\xfeurl\na\n"}, "in1 "},
		{"not with NUL", NUL, []string{"\xff\xfea\x00"}, ""},
	} {
		var closed int
		got := ""
		job := Job{In: tt.format, Workers: 1, New: upperOp, UTF16: func(name string) { got += name + " " }}
		if _, err := Run(t.Context(), inputs(&closed, tt.texts...), io.Discard, job); err != nil || got != tt.want {
			t.Errorf("%s: UTF16 was called for %q, want %q; %v", tt.name, got, tt.want, err)
		}
		job.UTF16 = nil
		if _, err := Run(t.Context(), inputs(&closed, tt.texts...), io.Discard, job); err != nil {
			t.Errorf("%s: Run without UTF16 = %v, want nil", tt.name, err)
		}
	}
}

// TestHexEscapes: JSON with the escapes \xHH of nginx and Apache, which are no JSON, and the same text in JSON.
func TestHexEscapes(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":"\x22\x5C\x0a"}`: `{"a":"\u0022\u005C\u000a"}`, `{"a":"\xC3\xa9"}`: "{\"a\":\"\xc3\xa9\"}",
		`{"a":"\\x22"}`: `{"a":"\\x22"}`, `{"a":"\xg"}`: `{"a":"\xg"}`, `\x2`: `\x2`, `\`: `\`, "\\é\\x41": "\\é\\u0041",
	} {
		if got := withUnicodeEscapes(in); got != want {
			t.Errorf("withUnicodeEscapes(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	rec := Record{Extra: `{"a":"1","b.c":2,"b":{"c":3,"d":{"e":"x"}},"n":null,"a":"4","q":{"z":1,"z":2}}`}
	for name, want := range map[string]string{
		"a": "4 2", "b.c": "2 1", "b.d.e": "x 1", "b.x": " 0", "n": " 1", "x": " 0", "x.y": " 0", "q.z": "2 2", "b.d": `{"e":"x"} 1`,
	} {
		value, n := rec.Lookup(name)
		if got := fmt.Sprint(value, " ", n); got != want {
			t.Errorf("Lookup(%s) = %s, want %s", name, got, want)
		}
	}
	if (&Record{}).HasMembers() || !rec.HasMembers() || !(&Record{Members: new([]Field)}).HasMembers() {
		t.Error("HasMembers is not that of the record")
	}
}
