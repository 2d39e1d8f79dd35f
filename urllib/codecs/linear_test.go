package codecs

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
)

// TestLinear doubles hostile inputs, and fails if the time grows faster than
// the length, for which its logarithm is too little.
func TestLinear(t *testing.T) {
	urltest.Megabytes(t)
	const size = 64 << 10
	texts := []string{
		"\xed\xa0\x80", "\u304b\u309a", "\u304b", "a\u4e00", "\u0e01a", "\xff", "\U0010ffff", "\u00e9\u00e8", "\u0323\u0307",
		"\u05d0.", "xn--\u00e9",
		"\u00e9.", "~", "\\",
	}
	inputs := []string{
		"\xff", "\x81", "\x8f", "\x1b", "\x1b$", "\x1b$B", "\x1b&@", "~{", "~", "\\N{", "\\N{a}", "\\", "\\U0011", "a-", "-",
		"9", "zz-9", "xn--9", "xn--a.", ".",
		"\xa4\xd4", "\x810", "99999999a", "a.", "xn--",
	}
	shapes := 0
	tested := func() bool { shapes++; return shapes%7 == 0 || urltest.IsExhaustive() }
	for _, version := range []string{"3.11", "3.13"} {
		py := urllib.Python{Version: urllib.MustParseVersion(version), Codecs: All{}}
		for _, module := range slices.Sorted(maps.Keys(modules)) {
			if version == "3.11" && module != "idna" && module != "punycode" {
				continue // the same code as in 3.13
			}
			for _, handler := range oracle.Handlers() {
				for _, unit := range texts {
					if !tested() {
						continue
					}
					urltest.Linear(t, fmt.Sprintf("%s: %+q in %s, %s", version, unit, module, handler),
						strings.Repeat(unit, size/len(unit)), func(s string) {
							py.EncodeText(s, module, handler)
						})
				}
				for _, unit := range inputs {
					if !tested() {
						continue
					}
					urltest.Linear(t, fmt.Sprintf("%s: %+q from %s, %s", version, unit, module, handler),
						strings.Repeat(unit, size/len(unit)), func(s string) {
							py.DecodeText([]byte(s), module, handler)
						})
				}
			}
		}
	}
}
