package httptarget_test

import (
	"errors"
	"strings"
	"testing"

	"earl.example/httptarget"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// TestURI parses targets and forms their target URIs for the scheme http and the host shop.example.
func TestURI(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 1<<16)
	for _, tt := range []struct {
		name, method, target string
		form                 httptarget.Form
		want                 string
	}{
		{"path", "GET", "/a", httptarget.Origin, "http://shop.example/a"},
		{"root", "GET", "/", httptarget.Origin, "http://shop.example/"},
		{"path and query", "GET", "/a?b=/c?d", httptarget.Origin, "http://shop.example/a?b=/c?d"},
		{"two slashes", "GET", "//evil.example/x", httptarget.Origin, "http://shop.example//evil.example/x"},
		{"an at sign after two slashes", "GET", "//@evil.example/x", httptarget.Origin, "http://shop.example//@evil.example/x"},
		{"a URI in the path", "GET", "/http://evil.example/", httptarget.Origin, "http://shop.example/http://evil.example/"},
		{"dot segments", "GET", "/../a", httptarget.Origin, "http://shop.example/../a"},
		{"a backslash", "GET", `/\evil.example/`, httptarget.Origin, `http://shop.example/\evil.example/`},
		{"bytes that no URI has", "GET", "/\xffé|\"", httptarget.Origin, "http://shop.example/\xffé|\""},
		{"64 KiB", "GET", "/" + long, httptarget.Origin, "http://shop.example/" + long},
		{"OPTIONS with a path", "OPTIONS", "/a", httptarget.Origin, "http://shop.example/a"},
		{"connect in lower case is another method", "connect", "/a", httptarget.Origin, "http://shop.example/a"},
		{"URI", "GET", "http://evil.example/a?b", httptarget.Absolute, "http://evil.example/a?b"},
		{"URI without a path", "OPTIONS", "http://www.example.org:8001", httptarget.Absolute, "http://www.example.org:8001"},
		{"URI of another scheme", "GET", "ftp://h/a", httptarget.Absolute, "ftp://h/a"},
		{"URI without an authority", "GET", "urn:a:b", httptarget.Absolute, "urn:a:b"},
		{"a name and a port read as a scheme", "GET", "h.example:443", httptarget.Absolute, "h.example:443"},
		{"scheme in capitals", "GET", "HTTPS://h", httptarget.Absolute, "HTTPS://h"},
		{"CONNECT", "CONNECT", "h.example:443", httptarget.Authority, "http://h.example:443"},
		{"CONNECT with an IPv6 address", "CONNECT", "[::1]:443", httptarget.Authority, "http://[::1]:443"},
		{"asterisk", "OPTIONS", "*", httptarget.Asterisk, "http://shop.example"},
	} {
		got, err := httptarget.Parse(tt.method, tt.target)
		if err != nil {
			t.Errorf("%s: Parse(%q, %.80q) = %v, want no error", tt.name, tt.method, tt.target, err)
			continue
		}
		if got.Form() != tt.form || got.String() != tt.target {
			t.Errorf("%s: Parse(%q, %.80q) = %v %.80q, want %v and the target", tt.name, tt.method, tt.target, got.Form(), got, tt.form)
		}
		if uri, err := got.URI("http", "shop.example"); uri != tt.want || err != nil {
			t.Errorf("%s: URI(http, shop.example) = %.80q, %v, want %.80q", tt.name, uri, err, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, method, target string
		kind                 urlerr.Kind
		offset               int
	}{
		{"empty", "GET", "", urlerr.BadScheme, 0},
		{"no form", "GET", "h/a", urlerr.BadScheme, 0},
		{"a scheme begins with a letter", "GET", "1h:a", urlerr.BadScheme, 0},
		{"nothing before the colon", "GET", ":443", urlerr.BadScheme, 0},
		{"a query alone", "GET", "?a", urlerr.BadScheme, 0},
		{"two asterisks", "OPTIONS", "**", urlerr.BadScheme, 0},
		{"space", "GET", "/a b", urlerr.BadText, 2},
		{"line feed", "GET", "/a\nHost: x", urlerr.BadText, 2},
		{"NUL", "GET", "/\x00", urlerr.BadText, 1},
		{"DEL", "GET", "/\x7f", urlerr.BadText, 1},
		{"space in the target of CONNECT", "CONNECT", "h :443", urlerr.BadText, 1},
		{"fragment", "GET", "/a#b", urlerr.BadFragment, 2},
		{"fragment of a URI", "GET", "http://h/#", urlerr.BadFragment, 9},
		{"asterisk of GET", "GET", "*", urlerr.BadPath, 0},
		{"http without slashes", "GET", "http:h", urlerr.BadHost, 5},
		{"http without a host", "GET", "http:///a", urlerr.BadHost, 7},
		{"https with a query instead of a host", "GET", "https://?a", urlerr.BadHost, 8},
		{"http alone", "GET", "HTTP://", urlerr.BadHost, 7},
		{"CONNECT with a path", "CONNECT", "/a", urlerr.BadHost, 0},
		{"CONNECT with a URI", "CONNECT", "http://h:80/", urlerr.BadHost, 5},
		{"CONNECT with a fragment", "CONNECT", "h:443#", urlerr.BadHost, 5},
		{"CONNECT with a user", "CONNECT", "u@h:443", urlerr.BadHost, 1},
		{"CONNECT without a host", "CONNECT", ":443", urlerr.BadHost, 0},
		{"CONNECT with nothing", "CONNECT", "", urlerr.BadHost, 0},
		{"CONNECT without a port", "CONNECT", "h", urlerr.BadPort, 1},
		{"CONNECT with an empty port", "CONNECT", "h:", urlerr.BadPort, 2},
		{"CONNECT with a large port", "CONNECT", "h:65536", urlerr.BadPort, 6},
		{"CONNECT with letters as port", "CONNECT", "h:a", urlerr.BadPort, 2},
		{"CONNECT with a backslash", "CONNECT", `h\:443`, urlerr.BadHost, 1},
		{"CONNECT with half an address", "CONNECT", "[::1:443", urlerr.BadHost, 8},
	} {
		got, err := httptarget.Parse(tt.method, tt.target)
		e, ok := errors.AsType[*urlerr.Error](err)
		if !ok || !errors.Is(err, tt.kind) || e.Offset != tt.offset || got != (httptarget.Target{}) {
			t.Errorf("%s: Parse(%q, %q) = %q, %v, want %v at byte %d", tt.name, tt.method, tt.target, got, err, tt.kind, tt.offset)
		}
		if ok && e.Input != tt.target {
			t.Errorf("%s: the error has the input %q, want %q", tt.name, e.Input, tt.target)
		}
	}
}

// TestURIErrors forms target URIs with schemes and hosts. Some are invalid.
func TestURIErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, scheme, host string
		kind               urlerr.Kind // 0 without an error
	}{
		{"a name", "https", "h.example", 0},
		{"with a port", "https", "h.example:8443", 0},
		{"with an empty port", "https", "h.example:", 0},
		{"an IPv6 address", "https", "[::1]:8443", 0},
		{"another scheme", "coap+tcp", "h", 0},
		{"empty", "https", "", urlerr.BadHost},
		{"a port alone", "https", ":80", urlerr.BadHost},
		{"a path", "https", "evil.example/", urlerr.BadHost},
		{"a query", "https", "evil.example?", urlerr.BadHost},
		{"a fragment", "https", "evil.example#", urlerr.BadHost},
		{"a user", "https", "shop.example@evil.example", urlerr.BadHost},
		{"a backslash", "https", `evil.example\`, urlerr.BadHost},
		{"a space", "https", "a b", urlerr.BadHost},
		{"two hosts", "https", "a, b", urlerr.BadHost},
		{"a line feed", "https", "a\nb", urlerr.BadHost},
		{"a large port", "https", "h:65536", urlerr.BadPort},
		{"a name as port", "https", "h:http", urlerr.BadPort},
		{"no scheme", "", "h", urlerr.BadScheme},
		{"a scheme with its colon", "http:", "h", urlerr.BadScheme},
		{"a host in the scheme", "http://evil.example/", "h", urlerr.BadScheme},
	} {
		target, err := httptarget.Parse("GET", "/a")
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if tt.kind == 0 {
			want = tt.scheme + "://" + tt.host + "/a"
		}
		got, err := target.URI(tt.scheme, tt.host)
		if got != want || tt.kind == 0 && err != nil || tt.kind != 0 && !errors.Is(err, tt.kind) {
			t.Errorf("%s: URI(%q, %q) = %q, %v, want %q, %v", tt.name, tt.scheme, tt.host, got, err, want, tt.kind)
		}
	}
	if got, err := (httptarget.Target{}).URI("http", "h"); got != "" || !errors.Is(err, urlerr.BadScheme) {
		t.Errorf("URI of the zero Target = %q, %v, want an error of kind bad scheme", got, err)
	}
}

// FuzzURIKeepsHostAndTarget checks that a target URI splits into the scheme, the host and the target again, so that a
// target cannot change the host.
func FuzzURIKeepsHostAndTarget(f *testing.F) {
	for _, target := range []string{"/", "//h/", "/a?b", "http://h/", "*", "/\\h", "/%00", "/é"} {
		f.Add("GET", target, "shop.example:80")
		f.Add("OPTIONS", target, "[::1]")
	}
	f.Fuzz(func(t *testing.T, method, target, host string) {
		parsed, err := httptarget.Parse(method, target)
		if err != nil {
			return
		}
		uri, err := parsed.URI("http", host)
		if err != nil || parsed.Form() != httptarget.Origin {
			return
		}
		ref, err := rfc3986.Parse(uri)
		if err != nil {
			// The path or query has a character that no URI has. The authority is correct without it.
			if ref, err = rfc3986.Parse("http://" + host + "/"); err != nil {
				t.Fatalf("Parse(%q, %q).URI(http, %q) = %q, want an error", method, target, host, uri)
			}
		}
		if authority, _ := ref.Authority(); authority != host || ref.Scheme() != "http" {
			t.Errorf("Parse(%q, %q).URI(http, %q) = %q, which has the authority %q", method, target, host, uri, authority)
		}
		if !strings.HasSuffix(uri, host+target) {
			t.Errorf("Parse(%q, %q).URI(http, %q) = %q, want the target at the end", method, target, host, uri)
		}
	})
}

// TestParts: the parts are as written, and together they are the target.
func TestParts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ method, target, host, port, path, query string }{
		{"GET", "/a?b", "", "", "/a", "?b"},
		{"GET", "/a?", "", "", "/a", "?"},
		{"GET", "/", "", "", "/", ""},
		{"GET", "/a|[x]^\xe9%zz/../b?c?d", "", "", "/a|[x]^\xe9%zz/../b", "?c?d"},
		{"GET", "//evil.example/x", "", "", "//evil.example/x", ""},
		{"GET", "/@h:1", "", "", "/@h:1", ""},
		{"GET", "http://h/a?b", "h", "", "/a", "?b"},
		{"GET", "http://h:080?b", "h", "080", "", "?b"},
		{"GET", "HTTPS://[::1]:443/", "[::1]", "443", "/", ""},
		{"GET", "http://[::1]", "[::1]", "", "", ""},
		{"GET", "http://u:p@h:1/@x:2", "h", "1", "/@x:2", ""},
		{"GET", "http://a@b@h:/", "h", "", "/", ""},
		{"GET", "urn:a:b?c", "", "", "a:b", "?c"},
		{"CONNECT", "h.example:443", "h.example", "443", "", ""},
		{"CONNECT", "[::1]:443", "[::1]", "443", "", ""},
		{"OPTIONS", "*", "", "", "", ""},
	} {
		target, err := httptarget.Parse(tt.method, tt.target)
		if err != nil {
			t.Fatal(err)
		}
		query, ok := target.Query()
		if ok {
			query = "?" + query
		}
		got := [...]string{target.Host(), target.Port(), target.Path(), query}
		if want := [...]string{tt.host, tt.port, tt.path, tt.query}; got != want {
			t.Errorf("%s %s has %q, want %q", tt.method, tt.target, got, want)
		}
		if !strings.HasSuffix(tt.target, got[2]+got[3]) {
			t.Errorf("%s does not end with %q", tt.target, got[2]+got[3])
		}
	}
	var zero httptarget.Target
	if query, ok := zero.Query(); zero.Host()+zero.Port()+zero.Path()+query != "" || ok {
		t.Error("the zero target has parts")
	}
}
