// Bookmarks reads bookmarks as lines of JSON, and writes each URL once, sorted, with the newest title. The URLs are
// fields of type whatwg.URL: reading checks them, and all spellings of a URL are one key. The same field can be a
// column of a database.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"earl.example/whatwg"
)

// A bookmark is a line of JSON, and a row of a table: whatwg.URL implements sql.Scanner and driver.Valuer.
type bookmark struct {
	URL   whatwg.URL `json:"url"`
	Title string     `json:"title"`
}

func main() {
	if err := merge(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bookmarks:", err)
		os.Exit(1)
	}
}

func merge(r io.Reader, w io.Writer) error {
	titles := map[whatwg.URL]string{}
	for lines := json.NewDecoder(r); ; {
		var b bookmark
		if err := lines.Decode(&b); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if b.URL.IsZero() {
			return fmt.Errorf("the bookmark %q has no URL", b.Title)
		}
		titles[b.URL] = b.Title
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	byText := func(a, b whatwg.URL) int { return cmp.Compare(a.Href(), b.Href()) }
	for _, u := range slices.SortedFunc(maps.Keys(titles), byText) {
		if err := out.Encode(bookmark{u, titles[u]}); err != nil {
			return err
		}
	}
	return nil
}
