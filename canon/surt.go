package canon

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/nameprep"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// surtTable keeps printable ASCII, except space, "#" and "%". All other octets are percent-encoded.
var surtTable = percent.NewTable(ascii.Unreserved, "!\"$&'()*+,/:;<=>?@[\\]^`{|}")

// A surtURL holds the components of a URL while its SURT is built.
type surtURL struct {
	scheme string
	host   string // "" if absent
	port   int    // 0 if absent
	path   string
	query  string // "" if absent
}

func surtForm(url string) (string, error) {
	switch {
	case url == "":
		return "-", nil
	case strings.HasPrefix(url, "filedesc"): // a record that describes a file of the archive
		return url, nil
	}
	u, err := splitSURT(url)
	if err != nil {
		return "", err
	}
	if u.host != "" {
		if u.host, err = surtHost(u.host, url, u.scheme != "dns"); err != nil {
			return "", err
		}
	}
	path := unescaped(u.path)
	if u.host != "" { // without a host, the path has no directories
		path = collapse(path)
	}
	if u.port == defaultPorts[ascii.ToLower(u.scheme)] {
		u.port = 0
	}
	u.path = withoutPathSessions(lower(percent.AppendEncode(nil, path, &surtTable)))
	if len(u.path) > 1 {
		u.path = strings.TrimSuffix(u.path, "/")
	}
	query := lower(percent.AppendEncode(nil, unescaped(u.query), &surtTable))
	u.query = sorted(strings.Split(withoutQuerySessions(query), "&"))
	return u.write(), nil
}

func (u *surtURL) write() string {
	out := u.scheme + ":"
	if u.host != "" {
		labels := strings.Split(u.host, ".")
		slices.Reverse(labels)
		out = strings.Join(labels, ",")
		if u.port != 0 {
			out += ":" + strconv.Itoa(u.port)
		}
		out += ")"
	}
	if u.query == "" {
		return out + u.path
	}
	return out + cmp.Or(u.path, "/") + "?" + u.query
}

func splitSURT(url string) (u surtURL, err error) {
	s := ascii.WithoutNewlines(strings.Trim(url, " \t\n\r\v\f"))
	if s == "" {
		return u, fault(&ruleBlank, url, len(url), urlerr.NoComponent)
	}
	if ascii.SchemeColon(s) == 0 {
		s = "http://" + s
	}
	for {
		rest, ok := withoutHTTP(s)
		if _, again := withoutHTTP(rest); !ok || !again {
			break
		}
		s = rest
	}
	u.scheme, s, _ = strings.Cut(s, ":")
	s, _, _ = strings.Cut(s, "#")
	s, u.query, _ = strings.Cut(s, "?")
	netloc := ""
	u.path = s
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		netloc, _, _ = strings.Cut(rest, "/")
		u.path = rest[len(netloc):]
	}
	if err := u.setHost(strings.TrimRight(netloc, ":"), url); err != nil {
		return u, err
	}
	if u.host == "" && u.path != "" && strings.HasPrefix(u.scheme, "http") {
		u.host, u.path, _ = strings.Cut(strings.TrimLeft(u.path, "/"), "/")
		u.path = "/" + u.path
	}
	return u, nil
}

// withoutHTTP returns s without the prefix "http://" or "https://", and reports whether it had one of them.
func withoutHTTP(s string) (string, bool) {
	if rest, ok := strings.CutPrefix(s, "http://"); ok {
		return rest, true
	}
	return strings.CutPrefix(s, "https://")
}

// setHost sets host and port of u to the values of Python's attributes hostname and port.
func (u *surtURL) setHost(netloc, url string) error {
	hostPort := netloc[strings.LastIndexByte(netloc, '@')+1:]
	var host, port string
	if _, bracketed, ok := strings.Cut(hostPort, "["); ok {
		host, port, _ = strings.Cut(bracketed, "]")
		_, port, _ = strings.Cut(port, ":")
	} else {
		host, port, _ = strings.Cut(hostPort, ":")
	}
	// The text after "%", a zone, keeps its case. This only affects text that IDNA does not allow.
	name, zone, hasZone := strings.Cut(host, "%")
	u.host = lower([]byte(name))
	if hasZone {
		u.host += "%" + zone
	}
	if port == "" {
		return nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return fault(&rulePort, url, strings.LastIndex(url, port), urlerr.Port)
	}
	u.port = int(n)
	return nil
}

