package audit

import (
	"net/netip"
	"slices"
	"strings"
	"sync"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A resolver says how a program reads the text of a host when it connects: which texts are addresses, and which IDNA it
// applies to a name.
type resolver uint8

const (
	system  resolver = iota // getaddrinfo of C, which reads addresses as inet_aton does, after UTS #46
	python                  // getaddrinfo after IDNA 2003
	plain                   // getaddrinfo without IDNA
	golang                  // package net of Go after UTS #46
	java                    // InetAddress of the JDK, without IDNA
	oldJava                 // the same, which passes 0x7f.1 to getaddrinfo in updates before October 2022
	anyone                  // any of them: a text that one of them reads as an address is an address
)

// resolverNames has the names of the resolvers of programs in lists.txt.
var resolverNames = strings.Fields("system python plain golang java oldJava")

// A program is a row of lists.txt about the program of a dialect. A parser has no schemes.
type program struct {
	resolver resolver
	schemes  []string // that it fetches
}

var programs = sync.OnceValue(func() map[string]program {
	all := map[string]program{}
	rows(listsText, func(section, row string) {
		if f := strings.Fields(row); section == "[programs]" {
			all[f[0]] = program{resolver(slices.Index(resolverNames, f[1])), f[2:]}
		}
	})
	return all
})

// newJDKs has the releases of the JDK that reject texts such as 0x7f.1 in every update.
var newJDKs = map[string]bool{"21": true, "25": true, "27": true}

func (v *Verdict) resolver() resolver {
	r := programs()[v.Dialect.Name()].resolver
	if r == oldJava && newJDKs[v.Dialect.Release()] {
		r = java
	}
	return r
}

// Hosts returns the address or the name to which the program of the dialect connects for the host of the reading. Where
// the platform or the version of its runtime decides what the text means, elsewhere is the other host, and else the
// zero HostValue. For example, Go looks up the name 127.1 on Linux, and connects to 127.0.0.1 on macOS and Windows.
func (v *Verdict) Hosts() (host, elsewhere HostValue) {
	text := value(&v.Reading, urlerr.Host)
	if text != "" && !ascii.Is(text[0], ascii.Digit) && ascii.All(text, ascii.Unreserved) { // every resolver reads a name
		return HostValue{Name: ascii.ToLower(text)}, elsewhere
	}
	return v.resolver().read(text)
}

// read returns the value of the text of a host, and the value that it has elsewhere.
func (r resolver) read(text string) (host, elsewhere HostValue) {
	if text == "" {
		return host, elsewhere
	}
	inside, brackets := inBrackets(text)
	if strings.Contains(inside, ":") {
		address, _, _ := strings.Cut(inside, "%")
		if addr, _ := netip.ParseAddr(address); addr.Is6() {
			return HostValue{Addr: addr}, elsewhere
		}
	}
	if brackets && ipaddr.IsFuture(inside) {
		return HostValue{Future: ascii.ToLower(inside)}, elsewhere
	}
	name := text
	if !ascii.All(name, ascii.Unreserved) {
		if mapped, ok := r.toASCII(name); ok {
			name = mapped
		}
	}
	if ascii.Is(name[0], ascii.Digit) {
		if addr, ok := r.ipv4(name); ok {
			return HostValue{Addr: addr}, elsewhere
		}
		if addr, ok := anyone.ipv4(name); ok && r != java {
			elsewhere = HostValue{Addr: addr}
		}
	}
	return HostValue{Name: ascii.ToLower(name)}, elsewhere
}

// toASCII maps a name by the IDNA of the program. ok is false if the program does not map it.
func (r resolver) toASCII(name string) (mapped string, ok bool) {
	switch r {
	case plain, java, oldJava:
		return "", false
	case python:
		mapped = toASCII2003(name)
		return mapped, mapped != ""
	}
	return toASCII(name)
}

// ipv4 parses the text of an IPv4 address.
func (r resolver) ipv4(text string) (netip.Addr, bool) {
	switch r {
	case golang:
		addr, err := netip.ParseAddr(text)
		return addr, err == nil
	case java, oldJava:
		return ipaddr.Java(text)
	case anyone:
		text = strings.TrimSuffix(text, ".")
	}
	return ipaddr.IPv4(text)
}

// sameHost reports whether the programs of a and b connect to the same host on some platform.
func sameHost(a, b *Verdict) bool {
	x, y := value(&a.Reading, urlerr.Host), value(&b.Reading, urlerr.Host)
	if x == y && isUndisputed(x) || isLocalFile(&a.Reading) && isLocalFile(&b.Reading) {
		return true
	}
	p, pElsewhere := a.Hosts()
	q, qElsewhere := b.Hosts()
	return p == q || p == qElsewhere && p.Addr.IsValid() || q == pElsewhere && q.Addr.IsValid()
}

// isUndisputed reports whether all programs read the text of a host alike: an ASCII name whose last label begins with a
// letter, four decimal numbers, or an address in brackets.
func isUndisputed(host string) bool {
	if host == "" || host[0] == '[' {
		return true
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	return ascii.All(host, ascii.Unreserved) && last != "" && ascii.Is(last[0], ascii.Alpha) || ipaddr.IsIPv4(host)
}
