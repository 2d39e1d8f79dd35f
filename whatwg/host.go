package whatwg

import (
	"errors"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// appendDomain is the domain parser ToASCII, §3.3.
func appendDomain(dst []byte, domain string, beStrict bool) ([]byte, error) {
	if beStrict {
		return idna.AppendToASCII(dst, domain, idna.Strict())
	}
	return idna.AppendToASCII(dst, domain, idna.Options{})
}

// parseHost is the host parser, §3.5, for in[from:to]: it appends the host
// serialized, and notes its kind.
func (p *parser) parseHost(from, to int, isOpaque bool) bool {
	switch {
	case from < to && p.in[from] == '[':
		return p.bracketed(from, to)
	case isOpaque:
		return p.opaqueHost(from, to)
	}
	return p.domain(from, to, classesOf(p.in[from:to]))
}

// domain reads a host that is a domain or an IPv4 address, and all whose bytes
// together are of classes all. If it is ASCII without escapes it needs nothing
// but lower case.
func (p *parser) domain(from, to int, all class) bool {
	if all&(nonASCII|percentSign) != 0 {
		return p.mappedDomain(from, to, all)
	}
	if p.violated != nil {
		p.checkStrict(p.in[from:to], from, true)
	}
	if all&forbiddenDomain != 0 {
		return p.refuse(ruleDomainToASCII, indexClass(p.in, from, forbiddenDomain))
	}
	n := p.size()
	if all&upper == 0 {
		p.take(from, to)
	} else {
		p.takeLower(from, to)
	}
	p.host = HostDomain
	if host := p.in[from:to]; mayBeNumber(host) && endsInNumber(host) {
		return p.ipv4(p.in[from:to], n, from, true)
	}
	return true
}

// checkStrict reports the validation error of the domain parser, §3.3. If
// plain, the domain stands in the input from offset from on.
func (p *parser) checkStrict(domain string, from int, plain bool) {
	var room [256]byte
	if _, err := appendDomain(room[:0], domain, true); err != nil {
		p.report(ruleDomainToASCII, from+idnaOffset(err, plain))
	}
}

// idnaOffset returns the offset of an error in a domain, 0 if the offset would
// mean nothing in the input.
func idnaOffset(err error, plain bool) int {
	if e, ok := errors.AsType[*idna.Error](err); plain && ok {
		return e.Offset
	}
	return 0
}

// bracketed reads an IPv6 address in brackets.
func (p *parser) bracketed(from, to int) bool {
	if p.in[to-1] != ']' {
		return p.fail(ruleIPv6Unclosed, to)
	}
	var report func(ruleID, int)
	if p.violated != nil {
		report = func(rule ruleID, at int) { p.report(rule, from+1+at) }
	}
	address, broken, at := parseIPv6(p.in[from+1:to-1], report)
	if broken != ruleNone {
		return p.refuse(broken, from+1+at)
	}
	var room [addressRoom]byte
	n := address.write(&room)
	p.host = HostIPv6
	if string(room[:n]) == p.in[from:to] {
		p.take(from, to)
	} else {
		p.put(string(room[:n]))
	}
	return true
}

// opaqueHost is the opaque-host parser, §3.5. The empty string gives the empty
// host.
func (p *parser) opaqueHost(from, to int) bool {
	if i := indexClass(p.in[:to], from, forbiddenHost); i < to {
		return p.fail(ruleHostInvalidCodePoint, i)
	}
	if p.violated != nil {
		p.checkOpaqueHost(from, to)
	}
	p.host = HostOpaque
	if from == to {
		p.host = HostEmpty
	}
	p.encode(from, to, c0Set)
	return true
}

// checkOpaqueHost reports the first code point that is no URL unit, and the
// first "%" that begins no escape.
func (p *parser) checkOpaqueHost(from, to int) {
	for i := from; i < to; {
		n := 1
		if c := p.in[i]; c >= 0x80 {
			n = p.nonUnit(i)
		} else if table[c]&urlUnit == 0 {
			n = -1
		}
		if n < 0 {
			p.report(ruleInvalidURLUnit, i)
			break
		}
		i += n
	}
	for i := from; i < to; i++ {
		if p.in[i] == '%' && !percent.IsEscape(p.in[:to], i) {
			p.report(ruleInvalidURLUnit, i)
			break
		}
	}
}

// mappedDomain reads a domain with escapes or characters beyond ASCII. All are
// the classes of its bytes.
func (p *parser) mappedDomain(from, to int, all class) bool {
	input := p.in[from:to]
	plain := utf8.ValidString(input)
	domain, found := percent.DecodeString(input, false)
	if escapes := len(domain) < len(input); escapes || !plain {
		plain = false
		if p.violated != nil && escapes {
			p.report(ruleDomainPercentEncoded, from)
		}
		if found.ASCII() {
			all = classesOf(domain)
		} else if all = nonASCII; !isText(input, domain) {
			if p.check {
				return false // UTS #46 has no U+FFFD
			}
			domain = replaceIllFormed(input, domain, false)
		}
	}
	if p.violated != nil {
		p.checkStrict(domain, from, plain)
	}
	if all&nonASCII == 0 && (domain == "" || all&forbiddenDomain != 0) {
		return p.refuseDomain(from, to, plain)
	}
	var result string
	if all&nonASCII == 0 {
		result = ascii.ToLower(domain)
	} else {
		var room [roomSize]byte
		ascii, err := appendDomain(room[:0], domain, false)
		if err != nil {
			p.cause = err
			return p.refuse(ruleDomainToASCII, from+idnaOffset(err, plain))
		}
		result = string(ascii)
		if result == "" || classesOf(result)&forbiddenDomain != 0 {
			return p.refuseDomain(from, to, plain)
		}
	}
	n := p.size()
	p.put(result)
	p.host = HostDomain
	if endsInNumber(result) {
		return p.ipv4(result, n, from, false)
	}
	return true
}

// refuseDomain refuses in[from:to], which is empty or has a forbidden code point as a
// domain, once it is decoded and mapped. If plain, nothing had to be decoded, so that one
// that stands there is known to be wrong.
func (p *parser) refuseDomain(from, to int, plain bool) bool {
	at := from
	if i := indexClass(p.in[:to], from, forbiddenDomain); plain && i < to {
		at = i
	}
	return p.refuse(ruleDomainToASCII, at)
}

// ipv4 replaces the domain, which is the output from offset n on and ends in a
// number, by the IPv4 address that it is. If plain, the domain stands in the
// input from offset from on, so that offsets in it are known.
func (p *parser) ipv4(domain string, n, from int, plain bool) bool {
	p.host = HostIPv4
	if isPlainIPv4(domain) {
		return true
	}
	place := func(at int) int {
		if plain {
			return from + at
		}
		return from
	}
	var report func(ruleID, int)
	if p.violated != nil {
		report = func(rule ruleID, at int) { p.report(rule, place(at)) }
	}
	addr, broken, at := parseIPv4(domain, report)
	if broken != ruleNone {
		return p.refuse(broken, place(at))
	}
	var room [addressRoom]byte
	p.cut(n)
	p.put(string(room[:writeIPv4(&room, addr)]))
	return true
}

// IsValidDomain reports whether s is a valid domain, §3.4: one that breaks no rule
// of UTS #46, those for the DNS included, and is no IPv4 address. Parse takes many
// others, such as "a_b.example". What can be written in a URL in its place are
// addresses: see [net/netip].
func IsValidDomain(s string) bool {
	domain, err := appendDomain(nil, scalars(s), true)
	return err == nil && !endsInNumber(string(domain))
}

// DomainToUnicode returns domain, the host of a URL, with its labels in
// Unicode, for people to read: "domain to Unicode" of §3.3. It is domain
// itself if that breaks a rule of UTS #46.
func DomainToUnicode(domain string) string {
	if !strings.Contains(domain, "xn--") {
		return domain
	}
	unicode, err := idna.AppendToUnicode(nil, domain, idna.Options{})
	if err != nil {
		return domain
	}
	return string(unicode)
}
