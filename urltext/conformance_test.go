package urltext_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"earl.example/urltext"
)

// folders are the folders with the official tests of UTS #58: the pinned copy, and the one that EARL_CONFORMANCE names.
func folders(t *testing.T) []string {
	all := []string{"testdata"}
	if folder := os.Getenv("EARL_CONFORMANCE"); folder != "" {
		all = append(all, filepath.Join(folder, "uts58"))
	}
	return all
}

func readLines(t *testing.T, folder, file string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n"), "\n")
}

// TestConformanceLinkDetection marks the links in each line of the official tests and compares the lines.
func TestConformanceLinkDetection(t *testing.T) {
	t.Parallel()
	opt := urltext.FindOptions{BareDomains: true, Email: true}
	for _, folder := range folders(t) {
		cases, passed := 0, 0
		for _, line := range readLines(t, folder, "LinkDetectionTest.txt") {
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
				continue
			}
			cases++
			text := strings.NewReplacer("⸠", "", "⸡", "").Replace(line)
			var b strings.Builder
			at := 0
			for m := range opt.Find(text) {
				b.WriteString(text[at:m.Start] + "⸠" + text[m.Start:m.End] + "⸡")
				at = m.End
			}
			if got := b.String() + text[at:]; got != line {
				t.Errorf("%s: links of\n%s, want\n%s", folder, got, line)
				continue
			}
			passed++
		}
		t.Logf("%s: %d of %d cases passed", folder, passed, cases)
		if cases < 344 {
			t.Errorf("%s: %d cases, want 344 or more", folder, cases)
		}
	}
}
