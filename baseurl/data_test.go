package baseurl

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html/atom"
)

// TestTables checks the words of each row of tables.txt.
func TestTables(t *testing.T) {
	t.Parallel()
	for _, words := range rows("types") {
		if !slices.Contains(typeNames[:], words[0]) {
			t.Errorf("types: unknown type in %q", words)
		}
	}
	for _, words := range rows("fields") {
		if fieldReaders[words[1]] == nil {
			t.Errorf("fields: unknown syntax in %q", words)
		}
	}
	for _, words := range rows("attributes") {
		if _, ok := namespaces[words[2]]; !ok || len(words) < 4 || syntaxes[words[1]] == none {
			t.Errorf("attributes: unknown word in %q", words)
		}
	}
	for _, words := range rows("qualified") {
		if space, ok := namespaces[words[1]]; !ok || qualified[name{space, words[2]}] == none {
			t.Errorf("qualified: unknown word in %q", words)
		}
	}
	for _, words := range rows("contents") {
		if space, ok := namespaces[words[1]]; !ok || contents[name{space, words[2]}] == noContent {
			t.Errorf("contents: unknown word in %q", words)
		}
	}
	for _, words := range rows("traits") {
		if !slices.Contains(strings.Fields(traitNames), words[0]) {
			t.Errorf("traits: unknown trait in %q", words)
		}
		for _, name := range words[1:] {
			if atom.Lookup([]byte(name)) == noName {
				t.Errorf("traits: unknown element %q", name)
			}
		}
	}
	for table, want := range map[string]int{"types": 12, "elements": 1, "message": 3, "fields": 9, "attributes": 52,
		"qualified": 5, "contents": 12, "namespaces": 14, "capitals": 1, "traits": 27} {
		if n := len(rows(table)); n != want {
			t.Errorf("table %s has %d rows, want %d", table, n, want)
		}
	}
}
