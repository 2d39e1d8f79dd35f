package field

import (
	"strings"
	"testing"
)

// TestLimits checks that each limit allows expressions of exactly its size, and none that is larger by one.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		most   int
		within func(n int) bool
	}{
		{"bytes of an expression", maxExpression, func(n int) bool {
			const condition = `host == "h"`
			_, err := compileExpression(condition+strings.Repeat(" ", n-len(condition)), nil, nil)
			return err == nil
		}},
		{"bytes of an expression with a caret", longExpression, func(n int) bool {
			return snippetOf(strings.Repeat("a", n), 0) != ""
		}},
		{"bytes of an expression that is rewritten", longExpression, func(n int) bool {
			const condition = "host = h"
			return rewritten(condition+strings.Repeat("h", n-len(condition))) != ""
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !tt.within(tt.most) {
				t.Errorf("%d are rejected, want them accepted", tt.most)
			}
			if tt.within(tt.most + 1) {
				t.Errorf("%d are accepted, want them rejected", tt.most+1)
			}
		})
	}
}
