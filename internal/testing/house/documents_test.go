package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"earl.example/rfc3986"
)

// TestVariablesNamed checks that CONTRIBUTING.md lists the environment variables that the project reads, and no
// others.
func TestVariablesNamed(t *testing.T) {
	t.Parallel()
	read := map[string]string{}
	for _, f := range mustText(t) {
		if strings.HasSuffix(f.path, ".go") || strings.HasPrefix(f.path, ".ci/") {
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

var (
	// link matches a link in a Markdown text.
	link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

	// fence matches a block of code.
	fence = regexp.MustCompile("(?ms)^ *```.*?^ *```")

	// heading matches a heading.
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchors returns the fragments of the headings of a Markdown text.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		all[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r) || unicode.IsNumber(r) || r == '-' || r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])] = true
	}
	return all
}

// TestLinks checks that the links in documents lead to files and headings that exist, or are valid https URLs.
func TestLinks(t *testing.T) {
	t.Parallel()
	found := 0
	for _, f := range mustText(t) {
		if !strings.HasSuffix(f.path, ".md") {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(string(f.text), ""), -1) {
			found++
			if strings.Contains(m[1], ":") {
				if u, err := rfc3986.ParseURI(m[1]); err != nil || u.Scheme() != "https" {
					t.Errorf("%s: the link %s: scheme %q, %v", f.path, m[1], u.Scheme(), err)
				}
				continue
			}
			name, fragment, _ := strings.Cut(m[1], "#")
			page := filepath.Join(root, filepath.Dir(f.path), name)
			if name == "" {
				page = filepath.Join(root, f.path)
			}
			if _, err := os.Stat(page); err != nil {
				t.Errorf("%s: %v, want the page", f.path, err)
			} else if fragment != "" {
				if text, err := os.ReadFile(page); err != nil || !anchors(string(text))[fragment] {
					t.Errorf("%s: the link %s: no such heading, %v", f.path, m[1], err)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no links found")
	}
}
