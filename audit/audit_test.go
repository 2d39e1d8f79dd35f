package audit

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

// The aspects of components.
const (
	inScheme   = Aspects(1 << urlerr.Scheme)
	inUserinfo = Aspects(1 << urlerr.Userinfo)
	inHost     = Aspects(1 << urlerr.Host)
	inPort     = Aspects(1 << urlerr.Port)
	inPath     = Aspects(1 << urlerr.Path)
	inQuery    = Aspects(1 << urlerr.Query)
	inFragment = Aspects(1 << urlerr.Fragment)
)

// TestAudit: the aspects in which dialects differ, with a base those of the target
//
func TestAudit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url string
		base      *string
		differ    Aspects
		ids       string // the first ones
	}{
		{name: "ordinary", url: "https://example.com/a?b#c"},
		{name: "spelling of an address", url: "http://[::FFFF:127.0.0.1]/", ids: "dest-internal ipv6-embeds-ipv4"},
		{name: "spelling of a name", url: "http://Bücher.example/", differ: Acceptance,
			ids: "acceptance-split host-case"},
		{name: "spelling of a path", url: "http://h.example/it's%20a%7E!(b)", ids: "not-normal"},
		{name: "the scheme's port", url: "http://h.example:80/", ids: "not-normal"},
		{name: "empty query", url: "http://h.example/?"},
		{name: "dot segments", url: "http://h.example/a/./b/../c", ids: "not-normal"},
		{name: "two hosts", url: `http://evil.com\@good.com/`, differ: Acceptance | inHost | inPath | inUserinfo,
			ids: "host-disagreement host-split-backslash userinfo-deceptive"},
		{name: "userinfo", url: "http://a@b@c/", differ: Acceptance, ids: "multi-at"},
		{name: "port", url: "http://h.example:99999/", differ: Acceptance | inPort, ids: "host-disagreement port-suspicious"},
		{name: "what ends a query", url: "x:? ", differ: Acceptance | inQuery,
			ids: "control-stripped acceptance-split part-disagreement"},
		{name: "what is in a fragment", url: "http://h.example/#\tb", differ: Acceptance | inFragment,
			ids: "control-stripped acceptance-split part-disagreement"},
		{name: "relative", url: "a/b", differ: Acceptance | inScheme | inHost | inPath, ids: ""},
		{name: "relative with a base", url: "../x", base: new("http://h.example/a/b")},
		{name: "another host than the base's", url: "//g.example", base: new("http://h.example/a/b"),
			ids: "network-path-ref"},
		{name: "backslashes and a base", url: `/\g.example`, base: new("http://h.example/a/b"),
			differ: Acceptance | inHost | inPath, ids: "host-disagreement backslash-authority"},
		{name: "a base that is none", url: "x", base: new("%"), differ: Acceptance},
		{name: "a base that is none, and a URL", url: "http://h.example/a", base: new("%"), differ: Acceptance},
		{name: "relative, and refused by some", url: "a b", base: new("http://h.example/a/b"), differ: Acceptance,
			ids: "acceptance-split"},
		{name: "empty params", url: "http://h.example/a;"},
		{name: "params", url: "http://h.example/a;b"},
		{name: "refused by all", url: "http://[/"},
	} {
		r := Options{Base: tt.base}.Audit(tt.url)
		if tt.name != "relative" && r.Differ != tt.differ {
			t.Errorf("%s: dialects differ in %s, want %s", tt.name, r.Differ, tt.differ)
		}
		if got := strings.Join(ids(&r), " "); !strings.HasPrefix(got, tt.ids) || tt.ids == "" && tt.differ == 0 &&
			got != "" && tt.url != "http://[/" {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.ids)
		}
	}
}

