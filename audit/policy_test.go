package audit

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/names/ipaddr"
	"earl.example/reading"
	"earl.example/urlerr"
)

// lenientPolicy lets dialects differ, except in the host.
var lenientPolicy = Policy{FailOn: High, MayDiffer: Acceptance | inPath | inQuery | inFragment}

var (
	local = map[string][]netip.Prefix{
		"localhost": {netip.MustParsePrefix("127.0.0.0/8")}, "redis.": {netip.MustParsePrefix("10.0.0.0/8")},
		"router": {netip.MustParsePrefix("fe80::/10")},
	}
	refused = []netip.Prefix{netip.MustParsePrefix("1.2.3.0/24")}
)

var policyCases = []struct {
	name   string
	policy Policy
	url    string
	id     string // "" if it is accepted
}{
	{"ordinary", Policy{}, "https://example.com/a?b#c", ""},
	{"a port", Policy{}, "https://example.com:8443/", ""},
	{"IPvFuture", Policy{}, "http://[v1.evil.com]/", "policy-dialects"},
	{"IPvFuture, web", Web(), "http://[v1.evil.com]/", "policy-dialects"},
	{"IPvFuture, webhook", Webhook(), "https://[v1.evil.com]/", "policy-dialects"},
	{"IPvFuture, to one dialect", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}},
		"http://[v1.evil.com]/", "dest-internal"},
	{"IPvFuture, listed", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}, Hosts: []string{"[v1.evil.com]"}},
		"http://[v1.evil.com]/", ""},
	{"IPvFuture, listed as a name", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")},
		Hosts: []string{"v1.evil.com"}}, "http://[v1.evil.com]/", "policy-host"},
	{"public address", Policy{}, "http://1.1.1.1/", ""},
	{"a form", Policy{}, "http://example.com/?a=%0D%0A", ""},
	{"scheme", Policy{}, "ftp://example.com/", "policy-scheme"},
	{"accepted scheme", Policy{Schemes: []string{"ftp"}}, "ftp://example.com/", ""},
	{"no scheme", Policy{}, "//example.com/", "policy-dialects"},
	{"two hosts", Policy{}, `http://example.com\@example.org/`, "policy-dialects"},
	{"two hosts, lenient", lenientPolicy, `http://example.com\@example.org/`, "policy-dialects"},
	{"refused by some", Policy{}, "http://example.com/a b", "policy-dialects"},
	{"refused by some, lenient", lenientPolicy, "http://example.com/a b", ""},
	{"refused by all", lenientPolicy, "http://[/", "policy-dialects"},
	{"no dialects", Policy{Dialects: []earl.Dialect{}}, "http://[/", "policy-dialects"},
	{"userinfo", Policy{}, "http://u@example.com/", "policy-userinfo"},
	{"password", Policy{}, "http://u:p@example.com/", "userinfo-secret"},
	{"accepted userinfo", Policy{AllowUserinfo: true}, "http://u:p@example.com/", ""},
	{"deceptive userinfo", Policy{AllowUserinfo: true}, "http://good.example@example.com/", "userinfo-deceptive"},
	{"ignored", Policy{AllowUserinfo: true, Ignore: []string{"userinfo-deceptive"}}, "http://good.example@example.com/",
		""},
	{"internal", Policy{}, "http://10.0.0.1/", "dest-internal"},
	{"internal, though ignored", Policy{Ignore: []string{"dest-internal"}}, "http://10.0.0.1/", "dest-internal"},
	{"internal, allowed", Policy{AllowInternal: true}, "http://10.0.0.1/", ""},
	{"internal, in range", Policy{Internal: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}, "http://10.0.0.1/", ""},
	{"internal, with a zone in range", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0),
		Internal: []netip.Prefix{netip.MustParsePrefix("fe80::/10")}}, "http://[fe80::1%25eth0]/", ""},
	{"internal, mapped in range", Policy{Internal: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}},
		"http://[::ffff:10.0.0.1]/", ""},
	{"internal, out of range", Policy{Internal: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}, "http://127.0.0.1/",
		"dest-internal"},
	{"name, in range", Policy{Internal: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, "http://localhost/",
		"dest-internal"},
	{"numbers", Policy{}, "http://0xa.1/", "ipv4-nonstandard"},
	{"port of mail", Policy{}, "http://example.com:25/", "port-scheme-mismatch"},
	{"port of mail, accepted", Policy{Ports: []uint16{25}}, "http://example.com:25/", ""},
	{"ports", Policy{Ports: []uint16{443}}, "https://example.com/", ""},
	{"other ports", Policy{Ports: []uint16{443}}, "https://example.com:8443/", "policy-port"},
	{"an empty userinfo", Policy{}, "http://@example.com/", "policy-userinfo"},
	{"an empty userinfo, web", Web(), "http://@8.8.8.8/", "policy-userinfo"},
	{"an empty userinfo, webhook", Webhook(), "https://@8.8.8.8/", "policy-userinfo"},
	{"an empty userinfo, allowed", Policy{AllowUserinfo: true}, "http://@example.com/", ""},
	{"an empty userinfo and a listed host", Policy{AllowUserinfo: true, Hosts: []string{"example.com"}},
		"http://@example.com/", ""},
	{"an at sign in the path", Policy{}, "http://example.com/@a", ""},
	{"a refused host", Policy{RefusedHosts: []string{"example.com"}}, "http://example.com/a", "policy-host"},
	{"a refused host in capitals", Policy{RefusedHosts: []string{"EXAMPLE.com."}}, "http://Example.COM/", "policy-host"},
	{"a refused host, with a root dot", Policy{FailOn: High, RefusedHosts: []string{"example.com"}}, "http://example.com./",
		"policy-host"},
	{"a refused host, escaped", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), RefusedHosts: []string{"example.com"}},
		"http://ex%61mple.com/", "policy-host"},
	{"a refused host by IDNA 2003", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), RefusedHosts: []string{"fass.de"}},
		"http://faß.de/", "policy-host"},
	{"a refused host to some programs", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), RefusedHosts: []string{"example.org"}},
		`http://example.com\@example.org/`, "policy-host"},
	{"a refused host to browsers", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), RefusedHosts: []string{"example.com"}},
		`http://example.com\@example.org/`, "policy-host"},
	{"a refused host that is listed", Policy{Hosts: []string{".example.com"}, RefusedHosts: []string{"a.example.com"}},
		"http://a.example.com/", "policy-host"},
	{"a listed host, and another is refused", Policy{Hosts: []string{".example.com"}, RefusedHosts: []string{"a.example.com"}},
		"http://b.example.com/", ""},
	{"a refused host that is internal", Policy{InternalFor: local, RefusedHosts: []string{"localhost"}}, "http://localhost/",
		"policy-host"},
	{"a refused host, and internal ones allowed", Policy{AllowInternal: true, RefusedHosts: []string{"redis"}},
		"http://redis/", "policy-host"},
	{"a refused domain", Policy{RefusedHosts: []string{".example.com"}}, "http://a.b.example.com/", "policy-host"},
	{"a refused domain itself", Policy{RefusedHosts: []string{".example.com"}}, "http://example.com/", ""},
	{"only like a refused domain", Policy{RefusedHosts: []string{".example.com", "xample.com"}}, "http://badexample.com/", ""},
	{"another host is refused, escaped", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), RefusedHosts: []string{"example.com"}},
		"http://ex%61mple.org/", ""},
	{"a refused address", Policy{FailOn: High, RefusedHosts: []string{"1.2.3.4"}}, "http://0x01020304/", "policy-host"},
	{"a lone percent sign", Policy{}, "http://example.com/100%", "policy-dialects"},
	{"a lone percent sign in a path, web", Web(), "https://example.com/100%", ""},
	{"a lone percent sign in a query, web", Web(), "https://example.com/?discount=50%", ""},
	{"a lone percent sign in a host, web", Web(), "https://exa%mple.com/", "host-pct-encoded"},
	{"a lone percent sign at the end of a host, web", Web(), "https://example.com%/", "host-pct-encoded"},
	{"the inspector of Node.js", Policy{}, "http://example.com:9229/", "port-scheme-mismatch"},
	{"Ollama", Policy{}, "http://example.com:11434/", "port-scheme-mismatch"},
	{"ActiveMQ", Policy{}, "http://example.com:61616/", "port-scheme-mismatch"},
	{"a router", Policy{}, "http://fritz.box/", "dest-internal"},
	{"below a router", Policy{}, "http://nas.fritz.box/", "dest-internal"},
	{"a written address", Policy{}, "http://192-168-1-1.abc.plex.direct/", "dest-internal"},
	{"the owner of written addresses", Policy{}, "http://plex.direct/", ""},
	{"loopback for developers", Policy{}, "http://app.lndo.site/", "dest-internal"},
	{"port zero", Policy{Ports: []uint16{80}, FailOn: High}, "http://example.com:0/", "policy-port"},
	{"the default port", Policy{Ports: []uint16{80}}, "http://example.com/", ""},
	{"ports and another scheme", Policy{Ports: []uint16{443}}, "http://example.com/", "policy-port"},
	{"hosts", Policy{Hosts: []string{"example.com"}}, "http://EXAMPLE.com/", ""},
	{"other hosts", Policy{Hosts: []string{"example.com"}}, "http://a.example.com/", "policy-host"},
	{"hosts below", Policy{Hosts: []string{".example.com"}}, "http://a.example.com/", ""},
	{"not below", Policy{Hosts: []string{".example.com"}}, "http://example.com/", "policy-host"},
	{"only alike", Policy{Hosts: []string{".example.com"}}, "http://badexample.com/", "policy-host"},
	{"below by the look of it", Policy{FailOn: High + 1, Hosts: []string{".example.com"},
		Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}}, "http://evil.org%2f.example.com/", "policy-host"},
	{"below, behind a semicolon", Policy{FailOn: High + 1, Hosts: []string{".example.com"},
		Dialects: []earl.Dialect{earl.MustParseDialect("net/url")}}, "http://evil.org;.example.com/", "policy-host"},
	{"below, behind a backslash", Policy{FailOn: High + 1, Hosts: []string{".example.com"},
		Dialects: []earl.Dialect{earl.MustParseDialect("urllib")}}, `http://evil.org\.example.com/`, "policy-host"},
	{"below, in letters", Policy{FailOn: High, MayDiffer: Acceptance, Hosts: []string{".bücher.example"}},
		"http://a_b.ü-1.bücher.example/", ""},
	{"a host by value", Policy{Hosts: []string{"bücher.example"}}, "http://xn--bcher-kva.example/", ""},
	{"no host", Policy{Schemes: []string{"x"}, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}}, "x:///a",
		"policy-host"},
	{"length", Policy{MaxLength: 18}, "http://example.com/", "policy-length"},
	{"no scheme inside", Policy{Schemes: []string{"x"}, Dialects: []earl.Dialect{earl.RFC3986()}, AllowInternal: true},
		"x:://a", ""},
	{"no name to browsers, from the start", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), Hosts: []string{"example.com"}},
		"http://\u200dexample.com/", "policy-host"},
	{"no name to browsers, listed", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0),
		Hosts: []string{"exam\u200dple.com", "example.com"}}, "http://exam\u200dple.com/", "policy-host"},
	{"no Punycode to browsers, listed", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), Hosts: []string{"xn--a.example"}},
		"http://xn--a.example/", ""},
	{"length of 1", Policy{MaxLength: 1}, "http://example.com/", "policy-length"},
	{"a letter with a byte like a blank", Policy{FailOn: High, MayDiffer: Acceptance}, "http://à.example/", ""},
	{"just the length", Policy{MaxLength: 19}, "http://example.com/", ""},
	{"no host, and no authority",
		Policy{Schemes: []string{"mailto"}, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}},
		"mailto:a@example.com", ""},
	{"no host, and hosts", Policy{Schemes: []string{"mailto"}, Hosts: []string{"example.com"},
		Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}}, "mailto:a@example.com", "policy-host"},
	{"no host that can be judged",
		Policy{Schemes: []string{"x"}, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}}, "x:a", "policy-host"},
	{"no host that can be judged, and internal ones allowed",
		Policy{Schemes: []string{"x"}, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}, AllowInternal: true},
		"x:a", ""},
	{"no host that can be judged, and hosts",
		Policy{Schemes: []string{"x"}, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}, AllowInternal: true,
			Hosts: []string{"example.com"}}, "x:a", "policy-host"},
	{"an opaque URL of JDBC", Policy{FailOn: High, Schemes: []string{"jdbc", "oracle"}, MayDiffer: Acceptance},
		"jdbc:oracle:thin:@example.com:1521:x", "policy-host"},
	{"a URL of JDBC", Policy{FailOn: High, Schemes: []string{"jdbc", "mysql"}, MayDiffer: Acceptance},
		"jdbc:mysql://example.com/db", ""},
	{"another name to Python", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), Hosts: []string{"example.com"}},
		"http://exᵃmple.com/", "policy-host"},
	{"another name to Python, escaped", Policy{FailOn: High + 1, Hosts: []string{"example.com"},
		Dialects: []earl.Dialect{earl.MustParseDialect("whatwg")}}, "http://ex%E1%B5%83mple.com/", "policy-host"},
	{"no name to browsers", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), Hosts: []string{"example.com"}},
		"http://exam\u200dple.com/", "policy-host"},
	{"two names", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), Hosts: []string{"faß.de"}}, "http://faß.de/",
		"policy-host"},
	{"two names, both accepted", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), Hosts: []string{"faß.de", "fass.de"}},
		"http://faß.de/", ""},
	{"the same name to Python", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), Hosts: []string{"example.com"}},
		"http://exªmple.com/", ""},
	{"another host behind the last at sign", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0),
		Hosts: []string{"example.com"}}, "http://example.com\\@[::]a@example.org/", "policy-host"},
	{"no archive", Policy{FailOn: High, Schemes: []string{"blob", "http"}, MayDiffer: Acceptance,
		Hosts: []string{"example.com"}}, "blob:http://example.com!/x", "policy-host"},
	{"an archive", Policy{FailOn: High, Schemes: []string{"jar", "http"}, MayDiffer: Acceptance,
		Hosts: []string{"example.com"}}, "jar:http://example.com!/x", ""},
	{"no host where one has to be", Policy{FailOn: High + 1, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}},
		"http:example.com", "policy-host"},
	{"an address below no domain", Policy{Hosts: []string{".4", ".3.4", "."}}, "http://1.2.3.4/", "policy-host"},
	{"an address by value", Policy{Hosts: []string{"0x01020304"}}, "http://1.2.3.4/", ""},
	{"an address inside, named", Policy{Hosts: []string{"10.0.0.1"}}, "http://10.0.0.1/", "dest-internal"},
	{"refused by some, and they may differ in the path", Policy{FailOn: High, MayDiffer: inPath}, "http://example.com/a b",
		"policy-dialects"},
	{"another path to some", Policy{FailOn: High}, "http://example.com/a/%2e%2e/b", "policy-dialects"},
	{"another path to some, which may be", Policy{FailOn: High, MayDiffer: inPath}, "http://example.com/a/%2e%2e/b", ""},
	{"a root dot", Policy{}, "http://internal.example.com./", "host-root-dot"},
	{"a root dot, webhook", Webhook(), "https://internal.example.com./", "host-root-dot"},
	{"a root dot, web", Web(), "https://internal.example.com./", ""},
	{"a root dot that Hosts does not list", Policy{Hosts: []string{"example.com"}, Ignore: []string{"host-root-dot"}},
		"http://example.com./", "policy-host"},
	{"a root dot below a host", Policy{Hosts: []string{".example.com"}}, "http://a.example.com./", "host-root-dot"},
	{"a root dot in Hosts", Policy{Hosts: []string{"example.com."}}, "http://EXAMPLE.com./", ""},
	{"a root dot in Hosts and not in the URL", Policy{Hosts: []string{"example.com."}}, "http://example.com/", "policy-host"},
	{"a root dot in a domain of Hosts", Policy{Hosts: []string{".example.com."}}, "http://a.example.com./", ""},
	{"a root dot, internal allowed", Policy{AllowInternal: true}, "http://localhost./", "host-root-dot"},
	{"an at sign after the authority", Web(), "https://browser.check#@good.com:8080/", "at-after-authority"},
	{"an at sign in a parameter", Web(), "https://example.com?email=a@example.org", ""},
	{"an option", Policy{Schemes: []string{"ssh"}, MayDiffer: Acceptance}, "ssh://-oProxyCommand=id/x", "option-injection"},
	{"a file, listed", Policy{Schemes: []string{"file"}, AllowInternal: true, MayDiffer: Acceptance}, "file://h.example/x",
		"file-remote-host"},
	{"a file, listed, and its host ignored", Policy{Schemes: []string{"file"}, MayDiffer: Acceptance,
		Ignore: []string{"file-remote-host"}}, "file://h.example/x", ""},
	{"a wrapper, not listed", Policy{MayDiffer: Acceptance}, "php://h.example/x", "policy-scheme"},
	{"low, accepted", Policy{}, "http://EXAMPLE.com/", ""},
	{"low, refused", Policy{FailOn: Low}, "http://EXAMPLE.com/", "host-case"},
	{"a refused port", Policy{RefusedPorts: []uint16{22, 8443}}, "https://example.com:8443/", "policy-port"},
	{"another port than the refused one", Policy{RefusedPorts: []uint16{22, 8443}}, "https://example.com/", ""},
	{"the port of the scheme, refused", Policy{RefusedPorts: []uint16{80}}, "http://example.com/", "policy-port"},
	{"a port that is accepted and refused", Policy{Ports: []uint16{80, 443}, RefusedPorts: []uint16{80}},
		"http://example.com/", "policy-port"},
	{"a port that is accepted, and another refused", Policy{Ports: []uint16{80, 443}, RefusedPorts: []uint16{80}},
		"https://example.com/", ""},
	{"a refused port with zeros", Policy{FailOn: High, RefusedPorts: []uint16{80}}, "http://example.com:0080/",
		"policy-port"},
	{"nested, and a refused port", Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance,
		RefusedPorts: []uint16{80}}, "view-source:http://example.com/", "policy-port"},
	{"the port of the scheme", Policy{Ports: []uint16{443}}, "https://example.com:443/", ""},
	{"the port of the scheme, with zeros", Policy{FailOn: High, Ports: []uint16{80}}, "http://example.com:0080/", ""},
	{"a password alone", Policy{FailOn: High}, "http://:p@example.com/", "policy-userinfo"},
	{"nested", Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance},
		"view-source:http://example.com/", ""},
	{"nested, and the scheme inside is none", Policy{FailOn: High, Schemes: []string{"view-source"},
		MayDiffer: Acceptance}, "view-source:http://example.com/", "policy-scheme"},
	{"nested, and hosts", Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance,
		Hosts: []string{"example.com"}, Ports: []uint16{80}}, "view-source:http://example.com/", ""},
	{"nested, and other hosts", Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance,
		Hosts: []string{"example.org"}}, "view-source:http://example.com/", "policy-host"},
	{"nested, and other ports", Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance,
		Ports: []uint16{443}}, "view-source:http://example.com/", "policy-port"},
	{"nested three times", Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance},
		"view-source:view-source:view-source:http://example.com/", "policy-nested"},
	{"fewer dialects", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("whatwg")}}, "http://example.com/a b", ""},
	{"escaped, to a dialect that decodes nothing", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")},
		Ignore: []string{"host-pct-encoded"}}, "http://%6cocalhost/", "dest-internal"},
	{"to Python a number with a dot", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("urllib")}, FailOn: High + 1},
		"http://⒑0.0.1/", "dest-internal"},
	{"to Python dots", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("urllib")}, FailOn: High + 1},
		"http://127․0․0․1/", "dest-internal"},
	{"to Python nothing", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("urllib")}, FailOn: High + 1},
		"http://local\u1806host/", "dest-internal"},
	{"to Python nothing, escaped", Policy{Dialects: []earl.Dialect{earl.MustParseDialect("urllib")}, FailOn: High + 1},
		"http://local%E1%A0%86host/", "dest-internal"},
	{"one label", Policy{}, "http://redis:8000/", "dest-internal"},
	{"one label and a root dot", Policy{FailOn: High}, "http://redis./", "dest-internal"},
	{"no label", Policy{FailOn: High, Dialects: []earl.Dialect{earl.MustParseDialect("net/url")}}, "http://../",
		"dest-internal"},
	{"no label, escaped", Policy{FailOn: High, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")},
		Ignore: []string{"host-pct-encoded"}}, "http://%2E/", "dest-internal"},
	{"one label, named", Policy{Hosts: []string{"redis"}}, "http://redis:8000/", ""},
	{"one label, allowed", Policy{AllowInternal: true}, "http://redis:8000/", ""},
	{"an internal host, named", Policy{Hosts: []string{"localhost"}}, "http://localhost/", "dest-internal"},
	{"a number of 33 bits", Policy{FailOn: High, Dialects: []earl.Dialect{earl.MustParseDialect("net/url")}},
		"http://6425673729.0x1/", "dest-internal"},
	{"a port of 17 bits", Policy{FailOn: High, Ports: []uint16{80},
		Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}}, "http://example.com:65616/", "policy-port"},
	{"a port that cannot be read", Policy{FailOn: High, Ports: []uint16{80},
		Dialects: []earl.Dialect{earl.MustParseDialect("urllib")}}, "http://example.com:65616/", "policy-port"},
	{"a port of 17 bits, and any port", Policy{FailOn: High, Dialects: []earl.Dialect{earl.MustParseDialect("rfc3986")}},
		"http://example.com:65616/", "policy-port"},
	{"a port that cannot be read, and any port", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0)},
		"http://example.com:a,b/", "policy-port"},
	{"an empty port", Policy{FailOn: High, Ports: []uint16{80}}, "http://example.com:/", ""},
	{"the port of a database", Policy{}, "http://example.com:6379/", "port-scheme-mismatch"},
	{"the port of a database, listed", Policy{Ports: []uint16{6379}}, "http://example.com:6379/", ""},
	{"the port of a database, of its own scheme", Policy{Schemes: []string{"redis"}, MayDiffer: Acceptance | inPath},
		"redis://example.com:6379/", ""},
	{"brackets in the userinfo", Policy{FailOn: High + 1, MayDiffer: ^Aspects(0), AllowUserinfo: true, AllowInternal: true,
		Hosts: []string{".good.com"}}, "http://[::1]u:p@x.good%2ecom", "policy-userinfo"},
	{"brackets in the userinfo, to one dialect", Policy{FailOn: High + 1, AllowUserinfo: true, AllowInternal: true,
		Hosts: []string{".good.com"}, Dialects: []earl.Dialect{earl.MustParseDialect("whatwg")}},
		"http://[::1]u:p@x.good%2ecom", "policy-userinfo"},
	{"a name with internal addresses", Policy{InternalFor: local}, "http://LOCALHOST./", ""},
	{"another name", Policy{InternalFor: local}, "http://localhost4/", "dest-internal"},
	{"a name below", Policy{InternalFor: local}, "http://a.localhost/", "dest-internal"},
	{"the address of the name", Policy{InternalFor: local}, "http://127.0.0.1/", "dest-internal"},
	{"a name of one label with internal addresses", Policy{InternalFor: local}, "http://redis/", ""},
	{"a rejected range", Policy{Refused: refused}, "http://1.2.3.4/", "dest-internal"},
	{"a rejected range, internal allowed", Policy{Refused: refused, AllowInternal: true}, "http://1.2.3.4/",
		"dest-internal"},
	{"a rejected range, mapped", Policy{Refused: refused, AllowInternal: true}, "http://[::ffff:1.2.3.4]/",
		"ipv6-embeds-ipv4"},
	{"a rejected range, translated", Policy{Refused: refused}, "http://[64:ff9b::1.2.3.4]/", "ipv6-embeds-ipv4"},
	{"not in a rejected range", Policy{Refused: refused}, "http://1.2.4.4/", ""},
	{"internal, and another range rejected", Policy{Refused: refused, AllowInternal: true}, "http://localhost/", ""},
	{"active, accepted", Policy{Schemes: []string{"gopher"}, FailOn: High, MayDiffer: Acceptance | inPath},
		"gopher://example.com/", ""},
	{"active", Policy{MayDiffer: Acceptance | inPath | inHost | inScheme | inQuery}, "data:,x", "scheme-active"},
	{"empty", Policy{}, "", "policy-dialects"},
}

