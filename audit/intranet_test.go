package audit

import (
	"net/netip"
	"strings"
	"testing"
)

// unspecifiedURLs are spellings of addresses that systems connect to the machine itself.
var unspecifiedURLs = []string{
	"http://0.0.0.0/", "http://[::]/", "http://[::ffff:0.0.0.0]/", "http://[64:ff9b::]/", "http://[0:0:0:0:0:0:0:0]/",
	"http://[::ffff:0:0.0.0.0]/", "http://0.0.0.0./", "http://[2002::]/",
}

// TestRefusedUnspecified checks that Refused lists the unspecified addresses if it lists loopback.
func TestRefusedUnspecified(t *testing.T) {
	t.Parallel()
	for _, listed := range []string{"127.0.0.0/8", "127.0.0.1/32", "::1/128"} {
		p := Web()
		p.AllowInternal, p.FailOn, p.MayDiffer, p.Refused = true, High+1, ^Aspects(0), prefixes(listed)
		for _, url := range unspecifiedURLs {
			if err := p.Check(url); err == nil {
				t.Errorf("with %s: Check(%s) = nil, want an error", listed, url)
			}
		}
		for _, addr := range []string{"0.0.0.0", "::", "::ffff:0.0.0.0", "64:ff9b::", "::%eth0"} {
			if p.CheckAddr("evil.example", netip.MustParseAddr(addr)) == nil {
				t.Errorf("with %s: CheckAddr(%s) = nil, want an error", listed, addr)
			}
			if p.Control("tcp", netip.AddrPortFrom(netip.MustParseAddr(addr), 80).String(), nil) == nil {
				t.Errorf("with %s: Control(%s) = nil, want an error", listed, addr)
			}
		}
	}
	p := Policy{AllowInternal: true, Refused: prefixes("10.0.0.0/8")}
	if err := p.CheckAddr("", netip.IPv4Unspecified()); err != nil {
		t.Errorf("an unspecified address, and loopback is not refused: %v, want nil", err)
	}
}

// machineAddrs are addresses of the machine, and of services of clouds.
var machineAddrs = strings.Fields(`127.0.0.1 127.255.0.1 ::1 0.0.0.0 0.1.2.3 :: 169.254.169.254 169.254.170.2 169.254.170.23
	169.254.169.253 169.254.0.23 fe80::1 fe80::a9fe:a9fe 224.0.0.1 239.255.255.250 ff02::1 255.255.255.255 240.0.0.1
	100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42 fd00:c1::a9fe:a9fe
	fd00:a9fe:a9fe::1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 2002:a9fe:a9fe::
	64:ff9b:1::100.100.100.200 ::127.0.0.1 fd00::5efe:169.254.169.254`)

// machineNames are names of the machine, of services of clouds, and names with any address.
var machineNames = strings.Fields(`localhost a.localhost localhost.localdomain LOCALHOST. ip6-loopback localtest.me a.lvh.me
	metadata metadata.google.internal a.metadata.google.internal METADATA.GOOGLE.INTERNAL. metadata.goog
	instance-data instance-data.ec2.internal metadata.tencentyun.com 127.0.0.1.nip.io 10.0.0.1.sslip.io a.1u.ms`)

func TestIntranet(t *testing.T) {
	t.Parallel()
	p := Intranet()
	everything := prefixes("0.0.0.0/0", "::/0")
	p.Internal = everything
	p.InternalFor = map[string][]netip.Prefix{".internal": everything, "localhost": everything, "127.0.0.1:80": nil,
		"metadata": everything, "[fd00:ec2::254]:80": nil}
	for _, text := range machineAddrs {
		addr := netip.MustParseAddr(text)
		url := "http://" + text + "/"
		if addr.Is6() {
			url = "http://[" + text + "]/"
		}
		for name, err := range map[string]error{"Check": p.Check(url), "CheckAddr": p.CheckAddr("a.internal", addr),
			"Control": p.Control("tcp", netip.AddrPortFrom(addr, 80).String(), nil)} {
			if err == nil {
				t.Errorf("%s of %s = nil, want an error", name, text)
			}
		}
	}
	for _, name := range machineNames {
		if p.Check("http://"+name+"/") == nil {
			t.Errorf("Check of %s = nil, want an error", name)
		}
	}
	p = Intranet()
	for _, host := range strings.Fields(`grafana grafana.internal grafana.corp nas.local printer.lan app.home.arpa redis.svc
		10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 [fd00::1] [fdaa:1::2] 198.18.0.1 example.com 8.8.8.8 [2606:4700::1111]`) {
		for _, url := range []string{"http://" + host + "/", "https://" + host + ":3000/api"} {
			if err := p.Check(url); err != nil {
				t.Errorf("Check(%s) = %v, want nil", url, err)
			}
		}
		if addr := ParseHost(host).Addr; addr.IsValid() && p.CheckAddr("grafana", addr) != nil {
			t.Errorf("CheckAddr(%s) = %v, want nil", host, p.CheckAddr("grafana", addr))
		}
	}
	for _, url := range append(unspecifiedURLs, "http://0x7f.1/", "http://2852039166/", "http://127.1/", "file:///etc/passwd",
		"http://u:p@grafana/", `http://grafana\@127.0.0.1/`, "http://[fe80::1%25eth0]/") {
		if p.Check(url) == nil {
			t.Errorf("Check(%s) = nil, want an error", url)
		}
	}
}

