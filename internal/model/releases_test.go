package model

import (
	"errors"
	"slices"
	"testing"

	"earl.example/urlerr"
)

var releases = Releases[Release]{"10.2.1", "10.2.1+b", "10.1.0", "10.1.0+b", "9", "1.25.1"}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, want string }{
		{"10.2.1", "10.2.1"}, {"10.2", "10.2.1"}, {"10.1", "10.1.0"}, {"10", "10.2.1"}, {"9", "9"}, {"1", "1.25.1"},
		{"", ""}, {"10.", ""}, {"10.2.1.", ""}, {"10.2.1.0", ""}, {"1.2", ""}, {"10.2 ", ""}, {"v9", ""}, {"0.1", ""},
		{"10+b", "10.2.1+b"}, {"10.1+b", "10.1.0+b"}, {"9+b", ""}, {"10.2.1+", ""}, {"10.2.1+c", ""}, {"+b", ""},
	} {
		i, err := releases.Find("program", tt.name)
		if tt.want == "" && !errors.Is(err, urlerr.UnknownName) || tt.want != "" && (err != nil || string(releases[i]) != tt.want) {
			t.Errorf("Find(%q) = %d, %v, want %q", tt.name, i, err, tt.want)
		}
	}
	const want = `program: unknown release: "2": use one of 1.25.1, 9, 10.1.0+b, 10.1.0, 10.2.1+b, 10.2.1`
	if _, err := releases.Find("program", "2"); err.Error() != want {
		t.Error(err)
	}
}

func TestReleaseNames(t *testing.T) {
	t.Parallel()
	if got := releases.Names(); !slices.Equal(got, []string{"1.25.1", "9", "10.1.0+b", "10.1.0", "10.2.1+b", "10.2.1"}) {
		t.Error(got)
	}
}
