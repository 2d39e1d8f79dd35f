package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/gallery"
	"earl.example/reading"
	"earl.example/urlerr"
)

// TestSetInEveryDialect sets each component of tricky URLs in each dialect. A result has the new text where the dialect
// finds it, and the dialect reads the other components as before.
func TestSetInEveryDialect(t *testing.T) {
	t.Parallel()
	urls := slices.Clone(gallery.Tricky)
	for _, a := range gallery.Advisories {
		urls = append(urls, a.URL)
	}
	urls = append(urls, "http://u:p@h.Ex:80/a b/c;p?x=1&y=%zz#f g", "/a b?c", "", "mailto:a@b", "http://h#f", "//h:1", "http://[::1]",
		"http:\\\\h\\a", " http://h/ ", "ht\ntp://h/a\tb?c\nd")
	slices.Sort(urls)
	edits := map[urlerr.Component]string{urlerr.Scheme: "ftp", urlerr.Username: "me", urlerr.Host: "new.example", urlerr.Port: "81",
		urlerr.Path: "/new", urlerr.Query: "q=2", urlerr.Fragment: "new"}
	for _, d := range earl.Dialects() {
		if d == earl.WHATWG() || d == earl.RFC3986() {
			continue
		}
		t.Run(d.Name(), func(t *testing.T) {
			t.Parallel()
			done := 0
			for component, text := range edits {
				for _, url := range urls {
					var out strings.Builder
					args := []string{"set", "--as", d.Name(), "--json", "--" + component.String(), text, "--", url}
					run(context.Background(), args, strings.NewReader(""), &out, io.Discard)
					result, ok := strings.CutSuffix(cutHref(out.String()), "\"}")
					if !ok || strings.ContainsAny(result, "\\") {
						continue // refused, or escaped in JSON
					}
					done++
					var before, after reading.Reading
					d.Read(&before, url)
					d.Read(&after, result)
					span, ok := after.InInput(component)
					if after.Err() != nil || !ok || result[span.Start:span.End] != text {
						t.Errorf("--%s %s of %q = %q, want the text at its place", component, text, url, result)
					}
					for c := urlerr.Host; c <= urlerr.Fragment; c++ {
						if got, want := fmt.Sprint(after.Get(c)), fmt.Sprint(before.Get(c)); c != component && got != want {
							t.Errorf("--%s %s of %q = %q: the %v is %s, want %s", component, text, url, result, c, got, want)
						}
					}
				}
			}
			if done < 100 {
				t.Errorf("%d results, want at least 100", done)
			}
		})
	}
}

// cutHref returns the text after the member href of a record.
func cutHref(record string) string {
	_, href, _ := strings.Cut(strings.TrimSuffix(record, "\n"), `"href":"`)
	return href
}
