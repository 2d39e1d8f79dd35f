package ipaddr

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

func TestIPv4(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"127.0.1": "127.0.0.1", "127.1": "127.0.0.1", "2130706433": "127.0.0.1", "0x7f.0.0.1": "127.0.0.1",
		"0177.0.0.1": "127.0.0.1",
		"0X7F000001": "127.0.0.1", "017700000001": "127.0.0.1", "10.1.258": "10.1.1.2", "1.2.3.4": "1.2.3.4",
		"00.0.0.0":   "0.0.0.0",
		"4294967295": "255.255.255.255", "0xfFffFFff": "255.255.255.255", "000000000000001": "0.0.0.1",
		"": "", "1.": "", ".1": "", "1.2.3.4.": "", "1.2.3.4.5": "", "256.1.1.1": "", "1.2.3.256": "", "1.256.1": "",
		"1.16777216": "",
		"4294967296": "", "08": "", "0x": "", "0xg": "", "1a": "", "+1": "", "1_0": "", "0x_1": "", "a": "", "1.2.65536": "",
		"-1": "", " 1": "", "0x+1": "",
	} {
		addr, ok := IPv4(in)
		if got := addr.String(); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %s, %v, want %q", in, got, ok, want)
		}
	}
}

// TestIPv4Forms: an address in each form and base, all parts in one base and
// each in its own, is that address.
func TestIPv4Forms(t *testing.T) {
	t.Parallel()
	formats := []string{"%d", "0%o", "%#x", "%#X", "000%o"}
	for _, b := range [][4]byte{{127, 0, 0, 1}, {10, 1, 1, 2}, {169, 254, 169, 254}, {255, 255, 255, 255}, {0, 0, 0, 0}} {
		want := netip.AddrFrom4(b)
		forms := [][]uint32{
			{uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])},
			{uint32(b[0]), uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])},
			{uint32(b[0]), uint32(b[1]), uint32(b[2])<<8 | uint32(b[3])},
			{uint32(b[0]), uint32(b[1]), uint32(b[2]), uint32(b[3])},
		}
		for _, form := range forms {
			for mix := range len(formats) * len(formats) {
				parts := make([]string, len(form))
				for i, n := range form {
					format := formats[mix%len(formats)]
					if i%2 == 1 {
						format = formats[mix/len(formats)]
					}
					parts[i] = fmt.Sprintf(format, n)
				}
				text := strings.Join(parts, ".")
				if got, ok := IPv4(text); !ok || got != want {
					t.Errorf("%s: %v, %v, want %v", text, got, ok, want)
				}
			}
		}
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		in    string
		value uint64
		base  int
		end   int
	}{
		{"", 0, 10, 0}, {"a", 0, 10, 0}, {"0", 0, 10, 1}, {"0.1", 0, 10, 1}, {"10.1", 10, 10, 2}, {"1a", 1, 10, 1},
		{"017", 15, 8, 3}, {"08", 0, 8, 1}, {"00", 0, 8, 2}, {"0x", 0, 16, 2}, {"0XfF.", 255, 16, 4}, {"0xg", 0, 16, 2},
		{"4294967295", 1<<32 - 1, 10, 10}, {"4294967296", 1 << 32, 10, 10}, {"42949672960", 1 << 32, 10, 11},
	} {
		if value, base, end := Number(row.in, 0); value != row.value || base != row.base || end != row.end {
			t.Errorf("Number(%q) = %d, %d, %d, want %d, %d, %d", row.in, value, base, end, row.value, row.base, row.end)
		}
	}
}

