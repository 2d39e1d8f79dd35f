package spring

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A whatwgMachine is the parser WHAT_WG of Spring 6.2 and 7.0. It reads a URL as UTF-16. Of a character that has two
// units, it reads the character and then the second unit again.
type whatwgMachine struct {
	*parser
	chars   []rune // characters, second units, and eof
	places  []int  // offsets of the characters in the text
	special bool
	ends    string // characters that end the authority or a segment
}

// eof is the character after the end.
const eof = -1

func (p *parser) runWHATWG() bool {
	m := whatwgMachine{parser: p, ends: "/?#"}
	for i, r := range p.text {
		if r == '\t' || r == '\n' || r == '\r' {
			continue
		}
		m.chars, m.places = append(m.chars, r), append(m.places, i)
		if _, low := utf16.EncodeRune(r); low != utf8.RuneError {
			m.chars, m.places = append(m.chars, low), append(m.places, i)
		}
	}
	start, end := 0, len(m.chars)
	for start < end && m.chars[start] <= ' ' {
		start++
	}
	for start < end && m.chars[end-1] <= ' ' {
		end--
	}
	m.chars = append(m.chars[start:end], eof)
	m.places = append(m.places, len(p.text))[start : end+1]

	i := m.readScheme()
	if m.special = hierarchical.Has(m.scheme.Text); m.special {
		m.ends = `/\?#`
	}
	switch c := m.chars[i]; {
	case m.scheme.Text == "file":
		return m.readFile(i)
	case m.special:
		for m.isSlash(i) {
			i++
		}
		return m.readAuthority(i)
	case c == '/' && m.chars[i+1] == '/':
		return m.readAuthority(i + len("//"))
	case c == '/' && m.scheme.OK:
		return m.readPath(i, i+1)
	case m.scheme.OK:
		m.opaque = true
		end := m.find(i, "#")
		m.path = m.take(urlerr.Path, i, end)
		return m.readQuery(end)
	case c == '?', c == '#', c == eof:
		return m.readQuery(i)
	}
	return m.readPath(i, i)
}

// take returns the text of the characters from start to end, and sets the span of c.
func (m *whatwgMachine) take(c urlerr.Component, start, end int) model.Part {
	m.in.Set(c, m.places[start], m.places[end])
	return model.Present(string(m.chars[start:end]))
}

// bad sets an error about the component that begins at index i.
func (m *whatwgMachine) bad(i int, c urlerr.Component, rule urlerr.Rule) bool {
	return m.fail(m.places[i], c, rule)
}

// find returns the index of the first of the given characters from index i on, or the end.
func (m *whatwgMachine) find(i int, chars string) int {
	for m.chars[i] != eof && !strings.ContainsRune(chars, m.chars[i]) {
		i++
	}
	return i
}

// isSlash reports whether index i has a slash, or a backslash that is read as one.
func (m *whatwgMachine) isSlash(i int) bool {
	return m.chars[i] == '/' || m.special && m.chars[i] == '\\'
}

// readScheme reads the scheme. It returns the index after the colon, or 0 if there is no scheme.
func (m *whatwgMachine) readScheme() (next int) {
	if c := m.chars[0]; c != '{' && !isASCII(c, ascii.Alpha) {
		return 0
	}
	var text []rune
	curly := 0
	for i := 0; ; i++ {
		c := m.chars[i]
		switch {
		case c == ':':
			m.take(urlerr.Scheme, 0, i)
			m.scheme = model.Present(string(text))
			return i + 1
		case curly == 0 && isASCII(c, ascii.Upper):
			c |= 0x20
		case isASCII(c, ascii.SchemeChar):
		case c == eof || !inCurly(&curly, c):
			return 0
		}
		text = append(text, c)
	}
}

func isASCII(c rune, class ascii.Class) bool {
	return rune(byte(c)) == c && ascii.Is(byte(c), class)
}

