package urltest

import (
	"slices"
	"strings"
	"testing"
)

func TestReferences(t *testing.T) {
	t.Setenv("EARL_CORPUS", "")
	absolute, relative := ReferencesOf(Corpus(t))
	if len(absolute) < 1000 || len(relative) < 1000 {
		t.Fatalf("%d and %d references", len(absolute), len(relative))
	}
	for _, s := range absolute {
		if !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") {
			t.Fatalf("%q is no path from the root", s)
		}
	}
	up := 0
	for _, s := range relative {
		if strings.HasPrefix(s, "/") {
			t.Fatalf("%q is a path from the root", s)
		}
		if strings.HasPrefix(s, "../") {
			up++
		}
	}
	if 3*up < len(relative) {
		t.Errorf("%d of %d go up", up, len(relative))
	}
	absolute, relative = ReferencesOf([]string{"http://a/", "http://a//b", "http://a?b", "http://b/b?c#d", "http://c/d:e",
		"http://c/d:e"})
	if want := []string{"/b?c#d", "/d:e", "/d:e"}; !slices.Equal(absolute, want) {
		t.Errorf("%q are paths from the root, want %q", absolute, want)
	}
	if want := []string{"b?c#d", "../d:e"}; !slices.Equal(relative, want) { // "d:e" has a scheme
		t.Errorf("%q are relative, want %q", relative, want)
	}
}