// TestPolicy: refusals: passwords (G-049, G-051), ports (G-172), and
// addresses by their number (G-180).
func TestPolicy(t *testing.T) {
	t.Parallel()
	for _, tt := range policyCases {
		err := tt.policy.Check(tt.url)
		if tt.id == "" {
			if err != nil {
				t.Errorf("%s: %v, want no error", tt.name, err)
			}
			continue
		}
		e, ok := errors.AsType[*PolicyError](err)
		if !ok || e.Finding.ID != tt.id || e.Input != tt.url || e.Finding.Span.End > len(tt.url) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.id)
		}
	}
}

// allKinds returns the IDs of all kinds of findings.
func allKinds() (ids []string) {
	for _, kind := range Kinds() {
		ids = append(ids, kind.ID)
	}
	return ids
}

// TestPolicyDisagreement checks that the error for a disagreement shows the place of the first finding.
func TestPolicyDisagreement(t *testing.T) {
	t.Parallel()
	const url = `http://a.example\@b.example/`
	policy := Policy{MayDiffer: Acceptance, Ignore: allKinds()}
	r := Audit(url)
	if r.Differ == 0 || len(r.Findings) == 0 {
		t.Fatalf("Audit(%q) differs in %q and has %d findings, want some", url, r.Differ, len(r.Findings))
	}
	e, ok := errors.AsType[*PolicyError](policy.Check(url))
	if !ok || e.Finding.ID != "policy-dialects" || e.Finding.Span != r.Findings[0].Span {
		t.Errorf("Check(%q) = %v, want policy-dialects at %v", url, e, r.Findings[0].Span)
	}
}