// readAuthority reads the authority at index start, and the components after it. It goes back from the end to the host
// by the number of units that it read.
func (m *whatwgMachine) readAuthority(start int) bool {
	end := m.find(start, m.ends)
	host, units := start, 0 // of the text after the last "@"
	for i, c := range m.chars[start:end] {
		switch {
		case c == '@':
			host, units = start+i+1, 0
		case utf16.RuneLen(c) == 2:
			units += 2
		default:
			units++
		}
	}
	if host > start && host == end || units > end {
		return m.bad(start, urlerr.Host, ruleAuthority)
	}
	if host > start {
		m.readUserinfo(start, host-1)
	}
	return m.readHost(end - units)
}

// readUserinfo reads the userinfo. It reads the second unit of a character once more.
func (m *whatwgMachine) readUserinfo(start, end int) {
	var b strings.Builder
	for _, c := range m.chars[start:end] {
		if c == '@' {
			b.WriteString("%40")
			continue
		}
		if b.WriteRune(c); utf16.RuneLen(c) == 2 {
			b.WriteRune(utf8.RuneError)
		}
	}
	username, password, _ := strings.Cut(b.String(), ":")
	if password != "" {
		username += ":" + password
	}
	if username != "" {
		m.userinfo = model.Present(username)
		m.in.SetUserinfo(m.text, m.places[start], m.places[end])
	}
}

func (m *whatwgMachine) readHost(start int) bool {
	i, brackets := start, false
	for end := m.find(start, m.ends); i < end && (brackets || m.chars[i] != ':'); i++ {
		brackets = m.chars[i] == '[' || brackets && m.chars[i] != ']'
	}
	isPort := m.chars[i] == ':'
	if i == start && (m.special || isPort) || !m.parseHost(start, i) {
		return m.bad(start, urlerr.Host, ruleAuthority)
	}
	if isPort {
		return m.readPort(i + 1)
	}
	return m.startPath(i)
}

func (m *whatwgMachine) readPort(start int) bool {
	i, curly := start, 0
	for end := m.find(start, m.ends); i < end; i++ {
		if c := m.chars[i]; !isASCII(c, ascii.Digit) && !inCurly(&curly, c) {
			return m.bad(start, urlerr.Port, rulePort)
		}
	}
	if i > start {
		m.port = m.take(urlerr.Port, start, i)
	}
	if m.port.OK && ascii.All(m.port.Text, ascii.Digit) {
		n, ok := model.JavaInt(m.port.Text)
		if !ok || n > 65535 {
			return m.bad(start, urlerr.Port, rulePort)
		}
		m.port = model.Part{Text: strconv.Itoa(n), OK: !m.special || n != int(scheme.Lookup(m.scheme.Text).Port)}
	}
	return m.startPath(i)
}

// readFile reads the components after "file:".
func (m *whatwgMachine) readFile(i int) bool {
	for range "//" {
		if !m.isSlash(i) {
			return m.readPath(i, i)
		}
		i++
	}
	end := m.find(i, m.ends)
	if ascii.IsDrive(string(m.chars[i:end])) {
		return m.readPath(i, i)
	}
	if !m.parseHost(i, end) {
		return m.bad(i, urlerr.Host, ruleAuthority)
	}
	if m.host.Text == "localhost" {
		m.host = model.Part{}
	}
	return m.startPath(end)
}

// startPath reads the path after an authority, and the components after it.
func (m *whatwgMachine) startPath(i int) bool {
	if m.special || m.isSlash(i) {
		return m.readPath(i, i)
	}
	return m.readQuery(i)
}

// readPath reads the path, whose first segment begins at index i, and the components after it.
func (m *whatwgMachine) readPath(start, i int) bool {
	isFile := m.scheme.Text == "file"
	var segments []string
	for more := true; more; {
		begin := i
		if m.isSlash(i) {
			m.chars[i] = '/'
			i++
		}
		i = m.find(i, m.ends)
		more = m.isSlash(i)
		segment := string(m.chars[begin:i])
		switch n := len(segments); dotsegment.Dots(strings.TrimPrefix(segment, "/"), true) {
		case 0:
			if isFile && n == 0 && ascii.IsDrive(segment) {
				segment = segment[:1] + ":"
			}
			segments = append(segments, segment)
		case 2:
			if n > 1 || n == 1 && !(isFile && ascii.IsDrive(segments[0])) {
				segments = segments[:n-1]
			}
		}
	}
	m.take(urlerr.Path, start, i)
	m.path.Text = strings.Join(segments, "")
	return m.readQuery(i)
}