// TestMetadataRanges checks that a range accepts the address of a metadata service only if it means the service.
func TestMetadataRanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		listed, addr string
		want         bool
	}{
		{"fc00::/7", "fd00::1", true}, {"fc00::/7", "fd00:ec2::254", false}, {"fc00::/7", "fd20:ce::254", false},
		{"fd00:ec2::254/128", "fd00:ec2::254", true}, {"fd00:ec2::/64", "fd00:ec2::254", true},
		{"100.64.0.0/10", "100.100.100.200", false}, {"100.64.0.0/10", "100.100.100.201", true},
		{"169.254.0.0/16", "169.254.169.254", true}, {"0.0.0.0/0", "169.254.169.254", false},
		{"::ffff:0:0/96", "::ffff:169.254.169.254", false}, {"::/0", "fe80::a9fe:a9fe", false},
	} {
		p := Policy{Internal: prefixes(tt.listed), InternalFor: map[string][]netip.Prefix{"a": prefixes(tt.listed)}}
		addr := netip.MustParseAddr(tt.addr)
		control := p.Control("tcp", netip.AddrPortFrom(addr, 80).String(), nil)
		p.Internal = nil
		if check := p.CheckAddr("a", addr); (control == nil) != tt.want || (check == nil) != tt.want {
			t.Errorf("%s: Control of %s = %v, CheckAddr = %v, want nil: %v", tt.listed, tt.addr, control, check, tt.want)
		}
	}
}

// TestInternalFor checks items with suffixes and ports.
func TestInternalFor(t *testing.T) {
	t.Parallel()
	ten := prefixes("10.0.0.0/8")
	p := Policy{InternalFor: map[string][]netip.Prefix{".corp": ten, "grafana.internal:3000": ten, "wiki.example.com:8080": ten,
		".lan:443": ten, "10.1.2.3:3000": nil, "[fd00::1]:80": nil, "BÜCHER.internal": ten}}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		url, addr string // the address of the name
		want      bool
	}{
		{"http://a.corp/", "10.1.1.1", true}, {"http://a.b.CORP.:99/", "10.1.1.1", true}, {"http://corp/", "10.1.1.1", false},
		{"http://evilcorp/", "10.1.1.1", false}, {"http://a.corp/", "127.0.0.1", false}, {"http://a%2fb.corp/", "10.1.1.1", false},
		{"http://a.corp.example/", "10.1.1.1", false},
		{"http://grafana.internal:3000/", "10.1.1.1", true}, {"http://grafana.internal/", "10.1.1.1", false},
		{"http://grafana.internal:30000/", "10.1.1.1", false}, {"http://a.grafana.internal:3000/", "10.1.1.1", false},
		{"http://wiki.example.com:8080/", "10.1.1.1", true}, {"http://wiki.example.com/", "10.1.1.1", false},
		{"http://wiki.example.com/", "8.8.8.8", true},
		{"https://a.lan/", "10.1.1.1", true}, {"http://a.lan/", "10.1.1.1", false}, {"http://a.lan:443/", "10.1.1.1", true},
		{"http://10.1.2.3:3000/", "10.1.2.3", true}, {"http://10.1.2.3/", "10.1.2.3", false},
		{"http://10.1.2.4:3000/", "10.1.2.4", false}, {"http://[fd00::1]/", "fd00::1", true},
		{"http://[fd00::1]:81/", "fd00::1", false}, {"http://[fd00:0::1]:80/", "fd00::1", true},
		{"http://xn--bcher-kva.internal/", "10.1.1.1", true},
	} {
		scheme, rest, _ := strings.Cut(tt.url, "://")
		host, _, _ := strings.Cut(rest, "/")
		if bracket := strings.LastIndexByte(host, ']'); !strings.Contains(host[bracket+1:], ":") {
			host += map[string]string{"http": ":80", "https": ":443"}[scheme]
		}
		p.Ignore = []string{"port-scheme-mismatch", "host-root-dot"}
		url, addr := p.Check(tt.url), p.CheckAddr(host, netip.MustParseAddr(tt.addr))
		if (url == nil && addr == nil) != tt.want {
			t.Errorf("%s with %s: Check = %v, CheckAddr = %v, want nil: %v", tt.url, tt.addr, url, addr, tt.want)
		}
		if !tt.want && strings.HasPrefix(tt.addr, "10.") && addr == nil && !strings.Contains(tt.url, "%") {
			t.Errorf("%s: CheckAddr(%s, %s) = nil, want an error", tt.url, host, tt.addr)
		}
	}
	for _, name := range []string{"wiki.example.com", "grafana.internal", "wiki.example.com:0", "wiki.example.com:65536"} {
		if p.CheckAddr(name, netip.MustParseAddr("10.1.1.1")) == nil {
			t.Errorf("CheckAddr of %s without its port = nil, want an error", name)
		}
	}
}

