package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// different writes n different URLs. The last quarter are the first
// ones again.
func different(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "http://example.com/a/path/of/some/length/%d\n", i%(n-n/4))
	}
	return b.String()
}

// TestDedupeSpills: with less memory than the keys take, the result is the same,
// and nothing is left in the folder.
func TestDedupeSpills(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	const n = 400_000
	in := different(n)
	want := strings.Join(strings.SplitAfter(in, "\n")[:n-n/4], "")
	dir := t.TempDir()
	for _, memory := range []string{"32M", "1G"} {
		var out, messages bytes.Buffer
		status := run(context.Background(), []string{"dedupe", "--memory", memory, "--tmpdir", dir}, strings.NewReader(in),
			&out, &messages)
		if status != 0 || out.String() != want || messages.String() != "earl: dropped 100,000 of 400,000 records\n" {
			t.Errorf("%s: status %d, %d bytes, want %d; %s", memory, status, out.Len(), len(want), &messages)
		}
	}
	missing := dir + "/missing"
	var out, messages bytes.Buffer
	status := run(context.Background(), []string{"dedupe", "--memory", "32M", "--tmpdir", missing}, strings.NewReader(in),
		&out, &messages)
	if status != cli.StatusIO || !strings.Contains(messages.String(), "--tmpdir "+missing) || out.Len() > 0 {
		t.Errorf("status %d, %s", status, &messages)
	}
	ctx, stop := context.WithCancelCause(context.Background())
	interrupt := io.MultiReader(strings.NewReader(in), readerFunc(func([]byte) (int, error) {
		stop(&record.SignalError{Signal: os.Interrupt})
		return 0, io.EOF
	}))
	messages.Reset()
	status = run(ctx, []string{"dedupe", "--memory", "32M", "--tmpdir", dir}, interrupt, io.Discard, &messages)
	if status != cli.StatusInterrupted || !strings.Contains(messages.String(), "interrupted") {
		t.Errorf("status %d, %s", status, &messages)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestInterruptedCounts checks that counts of the records before an interruption are written.
func TestInterruptedCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ args, want string }{
		{"get --count --sort {host}", "2\tb\n1\ta\n"},
		{"dedupe --count", "1\thttp://a\n1\thttp://b\n1\thttp://b/\n"},
		{"stats --field host", "records\t\t3\nfailed\t\t0\nhost\tb\t2\nhost\ta\t1\n"},
	} {
		ctx, stop := context.WithCancelCause(context.Background())
		in := io.MultiReader(strings.NewReader("http://a\nhttp://b\nhttp://b/\n"), readerFunc(func([]byte) (int, error) {
			stop(&record.SignalError{Signal: os.Interrupt})
			select {}
		}))
		var out, messages bytes.Buffer
		status := run(ctx, strings.Fields(tt.args), in, &out, &messages)
		if status != cli.StatusInterrupted || out.String() != tt.want || !strings.Contains(messages.String(), "interrupted") {
			t.Errorf("%s: status %d, %q, %s; want %q", tt.args, status, &out, &messages, tt.want)
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestDedupeKeepsASmallerLimit: a limit of memory that is smaller than what --memory would set holds. No other test runs
// at the same time.
func TestDedupeKeepsASmallerLimit(t *testing.T) {
	limit := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(limit)
	for _, tt := range []struct {
		memory      string
		limit, want int64
	}{
		{"64M", math.MaxInt64, 56 << 20}, {"64M", 1 << 30, 56 << 20}, {"64M", 50 << 20, 50 << 20}, {"1G", 57 << 20, 57 << 20},
		{"32M", math.MaxInt64, 24 << 20}, {"32M", 1 << 20, 1 << 20},
	} {
		debug.SetMemoryLimit(tt.limit)
		var meanwhile int64
		in := readerFunc(func([]byte) (int, error) {
			meanwhile = debug.SetMemoryLimit(-1)
			return 0, io.EOF
		})
		status := run(context.Background(), []string{"dedupe", "--memory", tt.memory}, in, io.Discard, io.Discard)
		if after := debug.SetMemoryLimit(-1); status != 0 || meanwhile != tt.want || after != tt.limit {
			t.Errorf("%s within %d: status %d, limit %d, afterwards %d", tt.memory, tt.limit, status, meanwhile, after)
		}
	}
}
