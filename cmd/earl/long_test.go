package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/show"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// long returns s again and again, so that it has to be worked on in pieces.
func long(s string) string { return strings.Repeat(s, 2*pieceLen/len(s)+2) }

// command runs the command over one record that ends with a NUL, and returns
// what it writes.
func command(record string, args ...string) (out string, status int) {
	var b bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(record), &b, io.Discard)
	return b.String(), status
}

// FuzzPiecesAsWhole: a long text is quoted in pieces as it is in one piece, and
// fails with the same error.
func FuzzPiecesAsWhole(f *testing.F) {
	perText := uint8(4)
	if testing.Short() {
		perText = 1
	}
	for _, s := range []string{"a b", "é", "日本", "\xff", "\xed\xa0\x80", "\xed\xa0\x80\xed\xb0\x80x",
		"x\xf0\x9f\x98\x80\xe9", "\xe9\xff\xed\xa0"} {
		for i := range perText {
			f.Add(s, i%2 == 0, i, i)
			if !testing.Short() {
				f.Add(s, i%2 == 1, i+4, uint8(0))
			}
		}
	}
	handlers := []string{"strict", "replace", "ignore", "backslashreplace", "xmlcharrefreplace", "surrogateescape",
		"surrogatepass", "odd"}
	encodings := []string{"utf-8", "UTF8", "ascii", "latin_1"}
	f.Fuzz(func(t *testing.T, s string, plus bool, handler, encoding uint8) {
		if s == "" || len(s) > 1000 || strings.Contains(s, "\x00") {
			t.Skip()
		}
		s = long(s)
		opt := urllib.QuoteOptions{Errors: &handlers[int(handler)%len(handlers)],
			Encoding: &encodings[int(encoding)%len(encodings)]}
		args := []string{"quote", "--in", "nul", "--encoding-errors", *opt.Errors, "--encoding", *opt.Encoding}
		quote := urllib.Python{}.Quote
		if plus {
			args, quote = append(args, "--plus"), urllib.Python{}.QuotePlus
		}
		want, wantErr := quote(s, opt)
		got, status := command(s, args...)
		if (wantErr != nil) != (status == statusRecords) || got != want+"\n" {
			t.Fatalf("status %d, %v, %d bytes, want %d", status, wantErr, len(got), len(want)+1)
		}
		got, _ = command(s, append(args, "--json")...)
		var record struct {
			OK     bool
			Result string
			Error  struct {
				Message string
				Offset  int
			}
		}
		record.Error.Offset = -1
		if err := json.Unmarshal([]byte(got), &record); err != nil {
			t.Fatal(err)
		}
		if record.OK != (wantErr == nil) || record.Result != want {
			t.Fatalf("%+.200v, want %v", record, wantErr)
		}
		if e, ok := errors.AsType[*urlerr.Error](wantErr); ok && (record.Error.Offset != e.Offset && e.Rule.Kind != urlerr.UnknownName || record.Error.Message != show.Message(wantErr)) {
			t.Fatalf("%+.200v, want %v", record, wantErr)
		}
	})
}

// FuzzLongPairs: long names and values are encoded as urlencode does it.
func FuzzLongPairs(f *testing.F) {
	places := uint8(6)
	if testing.Short() {
		places = 2
	}
	for _, s := range []string{"a b", "é'", "\xff", "\xed\xa0\x80", `"'`} {
		for i := range places {
			f.Add(s, i, i%4)
		}
	}
	handlers := []string{"strict", "backslashreplace", "odd"}
	f.Fuzz(func(t *testing.T, s string, where, handler uint8) {
		if s == "" || len(s) > 1000 || strings.ContainsAny(s, "\x00\t=") {
			t.Skip()
		}
		py := urllib.Python{}
		opt := urllib.EncodeOptions{QuoteOptions: urllib.QuoteOptions{Errors: &handlers[int(handler)%len(handlers)]}}
		items := [][2]any{{"a", "b c"}, {"", ""}, {"d", "é"}}
		for i := range 2 * len(items) {
			if where>>i&1 == 0 {
				continue
			}
			if i%2 == 0 {
				items[i/2][0] = long(s)
			} else {
				items[i/2][1] = long(s)
			}
		}
		want, wantErr := py.Encode(items, opt)
		var fields []string
		for _, item := range items {
			fields = append(fields, item[0].(string)+"="+item[1].(string))
		}
		got, status := command(strings.Join(fields, "\t"), "encode", "--in", "nul", "--encoding-errors", *opt.Errors)
		if (wantErr != nil) != (status == statusRecords) || got != string(want)+"\n" {
			t.Fatalf("status %d, %v, %d bytes, want %d", status, wantErr, len(got), len(want)+1)
		}
	})
}

