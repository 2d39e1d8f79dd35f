package yarl

import (
	"errors"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"all", " HTTP://U:p%zz@H%41:08080/a/%2e%2e/b c?d e#f|", "http://U:p%25zz@h%41:8080/b%20c?d+e#f%7C",
			"scheme=http authority=U:p%25zz@h%41:8080 userinfo=U:p%25zz username=U password=p%25zz host=h%41 port=8080 " +
				"path=/b%20c query=d+e fragment=f%7C",
			"scheme=HTTP authority=U:p%zz@H%41:08080 userinfo=U:p%zz username=U password=p%zz host=H%41 port=08080 " +
				"path=/a/%2e%2e/b c query=d e fragment=f|"},
		{"default port", "http://h:80", "http://h",
			"scheme=http authority=h:80 host=h port=80 path=/ query= fragment=",
			"scheme=http authority=h:80 host=h port=80 path="},
		{"brackets", "http://[::FFFF:127.0.0.1]/", "http://[::ffff:127.0.0.1]/",
			"scheme=http authority=[::ffff:127.0.0.1] host=::ffff:127.0.0.1 path=/ query= fragment=",
			"scheme=http authority=[::FFFF:127.0.0.1] host=::FFFF:127.0.0.1 path=/"},
		{"IDNA", "//①.0.0.1/", "//1.0.0.1/", "scheme= authority=1.0.0.1 host=1.0.0.1 path=/ query= fragment=",
			"authority=①.0.0.1 host=①.0.0.1 path=/"},
		{"tabs and odd bytes", "/\xff\ta", "/a", "scheme= authority= path=/a query= fragment=", "path=/\xff\ta"},
		{"escaped colon", "a%2e:b", "a.%3Ab", "scheme= authority= path=a.%3Ab query= fragment=", "path=a%2e:b"},
		{"empty", "", "", "scheme= authority= path= query= fragment=", "path="},
	})
}

// TestErrors: an error has its rule and an offset in the input.
func TestErrors(t *testing.T) {
	t.Parallel()
	oracle.Errors(t, Dialect{}, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{
		{"\t http://a\\b", 10, ruleBackslash}, {"http://[::1]a", 7, ruleBrackets}, {"http://[v.a]", 7, ruleBrackets},
		{"http://u@\u2100", 9, ruleNFKC}, {"http://%①", 7, ruleNFKC}, {"http://\xff\u00ad", 8, ruleInvisible},
		{"http://é..a", 7, ruleIDNA}, {"http://u@/", 9, ruleNoHost}, {"http://h:x", 9, rulePort},
		{"http://h:65536/", 9, rulePort},
	})
	for _, pair := range [][2]string{{"http://h", "http://h:x"}, {"http://h:x", "a"}, {"http://h", "http://[ab:cd]"}} {
		if url, err := (Dialect{}).Resolve(pair[0], pair[1]); !errors.Is(err, urlerr.BadPort) || url != "" {
			t.Errorf("%s: %s, %v", pair, url, err)
		}
	}
}

// TestAllocs: a URL that stays as it is costs an allocation at most.
func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "https://u:p@example.com:8080/a/b.html?q#f", 1)
}
