// Bookmarks reads bookmarks as lines of JSON, and writes each URL once, sorted, with the newest title. The URLs are
// fields of type whatwg.URL: reading checks them, and all spellings of a URL are one key.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
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
		log.Fatal(err)
	}
}

func merge(r io.Reader, w io.Writer) error {
	all := map[whatwg.URL]bookmark{}
	in, out := json.NewDecoder(r), json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for in.More() {
		var b bookmark
		if err := in.Decode(&b); err != nil {
			return err
		}
		all[b.URL] = b
	}
	if b, ok := all[whatwg.URL{}]; ok {
		return fmt.Errorf("the bookmark %q has no URL", b.Title)
	}
	var err error
	byText := func(a, b bookmark) int { return cmp.Compare(a.URL.Href(), b.URL.Href()) }
	for _, b := range slices.SortedFunc(maps.Values(all), byText) {
		err = cmp.Or(err, out.Encode(b))
	}
	return err
}
