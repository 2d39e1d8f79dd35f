package neturl

import (
	"errors"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

// TestSpans compares the values of the components, and their spans in the input, with literal rows.
func TestSpans(t *testing.T) {
	t.Parallel()
	oracle.Readings(t, Dialect{}, []struct{ Name, URL, Href, Values, Input string }{
		{"all", "HTTP://u!:p%40@H:080/a%2Fb c?d#e f", "http://u%21:p%40@H:080/a/b%20c?d#e%20f",
			"scheme=http authority=u%21:p%40@H:080 userinfo=u%21:p%40 username=u! password=p@ host=H port=080 path=/a/b%20c query=d fragment=e%20f",
			"scheme=HTTP authority=u!:p%40@H:080 userinfo=u!:p%40 username=u! password=p%40 host=H port=080 path=/a%2Fb c query=d fragment=e f"},
		{"address", "http://[::1%25e%74h0]:80/", "http://[::1%25eth0]:80/",
			"scheme=http authority=[::1%eth0]:80 host=::1%eth0 port=80 path=/",
			"scheme=http authority=[::1%25e%74h0]:80 host=[::1%25e%74h0] port=80 path=/"},
		{"empty port", "http://h:/", "http://h:/",
			"scheme=http authority=h: host=h path=/",
			"scheme=http authority=h: host=h port= path=/"},
		{"host in UTF-8", "http://u@%C3%A9:1/", "http://u@%C3%A9:1/",
			"scheme=http authority=u@é:1 userinfo=u username=u host=é port=1 path=/",
			"scheme=http authority=u@%C3%A9:1 userinfo=u username=u host=%C3%A9 port=1 path=/"},
		{"opaque", "mailto:a@b?c", "mailto:a@b?c",
			"scheme=mailto path=a@b query=c",
			"scheme=mailto path=a@b query=c"},
		{"no authority", "http:/%2Fevil/p<", "http:%2F/evil/p%3C",
			"scheme=http path=//evil/p%3C",
			"scheme=http path=/%2Fevil/p<"},
		{"colon", "%3Ax<", "./:x%3C",
			"path=:x%3C",
			"path=%3Ax<"},
		{"empty", "", "",
			"path=",
			"path="},
	})
}

// TestErrors checks the rule and the offset of each error.
func TestErrors(t *testing.T) {
	t.Parallel()
	oracle.Errors(t, Dialect{}, []struct {
		URL    string
		Offset int
		Rule   urlerr.Rule
	}{
		{"http://h/\n", 9, ruleControl}, {":a", 0, ruleScheme}, {"a b:c", 3, ruleColon}, {"http://a@b|c@h/", 10, ruleUserinfo},
		{"http://u%zz@h/", 8, ruleEscape}, {"http://h/%zz", 9, ruleEscape}, {"http://h/%4", 9, ruleEscape},
		{"http://h#%zz", 9, ruleEscape}, {"http://%zz/", 7, ruleEscape}, {"http://a b/", 8, ruleHost},
		{"http://a%41/", 8, ruleASCII}, {"http://[::1%25%c3]/", 14, ruleASCII}, {"http://u@[::1/", 9, ruleAddress},
		{"http://a[::1]/", 7, ruleAddress}, {"http://[1.2.3.4]/", 7, ruleAddress}, {"http://h:x/", 8, rulePort},
		{"http://[::1]80/", 12, rulePort}, {"http://127.0.0.1:80:90/", 16, rulePort}, {"x://a:1:b/", 7, rulePort},
	})
}

func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "https://u:p@example.com:8080/a/b.html?q#f", 0)
}

// TestAt checks the names of releases.
func TestAt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, want string }{
		{"1.27.4", "1.27.4"}, {"1.27", "1.27.4"}, {"1", "1.27.4"}, {"1.25", "1.25.14"}, {"1.25.7", "1.25.7"},
		{"1.20.0", "1.20.0"}, {"1.19", "1.19.13"}, {"1.26+go1.25", "1.26.11+go1.25"}, {"1.26.0+go1.9", "1.26.0+go1.25"},
		{"1.27+go1.26", "1.27.4"}, {"1.25.3+go1.21", "1.25.3"}, {"1.27.4+go1.27", "1.27.4"},
		{"", ""}, {"1.27.5", ""}, {"1.18", ""}, {"1.28", ""}, {"2", ""}, {"1.2", ""}, {"1.27.", ""}, {"1.27.04", ""}, {"go1.27", ""},
		{"1.27+go1.28", ""}, {"1.25+go1.26", ""}, {"1.27+go1.", ""}, {"1.27+go1.-1", ""}, {"1.27+go2.0", ""}, {"+go1.25", ""},
	} {
		d, err := Dialect{}.At(tt.name)
		switch {
		case tt.want == "" && !errors.Is(err, urlerr.UnknownName):
			t.Errorf("At(%q) = %v, %v, want an unknown name", tt.name, d, err)
		case tt.want != "" && (err != nil || d.(reading.Releases).Release() != tt.want):
			t.Errorf("At(%q) = %v, %v, want %s", tt.name, d, err, tt.want)
		}
	}
	if d, err := (Dialect{}).At(Dialect{}.Release()); err != nil || d != (Dialect{}) {
		t.Errorf("At(%q) = %+v, %v, want the zero Dialect", Dialect{}.Release(), d, err)
	}
	if got := (Dialect{LooseColons: true}).Release(); got != "1.27.4+go1.25" {
		t.Errorf("Release() = %q, want 1.27.4+go1.25", got)
	}
}