// TestOptions: dialects are the chosen ones, in their order.
func TestOptions(t *testing.T) {
	t.Parallel()
	r := Options{Dialects: []earl.Dialect{earl.MustParseDialect("libcurl@7.88.1"),
		earl.MustParseDialect("rfc1808")}}.Audit("http://a|b/")
	if len(r.Verdicts) != 2 || r.Verdicts[0].Dialect.String() != "libcurl@7.88.1" ||
		value(&r.Verdicts[1].Reading, urlerr.Host) != "a|b" || r.Differ != 0 {
		t.Errorf("Audit = %+v, want libcurl@7.88.1 and one more with the host a|b", r)
	}
	if worst, ok := r.Worst(); !ok || worst != Medium {
		t.Errorf("Worst = %v, %v, want medium", worst, ok)
	}
	none := Options{Dialects: []earl.Dialect{}}.Audit("http://127.0.0.1/")
	if len(none.Verdicts) != 0 || len(none.Findings) == 0 {
		t.Errorf("Audit without dialects = %+v, want findings and no verdicts", none)
	}
	one := Audit("http://h.example/?token=x")
	if worst, ok := one.Worst(); !ok || worst != Info || len(one.Findings) != 1 {
		t.Errorf("Audit = %+v, want one finding, info", one)
	}
	var again Report
	Options{}.AuditInto(&again, "http://a@b@c/")
	Options{}.AuditInto(&again, "https://example.com/")
	if _, ok := again.Worst(); ok || again.Differ != 0 || len(again.Verdicts) != len(Dialects()) {
		t.Errorf("AuditInto = %+v, want no finding and every dialect", again)
	}
}

// A shortening reads a URL without its last byte as another dialect reads it, and has the name of this dialect.
type shortening struct{ earl.Dialect }

func (d shortening) Read(r *reading.Reading, url string) { d.Dialect.Read(r, url[:len(url)-1]) }

func shortened(d earl.Dialect) earl.Dialect { return d.WithOptions(shortening{d}) }

// TestOwnDialect checks that the dialect of a caller is compared with the others, also for an ordinary URL and if each
// dialect guesses the scheme.
func TestOwnDialect(t *testing.T) {
	t.Parallel()
	own := shortened(earl.WHATWG())
	for _, tt := range []struct {
		name, url string
		dialects  []earl.Dialect
		differ    Aspects
		ids       string
	}{
		{"only the caller's", "http://h.example/a", []earl.Dialect{own}, 0, ""},
		{"one more", "http://h.example/a", []earl.Dialect{own, earl.RFC3986()}, inPath, "part-disagreement"},
		{"one more before it", "http://h.example/a", []earl.Dialect{earl.RFC3986(), own}, inPath, "part-disagreement"},
		{"guesses", "h.example/a", []earl.Dialect{earl.Libcurl(), shortened(earl.Libcurl())}, inPath,
			"scheme-guess part-disagreement relative-reference"},
	} {
		r := Options{Dialects: tt.dialects}.Audit(tt.url)
		if got := strings.Join(ids(&r), " "); r.Differ != tt.differ || got != tt.ids {
			t.Errorf("%s: dialects differ in %v with %q, want %v with %q", tt.name, r.Differ, got, tt.differ, tt.ids)
		}
	}
	e, ok := errors.AsType[*PolicyError](Policy{Dialects: []earl.Dialect{own, earl.RFC3986()}}.Check("http://h.example/a"))
	if want := span(len("http://h.example"), len("http://h.example/a")); !ok || e.Finding.Span != want {
		t.Errorf("Check = %v, want an error at %v", e, want)
	}
}

// TestSpanWithBase checks the span of an error that is not in the reference.
func TestSpanWithBase(t *testing.T) {
	t.Parallel()
	base := "http://h.example/%"
	r := Options{Base: &base}.Audit("?abc")
	i := slices.Index(ids(&r), "acceptance-split")
	if want := span(0, len("?abc")); i < 0 || r.Findings[i].Span != want {
		t.Errorf("Audit = %v, want acceptance-split at %v", r, want)
	}
	e, ok := errors.AsType[*PolicyError](Policy{}.CheckRef(base, "?abc"))
	if want := span(0, len("?abc")); !ok || e.Finding.Span != want {
		t.Errorf("CheckRef = %v, want an error at %v", e, want)
	}
}

// TestHostOfOneDialect checks that a host is found that only a program with another dialect would decode.
func TestHostOfOneDialect(t *testing.T) {
	t.Parallel()
	r := Options{Dialects: []earl.Dialect{earl.RFC3986()}}.Audit("http://%6c%6fcalhost/")
	if got := ids(&r); !slices.Contains(got, "dest-internal") {
		t.Errorf("findings %q, want dest-internal", got)
	}
}

