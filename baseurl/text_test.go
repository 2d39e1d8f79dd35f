package baseurl_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"

	"earl.example/baseurl"
	"earl.example/urltext"
)

// TestText has the text of RFC 3986 appendix C.
func TestText(t *testing.T) {
	t.Parallel()
	check(t, baseurl.Options{Find: urltext.FindOptions{AppendixC: true}}, baseurl.Text, `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.`,
		" [] http://www.w3.org/Addressing/ = http://www.w3.org/Addressing/",
		" [] ftp://foo.example.com/rfc/ = ftp://foo.example.com/rfc/",
		" [] http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING = "+
			"http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING")
	latin := at("http://h/")
	latin.Charset = "utf-16le"
	check(t, latin, baseurl.Text, "h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/\x00", " [] http://a/ = http://a/")
}

// TestTextStream: the references of a long text do not depend on the pieces in
// which it is read.
func TestTextStream(t *testing.T) {
	t.Parallel()
	longer := 200_000 // than the window
	for name, unit := range map[string]string{
		"lines": "http://h/a/b\n", "brackets": "see <http://h/\r\n a> and \"http://b/\" (http://c/).\n",
		"quotes":     `"no" "http://h/" "`,
		"not closed": "< http://h/ x\n", "marks": "> text <http://h/\n> a>\n", "one long line": "http://h/a ",
		"no space": "http://h/a{", "tabs": "http://h/\v\t",
		"one bracket": "<",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, find := range []urltext.FindOptions{
				{BareDomains: true, Email: true}, {AppendixC: true}, {Markup: true},
			} {
				opt := baseurl.Options{Find: find}
				doc := strings.Repeat(unit, longer/len(unit))
				if unit == "<" { // up to the end, nothing shows where the text can be cut
					doc = unit + strings.Repeat("http://h/a\n", longer/len("http://h/a\n")) + ">"
				}
				var want []urltext.Match
				for m := range find.Find(doc) {
					want = append(want, m)
				}
				i := 0
				for ref, err := range opt.References(baseurl.Text, stream(doc)) {
					if err != nil || i >= len(want) || ref.Raw != cmp.Or(want[i].Ref().String(), want[i].Raw()) || ref.Offset != int64(want[i].Start) ||
						ref.End != int64(want[i].End) {
						t.Fatalf("%d: %.200v, %v, want what Find gives", i, ref, err)
					}
					i++
				}
				if i != len(want) || i == 0 {
					t.Errorf("%d of %d references", i, len(want))
				}
			}
		})
	}
}

// TestTextLimit: what looks like a reference without end is an error, and the
// text goes on after it.
func TestTextLimit(t *testing.T) {
	t.Parallel()
	opt := baseurl.Options{MaxToken: 1 << 10}
	check(t, opt, baseurl.Text, "http://a/ "+strings.Repeat("x", 4096)+" http://b/",
		" [] http://a/ = http://a/", " []  ! a token within the limit @10", " []  ! a token within the limit @1034",
		" []  ! a token within the limit @2058", " []  ! a token within the limit @3082", " [] http://b/ = http://b/")
}

// TestLinksInText checks links by UTS #58: with letters of all scripts, without a scheme, and cut.
func TestLinksInText(t *testing.T) {
	t.Parallel()
	all := baseurl.Options{Find: urltext.FindOptions{BareDomains: true, Email: true}}
	text := "<http://example.com/αβγ>, example.com/a, a@example.com. http://h/caf\xe9/x http://h/b"
	check(t, baseurl.Options{}, baseurl.Text, text,
		" [] http://example.com/αβγ = http://example.com/%CE%B1%CE%B2%CE%B3", " [] http://h/caf = http://h/caf",
		" []  ! Link_Term @71", " [] http://h/b = http://h/b")
	check(t, all, baseurl.Text, text,
		" [] http://example.com/αβγ = http://example.com/%CE%B1%CE%B2%CE%B3",
		" [] https://example.com/a = https://example.com/a", " [] mailto:a@example.com = mailto:a@example.com",
		" [] http://h/caf = http://h/caf", " []  ! Link_Term @71", " [] http://h/b = http://h/b")
	check(t, all, baseurl.Text, "example.com/é a.é@example.com", " [] https://example.com/é = https://example.com/%C3%A9",
		" [] mailto:a.é@example.com = mailto:a.%C3%A9@example.com")
	for _, cut := range []string{"\xe9", "\x01", "\ufffe"} { // no shorter host
		check(t, baseurl.Options{}, baseurl.Text, "http://good.example"+cut+".evil.example/ http://i"+cut, " [] http://good.example ! Link_Term @0",
			fmt.Sprintf(" [] http://i ! Link_Term @%d", 34+len(cut)))
	}
	pdf := "%PDF-1.7\n<</URI (http://h/a)>>\n<</Filter /FlateDecode>>stream\n\x9c"
	check(t, baseurl.Options{}, baseurl.Text, pdf, " []  ! a text that is not compressed @0", " [] http://h/a = http://h/a")
	check(t, baseurl.Options{}, baseurl.Text, pdf[1:], " [] http://h/a = http://h/a")
	latin := baseurl.Options{Charset: "latin1"}
	check(t, latin, baseurl.Text, "http://h/caf\xe9/x", " [] http://h/café/x = http://h/caf%C3%A9/x")
}

