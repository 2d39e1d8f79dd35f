package record

import (
	"math"
	"testing"
)

// TestWithinLimit: if the limit of memory is smaller than what --memory would set, keys are given less.
func TestWithinLimit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ memory, limit, keys, want int64 }{
		{64 << 20, math.MaxInt64, 40 << 20, 56 << 20},
		{64 << 20, 1 << 30, 40 << 20, 56 << 20},
		{64 << 20, 50 << 20, 34 << 20, 50 << 20},
		{1 << 30, 57 << 20, 41 << 20, 57 << 20},
		{1 << 30, usualLimit, 1000 << 20, 1016 << 20},
		{32 << 20, math.MaxInt64, 8 << 20, 24 << 20},
		{32 << 20, 1 << 20, 8 << 20, 1 << 20}, // with which nothing can be done
	} {
		if keys, all := withinLimit(tt.memory, tt.limit); keys != tt.keys || all != tt.want {
			t.Errorf("%d within %d: %d for keys, limit %d; want %d, %d", tt.memory, tt.limit, keys, all, tt.keys, tt.want)
		}
	}
}
