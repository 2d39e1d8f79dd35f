package rfc3986_test

import (
	"errors"
	"net/netip"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// result is the text of an edit, or the rule that it breaks.
func result(r interface{ String() string }, err error) string {
	var e *urlerr.Error
	if errors.As(err, &e) {
		return "error: " + e.Rule.Name
	}
	return r.String()
}

// without returns the text of r without a component.
func without(r rfc3986.Ref, c urlerr.Component) string {
	return result(rfc3986.Edit{Remove: []urlerr.Component{c}}.Apply(r))
}

// toHost returns a function that returns the text of r with a host.
func toHost(r rfc3986.Ref) func(host string, err error) string {
	return func(host string, err error) string {
		if err != nil {
			return result(r, err)
		}
		return result(r.WithHost(host))
	}
}

// editRows are one edit each of a reference.
var editRows = []struct {
	name, in string
	edit     func(r rfc3986.Ref) string
	want     string
}{
	{"scheme", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Scheme: new("FTP")}.Apply(r))
	}, "ftp://u:p@h:80/a/b?q=1#f"},
	{"scheme for a relative reference", "a/b", func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Scheme: new("s")}.Apply(r))
	}, "s:a/b"},
	{"bad scheme", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Scheme: new("1a")}.Apply(r))
	}, "error: scheme"},
	{"no scheme at all", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Scheme: new("")}.Apply(r))
	}, "error: scheme"},
	{"colon in a scheme", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Scheme: new("a:b")}.Apply(r))
	}, "error: scheme"},
	{"without scheme", full, func(r rfc3986.Ref) string { return without(r, urlerr.Scheme) }, "//u:p@h:80/a/b?q=1#f"},
	{"G-094 without scheme, colon", "s:a:b/c", func(r rfc3986.Ref) string { return without(r, urlerr.Scheme) }, "./a:b/c"},
	{"without scheme, colon later", "s:a/b:c", func(r rfc3986.Ref) string { return without(r, urlerr.Scheme) }, "a/b:c"},
	{"empty authority", "s:/p", func(r rfc3986.Ref) string { return result(r.WithHost("")) }, "s:///p"},
	{"G-037 authority and a rootless path", "s:p", func(r rfc3986.Ref) string {
		return result(r.WithHost("h"))
	}, "error: path-abempty"},
	{"without authority", full, func(r rfc3986.Ref) string { return without(r, urlerr.Authority) }, "http:/a/b?q=1#f"},
	{"G-038 without authority, slashes", "s://h//x", func(r rfc3986.Ref) string {
		return without(r, urlerr.Authority)
	}, "s:/.//x"},
	{"without authority, relative", "//h//x", func(r rfc3986.Ref) string { return without(r, urlerr.Authority) }, "/.//x"},
	{"without authority, nothing else", "//h", func(r rfc3986.Ref) string { return without(r, urlerr.Authority) }, ""},
	{"userinfo", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Userinfo: new("x")}.Apply(r))
	}, "http://x@h:80/a/b?q=1#f"},
	{"empty userinfo", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Userinfo: new("")}.Apply(r))
	}, "http://@h:80/a/b?q=1#f"},
	{"bad userinfo", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Userinfo: new("a@b")}.Apply(r))
	}, "error: userinfo"},
	{"userinfo without authority", "s:/", func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Userinfo: new("a")}.Apply(r))
	}, "error: userinfo and port need a host"},
	{"without userinfo", full, func(r rfc3986.Ref) string { return without(r, urlerr.Userinfo) }, "http://h:80/a/b?q=1#f"},
	{"host", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("EX%c3%a9.COM"))
	}, "http://u:p@ex%C3%A9.com:80/a/b?q=1#f"},
	{"host with triplets", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("%C3%aa"))
	}, "http://u:p@%C3%AA:80/a/b?q=1#f"},
	{"host without authority", "s:/", func(r rfc3986.Ref) string { return result(r.WithHost("h")) }, "s://h/"},
	{"IPv6 host", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("[2001:DB8::A]"))
	}, "http://u:p@[2001:db8::a]:80/a/b?q=1#f"},
	{"IPvFuture host", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("[V1.A]"))
	}, "http://u:p@[v1.a]:80/a/b?q=1#f"},
	{"IPv6 host and more", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("[::1]:80"))
	}, "error: IP-literal"},
	{"IPv6 host cut off", full, func(r rfc3986.Ref) string { return result(r.WithHost("[::1")) }, "error: IP-literal"},
	{"zone", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("[fe80::1%25en1]"))
	}, "error: no zone identifiers in URIs"},
	{"host with a port", full, func(r rfc3986.Ref) string { return result(r.WithHost("h:1")) }, "error: reg-name"},
	{"host with a slash", full, func(r rfc3986.Ref) string { return result(r.WithHost("h/x")) }, "error: reg-name"},
	{"host with a bad triplet", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("h%4"))
	}, "error: pct-encoded"},
	{"G-074 host that is not UTF-8", full, func(r rfc3986.Ref) string {
		return result(r.WithHost("%FF"))
	}, "error: octets are UTF-8"},
	{"name", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfName("É.Example"))
	}, "http://u:p@%C3%89.example:80/a/b?q=1#f"},
	{"G-073", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfName("é.example"))
	}, "http://u:p@%C3%A9.example:80/a/b?q=1#f"},
	{"name with delimiters", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfName("a/b@c:1%"))
	}, "http://u:p@a%2Fb%40c%3A1%25:80/a/b?q=1#f"},
	{"name of sub-delims", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfName("a!$&'()*+,;=b"))
	}, "http://u:p@a!$&'()*+,;=b:80/a/b?q=1#f"},
	{"G-074 name that is not UTF-8", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfName("a\xff"))
	}, "error: octets are UTF-8"},
	{"G-075", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("é.example"))
	}, "http://u:p@xn--9ca.example:80/a/b?q=1#f"},
	{"G-075 ASCII", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("WWW.Example.com"))
	}, "http://u:p@www.example.com:80/a/b?q=1#f"},
	{"G-075 an A-label", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("xn--9ca.example"))
	}, "http://u:p@xn--9ca.example:80/a/b?q=1#f"},
	{"G-075 another full stop, and capitals", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("FAß。Example"))
	}, "http://u:p@xn--fa-hia.example:80/a/b?q=1#f"},
	{"G-075 no authority yet", "s:/a", func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("é"))
	}, "s://xn--9ca/a"},
	{"G-075 delimiter", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("é.example/a"))
	}, "error: domain name of DNS"},
	{"G-075 triplet", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("%C3%A9.example"))
	}, "error: domain name of DNS"},
	{"G-075 what maps to a delimiter", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("a℀b.example"))
	}, "error: domain name of DNS"},
	{"G-075 label of 64", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain(strings.Repeat("a", 64) + ".example"))
	}, "error: domain name of DNS"},
	{"G-075 the root's dot", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("é.Example."))
	}, "http://u:p@xn--9ca.example.:80/a/b?q=1#f"},
	{"G-075 longest, and the root's dot", "//h", func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain(strings.Repeat("a.", 127)))
	}, "//" + strings.Repeat("a.", 127)},
	{"G-075 too long", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain(strings.Repeat("a.", 127) + "a"))
	}, "error: domain name of DNS"},
	{"G-075 the root's ideographic dot", "//h", func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("é.Example。"))
	}, "//xn--9ca.example."},
	{"G-075 the root's fullwidth dot", "//h", func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("a．"))
	}, "//a."},
	{"G-075 the root's halfwidth dot", "//h", func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("a｡"))
	}, "//a."},
	{"G-075 two dots at the end, one ideographic", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("a。."))
	}, "error: domain name of DNS"},
	{"G-075 the root's ideographic dot alone", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("。"))
	}, "error: domain name of DNS"},
	{"G-075 the root alone", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("."))
	}, "error: domain name of DNS"},
	{"G-075 two dots at the end", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("a.."))
	}, "error: domain name of DNS"},
	{"G-075 empty", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain(""))
	}, "error: domain name of DNS"},
	{"G-075 not UTF-8", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfDomain("a\xff"))
	}, "error: octets are UTF-8"},
	{"G-059 IPv4", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfAddr(netip.MustParseAddr("192.0.2.1")))
	}, "http://u:p@192.0.2.1:80/a/b?q=1#f"},
	{"G-059 IPv6", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfAddr(netip.MustParseAddr("2001:db8::1")))
	}, "http://u:p@[2001:db8::1]:80/a/b?q=1#f"},
	{"G-059 mapped", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfAddr(netip.MustParseAddr("::ffff:1.2.3.4")))
	}, "http://u:p@[::ffff:1.2.3.4]:80/a/b?q=1#f"},
	{"address with a zone", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfAddr(netip.MustParseAddr("fe80::1%en1")))
	}, "error: no zone identifiers in URIs"},
	{"no address", full, func(r rfc3986.Ref) string {
		return toHost(r)(rfc3986.HostOfAddr(netip.Addr{}))
	}, "error: IP-literal"},
	{"port", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Port: new("0081")}.Apply(r))
	}, "http://u:p@h:0081/a/b?q=1#f"},
	{"bad port", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Port: new("8a")}.Apply(r))
	}, "error: port"},
	{"port without authority", "s:", func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Port: new("1")}.Apply(r))
	}, "error: userinfo and port need a host"},
	{"without port", full, func(r rfc3986.Ref) string { return without(r, urlerr.Port) }, "http://u:p@h/a/b?q=1#f"},
	{"path", full, func(r rfc3986.Ref) string { return result(r.WithPath("/x:y//z")) }, "http://u:p@h:80/x:y//z?q=1#f"},
	{"empty path", full, func(r rfc3986.Ref) string { return result(r.WithPath("")) }, "http://u:p@h:80?q=1#f"},
	{"G-037 rootless path after an authority", full, func(r rfc3986.Ref) string {
		return result(r.WithPath("x"))
	}, "error: path-abempty"},
	{"G-038 path that would be an authority", "s:a", func(r rfc3986.Ref) string {
		return result(r.WithPath("//x"))
	}, "s:/.//x"},
	{"path that would be an authority, relative", "a", func(r rfc3986.Ref) string {
		return result(r.WithPath("//x"))
	}, "/.//x"},
	{"G-094 path that would be a scheme", "a", func(r rfc3986.Ref) string {
		return result(r.WithPath("this:that"))
	}, "./this:that"},
	{"path with a query", full, func(r rfc3986.Ref) string { return result(r.WithPath("/a?b")) }, "error: pchar"},
	{"path with a fragment", full, func(r rfc3986.Ref) string { return result(r.WithPath("/a#b")) }, "error: pchar"},
	{"query", full, func(r rfc3986.Ref) string { return result(r.WithQuery("?/:@")) }, "http://u:p@h:80/a/b??/:@#f"},
	{"empty query", full, func(r rfc3986.Ref) string { return result(r.WithQuery("")) }, "http://u:p@h:80/a/b?#f"},
	{"bad query", full, func(r rfc3986.Ref) string { return result(r.WithQuery("a#b")) }, "error: query"},
	{"long query", "?" + strings.Repeat("a", 600), func(r rfc3986.Ref) string {
		return without(r, urlerr.Query) + result(rfc3986.Edit{Fragment: new("x")}.Apply(r))[600:]
	}, "a#x"},
	{"without query", full, func(r rfc3986.Ref) string { return without(r, urlerr.Query) }, "http://u:p@h:80/a/b#f"},
	{"fragment", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Fragment: new("?/x")}.Apply(r))
	}, "http://u:p@h:80/a/b?q=1#?/x"},
	{"empty fragment", "a", func(r rfc3986.Ref) string { return result(rfc3986.Edit{Fragment: new("")}.Apply(r)) }, "a#"},
	{"bad fragment", full, func(r rfc3986.Ref) string {
		return result(rfc3986.Edit{Fragment: new("#")}.Apply(r))
	}, "error: fragment"},
	{"without fragment", full, func(r rfc3986.Ref) string {
		return r.WithoutFragment().String()
	}, "http://u:p@h:80/a/b?q=1"},
}