// TestParseHost: hosts are compared by value (G-065, G-075, G-179, G-180); an
// address of an unknown version is none (G-060).
func TestParseHost(t *testing.T) {
	t.Parallel()
	values := map[string]HostValue{}
	for _, same := range [][]string{
		{"127.0.0.1", "0x7f.1", "2130706433", "127.0.0.1.", "127。0。0。1", "017700000001", "１２７.1", "①②⑦.0.0.1"}, {"127․0․0․1"},
		{"10.0.0.1"}, {"⒑0.0.1"}, // IDNA 2003 converts the second host to the first one, and UTS #46 rejects it
		{"::1", "[::1]", "[0:0:0:0:0:0:0:1]", "[::0.0.0.1]", "[::1%25eth0]", "::1%eth0"},
		{"[::ffff:127.0.0.1]", "::ffff:7f00:1", "[0:0:0:0:0:FFFF:7F00:0001]"},
		{"bücher.example", "BÜCHER.example", "xn--bcher-kva.example", "XN--BCHER-KVA.EXAMPLE", "bu\u0308cher。example"},
		{"[v1.fe]", "[V1.FE]"}, {"v1.fe"}, {"[localhost]"}, {"[127.0.0.1]"}, {"[v1.]"}, {"[v.fe]"},
		{""}, {"\u00ad"}, {"\u00ad\u200b"},
		{"256.1.1.1"}, {"a%62c"}, {"abc"}, {"localhost", "LOCALHOST", "ⓛocalhost"}, {"loc\u200dalhost"}, {"localhost."},
		{"\xff"}, {"[::1"}, {"[]"}, {"["}, {"faß.de"}, {"fass.de"}, {"a", "A", "Ａ"},
	} {
		first := ParseHost(same[0])
		for _, host := range same {
			if got := ParseHost(host); got != first {
				t.Errorf("ParseHost(%q) = %#v, want %#v, as for %q", host, got, first, same[0])
			}
		}
		for text, value := range values {
			if value == first {
				t.Errorf("ParseHost(%q) = %#v, want another value than ParseHost(%q)", same[0], first, text)
			}
		}
		values[same[0]] = first
	}
}

// TestHostKind checks the kind and the text of hosts. Only the field of the kind is set.
func TestHostKind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ host, kind, text string }{
		{"", "none", ""},
		{"127.1", "ipv4", "127.0.0.1"},
		{"[::1%25eth0]", "ipv6", "::1"},
		{"::FFFF:1.2.3.4", "ipv6", "::ffff:1.2.3.4"},
		{"[v1.Evil.com]", "ipvfuture", "[v1.evil.com]"},
		{"[vF.a:b]", "ipvfuture", "[vf.a:b]"},
		{"v1.evil.com", "name", "v1.evil.com"},
		{"[evil.com]", "name", "[evil.com]"},
		{"[127.0.0.1]", "name", "[127.0.0.1]"},
		{"[::1", "name", "[::1"},
		{"::1]", "name", "::1]"},
		{"[v1.a]b]", "name", "[v1.a]b]"},
		{"⒑0.0.1", "name", "⒑0.0.1"},
		{"[", "name", "["},
	} {
		v := ParseHost(tt.host)
		if v.Kind().String() != tt.kind || v.String() != tt.text {
			t.Errorf("ParseHost(%q) is %q of kind %q, want %q of kind %q", tt.host, v, v.Kind(), tt.text, tt.kind)
		}
		fields := 0
		for _, set := range []bool{v.Addr.IsValid(), v.Future != "", v.Name != ""} {
			if set {
				fields++
			}
		}
		if want := min(len(tt.host), 1); fields != want {
			t.Errorf("ParseHost(%q) = %#v, want %d field set", tt.host, v, want)
		}
	}
}

// TestInternalNames: names outside the public Internet, with a root
// dot too, and names that are only alike.
func TestInternalNames(t *testing.T) {
	t.Parallel()
	for _, name := range strings.Fields(`localhost a.localhost localhost.localdomain localhost4 localhost6 localhost4.localdomain4 localhost6.localdomain6
		printer.local metadata.google.internal instance-data.ec2.internal host.docker.internal metadata instance-data router.home.arpa nas.lan x.intranet x.corp x.home x.private x.test
		kubernetes kubernetes.default kubernetes.default.svc db.default.svc x.service.consul ip6-localhost ip6-loopback
		127.0.0.1.nip.io 10-0-0-1.sslip.io 10.0.0.1.xip.io a.traefik.me 7f000001.c0a80001.rbndr.us make-127-0-0-1-rr.1u.ms localtest.me a.localtest.me lvh.me a.lvh.me vcap.me a.lacolhost.com fuf.me metadata.tencentyun.com`) {
		for _, spelling := range []string{name, name + ".", strings.ToUpper(name)} {
			if ParseHost(spelling).Internal() == "" {
				t.Errorf("%s is a public name", spelling)
			}
		}
	}
	for _, name := range []string{"localhost.example.com", "notlocalhost", "a.notlocal", "mylvh.me", "nip.io.example", "metadata.example", "a.metadata", "amet.metadata.tencentyun.com", "a.kubernetes.default", "xmetadata", "kubernetes.io", "svc.example", "home.arpa.example"} {
		if why := ParseHost(name).Internal(); why != "" {
			t.Errorf("%s is %s, want nothing", name, why)
		}
	}
}

