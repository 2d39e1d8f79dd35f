package urltest

import (
	"os"
	"strings"
	"testing"
)

// Page fails unless the file has the text that a test made. With update set it
// writes that first: go generate sets the flag that tells.
func Page(t *testing.T, name, text string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(old) == text {
		return
	}
	was, is := strings.Split(string(old), "\n"), strings.Split(text, "\n")
	for i, line := range is {
		if i >= len(was) || was[i] != line {
			t.Fatalf("%s is out of date: run go generate\nline %d should be\n%s", name, i+1, line)
		}
	}
	t.Fatalf("%s is out of date: run go generate; its end is wrong", name)
}
