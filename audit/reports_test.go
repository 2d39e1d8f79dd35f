package audit

import (
	"errors"
	"net/netip"
	"testing"

	"golang.org/x/net/publicsuffix"

	"earl.example/urlerr"
)

// TestReports tries inputs of public bug reports about other programs. The name of a row is the report.
func TestReports(t *testing.T) {
	t.Parallel()
	web := func(url string) error { return Web().Check(url) }
	addr := func(p Policy, name, text string) error { return p.CheckAddr(name, netip.MustParseAddr(text)) }
	next := func(ref string) error { _, err := SameOrigin("https://app.example/login", ref); return err }
	origins := func(origin string, allowed ...string) error { return CheckOrigin(origin, allowed) }
	uris := func(uri string, registered ...string) error { return CheckRedirectURI(uri, registered) }
	cookie := func(host, domain string) error { return CheckCookieDomain(host, domain, publicsuffix.List) }
	hidden := func(url string) error {
		if urlerr.RedactQuery(url) == url {
			return nil
		}
		return errors.New("hidden")
	}
	self := Policy{InternalFor: map[string][]netip.Prefix{"host.docker.internal": prefixes("172.17.0.0/16"),
		".svc.cluster.local": prefixes("10.0.0.0/8"), "modelrelay.example.com": prefixes("192.168.0.101/32")}}
	for _, tt := range []struct {
		report string
		err    error
		want   bool // an error
	}{
		{"AmoyLab/Unla#305: CGNAT in a mapped address", web("http://[::ffff:100.64.0.1]/"), true},
		{"AmoyLab/Unla#305: the address of a name", addr(Web(), "tool.example", "::ffff:100.64.0.1"), true},
		{"OneUptime/oneuptime#2578: mapped loopback", web("https://[::ffff:127.0.0.1]/hook"), true},
		{"OneUptime/oneuptime#2578: mapped loopback in hexadecimal", web("https://[::ffff:7f00:1]/hook"), true},
		{"spupuz/VibeNVR#297: the second address of a name", addr(Web(), "cam.example", "::1"), true},
		{"hzrd149/blossom-server#57: a public name for loopback", web("http://localtest.me/"), true},
		{"hzrd149/blossom-server#57: 6to4", web("http://[2002:7f00:1::]/"), true},
		{"dergigi/ants#182: a hexadecimal address in a name", web("http://7f000001.nip.io/"), true},
		{"tael-protocol/tael#162: unique local", web("http://[fc00::1]/"), true},
		{"swisskyrepo/PayloadsAllTheThings#784: a name of IPv6", web("http://ip6-localhost:22/"), true},
		{"shashankswe2020-ux/whoop-mcp#126: credentials of containers", web("http://169.254.170.2/v2/credentials"), true},

		{"garrytan/gstack#739: metadata in a mapped address", web("http://[::ffff:a9fe:a9fe]/"), true},
		{"rmyndharis/OpenWA#518: IPv4-translated loopback", web("http://[::ffff:0:7f00:1]/"), true},
		{"felippe-regazio/ssrfcheck#11: a local prefix of NAT64", web("http://[64:ff9b:1::7f00:1]/"), true},
		{"JSONbored/metagraphed#1538: site-local", web("http://[fec0::1]/x"), true},
		{"decolua/9router#3723: a dot after the name", web("http://localhost./"), true},
		{"ComposioHQ/composio#3779: IPv4-compatible", web("http://[::169.254.169.254]/"), true},
		{"OneUptime/oneuptime#3172: userinfo before an internal address", web("http://example.com:pass@169.254.169.254/"), true},

		{"luckyPipewrench/pipelock#279: a public name with an internal address", addr(self, "modelrelay.example.com:443", "192.168.0.101"), false},
		{"luckyPipewrench/pipelock#279: another name", addr(self, "other.example.com:443", "192.168.0.101"), true},
		{"simstudioai/sim#7229: the host of a container", self.Check("http://host.docker.internal/"), false},
		{"simstudioai/sim#7229: a service of a cluster", self.Check("http://vllm.ai.svc.cluster.local:8000/v1"), false},
		{"simstudioai/sim#7229: metadata by such a name", addr(self, "vllm.ai.svc.cluster.local", "169.254.169.254"), true},
		{"elie222/inbox-zero#2893: a network of Tailscale", Intranet().Check("https://100.101.102.103/"), false},
		{"elie222/inbox-zero#2893: metadata in this network", Intranet().Check("https://100.100.100.200/"), true},
		{"documenso/documenso#2654: a private webhook, all checks skipped", Intranet().Check("http://metadata/computeMetadata/v1"), true},

		{"esengine/DeepSeek-Reasonix#6309: a tab", next("/\t/evil.example"), true},
		{"esengine/DeepSeek-Reasonix#6309: dot segments", next("/a/..//evil.example"), true},
		{"hugodemenez/deltalytix#416: a slash before a slash", next("//evil.example"), true},
		{"hugodemenez/deltalytix#416: a slash before a backslash", next(`/\evil.example`), true},
		{"hugodemenez/deltalytix#416: the value alone is a path", next("evil.example"), false},
		{"linagora/openrag#483", next(`/\evil.com`), true},
		{"NousResearch/hermes-agent#41502: an escaped backslash, decoded later", next("/%5Cevil.com"), true},
		{"scidsg/hushline#2301: an escaped backslash, twice", next("/%255Cevil.com"), true},
		{"scidsg/hushline#2301: an escaped tab", next("/%09/evil.com"), true},
		{"getprobo/probo#1650: a tab after a segment", next("/a/../\t/evil.com"), true},
		{"steemit/condenser#4008: two pairs", next(`/\/\evil.com`), true},
		{"go-gitea/gitea#36716: a backslash after dot segments", next(`/a/../\example.com`), true},
		{"circlefin/arc-ecommerce-payments#25: a carriage return", next("/\r/evil.com"), true},
		{"scidsg/hushline#2301: an honest path", next("/inbox?status=read"), false},
		{"bilal414/backupsheep#25: another site", next("https://attacker-clone.example/"), true},

		{"ashleysommer/sanic-cors#68: a prefix", origins("https://trusted.com.attacker.io", "https://trusted.com"), true},
		{"ashleysommer/sanic-cors#68: a port", origins("https://trusted.com:8080", "https://trusted.com"), true},
		{"gotify/server#1052", origins("https://gotify.example.com.evil.net", "https://gotify.example.com"), true},
		{"SaaSy-Solutions/mockforge#760: text before the suffix", origins("https://evil.example/.mockforge.dev", "https://*.mockforge.dev"), true},
		{"OWASP/ASVS#741: a suffix without a dot", origins("https://evilthis-site.com", "https://*.this-site.com"), true},
		{"c15t/c15t#788: a name below", origins("https://app.example.com", "https://*.example.com"), false},
		{"c15t/c15t#788: the domain itself", origins("https://example.com", "https://*.example.com"), true},
		{"jxmullins/monize-fork#63", origins("null", "https://example.com"), true},
		{"coreruleset/coreruleset#4564", origins("*", "https://example.com"), true},

		{"coder/coder#29013: a port of loopback", uris("http://127.0.0.1:53219/callback", "http://127.0.0.1/callback"), false},
		{"coder/coder#29013: another loopback host", uris("http://localhost:53219/callback", "http://127.0.0.1/callback"), true},
		{"coder/coder#29013: a port elsewhere", uris("https://app.example.com:8443/callback", "https://app.example.com/callback"), true},
		{"better-auth/better-auth#8426", uris("http://127.0.0.1:49152/callback", "http://127.0.0.1/callback"), false},
		{"punkpeye/fastmcp#346: userinfo in place of a port", uris("http://127.0.0.1:80@evil.com/cb", "http://127.0.0.1/cb"), true},
		{"hs-web/hsweb-framework#354: a prefix", uris("https://trusted.example.com:password@evil.com", "https://trusted.example.com"), true},
		{"highflame-ai/zeroid#195: userinfo", uris("http://u@127.0.0.1:1/oauth/callback", "http://127.0.0.1/oauth/callback"), true},
		{"highflame-ai/zeroid#195: a fragment", uris("http://127.0.0.1:1/oauth/callback#x", "http://127.0.0.1/oauth/callback"), true},
		{"highflame-ai/zeroid#195: a look-alike", uris("http://127.0.0.1.evil.example/oauth/callback", "http://127.0.0.1/oauth/callback"), true},
		{"civitai/civitai#2560: localhost is a name (RFC 8252 §8.3)", uris("http://localhost:58264/cb", "http://localhost:18188/cb"), true},

		{"lightpanda-io/browser#2091: two labels", cookie("a.example.co.uk", ".co.uk"), true},
		{"lightpanda-io/browser#2091: gov.uk", cookie("api.gov.uk", "gov.uk"), true},
		{"hoppscotch/hoppscotch#6586", cookie("foo.github.io", "github.io"), true},
		{"lysine-dev/okhttp#3242: a site", cookie("foo1.foo.bar.elb.amazonaws.com", "foo.bar.elb.amazonaws.com"), false},
		{"lysine-dev/okhttp#3242: a suffix", cookie("foo1.foo.us-east-1.elb.amazonaws.com", "us-east-1.elb.amazonaws.com"), true},
		{"lukevella/rallly#2941: a name of one label", cookie("app.localhost", "localhost"), true},
		{"tmenier/Flurl#538", cookie("my.blogspot.com", "blogspot.com"), true},

		{"xrootd/xrootd#2343", hidden("pelican://p0@h:61631//gen/test?&authz=Bearer%20eyJhbGciOiJFUzI1NiJ9.e30.x"), true},
		{"flawchess/flawchess#315", hidden("https://h/auth/reset-password?token=s3cret"), true},
		{"matrix-org/matrix-appservice-irc#1246", hidden("https://127.0.0.1:8009/transactions/1?access_token=s3cret"), true},
		{"NousResearch/hermes-agent#84746", hidden("https://127.0.0.1:9119/api/ws?token=abc123def456ghi789"), true},
	} {
		if (tt.err != nil) != tt.want {
			t.Errorf("%s: %v, want an error: %v", tt.report, tt.err, tt.want)
		}
	}
}
