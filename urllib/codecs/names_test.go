package codecs

import (
	"testing"

	"earl.example/internal/python/str"
)

// TestNamesRoundTrip: the character of a name is the one that has it, in every
// branch.
func TestNamesRoundTrip(t *testing.T) {
	t.Parallel()
	for minor := uint8(8); minor <= 14; minor++ {
		if testing.Short() && minor < 14 {
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
			if found < 130_000 {
				t.Errorf("%d names, want at least 130000", found)
			}
			if private < 800 {
				t.Errorf("%d names of private use characters, want at least 800", private)
			}
		})
	}
}
