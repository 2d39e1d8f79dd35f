package audit

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
)

var recordAnswers = flag.Bool("record", false, "write testdata/resolvers/*.jsonl from the installed programs")

// hostTexts lists texts of hosts that resolvers read in different ways.
var hostTexts = strings.Split("127.0.0.1|0127.0.0.1|010.0.0.1|0177.0.0.1|0x7f.0.0.1|0x7f.1|0X7F.1|127.1|127.0.1|2130706433|017700000001|0x7f000001|"+
	"4294967295|4294967296|99999999999999999999|256.0.0.1|1.16777215|1.16777216|1.2.65535|1.2.65536|1.2.3.256|00000000127.0.0.1|0000000127.0.0.1|"+
	"000127.0.0.1|00127.00.00.01|127.000000000.1|127.0.0.000000001|0000000000127.1|08.0.0.1|127.0.0.09|1e0.0.0.1|0x.0.0.1|0x|0|00|000|0000000000000000|"+
	"1.2.3.4.5|1.2.3.|.1|1..2|127.0.0.1.|127.1.|127.0.0.1..|+127.0.0.1|-1|127.0.0.-1|1_0.0.0.1|a.1|1.a|0xg|0x7f.0xa|deadbeef|"+
	"①②⑦.0.0.1|１２７.0.0.1|127.0.0.１|١٢٧.0.0.1|127。0。0。1|127．0．0．1|127｡1|⒈2.3.4|0ｘ7f.1|faß|%31%32%37.0.0.1|127.0.0.1%25|127.0.0.1%eth0", "|")

// resolversOf are the programs that are asked, each with its resolver.
var resolversOf = []struct {
	name string
	r    resolver
	oracle.Suite
}{
	{"getaddrinfo", python, oracle.Suite{Program: oracle.Program{Name: "getaddrinfo of Python", Variable: "EARL_PYTHONS", Command: "python3",
		Args: []string{"testdata/resolvers/resolve.py"}}, Releases: []string{"1"}}},
	{"InetAddress", java, oracle.Suite{Program: oracle.Program{Name: "InetAddress", Variable: "EARL_JAVAS", Command: "java",
		Args: []string{"-Djdk.net.hosts.file=testdata/resolvers/empty", "testdata/resolvers/Resolve.java"}}, Releases: []string{"11", "17", "21", "25"}}},
}

// TestPrograms: each dialect has a row with a resolver.
func TestPrograms(t *testing.T) {
	t.Parallel()
	for _, d := range earl.Dialects() {
		if p, ok := programs()[d.Name()]; !ok || int(p.resolver) >= len(resolverNames) {
			t.Errorf("the dialect %s has the row %v in lists.txt, want one with a resolver", d, p)
		}
	}
	if len(programs()) != len(earl.Dialects()) {
		t.Errorf("there are %d rows, want %d", len(programs()), len(earl.Dialects()))
	}
}

// suiteOf returns the suite of an element of resolversOf.
func suiteOf(i int) *oracle.Suite {
	s := resolversOf[i].Suite
	s.Answer = func(_ string, q oracle.Question) string {
		host, _ := resolversOf[i].r.read(q.URL)
		return answerOf(host.Addr)
	}
	s.Blocks = []oracle.Block{{Name: "hosts", Full: true, Questions: func(bool) []oracle.Question { return questions(hostTexts) }}}
	s.Generate = func(n int) []oracle.Question { return questions(randomHosts(n)) }
	return &s
}

func answerOf(addr netip.Addr) string {
	if !addr.IsValid() {
		return oracle.Absent
	}
	return addr.Unmap().String()
}

func questions(hosts []string) (all []oracle.Question) {
	for _, host := range hosts {
		all = append(all, oracle.Question{URL: host})
	}
	return all
}

// randomHosts returns hosts of numbers in all notations, with up to five parts.
func randomHosts(n int) []string {
	rng := rand.New(rand.NewPCG(3986, 7))
	pieces := strings.Fields("0 00 1 7f 127 255 256 65535 65536 16777215 4294967295 4294967296 0x 0x7f 0X1 0177 08 000000 0000127 . . . . . 9 a f １ 。 ①")
	all := make([]string, n)
	for i := range all {
		for range 1 + rng.IntN(8) {
			all[i] += pieces[rng.IntN(len(pieces))]
		}
	}
	return all
}

// TestResolversRecorded: the addresses that programs read in the texts of hosts.
func TestResolversRecorded(t *testing.T) {
	t.Parallel()
	for i := range resolversOf {
		t.Run(resolversOf[i].name, func(t *testing.T) {
			suiteOf(i).Recorded(t, "testdata/resolvers/"+resolversOf[i].name+".jsonl", *recordAnswers)
		})
	}
}

func TestLiveResolvers(t *testing.T) {
	t.Parallel()
	for i := range resolversOf {
		t.Run(resolversOf[i].name, func(t *testing.T) { suiteOf(i).Live(t) })
	}
}