// TestReleases checks each change of net/url: a release before the change, and the first release with it.
func TestReleases(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ release, base, url, want string }{
		{"1.22.12", "mailto:a@b", "#f", "mailto:#f"},
		{"1.23.0", "mailto:a@b", "#f", "mailto:a@b#f"},
		{"1.24.7", "", "http://[evil.com]/", "evil.com"},
		{"1.24.8", "", "http://[evil.com]/", oracle.Rejected},
		{"1.25.1", "", "http://[127.0.0.1]/", "127.0.0.1"},
		{"1.25.2", "", "http://[127.0.0.1]/", oracle.Rejected},
		{"1.24.9", "", "http://[::ffff:127.0.0.1]/", oracle.Rejected},
		{"1.24.10", "", "http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1"},
		{"1.25.3", "", "http://[::ffff:7f00:1]/", oracle.Rejected},
		{"1.25.4", "", "http://[::ffff:7f00:1]/", "::ffff:7f00:1"},
		{"1.25.1", "", "http://127.0.0.1[::1]/", oracle.Rejected},
		{"1.25.2", "", "http://127.0.0.1[::1]/", "::1"},
		{"1.25.7", "", "http://127.0.0.1[::1]/", "::1"},
		{"1.25.8", "", "http://127.0.0.1[::1]/", oracle.Rejected},
		{"1.24.13", "", "http://127.0.0.1[::1]/", "::1"},
		{"1.26.0", "", "http://127.0.0.1[::1]/", "::1"},
		{"1.26.1", "", "http://127.0.0.1[::1]/", oracle.Rejected},
		{"1.25.14", "", "http://127.0.0.1:80:90/", "127.0.0.1:80"},
		{"1.26.0", "", "http://127.0.0.1:80:90/", oracle.Rejected},
		{"1.26.0+go1.25", "", "http://127.0.0.1:80:90/", "127.0.0.1:80"},
		{"1.27.4", "", "HTTPS://127.0.0.1:80:90/", oracle.Rejected},
		{"1.27.4+go1.25", "", "http://127.0.0.1:80:90/", "127.0.0.1:80"},
		{"1.26.1", "", "mysql://a:1,b:2/", oracle.Rejected},
		{"1.26.1", "", "postgres://a:1,b:2/", "a:1,b"},
		{"1.26.2", "", "mysql://a:1,b:2/", "a:1,b"},
		{"1.25.12", "http://h/a/b", "..//..//c", "http://h//c"},
		{"1.25.13", "http://h/a/b", "..//..//c", "http://h/c"},
		{"1.26.5", "http://h/a/b", "..//..//c", "http://h//c"},
		{"1.26.6", "http://h/a/b", "..//..//c", "http://h/c"},
		{"1.26.11", "x:", "http:/%2Fevil/p<", "http://evil/p%3C"},
		{"1.27.0", "x:", "http:/%2Fevil/p<", "http:%2F/evil/p%3C"},
	} {
		d, err := Dialect{}.At(tt.release)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if tt.base != "" {
			got, err = d.(Dialect).Resolve(tt.base, tt.url)
		} else {
			var r reading.Reading
			d.Read(&r, tt.url)
			got, _ = r.Host()
			err = r.Err()
		}
		if err != nil {
			got = oracle.Rejected
		}
		if got != tt.want {
			t.Errorf("%s: %q, base %q: %q, want %q", tt.release, tt.url, tt.base, got, tt.want)
		}
	}
}

// TestQuirks checks that the recorded answers, which TestRecorded compares, depend on each row of the table of quirks:
// the releases on both sides of each change are recorded.
func TestQuirks(t *testing.T) {
	t.Parallel()
	covered := map[quirk]bool{}
	for i, release := range recorded[1:] {
		before, err := Dialect{}.At(recorded[i])
		if err != nil {
			t.Fatal(err)
		}
		after, err := Dialect{}.At(release)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range quirks {
			if before.(Dialect).has(q.quirk) != after.(Dialect).has(q.quirk) {
				covered[q.quirk] = true
			}
		}
	}
	for i, q := range quirks {
		if !covered[q.quirk] {
			t.Errorf("no recorded release begins or ends quirks[%d]", i)
		}
	}
}
