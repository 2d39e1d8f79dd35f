package cite_test

import (
	"testing"

	"earl.example/internal/cite"
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
