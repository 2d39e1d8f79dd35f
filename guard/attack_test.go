package guard

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"earl.example/audit"
)

// attacks are URLs and redirects that lead inside. PORT is the port of the server. rows are the answers of the name
// server.
var attacks = []struct {
	name     string
	url      string // or
	location string // to which good.example redirects
	rows     map[string][]string
	hop      int
	addr     string // if it was dialed
	id       string // of the finding, if there is one
}{
	{name: "loopback", url: "http://127.0.0.1:PORT/secret", id: "dest-internal"},
	{name: "hexadecimal", url: "http://0x7f.1:PORT/secret", id: "ipv4-nonstandard"},
	{name: "decimal", url: "http://2130706433:PORT/secret", id: "ipv4-nonstandard"},
	{name: "two numbers", url: "http://127.1:PORT/secret", id: "ipv4-nonstandard"},
	{name: "mapped", url: "http://[::ffff:127.0.0.1]:PORT/secret", id: "dest-internal"},
	{name: "NAT64", url: "http://[64:ff9b::7f00:1]:PORT/secret", id: "dest-internal"},
	{name: "6to4", url: "http://[2002:7f00:1::]:PORT/secret", id: "dest-internal"},
	{name: "localhost", url: "http://localhost:PORT/secret", id: "dest-internal"},
	{name: "backslash", url: `http://good.example:PORT\@127.0.0.1:PORT/secret`, id: "policy-dialects"},
	{name: "userinfo", url: "http://good.example:PORT@127.0.0.1:PORT/secret", id: "dest-internal"},
	{name: "wide digits", url: "http://１２７.0.0.1:PORT/secret", id: "policy-dialects"},
	{name: "file", url: "file:///etc/passwd", id: "policy-scheme"},
	{name: "gopher", url: "gopher://good.example:6379/_FLUSHALL", id: "scheme-active"},
	{name: "a port of a database", url: "http://good.example:6379/", id: "port-scheme-mismatch"},

	{name: "redirect", location: "http://127.0.0.1:PORT/secret", hop: 1, id: "dest-internal"},
	{name: "redirect to hexadecimal", location: "http://0x7f.1:PORT/secret", hop: 1},
	{name: "redirect to a backslash", location: `\@127.0.0.1:PORT/secret`, hop: 1, id: "policy-dialects"},
	{name: "redirect to two backslashes", location: `\\127.0.0.1:PORT/secret`, hop: 1, id: "policy-dialects"},
	{name: "redirect to two slashes", location: "//evil.example:PORT/secret", hop: 1, id: "network-path-ref"},
	{name: "redirect to four slashes", location: "http:////127.0.0.1:PORT/secret", hop: 1, id: "policy-dialects"},
	{name: "redirect to a file", location: "file:///etc/passwd", hop: 1, id: "policy-scheme"},
	{name: "redirect to a password", location: "http://u:s3cret@good.example:PORT/secret", hop: 1, id: "userinfo-secret"},
	{name: "redirect to a name inside", location: "http://evil.example:PORT/secret", hop: 1, addr: "127.0.0.1",
		rows: map[string][]string{"evil.example": {"127.0.0.1"}}, id: "dest-internal"},

	{name: "a name inside", url: "http://evil.example:PORT/secret", addr: "127.0.0.1",
		rows: map[string][]string{"evil.example": {"127.0.0.1"}}, id: "dest-internal"},
	{name: "a name with a mapped address", url: "http://evil.example:PORT/secret", addr: "127.0.0.1",
		rows: map[string][]string{"evil.example": {"::ffff:127.0.0.1"}}, id: "dest-internal"},
	{name: "a name with a NAT64 address", url: "http://evil.example:PORT/secret", addr: "64:ff9b::7f00:1",
		rows: map[string][]string{"evil.example": {"64:ff9b::7f00:1"}}, id: "dest-internal"},
	{name: "a name with a 6to4 address", url: "http://evil.example:PORT/secret", addr: "2002:7f00:1::",
		rows: map[string][]string{"evil.example": {"2002:7f00:1::"}}, id: "dest-internal"},
	{name: "the metadata of a cloud", url: "http://evil.example/", addr: "169.254.169.254",
		rows: map[string][]string{"evil.example": {"169.254.169.254"}}, id: "dest-internal"},
	{name: "a name with two addresses", url: "http://evil.example:PORT/secret",
		rows: map[string][]string{"evil.example": {"127.0.0.1 ::1"}}, id: "dest-internal"},
	{name: "an alias of a name inside", url: "http://evil.example:PORT/secret", addr: "127.0.0.1",
		rows: map[string][]string{"evil.example": {"redis.internal 127.0.0.1"}}, id: "dest-internal"},
	{name: "an alias of an allowed name", url: "http://evil.example:PORT/secret", addr: "127.0.0.1",
		rows: map[string][]string{"evil.example": {"good.example 127.0.0.1"}}, id: "dest-internal"},
	{name: "an allowed name elsewhere", url: "http://good.example:PORT/secret", addr: "127.0.0.2",
		rows: map[string][]string{"good.example": {"127.0.0.2"}}, id: "dest-internal"},
}

