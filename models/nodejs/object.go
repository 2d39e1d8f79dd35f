package nodejs

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// An object is a result of url.parse. Node's null is "", unless a field says otherwise.
type object struct {
	bare     bool   // a path and perhaps a query, which are written as they were
	scheme   string // lower case, without ":"
	slashes  bool
	auth     string // decoded
	hasAuth  bool
	host     string // hostname and port, with brackets
	hasHost  bool
	port     string
	hostname string // without brackets
	path     string
	search   string // with "?"
	hash     string // with "#"
}

// setHost sets the host. name is the host without port.
func (u *object) setHost(name, hostname string) {
	u.hostname, u.host = hostname, name
	if u.port != "" {
		u.host += ":" + u.port
	}
}

// append appends the URL as url.format returns it, and sets at to the spans of the components. Values that the URL has
// in another form follow it; href is its length.
func (u *object) append(dst []byte, at *reading.Spans) (text []byte, href int) {
	put := func(c urlerr.Component, value string) {
		at.Set(c, len(dst), len(dst)+len(value))
		dst = append(dst, value...)
	}
	if u.scheme != "" {
		put(urlerr.Scheme, u.scheme)
		dst = append(dst, ':')
	}
	slash := false
	if u.slashes || isSlashed(u.scheme) {
		if u.slashes || u.host != "" {
			dst = append(dst, "//"...)
			slash = u.path != "" && u.path[0] != '/'
		} else if u.scheme == "file" {
			dst = append(dst, "//"...)
		}
	}
	encoded := encode(u.auth)
	if u.hasHost {
		start := len(dst)
		if u.auth != "" && u.host != "" {
			u.putUserinfo(at, len(dst), encoded)
			dst = append(append(dst, encoded...), '@')
		}
		host := len(dst)
		dst = append(dst, u.host...)
		if strings.HasPrefix(u.host, "[") {
			host++
		}
		at.Set(urlerr.Host, host, host+len(u.hostname))
		if u.port != "" {
			at.Set(urlerr.Port, len(dst)-len(u.port), len(dst))
		}
		at.Set(urlerr.Authority, start, len(dst))
	}
	if slash {
		dst = append(dst, '/')
	}
	if u.path != "" {
		put(urlerr.Path, u.path)
	}
	if u.search != "" {
		dst = append(dst, '?')
		put(urlerr.Query, u.search[1:])
	}
	if u.hash != "" {
		dst = append(dst, '#')
		put(urlerr.Fragment, u.hash[1:])
	}
	href = len(dst)
	if u.hasAuth && (u.auth == "" || u.host == "" || u.auth != encoded) {
		u.putUserinfo(at, len(dst), u.auth)
		dst = append(dst, u.auth...)
	}
	return dst, href
}

// putUserinfo sets the spans of a userinfo at offset start.
func (u *object) putUserinfo(at *reading.Spans, start int, userinfo string) {
	end := start + len(userinfo)
	at.Set(urlerr.Userinfo, start, end)
	if colon := strings.IndexByte(userinfo, ':'); colon >= 0 {
		at.Set(urlerr.Username, start, start+colon)
		at.Set(urlerr.Password, start+colon+1, end)
	} else {
		at.Set(urlerr.Username, start, end)
	}
}

const upperHex = "0123456789ABCDEF"

// escapeBytes returns s with the bytes escaped that escaped selects.
func escapeBytes(s string, escaped func(c byte) bool) string {
	var b []byte
	done := 0
	for i := range len(s) {
		if c := s[i]; escaped(c) {
			b = append(append(b, s[done:i]...), '%', upperHex[c>>4], upperHex[c&15])
			done = i + 1
		}
	}
	if done == 0 {
		return s
	}
	return string(append(b, s[done:]...))
}

// escapeUnsafe escapes the characters that url.parse escapes in paths, queries and fragments.
func escapeUnsafe(s string) string {
	return escapeBytes(s, func(c byte) bool { return strings.IndexByte("\t\n\r \"'<>\\^`{|}", c) >= 0 })
}

// encode escapes a userinfo.
func encode(auth string) string {
	return escapeBytes(auth, func(c byte) bool {
		return c >= utf8.RuneSelf || !ascii.Is(c, ascii.Alpha|ascii.Digit) && strings.IndexByte("!'()*-._~:", c) < 0
	})
}

// decode decodes s like decodeURIComponent, and returns -1 or the offset of the escape that is not UTF-8.
func decode(s string) (string, int) {
	if !strings.Contains(s, "%") {
		return s, -1
	}
	var out []byte
	for i := 0; i < len(s); {
		if s[i] != '%' {
			out = append(out, s[i])
			i++
			continue
		}
		var octets [utf8.UTFMax]byte
		n := 0
		for j := i; n < len(octets) && j+2 < len(s) && s[j] == '%' && ascii.Is(s[j+1], ascii.HexDigit) &&
			ascii.Is(s[j+2], ascii.HexDigit); j += 3 {
			octets[n] = hexValue(s[j+1])<<4 | hexValue(s[j+2])
			n++
		}
		r, size := utf8.DecodeRune(octets[:n])
		if size == 0 || r == utf8.RuneError && size == 1 {
			return "", i
		}
		out = append(out, octets[:size]...)
		i += 3 * size
	}
	return string(out), -1
}

func hexValue(c byte) byte {
	if c > '9' {
		return c&0x0F + 9
	}
	return c & 0x0F
}