// full is a reference that has everything.
const full = "http://u:p@h:80/a/b?q=1#f"

func TestEdit(t *testing.T) {
	t.Parallel()
	for _, test := range editRows {
		t.Run(test.name, func(t *testing.T) {
			if got := test.edit(rfc3986.MustParse(test.in)); got != test.want {
				t.Errorf("%s gives %s, want %s", test.in, got, test.want)
			}
		})
	}
}

func TestSegments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in, want string // segments joined by "|", each after one
	}{
		{"", ""}, {"/", "|"}, {"a", "|a"}, {"/a", "|a"}, {"/a/", "|a|"}, {"/a//b", "|a||b"}, {"//h", ""}, {"//h/", "|"},
		// G-022
		{"s:a/b", "|a|b"}, {"/a%2Fb/%20?x/y", "|a%2Fb|%20"}, {"s:/.//x", "|.||x"}, {"//h//", "||"},
		{"name;v=1.1/name,1.1/a=b&c+d", "|name;v=1.1|name,1.1|a=b&c+d"},
	} {
		var got, decoded strings.Builder
		r := rfc3986.MustParse(test.in)
		for s := range r.Segments() {
			got.WriteString("|" + s)
		}
		for s := range r.DecodedSegments() {
			decoded.WriteString("|" + keepReserved.Replace(rfc3986.Encode(s)))
		}
		if got.String() != test.want {
			t.Errorf("%q has segments %q, want %q", test.in, got.String(), test.want)
		}
		if want := strings.ReplaceAll(test.want, "%2F", "/"); decoded.String() != want {
			t.Errorf("%q has decoded segments %q, want %q", test.in, decoded.String(), want)
		}
		for range r.Segments() { // stops when asked
			break
		}
		for range r.DecodedSegments() {
			break
		}
	}
}