// readQuery reads the query and the fragment. Index i has the delimiter of the first of them, or eof.
func (m *whatwgMachine) readQuery(i int) bool {
	if m.chars[i] == '?' {
		end := m.find(i, "#")
		m.query = m.take(urlerr.Query, i+1, end)
		i = end
	}
	if m.chars[i] == '#' {
		m.fragment = m.take(urlerr.Fragment, i+1, len(m.chars)-1)
		m.fragment.OK = hasText(m.fragment.Text)
	}
	return true
}

// parseHost sets the host. An empty host is absent.
func (m *whatwgMachine) parseHost(start, end int) (ok bool) {
	m.host = m.take(urlerr.Host, start, end)
	switch text := m.host.Text; {
	case strings.HasPrefix(text, "["):
		m.host.Text, ok = parseIPv6(text)
	case !m.special:
		ok = ascii.Index(text, ascii.ForbiddenHost) < 0
	case text != "":
		m.host.Text, ok = m.domain(start, end)
	default:
		ok = true
	}
	m.host.OK = hasText(m.host.Text)
	return ok
}

// parseIPv6 returns the normal form of an address in brackets. "[:]" is "[::]".
func parseIPv6(text string) (string, bool) {
	inside, ok := strings.CutSuffix(text[1:], "]")
	if inside == ":" {
		inside = "::"
	}
	ip, err := netip.ParseAddr(inside)
	if !ok || err != nil || !ip.Is6() || ip.Zone() != "" {
		return "", false
	}
	if ip.Is4In6() {
		b := ip.As16()
		return fmt.Sprintf("[::ffff:%x:%x]", binary.BigEndian.Uint16(b[12:]), binary.BigEndian.Uint16(b[14:])), true
	}
	return "[" + ip.String() + "]", true
}

// domain returns the domain or the IPv4 address that the host means.
func (m *whatwgMachine) domain(start, end int) (text string, ok bool) {
	text = m.decode(start, end)
	if ascii.Prefix(text) < len(text) || m.underscore && strings.Contains(ascii.ToLower(text), ".xn-_") {
		if text, ok = model.JavaToASCII(text, false); !ok {
			return "", false
		}
	} else {
		text = ascii.ToLower(text)
	}
	if ascii.Index(text, ascii.ForbiddenDomain) >= 0 {
		return "", false
	}
	parts := strings.Split(strings.TrimSuffix(text, "."), ".")
	last := parts[len(parts)-1]
	if _, ok := ipv4Number(last); !ok && (last == "" || !ascii.All(last, ascii.Digit)) {
		return text, true
	}
	return parseIPv4(parts)
}

// decode decodes the percent-encodings in a host. If lowBytes is set and there is one, only the low byte of each other
// unit remains, and the digits can be of any script. If an encoding is invalid, the result is no domain.
func (m *whatwgMachine) decode(start, end int) string {
	text := string(m.chars[start:end])
	if !m.lowBytes || !strings.Contains(text, "%") {
		text, _ = percent.DecodeString(text, false)
		return model.Java.Decode(text)
	}
	var octets []byte
	for i := start; i < end; i++ {
		c := m.chars[i]
		if high, _ := utf16.EncodeRune(c); high != utf8.RuneError {
			octets = append(octets, byte(high))
		}
		octet := int(byte(c))
		if c == '%' && i+2 < end {
			octet = model.JavaDigit(m.chars[i+1], 16)<<4 | model.JavaDigit(m.chars[i+2], 16)
			i += 2
		}
		octets = append(octets, byte(max(octet, 0)))
	}
	return model.Java.Decode(string(octets))
}

// parseIPv4 returns the address that has the given numbers. Each is less than 2³¹.
func parseIPv4(parts []string) (string, bool) {
	for i, part := range parts {
		n, ok := ipv4Number(part)
		if !ok {
			return "", false
		}
		parts[i] = strconv.FormatUint(n, 10)
	}
	ip, ok := ipaddr.IPv4(strings.Join(parts, "."))
	return ip.String(), ok
}

func ipv4Number(s string) (uint64, bool) {
	n, _, end := ipaddr.Number(s, 0)
	return n, s != "" && end == len(s) && n < 1<<31
}
