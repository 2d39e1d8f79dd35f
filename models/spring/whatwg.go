package spring

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/urlerr"
)

// A whatwgMachine is the parser WHAT_WG of Spring 6.2 and 7.0. It reads a URL as UTF-16. Of a character that has two
// units, it reads the character and then the second unit again.
type whatwgMachine struct {
	*parser
	units  []uint16
	places []int // offsets of the units in the text, and its length
	state  func(*whatwgMachine, rune) bool
	at     int // index of the unit
	from   int // index of the first unit of the component
	buffer []uint16

	special  bool
	brackets bool // square ones
	curly    int  // open curly brackets

	sign               int // index of the last "@" in the authority, or 0
	inPassword         bool
	username, password []uint16
	segments           []string // of the path, each with the slash before it
}

// eof is the character after the end.
const eof = -1

const specialSchemes model.Names = " ftp file http https ws wss "

func (p *parser) runWHATWG() bool {
	m := whatwgMachine{parser: p, state: (*whatwgMachine).schemeStart}
	for i, r := range p.text {
		if r == '\t' || r == '\n' || r == '\r' {
			continue
		}
		for range utf16.RuneLen(r) {
			m.places = append(m.places, i)
		}
		m.units = utf16.AppendRune(m.units, r)
	}
	start, end := 0, len(m.units)
	for start < end && m.units[start] <= ' ' {
		start++
	}
	for start < end && m.units[end-1] <= ' ' {
		end--
	}
	m.places = append(m.places, len(p.text))[start : end+1]
	for m.units = m.units[start:end]; m.at <= len(m.units); m.at++ {
		if !m.state(&m, m.char(m.at)) {
			return false
		}
	}
	return true
}

// char returns the character at index i.
func (m *whatwgMachine) char(i int) rune {
	if i >= len(m.units) {
		return eof
	}
	return character(m.units, i)
}

// character returns the character at index i, or the unit if it is half of a pair.
func character(units []uint16, i int) rune {
	if i+1 < len(units) {
		if r := utf16.DecodeRune(rune(units[i]), rune(units[i+1])); r != utf8.RuneError {
			return r
		}
	}
	return rune(units[i])
}

func appendChar(units []uint16, c rune) []uint16 {
	if c > 0xFFFF {
		return utf16.AppendRune(units, c)
	}
	return append(units, uint16(c))
}

func (m *whatwgMachine) append(c rune) { m.buffer = appendChar(m.buffer, c) }

// take returns the text in the buffer, which it empties, and sets the span of c.
func (m *whatwgMachine) take(c urlerr.Component) string {
	text := string(utf16.Decode(m.buffer))
	m.span(c)
	m.buffer = m.buffer[:0]
	return text
}

func (m *whatwgMachine) span(c urlerr.Component) {
	end := m.places[max(0, m.at)]
	m.in.Set(c, min(m.places[max(0, m.from)], end), end)
}

// to changes the state. The next component begins at index from.
func (m *whatwgMachine) to(state func(*whatwgMachine, rune) bool, from int) bool {
	m.state, m.from = state, from
	if len(m.buffer) != 1 || m.buffer[0] != '{' {
		m.curly = 0
	}
	return true
}

// again is like to, for a state that reads the same character.
func (m *whatwgMachine) again(state func(*whatwgMachine, rune) bool) bool {
	m.at--
	return m.to(state, m.at+1)
}

func (m *whatwgMachine) bad(c urlerr.Component, rule urlerr.Rule) bool {
	return m.fail(m.places[min(max(0, m.from), len(m.units))], c, rule)
}

// slash reports whether c is a slash, or a backslash that is read as one.
func (m *whatwgMachine) slash(c rune) bool { return c == '/' || m.special && c == '\\' }

// ends reports whether c ends the authority.
func (m *whatwgMachine) ends(c rune) bool { return c == eof || c == '?' || c == '#' || m.slash(c) }

// after reads the delimiter of a query or a fragment.
func (m *whatwgMachine) after(c rune) bool {
	if c == '?' {
		m.query.OK = true
		return m.to((*whatwgMachine).readQuery, m.at+1)
	}
	return m.to((*whatwgMachine).readFragment, m.at+1)
}

