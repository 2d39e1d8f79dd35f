package main

import (
	"regexp"
	"strings"
	"testing"

	"earl.example"
)

func TestAlternatives(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		names []string
		want  string
	}{
		{"none", nil, ""},
		{"one", []string{"a"}, "a"},
		{"two", []string{"a", "b"}, "a or b"},
		{"three", []string{"a", "b", "c"}, "a, b or c"},
	} {
		if got := alternatives(test.names); got != test.want {
			t.Errorf("%s: alternatives(%q) = %q, want %q", test.name, test.names, got, test.want)
		}
	}
}

// TestUnknownRelease names unknown releases of every dialect. The message lists every release and no empty item.
func TestUnknownRelease(t *testing.T) {
	t.Parallel()
	hole := regexp.MustCompile(`(^|[,:] | or |use )( |,|$|or )`)
	for _, d := range earl.Dialects() {
		releases := d.Releases()
		for _, release := range []string{"", "0.0.0.999", "no", strings.Join(releases, "") + "1"} {
			_, err := parseDialect(d.Name() + "@" + release)
			if err == nil {
				t.Errorf("parseDialect(%q) = nil, want an error", d.Name()+"@"+release)
				continue
			}
			text := err.Error()
			if hole.MatchString(text) {
				t.Errorf("parseDialect(%q): %s, want no empty item", d.Name()+"@"+release, text)
			}
			if want := d.Name() + " has no releases: use --as " + d.Name(); len(releases) == 0 && text != want {
				t.Errorf("parseDialect(%q): %s, want %s", d.Name()+"@"+release, text, want)
			}
			for _, known := range releases {
				if !strings.Contains(text, known) {
					t.Errorf("parseDialect(%q): %s, want the release %s in it", d.Name()+"@"+release, text, known)
				}
			}
		}
	}
}
