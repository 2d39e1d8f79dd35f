package urltext_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/names/scheme"
	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urltext"
)

// suffixRows are results of Complete for a text: a URI and the guesses, or
// an error.
var suffixRows = []struct{ name, in, want string }{
	{"G-101", "www.w3.org/Addressing/", "http://www.w3.org/Addressing/ (host, scheme by name)"},
	{"G-101 name alone", "www.w3.org", "http://www.w3.org (host, scheme by name)"},
	{"number behind www", "WWW2.example.com?a#b", "http://WWW2.example.com?a#b (host, scheme by name)"},
	{"not www", "wwwx.example.com", "http://wwwx.example.com (host, scheme by default)"},
	{"ftp", "ftp.example.com/pub", "ftp://ftp.example.com/pub (host, scheme by name)"},
	{"gopher, in capitals", "GOPHER.example.com", "gopher://GOPHER.example.com (host, scheme by name)"},
	{"ldap", "ldap.example.com/c=GB", "ldap://ldap.example.com/c=GB (host, scheme by name)"},
	{"any host", "example.com/a", "http://example.com/a (host, scheme by default)"},
	{"name of a file", "index.html#a", "http://index.html#a (host, scheme by default)"},
	{"dot at the end", "example.com./a", "http://example.com./a (host, scheme by default)"},
	{"beyond ASCII", "%D1%8F.example", "http://%D1%8F.example (host, scheme by default)"},
	{"underscore", "_a.b-c.example", "http://_a.b-c.example (host, scheme by default)"},
	{"localhost", "localhost/a", "http://localhost/a (host, scheme by default)"},
	{"IPv4", "192.0.2.1/a", "http://192.0.2.1/a (host, scheme by default)"},
	{"IPv4 and a port", "192.0.2.1:8080/a", "http://192.0.2.1:8080/a (host, scheme by default)"},
	{"IPv6", "[::1]/a", "http://[::1]/a (host, scheme by default)"},
	{"IPv6 and a port", "[::1]:443", "https://[::1]:443 (host, scheme by port)"},
	{"G-104 port", "www.example.com:80/x", "http://www.example.com:80/x (host, port, scheme by port)"},
	{"G-104 localhost", "localhost:8080", "http://localhost:8080 (host, port, scheme by default)"},
	{"single label with a port", "intranet:8080?a", "http://intranet:8080?a (host, port, scheme by default)"},
	{"port before name", "ftp.example.com:443", "https://ftp.example.com:443 (host, port, scheme by port)"},
	{"port with zeros", "example.com:0443#a", "https://example.com:0443#a (host, port, scheme by port)"},
	{"ldaps", "example.com:636", "ldaps://example.com:636 (host, port, scheme by port)"},
	{"port 0", "example.com:0", "http://example.com:0 (host, port, scheme by default)"},
	{"no port", "example.com:65536", "example.com:65536 (none)"},
	{"empty port", "example.com:/a", "example.com:/a (none)"},
	{"port and letters", "example.com:80a", "example.com:80a (none)"},
	{"no host before the colon", "a+b:80", "a+b:80 (none)"},
	{"URI", "http://www.example.com", "http://www.example.com (none)"},
	{"URI with a number", "tel:5551212", "tel:5551212 (none)"},
	{"mailto", "mailto:a@example.com", "mailto:a@example.com (none)"},
	{"scheme not registered", "foo:bar", "foo:bar (none)"},
	{"network path", "//www.example.com/a", "http://www.example.com/a (scheme by name)"},
	{"network path with a port", "//u@a:443", "https://u@a:443 (scheme by port)"},
	{"network path to any host", "//a", "http://a (scheme by default)"},
	{"mailbox", "John.Doe@example.com", "mailto:John.Doe@example.com (mailbox)"},
	{"mailbox at localhost", "a@localhost", "error at 0: suffix begins with a host"},
	{"mailbox at an address", "a@192.0.2.1", "error at 0: suffix begins with a host"},
	{"mailbox at a literal", "a@[::1]", "error at 0: suffix begins with a host"},
	{"mailbox without name", "@example.com", "error at 0: suffix begins with a host"},
	{"mailbox without host", "a@", "error at 0: suffix begins with a host"},
	{"two at signs", "a@b@example.com", "error at 0: suffix begins with a host"},
	{"userinfo", "a@example.com/b", "error at 0: suffix begins with a host"},
	{"G-182", "cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "error at 0: suffix begins with a host"},
	{"G-182 host and port as userinfo", "192.0.2.1:80@example.com/", "error at 0: suffix begins with a host"},
	{"literal as userinfo", "[::1]:80@example.com/", "error at 0: suffix begins with a host"},
	{"G-103 single label", "intranet/a", "error at 0: suffix begins with a host"},
	{"empty", "", "error at 0: suffix begins with a host"},
	{"dot", ".", "error at 0: suffix begins with a host"},
	{"G-102 relative", "../a.b", "error at 0: suffix begins with a host"},
	{"G-102 absolute path", "/a.b/c", "error at 0: suffix begins with a host"},
	{"G-102 query", "?www.example.com", "error at 0: suffix begins with a host"},
	{"G-102 fragment", "#www.example.com", "error at 0: suffix begins with a host"},
	{"network path without host", "///a", "error at 2: suffix begins with a host"},
	{"number", "1.5", "error at 0: suffix begins with a host"},
	{"G-179 part of an address", "127.1/a", "error at 0: suffix begins with a host"},
	{"empty label", "a..b/c", "error at 0: suffix begins with a host"},
	{"hyphen", "-a.b", "error at 0: suffix begins with a host"},
	{"hyphen at the end", "a-.b", "error at 0: suffix begins with a host"},
	{"triplet of ASCII", "a%41.b", "error at 0: suffix begins with a host"},
	{"space before it", " www.example.com", "error at 0: suffix begins with a host"},
	{"space in a path", "www.example.com/a b", "error at 17: pchar"},
	{"space in a URI", "http://h/a b", "error at 10: pchar"},
	{"space in a network path", "//h/a b", "error at 5: pchar"},
	{"space in a mailbox", "a b@example.com", "error at 1: pchar"},
	{"port with letters", "192.0.2.1:8a", "error at 11: port"},
	{"literal", "[::g]/a", "error at 3: IPv6address"},
	{"IPv6 with a colon at the end and a port", "[1::]:443", "https://[1::]:443 (host, scheme by port)"},
	{"port without a host", ":80", "error at 0: suffix begins with a host"},
	{"scheme of one letter", "x:/..", "x:/.. (none)"},
	{"largest port", "localhost:65535", "http://localhost:65535 (host, port, scheme by default)"},
	{"port 00", "example.com:00", "http://example.com:00 (host, port, scheme by default)"},
	{"triplet of the last ASCII octet", "a%7F.b", "error at 0: suffix begins with a host"},
	{"triplet of the first other octet", "a%80.b", "http://a%80.b (host, scheme by default)"},
	{"query with an at sign", "?a@b.example", "error at 0: suffix begins with a host"},
	{"bracket as the name of a mailbox", "[@@", "error at 0: suffix begins with a host"},
}

// outcome is what suffixRows say of a text.
func outcome(u rfc3986.URI, guesses []string, err error) string {
	if e := (*urlerr.Error)(nil); errors.As(err, &e) {
		return fmt.Sprintf("error at %d: %s", e.Offset, e.Rule.Name)
	}
	if guesses == nil {
		guesses = []string{"none"}
	}
	return fmt.Sprintf("%s (%s)", u, strings.Join(guesses, ", "))
}

func TestComplete(t *testing.T) {
	t.Parallel()
	for _, row := range suffixRows {
		t.Run(row.name, func(t *testing.T) {
			if got := outcome(urltext.Complete(row.in)); got != row.want {
				t.Errorf("Complete(%q) is %s, want %s", row.in, got, row.want)
			}
			checkComplete(t, row.in)
		})
	}
}

func TestCompleteOptions(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, scheme, in, want string }{
		{"default", "HTTPS", "example.com", "https://example.com (host, scheme by default)"},
		{"www", "https", "www.example.com", "https://www.example.com (host, scheme by name)"},
		{"port", "https", "example.com:80", "http://example.com:80 (host, port, scheme by port)"},
		{"no scheme", "1a", "example.com", "error at 0: scheme"},
		{"no scheme for a URI either", "a b", "x:y", "error at 1: scheme"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := outcome(urltext.CompleteOptions{DefaultScheme: row.scheme}.Complete(row.in)); got != row.want {
				t.Errorf("Complete(%q) is %s, want %s", row.in, got, row.want)
			}
		})
	}
}

