package urlopen

import (
	"errors"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"all", " <URL:HTTP://u@H%41%3A+8_0/a?b#c#d> ", "HTTP://u@H%41%3A+8_0/a?b#c#d",
			"scheme=http authority=u@HA:80 host=u@HA port=80 path=/a query=b#c fragment=d",
			"scheme=HTTP authority=u@H%41%3A+8_0 host=u@H%41%3A+8_0 path=/a query=b#c fragment=d"},
		{"no path", "http://[::1]?q", "http://[::1]?q", "scheme=http authority=::1 host=::1 path=/ query=q",
			"scheme=http authority=[::1] host=[::1] path= query=q"},
	})
}

// TestErrors: an error has its rule and the offset at which parsing stopped.
func TestErrors(t *testing.T) {
	t.Parallel()
	oracle.Errors(t, Dialect{}, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{
		{"h", 0, ruleType}, {" x://h/", 1, ruleType}, {"http:h", 5, ruleHost}, {"http:///", 5, ruleHost}, {"http://:80/", 5, ruleHost},
		{"http://h:x/", 5, rulePort}, {"http://h:65536/", 5, rulePort}, {"http://ā/", 5, ruleHeader}, {"http://h:%0D%0A80/", 5, ruleHeader},
		{"http://a b/", 5, ruleHost}, {"http://a..b/", 5, ruleHost}, {"http://h/é", 8, ruleSelector}, {"http://h/ a", 8, ruleSelector},
		{"ftp://h/", 0, ruleModel}, {"http://a]/", 9, ruleParse},
	})
	var r reading.Reading
	if (Dialect{}).Read(&r, "file:///x"); !errors.Is(r.Err(), urlerr.NotModelled) {
		t.Errorf("file:///x: %v, want a URL that is not modelled", r.Err())
	}
}

// TestReleases: urlparse of a release rejects brackets that another one accepts, and each release of urllib is known.
func TestReleases(t *testing.T) {
	t.Parallel()
	oracle.Hosts(t, Dialect{}, []string{"3.8.8", "3.11.3", "3.11", "3.15"},
		[]string{"http://[v1.a]/", "v1.a", "v1.a", "v1.a", "v1.a"},
		[]string{"http://[a]/", "a", "a", oracle.Rejected, oracle.Rejected},
		[]string{"http://h:" + strings.Repeat("0", 4300), "h", "h", "h", "h"},
		[]string{"http://h:" + strings.Repeat("0", 4301), "h", oracle.Rejected, oracle.Rejected, oracle.Rejected})
	if _, err := (Dialect{}).At("3.9.3"); !errors.Is(err, urlerr.UnknownName) {
		t.Errorf("At(3.9.3): %v, want an unknown release", err)
	}
}