func (m *whatwgMachine) schemeStart(c rune) bool {
	if c != '{' && !isASCII(c, ascii.Alpha) {
		return m.again((*whatwgMachine).relative)
	}
	if c == '{' {
		m.curly++
	}
	m.append(lower(c))
	return m.to((*whatwgMachine).readScheme, m.at)
}

func lower(c rune) rune {
	if c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	return c
}

func isASCII(c rune, class ascii.Class) bool {
	return c >= 0 && c < utf8.RuneSelf && ascii.Is(byte(c), class)
}

func (m *whatwgMachine) readScheme(c rune) bool {
	switch {
	case isASCII(c, ascii.SchemeChar):
		if m.curly == 0 {
			c = lower(c)
		}
		m.append(c)
		return true
	case c == ':':
	case c != eof && inCurly(&m.curly, c):
		m.append(c)
		return true
	default:
		m.buffer = m.buffer[:0]
		m.at = -1
		return m.to((*whatwgMachine).relative, 0)
	}
	m.scheme = model.Present(m.take(urlerr.Scheme))
	m.special = specialSchemes.Has(m.scheme.Text)
	switch next := m.char(m.at + 1); {
	case m.scheme.Text == "file":
		return m.to((*whatwgMachine).file, m.at+1)
	case m.special:
		return m.to((*whatwgMachine).slashes, m.at+1)
	case next == '/':
		m.at++
		return m.to((*whatwgMachine).pathOrAuthority, m.at)
	}
	m.opaque = true
	return m.to((*whatwgMachine).readOpaque, m.at+1)
}

// relative begins a URL without a scheme.
func (m *whatwgMachine) relative(c rune) bool {
	switch c {
	case '/':
		m.append(c)
		return m.to((*whatwgMachine).pathOrAuthority, m.at)
	case '?', '#':
		return m.after(c)
	case eof:
		return true
	}
	return m.again((*whatwgMachine).readPath)
}

// pathOrAuthority comes after one slash.
func (m *whatwgMachine) pathOrAuthority(c rune) bool {
	if c == '/' {
		m.buffer = m.buffer[:0]
		return m.to((*whatwgMachine).authority, m.at+1)
	}
	m.at--
	return m.to((*whatwgMachine).readPath, m.from)
}

// slashes skips all slashes before the authority of a special scheme.
func (m *whatwgMachine) slashes(c rune) bool {
	if m.slash(c) {
		return true
	}
	return m.again((*whatwgMachine).authority)
}

// authority reads the userinfo, and goes back to the host.
func (m *whatwgMachine) authority(c rune) bool {
	switch {
	case c == '@':
		if m.sign > 0 {
			m.buffer = append([]uint16{'%', '4', '0'}, m.buffer...)
		}
		m.sign = m.at
		for i := range m.buffer {
			switch c := character(m.buffer, i); {
			case c == ':' && !m.inPassword:
				m.inPassword = true
			case m.inPassword:
				m.password = appendChar(m.password, c)
			default:
				m.username = appendChar(m.username, c)
			}
		}
		m.buffer = m.buffer[:0]
		return true
	case !m.ends(c):
		m.append(c)
		return true
	}
	m.at -= len(m.buffer) + 1
	if m.sign > 0 && len(m.buffer) == 0 || m.at < -1 {
		return m.bad(urlerr.Host, ruleAuthority)
	}
	if len(m.username)+len(m.password) > 0 {
		m.userinfo = model.Present(string(utf16.Decode(m.username)))
		if len(m.password) > 0 {
			m.userinfo.Text += ":" + string(utf16.Decode(m.password))
		}
		m.in.SetUserinfo(m.text, m.places[m.from], m.places[m.sign])
	}
	m.buffer = m.buffer[:0]
	return m.to((*whatwgMachine).readHost, m.at+1)
}

func (m *whatwgMachine) readHost(c rune) bool {
	switch {
	case c == ':' && !m.brackets:
		if len(m.buffer) == 0 || !m.parseHost() {
			return m.bad(urlerr.Host, ruleAuthority)
		}
		return m.to((*whatwgMachine).readPort, m.at+1)
	case m.ends(c):
		if m.special && len(m.buffer) == 0 || !m.parseHost() {
			return m.bad(urlerr.Host, ruleAuthority)
		}
		return m.again((*whatwgMachine).pathStart)
	case c == '[' || c == ']':
		m.brackets = c == '['
	}
	m.append(c)
	return true
}

