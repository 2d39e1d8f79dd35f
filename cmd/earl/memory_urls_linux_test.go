package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// TestMemoryOfURLs is TestMemory for the commands that take URLs apart.
func TestMemoryOfURLs(t *testing.T) {
	if testing.Short() || urltest.RaceDetector {
		t.Skip("needs time, and memory that is not the race detector's")
	}
	const size = 4 << 20
	repeated := func(before, piece string) func(io.Writer) {
		return func(w io.Writer) {
			io.WriteString(w, before)
			for range size / len(piece) {
				io.WriteString(w, piece)
			}
		}
	}
	tests := []struct {
		name, args string
		in         func(io.Writer)
	}{
		{"get", "get --json {path|decode|encode}", repeated("http://h/", "%41")},
		{"get values", "get --as whatwg {params:a|decode_plus}", repeated("http://h/?", "a=%20&")},
		{"set", "set --set-param b=1 --sort-params", repeated("http://h/?", "a=1&")},
		{"set by whatwg", "set --as whatwg --drop-param b* --append-segment x", repeated("http://h/?", "a=1&")},
		{"normalize by w3lib", "normalize --profile w3lib", repeated("http://h/?", "a=1&")},
		{"normalize by surt", "normalize --profile surt --json", repeated("http://h/?", "a=1&")},
		{"dedupe", "dedupe --memory 32M", repeated("", "a")},
		{"dedupe by signature", "dedupe --json --by signature", repeated("http://h/?", "a=1&")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			peak, length, status := peakMemory(t, tt.in, strings.Fields(tt.args)...)
			if status != 0 {
				t.Fatalf("status %d, want 0", status)
			}
			if most := 64<<20 + 16*length; peak > most {
				t.Errorf("%d MiB for a record of %d MiB, more than %d MiB", peak>>20, length>>20, most>>20)
			}
		})
	}
}

// TestMemoryOfLongRecords: however many long records wait in dedupe's file, they are not in
// memory together.
func TestMemoryOfLongRecords(t *testing.T) {
	if testing.Short() || urltest.RaceDetector {
		t.Skip("needs time, and memory that is not the race detector's")
	}
	const records, size = 30, 4 << 20
	line := bytes.Repeat([]byte("a"), size)
	cmd, stdin, stdout := startEarl(t, "dedupe", "--by", "{input}", "--memory", "32M")
	go func() {
		for i := range records {
			line[0], line[size-1] = 'a'+byte(i%26), '\n'
			line[1] = 'a' + byte(i/26)
			stdin.Write(line)
		}
		stdin.Close()
	}()
	// Up to the middle of the last one, while the command still writes.
	if _, err := io.CopyN(io.Discard, stdout, records*size-size/2); err != nil {
		t.Fatal(err)
	}
	peak := peakOf(t, cmd.Process.Pid)
	if n, err := io.Copy(io.Discard, stdout); err != nil || n != size/2 {
		t.Errorf("%d bytes more, %v", n, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if most := 64<<20 + 16*size; peak > most {
		t.Errorf("%d MiB, more than %d MiB", peak>>20, most>>20)
	}
}
