package pyoracle

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/urltest"
)

// A Recording is a file of digests of CPython's answers. It has a line for each module and error handler.
type Recording struct {
	File    string
	Modules func(rel str.Release) []string   // modules of a release, in order
	Wide    func(module, errors string) bool // returns Case.Wide for a module and an error handler
	Names   bool                             // the argument names of Case.Digest
	Skip    func(c Case) (why string)        // may be nil; returns why this platform must skip a case, or "" to run it
	Digest  func(rel str.Release, c Case) string

	// More, if not empty, is the name of an additional line. MoreHere computes the digest of this line for a release, and
	// MoreThere computes the digest with an interpreter.
	More      string
	MoreHere  func(rel str.Release) string
	MoreThere func(p *Interpreter) string
}

// Check compares the digests of the file with the results of Digest. With -short it compares only the error handler
// "strict". Wide cases, and the last release of each range, are compared only if EARL_EXHAUSTIVE is set.
func (g Recording) Check(t *testing.T) {
	text, err := os.ReadFile(g.File)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		fields := strings.Fields(line)
		module, errors, groups := fields[0], strings.Trim(fields[1], `"`), fields[2:]
		t.Run(module+"/"+errors, func(t *testing.T) {
			t.Parallel()
			g.checkRow(t, Case{module, errors, g.Wide(module, errors)}, groups)
		})
	}
	want := len(g.Modules(str.Release{Minor: 8})) * len(Handlers())
	if g.More != "" {
		want++
	}
	if rows != want {
		t.Errorf("%s has %d rows, want %d", g.File, rows, want)
	}
}

func (g Recording) checkRow(t *testing.T, c Case, groups []string) {
	if testing.Short() && c.Errors != "strict" && c.Module != g.More {
		t.Skip("-short")
	}
	if c.Wide && c.Module != g.More {
		urltest.Exhaustive(t)
	}
	if g.Skip != nil {
		if why := g.Skip(c); why != "" {
			t.Skip(why)
		}
	}
	for _, group := range groups {
		span, want, _ := strings.Cut(group, "=")
		first, last, _ := strings.Cut(span, "-")
		ends := []string{first, last}
		if c.Wide || first == last || !urltest.IsExhaustive() {
			ends = ends[:1]
		}
		for _, release := range ends {
			var rel str.Release
			if _, err := fmt.Sscanf(release, "3.%d.%d", &rel.Minor, &rel.Patch); err != nil {
				t.Fatal(err)
			}
			var got string
			if c.Module == g.More {
				got = g.MoreHere(rel)
			} else {
				got = g.Digest(rel, c)
			}
			if got != want {
				t.Errorf("%s: got %s, want %s; TestLiveDigests shows the cases", release, got, want)
			}
		}
	}
}

// Update writes the file with the digests of the installed interpreters. The interpreters must cover all branches from
// 3.8 to 3.15. Consecutive releases with the same digest share an entry.
func (g Recording) Update(t *testing.T) {
	found := Interpreters(t)
	slices.SortFunc(found, func(a, b *Interpreter) int {
		return cmp.Or(cmp.Compare(a.Release.Minor, b.Release.Minor), cmp.Compare(a.Release.Patch, b.Release.Patch))
	})
	var branches []uint8
	for _, p := range found {
		branches = append(branches, p.Release.Minor)
	}
	if !slices.Equal(slices.Compact(branches), []uint8{8, 9, 10, 11, 12, 13, 14, 15}) {
		t.Fatalf("-update needs the branches from 3.8 to 3.15, found 3.%v", slices.Compact(branches))
	}
	var order []Case
	for _, module := range g.Modules(str.Release{Minor: 8}) {
		for _, errors := range Handlers() {
			order = append(order, Case{module, errors, g.Wide(module, errors)})
		}
	}
	got := make([]map[Case]string, len(found))
	more := make([]string, len(found))
	var wait sync.WaitGroup
	for i, p := range found {
		wait.Go(func() {
			got[i] = map[Case]string{}
			has := g.Modules(p.Release)
			for _, c := range order {
				if slices.Contains(has, c.Module) {
					got[i][c] = c.Ask(t, p, g.Names)
				}
			}
			if g.More != "" {
				more[i] = g.MoreThere(p)
			}
		})
	}
	wait.Wait()
	var b strings.Builder
	b.WriteString("# Written by go test -run TestRecorded -update from CPython")
	for _, p := range found {
		fmt.Fprintf(&b, " %v", p.Release)
	}
	b.WriteString(".\n# MODULE HANDLER RELEASES=DIGEST..., the digest of the cases of internal/testing/pyoracle\n")
	for _, c := range order {
		fmt.Fprintf(&b, "%s %q", c.Module, c.Errors)
		spans(&b, found, func(i int) string { return got[i][c] })
	}
	if g.More != "" {
		fmt.Fprintf(&b, "%s \"\"", g.More)
		spans(&b, found, func(i int) string { return more[i] })
	}
	if err := os.WriteFile(g.File, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// spans writes the digests of all releases, with one entry for consecutive releases that have the same digest.
func spans(b *strings.Builder, found []*Interpreter, digest func(i int) string) {
	for i := 0; i < len(found); {
		j := i + 1
		for j < len(found) && digest(j) == digest(i) {
			j++
		}
		if digest(i) != "" {
			fmt.Fprintf(b, " %v-%v=%s", found[i].Release, found[j-1].Release, digest(i))
		}
		i = j
	}
	b.WriteString("\n")
}
