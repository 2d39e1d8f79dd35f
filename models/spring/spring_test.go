package spring

import (
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, release := range []string{"5.3.30", "5.3.39", "6.2.1"} {
		d, _ := Dialect{}.At(release)
		oracle.Readings(t, d, []struct{ Name, URL, Href, Values, Input string }{
			{"all in " + release, "http://u:p@h:080//a?a=1&b&a=2#f g", "http://u:p@h:080/a?a=1&a=2&b#f g",
				"scheme=http authority=u:p@h:080 userinfo=u:p username=u password=p host=h port=80 path=/a query=a=1&a=2&b " +
					"fragment=f g",
				"scheme=http authority=u:p@h:080 userinfo=u:p username=u password=p host=h port=080 path=//a query=a=1&b&a=2 " +
					"fragment=f g"},
			{"opaque in " + release, "mailto:a@b?c", "mailto:a@b?c", "scheme=mailto path=a@b?c", "scheme=mailto path=a@b?c"},
		})
	}
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"user name as host", "x://u:1@", "x://u:1@u",
			"scheme=x authority=u:1@u userinfo=u:1 username=u password=1 host=u path=",
			"scheme=x authority=u:1@ userinfo=u:1 username=u password=1 host="},
		{"repeated path", "x:", "x:/x:", "scheme=x path=x:", "scheme=x path=:"},
		{"unreadable port", "http://h:{p\xff}/\xffb", "http://h:{p�}/�b", "scheme=http authority=h:{p�} host=h path=/�b",
			"scheme=http authority=h:{p\xff} host=h port={p\xff} path=/\xffb"},
		{"empty host", "///?", "///", "authority= host= path=/", "authority= host= path=/ query="},
		{"no host", "//?", "//", "authority= host= path=", "query="},
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
		{`http://a\b/`, 8, ruleAuthority}, {"http://[z]/", 8, ruleAuthority}, {"http://h/%zz", 10, ruleEscape},
		{"*a", 1, ruleWildcard}, {"http://u:p", 10, ruleAuthority}, {"http://h/\xff\xff%zz", 12, ruleEscape},
	})
	old, _ := Dialect{}.At("5.3.39")
	oracle.Errors(t, old, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{
		{"#\n", 2, ruleURI}, {"http://", 5, ruleHTTP}, {"x://[a", 4, ruleIPv6}, {"http://h:{a}/", 9, rulePort}, {"http://\xff:{a}b", 9, rulePort},
		{"http://h:{}/", 9, rulePort}, {"http://h:{a", 9, rulePort}, {"\xff#\n", 3, ruleURI},
	})
}

// TestReleases compares the hosts that the releases read.
func TestReleases(t *testing.T) {
	t.Parallel()
	releases := []string{"5.3.30", "5.3.39", "6.2.1", "7.0.10"}
	oracle.Hosts(t, Dialect{}, releases,
		[]string{"http://a@b@c/", "b@c", "c", "c", "c"},
		[]string{"http://127.0.0.1[@evil.com", "127.0.0.1", "evil.com", "!", "!"},
		[]string{"http://[::1]good.com/", "[::1]", "[::1]", "[::1]", "!"},
		[]string{"http://[evil.com]/", "!", "[evil.com]", "!", "!"},
		[]string{"http://{h}/", "{h}", "{h}", "{h}", "{h}"},
		[]string{"http://h:/", "h", "h", "h", "h"},
		[]string{"http://127.1/", "127.1", "127.1", "127.1", "127.1"})
}
