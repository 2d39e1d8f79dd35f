package rfc3986_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// The tables below show the statements of the RFC. Each row begins with the
// requirement that it shows, as the checklist of the RFC numbers them.

// splits are references and their components: scheme, authority, path, query
// and fragment, with bars between them and "-" for an undefined one.
var splits = []struct{ name, in, want string }{
	{"G-002", "zz9+x.y-z://u@h:1/p?q#f", "zz9+x.y-z|u@h:1|/p|q|f"},
	{"G-003 ftp", "ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp|ftp.is.co.za|/rfc/rfc1808.txt|-|-"},
	{"G-003 http", "http://www.ietf.org/rfc/rfc2396.txt", "http|www.ietf.org|/rfc/rfc2396.txt|-|-"},
	{"G-003 ldap", "ldap://[2001:db8::7]/c=GB?objectClass?one", "ldap|[2001:db8::7]|/c=GB|objectClass?one|-"},
	{"G-003 mailto", "mailto:John.Doe@example.com", "mailto|-|John.Doe@example.com|-|-"},
	{"G-003 news", "news:comp.infosystems.www.servers.unix", "news|-|comp.infosystems.www.servers.unix|-|-"},
	{"G-003 tel", "tel:+1-816-555-1212", "tel|-|+1-816-555-1212|-|-"},
	{"G-003 telnet", "telnet://192.0.2.16:80/", "telnet|192.0.2.16:80|/|-|-"},
	{"G-003 urn", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
		"urn|-|oasis:names:specification:docbook:dtd:xml:4.1.2|-|-"},
	{"G-035", "foo://example.com:8042/over/there?name=ferret#nose", "foo|example.com:8042|/over/there|name=ferret|nose"},
	{"G-036", "urn:example:animal:ferret:nose", "urn|-|example:animal:ferret:nose|-|-"},
	{"G-040 nothing", "http://h", "http|h||-|-"},
	{"G-040 query", "http://h?", "http|h|||-"},
	{"G-040 fragment", "http://h#", "http|h||-|"},
	{"G-040 both", "http://h?#", "http|h|||"},
	{"G-040 no authority", "s:", "s|-||-|-"},
	{"G-040 empty authority", "s://", "s|||-|-"},
	{"G-045 query", "//h?q", "-|h||q|-"},
	{"G-045 fragment", "//h#f", "-|h||-|f"},
	{"G-045 slashes", "//h//x", "-|h|//x|-|-"},
	{"G-045 nothing", "//", "-|||-|-"},
	{"G-045 three slashes", "///x", "-||/x|-|-"},
	{"G-078 query", "/a?b/c", "-|-|/a|b/c|-"},
	{"G-078 fragment", "/a#b?c", "-|-|/a|-|b?c"},
	{"G-082 mailto", "mailto:fred@example.com", "mailto|-|fred@example.com|-|-"},
	{"G-082 empty", "foo://info.example.com?fred", "foo|info.example.com||fred|-"},
	{"G-084 kept", "/a/./b/..", "-|-|/a/./b/..|-|-"},
	{"G-085", "a?b?c/d", "-|-|a|b?c/d|-"},
	{"G-087", "?u=http://x/?y", "-|-||u=http://x/?y|-"},
	{"G-088", "#s/../x?y", "-|-||-|s/../x?y"},
	{"G-100", "www.w3.org/Addressing/", "-|-|www.w3.org/Addressing/|-|-"},
	{"G-143 query", "http://h/?", "http|h|/||-"},
	{"G-143 fragment", "http://h/#", "http|h|/|-|"},
	{"G-143 scheme", "s://", "s|||-|-"},
	{"G-143 userinfo", "http://@h/", "http|@h|/|-|-"},
	{"G-143 port", "http://h:/", "http|h:|/|-|-"},
	{"G-104 port", "www.example.com:80/x", "www.example.com|-|80/x|-|-"},
	{"G-104 localhost", "localhost:8080", "localhost|-|8080|-|-"},
	{"G-182", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
		"ftp|cnn.example.com&story=breaking_news@10.0.0.1|/top_story.htm|-|-"},
	{"G-186", "http://www.ics.uci.edu/pub/ietf/uri/#Related", "http|www.ics.uci.edu|/pub/ietf/uri/|-|Related"},
}