// keepReserved decodes what Encode writes for reserved characters.
var keepReserved = strings.NewReplacer("%3A", ":", "%2F", "/", "%3F", "?", "%3B", ";", "%3D", "=", "%2C", ",", "%26",
	"&", "%2B", "+")

func TestWithSegments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		segments []string
		with     string
		appended string
	}{
		{"of a host", "http://h", []string{"a", "b"}, "http://h/a/b", "http://h/a/b"},
		{"behind a slash", "http://h/x/?q", []string{"a"}, "http://h/a?q", "http://h/x/a?q"},
		{"behind a name", "http://h/x?q", []string{"a"}, "http://h/a?q", "http://h/x/a?q"},
		{"G-017 G-018 G-031 data", "/x", []string{"a/b?c#d", "é", "%41", "a:b;c"}, "/a%2Fb%3Fc%23d/%C3%A9/%2541/a%3Ab%3Bc",
			"/x/a%2Fb%3Fc%23d/%C3%A9/%2541/a%3Ab%3Bc"},
		{"octets", "/x", []string{"\xff"}, "/%FF", "/x/%FF"},
		{"rootless", "urn:x", []string{"a", "b"}, "urn:a/b", "urn:x/a/b"},
		{"nothing there", "", []string{"a:b", "c"}, "a%3Ab/c", "a%3Ab/c"},
		{"nothing there but a scheme", "s:", []string{"a"}, "s:a", "s:a"},
		{"slash at the end", "/x", []string{"a", ""}, "/a/", "/x/a/"},
		{"only a slash", "/x", []string{""}, "/", "/x/"},
		{"only a slash again", "/x/", []string{""}, "/", "/x/"},
		{"empty segments, with an authority", "//h/x", []string{"", "a"}, "//h//a", "//h/x//a"},
		{"empty segments, without", "s:/x", []string{"", "a"}, "s:/.//a", "s:/x//a"},
		{"empty segments, rootless", "s:x", []string{"", "a"}, "error: segment-nz", "s:x//a"},
		{"none", "/x?q", nil, "?q", "/x?q"},
		{"dots", "/x", []string{"a", ".."}, "error: dot segments are not data", "error: dot segments are not data"},
		{"a dot", "/x", []string{"."}, "error: dot segments are not data", "error: dot segments are not data"},
		{"more dots", "/x", []string{"..."}, "/...", "/x/..."},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rfc3986.MustParse(test.in)
			if got := result(r.WithSegments(test.segments...)); got != test.with {
				t.Errorf("%s with segments %q is %s, want %s", test.in, test.segments, got, test.with)
			}
			if got := result(r.AppendSegments(test.segments...)); got != test.appended {
				t.Errorf("%s and segments %q is %s, want %s", test.in, test.segments, got, test.appended)
			}
		})
	}
}

