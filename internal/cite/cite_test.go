package cite_test

import (
	"testing"

	"earl.example/internal/cite"
	"earl.example/urlerr"
)

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, section, want string }{
		{"section", "§3.2", "https://www.rfc-editor.org/rfc/rfc3986#section-3.2"},
		{"section of another RFC", "RFC 6874 §2", "https://www.rfc-editor.org/rfc/rfc6874#section-2"},
		{"RFC", "RFC 9844", "https://www.rfc-editor.org/rfc/rfc9844"},
		{"name of net/url", "url.Parse", "https://pkg.go.dev/net/url#Parse"},
		{"name of database/sql", "sql.Scanner", "https://pkg.go.dev/database/sql#Scanner"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := cite.Address("3986", test.section); got != test.want {
				t.Errorf("Address(%q, %q) = %q, want %q", "3986", test.section, got, test.want)
			}
		})
	}
}

func TestParseTable(t *testing.T) {
	t.Parallel()
	address := func(name, section string) string { return section + "#" + name }
	rules := cite.ParseTable("bad host\ta b\t§1\t\"\\xe9\"\t\"x\" no\tremove it\nnot modelled\tc\t\t\t\t\thttps://h/\n", address)
	want := urlerr.Rule{Name: "a b", Section: "§1", Address: "§1#a b", Example: "\xe9", Kind: urlerr.BadHost,
		Problem: `"x" no`, Fix: "remove it"}
	if len(rules) != 2 || *rules.Named("a b") != want {
		t.Errorf("the rules are %+v", rules)
	}
	if want := (urlerr.Rule{Name: "c", Address: "https://h/", Kind: urlerr.NotModelled}); *rules.Named("c") != want {
		t.Errorf("the last rule is %+v, want %+v", rules[1], want)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for an unknown kind")
		}
	}()
	cite.ParseTable("bad hosts\ta\t\t\t\t\n", address)
}