func TestSplits(t *testing.T) {
	t.Parallel()
	for _, test := range splits {
		t.Run(test.name, func(t *testing.T) {
			r := rfc3986.MustParse(test.in)
			p := splitOf(r)
			if r.String() != test.in || p.recompose() != test.in {
				t.Errorf("%s comes back as %s, and as %s", test.in, r, p.recompose())
			}
			var all []string
			for _, c := range []component{p.scheme, p.authority, p.path, p.query, p.fragment} {
				if c.defined {
					all = append(all, c.text)
				} else {
					all = append(all, "-")
				}
			}
			if got := strings.Join(all, "|"); got != test.want {
				t.Errorf("%s is %s, want %s", test.in, got, test.want)
			}
		})
	}
}

// acceptanceTests are texts that are references, and texts that are not, each of these with the offset of the first
// offending byte after a space and the component after another. Texts are quoted Go strings where they have to be.
var acceptanceTests = []struct {
	name    string
	valid   []string
	invalid []string
}{
	{"G-006", []string{"%E9", "//%E9/%FF?%00#%80"}, nil},
	{"G-010", []string{"%aF", "//[V1.x]", "//[v1.X]"}, []string{"é 0 path", "//é 2 host", "é:x 0 path", "//h:٣ 4 port",
		"?٣ 1 query"}},
	{"G-011", nil, []string{`"http://h/a b" 10 path`, `"http://a b/" 8 host`, `"?a b" 2 query`, `"#a\x00" 2 fragment`,
		`"\x7f" 0 path`, `"//u\"@h" 3 userinfo`, `"<" 0 path`, `">" 0 path`, `"\\" 0 path`, `"^" 0 path`, "\"`\" 0 path",
		`"{" 0 path`, `"|" 0 path`, `"}" 0 path`, `"\x80" 0 path`}},
	{"G-012", []string{"%20", "%aF", "%00", "%25"}, []string{"% 0 path", "%2 0 path", "%2G 0 path", "%%41 0 path",
		"%u0041 0 path", "%-1 0 path", "a%20% 4 path", "//%4 2 host", "?%4 1 query", "#%4 1 fragment", "//%4@h 2 userinfo"}},
	{"G-013", nil, []string{"ht%74p:x 6 scheme", "http://h:8%30/ 10 port", "//[v1.%41] 6 host", "//[::%31] 5 host"}},
	{"G-034", []string{"foo:", "dav:", "about:"}, []string{": 0 scheme", ":a 0 scheme"}},
	{"G-041", []string{"a:", "H2:x", "a+b-c.d:x"}, []string{"1a:x 2 scheme", "-a:x 2 scheme", "a_b:x 3 scheme",
		"%61:x 3 scheme"}},
	{"G-047", []string{"//a:b:c@h", "//a%20b@h"}, []string{"//a@b@c 5 host", "//a[@h 3 host", "//a]@h 3 userinfo"}},
	{"G-054", []string{"http://", "//", "http://:80/", "http://u@/"}, nil},
	{"G-057", []string{"//[::1]", "//[::1]:", "//[::1]:80", "//u@[::1]"}, []string{"//[] 3 host", "//[::1 6 host",
		"//[::1/ 6 host", "//::1] 3 port", "//[::1]x 7 host", "//a[::1] 3 host", "//[h] 3 host", "//[1.2.3.4] 4 host",
		"/[ 1 path", "?a[]=1 2 query", "#[ 1 fragment", "http://::1/ 8 port", "http://h:80:80/ 11 port"}},
	{"G-058", []string{"//[v1.x]", "//[V1.x]", "//[vFe.a:b]"}, []string{"//[v.x] 4 host", "//[v1] 5 host",
		"//[v1.] 6 host", "//[vG.x] 4 host", "//[v1.%41] 6 host", "//[v1.x 7 host"}},
	{"G-061", []string{"//[1:2:3:4:5:6:7:8]", "//[::]", "//[::1]", "//[1::]", "//[::2:3:4:5:6:7:8]", "//[1:2:3:4:5:6:7::]",
		"//[1:2:3:4:5:6::8]", "//[1:2:3:4:5::7:8]"}, nil},
	{"G-062", nil, []string{"//[1:2:3:4:5:6:7] 16 host", "//[1:2:3:4:5:6:7:8:9] 18 host", "//[1::2::3] 8 host",
		"//[:::] 5 host", "//[1:] 5 host", "//[:1] 4 host", "//[::1:2:3:4:5:6:7:8] 18 host", "//[1:2:3:4:5:6:7::8] 18 host",
		"//[g::] 3 host", "//[12345::] 7 host", "//[192.0.2.1] 6 host"}},
	{"G-063", []string{"//[::192.0.2.1]", "//[::ffff:192.0.2.1]", "//[1::192.0.2.1]", "//[1:2:3:4:5::192.0.2.1]",
		"//[1:2:3:4:5:6:192.0.2.1]"}, []string{"//[192.0.2.1::] 6 host", "//[::192.0.2.1:1] 14 host",
		"//[::192.0.2.256] 15 host", "//[::192.0.2.01] 14 host", "//[1:2:3:4:5:6::192.0.2.1] 19 host",
		"//[1:2:3:4:5:6:7:192.0.2.1] 20 host"}},
	{"G-064", []string{"//[0001::]", "//[2001:0db8::0007]"}, []string{"//[00001::] 7 host"}},
	{"G-066", nil, []string{"//[fe80::1%25en0] 10 host", "//[fe80::1%en0] 10 host"}},
	{"G-069", []string{"//ex_ample!$&'()*+,;=~.com", "//a%2Fb"}, nil},
	{"G-070", []string{"//a_b", "//a..b", "//" + strings.Repeat("a", 300)}, nil},
	{"G-076", []string{"//h:80", "//h:", "//h:0080", "//h:65536", "//h:" + strings.Repeat("9", 50)},
		[]string{"//h:+80 4 port", "//h:-1 4 port", "//h:0x50 5 port", "//h:8a 5 port", "//h:８０ 4 port"}},
	{"G-079", []string{"s:/", "s:/a//b", "s:a//b"}, nil},
	{"G-080", []string{"/a;b=c,d@e:f!"}, nil},
	{"G-081", []string{"a:b", "./a:b", "a/b:c", "/a:b", "?a:b", "#a:b"}, []string{"1a:b 2 scheme"}},
	{"G-085 more", nil, []string{"?a[]=1 2 query", "?a|b 2 query", `"?a b" 2 query`}},
	{"G-088 more", nil, []string{"a#b#c 3 fragment"}},
	{"G-092", []string{"", "?", "#", "/", "//", "///"}, nil},
	{"G-187", nil, []string{"1a:b 2 scheme", ":a 0 scheme", `"a b" 1 path`, `"#\n" 1 fragment`}},
	{"JSON Schema", []string{"http://foo.bar/?baz=qux#quux", "http://foo.com/blah_(wikipedia)_blah#cite-1",
		"http://foo.bar/?q=Test%20URL-encoded%20stuff", "http://xn--nw2a.xn--j6w193g/",
		"http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", "http://223.255.255.254", "http://1337.net",
		"//foo.bar/?baz=qux#quux", "/abc", "abc", "#fragment"}, []string{`"http:// shouldfail.com" 7 host`,
		`":// should fail" 0 scheme`, "bar,baz:foo 7 scheme", `"\\\\WINDOWS\\fileshare" 0 path`,
		`"http://example.org/foobar\"" 25 path`, "http://example.org/foobar<> 25 path",
		`"http://example.org/foobar\\" 25 path`, "http://example.org/^ 19 path", "http://[fe80::1 15 host",
		"#frag\\ment 5 fragment", "https://[@example.org/test.txt 9 host", "https://example.org/foobar\\.txt 26 path",
		"http://a.b:test/ 11 port"}},
}

