package command

import (
	"bytes"
	"testing"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// TestSamples: the records with the lowest numbers are shown, in whatever order
// they come.
func TestSamples(t *testing.T) {
	t.Parallel()
	u := deduper{samples: 2}
	for _, num := range []int64{7, 9, 3, 8, 2, 100} {
		u.add(bulk.Duplicate{Num: num, First: 1, Result: []byte("x\x00")})
	}
	var b bytes.Buffer
	u.report(&b, bulk.DedupeStats{Dropped: 6, Stats: bulk.Stats{Records: 9}})
	const want = "earl: dropped record 2, the same as record 1: x\\x00\nearl: dropped record 3, the same as record 1: " +
		"x\\x00\nearl: dropped 6 of 9 records\n"
	if b.String() != want {
		t.Errorf("printed %q, want %q", b.String(), want)
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		want int64 // 0 for an error
	}{
		{"1", 1}, {"0", 0}, {"64K", 64 << 10}, {"8589934591G", 8589934591 << 30}, {"8589934592G", 0},
		{"32M", 32 << 20}, {"33554432", 32 << 20}, {"40000k", 40000 << 10}, {"1g", 1 << 30}, {"2T", 2 << 40},
		{"31M", 31 << 20}, {"-1G", 0}, {"M", 0}, {"", 0}, {"9000000T", 0}, {"1e9", 0}, {"1P", 0},
		{"1MiB", 1 << 20}, {"64KiB", 64 << 10}, {"2GiB", 2 << 30}, {"1iB", 0}, {"1MB", 0}, {"1B", 0}, {"1Mi", 0}, {"MiB", 0},
		{"1MiBiB", 0}, {"1iBM", 0}, {"1Kk", 0},
	} {
		if n, err := cli.ParseSize(tt.in); n != tt.want || (err == nil) != (tt.want != 0) {
			t.Errorf("parseSize(%q) = %d, %v, want %d", tt.in, n, err, tt.want)
		}
		if n, err := parseMemory(tt.in); (err == nil) != (tt.want >= record.LeastMemory) || err == nil && n != tt.want {
			t.Errorf("memory %q: %d, %v", tt.in, n, err)
		}
	}
}