func TestIsIPv4(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		"1.2.3.4": true, "0.0.0.0": true, "255.255.255.255": true, "256.1.1.1": false, "1.2.3.256": false, "01.2.3.4": false,
		"1.2.3.04": false, "00.0.0.0": false, "1.2.3": false, "1.2.3.": false, "1.2.3.4.": false, "1.2.3.4.5": false,
		".1.2.3": false, "1..2.3": false, "": false, "a.b.c.d": false, "1.2.3.4a": false, "0x1.2.3.4": false,
	} {
		if got := IsIPv4(in); got != want {
			t.Errorf("IsIPv4(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestIsFuture(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		"v1.a": true, "VaF.a:b": true, "v1.": false, "v.a": false, "vg.a": false, "1.a": false, "v1": false, "": false,
		"v1.a@": false, "v1.é": false,
	} {
		if got := IsFuture(in); got != want {
			t.Errorf("IsFuture(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestEndsInNumber(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		"1": true, "a.1": true, "a.1.": true, "0x": true, "a.0xf": true, "1a": false, "a": false, "": false, ".": false,
		"1..": false, "0xg": false, "1.a": false,
	} {
		if EndsInNumber(in) != want {
			t.Errorf("EndsInNumber(%q), want %t", in, want)
		}
	}
}

func TestEmbedded(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"::ffff:127.0.0.1": "127.0.0.1", "64:ff9b::a00:1": "10.0.0.1", "64:ff9b:1::1.2.3.4": "1.2.3.4",
		"2002:7f00:1::":                        "127.0.0.1",
		"2001:0:4136:e378:8000:63bf:80ff:fffe": "127.0.0.1", "::127.0.0.1": "127.0.0.1", "::ffff:0:127.0.0.1": "127.0.0.1",
		"2606:4700::5efe:10.0.0.1": "10.0.0.1", "2606:4700::200:5efe:10.0.0.1": "10.0.0.1",
		"2606:4700::100:5efe:10.0.0.1": "", "2606:4700::1:5efe:10.0.0.1": "",
		"::1": "", "::": "", "::2": "0.0.0.2", "2001:db8::1": "", "127.0.0.1": "", "fe80::1%eth0": "",
	} {
		inner, kind, ok := Embedded(netip.MustParseAddr(in))
		if ok != (want != "") || ok && inner.String() != want || ok != (kind != "") {
			t.Errorf("Embedded(%s) = %v, %q, %v, want %q", in, inner, kind, ok, want)
		}
	}
}

// TestInternal: the first and the last address of each range, those beside it,
// and IPv4 ranges inside IPv6 addresses.
func TestInternal(t *testing.T) {
	t.Parallel()
	for _, r := range Ranges() {
		for _, addr := range []netip.Addr{r.Prefix.Addr(), last(r.Prefix)} {
			got, ok := Special(addr)
			if !ok || got.Prefix.Bits() < r.Prefix.Bits() {
				t.Errorf("%v of %v: %v", addr, r.Prefix, got)
			}
			if zoned, _ := Special(addr.WithZone("eth0")); zoned != got {
				t.Errorf("Special(%v%%eth0) = %v, want %v", addr, zoned, got)
			}
		}
		if r.Prefix.Addr().Is4() && !r.Public {
			b := r.Prefix.Addr().As4()
			for _, text := range []string{
				fmt.Sprintf("::ffff:%d.%d.%d.%d", b[0], b[1], b[2], b[3]), fmt.Sprintf("64:ff9b::%d.%d.%d.%d", b[0], b[1], b[2],
					b[3]),
				fmt.Sprintf("2002:%02x%02x:%02x%02x::1", b[0], b[1], b[2], b[3]), fmt.Sprintf("::%d.%d.%d.%d", b[0], b[1], b[2],
					b[3]),
				fmt.Sprintf("2001:0:101:101::%02x%02x:%02x%02x", ^b[0], ^b[1], ^b[2], ^b[3]),
			} {
				if _, ok := Internal(netip.MustParseAddr(text)); !ok {
					t.Errorf("%s is not internal", text)
				}
			}
		}
	}
	for in, want := range map[string]bool{
		"1.1.1.1": false, "9.255.255.255": false, "11.0.0.0": false, "128.0.0.0": false, "126.255.255.255": false,
		"172.15.255.255": false, "172.32.0.0": false,
		"192.0.0.9": false, "192.0.0.8": true, "192.31.196.1": false, "223.255.255.255": false, "224.0.0.1": true,
		"255.255.255.255": true,
		"2606:4700::1111": false, "::ffff:1.1.1.1": false, "64:ff9b::1.1.1.1": false, "2002:101:101::1": true,
		"2001:4:112::1":    false,
		"::ffff:192.0.0.9": false, "64:ff9b::192.31.196.1": false, "64:ff9b::192.0.0.8": true,
		"168.63.129.16": true, "168.63.129.17": false, "168.63.129.15": false, "200::1": true, "1fff:ffff::": true,
		"2000::": true, "3ffe:ffff::": true, "3ffe::1": true, "3000::1": true, "2d00::1": true, "2001:ffff::1": true,
		"2410::1": false, "2420::1": true, "2a1f:ffff::": false, "2a20::": true, "2c0f:ffff::": false, "2c10::": true,
		"2003:3fff::": false, "2003:4000::": true, "4000::": true, "7fff::": true,
		"8000::": true, "fe00::1": true, "2606:4700::5efe:10.0.0.1": true, "2606:4700::5efe:1.1.1.1": false,
		"64:ff9a::1.1.1.1": true,
		"2001:1::1":        false, "2001:1::4": true, "2001:200::1": false, "fe80::1%eth0": true, "::": true, "::1": true,
		"fd00::1": true, "ff02::1": true,
	} {
		if r, ok := Internal(netip.MustParseAddr(in)); ok != want {
			t.Errorf("Internal(%s) = %v, %v, want %v", in, r, ok, want)
		}
	}
}

// last returns the last address of a range.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < len(b)*8; i++ {
		b[i/8] |= 1 << (7 - i%8)
	}
	addr, _ := netip.AddrFromSlice(b)
	return addr
}

func TestIsOctet(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, in string
		want     bool
	}{
		{"empty", "", false}, {"zero", "0", true}, {"leading zero", "01", false}, {"largest", "255", true},
		{"too large", "256", false}, {"letter", "1a", false}, {"long", "1000", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := IsOctet(test.in); got != test.want {
				t.Errorf("IsOctet(%q) = %v, want %v", test.in, got, test.want)
			}
		})
	}
}
