package fasturi

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/model"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// ipv6 parses an IPv6 address with an optional zone, with or without brackets, or an IPvFuture literal in brackets,
// which keeps them.
func ipv6(host string) (name string, zone model.Part, isIP bool) {
	if isLiteral(host) {
		host = host[1 : len(host)-1]
		if ipaddr.IsFuture(host) {
			return "[" + ascii.ToLower(host) + "]", zone, true
		}
	}
	host, id, hasZone := strings.Cut(host, "%")
	id = strings.TrimPrefix(id, "25")
	if name, isIP = address(host); !isIP || hasZone && !model.IsZone(id) {
		return "", zone, false
	}
	return name, model.Part{Text: id, OK: hasZone}, true
}

// address returns an IPv6 address without leading zeros. "::" replaces the first of the longest runs of at least two
// zeros. An IPv4 address at the end stays.
func address(s string) (string, bool) {
	before, after, short, ok := model.IPv6Groups(s, ipaddr.IsOctet)
	missing := 8 - before - after
	if !ok || short && missing < 1 || !short && missing != 0 {
		return "", false
	}
	s = strings.Trim(strings.Replace(s, "::", ":"+strings.Repeat("0:", missing), 1), ":")
	groups := strings.Split(s, ":")
	for i, group := range groups {
		if strings.IndexByte(group, '.') < 0 {
			groups[i] = ascii.ToLower(model.Decimal(group))
		}
	}
	best, length := 0, 1
	for i := range groups {
		end := i
		for end < len(groups) && groups[end] == "0" {
			end++
		}
		if end-i > length {
			best, length = i, end-i
		}
	}
	if length == 1 {
		return strings.Join(groups, ":"), true
	}
	return strings.Join(groups[:best], ":") + "::" + strings.Join(groups[best+length:], ":"), true
}

var noBrackets = strings.NewReplacer("[", "", "]", "")

// laxIPv6 reads a host with two to seven colons as an IPv6 address, as releases before 3.1.6 do. Most texts are
// accepted. The delimiter is written before a zone.
func laxIPv6(host, delimiter string) (name string, ok bool) {
	if n := strings.Count(host, ":"); n < 2 || n > 7 {
		return "", false
	}
	_, rest, _ := strings.Cut(host, "::")
	address, zone, hasZone := strings.Cut(noBrackets.Replace(host), "%")
	groups := strings.Split(address, ":")
	for i, group := range groups {
		groups[i] = strings.TrimLeft(group, "0")
		isHex := ascii.All(groups[i], ascii.HexDigit)
		switch isLast := i == len(groups)-1 && !hasZone; {
		case isLast && strings.Contains(rest, ":"):
			groups[i] = group
		case isLast && !isHex:
			groups[i] = ""
		case !isLast && group != "" && (groups[i] == "" || !isHex):
			return "", false
		}
	}
	name = strings.Join(groups, ":") + strings.Repeat(":", strings.Count(zone, ":"))
	if zone = zone[strings.LastIndexAny(zone, ":%")+1:]; zone != "" {
		name += delimiter + zone
	}
	return name, true
}

// hostDelimiters and addressDelimiters percent-encode the delimiters that unescape can decode.
var (
	hostDelimiters    = strings.NewReplacer("@", "%40", "/", "%2F", "?", "%3F", "#", "%23", ":", "%3A")
	addressDelimiters = strings.NewReplacer("@", "%40", "/", "%2F", "?", "%3F", "#", "%23")
)

// unescape decodes s as the function unescape of JavaScript: %E9 and %u00E9 are characters. A surrogate without its
// other half becomes U+FFFD.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var units []uint16
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], "%u") && i+6 <= len(s) && ascii.All(s[i+2:i+6], ascii.HexDigit) {
			unit, _ := strconv.ParseUint(s[i+2:i+6], 16, 16)
			units = append(units, uint16(unit))
			i += 6
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if percent.IsEscape(s, i) {
			r, n = rune(percent.Octet(s, i)), len("%E9")
		}
		units = utf16.AppendRune(units, r)
		i += n
	}
	return string(utf16.Decode(units))
}
