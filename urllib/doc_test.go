package urllib_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"earl.example/urllib"
)

// TestDocNamesRecordedReleases checks the list of releases in the package comment.
func TestDocNamesRecordedReleases(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(source), "// # Releases\n")
	text, _, _ = strings.Cut(text, "// # ")
	text = strings.ReplaceAll(text, "\n//", "")
	var named []string
	for _, m := range regexp.MustCompile(`(3\.\d+\.\d+)(?: to (3\.\d+\.\d+))?`).FindAllStringSubmatch(text, -1) {
		minor, last := numbers(urllib.MustParseVersion(m[1]))
		if m[2] != "" {
			_, last = numbers(urllib.MustParseVersion(m[2]))
		}
		for _, v := range everyRelease(t) {
			n, patch := numbers(v)
			if _, first := numbers(urllib.MustParseVersion(m[1])); n == minor && first <= patch && patch <= last {
				named = append(named, v.String())
			}
		}
	}
	var recorded []string
	for _, release := range mustRecording(t).releases {
		if !strings.Contains(release, "-") {
			recorded = append(recorded, release)
		}
	}
	if !slices.Equal(named, recorded) {
		t.Errorf("doc.go names the releases\n%q; recorded are\n%q", named, recorded)
	}
}