// TestPolicyRefusesInternal: of all examples of findings, the ones that some
// dialect, in any release, reads a host of that is not public are refused.
func TestPolicyRefusesInternal(t *testing.T) {
	t.Parallel()
	var all []earl.Dialect
	for _, d := range earl.Dialects() {
		all = append(all, d)
		for _, release := range d.Releases() {
			all = append(all, earl.MustParseDialect(d.Name()+"@"+release))
		}
	}
	n := 0
	var r reading.Reading
	for _, kind := range Kinds() {
		for _, url := range kind.Examples {
			for _, d := range all {
				d.Read(&r, url)
				host := value(&r, urlerr.Host)
				if ParseHost(host).Internal() == "" {
					continue
				}
				n++
				for _, policy := range []Policy{{}, {FailOn: High, MayDiffer: inPath | inQuery | inFragment, AllowUserinfo: true,
					Schemes: []string{"http", "https", "ftp", "gopher"}}} {
					if policy.Check(url) == nil {
						t.Errorf("%s: to %s its host is %s, and it is accepted", url, d, host)
					}
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d readings, want at least 100", n)
	}
}

// TestPolicyErrorHidesPassword by any verb, and in a log.
func TestPolicyErrorHidesPassword(t *testing.T) {
	t.Parallel()
	err := Policy{}.Check("http://u:s3cret@example.com/")
	e, _ := errors.AsType[*PolicyError](err)
	for _, text := range []string{err.Error(), fmt.Sprintf("%v %+v %#v %s %q", err, err, err, err, err),
		fmt.Sprintf("%v %#v", *e, *e), e.LogValue().String()} {
		if strings.Contains(text, "s3cret") || !strings.Contains(text, "userinfo-secret") {
			t.Error(text)
		}
	}
}

// TestControl: each address that is not public is refused when it is dialled,
// since a verdict on a name does not last (G-171).
func TestControl(t *testing.T) {
	t.Parallel()
	for _, r := range ipaddr.Ranges() {
		address := netip.AddrPortFrom(r.Prefix.Addr(), 80).String()
		err := Policy{}.Control("tcp", address, nil)
		if _, internal := ipaddr.Internal(r.Prefix.Addr()); internal != (err != nil) || !r.Public && err == nil {
			t.Errorf("Control(%s) = %v, want an error for internal addresses alone", address, err)
		}
		if err := (Policy{AllowInternal: true}).Control("tcp", address, nil); err != nil {
			t.Errorf("Control(%s) = %v, want none with AllowInternal", address, err)
		}
		if err := (Policy{Internal: []netip.Prefix{r.Prefix}}).Control("tcp", address, nil); err != nil {
			t.Errorf("Control(%s) = %v, want none in a network of Internal", address, err)
		}
	}
	for _, tt := range []struct {
		network, address string
		ok               bool
	}{
		{"tcp", "1.1.1.1:80", true}, {"tcp4", "1.1.1.1:80", true}, {"udp", "1.1.1.1:80", true}, {"udp4", "1.1.1.1:53", true},
		{"tcp6", "[2606:4700::1111]:80", true}, {"ip4:1", "1.1.1.1:80", false}, {"unixgram", "1.1.1.1:80", false},
		{"udp6", "[2606:4700::1111]:53", true}, {"tcp6", "[::ffff:127.0.0.1]:80", false},
		{"tcp6", "[64:ff9b::7f00:1]:80", false},
		{"tcp6", "[2002:7f00:1::1]:80", false}, {"tcp6", "[2001:0:101:101::80ff:fffe]:80", false},
		{"tcp6", "[fe80::1%eth0]:80", false}, {"unix", "/run/x", false},
		{"tcp", "localhost:80", false}, {"tcp", "1.1.1.1", false}, {"", "", false},
	} {
		err := Policy{}.Control(tt.network, tt.address, nil)
		if e, is := errors.AsType[*PolicyError](err); (err == nil) != tt.ok || err != nil &&
			(!is || e.Finding.ID != "dest-internal") {
			t.Errorf("Control(%s, %s) = %v, want ok: %t", tt.network, tt.address, err, tt.ok)
		}
	}
}

// TestDial: a client with the policy in its dialer does not reach a server on
// loopback by whatever name.
func TestDial(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "js" {
		t.Skip("there are no sockets")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {}))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	get := func(policy Policy, host string) error {
		dialer := &net.Dialer{Control: policy.Control}
		transport := &http.Transport{DialContext: dialer.DialContext}
		defer transport.CloseIdleConnections()
		request, err := http.NewRequestWithContext(context.Background(), http.MethodGet,
			"http://"+net.JoinHostPort(host, port)+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := transport.RoundTrip(request)
		if err == nil {
			response.Body.Close()
		}
		return err
	}
	for _, host := range []string{"127.0.0.1", "localhost", "::ffff:127.0.0.1", "0.0.0.0"} {
		err := get(Policy{}, host)
		if _, ok := errors.AsType[*PolicyError](err); !ok {
			t.Errorf("%s: %v, want a PolicyError", host, err)
		}
	}
	if err := get(Policy{AllowInternal: true}, "127.0.0.1"); err != nil {
		t.Error(err)
	}
	if err := get(Policy{Internal: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}, "127.0.0.1"); err != nil {
		t.Error(err)
	}
}

// TestSpellings: the names that a resolver may look up for a host.
func TestSpellings(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{
		"a.example": "a.example", "1.2.3.4": "1.2.3.4", "a%2e": "a%2e a.",
		"a%252525252e": "a%252525252e a%2525252e a%25252e a%252e", "a,b": "a,b a b", "a%2fb;c": "a%2fb;c a/b;c a%2fb c a b c",
		"fe80::1%eth0": "fe80::1%eth0", "[fe80::1%25eth0]": "[fe80::1%25eth0] [fe80::1%eth0]",
		"a b\x7fc\x00": "a b\x7fc\x00 a b c",
		"010.001.00.0": "010.001.00.0 10.1.0.0", "0": "0", "a.00x": "a.00x a.0x", "0x01.0": "0x01.0", "1.0": "1.0",
		"⒑0.0.1": "⒑0.0.1 10.0.0.1", "%30%30a": "%30%30a 00a 0a", "a~b": "a~b a b", "[a]": "[a] a",
		"b\u3000c": "b\u3000c b c b c b c", "00": "00 0", "a:b c": "a:b c a:b c", "a+b%41": "a+b%41 a+bA a b%41 a bA", "[::1]": "[::1]",
	} {
		if got := strings.Join(spellings(host), " "); got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
}

// TestNestedSpan: the error of a URL inside another has its place
// in the outer one.
func TestNestedSpan(t *testing.T) {
	t.Parallel()
	policy := Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance}
	for _, tt := range []struct{ url, id, at string }{
		{"view-source:http://u@127.0.0.1:81/", "dest-internal", "127.0.0.1"},
		{"view-source:view-source:http://u@example.com/", "policy-userinfo", "u"},
		{"view-source:view-source:ftp://example.com/", "policy-scheme", "ftp:"},
		{"view-source:view-source:view-source:http://h/", "policy-nested", "http://h/"},
	} {
		e, ok := errors.AsType[*PolicyError](policy.Check(tt.url))
		if !ok || e.Finding.ID != tt.id || tt.url[e.Finding.Span.Start:e.Finding.Span.End] != tt.at || e.Input != tt.url {
			t.Errorf("Check(%s) = %+v, want %s at %q", tt.url, e, tt.id, tt.at)
		}
	}
}

func TestCheckAddr(t *testing.T) {
	t.Parallel()
	policy := Policy{InternalFor: local, Refused: refused}
	for _, tt := range []struct {
		name, addr string
		ok         bool
	}{
		{"a.example", "1.1.1.1", true},
		{"a.example", "127.0.0.1", false},
		{"LocalHost.", "127.0.0.1", true},
		{"localhost", "::ffff:127.0.0.1", true},
		{"localhost", "10.0.0.1", false},
		{"localhost", "1.2.3.4", false},
		{"redis", "10.0.0.1", true},
		{"", "10.0.0.1", false},
		{"a.example", "2002:102:304::", false},
		{"a.example", "fe80::1%eth0", false},
		{"router", "fe80::1%eth0", true},
	} {
		if err := policy.CheckAddr(tt.name, netip.MustParseAddr(tt.addr)); (err == nil) != tt.ok {
			t.Errorf("%s at %s: %v", tt.name, tt.addr, err)
		}
	}
	if err := policy.Control("tcp4", "127.0.0.1:80", nil); err == nil {
		t.Error("Control accepts an address of InternalFor")
	}
	if err := (Policy{AllowInternal: true, Refused: refused}).Control("tcp", "1.2.3.4:80", nil); err == nil {
		t.Error("Control accepts an address of Refused")
	}
}

// TestCheckRef checks redirects as servers send them.
func TestCheckRef(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ ref, id string }{ // no ID if it is accepted
		{"/a", ""}, {"a?b", ""}, {"-x", ""}, {"../a", ""}, {"?b", ""}, {"//example.org/", "network-path-ref"},
		{"http%3A//evil.example/", "policy-dialects"}, {"https://example.org./", "host-root-dot"},
		{"https://example.org?@evil.example", "at-after-authority"},
		{"https://example.org/a", ""},
		{"http://0x7f.1/", "ipv4-nonstandard"}, {"//127.0.0.1/", "dest-internal"}, {"//evil", "network-path-ref"},
		{`\\127.0.0.1/`, "policy-dialects"}, {`/\evil.example/`, "policy-dialects"}, {`\@127.0.0.1/`, "policy-dialects"},
		{"http:////evil.example", "policy-dialects"}, {"http:/a", "policy-dialects"}, {"http:a", "policy-dialects"},
		{"https:a", "policy-dialects"}, {"ftp://example.org/", "policy-scheme"}, {"file:///etc/passwd", "policy-scheme"},
		{"javascript:alert(1)", "policy-dialects"},
		{"http://example.org:25/", "port-scheme-mismatch"}, {"/a b", "policy-dialects"},
	} {
		err := Policy{}.CheckRef("http://example.com/x/y", tt.ref)
		e, _ := errors.AsType[*PolicyError](err)
		if (e == nil) != (tt.id == "") || e != nil && (e.Finding.ID != tt.id || e.Input != tt.ref) {
			t.Errorf("%s: %v, want %s", tt.ref, err, tt.id)
		}
	}
}

// TestCheckRefNested checks that a URL inside a reference is not resolved.
func TestCheckRefNested(t *testing.T) {
	t.Parallel()
	policy := Policy{FailOn: High, Schemes: []string{"view-source", "http"}, MayDiffer: Acceptance}
	for _, tt := range []struct {
		ref string
		ok  bool
	}{{"view-source:http://example.org/", true}, {"view-source:a", false}} {
		if err := policy.CheckRef("http://example.com/", tt.ref); (err == nil) != tt.ok {
			t.Errorf("CheckRef(%s) = %v, want ok: %t", tt.ref, err, tt.ok)
		}
	}
}

func TestCheckRefWeb(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		ref string
		ok  bool
	}{
		{"//example.org/", true}, {"/a b", true}, {"//u:p@example.org/", false}, {"//example.org:25/", false},
		{"//127.0.0.1/", false}, {"//redis/", false}, {`/\evil.example/`, false}, {`\@evil.example`, true},
		{"80:0x7f.1/", false}, {"1a:[::1]", false}, {"a/80:0", true}, {"?80:0", true}, {"./80:0", true}, {"", true},
		{"http:////evil.example", false},
	} {
		if err := Web().CheckRef("http://example.com/x/y", tt.ref); (err == nil) != tt.ok {
			t.Errorf("CheckRef(%s) = %v, want ok: %t", tt.ref, err, tt.ok)
		}
	}
}

// TestPolicyErrorUnwrap checks that the error of the dialect is there.
func TestPolicyErrorUnwrap(t *testing.T) {
	t.Parallel()
	err := Policy{}.Check("http://example.com/a b")
	if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Offset != 20 || !errors.Is(err, urlerr.BadPath) {
		t.Errorf("%v: %v, want a bad path at byte 20", err, e)
	}
	err = Policy{MayDiffer: Acceptance}.Check("http://[/")
	if e, ok := errors.AsType[*urlerr.Error](err); !ok || !errors.Is(err, urlerr.BadHost) {
		t.Errorf("%v: %v, want a bad host", err, e)
	}
	if err := (Policy{}).Check("http://10.0.0.1/"); errors.Unwrap(err) != nil {
		t.Error(errors.Unwrap(err))
	}
}

// TestOrdinaryIsQuick: a policy that lists the default dialects reads an ordinary URL as quickly as one that lists none.
func TestOrdinaryIsQuick(t *testing.T) {
	for name, dialects := range map[string][]earl.Dialect{"none": nil, "default": Dialects()} {
		p := Strict()
		p.Dialects = dialects
		allocs := testing.AllocsPerRun(100, func() {
			if err := p.Check("https://www.example.com/a/b.html"); err != nil {
				t.Fatal(err)
			}
		})
		if allocs > 1 {
			t.Errorf("%s: Check allocates %v times, want at most 1", name, allocs)
		}
	}
}

// TestInInput checks that the place of an absent component is the whole URL.
func TestInInput(t *testing.T) {
	t.Parallel()
	v := view{input: "http:a"}
	v.spans.Reset()
	if got, want := v.inInput(urlerr.Query), span(0, len(v.input)); got != want {
		t.Errorf("inInput(query) of %q = %v, want %v", v.input, got, want)
	}
}

func TestInBrackets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		host, inside string
		ok           bool
	}{
		{"", "", false}, {"[", "[", false}, {"]", "]", false}, {"[]", "", true}, {"[::1]", "::1", true}, {"a]", "a]", false},
		{"[a", "[a", false},
	}
	for _, tt := range tests {
		if inside, ok := inBrackets(tt.host); inside != tt.inside || ok != tt.ok {
			t.Errorf("inBrackets(%q) = %q, %t, want %q, %t", tt.host, inside, ok, tt.inside, tt.ok)
		}
	}
}

// TestPolicyOfOneDialect checks URLs by a policy with one dialect, which agrees with itself.
func TestPolicyOfOneDialect(t *testing.T) {
	t.Parallel()
	policy := Policy{Dialects: []earl.Dialect{earl.WHATWG()}, FailOn: Low, Schemes: []string{"http", "javascript"}}
	for url, want := range map[string]string{
		"javascript:alert(1)": "",
		"http://example.com/": "", "http://example.com:22/": "port-scheme-mismatch",
		"http://example.com./": "host-root-dot", "http://u:p@example.com/": "userinfo-secret",
	} {
		id := ""
		if e, ok := errors.AsType[*PolicyError](policy.Check(url)); ok {
			id = e.Finding.ID
		}
		if id != want {
			t.Errorf("Check(%q) rejects it because of %q, want %q", url, id, want)
		}
	}
}
