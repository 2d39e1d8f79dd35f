package whatwg_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/urlerr"
	"earl.example/whatwg"
)

// long is longer than any buffer.
var long = strings.Repeat("abcdefghijklmnopqrstuvwxyz", 40)

// TestEncodings has the examples of §1.3, and texts that fill the buffer of the encoder.
func TestEncodings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		label    string
		in, want string
	}{
		{"a space", "shift_jis", " a", "%20a"},
		{"two bytes", "shift_jis", "\u2261", "%81%DF"},
		{"lacking", "shift_jis", "\u203d", "%26%238253%3B"},
		{"yen sign", "iso-2022-jp", "\u00a5", "%1B(J\\%1B(B"},
		{"yen sign", "shift_jis", "\u00a5\u203e", "\\~"},
		{"yen sign", "euc-jp", "\u00a5\u203e\u2212", "\\~%A1%DD"},
		{"overline", "iso-2022-jp", "\u203e", "%1B(J~%1B(B"},
		{"lacking", "gb18030", "\u4e2d\ue5e5", "%D6%D0%26%2358853%3B"},
		{"three sets", "iso-2022-jp", "a\u3042\u00a5b~\\c", "a%1B$B$%22%1B(J\\b%1B(B~\\c"},
		{"half width", "iso-2022-jp", "\uff71\uff9f", "%1B$B%%22!,%1B(B"},
		{"minus sign", "iso-2022-jp", "\u2212", "%1B$B!]%1B(B"},
		{"lacking in a set", "iso-2022-jp", "\u3042\u20ac\u3042", "%1B$B$%22%1B(B%26%238364%3B%1B$B$%22%1B(B"},
		{"escape", "iso-2022-jp", "\u3042\x1b\u00a5\x0f", "%1B$B$%22%1B(B%26%2365533%3B%1B(J\\%26%2365533%3B%1B(B"},
		{"no output encoding", "utf-16", "\u00e9", "%C3%A9"},
		{"no output encoding", "replacement", "\u00e9", "%C3%A9"},
		{"UTF-8", "utf-8", "\u00e9\xff", "%C3%A9%EF%BF%BD"},
		{"ill-formed", "windows-1252", "\xff\u00e9", "%26%2365533%3B%E9"},
		{"long", "windows-1252", long + "\u00e9" + long + "\u203d" + long, long + "%E9" + long + "%26%238253%3B" + long},
	} {
		t.Run(test.name, func(t *testing.T) {
			u, err := whatwg.ParseOptions{Encoding: test.label}.Parse("http://h/?" + test.in + "#f")
			if query, _ := u.Query(); err != nil || query != test.want {
				t.Errorf("%q in %s is %q, want %q, %v", test.in, test.label, query, test.want, err)
			}
		})
	}
}

func TestUnknownLabel(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"utf-7", " ", "windows-1252\x00"} {
		u, err := whatwg.ParseOptions{Encoding: label}.Parse("http://h/")
		text, formErr := whatwg.FormatForm(whatwg.ParseForm("a=b"), label)
		for _, err := range []error{err, formErr} {
			var e *urlerr.Error
			if !errors.As(err, &e) || !errors.Is(err, urlerr.UnknownName) || e.Input != label || e.Offset != -1 {
				t.Errorf("%q: %v, want an unknown name", label, err)
			}
		}
		if u != (whatwg.URL{}) || text != "" {
			t.Errorf("%q: %v, %q, want no value", label, u, text)
		}
	}
	if u, err := (whatwg.ParseOptions{Encoding: " Latin1\n"}).Parse("http://h/?\u00e9"); err != nil || u.Search() != "?%E9" {
		t.Errorf("%v, %v, want ?%%E9", u, err)
	}
}

// TestLongEncodedQuery: pieces of all lengths end where the buffer of the encoder does.
func TestLongEncodedQuery(t *testing.T) {
	t.Parallel()
	for shift := range 10 {
		in := strings.Repeat("a", shift) + strings.Repeat("\u3042", 500)
		u, err := whatwg.ParseOptions{Encoding: "shift_jis"}.Parse("http://h/?" + in)
		want := "?" + strings.Repeat("a", shift) + strings.Repeat("%82%A0", 500)
		if err != nil || u.Search() != want {
			t.Errorf("%d letters: %s, %v", shift, u.Search(), err)
		}
	}
}