// surtHost returns the host in its canonical form, with the labels still in the original order.
func surtHost(host, url string, massage bool) (string, error) {
	raw := unescaped(host)
	if ascii.Prefix(raw) != len(raw) {
		if name, ok := nameprep.AppendToASCII(nil, string(bytes.ToValidUTF8(raw, nil))); ok {
			raw = name
		}
	}
	host = strings.Trim(strings.ReplaceAll(string(raw), "..", "."), ".")
	if ip, ok, err := attemptIPv4(host, url); err != nil {
		return "", err
	} else if ok {
		host = ip
	} else {
		host = lower(percent.AppendEncode(nil, lower([]byte(host)), &surtTable))
	}
	if massage {
		host = withoutWWW(host)
	}
	return host, nil
}

// withoutWWW removes a prefix "www.", "www1." and so on.
func withoutWWW(host string) string {
	rest, ok := strings.CutPrefix(host, "www")
	rest = strings.TrimLeft(rest, "0123456789")
	if ok && strings.HasPrefix(rest, ".") {
		return rest[1:]
	}
	return host
}

// attemptIPv4 returns host as an IPv4 address, and reports whether it is one. If host is a single number, ip is made of
// its lowest 32 bits. Decimal and octal numbers with dots between them are parsed like inet_aton.
func attemptIPv4(host, url string) (ip string, ok bool, err error) {
	const maxDigits = 4300 // CPython's limit on the digits of an int
	if host == "" || !ascii.Is(host[0], ascii.Digit) || strings.Trim(host, "0123456789.") != "" {
		return "", false, nil
	}
	if strings.Contains(host, ".") {
		if host[0] == '0' && strings.ContainsAny(host, "89") {
			return "", false, nil // the package requires octal numbers after a leading "0"
		}
		addr, ok := ipaddr.IPv4(host)
		return addr.String(), ok, nil
	}
	if len(host) > maxDigits {
		return "", false, fault(&ruleNumber, url, -1, urlerr.Host)
	}
	n := uint32(0)
	for i := range len(host) {
		n = 10*n + uint32(host[i]-'0')
	}
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, n))).String(), true, nil
}

// defaultPorts lists the ports that SURT omits.
var defaultPorts = map[string]int{"http": 80, "https": 443}

// unescaped decodes s until no percent-encoding remains. One pass from left to right is enough, because a decoded byte
// can only complete a percent-encoding that ends at this byte. Percent-encodings do not overlap, so their order does
// not matter.
func unescaped(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		out = append(out, s[i])
		for n := len(out); n >= 3 && out[n-3] == '%' && ascii.Is(out[n-2], ascii.HexDigit) &&
			ascii.Is(out[n-1], ascii.HexDigit); n = len(out) {
			out[n-3] = ascii.Unhex[out[n-2]]<<4 | ascii.Unhex[out[n-1]]
			out = out[:n-2]
		}
	}
	return out
}

// collapse removes dot segments, empty segments, and the text before the first slash of path. A ".." without a segment
// to remove stays. The result ends in a slash.
func collapse(path []byte) []byte {
	var kept [][]byte
	for i, segment := range bytes.Split(path, []byte{'/'}) {
		switch {
		case i == 0 || string(segment) == ".":
		case string(segment) == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		default:
			kept = append(kept, segment)
		}
	}
	out := []byte{'/'}
	for _, segment := range kept {
		if out = append(out, segment...); len(segment) != 0 {
			out = append(out, '/')
		}
	}
	return out
}

// sorted sorts the fields of a query by name, then by value, and joins them. A field without "=" comes before a field
// with an empty value.
func sorted(fields []string) string {
	slices.SortFunc(fields, func(a, b string) int {
		nameA, _, _ := strings.Cut(a, "=")
		nameB, _, _ := strings.Cut(b, "=")
		return cmp.Or(strings.Compare(nameA, nameB), strings.Compare(a, b))
	})
	return strings.Join(fields, "&")
}

// lower converts the ASCII letters of s to lower case, in place.
func lower(s []byte) string {
	ascii.LowerBytes(s)
	return string(s)
}
