package audit

import (
	"slices"
	"testing"
)

// TestDeceptiveUser: a user name that people read as a host is found, and the name of a person is not.
func TestDeceptiveUser(t *testing.T) {
	t.Parallel()
	listed := Options{IsTopLevel: func(label string) bool {
		return slices.Contains([]string{"com", "kim", "xn--p1ai", "photography"}, label)
	}}
	for _, tt := range []struct {
		name, url    string
		alone, lists bool // found without and with a list of top-level domains
	}{
		{"a name below com", "http://good.com@evil.com/", true, true},
		{"with www", "http://www.good@evil.com/", true, true},
		{"an address", "http://1.1.1.1@evil.com/", true, true},
		{"an address, Tsai 2017", "http://1.1.1.1 &@2.2.2.2# @3.3.3.3/", true, true},
		{"an address in octal", "http://0177.0.0.1@evil.com/", true, true},
		{"a version", "ssh://1.5@h/", false, false},
		{"a number", "ftp://2130706433@h/", false, false},
		{"a root dot", "http://www.good.com.@evil.com/", true, true},
		{"localhost", "http://localhost@evil.com/", true, true},
		{"localhost with a port", "http://LocalHost:8080@evil.com/", true, true},
		{"localhost with a root dot", "http://localhost.@evil.com/", true, true},
		{"an internal name", "http://metadata.google.internal@evil.com/", true, true},
		{"a label that is internal as a host", "ssh://test@h/", false, false},
		{"an encoded URL", "http://https%3A%2F%2Fgood.com%2F@evil.com/", true, true},
		{"an encoded URL in part", "http://https:%2F%2Fgood.com@evil.com/", true, true},
		{"an encoded URL of another scheme", "http://ssh%3A%2F%2Fgood.com@evil.com/", true, true},
		{"an encoded port", "http://good.com%3A443@evil.com/", true, true},
		{"a scheme without slashes", "http://https:good.com@evil.com/", true, true},
		{"backslashes", `http://\\good.com\@evil.com/`, true, true},
		{"Cyrillic letters", "http://gооd.соm@evil.com/", true, true},
		{"Cyrillic letters, encoded", "http://g%D0%BE%D0%BEd.com@evil.com/", true, true},
		{"Cyrillic localhost", "http://l\u043ecalhost@evil.com/", true, true},
		{"wide letters", "http://ｇｏｏｄ．ｃｏｍ@evil.com/", true, true},
		{"an ideographic full stop", "http://good。com@evil.com/", true, true},
		{"a slash that is not one", "http://good.com∕a@evil.com/", true, true},
		{"wide digits", "http://１.1.1.1@evil.com/", true, true},
		{"Punycode", "http://xn--80ak6aa92e.com@evil.com/", true, true},
		{"a top-level domain in Cyrillic", "http://пример.рф@evil.com/", false, true},
		{"a long top-level domain", "http://good.photography@evil.com/", false, true},
		{"a country", "http://good.de@evil.com/", true, false},
		{"a person", "ssh://j.doe@h/", false, false},
		{"a person with a name that is a domain", "ftp://joe.kim@h/", false, true},
		{"a person, three letters", "ftp://joe.lee@h/", false, false},
		{"a person with a password", "ftp://joe.smith:secret@h/", false, false},
		{"an address of mail", "ftp://joe%40example.com@h/", false, false},
		{"the user of git", "ssh://git@github.com/a/b", false, false},
		{"dots alone", "ftp://..@h/", false, false},
		{"a dot at the start", "ftp://.com@h/", false, false},
		{"two dots", "ftp://a..com@h/", false, false},
		{"an empty user name", "ftp://:a@h/", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for o, want := range map[*Options]bool{{}: tt.alone, &listed: tt.lists} {
				r := o.Audit(tt.url)
				if got := slices.Contains(ids(&r), "userinfo-deceptive"); got != want {
					t.Errorf("with a list: %v: found in %q: %v, want %v", o.IsTopLevel != nil, tt.url, got, want)
				}
			}
		})
	}
}
