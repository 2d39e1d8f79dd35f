package main

import (
	"io"
	"strings"
	"testing"
)

// TestFlagsOfOthers: flags that people try, with the word that the error must have.
func TestFlagsOfOthers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ command, want string }{
		{"parse --filter x", "did you mean --where?"},
		{"get --limit 5 {host}", "use head -n NUMBER"},
		{"get --separator , {host}", "did you mean --query-separator?"},
		{"query --separator ; a", "did you mean --query-separator?"},
		{"quote --set path a", "did you mean --encode-set?"},
		{"parse --max-record 1K", "did you mean --max-record-size?"},
		{"query --keep-blank-values a", "did you mean --blank keep?"},
		{"set --remove query", "did you mean --drop?"},
		{"set --remove-param a", "did you mean --drop-param?"},
		{"set --strip-tracking", "did you mean --drop-tracking?"},
		{"set --delete-param a", "did you mean --drop-param?"},
		{"set --remove-params a", "did you mean --drop-param?"},
		{"set --strip query", "did you mean --drop?"},
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
		{"get -f urls.txt {host}", `-f in "-f": did you mean --input FILE, or -- before an argument`},
		{"get -d; {host}", `-d in "-d;": did you mean --delimiter, or -- before an argument`},
		{"set --delete query", "did you mean --drop?"},
		{"normalize --by whatwg", "did you mean --profile?"},
		{"dedupe --profile whatwg", "did you mean --by?"},
		{"set --strip-params", "did you mean --drop-param?"},
		{"parse --format json", "did you mean --out?"},
		{"parse --output-format csv", "did you mean --out?"},
		{"parse --dialect urllib", "did you mean --as?"},
		{"audit --dialects urllib", "did you mean --as?"},
		{"audit --sarif", "did you mean --out sarif?"},
		{"dedupe --key x", "did you mean --by?"},
		{"set --param a=b", "did you mean --set-param?"},
		{"audit --severity high", "did you mean --min-severity?"},
		{"parse --threads 4", "did you mean --jobs?"},
		{"parse --skip-errors", "did you mean --skip-bad?"},
		{"parse --file x", "did you mean --input?"},
		{"parse --pretty", "did you mean --out drawing?"},
		{"parse --version", "use earl version"},
		{"get --csv {host}", "did you mean --out csv?"},
		{"parse --nonsense", "unknown flag --nonsense\n"},
	} {
		var messages strings.Builder
		run(t.Context(), strings.Fields(tt.command), strings.NewReader(""), io.Discard, &messages)
		if !strings.Contains(messages.String(), tt.want) {
			t.Errorf("%s: %q, want %q", tt.command, &messages, tt.want)
		}
	}
}

// TestDistance compares the distances of all short texts with the definition.
func TestDistance(t *testing.T) {
	t.Parallel()
	texts := []string{""}
	for i := 0; len(texts[i]) < 4; i++ {
		for _, c := range "abc" {
			texts = append(texts, texts[i]+string(c))
		}
	}
	var defined func(a, b string) int
	defined = func(a, b string) int {
		if a == "" || b == "" {
			return len(a) + len(b)
		}
		if a[0] == b[0] {
			return defined(a[1:], b[1:])
		}
		least := 1 + min(defined(a[1:], b), defined(a, b[1:]), defined(a[1:], b[1:]))
		if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
			least = min(least, 1+defined(a[2:], b[2:]))
		}
		return least
	}
	for _, a := range texts {
		for _, b := range texts {
			if got, want := distance(a, b), defined(a, b); got != want {
				t.Fatalf("distance(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestNearest: a name is suggested if a third of the text, and at least one byte, is different, or if one contains the other.
func TestNearest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		names      []string
		want       string
	}{
		{"one letter", "a", []string{"a", "ab"}, ""},
		{"the beginning", "ab", []string{"abcdefgh"}, "abcdefgh"},
		{"the end", "gh", []string{"abcdefgh"}, "abcdefgh"},
		{"the middle", "de", []string{"abcdefgh"}, ""},
		{"contains a name of four letters", "xabcdx", []string{"abcd"}, "abcd"},
		{"contains a name of three letters", "xxabcxx", []string{"abc"}, ""},
		{"two letters, one other", "xb", []string{"ab"}, "ab"},
		{"two letters, both other", "xy", []string{"ab"}, ""},
		{"five letters, one other", "abcdx", []string{"abcde"}, "abcde"},
		{"five letters, two others", "abcyx", []string{"abcde"}, ""},
		{"six letters, two others", "abcdyx", []string{"abcdef"}, "abcdef"},
		{"the nearest of several", "abcdyx", []string{"abcdef", "abcdyz", "abcdxx"}, "abcdyz"},
		{"the first of equals", "abcx", []string{"abcy", "abcz"}, "abcy"},
		{"capitals", "ABCD", []string{"abcd"}, "abcd"},
		{"the longest", strings.Repeat("a", 40), []string{strings.Repeat("a", 39)}, strings.Repeat("a", 39)},
		{"too long", strings.Repeat("a", 41), []string{strings.Repeat("a", 40)}, ""},
	} {
		if got := nearest(tt.text, tt.names); got != tt.want {
			t.Errorf("%s: nearest(%q, %q) = %q, want %q", tt.name, tt.text, tt.names, got, tt.want)
		}
	}
}