func TestJudgements(t *testing.T) {
	t.Parallel()
	for _, test := range acceptanceTests {
		t.Run(test.name, func(t *testing.T) {
			for _, s := range test.valid {
				if r, err := rfc3986.Parse(s); err != nil || r.String() != s {
					t.Errorf("%q: %v, want it accepted", s, err)
				}
				checkParse(t, s)
			}
			for _, row := range test.invalid {
				var s, place string
				if row[0] == '"' {
					quoted, _ := strconv.QuotedPrefix(row)
					s, _ = strconv.Unquote(quoted)
					place = row[len(quoted)+1:]
				} else {
					s, place, _ = strings.Cut(row, " ")
				}
				_, err := rfc3986.Parse(s)
				var e *urlerr.Error
				if !errors.As(err, &e) || fmt.Sprint(e.Offset, " ", e.Component) != place {
					t.Errorf("%q: %v; want %s", s, err, place)
				}
				checkParse(t, s)
			}
		})
	}
}

// resolutions are targets of references.
var resolutions = []struct{ name, base, ref, want string }{
	{"G-008 dot", "http://h/a", "foo:.", "foo:"},
	{"G-008 dots", "urn:x", "foo:..", "foo:"},
	{"G-008 mailto", "http://h/a/b", "mailto:a@b", "mailto:a@b"},
	{"G-009 file", "file:///t/a/b", "../x/y", "file:///t/x/y"},
	{"G-009 http", "http://h/t/a/b", "../x/y", "http://h/t/x/y"},
	{"G-009 ftp", "ftp://h/t/a/b", "../x/y", "ftp://h/t/x/y"},
	{"G-084", "http://a/", ".../.a/a../?../x#/../", "http://a/.../.a/a../?../x#/../"},
	{"G-086 a", "http://a/b?x/../y", "g", "http://a/g"},
	{"G-086 b", "http://a/b?x/y", "./g", "http://a/g"},
	{"G-088", "http://a/b", "#s/../x?y", "http://a/b#s/../x?y"},
	{"G-094", "http://a/b/c/d;p?q", "./this:that", "http://a/b/c/this:that"},
	{"G-107", "http://a/b#f", "", "http://a/b"},
	{"G-107 empty fragment", "http://a/b#", "?c", "http://a/b?c"},
	{"G-117 scheme alone", "foo:", "x", "foo:x"},
	{"G-117 query alone", "foo:?q", "#f", "foo:?q#f"},
	{"G-118", "HTTP://A/b", "c", "HTTP://A/c"},
	{"G-119", "http://a/b/c/d;p?q", "%2e%2e/g", "http://a/b/c/%2e%2e/g"},
	{"G-120", "http://a/", "http://x/a/../b", "http://x/b"},
	{"G-120 rootless", "http://a/", "g:./../h", "g:h"},
	{"G-121", "http://a/", "//x/a/../b", "http://x/b"},
	{"G-121 empty", "http://a/", "//", "http://"},
	{"G-122 verbatim", "http://a/b/../c", "?y", "http://a/b/../c?y"},
	{"G-122 empty query", "http://a/b/c/d;p?q", "?", "http://a/b/c/d;p?"},
	{"G-122 empty fragment", "http://a/b/c/d;p?q", "#", "http://a/b/c/d;p?q#"},
	{"G-123 query dropped", "http://a/b?q", "g", "http://a/g"},
	{"G-123 authority", "http://u@h:80/p", "g", "http://u@h:80/g"},
	{"G-123 fragment dropped", "http://a/b#f", "", "http://a/b"},
	{"G-125 a", "http://a", "g", "http://a/g"},
	{"G-125 b", "http://a?q", "g", "http://a/g"},
	{"G-125 c", "http://a", ".", "http://a/"},
	{"G-125 d", "http://a", "..", "http://a/"},
	{"G-125 e", "http://a", "?y", "http://a?y"},
	{"G-126 a", "mailto:x@y", "g", "mailto:g"},
	{"G-126 b", "urn:a:b", "c", "urn:c"},
	{"G-126 c", "urn:a:b", "./c:d", "urn:c:d"},
	{"G-126 d", "about:blank", "x", "about:x"},
	{"G-127", "http://a/b/..", "c", "http://a/b/c"},
	{"G-132", "foo:a", "..", "foo:"},
	{"G-137", "http://u@h:1/a", "../../../b", "http://u@h:1/b"},
	{"G-138", "http://ex/a", "..%2Fb", "http://ex/..%2Fb"},
	{"G-138 encoded dots", "http://ex/a/b", "%2e/%2E%2E", "http://ex/a/%2e/%2E%2E"},
	{"G-139 a", "foo:bar", ".///bar", "foo:/.//bar"},
	{"G-139 b", "foo:/bar", ".//bar", "foo:/.//bar"},
	{"G-139 c", "foo:/a", "/..//bar", "foo:/.//bar"},
	{"G-139 again", "foo:/.//bar", "b", "foo:/.//b"},
	{"G-140 a", "foo:a/b", "../../c", "foo:/c"},
	{"G-140 b", "foo:a/", "../b", "foo:/b"},
	{"G-141", "http://a/", "//g?y/../x", "http://g?y/../x"},
	{"G-199 query", "http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"},
	{"G-199 root", "http://a/b", "/../g", "http://a/g"},
}

