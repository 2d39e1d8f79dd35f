package main

import (
	"io"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
)

// TestFlagsOfOthers: flags that people try, with the word that the error must have.
func TestFlagsOfOthers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ command, want string }{
		{"parse --filter x", "did you mean --where?"},
		{"get --limit 5 {host}", "use | head -n NUMBER"},
		{"get --separator , {host}", "did you mean --query-separator?"},
		{"query --separator ; a", "did you mean --query-separator?"},
		{"quote --set path a", "did you mean --encode-set?"},
		{"parse --max-record 1K", "did you mean --max-record-size?"},
		{"query --keep-blank-values a", "did you mean --blank keep?"},
		{"set --remove query", "did you mean --drop COMPONENTS or --drop-param NAME?"},
		{"normalize --remove", "use earl set --drop COMPONENTS or --drop-param NAME"},
		{"set --remove-param a", "did you mean --drop-param?"},
		{"set --strip-tracking", "did you mean --drop-tracking?"},
		{"set --delete-param a", "did you mean --drop-param?"},
		{"set --remove-params a", "did you mean --drop-param?"},
		{"set --strip query", "did you mean --drop COMPONENTS or --drop-param NAME?"},
		{"set --rename a=b", "did you mean --drop-param OLD --set-param NEW=VALUE?"},
		{"set --in-place", "did you mean --input FILE --output FILE?"},
		{"query --count", "use earl get --count"},
		{"stats --count", "use earl get --count"},
		{"stats --limit 5", "did you mean --top?"},
		{"stats --sort", "did you mean --top?"},
		{"normalize --sort-params", "did you mean --profile whatwg+sort-query?"},
		{"get --regex x", "did you mean --where 'path matches \"REGEXP\"'?"},
		{"get --invert x", "did you mean --where 'not (EXPRESSION)'?"},
		{"get --sort-params", "use earl set --sort-params"},
		{"set --remove-fragment", "did you mean --drop fragment?"},
		{"set --drop-params a", "did you mean --drop-param?"},
		{"normalize --strip-tracking", "did you mean --profile whatwg+drop-tracking?"},
		{"dedupe --drop-tracking", "did you mean --by?"},
		{"get --no-trim {host}", "unknown flag --no-trim\n"},
		{"get --no-color {host}", "did you mean --color never?"},
		{"get --stdin", "use no URL to read standard input"},
		{"get --profile whatwg {host}", "use {profile:NAME} in the template of earl get"},
		{"get -f urls.txt {host}", `-f in "-f": did you mean --field FIELD or --input FILE, or -- before an argument`},
		{"get -d; {host}", `-d in "-d;": did you mean --delimiter, or -- before an argument`},
		{"set --delete query", "did you mean --drop COMPONENTS or --drop-param NAME?"},
		{"normalize --by whatwg", "did you mean --profile?"},
		{"dedupe --profile whatwg", "did you mean --by?"},
		{"set --strip-params", "did you mean --drop-param?"},
		{"parse --format json", "did you mean --in FORMAT or --out FORMAT?"},
		{"audit --finding host-disagreement", "did you mean --only-findings URL | grep ID?"},
		{"get --only-findings", "earl audit has it"},
		{"normalize --strip-www", "did you mean --profile whatwg+drop-www?"},
		{"extract --external", "did you mean --where 'scheme startsWith \"http\" and registered_domain != \"example.com\"'?"},
		{"parse --output-format csv", "did you mean --out?"},
		{"parse --dialect urllib", "did you mean --as?"},
		{"audit --dialects urllib", "did you mean --as?"},
		{"dedupe --key x", "did you mean --by?"},
		{"set --param a=b", "did you mean --set-param NAME=VALUE or --set-values VALUE?"},
		{"audit --severity high", "did you mean --min-severity?"},
		{"parse --threads 4", "did you mean --jobs?"},
		{"parse --skip-errors", "did you mean --skip-bad?"},
		{"parse --file x", "did you mean --input?"},
		{"parse --pretty", "did you mean --out drawing?"},
		{"parse --version", "use earl version"},
		{"get --csv {host}", "did you mean --in csv or --out csv?"},
		{"parse --nonsense", "unknown flag --nonsense\n"},
	} {
		var messages strings.Builder
		run(t.Context(), strings.Fields(tt.command), strings.NewReader(""), io.Discard, &messages)
		if !strings.Contains(messages.String(), tt.want) {
			t.Errorf("%s: %q, want %q", tt.command, &messages, tt.want)
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
			"earl: --fail-fast means --max-errors 1: remove --fail-fast or --max-errors\n"},
		{"--json and --out jsonl", []string{"parse", "--json", "--out", "jsonl", "a"}, ""},
		{"--json and --out csv", []string{"parse", "--json", "--out", "csv", "a"},
			"earl: --json means --out jsonl: remove --json or --out\n"},
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
		if (status == cli.StatusOK) != (tt.want == "") || !strings.HasPrefix(messages.String(), tt.want) {
			t.Errorf("%s: %q has status %d and the message %q, want %q", tt.name, tt.args, status, &messages, tt.want)
		}
	}
}
