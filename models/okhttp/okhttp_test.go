package okhttp

import (
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"all", ` HTTP:\u@v:p%zz@É%41:081\a\..\b c?d e#f| `, "http://u%40v:p%zz@xn--a-9fa:81/b%20c?d%20e#f|",
			"scheme=http authority=u%40v:p%zz@xn--a-9fa:81 userinfo=u%40v:p%zz username=u%40v password=p%zz " +
				"host=xn--a-9fa port=81 path=/b%20c query=d%20e fragment=f|",
			`scheme=HTTP authority=u@v:p%zz@É%41:081 userinfo=u@v:p%zz username=u@v password=p%zz host=É%41 port=081 ` +
				`path=\a\..\b c query=d e fragment=f|`},
		{"address", "http:::FFFF:7f00:1", "", "", ""},
		{"not UTF-8", "http://h/\xffa?\xff#\xffb", "http://h/%EF%BF%BDa?%EF%BF%BD#\uFFFDb",
			"scheme=http authority=h host=h path=/%EF%BF%BDa query=%EF%BF%BD fragment=\uFFFDb",
			"scheme=http authority=h host=h path=/\xffa query=\xff fragment=\xffb"},
		{"mapped address", "http:[::FFFF:7f00:1]", "http://127.0.0.1/", "scheme=http authority=127.0.0.1 host=127.0.0.1 path=/",
			"scheme=http authority=[::FFFF:7f00:1] host=[::FFFF:7f00:1] path="},
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
		{" ftp://h/", 1, ruleScheme}, {"//h", 0, ruleScheme}, {"http://u@a b/", 9, ruleHost}, {"http://h:0/", 9, rulePort},
		{"http://h:65536/", 9, rulePort}, {"http://\xffu@h:\xff", 12, rulePort}, {"http://\xffu@a b", 10, ruleHost},
	})
}

// TestReleases compares the hosts that the releases read.
func TestReleases(t *testing.T) {
	t.Parallel()
	oracle.Hosts(t, Dialect{}, []string{"4.12.0", "5.5.1"},
		[]string{"http://a\u200db/", "ab", "xn--ab-m1t"},
		[]string{"http://127.1/", "127.1", "127.1"},
		[]string{"http://%3A%3A1/", "::1", "::1"},
		[]string{"http://a%3A%3A1/", "a::1", "a::1"},
		[]string{"http://[%3A:1]/", "::1", "::1"},
		[]string{"http://%3A:1/", oracle.Rejected, oracle.Rejected},
		[]string{"http://[::1%25a]/", oracle.Rejected, oracle.Rejected},
		[]string{`http://a\@b/`, "a", "a"},
		[]string{"http://127.0.0.%31/", "127.0.0.1", "127.0.0.1"},
		[]string{"http://a%40b/", oracle.Rejected, oracle.Rejected})
}
