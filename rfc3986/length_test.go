package rfc3986

import (
	"errors"
	"testing"
	"unsafe"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
)

// TestLongestText claims lengths that nobody reads: a text that is too long has to be
// refused before a byte of it is looked at, also where ints have 32 bits.
func TestLongestText(t *testing.T) {
	t.Parallel()
	if urltest.RaceDetector {
		t.Skip("texts longer than their memory")
	}
	slash := []byte("/")
	claim := func(n int) string { return unsafe.String(&slash[0], n) }
	third := claim(longest/3 + 1)
	base := URI{pack(claim(longest-1), 2, 2, 2, 2, longest-1, longest-1)}
	r, at, broken := parse(claim(longest+1), &standard)
	if at != longest || broken != ruleLength || r != (Ref{}) {
		t.Errorf("parse: offset %d, rule %v", at, broken)
	}
	if base.Normalize(^Steps(0)) != base {
		t.Error("what might become too long is changed")
	}
	for name, do := range map[string]func() error{
		"compose": func() error {
			_, err := (&draft{urlerr.Path: {third, true}, urlerr.Query: {third, true}, urlerr.Fragment: {third, true}}).compose()
			return err
		},
		"compose, more than an int": func() error {
			half := claim(longest/2 + 1)
			_, err := (&draft{urlerr.Path: {half, true}, urlerr.Query: {half, true}, urlerr.Fragment: {half, true}, urlerr.Host: {half, true}}).compose()
			return err
		},
		"Resolve": func() error { _, err := Resolve(base, MustParse("?ab")); return err },
		"Resolve a path": func() error {
			_, err := Resolve(MustParseURI("s://h/a"), pack(claim(longest-4), 0, 0, 0, 0, 1, 1))
			return err
		},
	} {
		if err := do(); !errors.Is(err, urlerr.TooLong) {
			t.Errorf("%s: accepted: %v, want too long", name, err == nil)
		}
	}
}
