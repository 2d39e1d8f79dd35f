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
		port         int
	}{
		{"http", "http://h.example/", "http", "h.example", -1},
		{"https and a path", "https://h.example/a/b.c", "https", "h.example", -1},
		{"an internal host", "http://a.internal/", "http", "a.internal", -1},
		{"another scheme", "ftp://h.example/", "", "", 0},
		{"a scheme in upper case", "HTTP://h.example/", "", "", 0},
		{"no authority", "http:/h.example/", "", "", 0},
		{"no path", "http://h.example", "", "", 0},
		{"a query instead of a path", "http://h.example?", "", "", 0},
		{"userinfo", "http://u@h.example/", "", "", 0},
		{"upper case", "http://H.example/", "", "", 0},
		{"60 bytes of host", "http://" + label + ".a/", "http", label + ".a", -1},
		{"61 bytes of host", "http://" + label + "a.a/", "", "", 0},
		{"400 bytes", "http://h.example/" + strings.Repeat("a", 400-17), "http", "h.example", -1},
		{"401 bytes", "http://h.example/" + strings.Repeat("a", 401-17), "", "", 0},

		{"a name without a dot", "http://localhost/", "", "", 0},
		{"a final dot", "http://a.b./", "", "", 0},
		{"an empty label", "http://a..b/", "", "", 0},
		{"a dot at the start", "http://.a.b/", "", "", 0},
		{"an empty host", "http:///", "", "", 0},
		{"a hyphen", "http://a-b.c-d/", "http", "a-b.c-d", -1},
		{"two hyphens", "http://a--b.c/", "", "", 0},
		{"a hyphen before a dot", "http://a-.b/", "", "", 0},
		{"a hyphen at the start", "http://-a.b/", "", "", 0},
		{"a hyphen after a dot", "http://a.-b/", "", "", 0},
		{"a hyphen at the end", "http://a.b-/", "", "", 0},
		{"digits", "http://12.a0.b1/", "http", "12.a0.b1", -1},
		{"a zero after a hyphen", "http://a-0.b/", "http", "a-0.b", -1},
		{"a zero at the start", "http://0a.b/", "", "", 0},
		{"a zero after a dot", "http://a.0b.c/", "", "", 0},
		{"a last label that begins with a digit", "http://a.1b/", "", "", 0},
		{"an IPv4 address", "http://192.168.1.1/", "", "", 0},

		{"port 1024", "http://h.example:1024/", "http", "h.example", 1024},
		{"port 65535", "http://h.example:65535/a", "http", "h.example", 65535},
		{"port 65536", "http://h.example:65536/", "", "", 0},
		{"port 1023", "http://h.example:1023/", "", "", 0},
		{"an empty port", "http://h.example:/", "", "", 0},
		{"a port with a zero", "http://h.example:08080/", "", "", 0},
		{"a port that browsers refuse", "http://h.example:6000/", "", "", 0},
		{"a port of a service", "http://h.example:6379/", "", "", 0},
		{"a port with a letter", "http://h.example:8080a/", "", "", 0},

		{"all bytes of a path", "http://h.example/aZ09-._~,+!$()'*", "http", "h.example", -1},
		{"a slash at the end", "http://h.example/a/", "http", "h.example", -1},
		{"an empty segment", "http://h.example/a//b", "", "", 0},
		{"two slashes", "http://h.example//", "", "", 0},
		{"a dot segment", "http://h.example/./a", "", "", 0},
		{"a name that begins with a dot", "http://h.example/.a", "", "", 0},
		{"params", "http://h.example/a;b", "", "", 0},
		{"a query", "http://h.example/a?b", "", "", 0},
		{"a fragment", "http://h.example/a#b", "", "", 0},
		{"an escape", "http://h.example/%41", "", "", 0},
		{"a colon", "http://h.example/a:b", "", "", 0},
		{"a backslash", `http://h.example/a\b`, "", "", 0},
		{"another character", "http://h.example/é", "", "", 0},
		{"the last byte in a path", "http://h.example/\xff", "", "", 0},
		{"the last byte in a host", "http://h\xff.example/", "", "", 0},
		{"a device", "http://h.example/a/con", "", "", 0},
		{"a device in upper case with an extension", "http://h.example/LPT1.a.b/x", "", "", 0},
		{"a device with a dollar", "http://h.example/conout$", "", "", 0},
		{"the start of a device", "http://h.example/co", "http", "h.example", -1},
		{"more than a device", "http://h.example/cone", "http", "h.example", -1},
		{"a device without its dollar", "http://h.example/conout", "http", "h.example", -1},
		{"a dollar that is no device", "http://h.example/abcdef$", "http", "h.example", -1},
		{"a device as an extension", "http://h.example/abcd.con", "http", "h.example", -1},
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
