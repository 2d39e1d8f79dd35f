package main

import (
	"context"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"earl.example/cmd/earl/internal/record"
)

// TestSignals: a signal ends a run with its number in the status, and counts so far are written.
func TestSignals(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{sighup, syscall.SIGINT, syscall.SIGTERM} {
		for command, want := range map[string]string{
			"get --count {host}":              "2\ta\n1\tb\n",
			"dedupe --count --by {host}":      "2\thttp://A/x\n1\thttp://b/\n",
			"stats --field host --out text":   "records\t\t3\nfailed\t\t0\nhost\ta\t2\nhost\tb\t1\n",
			"get --each --count {segments}":   "1\tx\n1\ty\n",
			"get --count --json {host|lower}": `{"count":2,"ok":true,"result":"a"}` + "\n" + `{"count":1,"ok":true,"result":"b"}` + "\n",
		} {
			ctx, interrupt := context.WithCancelCause(t.Context())
			in, writer := io.Pipe()
			go func() {
				io.WriteString(writer, "http://A/x\nhttp://a/y\nhttp://b/\n")
				time.Sleep(50 * time.Millisecond) // the run reads on, and waits
				interrupt(&record.SignalError{Signal: signal})
			}()
			var out, messages strings.Builder
			status := run(ctx, strings.Fields(command), in, &out, &messages)
			if status != 128+int(signal) || out.String() != want || !strings.Contains(messages.String(), "interrupted") {
				t.Errorf("%s after %v: status %d, %q, %q; want %d, %q", command, signal, status, &out, &messages, 128+int(signal), want)
			}
			in.Close()
		}
	}
}
