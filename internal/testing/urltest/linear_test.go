package urltest

import (
	"strings"
	"testing"
)

// A listener counts the errors of a test.
type listener struct {
	testing.TB
	errors int
}

func (l *listener) Errorf(string, ...any) { l.errors++ }

// TestLinear: what looks at the rest of its input for each byte is not linear,
// what takes long for each byte is.
func TestLinear(t *testing.T) {
	Megabytes(t)
	sum, read := 0, 0
	busy := func(n int) {
		for i := range n {
			sum += i ^ sum
		}
	}
	for _, test := range []struct {
		name   string
		errors int
		do     func(s string)
	}{
		{"quick", 0, func(s string) { sum += strings.Count(s, "b") }},
		{"slow", 0, func(s string) { busy(1000 * len(s)) }},
		{"quadratic", 1, func(s string) {
			for range s {
				busy(len(s) / 8)
			}
		}},
		{"interrupted after as many bytes", 0, func(s string) {
			busy(10 * len(s))
			if read += len(s); read >= 1<<14 {
				read = 0
				busy(20_000_000)
			}
		}},
	} {
		l := &listener{TB: t}
		perByte := Linear(l, test.name, Many("x", "a", "y", 1<<14), test.do)
		if l.errors != test.errors || perByte <= 0 || (perByte < quickEnough) != (test.name == "quick") {
			t.Errorf("%s: %d errors at %.1f ns a byte, want %d", test.name, l.errors, perByte, test.errors)
		}
	}
}