// TestResolverOfGo compares with the host that a client of net/http dials, and with the resolver of package net, which
// looks up no name here.
func TestResolverOfGo(t *testing.T) {
	t.Parallel()
	looked := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no network")
	}}
	for _, host := range append(hostTexts, randomHosts(urltest.Number(t, "EARL_CALLS", 300))...) {
		if strings.ContainsAny(host, "%:") || strings.HasSuffix(host, "..") {
			continue // net/url rejects or decodes it
		}
		dialled := ""
		client := http.Client{Transport: &http.Transport{DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
			dialled, _, _ = net.SplitHostPort(address)
			return nil, errors.New("no network")
		}}}
		if response, err := client.Get("http://" + host + "/"); err == nil {
			response.Body.Close()
		}
		want := oracle.Absent
		if addrs, err := looked.LookupNetIP(t.Context(), "ip", dialled); err == nil && len(addrs) > 0 {
			want = answerOf(addrs[0])
		}
		if value, _ := golang.read(host); answerOf(value.Addr) != want {
			t.Errorf("Go connects to %s for %q, dialled as %q, want %s", answerOf(value.Addr), host, dialled, want)
		}
	}
}

// TestHosts: what a host means to the program of a dialect, and elsewhere.
func TestHosts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ dialect, url, host, elsewhere string }{
		{"java.net.URL", "http://0127.0.0.1/", "127.0.0.1", ""},
		{"java.net.URL", "http://0177.0.0.1/", "177.0.0.1", ""},
		{"java.net.URL", "http://0x7f.0.0.1/", "0x7f.0.0.1", ""},
		{"java.net.URL@17", "http://0x7f.0.0.1/", "0x7f.0.0.1", "127.0.0.1"},
		{"java.net.URL@17", "http://00000000127.0.0.1/", "00000000127.0.0.1", "87.0.0.1"},
		{"java.net.URL", "http://①②⑦.0.0.1/", "①②⑦.0.0.1", ""},
		{"java.net.URL", "http://faß.de/", "faß.de", ""},
		{"okhttp", "http://010.0.0.1/", "10.0.0.1", ""},
		{"httpclient", "http://0127.0.0.1/", "127.0.0.1", ""},
		{"net/url", "http://127.1/", "127.1", "127.0.0.1"},
		{"net/url", "http://①②⑦.0.0.1/", "127.0.0.1", ""},
		{"urllib", "http://0127.0.0.1/", "87.0.0.1", ""},
		{"urllib", "http://127.0.0.1./", "127.0.0.1.", "127.0.0.1"},
		{"urllib", "http://faß.de/", "xn--fa-hia.de", ""},
		{"urllib.request", "http://faß.de/", "fass.de", ""},
		{"php", "http://faß.de/", "faß.de", ""},
		{"php", "http://0x7f.1/", "127.0.0.1", ""},
		{"whatwg", "http://0127.0.0.1/", "87.0.0.1", ""},
		{"rfc3986", "http://[v1.A]/", "[v1.a]", ""},
		{"rfc3986", "http://[::1]/", "::1", ""},
		{"urllib", "/a", "", ""},
	} {
		v := Verdict{Dialect: earl.MustParseDialect(tt.dialect)}
		v.Dialect.Read(&v.Reading, tt.url)
		host, elsewhere := v.Hosts()
		if host.String() != tt.host || elsewhere.String() != tt.elsewhere {
			t.Errorf("%s: hosts of %s = %v, %v, want %s, %s", tt.dialect, tt.url, host, elsewhere, tt.host, tt.elsewhere)
		}
	}
}

// TestBypassIsNoAgreement: Java and C read different addresses in 0127.0.0.1, so the dialects disagree, and no address is
// offered as a repair.
func TestBypassIsNoAgreement(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ dialects, url, differ, safe string }{
		{"java.net.URL libcurl", "http://0127.0.0.1/", "host", ""},
		{"java.net.URL java.net.URI", "http://0127.0.0.1/", "", "http://127.0.0.1/"},
		{"java.net.URL", "http://0127.0.0.1/", "", "http://127.0.0.1/"},
		{"libcurl", "http://0127.0.0.1/", "", "http://87.0.0.1/"},
		{"rfc3986 urllib whatwg net/url libcurl", "http://0127.0.0.1/", "", ""},
		{"rfc3986 urllib whatwg net/url libcurl", "http://0x7f.1/", "", "http://127.0.0.1/"},
		{"java.net.URL urllib", "http://①②⑦.0.0.1/", "host", "http://127.0.0.1/"},
	} {
		var dialects []earl.Dialect
		for name := range strings.FieldsSeq(tt.dialects) {
			dialects = append(dialects, earl.MustParseDialect(name))
		}
		r := Options{Dialects: dialects}.Audit(tt.url)
		safe, worst := "", ""
		for _, f := range r.Findings {
			if f.ID == "ipv4-nonstandard" {
				safe = f.Safe
			}
			if f.ID == "dest-internal" {
				worst = f.ID
			}
		}
		if r.Differ.String() != tt.differ || safe != tt.safe || worst == "" {
			t.Errorf("%s: audit of %s differs in %q with the repair %q (%s), want %q and %q", tt.dialects, tt.url, r.Differ, safe,
				fmt.Sprint(r.Findings), tt.differ, tt.safe)
		}
	}
}