// compatible are targets when the base's scheme is ignored.
var compatible = []struct{ name, ref, want string }{
	{"G-124", "http:g", "http://a/b/c/g"},
	{"G-124 case", "HTTP:g", "http://a/b/c/g"},
	{"G-124 nothing", "http:", "http://a/b/c/d;p?q"},
	{"G-124 authority", "http://x", "http://x"},
	{"G-124 other", "https:g", "https:g"},
	{"G-124 colon", "http:a:b", "http://a/b/c/a:b"},
}

func TestResolutions(t *testing.T) {
	t.Parallel()
	for _, test := range resolutions {
		t.Run(test.name, func(t *testing.T) {
			base, ref := rfc3986.MustParseURI(test.base), rfc3986.MustParse(test.ref)
			if got, err := rfc3986.Resolve(base, ref); err != nil || got.String() != test.want {
				t.Errorf("%q + %q = %q, %v, want %q", base, ref, got, err, test.want)
			}
			checkResolve(t, base, ref)
		})
	}
	base := rfc3986.MustParseURI("http://a/b/c/d;p?q")
	for _, test := range compatible {
		t.Run(test.name, func(t *testing.T) {
			got, err := rfc3986.Dialect{BackwardCompatible: true}.Resolve(base.String(), test.ref)
			if err != nil || got != test.want {
				t.Errorf("%q gives %q, %v, want %q", test.ref, got, err, test.want)
			}
		})
	}
}

