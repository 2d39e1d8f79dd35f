package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
)

// TestIterateFailed checks that an invalid record has as many results as the others.
func TestIterateFailed(t *testing.T) {
	t.Parallel()
	const in = "id,url\n1,http://h/\nx\n2,http://i/\n"
	for _, tt := range []struct {
		name string
		args []string
		want int // lines, with the header of a table
	}{
		{"table", []string{"--iterate=port=1 2 3"}, 10},
		{"text", []string{"--out=text", "--iterate=port=1 2 3"}, 9},
		{"one value", []string{"--out=jsonl", "--iterate=port=1"}, 3},
		{"JSON", []string{"--json", "--iterate=port=1 2", "--iterate=host=a b"}, 12},
		{"skipped", []string{"--json", "--skip-bad", "--iterate=port=1 2"}, 4},
	} {
		var out, messages bytes.Buffer
		args := append([]string{"set", "--in=csv"}, tt.args...)
		status := run(context.Background(), args, strings.NewReader(in), &out, &messages)
		if got := strings.Count(out.String(), "\n"); got != tt.want || status != cli.StatusRecords {
			t.Errorf("%s: %d lines, status %d, want %d lines, status %d:\n%s%s", tt.name, got, status, tt.want, cli.StatusRecords,
				&out, &messages)
		}
	}
}
