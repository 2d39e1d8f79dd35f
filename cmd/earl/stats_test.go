package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
)

// TestStatsMemory checks that counts are exact if values do not fit into the memory.
func TestStatsMemory(t *testing.T) {
	t.Parallel()
	var input strings.Builder
	const n = 200_000
	for i := range n {
		fmt.Fprintf(&input, "http://h/%d\nhttp://often/%d\n", i, i*2)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"stats", "--memory", "32M", "--top", "1", "--json", "--field", "path", "--field", "host"}
	if status := run(context.Background(), args, strings.NewReader(input.String()), &stdout, &stderr); status != cli.StatusOK {
		t.Fatalf("status %d, %s; want success", status, &stderr)
	}
	const want = `{"field":"records","value":null,"count":400000}
{"field":"failed","value":null,"count":0}
{"field":"path","value":"/0","count":2}
{"field":"host","value":"h","count":200000}
`
	if got := stdout.String(); got != want {
		t.Errorf("the output is\n%s\nwant\n%s", got, want)
	}
	args = []string{"stats", "--memory", "32M", "--top", "0", "--field", "path"}
	stdout.Reset()
	run(context.Background(), args, strings.NewReader(input.String()), &stdout, &stderr)
	if lines := strings.Count(stdout.String(), "\n"); lines != 2+n+n/2 {
		t.Errorf("--top 0 writes %d lines, want %d", lines, 2+n+n/2)
	}
}
