package tld_test

import (
	"os"
	"strings"
	"testing"

	"earl.example/internal/names/tld"
)

// TestIs checks all names of the list, and names next to them.
func TestIs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("tlds.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			listed[line] = true
		}
	}
	if len(listed) < 1400 {
		t.Fatalf("%d names, want 1400 or more", len(listed))
	}
	for name := range listed {
		for _, label := range []string{name, name[1:], name[:len(name)-1], name + "a", "a" + name, name[:1] + "-" + name[1:]} {
			if got := tld.Is(label); got != listed[label] {
				t.Errorf("Is(%q) = %v, want %v", label, got, listed[label])
			}
		}
		if !tld.Is(strings.ToUpper(name)) {
			t.Errorf("Is(%q) = false, want true", strings.ToUpper(name))
		}
	}
	for _, label := range []string{"", ".", "com.", "рф", strings.Repeat("a", 64)} {
		if tld.Is(label) {
			t.Errorf("Is(%q) = true, want false", label)
		}
	}
}