func (m *whatwgMachine) readPort(c rune) bool {
	switch {
	case m.ends(c):
	case isASCII(c, ascii.Digit), inCurly(&m.curly, c):
		m.append(c)
		return true
	default:
		return m.bad(urlerr.Port, rulePort)
	}
	if len(m.buffer) > 0 {
		m.port = model.Present(m.take(urlerr.Port))
		if ascii.All(m.port.Text, ascii.Digit) {
			n, ok := model.JavaInt(m.port.Text)
			if !ok || n > 65535 {
				return m.bad(urlerr.Port, rulePort)
			}
			m.port = model.Part{Text: strconv.Itoa(n), OK: !m.special || n != int(scheme.Lookup(m.scheme.Text).Port)}
		}
	}
	return m.again((*whatwgMachine).pathStart)
}

func (m *whatwgMachine) file(c rune) bool {
	if m.slash(c) {
		return m.to((*whatwgMachine).fileSlash, m.at+1)
	}
	return m.again((*whatwgMachine).readPath)
}

func (m *whatwgMachine) fileSlash(c rune) bool {
	if m.slash(c) {
		return m.to((*whatwgMachine).fileHost, m.at+1)
	}
	return m.again((*whatwgMachine).readPath)
}

func (m *whatwgMachine) fileHost(c rune) bool {
	if !m.ends(c) {
		m.append(c)
		return true
	}
	if isDrive(string(utf16.Decode(m.buffer))) {
		m.at--
		return m.to((*whatwgMachine).readPath, m.from)
	}
	if !m.parseHost() {
		return m.bad(urlerr.Host, ruleAuthority)
	}
	if m.host.Text == "localhost" {
		m.host = model.Part{}
	}
	return m.again((*whatwgMachine).pathStart)
}

// isDrive reports whether s is a Windows drive letter.
func isDrive(s string) bool {
	return len(s) == 2 && ascii.Is(s[0], ascii.Alpha) && (s[1] == ':' || s[1] == '|')
}

func (m *whatwgMachine) pathStart(c rune) bool {
	switch {
	case m.slash(c):
		m.append('/')
		return m.to((*whatwgMachine).readPath, m.at)
	case !m.special && (c == '?' || c == '#'):
		return m.after(c)
	case !m.special && c == eof:
		return true
	}
	return m.again((*whatwgMachine).readPath)
}

func (m *whatwgMachine) readPath(c rune) bool {
	if !m.ends(c) {
		m.append(c)
		return true
	}
	segment := string(utf16.Decode(m.buffer))
	switch n := dotsegment.Dots(strings.TrimPrefix(segment, "/"), true); {
	case n == 2:
		if len(m.segments) > 1 || len(m.segments) == 1 && !(m.scheme.Text == "file" && isDrive(m.segments[0])) {
			m.segments = m.segments[:len(m.segments)-1]
		}
		if !m.slash(c) {
			m.segments = append(m.segments, "")
		}
	case n == 1 && !m.slash(c):
		m.segments = append(m.segments, "")
	case n == 0:
		if m.scheme.Text == "file" && len(m.segments) == 0 && isDrive(segment) {
			segment = segment[:1] + ":"
		}
		m.segments = append(m.segments, segment)
	}
	if m.buffer = m.buffer[:0]; m.slash(c) {
		m.append('/')
		return true
	}
	m.span(urlerr.Path)
	m.path.Text = strings.Join(m.segments, "")
	return c == eof || m.after(c)
}

// readOpaque reads a path with its query.
func (m *whatwgMachine) readOpaque(c rune) bool {
	if c != eof && c != '#' {
		m.append(c)
		return true
	}
	m.path = model.Present(m.take(urlerr.Path))
	return c == eof || m.after(c)
}

func (m *whatwgMachine) readQuery(c rune) bool {
	if c != eof && c != '#' {
		m.append(c)
		return true
	}
	m.query.Text = m.take(urlerr.Query)
	return c == eof || m.after(c)
}