// hosts are hosts, their kinds and their addresses.
var hosts = []struct {
	name, host string
	kind       reading.HostKind
	addr       string
}{
	{"G-003 ldap", "[2001:db8::7]", reading.HostIPv6, "2001:db8::7"},
	{"G-003 telnet", "192.0.2.16", reading.HostIPv4, "192.0.2.16"},
	{"G-053 IPv4", "1.2.3.4", reading.HostIPv4, "1.2.3.4"},
	{"G-053 too large", "1.2.3.256", reading.HostName, ""},
	{"G-053 leading zero", "01.2.3.4", reading.HostName, ""},
	{"G-053 three", "1.2.3", reading.HostName, ""},
	{"G-053 dot behind", "1.2.3.4.", reading.HostName, ""},
	{"G-053 five", "1.2.3.4.5", reading.HostName, ""},
	{"G-054", "", reading.HostEmpty, ""},
	{"G-060 v6", "[v6.x]", reading.HostIPvFuture, ""},
	{"G-060 v4", "[v4.1.2.3.4]", reading.HostIPvFuture, ""},
	{"G-061", "[1:2:3:4:5:6:7:8]", reading.HostIPv6, "1:2:3:4:5:6:7:8"},
	{"G-063", "[::ffff:192.0.2.1]", reading.HostIPv6, "::ffff:192.0.2.1"},
	{"G-064", "[2001:0db8::0007]", reading.HostIPv6, "2001:db8::7"},
	{"G-067 lowest", "0.0.0.0", reading.HostIPv4, "0.0.0.0"},
	{"G-067 highest", "255.255.255.255", reading.HostIPv4, "255.255.255.255"},
	{"G-067 too large", "256.0.0.1", reading.HostName, ""},
	{"G-067 zero", "1.2.3.04", reading.HostName, ""},
	{"G-067 hexadecimal", "0x7f.1", reading.HostName, ""},
	{"G-067 one number", "2130706433", reading.HostName, ""},
	{"G-068 two digits of three", "127.1.10.199", reading.HostIPv4, "127.1.10.199"},
	{"G-068 IPv6", "[1::]", reading.HostIPv6, "1::"},
	{"G-179 a", "127.0.1", reading.HostName, ""},
	{"G-179 b", "0X7F000001", reading.HostName, ""},
	{"G-179 c", "017700000001", reading.HostName, ""},
	{"G-182", "10.0.0.1", reading.HostIPv4, "10.0.0.1"},
}

