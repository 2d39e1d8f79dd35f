package urllib3

import (
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"all", "HTTP://U:p%zz@H%41:080/a/../b c?d e#f|", "http://U:p%25zz@ha:80/b%20c?d%20e#f%7C",
			"scheme=http authority=U:p%25zz@ha:80 userinfo=U:p%25zz username=U password=p%25zz host=ha port=80 path=/b%20c " +
				"query=d%20e fragment=f%7C",
			"scheme=HTTP authority=U:p%zz@H%41:080 userinfo=U:p%zz username=U password=p%zz host=H%41 port=080 " +
				"path=/a/../b c query=d e fragment=f|"},
		{"no scheme", "h.i:80", "h.i:80", "authority=h.i:80 host=h.i port=80", "authority=h.i:80 host=h.i port=80"},
		{"backslash", `http://127.0.0.1\@1.1.1.1/`, `http://127.0.0.1/%5C@1.1.1.1/`,
			`scheme=http authority=127.0.0.1 host=127.0.0.1 path=/%5C@1.1.1.1/`,
			`scheme=http authority=127.0.0.1 host=127.0.0.1 path=\@1.1.1.1/`},
		{"zone", "http://[FE80::1%25é]/", "", "", ""},
		{"encoded zone", "http://[FE80::1%25a%41]/", "http://[fe80::1%a%41]/",
			"scheme=http authority=[fe80::1%a%41] host=[fe80::1%a%41] path=/",
			"scheme=http authority=[FE80::1%25a%41] host=[FE80::1%25a%41] path=/"},
		{"IDNA", "//É.ß", "xn--9ca.xn--zca", "authority=xn--9ca.xn--zca host=xn--9ca.xn--zca", "authority=É.ß host=É.ß"},
		{"another scheme", "x://É/%zz", "x://É/%zz", "scheme=x authority=É host=É path=/%zz",
			"scheme=x authority=É host=É path=/%zz"},
		{"odd bytes", "/\xff", "/%ED%B3%BF", "path=/%ED%B3%BF", "path=/\xff"},
		{"empty", "", "", "", ""},
	})
}

// TestErrors: an error has its rule and the offset of the component.
func TestErrors(t *testing.T) {
	t.Parallel()
	oracle.Errors(t, Dialect{}, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{
		{"http://h:65536/", 9, rulePort}, {"http://h:x", 9, ruleHost}, {"http://h:000000000123456", 9, ruleHost},
		{"http://[::1", 7, ruleHost}, {"http://[::1]a", 12, ruleHost}, {"http://a b", 8, ruleControl},
		{"http://a%00", 8, ruleControl}, {"http://u@\u2100/", 9, ruleLabel},
		{"a.b@c d", 5, ruleControl}, {"http://[::1%25%01]/", 12, ruleControl}, {"http://[::1%25%7f]/", 12, ruleControl},
	})
}

// TestAllocs: a URL that stays as it is costs no memory.
func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "https://u:p@example.com:8080/a/b.html?q#f", 0)
}
