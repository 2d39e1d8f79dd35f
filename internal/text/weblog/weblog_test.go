package weblog

import (
	"slices"
	"strings"
	"testing"
)

func TestAppendCells(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		common   bool
		want     []string
		at       int
		reason   string
	}{
		{"empty", "", true, nil, 0, ""},
		{"blanks", "a  b\t[c] ", true, []string{"a", "", "b", "c"}, 0, ""},
		{"blank in the user", `1 - b s [t] "GET / HTTP/1.1"`, true, []string{"1", "-", "b"}, 6, notCommon},
		{"vhost_combined", `v:80 1 - - [t] "GET / HTTP/1.1"`, true, []string{"v:80", "1", "-"}, 9, notCommon},
		{"no time of W3C", "1 - b s", false, []string{"1", "-", "b", "s"}, 0, ""},
		{"combined", `1.2.3.4 - bob [26/Nov/2026:10:00:01 +0000] "GET / HTTP/1.1" 200 12 "-" "A"`, true,
			[]string{"1.2.3.4", "-", "bob", "26/Nov/2026:10:00:01 +0000", "GET / HTTP/1.1", "200", "12", "-", "A"}, 0, ""},
		{"brackets of W3C", "[a b]", false, []string{"[a", "b]"}, 0, ""},
		{"escapes", `"a\"b\\c\x41\n\t\q" \x4`, true, []string{"a\"b\\cA\n\tq", "x4"}, 0, ""},
		{"backslash at the end", `a\`, true, []string{`a\`}, 0, ""},
		{"empty quotes", `"" x`, true, []string{"", "x"}, 0, ""},
		{"open quote", `a "b\"`, true, []string{"a"}, 2, "a quote is not closed"},
		{"open bracket", `a [b`, true, []string{"a"}, 2, "a bracket is not closed"},
		{"text after a quote", `"a"b`, true, nil, 3, "a space is missing"},
		{"text after a bracket", `[a]b`, true, nil, 3, "a space is missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, at, reason := AppendCells([]string{"before"}, tt.in, tt.common)
			if !slices.Equal(got[1:], tt.want) || at != tt.at || reason != tt.reason {
				t.Errorf("AppendCells(%q) = %q, %d, %q, want %q, %d, %q", tt.in, got, at, reason, tt.want, tt.at, tt.reason)
			}
		})
	}
}

func TestRequest(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, method, target, protocol string }{
		{"GET /a HTTP/1.1", "GET", "/a", "HTTP/1.1"},
		{"GET /a b HTTP/1.0", "GET", "/a b", "HTTP/1.0"},
		{"GET /a", "GET", "/a", ""},
		{"GET  HTTP/1.1", "GET", "", "HTTP/1.1"},
		{"GET /a b", "GET", "/a b", ""},
		{"GET HTTP/1.1", "GET", "HTTP/1.1", ""},
		{"\x16\x03", "\x16\x03", "", ""},
		{"", "", "", ""},
	}
	for _, tt := range tests {
		method, target, protocol := Request(tt.in)
		if method != tt.method || target != tt.target || protocol != tt.protocol {
			t.Errorf("Request(%q) = %q, %q, %q, want %q, %q, %q", tt.in, method, target, protocol, tt.method, tt.target, tt.protocol)
		}
	}
}

// FuzzCellsHaveTheText checks that AppendCells does not fail on any text, and that cells are not longer than the line.
func FuzzCellsHaveTheText(f *testing.F) {
	for _, seed := range []string{`1 - - [t] "GET / HTTP/1.1" 200 0`, `"\x`, `"\`, "[", "a\t\"b\" c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		cells, at, _ := AppendCells(nil, line, true)
		if n := len(strings.Join(cells, "")); n > len(line) || at > len(line) {
			t.Errorf("AppendCells(%q) has %d bytes and an error at %d, want at most %d", line, n, at, len(line))
		}
	})
}