// checkComplete checks Complete for one text: the result ends in the text, and only guesses precede it; a URI with a
// registered scheme does not change; the host of the text is the host of the URI.
func checkComplete(t *testing.T, s string) {
	t.Helper()
	u, g, err := urltext.Complete(s)
	parsed, parseErr := rfc3986.ParseURI(s)
	registered := parseErr == nil && scheme.Lookup(parsed.Scheme()).IsRegistered()
	if registered && (err != nil || u != parsed || g != nil) {
		t.Fatalf("%q has a scheme and becomes %q, %v, %v", s, u, g, err)
	}
	if err != nil {
		if e := (*urlerr.Error)(nil); !errors.As(err, &e) || e.Input != s || e.Offset < 0 || e.Offset > len(s) || !u.IsZero() || g != nil {
			t.Fatalf("%q: %v, %q, %v, want a typed error and no URL", s, err, u, g)
		}
		return
	}
	if again, err := rfc3986.ParseURI(u.String()); again != u || err != nil {
		t.Fatalf("%q becomes %q, which is not valid: %v", s, u, err)
	}
	name := u.Scheme()
	want := s
	switch {
	case slices.Equal(g, []string{"mailbox"}):
		want = "mailto:" + s
	case slices.Contains(g, "host"):
		want = name + "://" + s
		host, _ := u.Host()
		userinfo, has := u.Userinfo()
		if !strings.HasPrefix(s, host) || has {
			t.Fatalf("%q becomes %q with host %q, userinfo %q", s, u, host, userinfo)
		}
	case g != nil:
		want = name + ":" + s
	}
	ofScheme := 0
	for _, guess := range g {
		if strings.HasPrefix(guess, "scheme by ") {
			ofScheme++
		}
	}
	if u.String() != want || g != nil && ofScheme != 1 && g[0] != "mailbox" {
		t.Fatalf("%q becomes %q by %v", s, u, g)
	}
	if slices.Contains(g, "port") && parseErr != nil || g == nil && parsed != u {
		t.Fatalf("%q becomes %q by %v, and parses as %q, %v", s, u, g, parsed, parseErr)
	}
}

func FuzzCompletedEndsInWhatWasGiven(f *testing.F) {
	for _, row := range suffixRows {
		f.Add(row.in)
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkComplete(t, s) })
}

func TestCompleteIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"a.", "a", "1", ":", "@", "a@", "[", "%D1", "-", "www."} {
		text := urltest.Many("", unit, "", 8<<20)
		urltest.Linear(t, "many of "+unit, text, func(s string) { _, _, _ = urltext.Complete(s) })
	}
}

func ExampleComplete() {
	for _, s := range []string{"www.w3.org/Addressing/", "localhost:8080", "me@example.com", "http://example.com"} {
		u, guesses, err := urltext.Complete(s)
		fmt.Println(u, guesses, err)
	}
	// Output:
	// http://www.w3.org/Addressing/ [host scheme by name] <nil>
	// http://localhost:8080 [host port scheme by default] <nil>
	// mailto:me@example.com [mailbox] <nil>
	// http://example.com [] <nil>
}
