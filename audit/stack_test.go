package audit

import (
	"errors"
	"slices"
	"testing"

	"earl.example/urlerr"
)

// TestStacks: each stack has two dialects or more, its name is there once, and the caller may change the result.
func TestStacks(t *testing.T) {
	t.Parallel()
	names := Stacks()
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("Stacks() = %q, want sorted names without repetition", names)
	}
	for _, name := range names {
		dialects, err := Stack(name)
		o := Options{Dialects: dialects}
		if r := o.Audit("http://a.example/"); err != nil || len(r.Verdicts) < 2 || dialects[0] == dialects[1] || r.Differ != 0 {
			t.Errorf("%s: %v, %v, %s, want two different dialects that agree", name, dialects, err, r.Differ)
		}
		dialects[0] = dialects[1]
		if again, _ := Stack(name); again[0] == again[1] {
			t.Errorf("%s: a caller changed it", name)
		}
	}
	_, err := Stack("cobol")
	if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Rule.Kind != urlerr.UnknownName {
		t.Error(err)
	}
}

// TestStackPolicy: a policy with the dialects of a stack rejects the URL on which they read two hosts, whatever else it
// allows.
func TestStackPolicy(t *testing.T) {
	t.Parallel()
	dialects, err := Stack("python-requests")
	if err != nil {
		t.Fatal(err)
	}
	lenient := Policy{Dialects: dialects, FailOn: High + 1, AllowUserinfo: true, AllowInternal: true}
	if err := lenient.Check("http://127.0.0.1/"); err != nil {
		t.Error(err)
	}
	refused, ok := errors.AsType[*PolicyError](lenient.Check(`http://127.0.0.1\@1.1.1.1/`))
	if !ok || refused.Finding.ID != "policy-dialects" {
		t.Errorf("%v, want a refusal by policy-dialects", refused)
	}
}
