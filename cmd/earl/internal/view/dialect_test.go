package view

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"earl.example"
)

// TestUnknownRelease names unknown releases of every dialect. The message lists every release and no empty item.
func TestUnknownRelease(t *testing.T) {
	t.Parallel()
	hole := regexp.MustCompile(`(^|[,:] | or |use )( |,|$|or )`)
	for _, d := range earl.Dialects() {
		releases := d.Releases()
		for _, release := range []string{"", "0.0.0.999", "no", strings.Join(releases, "") + "1"} {
			_, err := ParseDialect(d.Name() + "@" + release)
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

// TestDialectChoices: the completion has each dialect and each release.
func TestDialectChoices(t *testing.T) {
	t.Parallel()
	all := DialectChoices()
	n := 0
	for _, d := range earl.Dialects() {
		n++
		if want := d.Name() + "\t" + d.About(); !slices.Contains(all, want) {
			t.Errorf("the completion does not have %q, want it", want)
		}
		for _, release := range d.Releases() {
			n++
			if want := d.Name() + "@" + release; !slices.Contains(all, want) {
				t.Errorf("the completion does not have %q, want it", want)
			}
		}
	}
	if len(all) != n {
		t.Errorf("the completion has %d values, want %d", len(all), n)
	}
}
