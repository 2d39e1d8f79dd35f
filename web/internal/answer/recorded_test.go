package answer

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

var update = flag.Bool("update", false, "write testdata/answers.txt")

// TestRecorded compares whole answers and cards with recorded ones, which were read once. Only the rows of the named
// dialects and of the pair are recorded.
func TestRecorded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, tt := range []struct {
		name string
		r    Request
	}{
		{"two hosts, and characters of markup", Request{URL: "http://127.0.0.1\\@1.1.1.1:0081/<&|`", Dialects: "urllib,whatwg,rfc3986"}},
		{"a base", Request{URL: "../%7ex;p?a=1+2&b=%C3%A9#", Base: new("HTTPS://User:pw@www.Example.co.uk:443/a/b"),
			Dialects: "rfc1808,whatwg", Fetch: "java.net.URL"}},
		{"two rows of wide characters", Request{URL: "http://é。漢字.example/" + strings.Repeat("ab漢e\u0301", 12) + "#x",
			Dialects: "rfc3987,whatwg", Check: "whatwg", Fetch: "rfc3987", Columns: 60}},
		{"exactly one row", Request{URL: "http://h.example/" + strings.Repeat("a", 39), Dialects: "urllib,rfc3986", Fetch: "rfc3986"}},
		{"a wide character at the end of a row", Request{URL: "http://h.example/" + strings.Repeat("a", 38) + "漢b",
			Dialects: "whatwg,libcurl", Fetch: "libcurl"}},
		{"rejected by all", Request{URL: "http://[::1/", Dialects: "urllib,whatwg", Columns: 30}},
		{"one program twice", Request{URL: "//User@h.example?#", Base: new("http://b/"), Dialects: "whatwg", Check: "whatwg", Fetch: "whatwg"}},
		{"a base that a program rejects, and a backslash", Request{URL: `\\h`, Base: new("http://h:x/"), Dialects: "rfc3986,urllib",
			Check: "rfc3986", Fetch: "urllib"}},
		{"a spelling of another host", Request{URL: `http://1.1.1.1\@0x7f.1/`, Dialects: "urllib,whatwg"}},
		{"characters of boxes", Request{URL: "http://h/\u24ff\u2500\u257f\u2580", Dialects: "whatwg", Check: "whatwg"}},
		{"empty", Request{Dialects: "rfc3986", Check: "rfc3986", Fetch: "whatwg"}},
	} {
		if tt.r.Columns == 0 {
			tt.r.Columns = 100
		}
		fmt.Fprintf(&b, "== %s\n", tt.name)
		writeAnswer(t, &b, tt.r)
		card, err := tt.r.Card()
		if err != nil {
			t.Fatal(err)
		}
		var written struct{ Markdown, Picture string }
		if err := json.Unmarshal(CardJSON(tt.r), &written); err != nil || written.Markdown != card.Markdown ||
			written.Picture != card.Picture {
			t.Errorf("%s: CardJSON has %+v, %v, want the Markdown and the picture of the card", tt.name, written, err)
		}
		fmt.Fprintf(&b, "card: %s\n%s\n", card.Headline, card.Markdown)
		for _, d := range card.Drawings {
			fmt.Fprintf(&b, "%s\n%s\n", d.Title, d.Text)
		}
		b.WriteString(card.Picture + "\n")
	}
	urltest.Page(t, "testdata/answers.txt", b.String(), *update)
}

// writeAnswer writes the members of an answer, with a line for each element of an array.
func writeAnswer(t *testing.T, b *strings.Builder, r Request) {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(Answer(r), &members); err != nil {
		t.Fatalf("%q: %v, want JSON", r.URL, err)
	}
	delete(members, "record") // package show has a test of it
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	dialects := append(strings.Split(r.Dialects, ","), r.Check, r.Fetch)
	for _, name := range names {
		var elements []json.RawMessage
		if json.Unmarshal(members[name], &elements) != nil || elements == nil {
			fmt.Fprintf(b, "%s: %s\n", name, members[name])
			continue
		}
		fmt.Fprintf(b, "%s:\n", name)
		for _, element := range elements {
			var row struct{ Dialect string }
			if name == "rows" && (json.Unmarshal(element, &row) != nil || !slices.Contains(dialects, row.Dialect)) {
				continue
			}
			fmt.Fprintf(b, "  %s\n", element)
		}
	}
}
