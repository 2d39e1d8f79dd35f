package codecs

import (
	"testing"

	"earl.example/internal/python/str"
)

// TestNamesRoundTrip: the character of a name is the one that has it, in every branch. The numbers of names are
// CPython's.
func TestNamesRoundTrip(t *testing.T) {
	t.Parallel()
	for minor, want := range map[uint8]struct{ found, private int }{
		8: {132_718, 910}, 9: {138_624, 910}, 10: {138_624, 910}, 11: {139_483, 931}, 12: {143_975, 934}, 13: {144_602, 934},
		14: {},
	} {
		if testing.Short() && minor != 13 {
			continue
		}
		rel := str.Release{Minor: minor, Patch: 10}
		t.Run(rel.String(), func(t *testing.T) {
			t.Parallel()
			found, private := 0, 0
			for r := rune(0); r <= 0x10FFFF; r++ {
				name := All{}.RuneName(r, rel)
				if name == "" {
					continue
				}
				found++
				if r >= privateAliases {
					private++
					continue // the name is of another character, or of several
				}
				if got, ok := runeOf([]byte(name), rel); got != r || !ok {
					t.Fatalf("%U is %q, which is %U, %v", r, name, got, ok)
				}
			}
			switch {
			case want.found == 0:
				if found < 144_602 || private < 934 {
					t.Errorf("%d names, %d of private use characters, want at least those of 3.13", found, private)
				}
			case found != want.found || private != want.private:
				t.Errorf("%d names, %d of private use characters, want %d and %d", found, private, want.found, want.private)
			}
		})
	}
}

// TestNamesOfOtherBranches: a branch that this package does not know has the names of the newest known one.
func TestNamesOfOtherBranches(t *testing.T) {
	t.Parallel()
	for _, r := range []rune{'a', hangulFirst, hangulLast, privateAliases, privateSequences} {
		got, want := All{}.RuneName(r, str.Release{Minor: 99}), All{}.RuneName(r, str.Release{Minor: 15})
		if got != want || got == "" {
			t.Errorf("RuneName(%U) in an unknown branch = %q, want %q", r, got, want)
		}
	}
}