func TestHosts(t *testing.T) {
	t.Parallel()
	for _, test := range hosts {
		t.Run(test.name, func(t *testing.T) {
			r := rfc3986.MustParse("//u@" + test.host + ":1/")
			addr, ok := r.Addr()
			if r.HostKind() != test.kind || ok != (test.addr != "") || ok && addr.String() != test.addr {
				t.Errorf("%s is %v, %v", test.host, r.HostKind(), addr)
			}
		})
	}
	for n := range 1000 {
		for _, form := range []string{"%d.1.1.1", "1.%d.1.1", "1.1.%d.1", "1.1.1.%d", "0%d.1.1.1", "1.1.1.0%d"} {
			host := fmt.Sprintf(form, n)
			want := reading.HostName
			if n < 256 && !strings.Contains(form, "0") {
				want = reading.HostIPv4
			}
			if got := rfc3986.MustParse("//" + host).HostKind(); got != want {
				t.Errorf("G-067: %s is %v, want %v", host, got, want)
			}
		}
	}
	zone := rfc3986.ParseOptions{AllowZone: true}
	r, err := zone.Parse("http://[fe80::1%25en%31]:80/")
	addr, ok := r.Addr()
	if err != nil || r.HostKind() != reading.HostIPv6 || !ok || addr.String() != "fe80::1%en1" {
		t.Errorf("G-066: %v, %v, %v, want fe80::1 with the zone en1", r.HostKind(), addr, err)
	}
	for _, bad := range []string{"//[fe80::1%en1]", "//[fe80::1%25]", "//[fe80::1%25a:b]", "//[fe80::1%2", "//[v1.a%25b]",
		"//[fe80::1%25a"} {
		if r, err := zone.Parse(bad); err == nil {
			t.Errorf("G-066: %s is accepted with zones: %v", bad, r)
		}
	}
}

// TestIPv6Shapes: all literals of up to nine of these pieces.
func TestIPv6Shapes(t *testing.T) {
	t.Parallel()
	if urltest.RaceDetector {
		t.Skip("one goroutine, and too much for the race detector")
	}
	m := newMachine("IPv6address")
	longest := 9
	if testing.Short() {
		longest = 7
	}
	var try func(text string, n int)
	try = func(text string, n int) {
		matches, offset := m.Run(text)
		_, err := rfc3986.Parse("//[" + text + "]")
		var e *urlerr.Error
		if errors.As(err, &e); matches != (err == nil) || !matches && e.Offset != offset+len("//[") {
			t.Errorf("[%s]: %v; the grammar says %v, offset %d", text, err, matches, offset)
		}
		if n < longest && offset == len(text) { // else longer ones are no better
			for _, piece := range []string{"1:", ":", "1", "12.3.0.255"} {
				try(text+piece, n+1)
			}
		}
	}
	try("", 0)
}

