package yarl

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
		{"brackets from NFKC", "http://［127.0.0.1］:8080/", "http://[127.0.0.1]:8080/",
			"scheme=http authority=[127.0.0.1]:8080 host=127.0.0.1 port=8080 path=/ query= fragment=",
			"scheme=http authority=［127.0.0.1］:8080 host=［127.0.0.1］ port=8080 path=/"},
		{"one bracket from NFKC", "http://ａ［b/", "http://a[b/",
			"scheme=http authority=a[b host=[ path=/ query= fragment=", "scheme=http authority=ａ［b host=ａ［b path=/"},
		{"brackets in the userinfo", "http://[u]@[127.0.0.1:80/", "http://%5Bu%5D@127.0.0.1:80/",
			"scheme=http authority=%5Bu%5D@127.0.0.1:80 userinfo=%5Bu%5D username=%5Bu%5D host=127.0.0.1:80 path=/ query= " +
				"fragment=",
			"scheme=http authority=[u]@[127.0.0.1:80 userinfo=[u] username=[u] host=127.0.0.1:80 path=/"},
		{"empty", "", "", "scheme= authority= path= query= fragment=", "path="},
		{"empty userinfo", "//@", "", "scheme= authority= host= path= query= fragment=", "authority=@ userinfo= host= path="},
	})
	old, _ := Dialect{}.At("1.22.0")
	oracle.Readings(t, old, []struct{ Name, URL, Href, Values, Input string }{
		{"odd byte in 1.22.0", "/a\xff", "/a\xed\xb3\xbf", "scheme= authority= path=/a\xed\xb3\xbf query= fragment=", "path=/a\xff"},
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
		{"http://h:65536/", 9, rulePort}, {"//\\h", 2, ruleBackslash}, {"//a[@b", 3, ruleBrackets}, {"http://％%(/", 7, ruleNFKC}, {"http://[::1]:x", 13, rulePort},
	})
	if url, err := (Dialect{}).Resolve("http://h", "https://b［c/s"); err != nil || url != "https://b[c/s" {
		t.Errorf("Resolve of another scheme = %q, %v, want https://b[c/s", url, err)
	}
	if url, err := (Dialect{}).Resolve("https://h", "https://b［c/s"); !errors.Is(err, urlerr.BadHost) || url != "" {
		t.Errorf("Resolve of the same scheme = %q, %v, want an error of the host", url, err)
	}
	for _, pair := range [][2]string{{"http://h", "http://h:x"}, {"http://h:x", "a"}, {"http://h", "http://[ab:cd]"}} {
		if url, err := (Dialect{}).Resolve(pair[0], pair[1]); !errors.Is(err, urlerr.BadPort) || url != "" {
			t.Errorf("Resolve(%s) = %s, %v, want a bad port", pair, url, err)
		}
	}
}

// TestReleases: hosts and errors that depend on the release.
func TestReleases(t *testing.T) {
	t.Parallel()
	const rejected = "rejected"
	all := Dialect{}.Releases()
	for _, tt := range []struct {
		name, url string
		c         urlerr.Component
		want      []string // by release, oldest first; the last one counts for all newer releases
	}{
		{"full-width brackets", "http://［127.0.0.1］/", urlerr.Host, []string{"127.0.0.1"}},
		{"backslash", `http://good.com\@evil.com/`, urlerr.Host,
			[]string{"evil.com", "evil.com", "evil.com", "evil.com", "evil.com", rejected}},
		{"text before brackets", "http://127.0.0.1[::1]/", urlerr.Host, []string{"::1", "::1", "::1", "::1", "::1", rejected}},
		{"text after brackets", "http://[::1]good.com/", urlerr.Host, []string{"::1", "::1", "::1", "::1", "::1", rejected}},
		{"brackets in the userinfo", "http://[u]@[127.0.0.1:80/", urlerr.Host,
			[]string{rejected, rejected, rejected, rejected, rejected, "127.0.0.1:80"}},
		{"dots above the root", "http://h/../x", urlerr.Path, []string{rejected, "/x"}},
		{"port 0", "http://h:0/", urlerr.Port, []string{"", "0"}},
		{"signed port", "http://h:+80/", urlerr.Port, []string{rejected, rejected, "80"}},
		{"digit first", "1http://h/", urlerr.Scheme, []string{"", "", "1http"}},
		{"IPvFuture", "http://[v1.a:b]/", urlerr.Host, []string{"v1.a", "v1.a", "v1.a:b"}},
		{"IPv4-mapped", "http://[::ffff:127.0.0.1]/", urlerr.Host,
			[]string{"::ffff:7f00:1", "::ffff:7f00:1", "::ffff:127.0.0.1"}},
		{"invisible character", "http://a\u200bb/", urlerr.Host, []string{"ab", "ab", "ab", "ab", "ab", rejected}},
		{"escaped colon", "a%3Ab", urlerr.Path, []string{"a:b", "a:b", "a:b", "a:b", "a:b", "a%3Ab"}},
	} {
		for i, release := range all {
			d, err := Dialect{}.At(release)
			if err != nil {
				t.Fatal(err)
			}
			var r reading.Reading
			d.Read(&r, tt.url)
			got, _ := r.Get(tt.c)
			if r.Err() != nil {
				got = rejected
			}
			if want := tt.want[min(i, len(tt.want)-1)]; got != want {
				t.Errorf("%s: %s: %s of %q = %q, want %q", tt.name, release, tt.c, tt.url, got, want)
			}
		}
	}
	var r reading.Reading
	oldest, _ := Dialect{}.At(all[0])
	oldest.Read(&r, "http://[v1.a:b]/")
	if !errors.Is(r.PortErr(), urlerr.BadPort) {
		t.Errorf("PortErr() = %v, want an error of kind BadPort", r.PortErr())
	}
}

