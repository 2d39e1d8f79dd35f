// Package testscript, whose flag -update the test shares, does not build on these.

//go:build !js && !plan9

package main

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

//go:generate go test -count=1 -run ^TestRecipes$ . -update

// TestRecipes runs each command of earl help recipes on the files of testdata/recipes, and compares the outputs with
// recorded ones, which were read once.
func TestRecipes(t *testing.T) {
	text, err := os.ReadFile("internal/command/recipes.txt")
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile("../../docs/guide/testdata/access.log")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/recipes")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/access.log", log, 0o600); err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^  (earl .*)$`).FindAllStringSubmatch(string(text), -1)
	if len(commands) < 20 {
		t.Errorf("%d recipes, want 20", len(commands))
	}
	var all strings.Builder
	t.Run("run", func(t *testing.T) {
		t.Chdir(dir)
		for _, m := range commands {
			var in, out bytes.Buffer
			for part := range strings.SplitSeq(m[1], " | ") {
				in, out = out, bytes.Buffer{}
				if part == "sort -u" {
					lines := slices.Sorted(strings.Lines(in.String()))
					out.WriteString(strings.Join(slices.Compact(lines), ""))
					continue
				}
				var messages bytes.Buffer
				status := run(t.Context(), words(part)[1:], &in, &out, &messages)
				if status != 0 && status != 3 || strings.Contains(messages.String(), "hint") {
					t.Errorf("%s: status %d, %s; want success", part, status, &messages)
				}
			}
			all.WriteString("$ " + m[1] + "\n" + out.String())
		}
	})
	urltest.Page(t, "testdata/recipes.out", all.String(), *update)
}
