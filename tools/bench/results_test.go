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
	const old, table = "# Tables\n\n| | ns |\n|---|\n| a | 1 |\n", "# Tables\n\n| | ns |\n|---|\n| a | 2 |\n"
	for _, tt := range []struct {
		name, old, text string
		lacks           string
		replace         bool
		says            string // on the way, or nothing if the file is written
	}{
		{"no file yet", "", table, "", false, ""},
		{"no file yet, and something is left out", "", table, "ada", false, ""},
		{"all is there", old, table, "", false, ""},
		{"something is left out", old, table, "ada", false, "go without\n  ada: it is not there\n"},
		{"something is left out, as is wanted", old, table, "ada", true, ""},
		{"a row is missing", old, "# Tables\n\n| | ns |\n|---|\n", "", false, "go without\n  1 of the rows that it has\n"},
		{"other tables", "# Others\n", table, "", false, "go without\n  its heading, \"# Others\"\n"},
		{"other tables, as is wanted", "# Others\n", table, "", true, ""},
		{"a file of another kind", "package main", table, "", false, "go without\n  its heading, \"package main\"\n"},
		{"a row is missing, as is wanted", old, "# Tables\n\n| | ns |\n|---|\n", "", true, ""},
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

// TestRead: a corpus as people have it, a part of one, and none.
func TestRead(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "some.txt")
	if err := os.WriteFile(file, []byte("\ufeffhttp://a/\r\nhttp://b/\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name       string
		o          options
		urls       int
		last, from string
		lacks      string
	}{
		{"a corpus", options{corpus: file}, 2, "http://b/", "URLs of some.txt (SHA-256 ", ""},
		{"more than there are", options{corpus: file, limit: 3}, 2, "http://b/", "URLs of some.txt (SHA-256 ", ""},
		{"a part", options{corpus: file, limit: 1}, 1, "http://a/", "URLs of some.txt (SHA-256 ",
			"most of the URLs: -urls says so"},
		{"none", options{}, 10_000, "", "made-up URLs",
			"a corpus of URLs: EARL_CORPUS is not set: it names a file of URLs, one a line; made-up ones stand in"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var messages bytes.Buffer
			r := &results{messages: &messages}
			urls, from, err := tt.o.read(r)
			if err != nil || len(urls) != tt.urls || !strings.HasPrefix(from, tt.from) ||
				strings.Join(r.lacks, ", ") != tt.lacks {
				t.Fatalf("%d %s, %v, without %q", len(urls), from, err, r.lacks)
			}
			if tt.last != "" && urls[len(urls)-1] != tt.last {
				t.Errorf("the last is %q, want %q", urls[len(urls)-1], tt.last)
			}
		})
	}
	if _, _, err := (&options{corpus: file + "s"}).read(&results{}); err == nil {
		t.Error("a file was read that is not there")
	}
}
