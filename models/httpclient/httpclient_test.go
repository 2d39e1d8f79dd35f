package httpclient

import (
	"errors"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	old, _ := Dialect{}.At("4.5.14")
	oracle.Readings(t, old, []struct{ Name, URL, Href, Values, Input string }{
		{"server", "http://u:p@h:080/a?b#c", "http://u:p@h:080/a?b#c",
			"scheme=http authority=u:p@h:080 userinfo=u:p username=u password=p host=h port=80 path=/a query=b fragment=c",
			"scheme=http authority=u:p@h:080 userinfo=u:p username=u password=p host=h port=080 path=/a query=b fragment=c"},
		{"registry", "http://u:p@a_b:+8/c", "http://u:p@a_b:+8/c",
			"scheme=http authority=u:p@a_b:+8 host=a_b port=8 path=/c",
			"scheme=http authority=u:p@a_b:+8 userinfo=u:p username=u password=p host=a_b port=+8 path=/c"},
		{"decoded", "http://a%40b_:/", "http://a%40b_:/", "scheme=http authority=a%40b_: host=b_ path=/",
			"scheme=http authority=a%40b_: host=a%40b_ path=/"},
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
		{"//h/", -1, ruleScheme}, {"http:/p", -1, ruleHost}, {"http://:80/", 7, ruleHost}, {"http://a_b:x/", 7, rulePort},
		{"http://h:65536/", 7, rulePort},
	})
	var r reading.Reading
	Dialect{}.Read(&r, "http://h/a b")
	if e, ok := errors.AsType[*urlerr.Error](r.Err()); !ok || e.Dialect != "httpclient" || e.Offset != 10 {
		t.Errorf("%+v, want an error of httpclient at byte 10", r.Err())
	}
}

// TestReleases compares the hosts that the releases read.
func TestReleases(t *testing.T) {
	t.Parallel()
	oracle.Hosts(t, Dialect{}, []string{"4.5.14", "5.6.5"},
		[]string{"http://a@b@c/", "b@c", "b@c"},
		[]string{"http://127.0.0.%31/", "127.0.0.1", "127.0.0.%31"},
		[]string{"http://h:65536/", "h", oracle.Rejected},
		[]string{"http://a_b:65536/", "a_b", oracle.Rejected},
		[]string{"http://[::1]/", "[::1]", "[::1]"})
}

// TestResolve compares the targets of redirects. A target "" means an error.
func TestResolve(t *testing.T) {
	t.Parallel()
	old, _ := Dialect{}.At("4.5.14")
	for _, tt := range []struct{ name, base, ref, want4, want5 string }{
		{"relative", "http://u:p@h:080/a/b?q#f", "g", "http://u:p@h:80/a/g", "http://h:80/a/g"},
		{"absolute", "http://h/", "HTTP://H/a/../b", "http://h/b", "HTTP://h/b"},
		{"empty", "http://h/a/b?q#f", "", "http://h/a/b?q", "http://h/"},
		{"query", "http://h/a/b?q", "?y", "http://h/a/b?y", "http://h/?y"},
		{"query after a fragment", "http://h/a#f", "?y", "http://h/a#f?y", "http://h/?y"},
		{"two fragments", "http://h/a#f", "?y#z", "", "http://h/?y#z"},
		{"composed characters", "http://h/e\u0301", "?e\u0301", "http://h/%C3%A9?%C3%A9", "http://h/?e\u0301"},
		{"encoded dot segments", "http://h/a/b/c", "%2e%2E/g", "http://h/a/g", "http://h/a/b/%2e%2E/g"},
		{"dot segment at the end", "http://h/a/b/c", "/a/b/..", "http://h/a", "http://h/a/"},
		{"empty segments", "http://h/a//b/c", "g", "http://h/a/b/g", "http://h/a/b/g"},
		{"low bytes", "http://h/", "/é\u4e2f😀", "http://h/%EF%BF%BD%2F=%00", "http://h/é\u4e2f😀"},
		{"decoded slashes", "http://h/", "./%2F%2Fg/a%3Fb", "http://h/%2F%2Fg/a%3Fb", "http://g/a%3Fb"},
		{"decoded scheme", "http://h/a/b", "./x%3Ag", "http://h/a/x:g", "x:g"},
		{"opaque", "http://h/", "mailto:a?b#c", "mailto:a?b#c", "mailto:/#c"},
		{"no host", "http://h/", "http:/g", "http:/g", ""},
		{"registry", "http://u@a_B/", "//u@a%42$:/g", "http://u@a%42$:/g", "http://u@ab%24/g"},
		{"bad port", "x://h/", "//a_b:y/./%41$", "x://a_b:y/A$", "x://a_b:y/A$"},
		{"port out of range", "http://h/", "//a_b:65536/", "http://a_b:65536/", ""},
		{"IPv6", "http://h/", "//[FE80::1%E_0]/", "http://[fe80::1%e_0]/", "http://%5Bfe80%3A%3A1%25e_0%5D/"},
		{"no path and a query", "http://h", "?q", "http://h/?q", "http://h/?q"},
		{"no path", "HTTP://h", "g", "http://h/g", "http://h/g"},
		{"decoded address", "http://h/", "//%3A%3A1/", "http://%3A%3A1/", "http://[::1]/"},
		{"decoded host", "http://a%40127.0.0.%31", "g", "http://127.0.0.1/g", "http://a%40127.0.0.1/g"},
		{"no host in the base", "http:/a", "http://h/", "", ""},
	} {
		for d, want := range map[Dialect]string{old.(Dialect): tt.want4, {}: tt.want5} {
			if got, err := d.Resolve(tt.base, tt.ref); got != want || (err == nil) != (want != "") {
				t.Errorf("%s: %s: Resolve(%q, %q) = %q, %v, want %q", tt.name, d.Release(), tt.base, tt.ref, got, err, want)
			}
		}
	}
}
