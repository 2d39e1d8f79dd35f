package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/testing/urltest"
)

// linearly checks that a command takes time in proportion to its input.
func linearly(t *testing.T, line, input string) {
	t.Helper()
	name := line + " of " + input[:min(len(input), 20)]
	args := append(strings.Fields(line), "--jobs", "1") // Linear measures only its own thread
	urltest.Linear(t, name, input, func(s string) {
		switch status := run(context.Background(), args, strings.NewReader(s), io.Discard, io.Discard); status {
		case cli.StatusOK, cli.StatusRecords, cli.StatusUsage: // a part of the input can lack the column
		default:
			t.Fatalf("%s: status %d", name, status)
		}
	})
}

// TestTablesInLinearTime: every command that reads tables, for every table.
func TestTablesInLinearTime(t *testing.T) {
	urltest.Megabytes(t)
	for _, line := range []string{
		"parse", "parse --json", "get {host}", "join http://h/", "normalize", "set --host h", "dedupe", "dedupe --by whatwg", "quote", "unquote", "query --url", "audit",
	} {
		for _, table := range []struct{ head, unit, tail string }{
			{"url\n", "http://h/\n", ""},
			{"url\n", "a\"b\n", ""},          // quotes in cells
			{"url\n", "\"a\"b\n", ""},        // something after them
			{"url\n", "\"\n", ""},            // rows of two lines
			{"url\n\"", "http://h/\n", ""},   // never closed
			{"url\n\"", "\"\"", "\"\n"},      // one cell of quotes
			{"url\n", ",\"a\"", "\n"},        // very many cells
			{"url", ",a", "\n1\n"},           // very many columns
			{"a,", "a,", "url\n1\n"},         // of one name
			{"url\r", "http://h/\r", ""},     // a header and nothing else
			{"url\r\n", "\r\n", ""},          // empty rows
			{"url\n", "\x00", "\n"},          // one record of NULs
			{"url\n", "a,b\n", ""},           // all too long
			{"", "url", "\n"},                // a long name
			{"url,a\n\"", "\n", "\",1\n"},    // a cell of line feeds
			{"url\n", "\"http://h/\"\n", ""}, // all in quotes
		} {
			if table := urltest.Many(table.head, table.unit, table.tail, 1<<16); strings.Contains(table, ",") {
				linearly(t, line+" --in tsv", strings.ReplaceAll(table, ",", "\t"))
				linearly(t, line+" --in csv", table)
			} else {
				linearly(t, line+" --in csv", table)
			}
		}
	}
}

// TestDrawingsInLinearTime: drawings for people, up to the length that is not drawn.
func TestDrawingsInLinearTime(t *testing.T) {
	urltest.Megabytes(t)
	for _, line := range []string{"parse --out drawing", "parse --as whatwg --out drawing", "audit --out drawing"} {
		for _, head := range []string{"http://h/", "http://", "h:"} {
			for _, unit := range []string{"a", "é", "א", "/", "@", ":", "[", "\\", "%41", "&a=b", "http://h/", "\x01", "日 ", "e\u0301"} {
				linearly(t, line, urltest.Many(head, unit, "\n", mostDrawn/3-100))
			}
		}
	}
}
