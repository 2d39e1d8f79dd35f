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
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/urlerr"
)

// A browser is the parser WHAT_WG of Spring 6.2. It reads a URL as UTF-16. Of a character that has two units, it reads
// the character and then the second unit again.
type browser struct {
	*parser
	units  []uint16
	places []int // offsets of the units in the text, and its length
	state  func(*browser, rune) bool
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
	b := browser{parser: p, state: (*browser).schemeStart}
	for i, r := range p.text {
		if r == '\t' || r == '\n' || r == '\r' {
			continue
		}
		for range utf16.RuneLen(r) {
			b.places = append(b.places, i)
		}
		b.units = utf16.AppendRune(b.units, r)
	}
	start, end := 0, len(b.units)
	for start < end && b.units[start] <= ' ' {
		start++
	}
	for start < end && b.units[end-1] <= ' ' {
		end--
	}
	b.places = append(b.places, len(p.text))[start : end+1]
	for b.units = b.units[start:end]; b.at <= len(b.units); b.at++ {
		if !b.state(&b, b.char(b.at)) {
			return false
		}
	}
	return true
}

// char returns the character at index i.
func (b *browser) char(i int) rune {
	if i >= len(b.units) {
		return eof
	}
	return character(b.units, i)
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

func (b *browser) append(c rune) { b.buffer = appendChar(b.buffer, c) }

// take returns the text in the buffer, which it empties, and sets the span of c.
func (b *browser) take(c urlerr.Component) string {
	text := string(utf16.Decode(b.buffer))
	b.span(c)
	b.buffer = b.buffer[:0]
	return text
}

func (b *browser) span(c urlerr.Component) {
	end := b.places[max(0, b.at)]
	b.in.Set(c, min(b.places[max(0, b.from)], end), end)
}

// to changes the state. The next component begins at index from.
func (b *browser) to(state func(*browser, rune) bool, from int) bool {
	b.state, b.from = state, from
	if len(b.buffer) != 1 || b.buffer[0] != '{' {
		b.curly = 0
	}
	return true
}

// again is like to, for a state that reads the same character.
func (b *browser) again(state func(*browser, rune) bool) bool {
	b.at--
	return b.to(state, b.at+1)
}

func (b *browser) bad(c urlerr.Component, rule urlerr.Rule) bool {
	return b.fail(b.places[min(max(0, b.from), len(b.units))], c, rule)
}

// variable reports whether c is in curly brackets.
func (b *browser) variable(c rune) bool {
	switch {
	case c == '{':
		b.curly++
		return true
	case c == '}' && b.curly > 0:
		b.curly--
		return true
	}
	return c != '}' && c != eof && b.curly > 0
}

// slash reports whether c is a slash, or a backslash that is read as one.
func (b *browser) slash(c rune) bool { return c == '/' || b.special && c == '\\' }

// ends reports whether c ends the authority.
func (b *browser) ends(c rune) bool { return c == eof || c == '?' || c == '#' || b.slash(c) }

// after reads the delimiter of a query or a fragment.
func (b *browser) after(c rune) bool {
	if c == '?' {
		b.query.OK = true
		return b.to((*browser).readQuery, b.at+1)
	}
	return b.to((*browser).readFragment, b.at+1)
}

func (b *browser) schemeStart(c rune) bool {
	if c != '{' && !isASCII(c, ascii.Alpha) {
		return b.again((*browser).relative)
	}
	if c == '{' {
		b.curly++
	}
	b.append(lower(c))
	return b.to((*browser).readScheme, b.at)
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

func (b *browser) readScheme(c rune) bool {
	switch {
	case isASCII(c, ascii.SchemeChar):
		if b.curly == 0 {
			c = lower(c)
		}
		b.append(c)
		return true
	case c == ':':
	case b.variable(c):
		b.append(c)
		return true
	default:
		b.buffer = b.buffer[:0]
		b.at = -1
		return b.to((*browser).relative, 0)
	}
	b.scheme = model.Present(b.take(urlerr.Scheme))
	b.special = specialSchemes.Has(b.scheme.Text)
	switch next := b.char(b.at + 1); {
	case b.scheme.Text == "file":
		return b.to((*browser).file, b.at+1)
	case b.special:
		return b.to((*browser).slashes, b.at+1)
	case next == '/':
		b.at++
		return b.to((*browser).pathOrAuthority, b.at)
	}
	b.opaque = true
	return b.to((*browser).readOpaque, b.at+1)
}

// relative begins a URL without a scheme.
func (b *browser) relative(c rune) bool {
	switch c {
	case '/':
		b.append(c)
		return b.to((*browser).pathOrAuthority, b.at)
	case '?', '#':
		return b.after(c)
	case eof:
		return true
	}
	return b.again((*browser).readPath)
}

// pathOrAuthority comes after one slash.
func (b *browser) pathOrAuthority(c rune) bool {
	if c == '/' {
		b.buffer = b.buffer[:0]
		return b.to((*browser).authority, b.at+1)
	}
	b.at--
	return b.to((*browser).readPath, b.from)
}

// slashes skips all slashes before the authority of a special scheme.
func (b *browser) slashes(c rune) bool {
	if b.slash(c) {
		return true
	}
	return b.again((*browser).authority)
}

// authority reads the userinfo, and goes back to the host.
func (b *browser) authority(c rune) bool {
	switch {
	case c == '@':
		if b.sign > 0 {
			b.buffer = append([]uint16{'%', '4', '0'}, b.buffer...)
		}
		b.sign = b.at
		for i := range b.buffer {
			switch c := character(b.buffer, i); {
			case c == ':' && !b.inPassword:
				b.inPassword = true
			case b.inPassword:
				b.password = appendChar(b.password, c)
			default:
				b.username = appendChar(b.username, c)
			}
		}
		b.buffer = b.buffer[:0]
		return true
	case !b.ends(c):
		b.append(c)
		return true
	}
	b.at -= len(b.buffer) + 1
	if b.sign > 0 && len(b.buffer) == 0 || b.at < -1 {
		return b.bad(urlerr.Host, ruleAuthority)
	}
	if len(b.username)+len(b.password) > 0 {
		b.userinfo = model.Present(string(utf16.Decode(b.username)))
		if len(b.password) > 0 {
			b.userinfo.Text += ":" + string(utf16.Decode(b.password))
		}
		b.in.SetUserinfo(b.text, b.places[b.from], b.places[b.sign])
	}
	b.buffer = b.buffer[:0]
	return b.to((*browser).readHost, b.at+1)
}

func (b *browser) readHost(c rune) bool {
	switch {
	case c == ':' && !b.brackets:
		if len(b.buffer) == 0 || !b.parseHost() {
			return b.bad(urlerr.Host, ruleAuthority)
		}
		return b.to((*browser).readPort, b.at+1)
	case b.ends(c):
		if b.special && len(b.buffer) == 0 || !b.parseHost() {
			return b.bad(urlerr.Host, ruleAuthority)
		}
		return b.again((*browser).pathStart)
	case c == '[' || c == ']':
		b.brackets = c == '['
	}
	b.append(c)
	return true
}

func (b *browser) readPort(c rune) bool {
	switch {
	case b.ends(c):
	case isASCII(c, ascii.Digit), b.variable(c):
		b.append(c)
		return true
	default:
		return b.bad(urlerr.Port, rulePort)
	}
	if len(b.buffer) > 0 {
		b.port = model.Present(b.take(urlerr.Port))
		if ascii.All(b.port.Text, ascii.Digit) {
			n, ok := model.JavaInt(b.port.Text)
			if !ok || n > 65535 {
				return b.bad(urlerr.Port, rulePort)
			}
			b.port = model.Part{Text: strconv.Itoa(n), OK: n != defaultPort(b.scheme.Text)}
		}
	}
	return b.again((*browser).pathStart)
}

func defaultPort(scheme string) int {
	switch scheme {
	case "ftp":
		return 21
	case "http", "ws":
		return 80
	case "https", "wss":
		return 443
	}
	return -1
}

func (b *browser) file(c rune) bool {
	if b.slash(c) {
		return b.to((*browser).fileSlash, b.at+1)
	}
	return b.again((*browser).readPath)
}

func (b *browser) fileSlash(c rune) bool {
	if b.slash(c) {
		return b.to((*browser).fileHost, b.at+1)
	}
	return b.again((*browser).readPath)
}

func (b *browser) fileHost(c rune) bool {
	if !b.ends(c) {
		b.append(c)
		return true
	}
	if isDrive(string(utf16.Decode(b.buffer))) {
		b.at--
		return b.to((*browser).readPath, b.from)
	}
	if !b.parseHost() {
		return b.bad(urlerr.Host, ruleAuthority)
	}
	if b.host.Text == "localhost" {
		b.host = model.Part{}
	}
	return b.again((*browser).pathStart)
}

// isDrive reports whether s is a Windows drive letter.
func isDrive(s string) bool {
	return len(s) == 2 && ascii.Is(s[0], ascii.Alpha) && (s[1] == ':' || s[1] == '|')
}

func (b *browser) pathStart(c rune) bool {
	switch {
	case b.slash(c):
		b.append('/')
		return b.to((*browser).readPath, b.at)
	case !b.special && (c == '?' || c == '#'):
		return b.after(c)
	case !b.special && c == eof:
		return true
	}
	return b.again((*browser).readPath)
}

func (b *browser) readPath(c rune) bool {
	if !b.ends(c) {
		b.append(c)
		return true
	}
	segment := string(utf16.Decode(b.buffer))
	switch n := dotsegment.Dots(strings.TrimPrefix(segment, "/"), true); {
	case n == 2:
		if len(b.segments) > 1 || len(b.segments) == 1 && !(b.scheme.Text == "file" && isDrive(b.segments[0])) {
			b.segments = b.segments[:len(b.segments)-1]
		}
		if !b.slash(c) {
			b.segments = append(b.segments, "")
		}
	case n == 1 && !b.slash(c):
		b.segments = append(b.segments, "")
	case n == 0:
		if b.scheme.Text == "file" && len(b.segments) == 0 && isDrive(segment) {
			segment = segment[:1] + ":"
		}
		b.segments = append(b.segments, segment)
	}
	if b.buffer = b.buffer[:0]; b.slash(c) {
		b.append('/')
		return true
	}
	b.span(urlerr.Path)
	b.path.Text = strings.Join(b.segments, "")
	return c == eof || b.after(c)
}

// readOpaque reads a path with its query.
func (b *browser) readOpaque(c rune) bool {
	if c != eof && c != '#' {
		b.append(c)
		return true
	}
	b.path = model.Present(b.take(urlerr.Path))
	return c == eof || b.after(c)
}

func (b *browser) readQuery(c rune) bool {
	if c != eof && c != '#' {
		b.append(c)
		return true
	}
	b.query.Text = b.take(urlerr.Query)
	return c == eof || b.after(c)
}

func (b *browser) readFragment(c rune) bool {
	if c != eof {
		b.append(c)
		return true
	}
	text := b.take(urlerr.Fragment)
	b.fragment = model.Part{Text: text, OK: hasText(text)}
	return true
}

// parseHost sets the host to the one in the buffer, which it empties. An empty host is absent.
func (b *browser) parseHost() bool {
	units := b.buffer
	text := b.take(urlerr.Host)
	ok := true
	switch {
	case strings.HasPrefix(text, "["):
		text, ok = parseIPv6(text)
	case !b.special:
		ok = !strings.ContainsAny(text, forbidden)
	case text != "":
		text, ok = b.domain(units)
	}
	b.host = model.Part{Text: text, OK: hasText(text)}
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
func (b *browser) domain(units []uint16) (string, bool) {
	text, ok := decode(units, b.lowBytes)
	if !ok {
		return "", false
	}
	if ascii.Prefix(text) < len(text) || b.underscore && strings.Contains(ascii.ToLower(text), ".xn-_") {
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
