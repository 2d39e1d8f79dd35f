package urltest

import (
	"strings"
	"testing"
)

func TestReferences(t *testing.T) {
	t.Setenv("EARL_CORPUS", "")
	absolute, relative := References(t)
	if len(absolute) < 1000 || len(relative) < 1000 {
		t.Fatalf("%d and %d references", len(absolute), len(relative))
	}
	for _, s := range absolute {
		if !strings.HasPrefix(s, "/") {
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
}
