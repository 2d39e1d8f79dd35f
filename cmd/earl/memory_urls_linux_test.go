package main

import (
	"io"
	"strings"
	"testing"
)

// TestMemoryOfURLs is TestMemory for the commands that take URLs apart.
func TestMemoryOfURLs(t *testing.T) {
	if testing.Short() || raceEnabled {
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
		{"get values", "get --as whatwg {query-all:a|form}", repeated("http://h/?", "a=%20&")},
		{"set", "set --set-param b=1 --sort-params", repeated("http://h/?", "a=1&")},
		{"set by whatwg", "set --as whatwg --remove-param b* --append-segment x", repeated("http://h/?", "a=1&")},
		{"normalize by w3lib", "normalize --profile w3lib", repeated("http://h/?", "a=1&")},
		{"normalize by surt", "normalize --profile surt --json", repeated("http://h/?", "a=1&")},
		{"dedupe", "dedupe --memory 32M", repeated("", "a")},
		{"dedupe by signature", "dedupe --json --by signature", repeated("http://h/?", "a=1&")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			peak, length, status := peakMemory(t, tt.in, strings.Fields(tt.args)...)
			if status != 0 {
				t.Fatalf("status %d", status)
			}
			if most := 64<<20 + 8*length; peak > most {
				t.Errorf("%d MiB for a record of %d MiB, more than %d MiB", peak>>20, length>>20, most>>20)
			}
		})
	}
}