// TestAttacks checks that no attack reaches the server, and that the error says where the URL leads.
func TestAttacks(t *testing.T) {
	t.Parallel()
	for _, tt := range attacks {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newTarget(t)
			given := s.at(tt.url)
			if tt.location != "" {
				given = s.to(tt.location)
			}
			_, err := read(t, s.client(t, tt.rows), given)
			e, _ := errors.AsType[*Error](err)
			if e == nil || s.hits.Load() != 0 {
				t.Fatalf("%v; %d requests reached the server", err, s.hits.Load())
			}
			if e.Hop != tt.hop || tt.addr != "" && e.Addr != netip.MustParseAddr(tt.addr) {
				t.Errorf("hop %d, address %s: %v", e.Hop, e.Addr, err)
			}
			if p, _ := errors.AsType[*audit.PolicyError](err); p == nil || tt.id != "" && p.Finding.ID != tt.id {
				t.Errorf("%v, want %s", err, tt.id)
			}
			if strings.Contains(err.Error(), "s3cret") || strings.Contains(e.URL, "s3cret") {
				t.Errorf("%v has a password", err)
			}
		})
	}
}

// TestRebinding checks a name that has a public address when it is looked up first, and an internal one after that.
func TestRebinding(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"evil.example": {"1.1.1.1", "127.0.0.1"}})
	if addrs, err := c.Resolver.LookupNetIP(t.Context(), "ip4", "evil.example"); err != nil || addrs[0].IsLoopback() {
		t.Fatal(addrs, err)
	}
	_, err := read(t, c, s.at("http://evil.example:PORT/secret"))
	if _, ok := errors.AsType[*audit.PolicyError](err); !ok || s.hits.Load() != 0 {
		t.Error(err)
	}
}

// TestIntranet checks that no spelling of an unspecified address leads to the machine itself if the policy accepts
// private addresses and refuses loopback, and that InternalFor limits a name to its port.
func TestIntranet(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	private := audit.Web()
	private.AllowInternal = true
	private.Refused = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for name, policy := range map[string]audit.Policy{"Refused": private, "Intranet": audit.Intranet()} {
		for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "[::ffff:0.0.0.0]",
			"unspecified.corp", "unspecified6.corp", "loopback.corp"} {
			c := s.client(t, map[string][]string{"unspecified.corp": {"0.0.0.0"}, "unspecified6.corp": {"::"},
				"loopback.corp": {"127.0.0.1"}})
			c.Policy = policy
			if text, err := read(t, c, s.at("http://"+host+":PORT/secret")); err == nil {
				t.Errorf("%s: %s answers %q, want an error", name, host, text)
			}
		}
	}
	port, err := strconv.ParseUint(s.port, 10, 16)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		item string
		want bool
	}{{".example", true}, {s.at("good.example:PORT"), true}, {"good.example:1", false}, {fmt.Sprint(".example:", port+1), false}} {
		c := s.client(t, nil)
		c.Policy.InternalFor = map[string][]netip.Prefix{tt.item: {loopback}}
		if text, err := read(t, c, s.at("http://good.example:PORT/")); (err == nil) != tt.want {
			t.Errorf("InternalFor %s: %q, %v, want a response: %v", tt.item, text, err, tt.want)
		}
	}
	if s.hits.Load() != 0 {
		t.Errorf("%d requests reached the secret, want none", s.hits.Load())
	}
}

// TestAllowed checks requests that are not attacks.
func TestAllowed(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct{ name, url string }{
		{"a request", s.at("http://good.example:PORT/")},
		{"capitals", s.at("http://GOOD.example:PORT/")},
		{"a redirect", s.to("/a")},
		{"a relative redirect", s.to("a?b")},
		{"an absolute redirect", s.to("http://good.example:PORT/a")},
		{"two redirects", s.to(s.to("/a"))},
	} {
		if text, err := read(t, s.client(t, nil), tt.url); text != "ok" || err != nil {
			t.Errorf("%s: %q, %v, want ok", tt.name, text, err)
		}
	}
	c := Client{Policy: audit.Policy{Internal: []netip.Prefix{loopback}}}
	if text, err := read(t, &c, s.URL+"/"); text != "ok" || err != nil {
		t.Errorf("the address of the server: %q, %v", text, err)
	}
}

// FuzzHosts checks that requests and redirects reach only the host that the policy lists. The name server knows the
// address of the server for every name.
func FuzzHosts(f *testing.F) {
	for _, tt := range attacks {
		f.Add(tt.url, tt.location)
	}
	for _, location := range []string{
		`/\\evil.example/`, "//evil.example", "/a?b#c", "http://good.example:PORT@evil.example/", "HTTP:evil.example:PORT",
		"http://good.example:PORT#@evil.example:PORT/", "http://good.example%2eevil.example:PORT/", "80:evil.example",
		"http://evil.example;good.example:PORT/", "\thttp://evil.example:PORT/", "http://GOOD。example:PORT/",
	} {
		f.Add("http://good.example:PORT/", location)
		f.Add(location, "")
	}
	s := newTarget(f)
	var location, host atomic.Value
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name, port, _ := net.SplitHostPort(r.Host); !strings.EqualFold(name, "good.example") || port != s.port {
			host.Store(r.Host)
		}
		if to := location.Swap("").(string); to != "" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}
	})
	internal := s.client(f, nil).Policy.InternalFor
	rows := map[string][]string{"": {"127.0.0.1"}}
	clients := []*Client{s.client(f, rows), s.client(f, rows)}
	clients[1].Policy = audit.Web()
	for _, c := range clients {
		c.Policy.Hosts, c.Policy.InternalFor = []string{"good.example"}, internal
	}
	f.Fuzz(func(t *testing.T, url, to string) {
		for _, c := range clients {
			host.Store("")
			location.Store(s.at(to))
			read(t, c, s.at(url))
			if host.Load() != "" {
				t.Errorf("%q, redirected to %q, reaches %q", url, to, host.Load())
			}
		}
	})
}
