package rfc3986_test

import (
	"strings"
	"testing"

	"earl.example/rfc3986"
)

const (
	syntaxSteps = rfc3986.StepsSyntax
	ladderSteps = rfc3986.StepsSyntax | rfc3986.StepsScheme
)

// normalForms are references and their normal forms. The name of each begins
// with the requirement that it shows, as the checklist of the RFC numbers them.
var normalForms = []struct {
	name  string
	steps rfc3986.Steps
	in    string
	want  string
}{
	{"G-015 digits of triplets", rfc3986.StepCase, "/%3a%c3%a9", "/%3A%C3%A9"},
	{"G-020 reserved", ladderSteps, "x:%3b%2F?%26#%23", "x:%3B%2F?%26#%23"},
	{"G-025 unreserved triplets anywhere", syntaxSteps, "http://%65x/%7e%2D?%41#%5f", "http://ex/~-?A#_"},
	{"G-025 in a userinfo", rfc3986.StepPercent, "//%75%3A%40@h", "//u%3A%40@h"},
	{"G-026 nothing unasked", 0, "HTTP://H:80/%7Eu/../x", "HTTP://H:80/%7Eu/../x"},
	{"G-031 not twice", allSteps, "x:%2541", "x:%2541"},
	{"G-038 dotPrefix", syntaxSteps, "s:/a/..//x", "s:/.//x"},
	{"G-042 scheme", rfc3986.StepCase, "HtTp:x", "http:x"},
	{"G-048 userinfos stay five", ladderSteps, "http://@h/", "http://@h/"},
	{"G-048 empty password", ladderSteps, "http://u:@h/", "http://u:@h/"},
	{"G-055 host", rfc3986.StepCase, "http://EX%c3%a9.COM/", "http://ex%C3%A9.com/"},
	{"G-055 IPv6", rfc3986.StepCase, "//[2001:DB8::A]", "//[2001:db8::a]"},
	{"G-055 IPvFuture", rfc3986.StepCase, "//[V1.A]", "//[v1.a]"},
	{"G-056 decode before lower case", syntaxSteps, "http://%45X/", "http://ex/"},
	{"G-056 decode alone", rfc3986.StepPercent, "http://%45X/", "http://EX/"},
	{"G-056 case alone", rfc3986.StepCase, "http://%4aX/", "http://%4Ax/"},
	{"G-056 an IPv4 address", syntaxSteps, "http://%31.2.3.4/", "http://1.2.3.4/"},
	{"G-065 an address stays as long as it is", ladderSteps, "http://[0:0:0:0:0:0:0:1]/", "http://[0:0:0:0:0:0:0:1]/"},
	{"G-071 final dot", ladderSteps, "http://example.com./", "http://example.com./"},
	{"G-072 no authority", ladderSteps, "file:/p", "file:///p"},
	{"G-072 localhost", ladderSteps, "file://localhost/p", "file:///p"},
	{"G-072 empty host", ladderSteps, "file:///p", "file:///p"},
	{"G-072 another host", ladderSteps, "file://h/p", "file://h/p"},
	{"G-072 a rootless path", ladderSteps, "file:p", "file:p"},
	{"G-077 empty port", ladderSteps, "http://h:/", "http://h/"},
	{"G-077 default port", ladderSteps, "http://h:80/", "http://h/"},
	{"G-077 leading zeros", ladderSteps, "http://h:0080/", "http://h/"},
	{"G-077 https", ladderSteps, "HTTPS://h:443/", "https://h/"},
	{"G-077 another scheme's port", ladderSteps, "http://h:443/", "http://h:443/"},
	{"G-077 beyond 65535", ladderSteps, "http://h:65616/", "http://h:65616/"},
	{"G-077 beyond 64 bits", ladderSteps, "http://h:18446744073709551696/", "http://h:18446744073709551696/"},
	{"G-077 empty port of an unknown scheme", ladderSteps, "x-y://h:", "x-y://h/"},
	{"G-077 empty port of a relative reference", ladderSteps, "//h:/", "//h/"},
	{"G-077 WebSocket", ladderSteps, "wss://h:443", "wss://h/"},
	{"G-083 empty segments", ladderSteps, "x:/a//b//", "x:/a//b//"},
	{"G-084 no dot segments", ladderSteps, "x:/.../.a/a../?../.#..", "x:/.../.a/a../?../.#.."},
	{"G-089 fragment", ladderSteps, "http://h/#A%2f", "http://h/#A%2F"},
	{"G-089 a scheme that knows mailboxes", ladderSteps, "mailto:a@B#c@D", "mailto:a@b#c@D"},
	{"G-089 a scheme that knows name spaces", ladderSteps, "urn:X:y#Z:a", "urn:x:y#Z:a"},
	{"G-129 leading dots", syntaxSteps, "x:./../a", "x:a"},
	{"G-130 one dot", syntaxSteps, "x:/a/./b/.", "x:/a/b/"},
	{"G-131 two dots", syntaxSteps, "x:/a/b/../c/..", "x:/a/"},
	{"G-131 the first segment", syntaxSteps, "x:a/..", "x:/"},
	{"G-132 only dots", syntaxSteps, "x:../..", "x:"},
	{"G-133 empty segments move", syntaxSteps, "x:/a//b/../c", "x:/a//c"},
	{"G-134 in this order", syntaxSteps, "x:/./.././a/./b/../../c/.", "x:/c/"},
	{"G-137 surplus dots", syntaxSteps, "http://h/../../../g", "http://h/g"},
	{"G-139 no authority appears", syntaxSteps, "foo:a/../..//bar", "foo:/.//bar"},
	{"G-158", syntaxSteps, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
	{"G-159", syntaxSteps, "HTTP://www.EXAMPLE.com/", "http://www.example.com/"},
	{"G-160", ladderSteps, "http://U@h/A?B#C", "http://U@h/A?B#C"},
	{"G-161", syntaxSteps, "http://a/b/../c/./d", "http://a/c/d"},
	{"G-161 above the root", syntaxSteps, "http://a/../b", "http://a/b"},
	{"G-161 at the end", syntaxSteps, "http://a/b/c/..", "http://a/b/"},
	{"G-161 an empty segment", syntaxSteps, "http://a/b//../c", "http://a/b/c"},
	{"G-161 more dots", syntaxSteps, "http://a/.../..a/b./", "http://a/.../..a/b./"},
	{"G-161 query and fragment", syntaxSteps, "http://a/?b/../c#d/./e", "http://a/?b/../c#d/./e"},
	{"G-161 a trace of §5.2.4", syntaxSteps, "x:mid/content=5/../6", "x:mid/6"},
	{"G-161 rootless", syntaxSteps, "x:a/../b", "x:/b"},
	{"G-161 rootless, dots only", syntaxSteps, "x:../.", "x:"},
	{"G-162", syntaxSteps, "http://a/b/%2e%2E/c", "http://a/c"},
	{"G-162 path alone", rfc3986.StepPath, "http://a/b/%2e%2E/../c", "http://a/b/c"},
	{"G-163 a", syntaxSteps, "foo:/.//b", "foo:/.//b"},
	{"G-163 b", syntaxSteps, "foo:a/..//b", "foo:/.//b"},
	{"G-163 relative", syntaxSteps, "/a/..//b", "/.//b"},
	{"G-163 file", ladderSteps, "file:/.//b", "file:////b"},
	{"G-163 colon", syntaxSteps, "a/../b:c", "./b:c"},
	{"G-163 colon, needed", syntaxSteps, "./b:c", "./b:c"},
	{"G-163 colon, not needed", syntaxSteps, "./b/c:d", "b/c:d"},
	{"G-163 leading dots", syntaxSteps, "../../a/../b", "../../b"},
	{"G-163 new leading dots", syntaxSteps, "a/../../b", "../b"},
	{"G-163 dots only", syntaxSteps, "..", "../"},
	{"G-163 nowhere", syntaxSteps, "a/..", "./"},
	{"G-163 a relative empty segment", syntaxSteps, "a/..//b", ".//b"},
	{"G-163 the empty reference", syntaxSteps, "", ""},
	{"G-164 no path", ladderSteps, "http://example.com", "http://example.com/"},
	{"G-164 empty port", ladderSteps, "http://example.com:/", "http://example.com/"},
	{"G-164 port", ladderSteps, "http://example.com:80/", "http://example.com/"},
	{"G-165 query", ladderSteps, "http://h?q", "http://h/?q"},
	{"G-165 fragment", ladderSteps, "ftp://h#f", "ftp://h/#f"},
	{"G-165 urn", ladderSteps, "urn:", "urn:"},
	{"G-165 about", ladderSteps, "about:", "about:"},
	{"G-165 the meaning of a scheme", ladderSteps, "xmpp://guest@h", "xmpp://guest@h"},
	{"G-165 a relative reference", ladderSteps, "//h", "//h"},
	{"G-166", ladderSteps, "file://localhost/etc/hosts", "file:///etc/hosts"},
	{"G-166 case", rfc3986.StepDefaultHost, "file://LocalHost/etc/hosts", "file:///etc/hosts"},
	{"G-166 no path", ladderSteps, "file://localhost", "file:///"},
	{"G-166 other schemes", ladderSteps, "http://localhost/", "http://localhost/"},
	{"G-167 userinfo", ladderSteps, "file://u@localhost/", "file://u@localhost/"},
	{"G-167 empty userinfo", ladderSteps, "file://@localhost/", "file://@localhost/"},
	{"G-167 port", ladderSteps, "file://localhost:1/", "file://localhost:1/"},
	{"G-168 query", ladderSteps, "http://example.com/?", "http://example.com/?"},
	{"G-168 fragment", ladderSteps, "http://example.com/#", "http://example.com/#"},
	{"G-169 mailto", ladderSteps, "mailto:Joe@Example.COM", "mailto:Joe@example.com"},
	{"G-169 several", ladderSteps, "mailto:A@B.Example,C@D.Example?to=E@F", "mailto:A@b.example,C@d.example?to=E@F"},
	{"G-169 encoded at", ladderSteps, "mailto:Joe%40Example.COM", "mailto:Joe%40Example.COM"},
	{"G-169 quoted at", ladderSteps, "mailto:%22not@ME%22@EXAMPLE.org", "mailto:%22not@ME%22@EXAMPLE.org"},
	{"G-169 two at", ladderSteps, "mailto:a@B@C", "mailto:a@B@c"},
	{"G-169 decoded letters", ladderSteps, "mailto:a@%42%c3.C", "mailto:a@b%C3.c"},
	{"G-169 sip", ladderSteps, "sip:Alice@AtlanTa.CoM;Transport=TCP", "sip:Alice@atlanta.com;Transport=TCP"},
	{"G-169 acct", ladderSteps, "acct:J@H", "acct:J@h"},
	{"G-169 urn", ladderSteps, "URN:ISBN:0-395-X", "urn:isbn:0-395-X"},
	{"G-169 urn, only a name", ladderSteps, "urn:ISBN", "urn:ISBN"},
	{"G-169 urn without the step", syntaxSteps, "urn:ISBN:X", "urn:ISBN:X"},
	{"G-169 not others", ladderSteps, "http://h/A@B:C", "http://h/A@B:C"},
	{"G-170 not by default", ladderSteps, "http://example.com/data", "http://example.com/data"},
	{"G-170 by choice", rfc3986.StepAddSlash, "http://example.com/data?q", "http://example.com/data/?q"},
	{"G-170 only http and its kin", rfc3986.StepAddSlash, "ftp://example.com/data", "ftp://example.com/data"},
	{"G-173", allSteps, "telnet://h/%0D%0A%00", "telnet://h/%0D%0A%00"},
	{"G-198", allSteps, "x:%21%2A%27%28%29", "x:%21%2A%27%28%29"},
	{"RFC 5952 zeros", rfc3986.StepIPv6, "//[2001:DB8:0:0:0:0:0:01]", "//[2001:db8::1]"},
	{"RFC 5952 IPv4", rfc3986.StepIPv6, "//[::FFFF:102:304]", "//[::ffff:1.2.3.4]"},
	{"RFC 5952 only by choice", ladderSteps, "http://[1:0:0::2]/", "http://[1:0:0::2]/"},
	{"fragment", rfc3986.StepDropFragment, "http://h/#a", "http://h/"},
}

func TestNormalize(t *testing.T) {
	t.Parallel()
	for _, tt := range normalForms {
		r, err := rfc3986.Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Normalize(tt.steps).String(); got != tt.want {
			t.Errorf("%s: %q with %v becomes %q, want %q", tt.name, tt.in, tt.steps, got, tt.want)
		}
		checkNormalize(t, tt.in, tt.steps)
		if u, ok := r.URI(); ok {
			if n := u.Normalize(tt.steps); n.String() != tt.want || n.Normalize(tt.steps) != n {
				t.Errorf("%s: as a URI, %q with %v becomes %q", tt.name, tt.in, tt.steps, n)
			}
		}
	}
}

// TestNormalizeOctets: in every component exactly the unreserved octets are decoded (§2.3, §6.2.2.2).
func TestNormalizeOctets(t *testing.T) {
	t.Parallel()
	decoded := 0
	for c := range 256 {
		triplet := string([]byte{'%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15]})
		want := triplet
		if strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~", byte(c)) >= 0 {
			want = string(rune(c))
			decoded++
		}
		for _, frame := range []string{"x://_@h", "x://_", "x://h/a_", "x:?_", "x:#_"} {
			in := rfc3986.MustParse(strings.Replace(frame, "_", triplet, 1))
			if got := in.Normalize(rfc3986.StepPercent).String(); got != strings.Replace(frame, "_", want, 1) {
				t.Errorf("%q becomes %q", in, got)
			}
		}
	}
	if decoded != 66 {
		t.Errorf("%d octets are unreserved, want 66", decoded)
	}
}

// TestNormalizeZone: a zone identifier keeps its case, and its triplets are triplets.
func TestNormalizeZone(t *testing.T) {
	t.Parallel()
	r, err := rfc3986.ParseOptions{AllowZone: true}.Parse("http://[FE80:0::1%25En%31%c3]:80")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Normalize(allSteps).String(); got != "http://[fe80::1%25En1%C3]/" {
		t.Errorf("%q becomes %q", r, got)
	}
}

// TestNormalizeAllocs checks that only the result is allocated, and for a long text also the memory in which it is
// written.
func TestNormalizeAllocs(t *testing.T) {
	var n rfc3986.Ref
	var equal bool
	long := rfc3986.MustParse("HTTP://[1:0::2]:80/a/./%7e@b" + strings.Repeat("/segment", 10_000))
	a, b := rfc3986.MustParseURI("http://h/a?b#c"), rfc3986.MustParseURI("http://h/a%20b")
	for _, tt := range []struct {
		name string
		want float64
		call func()
	}{
		{"normal", 0, func() { n = rfc3986.MustParse("https://www.example.com/a.b/c%20d?e=%2F#f").Normalize(ladderSteps) }},
		{"normal, all steps", 0, func() { n = rfc3986.MustParse("http://[2001:db8::1]/a/").Normalize(allSteps) }},
		{"normal, with dots", 0, func() { n = rfc3986.MustParse("../../a/b").Normalize(ladderSteps) }},
		{"normal mailto", 0, func() { n = rfc3986.MustParse("mailto:A@b.c").Normalize(ladderSteps) }},
		{"short", 1, func() { n = rfc3986.MustParse("HTTP://h/../%7e").Normalize(ladderSteps) }},
		{"IPv6", 1, func() { n = rfc3986.MustParse("http://[::FFFF:1:2]").Normalize(allSteps) }},
		{"file", 1, func() { n = rfc3986.MustParse("file://LOCALHOST/a/../b").Normalize(ladderSteps) }},
		{"long", 2, func() { n = long.Normalize(ladderSteps) }},
		{"equivalent, both normal", 0, func() { equal = rfc3986.Equivalent(a, b, ladderSteps) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, tt.call); got != tt.want {
				t.Errorf("%v allocations, want %v", got, tt.want)
			}
		})
	}
	_, _ = n, equal
}

// TestNormalizeShrinks: a result that is much shorter than its input is right too.
func TestNormalizeShrinks(t *testing.T) {
	t.Parallel()
	r := rfc3986.MustParse("http://h" + strings.Repeat("/a/..", 10_000) + "/b")
	if got := r.Normalize(syntaxSteps).String(); got != "http://h/b" {
		t.Errorf("got %.40q, want http://h/b", got)
	}
	if got := rfc3986.MustParse("#" + strings.Repeat("a", 10_000)).Normalize(rfc3986.StepDropFragment).String(); got != "" {
		t.Errorf("got %.40q, want nothing", got)
	}
}
