package requests

import (
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"all", "\t HTTP://u%41:p@H%41.%31:081/%7Ea;b?c%7E#d%7E", "http://uA:p@ha.1:81/~a;b?c~#d~",
			"scheme=http authority=uA:p@ha.1:81 userinfo=uA:p username=uA password=p host=ha.1 port=81 path=/~a;b query=c~ fragment=d~",
			"scheme=HTTP authority=u%41:p@H%41.%31:081 userinfo=u%41:p username=u%41 password=p host=H%41.%31 port=081 " +
				"path=/%7Ea;b query=c%7E fragment=d%7E"},
		{"zone", "http://[fe80::1%2561]", "http://[fe80::1a]/", "scheme=http authority=[fe80::1a] host=fe80::1a path=/",
			"scheme=http authority=[fe80::1%2561] host=[fe80::1%2561]"},
		{"escape of another character", "http://h%2fx/", "http://h%2Fx/", "scheme=http authority=h%2Fx host=h%2Fx path=/",
			"scheme=http authority=h%2fx host=h%2fx path=/"},
		{"port 0", "http://h:0/", "http://h/", "scheme=http authority=h host=h path=/", "scheme=http authority=h:0 host=h port=0 path=/"},
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
		{"ftp://h/", 0, ruleScheme}, {"httpx://h/", 0, ruleScheme}, {"h", 0, ruleScheme}, {"http:///a", 0, ruleHost},
		{"http://*.a/", 7, ruleLabel}, {"http://.a/", 7, ruleLabel}, {"http://a..b/", 7, ruleLabel},
		{"http://ā:b@h/", 12, ruleLabel},
	})
}

// TestReleases: the hosts that releases read.
func TestReleases(t *testing.T) {
	t.Parallel()
	oracle.Hosts(t, Dialect{}, []string{"2.34.2", "2.32.5", "2.31.0"},
		[]string{"http://127.0.0.%31/", "127.0.0.1", "127.0.0.1", "127.0.0.1"},
		[]string{"http://h%2fx/", "h%2Fx", "h%2fx", "h%2fx"},
		[]string{"http://[fe80::1%25%41]/", oracle.Rejected, "fe80::1%a", "fe80::1%A"},
		[]string{"http://h//%5B:x/", "h", "h", oracle.Rejected})
}
