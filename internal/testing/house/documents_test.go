package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestVariablesNamed checks that CONTRIBUTING.md lists the environment variables that the project reads, and no
// others.
func TestVariablesNamed(t *testing.T) {
	t.Parallel()
	read := map[string]string{}
	for _, f := range mustText(t) {
		if strings.HasSuffix(f.path, ".go") || f.path == ".ci/run" {
			for _, m := range regexp.MustCompile(`(?:"|\$\{)(EARL_[A-Z0-9_]+)["}:]`).FindAllStringSubmatch(string(f.text), -1) {
				read[m[1]] = f.path
			}
		}
	}
	named := map[string]bool{}
	for _, name := range regexp.MustCompile(`EARL_[A-Z0-9_]+`).FindAllString(document(t, "CONTRIBUTING.md"), -1) {
		named[name] = true
		if read[name] == "" {
			t.Errorf("CONTRIBUTING.md names %s, which nothing reads", name)
		}
	}
	for name, path := range read {
		if !named[name] {
			t.Errorf("CONTRIBUTING.md does not name %s, which %s reads", name, path)
		}
	}
}

// link matches a link to a file of the project in a Markdown text.
var link = regexp.MustCompile(`\]\(([^):#]+)\)`)

// TestLinks checks that the links in documents lead to files that exist.
func TestLinks(t *testing.T) {
	t.Parallel()
	found := 0
	for _, f := range mustText(t) {
		if !strings.HasSuffix(f.path, ".md") {
			continue
		}
		for _, m := range link.FindAllSubmatch(f.text, -1) {
			found++
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(f.path), string(m[1]))); err != nil {
				t.Errorf("%s: %v", f.path, err)
			}
		}
	}
	if found == 0 {
		t.Error("no links found")
	}
}
