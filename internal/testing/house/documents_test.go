package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"earl.example"
	"earl.example/urllib"
)

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReleasesNamed: ARCHITECTURE.md names the newest release known of each
// branch, and the older ends as package urllib has them.
func TestReleasesNamed(t *testing.T) {
	t.Parallel()
	text := document(t, "ARCHITECTURE.md")
	for _, v := range urllib.Versions() {
		if !strings.Contains(text, v.String()) {
			t.Errorf("ARCHITECTURE.md does not name %s", v)
		}
	}
	for _, m := range regexp.MustCompile(`3\.\d+\.\d+`).FindAllString(text, -1) {
		_, err := urllib.ParseVersion(m)
		if withdrawn := m == "3.9.3"; (err != nil) != withdrawn {
			t.Errorf("ARCHITECTURE.md names %s: %v", m, err)
		}
	}
}

// TestDialectsNamed: the table of README.md calls ready what there is.
func TestDialectsNamed(t *testing.T) {
	t.Parallel()
	text := document(t, "README.md")
	for _, m := range regexp.MustCompile("(?m)^\\|.*\\| `(\\w+)`.*\\| (\\*\\*ready\\*\\*|planned) \\|$").FindAllStringSubmatch(text, -1) {
		_, err := earl.ParseDialect(m[1])
		if ready := m[2] != "planned"; ready != (err == nil) {
			t.Errorf("README.md says that %s is %s: %v", m[1], m[2], err)
		}
	}
	for _, d := range earl.Dialects() {
		if !strings.Contains(text, "| `"+d.Name()+"`") {
			t.Errorf("README.md does not have %s", d.Name())
		}
	}
}

// TestVariablesNamed: CONTRIBUTING.md has the variables of the environment that are
// read, and no others.
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

// link matches a link within the project in a Markdown text.
var link = regexp.MustCompile(`\]\(([^):#]+)\)`)

// TestLinks: a link in a document leads to a file that exists.
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