func TestBuild(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		edit rfc3986.Edit
		want string
	}{
		{"nothing", rfc3986.Edit{}, ""},
		{"G-042 all", rfc3986.Edit{Scheme: new("HTTP"), Userinfo: new("u:p"), Host: new("H"), Port: new("80"),
			Path: new("/a"), Query: new("q"), Fragment: new("f")}, "http://u:p@h:80/a?q#f"},
		{"all empty", rfc3986.Edit{Scheme: new("s"), Userinfo: new(""), Host: new(""), Port: new(""), Query: new(""),
			Fragment: new("")}, "s://@:?#"},
		{"rootless", rfc3986.Edit{Scheme: new("s"), Path: new("a:b")}, "s:a:b"},
		{"userinfo alone", rfc3986.Edit{Userinfo: new("u")}, "error: userinfo and port need a host"},
		{"port alone", rfc3986.Edit{Port: new("1")}, "error: userinfo and port need a host"},
		{"G-037 rootless after a host", rfc3986.Edit{Host: new("h"), Path: new("a")}, "error: path-abempty"},
		{"G-038 would be an authority", rfc3986.Edit{Scheme: new("s"), Path: new("//x")}, "s:/.//x"},
		{"G-094 would be a scheme", rfc3986.Edit{Path: new("this:that")}, "./this:that"},
		{"bad scheme", rfc3986.Edit{Scheme: new("a b")}, "error: scheme"},
		{"bad host", rfc3986.Edit{Host: new("[")}, "error: IPv6address"},
		{"bad userinfo", rfc3986.Edit{Host: new(""), Userinfo: new("/")}, "error: userinfo"},
		{"bad port", rfc3986.Edit{Host: new(""), Port: new("-1")}, "error: port"},
		{"bad path", rfc3986.Edit{Path: new("a b")}, "error: pchar"},
		{"bad query", rfc3986.Edit{Query: new("%")}, "error: pct-encoded"},
		{"bad fragment", rfc3986.Edit{Fragment: new("^")}, "error: fragment"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := result(test.edit.Apply(rfc3986.Ref{})); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// editOf returns an Edit that sets all components of r.
func editOf(r rfc3986.Ref) rfc3986.Edit {
	optional := func(text string, ok bool) *string {
		if !ok {
			return nil
		}
		return &text
	}
	return rfc3986.Edit{
		Scheme: optional(r.Scheme(), r.IsURI()), Userinfo: optional(r.Userinfo()), Host: optional(r.Host()),
		Port: optional(r.Port()),
		Path: new(r.Path()), Query: optional(r.Query()), Fragment: optional(r.Fragment()),
	}
}

func FuzzBuildInvertsParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := rfc3986.Parse(s)
		if err != nil {
			return
		}
		built, err := editOf(r).Apply(rfc3986.Ref{})
		name, _ := r.Host()
		if _, notUTF8 := rfc3986.Decode(name); notUTF8 != nil {
			if !errors.Is(err, urlerr.BadText) {
				t.Errorf("%q: %v, want an error about the host", s, err)
			}
			return
		}
		want := splitOf(r)
		want.scheme.text = asciiLower(want.scheme.text)
		userinfo, _ := r.Userinfo()
		host, _ := r.Host()
		lowerHost, _ := built.Host()
		want.authority.text = userinfo + strings.Replace(want.authority.text[len(userinfo):], host, lowerHost, 1)
		if err != nil || !strings.EqualFold(host, lowerHost) || built.String() != want.recompose() {
			t.Errorf("%q is built as %q: %v", s, built, err)
		}
	})
}

