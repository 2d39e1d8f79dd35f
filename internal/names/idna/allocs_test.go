package idna

import (
	"runtime"
	"strings"
	"testing"
)

// TestAllocations: nothing is allocated for labels of ordinary length, nor for
// errors but the error.
func TestAllocations(t *testing.T) {
	tests := []struct {
		name, in string
		opt      Options
		want     float64
	}{
		{"plain", "www.Example.com", Options{}, 0},
		{"plain, strict", "www.Example.com", Strict(), 0},
		{"long and plain", strings.Repeat("a", 10000), Options{}, 0},
		{"German", "www.b\u00fccher.example", Options{}, 0},
		{"German, strict", "www.b\u00fccher.example", Strict(), 0},
		{"Punycode", "xn--bcher-kva.example", Options{}, 0},
		{"marks", "e\u0301\u0323.\u1100\u1161\u11a8", Options{}, 0},
		{"Arabic", "\u0645\u062b\u0627\u0644.\u0625\u062e\u062a\u0628\u0627\u0631", Options{}, 0},
		{"64 code points", strings.Repeat("\u00fc", smallLabel), Options{}, 0},
		{"error", "\u00fc\u0080.example", Options{}, 1},
	}
	dst := make([]byte, 0, 20000)
	for _, test := range tests {
		if got := testing.AllocsPerRun(100, func() { AppendToASCII(dst, test.in, test.opt) }); got != test.want {
			t.Errorf("ToASCII of %s: %v allocations, want %v", test.name, got, test.want)
		}
		if got := testing.AllocsPerRun(100, func() { AppendToUnicode(dst, test.in, test.opt) }); got != test.want {
			t.Errorf("ToUnicode of %s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}

// TestMemory: a label takes no more memory than one of MaxLabel code points,
// for every length and every mapping.
func TestMemory(t *testing.T) {
	const size, limit = 1 << 20, 256 << 10
	dst := make([]byte, 0, 3*size)
	for _, unit := range []string{"a", "\u00fc", "\ufdfa", "\uff41", "\u00ad", "\u0301\u0316", "_", "xn--", "\xff"} {
		s := strings.Repeat(unit, size/len(unit))
		for _, opt := range []Options{{}, Strict()} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			AppendToASCII(dst, s, opt)
			AppendToUnicode(dst, s, opt)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > limit {
				t.Errorf("%d bytes of %+q take %d bytes of memory, want at most %d", len(s), unit, n, limit)
			}
		}
	}
}
