package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

//go:generate go test -count=1 -run ^TestRecorded$ . -update

var update = flag.Bool("update", false, "write testdata/pages.txt")

// TestRecorded compares the gallery, the pages of some advisories and their drawings with recorded ones, which were read
// once.
func TestRecorded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, g := range tour() {
		fmt.Fprintf(&b, "== %s\n", g.Title)
		for _, item := range g.Items {
			text, err := json.Marshal(item)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n", text)
		}
	}
	for _, site := range []string{"", "https://urls.example/earl/"} {
		s, err := assemble([]byte("wasm"), []byte("glue"), site)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"CVE-2026-24779", "CVE-2026-18446", "CVE-2026-75931"} {
			name := "advisories/" + slug(id)
			fmt.Fprintf(&b, "== %s of %q\n%s\n", name, site, s[name+".html"])
			var answer struct {
				Drawings []struct{ Lines json.RawMessage }
			}
			if err := json.Unmarshal(s[name+".json"], &answer); err != nil {
				t.Fatal(err)
			}
			for _, d := range answer.Drawings {
				fmt.Fprintf(&b, "%s\n", d.Lines)
			}
		}
		fmt.Fprintf(&b, "== advisories/index.html of %q\n%s\n", site, s["advisories/index.html"])
	}
	urltest.Page(t, "testdata/pages.txt", b.String(), *update)
}