// edits are the edits with a text, by name.
var edits = map[string]func(r rfc3986.Ref, text string) (rfc3986.Ref, error){
	"scheme":   func(r rfc3986.Ref, text string) (rfc3986.Ref, error) { return rfc3986.Edit{Scheme: &text}.Apply(r) },
	"userinfo": func(r rfc3986.Ref, text string) (rfc3986.Ref, error) { return rfc3986.Edit{Userinfo: &text}.Apply(r) },
	"host":     rfc3986.Ref.WithHost,
	"port":     func(r rfc3986.Ref, text string) (rfc3986.Ref, error) { return rfc3986.Edit{Port: &text}.Apply(r) },
	"path":     rfc3986.Ref.WithPath,
	"query":    rfc3986.Ref.WithQuery,
	"fragment": func(r rfc3986.Ref, text string) (rfc3986.Ref, error) { return rfc3986.Edit{Fragment: &text}.Apply(r) },
	"name": func(r rfc3986.Ref, text string) (rfc3986.Ref, error) {
		host, err := rfc3986.HostOfName(text)
		if err != nil {
			return rfc3986.Ref{}, err
		}
		return r.WithHost(host)
	},
	"domain": func(r rfc3986.Ref, text string) (rfc3986.Ref, error) {
		host, err := rfc3986.HostOfDomain(text)
		if err != nil {
			return rfc3986.Ref{}, err
		}
		return r.WithHost(host)
	},
	"segment": func(r rfc3986.Ref, text string) (rfc3986.Ref, error) {
		return r.WithSegments(strings.Split(text, "/")...)
	},
	"append": func(r rfc3986.Ref, text string) (rfc3986.Ref, error) {
		return r.AppendSegments(strings.Split(text, "/")...)
	},
	"set":          func(r rfc3986.Ref, text string) (rfc3986.Ref, error) { return r.WithPair("a", text) },
	"add":          func(r rfc3986.Ref, text string) (rfc3986.Ref, error) { return r.AddPair(text, text) },
	"delete":       func(r rfc3986.Ref, text string) (rfc3986.Ref, error) { return r.WithoutPair(text), nil },
	"no scheme":    remove(urlerr.Scheme),
	"no authority": remove(urlerr.Authority),
	"no userinfo":  remove(urlerr.Userinfo),
	"no port":      remove(urlerr.Port),
	"no query":     remove(urlerr.Query),
	"no fragment":  func(r rfc3986.Ref, _ string) (rfc3986.Ref, error) { return r.WithoutFragment(), nil },
}

