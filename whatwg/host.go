package whatwg

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
	"earl.example/reading"
	"earl.example/urlerr"
)

// MaxLabel is the maximum length of a label that is not ASCII, in code points, before and after UTS #46 maps it. It is
// also the maximum length in bytes of the Punycode of such a label. The standard has no maximum, but Punycode takes
// quadratic time. DNS has a maximum of 63 bytes.
const MaxLabel = idna.MaxLabel

// parseHost implements the host parser (§3.5) for in[from:to]. It appends the serialized host and sets the kind.
func (p *parser) parseHost(from, to int, isOpaque bool) bool {
	switch {
	case from < to && p.in[from] == '[':
		return p.bracketed(from, to)
	case isOpaque:
		return p.opaqueHost(from, to)
	}
	n := p.size
	if !p.domain(from, to, ascii.ClassesOf(p.in[from:to])) {
		return false
	}
	if p.kind == file && p.since(n) == "localhost" { // file host state, §4.4
		p.size = n
		p.host = reading.HostEmpty
	}
	return true
}

// domain parses a domain or an IPv4 address. all has the classes of its bytes. A domain of ASCII without
// percent-encodings is only converted to lower case.
func (p *parser) domain(from, to int, all ascii.Class) bool {
	if all&(ascii.NonASCII|ascii.PercentSign) != 0 {
		return p.mappedDomain(from, to, all)
	}
	p.reportDomain(p.in[from:to], from, true)
	if all&ascii.ForbiddenDomain != 0 {
		return p.reject(ruleDomainToASCII, ascii.IndexFrom(p.in, from, ascii.ForbiddenDomain))
	}
	n := p.size
	if all&ascii.Upper == 0 {
		p.take(from, to)
	} else {
		p.takeLower(from, to)
	}
	p.host = reading.HostName
	if host := p.in[from:to]; mayBeNumber(host) && ipaddr.EndsInNumber(host) {
		return p.ipv4(p.in[from:to], n, from, true)
	}
	return true
}

// reportDomain reports the validation error of the domain parser (§3.3). If plain is true, domain[i] comes from
// in[from+i]. If plain is false, the error has the offset from.
func (p *parser) reportDomain(domain string, from int, plain bool) {
	if p.violated == nil {
		return
	}
	var room [256]byte
	if _, err := idna.AppendToASCII(room[:0], domain, idna.Strict()); err != nil {
		p.report(ruleDomainToASCII, from+idnaOffset(err, plain))
	}
}

func idnaOffset(err error, plain bool) int {
	if e, ok := errors.AsType[*idna.Error](err); plain && ok {
		return e.Offset
	}
	return 0
}

func (p *parser) bracketed(from, to int) bool {
	if p.in[to-1] != ']' {
		return p.fail(ruleIPv6Unclosed, to)
	}
	report := func(rule *urlerr.Rule, at int) { p.report(rule, from+1+at) }
	address, broken, at := parseIPv6(p.in[from+1:to-1], report)
	if broken != nil {
		return p.fail(broken, from+1+at)
	}
	var room [48]byte
	host := appendIPv6(room[:0], address)
	p.host = reading.HostIPv6
	if string(host) == p.in[from:to] {
		p.take(from, to)
	} else {
		p.put(string(host))
	}
	return true
}

// opaqueHost implements the opaque-host parser (§3.5).
func (p *parser) opaqueHost(from, to int) bool {
	if i := ascii.IndexFrom(p.in[:to], from, ascii.ForbiddenHost); i < to {
		return p.fail(ruleHostInvalidCodePoint, i)
	}
	p.reportOpaqueHost(from, to)
	p.host = reading.HostOpaque
	if from == to {
		p.host = reading.HostEmpty
	}
	p.encode(from, to, ascii.C0Set)
	return true
}

// reportOpaqueHost reports the first code point that is not a URL unit, and the first "%" that does not begin a
// percent-encoding.
func (p *parser) reportOpaqueHost(from, to int) {
	if p.violated == nil {
		return
	}
	for i := from; i < to; {
		n, ok := 1, p.in[i] == '%'
		if !ok {
			n, ok = p.unit(i)
		}
		if !ok {
			p.report(ruleInvalidURLUnit, i)
			break
		}
		i += n
	}
	for i := from; i < to; i++ {
		if p.in[i] == '%' && !percent.HexFollows(p.in[:to], i) {
			p.report(ruleInvalidURLUnit, i)
			break
		}
	}
}