// FuzzAnyText: any text has a report that keeps all promises.
func FuzzAnyText(f *testing.F) {
	for _, kind := range Kinds() {
		for _, url := range append(kind.Examples, kind.NearMiss) {
			f.Add("", false, url)
			f.Add("http://h/a/b", true, url)
		}
	}
	f.Fuzz(func(t *testing.T, base string, with bool, url string) {
		var options Options
		if with {
			options.Base = &base
		}
		r := options.Audit(url)
		checkFindings(t, &r)
		if !with {
			checkOrdinary(t, url)
		}
		if text := Escape(url); strings.ContainsFunc(text, isHidden) || strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7F }) {
			t.Errorf("%q is escaped to %q", url, text)
		}
	})
}

// TestLinear: twice the URL takes twice the time.
func TestLinear(t *testing.T) {
	if urltest.RaceDetector || testing.Short() {
		t.Skip("slow")
	}
	for _, shape := range []struct{ name, head, unit, tail string }{
		{"at signs", "http://", "@", ""}, {"backslashes", "http:", `\`, ""}, {"dots", "http://h/", "../", ""}, {"escapes", "http://h/", "%2e%2e/", ""},
		{"double escapes", "http://h/", "%252e", ""}, {"colons", "http://", ":", ""}, {"brackets", "http://", "[]", ""}, {"labels", "http://", "a.", "/"},
		{"U-labels", "http://", "ü.", "/"}, {"ignored", "http://", "\u00ad", "/"}, {"one label", "http://", "ü", "/"}, {"A-labels", "http://", "xn--a.", "/"},
		{"tabs", "http://h/", "\t", ""}, {"encoded tabs", "http://h/", "%09", ""}, {"controls", "", "\x01", "a"}, {"parameters", "http://h/?", "a=b&", ""}, {"semicolons", "http://h/", ";", ""},
		{"nested", "jar:", "jar:", "http://h"}, {"no UTF-8", "http://", "\xff", "/"}, {"overlong", "http://h/", "%c0%af", ""}, {"Cyrillic", "http://", "а.", "/"},
	} {
		ns := urltest.Linear(t, shape.name, urltest.Many(shape.head, shape.unit, shape.tail, 256<<10), func(url string) { Audit(url) })
		t.Logf("%s: %.1f ns a byte", shape.name, ns)
	}
}

// TestAuditAllocs checks the allocations of an audit that reuses a report.
func TestAuditAllocs(t *testing.T) {
	for _, tt := range []struct {
		name, url string
		most      float64
	}{
		{"ordinary", "https://example.com/a/b", 0},
		{"as net/url", "https://example.com/a/b?c=d#e", 5},
	} {
		var r Report
		Options{}.AuditInto(&r, "https://example.com/")
		n := testing.AllocsPerRun(100, func() { Options{}.AuditInto(&r, tt.url) })
		if n > tt.most && !urltest.RaceDetector {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, n, tt.most)
		}
	}
}

// TestOdd: who is not with most.
func TestOdd(t *testing.T) {
	t.Parallel()
	options := Options{}
	for _, name := range []string{"rfc3986", "urllib", "whatwg", "net/url", "libcurl"} {
		options.Dialects = append(options.Dialects, earl.MustParseDialect(name))
	}
	for url, want := range map[string]string{
		"https://h.example/":          "||||",
		"http://a@b@c/":               "acceptance||||acceptance",
		`http://evil.com\@good.com/`:  "acceptance||userinfo,host,path|acceptance|",
		"http://h.example/a/%2e%2e/b": "||path||path",
		"http:/h/":                    "||host,path||host,path",
		"http://[v1.fe]/":             "acceptance|acceptance,host|||",
		"http://[":                    "||||",
	} {
		r := options.Audit(url)
		var got []string
		for _, odd := range r.Odd() {
			got = append(got, odd.String())
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %s, want %s", url, strings.Join(got, "|"), want)
		}
	}
}
