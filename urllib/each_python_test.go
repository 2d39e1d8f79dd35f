package urllib_test

import (
	"fmt"
	"testing"

	"earl.example/internal/testing/oracle"
)

// eachPython runs f as a parallel subtest for each interpreter from CPython 3.8 on that the environment variable
// EARL_PYTHONS lists, separated as in PATH.
func eachPython(t *testing.T, f func(t *testing.T, path string)) {
	t.Helper()
	known := func(release string) bool {
		var minor int
		_, err := fmt.Sscanf(release, "3.%d.", &minor)
		return err == nil && minor >= 8
	}
	for _, s := range oracle.Codecs(nil, false, nil).Start(t, known) {
		t.Run(s.Release, func(t *testing.T) {
			t.Parallel()
			f(t, s.Path)
		})
	}
}
