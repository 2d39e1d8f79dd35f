package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
)

// pipeline runs commands of earl with pipes between them, as a shell does, and returns the output and the status of the
// last one.
func pipeline(t *testing.T, line string) (string, int) {
	t.Helper()
	var in, out bytes.Buffer
	status := statusOK
	for part := range strings.SplitSeq(line, " | ") {
		args := words(strings.TrimSpace(part))
		if args[0] != "earl" {
			t.Fatalf("%s: not earl", line)
		}
		in, out = out, bytes.Buffer{}
		status = run(context.Background(), args[1:], &in, &out, &bytes.Buffer{})
	}
	return out.String(), status
}

// TestGuide runs the commands in the table of the guide.
func TestGuide(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/guide/from-trurl.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, command := range regexp.MustCompile("`(earl [^`]*)`").FindAllStringSubmatch(string(page), -1) {
		line := strings.ReplaceAll(command[1], `\|`, "|")
		line = strings.ReplaceAll(line, "URL", "'http://u:p@xn--4cab6c.example/a/b?a=1&utm_x=2;c'")
		if got, status := pipeline(t, line); strings.TrimSpace(got) == "" || status != statusOK {
			t.Errorf("%s: %q, status %d", line, got, status)
		}
		n++
	}
	if n < 25 {
		t.Errorf("%d commands", n)
	}
}