// TestAuthorities: all combinations of absent, empty and full (G-046, G-048).
func TestAuthorities(t *testing.T) {
	t.Parallel()
	seen := map[rfc3986.Ref]bool{}
	for _, userinfo := range []string{"", "@", "u@", "u:@", ":p@", "u:p@"} {
		for _, host := range []string{"", "h", "[::1]", "1.2.3.4"} {
			for _, port := range []string{"", ":", ":80"} {
				r, err := rfc3986.Parse("//" + userinfo + host + port)
				gotUserinfo, hasUserinfo := r.Userinfo()
				gotHost, hasHost := r.Host()
				gotPort, hasPort := r.Port()
				if err != nil || hasUserinfo != (userinfo != "") || gotUserinfo != strings.TrimSuffix(userinfo, "@") ||
					gotHost != host || !hasHost || hasPort != (port != "") || gotPort != strings.TrimPrefix(port, ":") || seen[r] {
					t.Errorf("%q: %q %v, %q %v, %q %v: %v, want the parts that it was built of", r, gotUserinfo, hasUserinfo, gotHost, hasHost, gotPort, hasPort, err)
				}
				seen[r] = true
			}
		}
	}
}

// forms are references and their kinds (G-001, G-039, G-090, G-093, G-096).
var forms = []struct {
	in   string
	path string
	is   string // of "uri absolute relative network root path"
}{
	{"", "path-empty", "relative path"},
	{"?q", "path-empty", "relative path"},
	{"#s", "path-empty", "relative path"},
	{"g", "path-noscheme", "relative path"},
	{"./g", "path-noscheme", "relative path"},
	{"/g", "path-absolute", "relative root"},
	{"/", "path-absolute", "relative root"},
	{"//g", "path-abempty", "relative network"},
	{"//g/a", "path-abempty", "relative network"},
	{"//", "path-abempty", "relative network"},
	{"///x", "path-abempty", "relative network"},
	{"s:", "path-empty", "uri absolute"},
	{"s:?q", "path-empty", "uri absolute"},
	{"s:/a", "path-absolute", "uri absolute"},
	{"s:a:b", "path-rootless", "uri absolute"},
	{"s://h", "path-abempty", "uri absolute"},
	{"http://a?q", "path-abempty", "uri absolute"},
	{"http://a#", "path-abempty", "uri"},
	{"s:a#f", "path-rootless", "uri"},
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, test := range forms {
		r := rfc3986.MustParse(test.in)
		var is []string
		for _, form := range []struct {
			name string
			is   bool
		}{
			{"uri", r.IsURI()}, {"absolute", r.IsAbsoluteURI()}, {"relative", !r.IsURI()},
			{"network", !r.IsURI() && r.PathForm() == "path-abempty"}, {"root", !r.IsURI() && r.PathForm() == "path-absolute"},
			{"path", !r.IsURI() && (r.PathForm() == "path-noscheme" || r.PathForm() == "path-empty")},
		} {
			if form.is {
				is = append(is, form.name)
			}
		}
		if got := strings.Join(is, " "); got != test.is || r.PathForm() != test.path {
			t.Errorf("%q is %s with %v, want %s with %v", test.in, got, r.PathForm(), test.is, test.path)
		}
		if fits, _ := newMachine(r.PathForm()).Run(r.Path()); !fits {
			t.Errorf("%q: the path is no %v", test.in, r.PathForm())
		}
	}
	if (reading.HostIPvFuture+1).String() != "host kind 7" ||
		reading.NoHost.String() != "none" || reading.HostIPv4.String() != "ipv4" {
		t.Error("names are wrong")
	}
}

