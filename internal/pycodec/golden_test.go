package pycodec

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"earl.example/internal/pyjudge"
	"earl.example/internal/pytext"
)

var update = flag.Bool("update", false, "write testdata/golden.txt from the interpreters found, which must cover the branches from 3.8 to 3.14")

const goldenFile = "testdata/golden.txt"

// goldenWide reports whether the digest of a handler is over all cases: one
// handler suffices for every code point, and one for every pair of bytes.
func goldenWide(errors string) bool { return errors == "backslashreplace" }

// namesDigest is a hash over the lookups of all spellings.
func namesDigest(look func(name string) []byte) string {
	h := sha256.New()
	for _, name := range spellings() {
		h.Write(append(look(name), '\n'))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// TestGolden checks the digests of what CPython did.
func TestGolden(t *testing.T) {
	if *update {
		updateGolden(t)
	}
	text, err := os.ReadFile(goldenFile)
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
			if goldenWide(errors) && testing.Short() {
				t.Skip("-short")
			}
			for _, group := range groups {
				span, want, _ := strings.Cut(group, "=")
				first, last, _ := strings.Cut(span, "-")
				ends := []string{first, last}
				if goldenWide(errors) {
					ends = ends[:1]
				}
				for _, release := range ends {
					x := Text{Release: release3(t, release)}
					var got string
					if module == "names" {
						got = namesDigest(func(name string) []byte { return lookup(x, name) })
					} else {
						got = digest(x, pyjudge.Case{Module: module, Errors: errors, Wide: goldenWide(errors)})
					}
					if got != want {
						t.Errorf("%s: got %s, want %s; TestAgreesWithCPython shows the cases", release, got, want)
					}
				}
			}
		})
	}
	// Every codec of the core, each with every handler, and the names.
	if want := len(coreModules(pytext.Release{Minor: 8}))*len(pyjudge.Handlers()) + 1; rows != want {
		t.Errorf("%s has %d rows, want %d", goldenFile, rows, want)
	}
}

func release3(t *testing.T, s string) (r pytext.Release) {
	if _, err := fmt.Sscanf(s, "3.%d.%d", &r.Minor, &r.Patch); err != nil {
		t.Fatal(err)
	}
	return r
}

// updateGolden asks every interpreter for every digest. Neighbouring releases
// with the same one share an entry.
func updateGolden(t *testing.T) {
	found := pyjudge.Interpreters(t)
	slices.SortFunc(found, func(a, b *pyjudge.Interpreter) int {
		return cmp.Or(cmp.Compare(a.Release.Minor, b.Release.Minor), cmp.Compare(a.Release.Patch, b.Release.Patch))
	})
	var branches []uint8
	for _, p := range found {
		branches = append(branches, p.Release.Minor)
	}
	if !slices.Equal(slices.Compact(branches), []uint8{8, 9, 10, 11, 12, 13, 14}) {
		t.Fatalf("-update needs the branches from 3.8 to 3.14, found 3.%v", slices.Compact(branches))
	}
	type row struct{ module, errors string }
	var order []row
	for _, module := range coreModules(pytext.Release{Minor: 8}) {
		for _, errors := range pyjudge.Handlers() {
			order = append(order, row{module, errors})
		}
	}
	got := make([]map[row]string, len(found))
	names := make([]string, len(found))
	var wait sync.WaitGroup
	for i, p := range found {
		wait.Go(func() {
			got[i] = map[row]string{}
			core := coreModules(p.Release)
			for _, r := range order {
				if slices.Contains(core, r.module) {
					got[i][r] = pyjudge.Case{Module: r.module, Errors: r.errors, Wide: goldenWide(r.errors)}.Ask(t, p, false)
				}
			}
			names[i] = namesDigest(func(name string) []byte {
				return []byte(p.AskBytes(t, map[string]any{"lookup": pyjudge.Hex(name), "core": core}))
			})
		})
	}
	wait.Wait()
	var b strings.Builder
	b.WriteString("# Written by go test -run TestGolden -update from CPython")
	for _, p := range found {
		fmt.Fprintf(&b, " %v", p.Release)
	}
	b.WriteString(".\n# MODULE HANDLER RELEASES=DIGEST..., the digest of the cases in cases_test.go\n")
	line := func(name string, digest func(i int) string) {
		b.WriteString(name)
		for i := 0; i < len(found); {
			j := i + 1
			for j < len(found) && digest(j) == digest(i) {
				j++
			}
			if digest(i) != "" {
				fmt.Fprintf(&b, " %v-%v=%s", found[i].Release, found[j-1].Release, digest(i))
			}
			i = j
		}
		b.WriteString("\n")
	}
	for _, r := range order {
		line(fmt.Sprintf("%s %q", r.module, r.errors), func(i int) string { return got[i][r] })
	}
	line(`names ""`, func(i int) string { return names[i] })
	if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
