package audit

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"earl.example/urlerr"
)

// TestErrorOffset checks that only errors in the input have an offset.
func TestErrorOffset(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		err  error
		want int
	}{
		{"in the input", &urlerr.Error{Input: "abc", Offset: 2}, 2},
		{"at the end", &urlerr.Error{Input: "abc", Offset: 3}, 3},
		{"after the end", &urlerr.Error{Input: "abc", Offset: 4}, -1},
		{"in another input", &urlerr.Error{Input: "ab", Offset: 1}, -1},
		{"in an error", fmt.Errorf("audit: %w", &urlerr.Error{Input: "abc", Offset: 1}), 1},
		{"another error", io.EOF, -1},
		{"no error", nil, -1},
	} {
		if got := errorOffset(tt.err, "abc"); got != tt.want {
			t.Errorf("%s: errorOffset(%v) = %d, want %d", tt.name, tt.err, got, tt.want)
		}
	}
}

// TestNoGuessWithBase checks that a name without a scheme is a path if there is a base.
func TestNoGuessWithBase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		base  *string
		guess bool
	}{{"no base", nil, true}, {"a base", new("http://h.example/"), false}} {
		r := Options{Base: tt.base}.Audit("www.example.com/a")
		if got := fmt.Sprint(r); strings.Contains(got, "scheme-guess") != tt.guess {
			t.Errorf("%s: Audit = %s, want scheme-guess: %v", tt.name, got, tt.guess)
		}
	}
}

// TestEdges checks messages and spans at the edges of components.
func TestEdges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"a port that begins with a wide digit", "http://h:８0/", "its digits are not ASCII"},
		{"a drive and nothing after it", "file:///c:", "a Windows drive"},
		{"an ampersand", "http://127.0.0.1/?a&b", "?a&b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(Audit(tt.url)); !strings.Contains(got, tt.want) {
				t.Errorf("Audit(%q) = %s, want %q in it", tt.url, got, tt.want)
			}
		})
	}
}

// TestDecodedHost checks that a plus sign in a host is not a space.
func TestDecodedHost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"escapes", "http://%41%2e.example/", "A..example"},
		{"a plus sign", "http://a+b%2Bc.example/", "a+b+c.example"},
		{"no host", "mailto:a", ""},
	} {
		r := Audit(tt.url)
		if got := newView(&r, nil).decodedHost(); got != tt.want {
			t.Errorf("%s: decodedHost of %q = %q, want %q", tt.name, tt.url, got, tt.want)
		}
	}
}

// TestRejectedSpan checks that the finding of a URL that a dialect rejects begins at the invalid character.
func TestRejectedSpan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"in a path", "http://example.com/a|b", "|b"},
		{"in a query", "http://example.com/?a|b", "|b"},
	} {
		e, ok := errors.AsType[*PolicyError](Strict().Check(tt.url))
		if !ok || e.Finding.ID != "policy-dialects" || tt.url[e.Finding.Span.Start:e.Finding.Span.End] != tt.want {
			t.Errorf("%s: Check(%q) = %+v, want policy-dialects at %q", tt.name, tt.url, e, tt.want)
		}
	}
}
