// Package testscript, whose flag -update the test shares, does not build on these.

//go:build !js && !plan9

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/internal/show"
	"earl.example/internal/testing/urltest"
)

//go:generate go test -count=1 -run ^TestHelpPages$ . -update

// TestHelpPages compares some pages of help and of the manual with recorded ones, which were read once.
func TestHelpPages(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, args := range []string{"help", "help get", "set --help", "help version", "help fields", "help flags", "help logs"} {
		var out, messages bytes.Buffer
		if status := run(t.Context(), strings.Fields(args), strings.NewReader(""), &out, &messages); status != cli.StatusOK {
			t.Fatalf("earl %s has status %d, %s, want success", args, status, &messages)
		}
		fmt.Fprintf(&b, "== earl %s\n%s\n", args, &out)
	}
	dir, version := t.TempDir(), regexp.MustCompile(`"earl [^"]*" "earl manual"`)
	var messages bytes.Buffer
	if status := run(t.Context(), []string{"man", dir}, strings.NewReader(""), &messages, &messages); status != cli.StatusOK {
		t.Fatalf("earl man has status %d, %s, want success", status, &messages)
	}
	for _, name := range []string{"earl.1", "earl-stats.1", "earl-version.1"} {
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "== %s\n%s\n", name, version.ReplaceAllString(string(page), `"earl VERSION" "earl manual"`))
	}
	urltest.Page(t, "testdata/help.txt", b.String(), *update)
}

// TestHelpFitsATerminal: lines of the help have at most 79 columns, unless they are commands or addresses.
func TestHelpFitsATerminal(t *testing.T) {
	t.Parallel()
	pages := []string{"help recipes", "help flags", "help fields", "help logs", "help where", "help formats", "help tracking",
		"help exit-status"}
	for _, cmd := range cli.Documented(newRoot(new(record.Process), nil)) {
		pages = append(pages, strings.TrimPrefix(cmd.CommandPath()+" --help", "earl "))
	}
	for _, page := range pages {
		var out bytes.Buffer
		run(t.Context(), strings.Fields(page), strings.NewReader(""), &out, &out)
		for line := range strings.Lines(out.String()) {
			words := strings.Fields(line)
			isWhole := len(words) < 3 || strings.Contains(line, "earl ")
			if n := show.Columns(strings.TrimSuffix(line, "\n")); n > 79 && !isWhole {
				t.Errorf("earl %s: %d columns: %s", page, n, line)
			}
		}
	}
}
