package codecs

import (
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
)

// TestEdges compares the codecs with answers of CPython for inputs at the edges of their ranges, which edges.py wrote.
func TestEdges(t *testing.T) {
	t.Parallel()
	for _, release := range []string{"3.11.7", "3.13.0"} {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			recorded, err := os.ReadFile("testdata/edges-" + release + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(recorded)) {
				f := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 5)
				in, err := hex.DecodeString(strings.Trim(f[3], "-"))
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				got := answer(release, oracle.Call(f[0], f[1], f[2], string(in)))
				if strconv.IntSize < 64 && strings.HasPrefix(got, "!OverflowError") {
					continue // CPython has this error, too, if a position does not fit in 32 bits
				}
				if result, ok := strings.CutPrefix(got, "="); ok {
					got = "=" + hex.EncodeToString([]byte(result))
				}
				if got != f[4] {
					t.Errorf("%q.%s(%q, %q) = %s, want %s", in, f[0], f[1], f[2], got, f[4])
				}
			}
		})
	}
}
