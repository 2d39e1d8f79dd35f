package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
)

// TestResume: a run that stops and a run with --resume write the same bytes as one run.
func TestResume(t *testing.T) {
	t.Parallel()
	var lines, table, values strings.Builder
	table.WriteString("\ufeffn,url\r\n")
	for i := range 2000 {
		url := fmt.Sprintf("http://h/%d", i)
		switch {
		case i%600 == 400:
			url = "%"
		case i%10 == 3:
			url = "http://h/\"a,b"
		}
		lines.WriteString(url + "\n")
		fmt.Fprintf(&table, "\"%d\n\",\"%s\"\r\n", i, strings.ReplaceAll(url, `"`, `""`))
		fmt.Fprintf(&values, "{\"url\":%q,\"n\":%d}\n", url, i)
	}
	for _, tt := range []struct {
		name, file, input string
		args              []string
	}{
		{"lines", "out", lines.String(), []string{"get", "{path}", "--as", "whatwg"}},
		{"gzip", "out.gz", lines.String(), []string{"get", "{path}", "--as", "whatwg"}},
		{"zstd", "out.zst", lines.String(), []string{"parse", "--json", "--as", "whatwg"}},
		{"without failed records", "out", lines.String(), []string{"normalize", "--profile", "whatwg", "--skip-bad"}},
		{"a filter and numbers", "out", lines.String(), []string{"parse", "--json", "--as", "whatwg", "--number", "--where", `path endsWith "7"`}},
		{"several results for a record", "out", lines.String(), []string{"set", "--json", "--as", "whatwg", "--iterate", "path=a,b"}},
		{"a table with line feeds", "out.csv", table.String(), []string{"get", "{host}", "--as", "whatwg", "--in", "csv"}},
		{"another table", "out.tsv.gz", table.String(), []string{"normalize", "--profile", "whatwg", "--in", "csv", "--out", "tsv"}},
		{"JSON", "out", values.String(), []string{"parse", "--as", "whatwg", "--in", "jsonl", "--json", "--number"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			earl := func(file string, more ...string) (status int, messages string) {
				var stdout, stderr bytes.Buffer
				args := append(append(tt.args[:len(tt.args):len(tt.args)], "--quiet", "--output", filepath.Join(dir, file)), more...)
				status = run(context.Background(), args, strings.NewReader(tt.input), &stdout, &stderr)
				return status, stderr.String()
			}
			if status, messages := earl("whole"+filepath.Ext(tt.file), "--jobs", "1"); status != cli.StatusRecords {
				t.Fatalf("the whole run has status %d, %s; want %d", status, messages, cli.StatusRecords)
			}
			var state []byte
			for _, stops := range []string{"1", "1", "1"} { // at each failed record
				status, messages := earl(tt.file, "--resume", "--max-errors", stops)
				if status != cli.StatusRecords || !strings.HasSuffix(messages, "out"+strings.TrimPrefix(tt.file, "out")+".partial, and --resume continues\n") {
					t.Fatalf("a stopped run has status %d, %q; want %d and the name of the file", status, messages, cli.StatusRecords)
				}
				before := state
				var err error
				if state, err = os.ReadFile(filepath.Join(dir, tt.file+".partial.state")); err != nil || bytes.Equal(before, state) {
					t.Fatalf("the checkpoint is %q, %v; want more records than in %q", state, err, before)
				}
			}
			if status, messages := earl(tt.file, "--resume"); status != cli.StatusOK {
				t.Fatalf("the last run has status %d, %s; want %d", status, messages, cli.StatusOK)
			}
			if got, want := unpacked(t, dir, tt.file), unpacked(t, dir, "whole"+filepath.Ext(tt.file)); got != want {
				t.Errorf("the resumed runs wrote %d bytes, one run %d; want the same bytes", len(got), len(want))
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*.partial*")); len(left) > 0 {
				t.Errorf("the runs left %q, want nothing", left)
			}
		})
	}
}

func unpacked(t *testing.T, dir, name string) string {
	t.Helper()
	file, err := files.Open(filepath.Join(dir, name), new(atomic.Int64))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
