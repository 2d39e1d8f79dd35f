package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/show"
	"earl.example/reading"
)

// FuzzDrawnPartsAreInOrder: the parts that are drawn of a URL that a dialect
// takes are in order, in the text, not empty, and do not overlap, as a drawing
// wants them; and all parts that the dialect finds are among them or empty.
func FuzzDrawnPartsAreInOrder(f *testing.F) {
	for _, s := range []string{"", "http://u:p@h:80/a;b?c#d", "file:///x", "http://h?#", "\thttp:\\\\h\n/", "a@b:c",
		"//[::1]:8/", "http://u@v@h:1:2/", "#a?b", "x:;y", "http:h", "http://h;p/q;r"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, url string) {
		for _, d := range earl.Dialects() {
			var r reading.Reading
			d.Read(&r, url)
			if r.Err() != nil {
				continue
			}
			pieces, empty := show.Parts(&r)
			at := 0
			for _, p := range pieces {
				if p.Start < at || p.End <= p.Start || p.End > len(url) {
					t.Fatalf("%s: %q: %+v, want pieces in order", d, url, pieces)
				}
				at = p.End
			}
			names := strings.Join(empty, " ")
			for _, p := range pieces {
				names += " " + p.Name
			}
			query, _ := r.Query()
			host, _ := r.Host()
			if query != "" && !strings.Contains(names, "query") || host != "" && !strings.Contains(names, "host") {
				t.Fatalf("%s: %q: %s, want the host and the query", d, url, names)
			}
		}
	})
}

// mostDrawn is the length of the longest URL that is drawn.
const mostDrawn = 64 << 10

// TestLongTextsAreNotDrawn: parse writes fields instead of a drawing of a long text, also if its URL is short.
func TestLongTextsAreNotDrawn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, url string
		drawn     bool
	}{
		{"short", "http://h/", true},
		{"longest", "http://h/" + strings.Repeat("a", mostDrawn-len("http://h/")), true},
		{"long", "http://h/" + strings.Repeat("a", mostDrawn-len("http://h/")+1), false},
		{"tabs that the dialect removes", "http://h/" + strings.Repeat("\t", mostDrawn), false},
		{"escapes that the dialect adds", "http://h/" + strings.Repeat("\"", mostDrawn/2), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, messages bytes.Buffer
			args := []string{"parse", "--as", "whatwg", "--out", "drawing", "--", c.url}
			run(context.Background(), args, strings.NewReader(""), &out, &messages)
			if got := !strings.Contains(out.String(), "scheme=http"); got != c.drawn {
				t.Errorf("drawn: %t, want %t: %.80s %s", got, c.drawn, &out, &messages)
			}
		})
	}
}
