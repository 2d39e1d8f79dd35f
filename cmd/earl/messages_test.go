package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shownMessages is the number of messages on standard error.
const shownMessages = 10

// TestFailureMessages: the first failed records have messages, and the last line counts all of them by reason.
func TestFailureMessages(t *testing.T) {
	t.Parallel()
	all := filepath.Join(t.TempDir(), "all")
	for _, tt := range []struct {
		name     string
		args     string
		failed   int
		messages int
		last     string // the last line, or the end of it
	}{
		{"one of one", "parse", 1, 1, ""},
		{"one of two", "parse --guess-scheme", 1, 1, "earl: 1 of 2 records failed: 1 invalid"},
		{"the most", "parse", shownMessages, shownMessages, " invalid"},
		{"one more", "parse", shownMessages + 1, shownMessages, "; 10 messages shown, --errors FILE has all"},
		{"all", "parse --errors -", shownMessages + 1, shownMessages + 1, " invalid"},
		{"in a file", "parse --errors " + all, shownMessages + 1, shownMessages, "; " + all + " has all messages"},
		{"quiet", "parse --quiet", 2, 0, ""},
		{"in the results", "parse --json", 2, 0, " invalid"},
	} {
		input := strings.Repeat("http://[/\n", tt.failed)
		if strings.Contains(tt.args, "--guess-scheme") {
			input += "http://h/\n"
		}
		var out, messages strings.Builder
		run(t.Context(), strings.Fields(tt.args), strings.NewReader(input), &out, &messages)
		lines := strings.Split(strings.TrimSuffix(messages.String(), "\n"), "\n")
		n := strings.Count(messages.String(), "earl: record ")
		last := lines[len(lines)-1]
		if tt.last == " invalid" {
			tt.last = fmt.Sprintf("earl: %d of %d records failed: %[1]d invalid", tt.failed, tt.failed)
		}
		if n != tt.messages || !strings.Contains(last, tt.last) || tt.last == "" && strings.Contains(last, "records failed") {
			t.Errorf("%s: %d messages, and the last line is %q, want %d and %q", tt.name, n, last, tt.messages, tt.last)
		}
	}
	if text, err := os.ReadFile(all); err != nil || strings.Count(string(text), "\n") != shownMessages+1 {
		t.Errorf("the file of --errors has %q, %v, want %d lines", text, err, shownMessages+1)
	}
}
