package audit

import (
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/reading"
	"earl.example/urlerr"
)

// ssrf are URLs with which a request can be led into the network that it is made
// from, each tried on some guard or client. A policy has to refuse each, however
// lenient it is about dialects and findings, unless the dialect is named that
// reads another host in it, which is public.
var ssrf = []struct{ url, public string }{
	// Addresses, however they are written.
	{"http://127.0.0.1/", ""}, {"http://127.1/", ""}, {"http://127.0.1/", ""}, {"http://127.255.255.254/", ""},
	{"http://0/", ""}, {"http://0.0.0.0:8080/", ""},
	{"http://2130706433/", ""}, {"http://017700000001/", ""}, {"http://0x7f000001/", ""}, {"http://0X7F.0x0.0x0.0x1/", ""},
	{"http://0177.0.0.1/", ""},
	{"http://00000177.00.00.01/", ""}, {"http://0x7f.1/", ""}, {"http://127.0x1/", ""}, {"http://0x7f.0.1/", ""},
	{"http://127.0.0.0x1/", ""}, {"http://0x/", ""},
	{"http://127.0.0.1./", ""}, {"http://2130706433./", ""}, {"http://127.000.000.001/", ""}, {"http://010.0.0.1/", ""},
	{"http://0192.0168.0.1/", ""}, {"http://169.0376.0251.0376/", ""},
	{"http://425.510.425.510/", ""}, {"http://4294967296/", ""}, {"http://6425673729/", ""}, {"http://127.0.0.1.0/", ""},
	{"http://256.256.256.256/", ""}, {"http://127.0.0.01/", ""},
	{"http://169.254.169.254/latest/meta-data/", ""}, {"http://2852039166/", ""}, {"http://0xa9fea9fe/", ""},
	{"http://0251.0376.0251.0376/", ""}, {"http://169.16689662/", ""}, {"http://0xA9.0376.43518/", ""},
	{"http://10.0.0.1/", ""}, {"http://172.16.0.1/", ""}, {"http://172.31.255.255/", ""}, {"http://192.168.1.1/", ""},
	{"http://100.100.100.200/", ""}, {"http://192.0.0.192/", ""}, {"http://168.63.129.16/", ""},
	{"http://198.18.0.1/", ""}, {"http://224.0.0.1/", ""}, {"http://255.255.255.255/", ""},
	{"http://localhost,127.0.0.1/", ""}, {"http://example.com,127.0.0.1/", ""}, {"mongodb://example.com:27017,127.0.0.1/",
		""}, {"mongodb://example.com,127.0.0.1/", ""},

	// Addresses of IPv6.
	{"http://[::1]/", ""}, {"http://[::]/", ""}, {"http://[0:0:0:0:0:0:0:1]/", ""}, {"http://[0000::1]:80/", ""},
	{"http://[::ffff:127.0.0.1]/", ""}, {"http://[::ffff:7f00:1]/", ""}, {"http://[::FFFF:7F00:0001]/", ""},
	{"http://[0:0:0:0:0:ffff:127.0.0.1]/", ""}, {"http://[::127.0.0.1]/", ""}, {"http://[::7f00:1]/", ""},
	{"http://[::ffff:0:127.0.0.1]/", ""}, {"http://[64:ff9b::127.0.0.1]/", ""}, {"http://[64:ff9b::a9fe:a9fe]/", ""},
	{"http://[64:ff9b:1::7f00:1]/", ""}, {"http://[2002:7f00:1::]/", ""}, {"http://[2002:a9fe:a9fe::1]/", ""},
	{"http://[2001:0:101:101::80ff:fffe]/", ""}, {"http://[2606:4700::5efe:10.0.0.1]/", ""},
	{"http://[fe80::1]/", ""}, {"http://[fe80::1%25eth0]/", ""}, {"http://[fe80::1%eth0]/", ""},
	{"http://[::1%25lo]/", ""}, {"http://[::1%25]/", ""}, {"http://[fc00::1]/", ""}, {"http://[fd00:ec2::254]/", ""},
	{"http://[fec0::1]/", ""}, {"http://[ff02::1]/", ""}, {"http://[::ffff:a9fe:a9fe]/", ""}, {"http://[100::1]/", ""},
	{"http://[3fff::1]/", ""},
	{"http://[127.0.0.1]/", ""}, {"http://[localhost]/", ""}, {"http://[::1].example.com/", ""},
	{"http://example.com[::1]/", ""}, {"http://[::1]example.com/", ""}, {"http://[v1.::1]/", ""}, {"http://::1/", ""},
	{"http://[::1/", ""}, {"http://::1]/", ""},

	// Characters that are mapped, dropped or decoded.
	{"http://127。0。0。1/", ""}, {"http://127．0．0．1/", ""}, {"http://127｡0｡0｡1/", ""}, {"http://127․0․0․1/", ""},
	{"http://①②⑦.⓪.⓪.①/", ""}, {"http://１２７.０.０.１/", ""}, {"http://⒑0.0.1/", ""}, {"http://𝟙𝟚𝟟.𝟘.𝟘.𝟙/", ""},
	{"http://¹²⁷.⁰.⁰.¹/", ""}, {"http://０ｘ7f.1/", ""},
	{"http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", ""}, {"http://ｌｏｃａｌｈｏｓｔ/", ""}, {"http://LOCALHOST/", ""}, {"http://loc\u00adalhost/", ""},
	{"http://local\u200bhost/", ""}, {"http://localho\u017ft/", ""}, {"http://loc\u200dalhost/", ""},
	{"http://local\u1806host/", ""}, {"http://localhost。/", ""},
	{"http://%31%32%37.0.0.1/", ""}, {"http://127%2e0%2e0%2e1/", ""}, {"http://%6c%6fcalhost/", ""},
	{"http://%256cocalhost/", ""}, {"http://%2531%2532%2537.0.0.1/", ""}, {"http://%E2%93%9Bocalhost/", ""},
	{"http://127.0.0.1%00.example.com/", ""}, {"http://localhost%00.example.com/", ""},
	{"http://127.0.0.1%20.example.com/", ""}, {"http://127.0.0.1%2f.example.com/", ""},
	{"http://127.0.0.1%23.example.com/", ""}, {"http://127.0.0.1%3f.example.com/", ""},
	{"http://127.0.0.1%5c.example.com/", ""}, {"http://127.0.0.1%3b.example.com/", ""},
	{"http://127.0.0.1%3a80%2f.example.com/", ""}, {"http://example.com%40127.0.0.1/", ""},
	{"http://127.0.0.1;.example.com/", ""}, {"http://127.0.0.1'.example.com/", ""}, {"http://127.0.0.1$.example.com/", ""},
	{"http://127.0.0.1`.example.com/", ""}, {`http://"127.0.0.1"/`, ""}, {"http://[%3a%3a1]/", ""},
	{"http://127.0.0.1 .example.com/", ""}, {"http://127.0.0.1 example.com/", ""}, {"http:// 127.0.0.1/", ""},
	{"http://127.0.0.1\t/", ""}, {"http://127.0.\n0.1/", ""}, {"ht\ntp://127.0.0.1/", ""}, {" http://127.0.0.1/", ""},
	{"\x00http://127.0.0.1/", ""}, {"http://127.0.0.1\r\nHost: example.com/", ""}, {"http://\t/127.0.0.1/", ""},
	{"http://loc\talhost/", ""},

	// Names.
	{"http://localhost../", ""}, {"http://localhost.../", ""}, {"http://127.0.0.1../", ""}, {"http://.localhost/", ""},
	{"http://localhost。。/", ""}, {"http://redis../", ""}, {"http://.redis/", ""}, {"http://lvh.me../", ""},
	{"http://localhost./", ""}, {"http://localhost:6379/", ""}, {"http://a.localhost/", ""},
	{"http://localhost.localdomain/", ""}, {"http://localhost6.localdomain6/", ""}, {"http://ip6-localhost/", ""},
	{"http://127.0.0.1.nip.io/", ""}, {"http://7f000001.nip.io/", ""}, {"http://www-10-0-0-1.sslip.io/", ""},
	{"http://localtest.me/", ""}, {"http://a.lvh.me/", ""}, {"http://7f000001.c0a80001.rbndr.us/", ""},
	{"http://metadata.google.internal/computeMetadata/v1/", ""}, {"http://metadata/", ""}, {"http://instance-data/", ""},
	{"http://kubernetes.default.svc/", ""}, {"http://redis:6379/", ""}, {"http://host.docker.internal/", ""},
	{"http://printer.local/", ""}, {"http://router.home.arpa/", ""},

	// Where the host is.
	{"http://example.com@127.0.0.1/", ""}, {"http://example.com:80@127.0.0.1/", ""},
	{"http://example.com%40@127.0.0.1/", ""}, {"http://a@b@127.0.0.1/", ""}, {"http://example.com:@127.0.0.1/", ""},
	{"http://@127.0.0.1/", ""}, {"http://:@127.0.0.1/", ""},
	{`http://127.0.0.1\@example.com/`, "urllib urllib@3.9.4 libcurl libcurl@7.88.1"},
	{`http://example.com\@127.0.0.1/`, ""}, {`http:\\127.0.0.1/`, ""}, {`http:/\127.0.0.1/`, ""},
	{`http://127.0.0.1\.example.com/`, ""}, {`\\127.0.0.1\c$`, ""},
	{"http:127.0.0.1/", ""}, {"http:/127.0.0.1/", ""}, {"http:///127.0.0.1/", ""}, {"http:////127.0.0.1/", ""},
	{"https:127.0.0.1", ""}, {"//127.0.0.1/", ""}, {"///127.0.0.1/", ""}, {"127.0.0.1:80/", ""}, {"localhost:80", ""},
	{"127.0.0.1", ""}, {"http://:80/", ""}, {"http:///", ""}, {"http://", ""}, {"http://@/", ""},
	{"http://127.0.0.1:80:80/", ""}, {"http://127.0.0.1:/", ""}, {"http://127.0.0.1:+80/", ""},
	{"http://127.0.0.1#@example.com/", ""}, {"http://127.0.0.1?@example.com/", ""},
	{"http://127.0.0.1;@example.com/", "rfc3986 urllib urllib@3.9.4 whatwg net/url libcurl libcurl@7.88.1"},
	{"http://127.0.0.1&@example.com# @a.example/", "urllib urllib@3.9.4 whatwg net/url"},

	// For url.parse of Node.js up to 16, and for all of its releases.
	{"http://127.0.0.1~.example.com/", ""}, {"http://localhost~/", ""}, {"http://0x7f.1].example.com/", ""},
	{"http://127.0.0.1%25.example.com/", ""}, {"http://localhost%25.example.com/", ""},
	{"http://10.0.0.1%E3%80%82a.example/", ""}, {"http://127.0.0.1..%25.example/", ""},
	{"http://good.example;.evil.example/", ""}, {"http://good.example'.evil.example/", ""},
	{"http://good.example%3b.evil.example/", ""}, {"http://good.example~.evil.example/", ""},
	{"http://good.example&evil.example/", ""}, {"http://good.example).evil.example/", ""},
	{"http://good.example!.evil.example/", ""}, {"http://$good.example/", ""}, {"http://*.example.com/", ""},

	// For those for whom only a slash ends the authority.
	{"http://example.com#@127.0.0.1/", ""}, {"http://example.com:80#@127.0.0.1:80/x@y", ""},
	{"http://example.com?a@[::1]/", ""}, {"http://example.com?@localhost#@b@localhost?x", ""},
	{`http://example.com#@localhost\x`, ""}, {"http://example.com#@0x7f.1", ""}, {"http://example.com#@localhost~a", ""},

	// After the last at sign for parsers that accept brackets before it, and in brackets for Python before 3.11.4.
	{`http://example.com\@[::1]a@127.0.0.1/`, ""}, {`http://[2606:4700::1111]@1.1.1.1\@127.0.0.1/`, ""},
	{"http:\t//[2606:4700::1111]\\@127.0.0.1/", ""}, {`http://example.com\@[::1]:22&@localhost/`, ""},
	{`http://example.com\[127.1]:a/`, ""},

	// Without an authority, and with a host all the same.
	{"gopher:a@127.0.0.1", ""}, {"gopher:1.1.1.1:80@127.0.0.1..?x", ""}, {"ssh:/a@127.0.0.1/", ""},
	{"git:%2f%2fexample.com@127.0.0.1", ""}, {"jdbc:oracle:thin:@127.0.0.1:1521:x", ""},
	{"jdbc:oracle:thin:@//127.0.0.1/x", ""}, {"jdbc:oracle:thin:a/b@127.0.0.1:1521:x", ""}, {"jdbc:postgresql:db", ""},
	{"jdbc:postgresql:///db", ""}, {"jdbc:postgresql://example.com,127.0.0.1/db", ""},
	{"jdbc:postgresql://example.com:1,127.0.0.1:2/db", ""},
	{"jdbc:sqlserver://;serverName=127.0.0.1", ""}, {"jdbc:sqlserver://127.0.0.1;a=b", ""},
	{"jdbc:sqlserver://example.com:1433;serverName=127.0.0.1", ""}, {"jdbc:mysql://address=(host=127.0.0.1)(port=3306)/db",
		""}, {"jdbc:mysql://example.com:3306,(host=127.0.0.1)/db", ""}, {"jdbc:h2:tcp://127.0.0.1/x", ""},
	{"file:/etc/passwd", ""}, {"netdoc:/etc/passwd", ""}, {"view-source:file:/etc/passwd", ""}, {"jar:file:/x!/y", ""},
	{"x:a b http://127.0.0.1/", ""},

	// To Python 3 with an older C library a blank after it ends an address.
	{"http://127.0.0.1\u3000a/", ""}, {"http://localhost\u2003/", ""}, {"http://127.0.0.1\u2028/", ""},
	{"http://10.0.0.1\u0085.example/", ""},

	// Other schemes, and URLs inside.
	{"gopher://127.0.0.1:6379/_FLUSHALL", ""}, {"dict://127.0.0.1:11211/stat", ""}, {"ftp://127.0.0.1/", ""},
	{"ldap://127.0.0.1:389/%0astats", ""}, {"tftp://127.0.0.1/x", ""}, {"sftp://127.0.0.1/x", ""},
	{"smb://127.0.0.1/c$", ""}, {"redis://127.0.0.1/", ""}, {"ws://127.0.0.1/", ""},
	{"view-source:http://127.0.0.1/", ""}, {"view-source:http://0x7f.1/", ""},
	{"view-source:view-source:http://localhost/", ""}, {"view-source:http:127.0.0.1", ""}, {"view-source:127.0.0.1/", ""},
	{"blob:http://127.0.0.1/x", ""}, {"filesystem:http://127.0.0.1/temporary/x", ""}, {"jar:http://127.0.0.1!/x", ""},
	{"jar:http://localhost/a.jar!/x", ""}, {"feed:http://127.0.0.1/", ""}, {"url:http://127.0.0.1/", ""},
	{"jdbc:mysql://127.0.0.1:3306/db", ""}, {"jdbc:mysql:loadbalance://example.com,127.0.0.1/db", ""},
	{"jdbc:http://a.example:1,127.0.0.1/", ""}, {"x:http://127.0.0.1/", ""}, {"x:y:z:http://127.0.0.1/", ""},
	{"view-source:" + strings.Repeat("view-source:", 5) + "http://127.0.0.1/", ""},
	{"view-source:" + strings.Repeat("view-source:", 5) + "http://example.com/", ""},
}

