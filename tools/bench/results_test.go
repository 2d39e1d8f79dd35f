package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestResults: tables replace a file if they lack nothing, and only then.
func TestResults(t *testing.T) {
	t.Parallel()
	var out, messages bytes.Buffer
	r := &results{out: &out, messages: &messages}
	_, _ = r.Write([]byte("# Tables\n"))
	file := filepath.Join(t.TempDir(), "results.md")
	if err := r.save(""); err != nil {
		t.Errorf("without a name: %v", err)
	}
	if err := r.save(file); err != nil {
		t.Fatal(err)
	}
	r.goWithout("ada", errors.New("it is not there"))
	r.goWithout("trurl", nil)
	_, _ = r.Write([]byte("more\n"))
	if err := r.save(file); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "# Tables\n" || out.String() != "# Tables\nmore\n" {
		t.Errorf("%q, %v is written, %q printed", text, err, &out)
	}
	const want = "bench: goes without ada: it is not there\n" +
		"bench: %s stays as it is, since these tables go without\n  ada: it is not there\n"
	if messages.String() != fmt.Sprintf(want, file) {
		t.Errorf("it says %q", &messages)
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
