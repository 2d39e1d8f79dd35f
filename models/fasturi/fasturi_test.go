package fasturi

import (
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urlerr"
)

// TestSpans: the values, and the offsets of the components in the input.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"host", "HTTP://U:p@É:080/%7e/../b c?d e#f|", "http://U:p@xn--9ca/b%20c?d%20e#f%7C",
			"scheme=http authority=U:p@xn--9ca:80 userinfo=U:p username=U password=p host=xn--9ca port=80 path=/~/../b%20c " +
				"query=d%20e fragment=f%7C",
			"scheme=HTTP authority=U:p@É:080 userinfo=U:p username=U password=p host=É port=080 path=/%7e/../b c query=d e " +
				"fragment=f|"},
		{"zone", "http://[FE80::0%25a]/", "http://[fe80::%25a]/", "scheme=http authority=fe80::%a host=fe80::%a path=/",
			"scheme=http authority=[FE80::0%25a] host=[FE80::0%25a] path=/"},
		{"ill-formed", "x:\xff\xffa?b", "x:%EF%BF%BD%EF%BF%BDa?b", "scheme=x path=%EF%BF%BD%EF%BF%BDa query=b",
			"scheme=x path=\xff\xffa query=b"},
		{"empty", "", "", "path=", "path="},
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
		{"urn:a:b", 0, ruleModel}, {" x:", 0, ruleEdge}, {`http:\\h`, 5, ruleBackslash}, {`http://u@a\b`, 10, ruleBackslash},
		{"http:/\t/h", 5, ruleSpace}, {"1:", 0, ruleScheme}, {"http://h/a%", 10, ruleEscape}, {"http://h:a/", 9, rulePath},
		{"http://h:65536/", 9, rulePort}, {"http://u@a|b/", 9, ruleHost}, {"http:", 5, ruleNoHost}, {"wss:a", 5, ruleWebSocket},
		{"ws:a", 4, ruleWebSocket}, {"mailto:a@b", 0, ruleModel}, {"URN:a", 0, ruleModel}, {"http://a\tb/", 7, ruleHost}, {"x:[%]", 3, ruleEscape},
		{"x://[1:2:3:4::5:6:7:8]/", 4, ruleHost}, {"x://[1:2:3:4:5:6:7:8:9]/", 4, ruleHost}, {"http://a．b：c/", 7, ruleHost},
	})
	old, _ := Dialect{}.At("3.1.2")
	oracle.Errors(t, old, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{{"http://h/#%", 10, ruleFragment}})
}

// TestReleases compares the hosts that the releases read.
func TestReleases(t *testing.T) {
	t.Parallel()
	oracle.Hosts(t, Dialect{}, []string{"3.1.2", "4.2.4"},
		[]string{"http://a@b@c/", "b@c", oracle.Rejected},
		[]string{"http://127.0.0.%31/", "127.0.0.1", "127.0.0.1"},
		[]string{"ht%74p://h/", "h", oracle.Rejected},
		[]string{`http://a\@b/`, "b", oracle.Rejected},
		[]string{"http://127.1/", "127.1", "127.0.0.1"},
		[]string{"http://[v1.a]/", "[v1.a]", "[v1.a]"},
		[]string{"http://[::0001]/", "::1", "::1"},
		[]string{"http://h:65535/", "h", "h"},
		[]string{"x://[::0.1.2.3]/", "::", "::0.1.2.3"},
		[]string{"x://a%u1", "a%u1", oracle.Rejected},
		[]string{"x://a%u004", "a%u004", oracle.Rejected},
		[]string{"x://a%2D%41b/", "a-Ab", "a-ab"})
}

// TestNumbers: 3.1.2 writes a port that is out of range as JavaScript writes a number.
func TestNumbers(t *testing.T) {
	t.Parallel()
	old, _ := Dialect{}.At("3.1.2")
	for port, want := range map[string]string{
		"99999999999999999999999": "1e+23", strings.Repeat("9", 310): "Infinity", "65536": "65536", "0080": "80",
	} {
		if got, err := old.(Dialect).Resolve("x://h:"+port+"/a", "b"); got != "x://h:"+want+"/b" {
			t.Errorf("port %s becomes %q, %v, want port %s", port, got, err, want)
		}
	}
}