// TestSameDocument is G-097 and G-105.
func TestSameDocument(t *testing.T) {
	t.Parallel()
	base := rfc3986.MustParseURI("http://a/b/c/d;p?q")
	for ref, want := range map[string]bool{
		"": true, "#s": true, "#": true, "?q": true, "d;p?q": true, "http://a/b/c/d;p?q#x": true, "/b/c/d;p?q": true,
		"?": false, "d;p": false, "//a": false, "HTTP://a/b/c/d;p?q": false,
	} {
		r := rfc3986.MustParse(ref)
		if got := r.IsSameDocument(base); got != want {
			t.Errorf("%q is the same document: %v, want %v", ref, got, want)
		}
		if u, ok := r.URI(); ok && u.IsSameDocument(base) != want {
			t.Errorf("%q as a URI differs", ref)
		}
		if got := r.IsSameDocument(rfc3986.URI{}); got != (ref == "" || ref[0] == '#') {
			t.Errorf("%q is the same document without a base: %v", ref, got)
		}
	}
	if !rfc3986.MustParse("").IsSameDocument(rfc3986.MustParseURI("a:b#c")) ||
		!rfc3986.MustParse("b").IsSameDocument(rfc3986.MustParseURI("a:b#c")) {
		t.Error("the base's fragment matters")
	}
}

// TestClassesAreTheGrammar is G-016 and G-080.
func TestClassesAreTheGrammar(t *testing.T) {
	t.Parallel()
	for rule, class := range map[string]ascii.Class{
		"unreserved": ascii.Unreserved, "gen-delims": ascii.GenDelim, "sub-delims": ascii.SubDelim,
		"reserved": ascii.GenDelim | ascii.SubDelim,
		"reg-name": ascii.NameChar, "userinfo": ascii.UserinfoChar, "query": ascii.QueryChar,
		"fragment": ascii.QueryChar,
		"ALPHA":    ascii.Alpha, "DIGIT": ascii.Digit, "HEXDIG": ascii.HexDigit,
	} {
		m := newMachine(rule)
		for c := range 256 {
			if matches, _ := m.Run(string([]byte{byte(c)})); matches != ascii.Is(byte(c), class) {
				t.Errorf("%s and %#02x: the grammar says %v", rule, c, matches)
			}
		}
	}
}

// TestAllOctetsEverywhere: each octet at each place of a reference that has
// everything, and instead of each of its bytes (G-011, G-080, G-085).
func TestAllOctetsEverywhere(t *testing.T) {
	t.Parallel()
	if urltest.RaceDetector {
		t.Skip("one goroutine, and too much for the race detector")
	}
	every := 8
	if testing.Short() {
		every = 32
	}
	for _, text := range []string{
		"foo://user:pw@example.com:8042/over/there;x=1?name=ferret#nose", "//[2001:db8::192.0.2.1]:80", "//[v1f.a:b]/",
		"a@b,c/d:e", "s:%41%4F/%c3%A9",
		"https://www.example.com/a-b_c/d.html?x=%20y", "http://1.2.3.4:80/",
	} {
		for i := range len(text) + 1 {
			for c := range 256 {
				if !urltest.IsExhaustive() && (i+c)%every != 0 {
					continue
				}
				checkOne(t, text[:i]+string([]byte{byte(c)})+text[i:], rfc3986.ParseOptions{}, strictOracle())
				if i < len(text) {
					checkOne(t, text[:i]+string([]byte{byte(c)})+text[i+1:], rfc3986.ParseOptions{}, strictOracle())
				}
			}
			checkParse(t, text[:i])
		}
	}
}

func TestPortNumber(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in     string
		port   uint16
		ok     bool
		offset int // of the error, 0 for none
	}{
		{"//h", 0, false, 0}, {"//h:", 0, false, 0}, {"//h:0", 0, true, 0}, {"//h:0080", 80, true, 0},
		{"//h:65535", 65535, true, 0},
		{"//h:65536", 0, false, 8}, {"//h:" + strings.Repeat("9", 50), 0, false, 8}, {"//h:" + strings.Repeat("0", 50) + "1",
			1, true, 0}, {"a", 0, false, 0},
	} {
		port, ok, err := rfc3986.MustParse(test.in).PortNumber()
		if port != test.port || ok != test.ok || (err != nil) != (test.offset > 0) || err != nil &&
			offsetOf(err, urlerr.BadPort) != test.offset {
			t.Errorf("G-076: %s has port %d, %v, %v", test.in, port, ok, err)
		}
	}
}
