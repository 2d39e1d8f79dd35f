package httpclient

import (
	"testing"

	"earl.example/internal/testing/oracle"
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
