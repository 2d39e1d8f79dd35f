package view

import (
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
		if got := WithScheme(tt.text); got != tt.want {
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
		if got := LooksLikeHost(tt.text); got != tt.want {
			t.Errorf("%s: looksLikeHost(%q) = %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
}
