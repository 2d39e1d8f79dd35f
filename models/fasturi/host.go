package fasturi

import (
	"strconv"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// ipv6 parses an IPv6 address with an optional zone, with or without brackets, or an IPvFuture literal in brackets,
// which keeps them. If isIP is false, bad reports whether the host looks like an address.
func ipv6(host string) (name string, zone model.Part, isIP, bad bool) {
	literal := isLiteral(host)
	if !literal && (strings.HasPrefix(host, "[") || strings.HasSuffix(host, "]")) {
		return "", zone, false, true
	}
	input := host
	if literal {
		input = host[1 : len(host)-1]
		if isFuture(input) {
			return "[" + ascii.ToLower(input) + "]", zone, true, false
		}
	}
	if strings.Count(input, ":") < 2 {
		return "", zone, false, literal
	}
	if i := strings.IndexByte(input, '%'); i >= 0 {
		text := input[i+1:]
		text = strings.TrimPrefix(text, "25")
		if !isZone(text) {
			return "", zone, false, true
		}
		zone, input = model.Present(text), input[:i]
	}
	name, ok := address(input)
	if !ok {
		return "", model.Part{}, false, true
	}
	return name, zone, true, false
}

func isFuture(s string) bool {
	version, rest, ok := strings.Cut(s, ".")
	return ok && len(version) > 1 && version[0]|0x20 == 'v' && ascii.All(version[1:], ascii.HexDigit) && rest != "" &&
		ascii.All(rest, ascii.UserinfoChar)
}

func isZone(s string) bool {
	for i := 0; i < len(s); i++ {
		if percent.IsEscape(s, i) {
			i += 2
		} else if !ascii.Is(s[i], ascii.Unreserved) {
			return false
		}
	}
	return s != ""
}

// address returns an IPv6 address without leading zeros. "::" replaces the first of the longest runs of at least two
// zeros. An IPv4 address at the end stays.
func address(s string) (string, bool) {
	left, right, short := strings.Cut(s, "::")
	if !short {
		left, right = s, ""
	}
	var groups []string
	n, before := 0, 0
	for side, text := range []string{left, right} {
		if text == "" && (short || side == 1) {
			before = len(groups)
			continue
		}
		parts := strings.Split(text, ":")
		for i, part := range parts {
			last := i == len(parts)-1 && (side == 1 || !short)
			switch {
			case strings.IndexByte(part, '.') >= 0 && last && ipaddr.IsIPv4(part):
				n++
			case part == "" || len(part) > 4 || !ascii.All(part, ascii.HexDigit):
				return "", false
			default:
				if part = ascii.ToLower(strings.TrimLeft(part, "0")); part == "" {
					part = "0"
				}
			}
			n++
			groups = append(groups, part)
		}
		if side == 0 {
			before = len(groups)
		}
	}
	if !short && n != 8 || n >= 8 && short {
		return "", false
	}
	var all []string
	all = append(all, groups[:before]...)
	for i := n; i < 8 && short; i++ {
		all = append(all, "0")
	}
	all = append(all, groups[before:]...)
	best, length := 0, 0
	for i := 0; i < len(all); i++ {
		start := i
		for i < len(all) && all[i] == "0" {
			i++
		}
		if i-start > length {
			best, length = start, i-start
		}
	}
	if length < 2 {
		return strings.Join(all, ":"), true
	}
	return strings.Join(all[:best], ":") + "::" + strings.Join(all[best+length:], ":"), true
}

// laxIPv6 reads a host with at least two colons as an IPv6 address, as releases before 3.1.6 do. Most texts are
// accepted.
func laxIPv6(host string) (name string, ok bool) {
	address, zone, ok := laxAddress(host)
	if ok && zone != "" {
		address += "%" + zone
	}
	return address, ok
}

func laxAddress(host string) (name, zone string, ok bool) {
	if strings.Count(host, ":") < 2 {
		return "", "", false
	}
	var out strings.Builder
	var buffer []byte
	colons, end, double, inZone := 0, false, false, false
	flush := func() bool {
		if inZone {
			buffer = buffer[:0]
			return true
		}
		if len(buffer) == 0 {
			return true
		}
		hex := stripped(buffer)
		out.WriteString(hex)
		buffer = buffer[:0]
		return hex != ""
	}
	for i := 0; i < len(host); i++ {
		switch c := host[i]; c {
		case '[', ']':
		case ':':
			end = end || double
			if !flush() {
				return "", "", false
			}
			if colons++; colons > 7 {
				return "", "", false
			}
			double = double || i > 0 && host[i-1] == ':'
			out.WriteByte(':')
		case '%':
			if !flush() {
				return "", "", false
			}
			inZone = true
		default:
			buffer = append(buffer, c)
		}
	}
	switch {
	case len(buffer) == 0:
	case inZone:
		zone = string(buffer)
	case end:
		out.Write(buffer)
	default:
		out.WriteString(stripped(buffer))
	}
	return out.String(), zone, true
}

// stripped returns hexadecimal digits without leading zeros, or "" for other text.
func stripped(s []byte) string {
	text := strings.TrimLeft(string(s), "0")
	if !ascii.All(text, ascii.HexDigit) {
		return ""
	}
	return text
}

// hostDelimiters percent-encodes the delimiters that unescape can decode.
func hostDelimiters(host string, keepColon bool) string {
	delimiters := "@/?#:"
	if keepColon {
		delimiters = "@/?#"
	}
	if !strings.ContainsAny(host, delimiters) {
		return host
	}
	var b strings.Builder
	for i := range len(host) {
		if strings.IndexByte(delimiters, host[i]) >= 0 {
			b.WriteString("%" + string(ascii.UpperHex[host[i]>>4]) + string(ascii.UpperHex[host[i]&15]))
		} else {
			b.WriteByte(host[i])
		}
	}
	return b.String()
}

// unescape decodes s as the function unescape of JavaScript: %E9 and %u00E9 are characters. A surrogate without its
// other half becomes U+FFFD.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var units []uint16
	for i := 0; i < len(s); {
		if s[i] == '%' {
			if n, err := strconv.ParseUint(s[min(i+1, len(s)):min(i+3, len(s))], 16, 8); err == nil && percent.HexFollows(s, i) {
				units = append(units, uint16(n))
				i += 3
				continue
			}
			if i+6 <= len(s) && s[i+1] == 'u' && ascii.All(s[i+2:i+6], ascii.HexDigit) {
				n, _ := strconv.ParseUint(s[i+2:i+6], 16, 16)
				units = append(units, uint16(n))
				i += 6
				continue
			}
		}
		n := 1
		for i+n < len(s) && s[i+n]&0xC0 == 0x80 {
			n++
		}
		units = appendUTF16(units, s[i:i+n])
		i += n
	}
	return fromUTF16(units)
}