// TestSSRF: the strict policy refuses each, as a lenient one does that has all
// dialects, and one of each dialect that reads a host in it that is not public.
func TestSSRF(t *testing.T) {
	t.Parallel()
	lenient := Policy{FailOn: High + 1, AllowUserinfo: true, MayDiffer: ^Aspects(0)}
	lenient.Schemes = strings.Fields("http https ws ftp gopher dict ldap tftp sftp smb redis mongodb view-source blob " +
		"filesystem jar feed url jdbc mysql oracle postgresql sqlserver h2 tcp git ssh file netdoc x y z")
	refused := 0
	for _, tt := range ssrf {
		if err := (Policy{}).Check(tt.url); err == nil {
			t.Errorf("%q is accepted", tt.url)
		}
		all := lenient
		for _, name := range []string{"rfc3986", "urllib", "urllib@3.9.4", "whatwg", "net/url", "libcurl", "libcurl@7.88.1"} {
			one := lenient
			one.Dialects = []earl.Dialect{earl.MustParseDialect(name)}
			all.Dialects = append(all.Dialects, one.Dialects[0])
			err := one.Check(tt.url)
			if public := slices.Contains(strings.Fields(tt.public), name); (err == nil) != public {
				var r reading.Reading
				one.Dialects[0].Read(&r, tt.url)
				t.Errorf("%q in %s, where the host is %q: %v", tt.url, name, value(&r, urlerr.Host), err)
			}
			if err != nil {
				refused++
			}
		}
		if err := all.Check(tt.url); err == nil && tt.public == "" {
			t.Errorf("%q is accepted by some dialects", tt.url)
		}
	}
	t.Logf("%d URLs, %d refusals", len(ssrf), refused)
}

