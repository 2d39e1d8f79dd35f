package audit

import (
	"strings"
	"testing"

	"earl.example"
)

// TestOrdinaryForm checks which URLs have the ordinary form, and their components. A URL without the form is only read
// more slowly, so no other test fails.
func TestOrdinaryForm(t *testing.T) {
	t.Parallel()
	label := strings.Repeat("a", 58)
	for _, tt := range []struct {
		name, url    string
		scheme, host string // "" if the form is another
		port         string
	}{
		{"http", "http://h.example/", "http", "h.example", ""},
		{"https and a path", "https://h.example/a/b.c", "https", "h.example", ""},
		{"an internal host", "http://a.internal/", "http", "a.internal", ""},
		{"another scheme", "ftp://h.example/", "", "", ""},
		{"a scheme in upper case", "HTTP://h.example/", "", "", ""},
		{"no authority", "http:/h.example/", "", "", ""},
		{"no path", "http://h.example", "", "", ""},
		{"a query instead of a path", "http://h.example?", "", "", ""},
		{"userinfo", "http://u@h.example/", "", "", ""},
		{"upper case", "http://H.example/", "", "", ""},
		{"60 bytes of host", "http://" + label + ".a/", "http", label + ".a", ""},
		{"61 bytes of host", "http://" + label + "a.a/", "", "", ""},
		{"400 bytes", "http://h.example/" + strings.Repeat("a", 400-17), "http", "h.example", ""},
		{"401 bytes", "http://h.example/" + strings.Repeat("a", 401-17), "", "", ""},

		{"a name without a dot", "http://localhost/", "", "", ""},
		{"a final dot", "http://a.b./", "", "", ""},
		{"an empty label", "http://a..b/", "", "", ""},
		{"a dot at the start", "http://.a.b/", "", "", ""},
		{"an empty host", "http:///", "", "", ""},
		{"a hyphen", "http://a-b.c-d/", "http", "a-b.c-d", ""},
		{"two hyphens", "http://a--b.c/", "", "", ""},
		{"a hyphen before a dot", "http://a-.b/", "", "", ""},
		{"a hyphen at the start", "http://-a.b/", "", "", ""},
		{"a hyphen after a dot", "http://a.-b/", "", "", ""},
		{"a hyphen at the end", "http://a.b-/", "", "", ""},
		{"digits", "http://12.a0.b1/", "http", "12.a0.b1", ""},
		{"a zero after a hyphen", "http://a-0.b/", "http", "a-0.b", ""},
		{"a zero at the start", "http://0a.b/", "", "", ""},
		{"a zero after a dot", "http://a.0b.c/", "", "", ""},
		{"a last label that begins with a digit", "http://a.1b/", "", "", ""},
		{"an IPv4 address", "http://192.168.1.1/", "", "", ""},

		{"port 1024", "http://h.example:1024/", "http", "h.example", "1024"},
		{"port 65535", "http://h.example:65535/a", "http", "h.example", "65535"},
		{"port 65536", "http://h.example:65536/", "", "", ""},
		{"port 1023", "http://h.example:1023/", "", "", ""},
		{"an empty port", "http://h.example:/", "", "", ""},
		{"a port with a zero", "http://h.example:08080/", "", "", ""},
		{"a port that browsers refuse", "http://h.example:6000/", "", "", ""},
		{"a port of a service", "http://h.example:6379/", "", "", ""},
		{"a port with a letter", "http://h.example:8080a/", "", "", ""},

		{"all bytes of a path", "http://h.example/aZ09-._~,+!$()'*", "http", "h.example", ""},
		{"a slash at the end", "http://h.example/a/", "http", "h.example", ""},
		{"an empty segment", "http://h.example/a//b", "", "", ""},
		{"two slashes", "http://h.example//", "", "", ""},
		{"a dot segment", "http://h.example/./a", "", "", ""},
		{"a name that begins with a dot", "http://h.example/.a", "", "", ""},
		{"params", "http://h.example/a;b", "", "", ""},
		{"a query", "http://h.example/a?b", "", "", ""},
		{"a fragment", "http://h.example/a#b", "", "", ""},
		{"an escape", "http://h.example/%41", "", "", ""},
		{"a colon", "http://h.example/a:b", "", "", ""},
		{"a backslash", `http://h.example/a\b`, "", "", ""},
		{"another character", "http://h.example/é", "", "", ""},
		{"the last byte in a path", "http://h.example/\xff", "", "", ""},
		{"the last byte in a host", "http://h\xff.example/", "", "", ""},
		{"a device", "http://h.example/a/con", "", "", ""},
		{"a device in upper case with an extension", "http://h.example/LPT1.a.b/x", "", "", ""},
		{"a device with a dollar", "http://h.example/conout$", "", "", ""},
		{"the start of a device", "http://h.example/co", "http", "h.example", ""},
		{"more than a device", "http://h.example/cone", "http", "h.example", ""},
		{"a device without its dollar", "http://h.example/conout", "http", "h.example", ""},
		{"a dollar that is no device", "http://h.example/abcdef$", "http", "h.example", ""},
		{"a device as an extension", "http://h.example/abcd.con", "http", "h.example", ""},
	} {
		o, ok := ordinary(tt.url)
		if want := tt.scheme != ""; ok != want {
			t.Errorf("%s: ordinary(%q) reports %t, want %t", tt.name, tt.url, ok, want)
		} else if want := (origin{tt.scheme, tt.host, tt.port}); ok && o != want {
			t.Errorf("%s: ordinary(%q) = %v, want %v", tt.name, tt.url, o, want)
		}
		if got, want := isOrdinary(tt.url), ok && !strings.HasSuffix(o.host, ".internal"); got != want {
			t.Errorf("%s: isOrdinary(%q) = %t, want %t", tt.name, tt.url, got, want)
		}
	}
}

// TestAcceptsOrdinary checks which policies accept an ordinary URL before any dialect reads it.
func TestAcceptsOrdinary(t *testing.T) {
	t.Parallel()
	const url = "http://a.example:8080/x"
	for _, tt := range []struct {
		name   string
		policy Policy
		url    string
		want   bool
	}{
		{"the default", Policy{}, "http://a.example/x", true},
		{"a port that is listed", Policy{Ports: []uint16{8080}}, url, true},
		{"a port that is not listed", Policy{Ports: []uint16{8081}}, url, false},
		{"a scheme that is listed", Policy{Schemes: []string{"http"}}, "http://a.example/x", true},
		{"a scheme that is not listed", Policy{Schemes: []string{"https"}}, "http://a.example/x", false},
		{"a host that is listed", Policy{Hosts: []string{"a.example"}}, "http://a.example/x", true},
		{"a host that is not listed", Policy{Hosts: []string{"b.example"}}, "http://a.example/x", false},
		{"a host that is refused", Policy{RefusedHosts: []string{"a.example"}}, "http://a.example/x", false},
		{"an internal host", Policy{}, "http://a.internal/x", false},
		{"another form", Policy{}, "http://a.example/x?", false},
		{"default dialects", Policy{Dialects: defaults[:2]}, "http://a.example/x", true},
		{"an old net/url", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("net/url@1.19")}}, "http://a.example/x", true},
		{"another dialect", Policy{Dialects: []earl.Dialect{defaults[0], earl.MustParseDialect("ruby")}}, "http://a.example/x", false},
	} {
		if got := tt.policy.acceptsOrdinary(tt.url); got != tt.want {
			t.Errorf("%s: acceptsOrdinary(%q) = %t, want %t", tt.name, tt.url, got, tt.want)
		}
	}
}