// remove returns the edit that removes c.
func remove(c urlerr.Component) func(r rfc3986.Ref, _ string) (rfc3986.Ref, error) {
	return func(r rfc3986.Ref, _ string) (rfc3986.Ref, error) {
		return rfc3986.Edit{Remove: []urlerr.Component{c}}.Apply(r)
	}
}

// asked returns the wanted components of r after an edit, for edits in which
// text says it.
func asked(edit, text string, p split) split {
	defined := component{text, true}
	switch edit {
	case "scheme":
		p.scheme = component{asciiLower(text), true}
	case "path":
		p.path = defined
	case "query":
		p.query = defined
	case "fragment":
		p.fragment = defined
	case "no scheme":
		p.scheme = component{}
	case "no authority":
		p.authority = component{}
	case "no query":
		p.query = component{}
	case "no fragment":
		p.fragment = component{}
	}
	return p
}

// touched are the components that an edit changes.
var touched = map[string]string{
	"scheme": "s", "userinfo": "a", "host": "a", "port": "a", "path": "p", "query": "q", "fragment": "f",
	"name": "a", "domain": "a", "segment": "p", "append": "p", "set": "q", "add": "q", "delete": "q",
	"no scheme": "s", "no authority": "a", "no userinfo": "a", "no port": "a", "no query": "q", "no fragment": "f",
}

func FuzzEditsGiveWhatWasAsked(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "x")
		f.Add("http://u@h:1/a/b?a=1&b=2#f", s)
		f.Add("a:b", s)
		f.Add("a", s)
	}
	f.Fuzz(func(t *testing.T, s, text string) {
		r, err := rfc3986.Parse(s)
		if err != nil {
			return
		}
		for name, edit := range edits {
			before := splitOf(r)
			got, err := edit(r, text)
			if err != nil {
				if got != (rfc3986.Ref{}) {
					t.Errorf("%s of %q to %q: half a result beside %v", name, s, text, err)
				}
				continue
			}
			again, err := rfc3986.Parse(got.String())
			if err != nil || again != got {
				t.Fatalf("%s of %q to %q gives %q, which is read as %+v: %v", name, s, text, got, splitOf(again), err)
			}
			after := splitOf(got)
			want := asked(name, text, before)
			keep := func(letter string, to *component, from component) {
				if strings.Contains(touched[name], letter) && asked(name, text, before) == before {
					*to = from // not said by the text
				}
			}
			keep("a", &want.authority, after.authority)
			keep("p", &want.path, after.path)
			keep("q", &want.query, after.query)
			if !after.authority.defined && !strings.Contains("segment append", name) {
				switch {
				case strings.HasPrefix(want.path.text, "//"):
					want.path.text = "/." + want.path.text
				case !after.scheme.defined && strings.Contains(strings.SplitN(want.path.text, "/", 2)[0], ":"):
					want.path.text = "./" + want.path.text
				}
			}
			if after != want {
				t.Errorf("%s of %q to %q gives %v, want %v", name, s, text, after, want)
			}
		}
	})
}