// TestJSON checks the references in strings, and their offsets.
func TestJSON(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, doc string
		want      []string
	}{
		{"Go", `{"url":"http://h/a?x=1\u0026y=2"}`, []string{" [] http://h/a?x=1&y=2 = http://h/a?x=1&y=2"}},
		{"PHP", `{"u":"http:\/\/h.example\/\u00e9"}`, []string{" [] http://h.example/é = http://h.example/%C3%A9"}},
		{"Python", `["http://h/\ud83d\ude00 b"]`, []string{" [] http://h/😀 = http://h/%F0%9F%98%80"}},
		{"names and texts", `{"http://h/a":1,"b":"see http://h/b."}`, []string{" [] http://h/a = http://h/a",
			" [] http://h/b = http://h/b"}},
		{"lines", "{\"a\":\"http://h/a\"}\n{\"a\":\"http://h/b\"}\n", []string{" [] http://h/a = http://h/a",
			" [] http://h/b = http://h/b"}},
		{"lone surrogate", `["http://h/\ud800a"]`, []string{" [] http://h/ = http://h/", " []  ! Link_Term @18"}},
		{"outside strings", `http://h/a ["http://h/b"]`, []string{" [] http://h/b = http://h/b"}},
		{"invalid string", "[\"http://h/a\nb\", \"http://h/b\"]", []string{" []  ! string @12", " [] http://h/b = http://h/b"}},
		{"invalid string before two", "[\"a\n\", \"http://h/b\", \"http://h/c\"]", []string{" []  ! string @3",
			" [] http://h/b = http://h/b", " [] http://h/c = http://h/c"}},
		{"no end", `["http://h/b`, []string{" []  ! string @12"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			check(t, baseurl.Options{}, baseurl.JSON, row.doc, row.want...)
		})
	}
	for ref := range (baseurl.Options{}).References(baseurl.JSON, strings.NewReader(`{"a":"\u0062 http://h/"}`)) {
		if ref.Offset != 6 || ref.End != 22 {
			t.Errorf("offsets %d and %d, want 6 and 22, of the string", ref.Offset, ref.End)
		}
	}
	const long = 300_000
	doc := `["` + strings.Repeat(`\u0061 `, long/7) + `http://h/a", "http://h/b"]`
	check(t, baseurl.Options{}, baseurl.JSON, doc, " [] http://h/a = http://h/a", " [] http://h/b = http://h/b")
	for length, want := range map[int]string{
		1 << 10: " [] http://h/a = http://h/a", 1<<10 + 1: " []  ! a token within the limit @1",
	} {
		doc := `["` + strings.Repeat(" ", length-len(`"http://h/a"`)) + `http://h/a"]`
		check(t, baseurl.Options{MaxToken: 1 << 10}, baseurl.JSON, doc, want)
	}
	check(t, baseurl.Options{MaxToken: 1 << 10}, baseurl.JSON, doc, " []  ! a token within the limit @1",
		" [] http://h/b = http://h/b")
}

// TestJSONStream checks that references do not depend on the pieces in which a text is read.
func TestJSONStream(t *testing.T) {
	t.Parallel()
	doc := strings.Repeat(`{"a\\":"http://h/a\"","b":[" http://h/\u00e9b "]},`, 4000)
	n := 0
	for ref, err := range (baseurl.Options{}).References(baseurl.JSON, stream(doc)) {
		want := []string{"http://h/a", "http://h/éb"}[n%2]
		if err != nil || ref.Raw != want || doc[ref.Offset-1] != '"' || doc[ref.End] != '"' {
			t.Fatalf("%d: %v, %v; want %q", n, ref, err, want)
		}
		n++
	}
	if n != 8000 {
		t.Errorf("%d references, want 8000", n)
	}
}

