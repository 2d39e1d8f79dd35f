package rfc3986_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"earl.example/rfc3986"
)

// TestURI: a URI has the methods of Ref, and methods that return a URI agree with them.
func TestURI(t *testing.T) {
	t.Parallel()
	const steps = rfc3986.StepsSyntax | rfc3986.StepsScheme
	for _, s := range append(seeds, "S://u:p@h:1/a/./b?x=1&y#f") {
		u, err := rfc3986.ParseURI(s)
		if err != nil {
			continue
		}
		r := u.Ref()
		if again, ok := r.URI(); !ok || again != u || u.String() != s || u.Path() != r.Path() {
			t.Errorf("%q is %q as a reference", u, r)
		}
		for name, pair := range map[string][2]string{
			"Clone":           {u.Clone().String(), r.Clone().String()},
			"Normalize":       {u.Normalize(steps).String(), r.Normalize(steps).String()},
			"WithoutFragment": {u.WithoutFragment().String(), r.WithoutFragment().String()},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s of %q: %q as a URI, %q as a reference", name, s, pair[0], pair[1])
			}
		}
	}
	if _, ok := rfc3986.MustParse("a").URI(); ok {
		t.Error("a relative reference is a URI")
	}
}

// TestURIMethods: the comment of URI lists the methods of Ref that URI does not declare, which go doc does not show.
func TestURIMethods(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	_, comment, _ := strings.Cut(source.String(), "// A URI also has these methods of [Ref]:\n//\n")
	comment, _, _ = strings.Cut(comment, "type URI struct")
	var want []string
	for m := range reflect.TypeFor[*rfc3986.URI]().Methods() {
		if !regexp.MustCompile(`(?m)^func \(u \*?URI\) ` + m.Name + `\(`).MatchString(source.String()) {
			want = append(want, m.Name)
		}
	}
	got := regexp.MustCompile(`\w+`).FindAllString(comment, -1)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the comment lists %q, want %q", got, want)
	}
}
