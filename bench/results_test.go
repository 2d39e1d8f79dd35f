package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestResults: tables replace a file if they have all that it has, and only then.
func TestResults(t *testing.T) {
	t.Parallel()
	const old, table = "# old\n\n| | ns |\n|---|\n| a | 1 |\n", "| | ns |\n|---|\n| a | 2 |\n"
	for _, tt := range []struct {
		name, old, text string
		lacks           string
		replace         bool
		says            string // on the way, or nothing if the file is written
	}{
		{"no file yet", "", table, "", false, ""},
		{"no file yet, and something is left out", "", table, "ada", false, ""},
		{"all is there", old, table, "", false, ""},
		{"something is left out", old, table, "ada", false, "go without\n  ada\n"},
		{"something is left out, as is wanted", old, table, "ada", true, ""},
		{"a row is missing", old, "| | ns |\n|---|\n", "", false, "as many rows: 1 are fewer"},
		{"a row is missing, as is wanted", old, "| | ns |\n|---|\n", "", true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "results.md")
			if tt.old != "" {
				if err := os.WriteFile(file, []byte(tt.old), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var out, messages bytes.Buffer
			r := &results{name: file, replace: tt.replace, out: &out, messages: &messages}
			if tt.lacks != "" {
				r.goWithout(tt.lacks, errors.New("it is not there"))
			}
			messages.Reset()
			r.announce()
			if announced := messages.Len() > 0; announced != (tt.says != "" && tt.lacks != "") {
				t.Errorf("at the start it says %q", &messages)
			}
			messages.Reset()
			_, _ = r.Write([]byte(tt.text))
			if err := r.save(); err != nil {
				t.Fatal(err)
			}
			if out.String() != tt.text {
				t.Errorf("%q is printed, want %q", &out, tt.text)
			}
			want := tt.text
			if tt.says != "" {
				want = tt.old
			}
			if got, err := os.ReadFile(file); err != nil || string(got) != want {
				t.Errorf("the file has %q, %v, want %q", got, err, want)
			}
			if !strings.Contains(messages.String(), tt.says) || (tt.says == "") != (messages.Len() == 0) {
				t.Errorf("it says %q, want %q", &messages, tt.says)
			}
		})
	}
}

// TestResultsNowhere: without a name nothing is written, and a folder is no file.
func TestResultsNowhere(t *testing.T) {
	t.Parallel()
	var out, messages bytes.Buffer
	r := &results{out: &out, messages: &messages, lacks: []string{"ada"}}
	r.announce()
	if err := r.save(); err != nil || messages.Len() > 0 {
		t.Errorf("without a name: %v, %q", err, &messages)
	}
	r.name = t.TempDir()
	if err := r.save(); err == nil {
		t.Error("a folder was written")
	}
}