// TestLongHosts checks that a host that no name can have is rejected before a dialect reads it, and that a long URL
// with a short host is not. It is not parallel, because it counts allocations.
func TestLongHosts(t *testing.T) {
	p := Web()
	p.MaxLength, p.RefusedHosts, p.Hosts = 0, []string{"evil.example"}, []string{".example"}
	for _, char := range []string{"\ufdfa", "ä.", "a", "%41"} {
		long := strings.Repeat(char, 1<<20/len(char))
		for _, url := range []string{"http://" + long + ".de/", "http://u@" + long, `https:\\` + long, "//" + long, "http:" + long} {
			allocated := testing.AllocsPerRun(1, func() {
				err := p.Check(url)
				if e, ok := err.(*PolicyError); !ok || e.Finding.ID != "policy-host" {
					t.Errorf("Check(%.20s…) = %.100v, want policy-host", url, err)
				}
			})
			if allocated > 100 {
				t.Errorf("Check(%.20s…) needs %v allocations, want few", url, allocated)
			}
		}
	}
	p = Web()
	p.MaxLength = 0
	for _, url := range []string{"http://a.example/" + strings.Repeat("a", 1<<16), "http://a.example?" + strings.Repeat("a", 1<<16),
		"http://" + strings.Repeat("a.", 30) + "example/" + strings.Repeat("/a", 1<<15)} {
		if err := p.Check(url); err != nil {
			t.Errorf("Check(%.20s…) = %.100v, want nil", url, err)
		}
	}
	for name, p := range map[string]Policy{"Strict": Strict(), "Web": Web(), "Webhook": Webhook(), "Intranet": Intranet()} {
		if err := p.Check("https://a.example/" + strings.Repeat("a", 64<<10)); err == nil || p.MaxLength == 0 {
			t.Errorf("%s accepts a URL of more than 64 KiB, want an error", name)
		}
	}
}

// TestNoASCIIForm checks names that UTS #46 rejects, in which a program can find another name.
func TestNoASCIIForm(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"http://127.0.0.1\ufe19good.example/", "http://127.0.0.1\u2026good.example/", "http://a\ufe19.example/",
		"http://127.0.0.1\u2025good.example/", "http://10.0.0.1\u2488good.example/", "http://a\ufffd.example/"} {
		if err := Web().Check(url); err == nil {
			t.Errorf("Web().Check(%q) = nil, want an error", url)
		}
	}
	for _, url := range []string{"http://bücher.example/", "http://例え.テスト例.example/", "http://faß.example/", "http://i❤.ws/"} {
		if err := Web().Check(url); err != nil {
			t.Errorf("Web().Check(%q) = %v, want nil", url, err)
		}
	}
}