// TestNotSSRF: a lenient policy accepts what leads to public hosts.
func TestNotSSRF(t *testing.T) {
	t.Parallel()
	lenient := Policy{FailOn: High + 1, AllowUserinfo: true, MayDiffer: ^Aspects(0),
		Schemes: []string{"http", "view-source", "jar", "blob", "jdbc", "mysql", "postgresql", "mailto", "urn"}}
	for _, url := range []string{
		"http://example.com/", "http://1.1.1.1/", "http://0x1010101/", "http://01.01.01.01/", "http://[2606:4700::1111]/",
		"http://[::ffff:1.1.1.1]/", "http://bücher.example/", "http://%65xample.com/", "http://0.example/",
		"http://a.00.example/",
		"view-source:http://example.com/", "view-source:view-source:http://example.com/", "jar:http://example.com!/x",
		"jdbc:mysql://example.com:3306/db", "mailto:a@example.com", "urn:isbn:1", "http://example.com/http://127.0.0.1/",
		"http://example.com?u=a@b", "http://example.com/#@127.0.0.1/", "http://example.com#@[1.1.1.1/",
		"http://ex%61mple.com/", "blob:http://example.com/!/x",
		"jdbc:postgresql://example.com,example.org/db", "jdbc:mysql://example.com/db?a=127.0.0.1",
		"http://example.com?127.0.0.1/@x", "http://example.com/?u=http://127.0.0.1/",
	} {
		if err := lenient.Check(url); err != nil {
			t.Errorf("Check(%q) = %v, want no error", url, err)
		}
	}
}