// TestPassedText checks that Options.Text gets the text to which offsets refer, before the reference is reported.
func TestPassedText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x é\n", 20_000)
	for _, tt := range []struct {
		name, doc string
		typ       baseurl.Type
		want      string // the text at the reference, or "" if no text is passed
	}{
		{"text", long + "http://h/é x", baseurl.Text, "http://h/é"},
		{"byte order mark", "\ufeffhttp://h/a", baseurl.Text, "http://h/a"},
		{"UTF-16", "\xff\xfe\xe9\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00h\x00/\x00", baseurl.Text, "http://h/"},
		{"no UTF-8", "\xff http://h/\xff", baseurl.Text, "http://h/"},
		{"HTML, which is read twice", "<meta charset=latin1>\xe9" + long + "<a href=b&amp;c>", baseurl.HTML, "b&amp;c"},
		{"XML", "<?xml version='1.0'?><a xmlns='http://www.w3.org/1999/xhtml' href='b'/>", baseurl.XML, "b"},
		{"CSS", "/* é */ a { b: url('c') }", baseurl.CSS, "c"},
		{"JSON", `{"é": "see http:\/\/h"}`, baseurl.JSON, `see http:\/\/h`},
		{"message", "Subject: x\n\nhttp://h/", baseurl.Message, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var text []byte
			opt := at("http://h/")
			opt.Text = func(offset int64, piece []byte) {
				if offset != 0 && offset != int64(len(text)) {
					t.Errorf("a piece at %d, want it at %d", offset, len(text))
				}
				text = append(text[:offset], piece...)
			}
			found := false
			for ref, err := range opt.References(tt.typ, strings.NewReader(tt.doc)) {
				if ref.Raw == "" {
					continue // the error at a byte that is not UTF-8
				}
				found = true
				got := ""
				if ref.End <= int64(len(text)) {
					got = string(text[ref.Offset:ref.End])
				}
				if got != tt.want || err != nil {
					t.Errorf("%q at reference %q, %v, want %q", got, ref.Raw, err, tt.want)
				}
			}
			if !found {
				t.Error("no reference, want one")
			}
		})
	}
}

// TestTables reads tables cell by cell.
func TestTables(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, doc string
		typ       baseurl.Type
		want      []string
	}{
		{"cells", "url,code\nhttps://h/a,COMM,E-commerce,b\r\nhttps://h/b?c=,x", baseurl.CSV, []string{"https://h/a", "https://h/b?c="}},
		{"quotation marks", "\"https://h/a,b\",x\n\"see https://h/c, and \"\"https://h/d\"\"\",y", baseurl.CSV, []string{"https://h/a,b", "https://h/c", "https://h/d"}},
		{"a line break in a cell", "\"https://h/a\nhttps://h/b,c\"", baseurl.CSV, []string{"https://h/a", "https://h/b,c"}},
		{"a stray quotation mark", "x\"y,https://h/a,\"a\"b,https://h/c\",https://h/d", baseurl.CSV, []string{"https://h/a", "https://h/c", "https://h/d"}},
		{"a cell that is not closed", "\"https://h/a,x\nhttps://h/b,y", baseurl.CSV, []string{"https://h/a,x", "https://h/b,y"}},
		{"semicolons", "url;name\nhttps://h/a,b;c", baseurl.CSV, []string{"https://h/a,b"}},
		{"tabs", "url\nhttps://h/a,b;c\td", baseurl.TSV, []string{"https://h/a,b;c"}},
		{"a question mark", "https://h/a?,Have you read https://h/b?", baseurl.CSV, []string{"https://h/a?", "https://h/b"}},
		{"empty", ",\n\n,", baseurl.CSV, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			opt := baseurl.Options{Find: urltext.FindOptions{Markup: true}}
			for _, doc := range []string{row.doc, "\ufeff" + row.doc} {
				var got []string
				for ref, err := range opt.References(row.typ, stream(doc)) {
					if text := doc[ref.Offset:ref.End]; err != nil || text != ref.Raw && !strings.Contains(text, `""`) {
						t.Errorf("%q: %+v, %v: the text there is %q", doc, ref, err, text)
					}
					got = append(got, ref.Raw)
				}
				if strings.Join(got, " ") != strings.Join(row.want, " ") {
					t.Errorf("references of %q: %q, want %q", doc, got, row.want)
				}
			}
		})
	}
}

// TestTableStream compares a long table, which is read in pieces, with encoding/csv.
func TestTableStream(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{
		"https://h/a,COMM,\"b\"\n", "\"https://h/\"\"a\"\"\",\"x\ny https://h/b\"\r\n", ",,\n", "x\"https://h/a\",https://h/c,\n",
	} {
		doc := strings.Repeat(unit, 50_000/len(unit))
		in := csv.NewReader(strings.NewReader(doc))
		in.LazyQuotes, in.FieldsPerRecord = true, -1
		var want []string
		for {
			cells, err := in.Read()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, cell := range cells {
				for m := range urltext.Find(cell) {
					want = append(want, m.Raw())
				}
			}
		}
		var got []string
		for ref, err := range (baseurl.Options{}).References(baseurl.CSV, stream(doc)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, ref.Raw)
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q: %d references, want %d", unit, len(got), len(want))
		}
	}
}