// TestEditFixes checks that an error of an edit names the field for a delimiter of another component.
func TestEditFixes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		edit rfc3986.Edit
		want string // end of the error's text before the rule
	}{
		{"port in a host", rfc3986.Edit{Host: new("other:81")}, "set the port with Edit.Port"},
		{"port after brackets", rfc3986.Edit{Host: new("[::1]:81")}, "set the port with Edit.Port"},
		{"IPv6 address without brackets", rfc3986.Edit{Host: new("::1")}, "write an IPv6 address in brackets"},
		{"userinfo in a host", rfc3986.Edit{Host: new("u@h")}, "set the userinfo with Edit.Userinfo"},
		{"path in a host", rfc3986.Edit{Host: new("h/a")}, "set the path with Edit.Path"},
		{"query in a host", rfc3986.Edit{Host: new("h?a")}, "set the query with Edit.Query"},
		{"fragment in a host", rfc3986.Edit{Host: new("h#a")}, "set the fragment with Edit.Fragment"},
		{"space in a host", rfc3986.Edit{Host: new("a b")}, "percent-encode it as %20"},
		{"end of an address", rfc3986.Edit{Host: new("[::1")}, `write "]" after the address, then nothing but a port`},
		{"query in a path", rfc3986.Edit{Path: new("/a?b")}, "percent-encode it as %3F, or set the query with Edit.Query"},
		{"fragment in a path", rfc3986.Edit{Path: new("/a#b")},
			"percent-encode it as %23, or set the fragment with Edit.Fragment"},
		{"fragment in a query", rfc3986.Edit{Query: new("a#b")},
			"percent-encode it as %23, or set the fragment with Edit.Fragment"},
		{"fragment in a fragment", rfc3986.Edit{Fragment: new("a#b")}, "percent-encode it as %23"},
		{"escape in a path", rfc3986.Edit{Path: new("/%")}, `or a literal "%" as %25`},
		{"colon of a scheme", rfc3986.Edit{Scheme: new("http:")}, `write it without ":"`},
		{"colon of a port", rfc3986.Edit{Port: new(":81")}, `write it without ":"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.edit.Apply(rfc3986.MustParse("http://h"))
			if err == nil || !strings.Contains(err.Error(), ": "+test.want+" (") && !strings.Contains(err.Error(), test.want+" (RFC") {
				t.Errorf("Apply(%+v) fails with %v, want %q", test.edit, err, test.want)
			}
		})
	}
}

// TestResultsOfEdits checks the number of results that the package comment names.
func TestResultsOfEdits(t *testing.T) {
	t.Parallel()
	isEdit := regexp.MustCompile(`^(With|Add[A-Z]|Append|Remove|Set|Apply)`)
	edits := 0
	for _, typ := range []reflect.Type{
		reflect.TypeFor[rfc3986.Ref](), reflect.TypeFor[rfc3986.URI](), reflect.TypeFor[rfc3986.Edit](),
	} {
		for m := range typ.Methods() {
			if !isEdit.MatchString(m.Name) || m.Name == "AppendText" {
				continue
			}
			edits++
			want := 2
			if strings.HasPrefix(m.Name, "Without") {
				want = 1
			}
			if got := m.Type.NumOut(); got != want || got == 2 && m.Type.Out(1) != reflect.TypeFor[error]() {
				t.Errorf("%v.%s has %d results, want %d, the second an error", typ, m.Name, got, want)
			}
			result := typ // an edit of a URI is a URI
			if typ == reflect.TypeFor[rfc3986.Edit]() {
				result = reflect.TypeFor[rfc3986.Ref]()
			}
			if first := m.Type.Out(0); first != result {
				t.Errorf("%v.%s returns a %v, want a %v", typ, m.Name, first, result)
			}
		}
	}
	if want := 2*13 + 1; edits != want {
		t.Errorf("%d edits, want %d", edits, want)
	}
}

// TestWithout removes single components, and checks that the edits of a URI are the edits of its Ref.
func TestWithout(t *testing.T) {
	t.Parallel()
	u := rfc3986.MustParseURI("https://u:p@h:1/a?b=1#c")
	for _, test := range []struct {
		name string
		got  rfc3986.URI
		ref  rfc3986.Ref
		want string
	}{
		{"port", u.WithoutPort(), u.Ref().WithoutPort(), "https://u:p@h/a?b=1#c"},
		{"userinfo", u.WithoutUserinfo(), u.Ref().WithoutUserinfo(), "https://h:1/a?b=1#c"},
		{"query", u.WithoutQuery(), u.Ref().WithoutQuery(), "https://u:p@h:1/a#c"},
		{"fragment", u.WithoutFragment(), u.Ref().WithoutFragment(), "https://u:p@h:1/a?b=1"},
		{"pair", u.WithoutPair("b"), u.Ref().WithoutPair("b"), "https://u:p@h:1/a#c"},
	} {
		if test.got.String() != test.want || test.got.Ref() != test.ref {
			t.Errorf("without %s: %s and %s, want %s", test.name, test.got, test.ref, test.want)
		}
	}
	for name, edit := range map[string]func() (rfc3986.URI, error){
		"https://u:p@x:1/a?b=1#c":          func() (rfc3986.URI, error) { return u.WithHost("x") },
		"https://u:p@h:1/x?b=1#c":          func() (rfc3986.URI, error) { return u.WithPath("/x") },
		"https://u:p@h:1/a?x#c":            func() (rfc3986.URI, error) { return u.WithQuery("x") },
		"https://u:p@h:1/x/y?b=1#c":        func() (rfc3986.URI, error) { return u.WithSegments("x", "y") },
		"https://u:p@h:1/a/x/y?b=1#c":      func() (rfc3986.URI, error) { return u.AppendSegments("x", "y") },
		"https://u:p@h:1/a?b=2#c":          func() (rfc3986.URI, error) { return u.WithPair("b", "2") },
		"https://u:p@h:1/a?b=1&b=2#c":      func() (rfc3986.URI, error) { return u.AddPair("b", "2") },
		"error: pchar":                     func() (rfc3986.URI, error) { return u.WithPath("/ ") },
		"error: dot segments are not data": func() (rfc3986.URI, error) { return u.AppendSegments("..") },
	} {
		got, err := edit()
		if text := result(got.Ref(), err); text != name || err != nil && !got.IsZero() {
			t.Errorf("%s, want %s", text, name)
		}
	}
}

func TestEditsOfZeroURI(t *testing.T) {
	t.Parallel()
	var z rfc3986.URI
	for name, edit := range map[string]func() (rfc3986.URI, error){
		"WithHost":       func() (rfc3986.URI, error) { return z.WithHost("x") },
		"WithPath":       func() (rfc3986.URI, error) { return z.WithPath("a:b") },
		"WithQuery":      func() (rfc3986.URI, error) { return z.WithQuery("x") },
		"WithSegments":   func() (rfc3986.URI, error) { return z.WithSegments("x") },
		"AppendSegments": func() (rfc3986.URI, error) { return z.AppendSegments("x") },
		"WithDomain":     func() (rfc3986.URI, error) { return z.WithDomain() },
		"WithPair":       func() (rfc3986.URI, error) { return z.WithPair("a", "b") },
		"AddPair":        func() (rfc3986.URI, error) { return z.AddPair("a", "b") },
	} {
		if got, err := edit(); !errors.Is(err, urlerr.BadScheme) || !got.IsZero() {
			t.Errorf("%s: %q, %v, want an error of kind BadScheme", name, got, err)
		}
	}
	for _, got := range []rfc3986.URI{
		z.WithoutPair("a"), z.WithoutPort(), z.WithoutUserinfo(), z.WithoutQuery(), z.WithoutFragment(),
	} {
		if !got.IsZero() {
			t.Errorf("%q, want the zero URI", got)
		}
	}
}

func TestDialHost(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"http://[::1]:81/": "::1", "//h:81": "h", "http://a%20b/": "a%20b", "a/b": "", "file:///a": "", "//[v1.a]": "v1.a",
	} {
		if got := rfc3986.MustParse(text).DialHost(); got != want {
			t.Errorf("%s has %q, want %q", text, got, want)
		}
	}
}
