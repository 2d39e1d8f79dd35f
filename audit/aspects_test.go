package audit

import "testing"

// TestAspectsOf: each component that is compared has an aspect of its own.
func TestAspectsOf(t *testing.T) {
	all := Acceptance
	for _, c := range compared {
		a := AspectsOf(c)
		if all&a != 0 || !a.Has(c) || a.String() != c.String() {
			t.Errorf("%v: %v, after %v", c, a, all)
		}
		all |= a
	}
	if got := AspectsOf(compared[:]...); got != all&^Acceptance {
		t.Errorf("all: %v, want %v", got, all&^Acceptance)
	}
}
