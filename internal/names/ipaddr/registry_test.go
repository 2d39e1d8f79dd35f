package ipaddr

import (
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// A record is one of IANA's registries.
type record struct {
	prefix    netip.Prefix
	reachable string // globally: yes, no, or - where the registry does not say
}

// registry reads testdata/iana.txt.
func registry(t *testing.T) []record {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "iana.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all []record
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		prefix, err := netip.ParsePrefix(fields[0])
		if err != nil || !slices.Contains([]string{"yes", "no", "-"}, fields[1]) {
			t.Fatalf("%s: %v, want a prefix, then yes, no or a hyphen", line, err)
		}
		all = append(all, record{prefix, fields[1]})
	}
	return all
}

// TestRegistry: each block of IANA's registries is one that is known, or lies in
// one with the same verdict; what the registries leave open is not public. What
// is public to us in a special range is so to them.
func TestRegistry(t *testing.T) {
	t.Parallel()
	records := registry(t)
	if len(records) < 51 {
		t.Errorf("%d records, want 51 or more", len(records))
	}
	for _, r := range records {
		for _, addr := range []netip.Addr{r.prefix.Addr(), last(r.prefix)} {
			if best := mostSpecific(records, addr); best.prefix != r.prefix {
				continue // an address of a record inside this one
			}
			got, ok := Special(addr)
			if !ok || got.Public != (r.reachable == "yes") {
				t.Errorf("%v of %v, %s: %+v", addr, r.prefix, r.reachable, got)
			}
		}
	}
	for _, r := range Ranges() {
		if r.Public && !slices.Contains(records, record{r.Prefix, "yes"}) {
			t.Errorf("%v is not in the registry", r.Prefix)
		}
	}
}

// mostSpecific returns the smallest block that addr is in.
func mostSpecific(records []record, addr netip.Addr) (best record) {
	for _, r := range records {
		if r.prefix.Contains(addr) &&
			(best.reachable == "" || r.prefix.Bits() > best.prefix.Bits()) {
			best = r
		}
	}
	return best
}

// unlikePython are ranges of addresses that are public to us (+) or to Python's
// ipaddress.is_global (-) alone, with the reason. Of the ones with a question mark
// a newer Python may agree.
var unlikePython = []struct{ prefix, who, why string }{
	{"168.63.129.16/32", "-", "a public address that a cloud gives to its platform"},
	{"192.88.99.0/24", "-", "terminated by RFC 7526, and 192.88.99.2 is not globally reachable"},
	{"224.0.0.0/4", "-", "multicast is no host of the Internet; Python calls it global"},
	{"ff00::/8", "-", "multicast"},
	{"::/96", "-", "deprecated by RFC 4291, and it holds an IPv4 address; Python calls it reserved and global"},
	{"::ffff:0:0:0/96", "-", "obsolete, and it holds an IPv4 address"},
	{"64:ff9b::/96", "-", "judged by the IPv4 address inside, which Python does not look at"},
	{"100:0:0:1::/64", "-?", "in the registry since 2025-04"},
	{"3fff::/20", "-?", "in the registry since 2024-07"},
	{"5f00::/16", "-?", "in the registry since 2024-04; Python calls it reserved and global"},
	{"fec0::/10", "-", "site local, deprecated by RFC 3879; Python calls it site local and global"},
	{"::/3", "-", "not allocated; Python calls it reserved and global"},
	{"2000::/3", "-", "the blocks that IANA has not allocated; Python calls them global"},
	{"4000::/2", "-", "not allocated"},
	{"8000::/1", "-", "not allocated"},
	{"2001:1::3/128", "+?", "in the registry since 2024-04; a bug of Python, python/cpython#151049"},
}

// TestPythonLive: at both sides of both ends of each range, Python's ipaddress of
// 3.13 and later gives the same verdict, or there is a reason why it does not.
func TestPythonLive(t *testing.T) {
	urltest.Live(t)
	t.Parallel()
	addrs := boundaries(t)
	var in strings.Builder
	for _, addr := range addrs {
		in.WriteString(addr.String() + "\n")
	}
	const script = `import ipaddress, platform, sys
if sys.version_info < (3, 13): sys.exit()
print(platform.python_version())
for line in sys.stdin: print(int(ipaddress.ip_address(line.strip()).is_global))`
	asked := false
	for _, python := range append(filepath.SplitList(os.Getenv("EARL_PYTHONS")), "python3") {
		cmd := exec.Command(python, "-c", script)
		cmd.Stdin = strings.NewReader(in.String())
		out, err := cmd.Output()
		lines := strings.Fields(string(out))
		if err != nil || len(lines) == 0 {
			continue
		}
		asked = true
		t.Logf("CPython %s: %d addresses", lines[0], len(addrs))
		if len(lines) != len(addrs)+1 {
			t.Fatalf("%s: %d lines", python, len(lines))
		}
		comparePython(t, addrs, lines[1:])
	}
	if !asked {
		t.Skip("no CPython of 3.13 or later")
	}
}

func comparePython(t *testing.T, addrs []netip.Addr, global []string) {
	t.Helper()
	used := map[string]bool{}
	for i, addr := range addrs {
		_, internal := Internal(addr)
		if internal == (global[i] == "0") {
			continue
		}
		who := map[bool]string{false: "+", true: "-"}[internal]
		found := false
		for _, u := range unlikePython {
			if prefix := netip.MustParsePrefix(u.prefix); prefix.Contains(addr) &&
				u.who[:1] == who {
				found, used[u.prefix] = true, true
				break
			}
		}
		if !found {
			t.Errorf("%v: internal is %v, and Python's is_global %s", addr, internal, global[i])
		}
	}
	for _, u := range unlikePython {
		if !used[u.prefix] && len(u.who) == 1 {
			t.Errorf("%s: Python agrees, against %q", u.prefix, u.why)
		}
	}
}

// boundaries are the first and last addresses of all ranges, and those beside
// them, with each IPv4 one also as IPv6 holds it.
func boundaries(t *testing.T) []netip.Addr {
	t.Helper()
	var prefixes []netip.Prefix
	for _, r := range Ranges() {
		prefixes = append(prefixes, r.Prefix)
	}
	for _, r := range registry(t) {
		prefixes = append(prefixes, r.prefix)
	}
	for _, u := range unlikePython {
		prefixes = append(prefixes, netip.MustParsePrefix(u.prefix))
	}
	set := map[netip.Addr]bool{}
	for _, p := range prefixes {
		for _, addr := range []netip.Addr{p.Addr(), p.Addr().Prev(), last(p), last(p).Next()} {
			if !addr.IsValid() {
				continue
			}
			set[addr] = true
			if addr.Is4() {
				b := addr.As4()
				for _, format := range []string{"::ffff:%d.%d.%d.%d", "64:ff9b::%d.%d.%d.%d"} {
					set[netip.MustParseAddr(fmt.Sprintf(format, b[0], b[1], b[2], b[3]))] = true
				}
			}
		}
	}
	var all []netip.Addr
	for addr := range set {
		all = append(all, addr)
	}
	slices.SortFunc(all, netip.Addr.Compare)
	return all
}
