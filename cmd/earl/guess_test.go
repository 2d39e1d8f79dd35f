package main

import (
	"io"
	"strings"
	"testing"
)

// TestWithScheme checks the scheme that --guess-scheme adds.
func TestWithScheme(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"a host", "example.com", "http://example.com"},
		{"a host and a path", "example.com/a?b#c", "http://example.com/a?b#c"},
		{"a host and a backslash", `example.com\a`, `http://example.com\a`},
		{"a host and a query", "example.com?b", "http://example.com?b"},
		{"a host and a port", "example.com:80/a", "http://example.com:80/a"},
		{"a name and a port", "localhost:8080", "http://localhost:8080"},
		{"an address", "127.0.0.1/a", "http://127.0.0.1/a"},
		{"two slashes", "//example.com/a", "http://example.com/a"},
		{"two slashes and no host", "///a", "///a"},
		{"white space", " \t\r\nexample.com\r\n", "http://example.com"},
		{"a host that is not ASCII", "bücher.example/ü", "http://bücher.example/ü"},
		{"a scheme", "http://h/", "http://h/"},
		{"a scheme without slashes", "mailto:a@b.example", "mailto:a@b.example"},
		{"an address of mail", "a@b.example", "a@b.example"},
		{"a word", "word", "word"},
		{"a path", "/a/example.com", "/a/example.com"},
		{"nothing", "", ""},
	} {
		if got := withScheme(tt.text); got != tt.want {
			t.Errorf("%s: withScheme(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// TestLooksLikeHost checks the texts for which a message suggests --guess-scheme.
func TestLooksLikeHost(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a.", 148) // with "com", 299 bytes
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"a domain", "example.com", true},
		{"a domain and a path", "example.com/a", true},
		{"a domain in no top-level domain", "index.html", false},
		{"a top-level domain", "com", false},
		{"an address", "127.0.0.1", true},
		{"an address that is not IPv4", "127.0.0.256", false},
		{"a host and a port", "localhost:80", true},
		{"a host and no port", "localhost:", false},
		{"a domain and a port", "example.com:80", true},
		{"a scheme", "a.com:b", false},
		{"a path", "/example.com", false},
		{"a file", "./example.com", false},
		{"two slashes", "//example.com", false},
		{"nothing", "", false},
		{"long", long + "com/a", true},
		{"too long", long + "aa.com", false},
	} {
		if got := looksLikeHost(tt.text); got != tt.want {
			t.Errorf("%s: looksLikeHost(%q) = %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
}

// TestExcerpt: a text of more than 60 bytes is cut before the character that does not fit.
func TestExcerpt(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 59)
	for _, tt := range []struct{ name, text, want string }{
		{"the longest", text + "b", text + "b"},
		{"one byte more", text + "bc", text + "b…"},
		{"a character in the middle", text + "é", text + "…"},
	} {
		if got := excerpt(tt.text); got != tt.want {
			t.Errorf("%s: excerpt(%q) = %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// TestFlagLimits checks values of flags beside the limit of what is accepted.
func TestFlagLimits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		want string // the beginning of the message; "" for success
	}{
		{"--fail-fast and one error", []string{"parse", "--fail-fast", "--max-errors", "1", "a"}, ""},
		{"--fail-fast and two errors", []string{"parse", "--fail-fast", "--max-errors", "2", "a"},
			"earl: --fail-fast means --max-errors 1: remove --fail-fast or --max-errors 2\n"},
		{"--json and --out jsonl", []string{"parse", "--json", "--out", "jsonl", "a"}, ""},
		{"--json and --out csv", []string{"parse", "--json", "--out", "csv", "a"},
			"earl: --json means --out jsonl: remove --json or --out csv\n"},
		{"the last ASCII character as a delimiter", []string{"parse", "--out", "csv", "--delimiter", "\x7f", "a"}, ""},
		{"a tab as a delimiter", []string{"parse", "--out", "csv", "--delimiter", `\t`, "a"}, ""},
		{"no ASCII character as a delimiter", []string{"parse", "--out", "csv", "--delimiter", "\x80", "a"}, "earl: --delimiter "},
		{"two characters as a delimiter", []string{"parse", "--out", "csv", "--delimiter", ";;", "a"}, "earl: --delimiter "},
		{"no character as a delimiter", []string{"parse", "--out", "csv", "--delimiter", "", "a"}, "earl: --delimiter "},
		{"a quote as a delimiter", []string{"parse", "--out", "csv", "--delimiter", `"`, "a"}, "earl: --delimiter "},
		{"a delimiter without a table", []string{"parse", "--delimiter", ";", "a"}, "earl: --delimiter is for csv"},
		{"numbers without a table", []string{"get", "--number", "{host}", "a"}, "earl: --number is for JSON and tables"},
		{"numbers in JSON", []string{"get", "--number", "--json", "{host}", "a"}, ""},
		{"no header and no table", []string{"get", "--no-header", "{host}", "a"}, "earl: --no-header needs a table"},
		{"no header in the output", []string{"get", "--no-header", "--out", "csv", "{host}", "a"}, ""},
		{"no header and a named column", []string{"get", "--no-header", "--in", "csv", "--column", "a", "{host}"},
			"earl: --no-header needs --column and --base-column to be numbers"},
		{"no header and a numbered column", []string{"get", "--no-header", "--in", "csv", "--column", "1", "{host}"}, ""},
		{"no header and a named base", []string{"join", "--no-header", "--in", "csv", "--base-column", "a"},
			"earl: --no-header needs --column and --base-column to be numbers"},
		{"a column without a table", []string{"get", "--column", "a", "{host}"}, "earl: --column needs a table or JSON"},
		{"a base without a table", []string{"join", "--base-column", "a"}, "earl: --base-column needs a table or JSON"},
		{"to resume standard output", []string{"get", "--resume", "{host}"}, "earl: --resume continues a file"},
		{"to resume a hyphen", []string{"get", "--resume", "--output", "-", "{host}"}, "earl: --resume continues a file"},
		{"two files", []string{"get", "--output", "-", "--output", "-", "{host}"}, "earl: --output is given twice"},
	} {
		var messages strings.Builder
		status := run(t.Context(), tt.args, strings.NewReader(""), io.Discard, &messages)
		if (status == statusOK) != (tt.want == "") || !strings.HasPrefix(messages.String(), tt.want) {
			t.Errorf("%s: %q has status %d and the message %q, want %q", tt.name, tt.args, status, &messages, tt.want)
		}
	}
}
