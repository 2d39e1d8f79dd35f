package httpx

import (
	"net/netip"
	"regexp"
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
		{"all", "HTTPS://U:p%zz@H%41:+0_80/a/../b c?d e#f ", "https://U:p%zz@h%41:80/b%20c?d%20e#f%20",
			"scheme=https authority=U:p%zz@h%41:80 userinfo=U:p%zz username=U password=p%zz host=h%41 port=80 path=/b%20c " +
				"query=d%20e fragment=f%20",
			"scheme=HTTPS authority=U:p%zz@H%41:+0_80 userinfo=U:p%zz username=U password=p%zz host=H%41 port=+0_80 " +
				"path=/a/../b c query=d e fragment=f "},
		{"address", "http://[::1]80/", "http://[::1]/",
			"scheme=http authority=[::1] host=::1 path=/", "scheme=http authority=[::1]80 host=[::1] port=80 path=/"},
		{"backslash", `http://good.com\@evil.com/`, "http://good.com%5C@evil.com/",
			"scheme=http authority=good.com%5C@evil.com userinfo=good.com%5C username=good.com%5C host=evil.com path=/",
			`scheme=http authority=good.com\@evil.com userinfo=good.com\ username=good.com\ host=evil.com path=/`},
		{"no authority", "http:///p", "http:/p", "scheme=http path=/p", "scheme=http path=/p"},
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
		{"http://h/\n", 9, ruleControl}, {"http://h/a\xff", 10, ruleSurrogate}, {"http://1.1.1.256/", 7, ruleIPv4},
		{"http://u@[a]/", 9, ruleIPv6}, {"http://\u2460/", 7, ruleIDNA}, {"http://h:x/", 9, rulePort}, {"::", 1, rulePath},
		{"http://h/" + strings.Repeat("a", maxLength), -1, ruleLength},
	})
}

// TestLength: a URL can have 65536 characters.
func TestLength(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"a", "é"} {
		for n, want := range map[int]bool{maxLength: true, maxLength + 1: false} {
			var r reading.Reading
			Dialect{}.Read(&r, "x:"+strings.Repeat(unit, n-len("x:")))
			if got := r.Err() == nil; got != want {
				t.Errorf("a URL of %d characters %s is accepted: %v (%v), want %v", n, unit, got, r.Err(), want)
			}
		}
	}
}

// TestIPv4 compares the hosts that must be IPv4 addresses with the regular expressions of httpx.
func TestIPv4(t *testing.T) {
	t.Parallel()
	for release, pattern := range map[string]*regexp.Regexp{
		"0.28.1": regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$`),
		"0.24.1": regexp.MustCompile(`^[0-9]+.[0-9]+.[0-9]+.[0-9]+$`),
	} {
		d, err := Dialect{}.At(release)
		if err != nil {
			t.Fatal(err)
		}
		hosts := []string{""}
		for i := 0; len(hosts) < 30_000; i++ { // all texts of up to 9 characters
			for _, c := range "1.a" {
				hosts = append(hosts, hosts[i]+string(c))
			}
		}
		for _, host := range hosts[1:] {
			var r reading.Reading
			d.Read(&r, "http://"+host)
			_, invalid := netip.ParseAddr(host)
			got := r.Err() != nil
			if want := pattern.MatchString(host) && invalid != nil; got != want {
				t.Errorf("%s: %s is rejected: %v (%v), want %v", release, host, got, r.Err(), want)
			}
		}
	}
}

// TestReleases compares the host and the URL of each release.
func TestReleases(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ release, url, want string }{
		{"0.24.1", "http://a@b@c/", "http://a@b%40c/"},
		{"0.27.2", "http://a@b@c/", "http://a%40b@c/"},
		{"0.24.1", "http://2130706433/", ""},
		{"0.27.2", "http://2130706433/", "http://2130706433/"},
		{"0.24.1", `http://a\b/`, "http://a%5Cb/"},
		{"0.28.1", `http://a\b/`, `http://a\b/`},
		{"0.27.2", "http://h/`", "http://h/`"},
		{"0.28.1", "http://h/`", "http://h/%60"},
	} {
		d, err := Dialect{}.At(tt.release)
		if err != nil {
			t.Fatal(err)
		}
		var r reading.Reading
		if d.Read(&r, tt.url); r.Href() != tt.want {
			t.Errorf("%s: href of %q = %q, %v, want %q", tt.release, tt.url, r.Href(), r.Err(), tt.want)
		}
	}
}

// TestAllocs: a URL that stays as it is costs no memory.
func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "https://u:p@example.com:8080/a/b.html?q#f", 1)
}
