package pyoracle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/urltest"
)

// A Python is an interpreter of CPython.
type Python struct {
	Path    string
	Release str.Release
}

// Pythons returns the interpreters that the environment variable EARL_PYTHONS lists, separated as in PATH. It skips the
// test if the variable is not set.
func Pythons(tb testing.TB) (found []Python) {
	tb.Helper()
	urltest.Live(tb)
	for _, path := range filepath.SplitList(os.Getenv("EARL_PYTHONS")) {
		out, err := exec.Command(path, "-c", "import platform; print(platform.python_version())").Output()
		if err != nil {
			tb.Fatalf("EARL_PYTHONS: %s: %v", path, err)
		}
		p := Python{Path: path}
		if _, err := fmt.Sscanf(string(out), "3.%d.%d", &p.Release.Minor, &p.Release.Patch); err != nil ||
			!p.Release.AtLeast(8, 0) {
			tb.Fatalf("EARL_PYTHONS: %s is Python %s: CPython 3.8 or later is needed", path, out)
		}
		found = append(found, p)
	}
	if len(found) == 0 {
		tb.Skip("EARL_PYTHONS names no interpreters")
	}
	return found
}

// Each runs f as a parallel subtest for each interpreter of [Pythons].
func Each(t *testing.T, f func(t *testing.T, p Python)) {
	t.Helper()
	for _, p := range Pythons(t) {
		t.Run(p.Release.String(), func(t *testing.T) {
			t.Parallel()
			f(t, p)
		})
	}
}
