package urllib_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"earl.example/internal/testing/pycall"
)

// A row is one call of a table. Its name says what it shows; see the head of
// testdata/calls/parse.txt.
type row struct{ name, call string }

// rows returns all tables: those of testdata/calls and the loops.
func rows(tb testing.TB) []row {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "calls", "*.txt"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no tables: %v", err)
	}
	var all []row
	for _, file := range files {
		all = append(all, readRows(tb, file)...)
	}
	return append(all, loops()...)
}

// readRows reads a file of lines "name call". Empty lines and lines that
// begin with # say nothing.
func readRows(tb testing.TB, file string) []row {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var all []row
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		name, call, ok := strings.Cut(line, " ")
		if !ok {
			tb.Fatalf("%s:%d: no call", file, n)
		}
		all = append(all, row{name, strings.TrimSpace(call)})
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return all
}

// TestTablesAreExpressible finds calls that no Go program can write, which
// the other tests could only skip.
func TestTablesAreExpressible(t *testing.T) {
	t.Parallel()
	for _, r := range rows(t) {
		e, err := pycall.Parse(r.call)
		if err == nil {
			_, err = pycall.Outcome(pythonOf(t, "3.13"), e)
		}
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
	}
}