// TestLongJSONPairs: so are those of JSON, with lists among them.
func TestLongJSONPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("long records: not with -short")
	}
	t.Parallel()
	x := long("x")
	list := "[" + strings.Repeat("1, ", pieceLen) + "1]"
	quoted := strings.NewReplacer("[", "%5B", "]", "%5D", ", ", "%2C+").Replace(list)
	tests := []struct {
		name, in, args, want string
		status               int
	}{
		{"list", `{"a":1,"b":` + list + `,"c":2}`, "", "a=1&b=" + quoted + "&c=2", 0},
		{"list first", `{"b":` + list + `}`, "", "b=" + quoted, 0},
		{"list as a name", `[[` + list + `,` + list + `]]`, "", quoted + "=" + quoted, 0},
		{"in an encoding as a whole", `{"b":` + list + `}`, "--encoding cp1252", "b=" + quoted, 0},
		{"list in a list", `{"b":[1,` + list + `]}`, "--doseq", "b=1&b=" + quoted, 0},
		{"long name of an empty list", `{"` + x + `":[],"b":1}`, "--doseq", "b=1", 0},
		{"bad long name of an empty list", `{"` + x + "\xff" + `":[],"b":1}`, "--doseq", "", statusRecords},
		{"long name of elements", `{"` + x + `":[1,null]}`, "--doseq", x + "=1&" + x + "=None", 0},
		{"object in a list", `{"a":1,"b":[` + strings.Repeat("1,", pieceLen) + `{}]}`, "", "", statusRecords},
		{"object in a list, as a whole", `{"b":[` + strings.Repeat("1,", pieceLen) + `{}]}`, "--encoding cp1252", "", statusRecords},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"encode", "--in", "jsonl"}, strings.Fields(tt.args)...)
			got, status := command(tt.in, args...)
			if status != tt.status || got != tt.want+"\n" {
				t.Errorf("status %d, %d bytes: %.40q, want %d", status, len(got), got, len(tt.want)+1)
			}
			got, status = command(tt.in, append(args, "--json")...)
			if status != tt.status || tt.status == 0 && !strings.HasSuffix(got, `,"ok":true,"result":"`+tt.want+"\"}\n") {
				t.Errorf("JSON: status %d, %d bytes", status, len(got))
			}
		})
	}
}

// FuzzGroupsAsParseQS: the groups of a query that are found by place are those
// of parse_qs.
func FuzzGroupsAsParseQS(f *testing.F) {
	for _, s := range []string{"", "a=1&b=2&a=3", "&&a=&b&=c", "a+b=1&a%20b=2&%61=3", "\xff=1&%FF=2&\xed\xb3\xbf=3", "é=1&%C3%A9=2", strings.Repeat("a=1&b=2&", 100)} {
		f.Add(s, "&", false)
		f.Add(s, "&&", true)
		f.Add(s, "\xb3", true)
	}
	f.Fuzz(func(t *testing.T, s, separator string, keep bool) {
		q := queryParser{opt: urllib.QueryOptions{Separator: &separator, KeepBlankValues: keep}}
		dict, err := q.py.ParseQS(s, q.opt)
		if err != nil {
			t.Skip()
		}
		n := 0
		for range q.py.Pairs(s, q.opt) {
			n++
		}
		type entry struct {
			name   string
			values []string
		}
		var want, narrow, wide []entry
		for name, values := range groupsOf(dict) {
			want = append(want, entry{name, slices.Collect(values)})
		}
		for name, values := range newGrouper[uint32](&q, s, n).all() {
			narrow = append(narrow, entry{name, slices.Collect(values)})
		}
		for name, values := range newGrouper[uint64](&q, s, n).all() {
			wide = append(wide, entry{name, slices.Collect(values)})
		}
		equal := func(a, b entry) bool { return a.name == b.name && slices.Equal(a.values, b.values) }
		if !slices.EqualFunc(want, narrow, equal) || !slices.EqualFunc(want, wide, equal) {
			t.Fatalf("%q by %q: %q and %q, want %q", s, separator, narrow, wide, want)
		}
	})
}

// TestLongGroups: a long query comes out grouped as a short one does.
func TestLongGroups(t *testing.T) {
	t.Parallel()
	query := strings.Repeat("a=1&b=%20&c&", pieceLen/8)
	n := strings.Count(query, "a=1")
	got, status := command(query, "query", "--group", "--keep-blank-values")
	want := strings.Repeat("a=1\t", n) + strings.Repeat("b= \t", n) + strings.Repeat("c=\t", n-1) + "c=\n"
	if status != 0 || got != want {
		t.Errorf("status %d, %d bytes, want %d", status, len(got), len(want))
	}
	got, status = command(query, "query", "--group", "--json")
	want = `,"values":{"a":["1"` + strings.Repeat(`,"1"`, n-1) + `],"b":[" "` + strings.Repeat(`," "`, n-1) + "]}}\n"
	if status != 0 || !strings.HasSuffix(got, want) {
		t.Errorf("status %d, %d bytes", status, len(got))
	}
	if _, status = command(query, "query", "--group", "--strict"); status != statusRecords {
		t.Errorf("status %d", status)
	}
}