func (m *whatwgMachine) readFragment(c rune) bool {
	if c != eof {
		m.append(c)
		return true
	}
	text := m.take(urlerr.Fragment)
	m.fragment = model.Part{Text: text, OK: hasText(text)}
	return true
}

// parseHost sets the host to the one in the buffer, which it empties. An empty host is absent.
func (m *whatwgMachine) parseHost() bool {
	units := m.buffer
	text := m.take(urlerr.Host)
	ok := true
	switch {
	case strings.HasPrefix(text, "["):
		text, ok = parseIPv6(text)
	case !m.special:
		ok = !strings.ContainsAny(text, forbidden)
	case text != "":
		text, ok = m.domain(units)
	}
	m.host = model.Part{Text: text, OK: hasText(text)}
	return ok
}

// forbidden has the forbidden host code points.
const forbidden = "\x00\t\n\r #/:<>?@[\\]^|"

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
		four := ip.As16()
		return "[::ffff:" + group(four[12:]) + ":" + group(four[14:]) + "]", true
	}
	return "[" + ip.String() + "]", true
}

func group(b []byte) string { return strconv.FormatUint(uint64(b[0])<<8|uint64(b[1]), 16) }

// domain returns the domain or the IPv4 address that the host means.
func (m *whatwgMachine) domain(units []uint16) (string, bool) {
	text, ok := decode(units, m.lowBytes)
	if !ok {
		return "", false
	}
	if ascii.Prefix(text) < len(text) || m.underscore && strings.Contains(ascii.ToLower(text), ".xn-_") {
		if text, ok = model.JavaToASCII(text, false); !ok {
			return "", false
		}
	} else {
		text = ascii.ToLower(text)
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == 0x7F || c == '%' || strings.IndexByte(forbidden, c) >= 0 {
			return "", false
		}
	}
	parts := strings.Split(text, ".")
	if n := len(parts); n > 1 && parts[n-1] == "" {
		parts = parts[:n-1]
	}
	last := parts[len(parts)-1]
	if _, ok := ipv4Number(last); !ok && (last == "" || !ascii.All(last, ascii.Digit)) {
		return text, true
	}
	return parseIPv4(parts)
}

// decode decodes percent-encodings. If lowBytes is set and there is one, only the low byte of each other unit remains.
func decode(units []uint16, lowBytes bool) (string, bool) {
	if !slices.Contains(units, '%') {
		return string(utf16.Decode(units)), true
	}
	var out, octets []byte
	for i := 0; i < len(units); {
		switch {
		case units[i] == '%':
			octet, ok := octetAt(units, i, lowBytes)
			if !ok {
				return "", false
			}
			octets = append(octets, octet)
			i += 3
			continue
		case lowBytes:
			octets = append(octets, byte(units[i]))
			i++
			continue
		}
		out = append(out, model.Java.Decode(string(octets))...)
		octets = octets[:0]
		start := i
		for i < len(units) && units[i] != '%' {
			i++
		}
		out = append(out, string(utf16.Decode(units[start:i]))...)
	}
	return string(append(out, model.Java.Decode(string(octets))...)), true
}

// octetAt returns the octet of the percent-encoding at index i. If scripts is set, it can have digits of any script.
func octetAt(units []uint16, i int, scripts bool) (octet byte, ok bool) {
	if i+2 >= len(units) {
		return 0, false
	}
	high, low := model.JavaDigit(rune(units[i+1]), 16), model.JavaDigit(rune(units[i+2]), 16)
	return byte(high<<4 + low), high >= 0 && low >= 0 && (scripts || units[i+1]|units[i+2] < utf8.RuneSelf)
}

// parseIPv4 returns the address that has the given numbers. Each is less than 2³¹.
func parseIPv4(parts []string) (string, bool) {
	var value uint64
	for i, part := range parts {
		n, ok := ipv4Number(part)
		shift := 8 * (3 - i)
		if last := i == len(parts)-1; !ok || shift < 0 || !last && n > 0xFF || last && n >= 1<<(shift+8) {
			return "", false
		} else if last {
			shift = 0
		}
		value += n << shift
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}).String(), true
}

func ipv4Number(s string) (uint64, bool) {
	n, _, end := ipaddr.Number(s, 0)
	return n, s != "" && end == len(s) && n < 1<<31
}
