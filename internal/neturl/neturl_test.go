package neturl_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/neturl"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		ok       bool
		cause    string // "" for none
	}{
		{"well", "http://u:secret@h/", true, ""},
		{"escape", "http://h/%zz", false, `invalid URL escape "%zz"`},
		{"port", "http://h:x/", false, `invalid port ":x" after host`},
		{"escape beside a password", "http://u:secret@h/%zz", false, `invalid URL escape "%zz"`},
		{"password", "http://u:secret%zz@h/", false, ""},
		{"password that looks like a port", "http://u:secret/@h/%zz", false, `invalid URL escape "%zz"`},
		{"password that looks like a port, nothing else", "http://u:secret/@h/", false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			u, ok, cause := neturl.Parse(test.in)
			text := ""
			if cause != nil {
				text = cause.Error()
			}
			if ok != test.ok || ok != (u != nil) || text != test.cause || ok && u.String() != test.in {
				t.Errorf("%q: %v, %v, %q, want %v, %q", test.in, u, ok, text, test.ok, test.cause)
			}
		})
	}
	_, _, cause := neturl.Parse("http://h/%zz")
	var escape url.EscapeError
	if !errors.As(cause, &escape) {
		t.Errorf("the cause is a %T", cause)
	}
}

func FuzzCausesHidePasswords(f *testing.F) {
	f.Add("%zz", "@h/")
	f.Add("/", "%zz")
	f.Fuzz(func(t *testing.T, before, after string) {
		const password = "hunter2"
		_, _, cause := neturl.Parse("http://u:" + before + password + after + "@h/")
		if cause != nil && strings.Contains(cause.Error(), password) && !strings.Contains(before+after, password) {
			t.Errorf("%q and %q: %v", before, after, cause)
		}
	})
}