// unit returns the length of the character at i, and reports whether it is a URL unit (§4.3). U+FFFD is a URL unit.
func (p *parser) unit(i int) (n int, ok bool) {
	switch c := p.in[i]; {
	case c == '%':
		return 1, percent.HexFollows(p.in, i)
	case c < 0x80:
		return 1, ascii.Is(c, ascii.QueryChar)
	}
	n, ok = scalar.Next(p.in[i:], true)
	if !ok {
		return n, true // the character becomes U+FFFD
	}
	r, _ := utf8.DecodeRuneInString(p.in[i:])
	return n, r >= 0xA0 && (r < 0xFDD0 || 0xFDEF < r) && r&0xFFFE != 0xFFFE
}

// mappedDomain parses a domain with percent-encodings or non-ASCII characters. all has the classes of its bytes.
func (p *parser) mappedDomain(from, to int, all ascii.Class) bool {
	input := p.in[from:to]
	plain := utf8.ValidString(input)
	domain, found := percent.DecodeString(input, false)
	if escapes := len(domain) < len(input); escapes || !plain {
		plain = false
		if p.violated != nil && escapes {
			p.report(ruleDomainPercentEncoded, from)
		}
		if found.ASCII() {
			all = ascii.ClassesOf(domain)
		} else if all = ascii.NonASCII; !isText(input, domain) {
			if p.check {
				return false // UTS #46 rejects U+FFFD
			}
			domain = replaceIllFormed(input, domain, false)
		}
	}
	p.reportDomain(domain, from, plain)
	var result string
	if all&ascii.NonASCII == 0 {
		result = ascii.ToLower(domain)
	} else {
		var room [roomSize]byte
		mapped, err := idna.AppendToASCII(room[:0], domain, idna.Options{})
		if err != nil {
			p.cause = err
			at := from + idnaOffset(err, plain)
			if e, ok := errors.AsType[*idna.Error](err); ok && e.Rule == idna.TooLong {
				return p.fail(ruleLabelTooLong, at)
			}
			return p.reject(ruleDomainToASCII, at)
		}
		result = string(mapped)
	}
	if result == "" || ascii.ClassesOf(result)&ascii.ForbiddenDomain != 0 {
		at := from
		if i := ascii.IndexFrom(p.in[:to], from, ascii.ForbiddenDomain); plain && i < to {
			at = i // nothing was decoded
		}
		return p.reject(ruleDomainToASCII, at)
	}
	n := p.size
	p.put(result)
	p.host = reading.HostName
	if ipaddr.EndsInNumber(result) {
		if all&ascii.NonASCII != 0 {
			p.report(ruleIPv4NonASCIIInput, from)
		}
		return p.ipv4(result, n, from, false)
	}
	return true
}

// ipv4 replaces domain by an IPv4 address. domain is the output from offset n on, and ends in a number. If plain is
// true, domain[i] comes from in[from+i], and errors have the offset of the invalid part. If plain is false, all errors
// have the same offset, from.
func (p *parser) ipv4(domain string, n, from int, plain bool) bool {
	p.host = reading.HostIPv4
	if ipaddr.IsIPv4(domain) {
		return true
	}
	place := func(at int) int {
		if plain {
			return from + at
		}
		return from
	}
	addr, broken, at := parseIPv4(domain, func(rule *urlerr.Rule, at int) { p.report(rule, place(at)) })
	if broken != nil {
		return p.fail(broken, place(at))
	}
	var b [4]byte
	var room [16]byte
	binary.BigEndian.PutUint32(b[:], addr)
	p.size = n
	p.put(string(netip.AddrFrom4(b).AppendTo(room[:0])))
	return true
}

// IsValidDomain reports whether s is a valid domain (§3.4): it satisfies all rules of UTS #46, including the DNS rules,
// and is not an IPv4 address. Parse also accepts other domains, such as "a_b.example".
func IsValidDomain(s string) bool {
	domain, err := idna.AppendToASCII(nil, scalars(s), idna.Strict())
	return err == nil && !ipaddr.EndsInNumber(string(domain))
}

// DomainToUnicode returns domain with its labels in Unicode, for display (§3.3). If domain violates a rule of UTS #46,
// DomainToUnicode returns it unchanged.
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
