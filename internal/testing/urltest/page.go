package urltest

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// Page fails the test unless the file contains exactly the given text. If update is set, Page first writes the text to
// the file.
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
	compare(t, name, string(old), text)
}

// compare fails the test if the page differs from the text, and reports the first line that differs.
func compare(t *testing.T, name, old, text string) {
	t.Helper()
	if old == text {
		return
	}
	was, is := strings.Split(old, "\n"), strings.Split(text, "\n")
	for i, line := range is {
		if i >= len(was) || was[i] != line {
			t.Fatalf("%s is out of date: run go generate\nline %d should be\n%s", name, i+1, line)
		}
	}
	t.Fatalf("%s is out of date: run go generate; its end is wrong", name)
}

// Command returns the command that runs the test again with a flag.
func Command(tb testing.TB, flag string) string {
	folder := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		folder = strings.TrimSuffix(strings.TrimPrefix(info.Path, info.Main.Path), ".test")
	}
	return fmt.Sprintf("go test .%s -run '^%s$' %s", folder, tb.Name(), flag)
}