// TestURLs: what str writes. "" means an error.
func TestURLs(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://h:-1/": "", "http://:p@h/": "http://:p@h/", "http://u:@h/": "http://u:@h/", "http://:@h/": "http://:@h/",
		"x:?q": "x:?q", "x:#f": "x:#f", "http://h?q": "http://h/?q", "http://h:+80/": "http://h/", "http://h:8_1/": "http://h:81/",
		"http://h:65535/": "http://h:65535/", "http://h:65536/": "", "http://h:00/": "http://h:0/",
		"http://[FE80::1%%a]/": "http://[fe80::1%%a]/", "http://[FE80::1%a]/": "http://[fe80::1%a]/",
	} {
		var r reading.Reading
		if (Dialect{}).Read(&r, url); r.Href() != want {
			t.Errorf("%q: %q, %v, want %q", url, r.Href(), r.Err(), want)
		}
	}
}

// TestResolve: URL.join decodes the segments of the base, unless its path ends with a slash.
func TestResolve(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ base, ref, want string }{
		{"http://h/a%20b/", "c", "http://h/a%20b/c"}, {"http://h/a%20b/x", "c", "http://h/a b/c"}, {"http://h/%25/", "c", "http://h/%25/c"},
		{"http://h/%25/x", "c", "http://h/%/c"}, {"http://h/%C3%A9/x", "c", "http://h/é/c"}, {"http://h/%C3/x", "c", "http://h/%C3/c"},
		{"http://h/%2F/x", "c", "http://h///c"}, {"a", "b", "b"}, {"a/b", "c", "a/c"}, {"x:a", "b", "b"}, {"http:a", "b", "http:///b"},
		{"http:a/b", "c", "http:///a/c"}, {"http://h/a", "/b/../c", "http://h/c"}, {"a", "./b:c", "b%3Ac"},
		{"a/b", "../c:d", "c%3Ad"}, {"http://h/a", "./b:c", "http://h/b:c"}, {"x", "?q", "x?q"},
		{"/x", "c", "/c"}, {"/", "c", "/c"}, {"/a%41/b", "c", "/aA/c"},
	} {
		if got, err := (Dialect{}).Resolve(tt.base, tt.ref); got != tt.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", tt.base, tt.ref, got, err, tt.want)
		}
	}
}

// TestAllocs: a URL that stays as it is costs an allocation at most.
func TestAllocs(t *testing.T) {
	oracle.Allocs(t, Dialect{}, "https://u:p@example.com:8080/a/b.html?q#f", 1)
}

// TestInvisible checks the first and the last character of each range, and the characters beside them.
func TestInvisible(t *testing.T) {
	t.Parallel()
	for _, r := range [][2]rune{
		{0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x1806, 0x1806},
		{0x180B, 0x180F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},
		{0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
	} {
		for c, want := range map[rune]bool{r[0] - 1: false, r[0]: true, r[1]: true, r[1] + 1: false} {
			if got := isInvisible(c); got != want {
				t.Errorf("isInvisible(%U) = %v, want %v", c, got, want)
			}
		}
	}
}
