package audit

import (
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// backslashInUserinfo reports whether url has a backslash and a colon before the last "@" of the authority, as in
// http://DOMAIN\user:password@proxy/. Browsers end the host at the backslash. Python and curl read a password.
func backslashInUserinfo(url string) bool {
	_, authority, _ := strings.Cut(ascii.WithoutNewlines(url), "//")
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	userinfo := authority[:max(0, strings.LastIndexByte(authority, '@'))]
	return strings.IndexByte(userinfo, '\\') >= 0 && strings.IndexByte(userinfo, ':') >= 0
}

// hideInner hides passwords of URLs in rest, which is the path, query and fragment of u. It leaves URLs of JDBC to
// [urlerr.Redact].
func hideInner(rest string, u whatwg.URL) string {
	front := u.Protocol()
	jdbc := jdbcIndex(front + rest)
	shown, at := hideURLs(rest, u, jdbc-len(front))
	if jdbc < 0 {
		return shown
	}
	text, at := front+shown, at+len(front)
	if before := "jdbc:"; strings.HasPrefix(text[at:], mask) { // parameters can follow
		text = text[:at] + strings.TrimPrefix(urlerr.Redact(before+text[at:]), before)
	} else {
		text = text[:at] + urlerr.Redact(text[at:])
	}
	return text[len(front):]
}

// jdbcIndex returns the index of "jdbc:" in s, escaped any number of times, or -1.
func jdbcIndex(s string) int {
	const jdbc = "jdbc:"
	start, found := 0, 0
	for i := 0; i < len(s); {
		c, _, next := decodedAt(s, i)
		if ascii.Is(c, ascii.Upper) {
			c |= 0x20
		}
		switch {
		case c == jdbc[0]:
			start, found = i, 1
		case c == jdbc[found]:
			found++
		case ascii.Is(c, ascii.TabOrNewline): // as in urlerr.Redact
		default:
			found = 0
		}
		if found == len(jdbc) {
			return start
		}
		i = next
	}
	return -1
}

// hideURLs hides passwords of URLs in rest, which is the path, query and fragment of u. The URLs can be escaped any
// number of times. A password is the text from the first colon of an authority to its last "@".
//
// An authority begins after two slashes, after a colon and a slash, or directly after a web scheme. If u has no host,
// rest can begin with an authority. If the scheme of u is not registered, rest can begin with a password.
//
// If the text after the colon is not a port, the delimiter that ends the authority can belong to an unescaped password.
// Everything up to the last "@" of rest is then hidden.
//
// followed is the offset in shown of rest[follow], or of the mask that hides it.
func hideURLs(rest string, u whatwg.URL, follow int) (shown string, followed int) {
	if strings.IndexByte(rest, '@') < 0 && !strings.Contains(rest, "40") {
		return rest, follow
	}
	var b strings.Builder
	done, followed := 0, follow
	hide := func(start, end int) {
		b.WriteString(rest[done:start])
		switch {
		case follow >= end:
			followed = b.Len() + len(mask) + follow - end
		case follow >= start:
			followed = b.Len()
		}
		b.WriteString(mask)
		done = end
	}
	inside := u.HostKind() == whatwg.NoHost // in what may be an authority
	level := 0                              // how often the delimiters of the authority are escaped
	colon, at, last := -1, -1, -1           // after the first colon, the last "@" of the authority, the last "@" of all
	open := -1                              // the start of a password that may be unescaped
	if inside && scheme.Lookup(strings.TrimSuffix(u.Protocol(), ":")).Status == scheme.Unregistered {
		colon = 0
	}
	slashes, least := 0, 0 // the number of slashes before i, and how often they are escaped
	query := false         // "&" separates parameters
	for i := 0; i <= len(rest); {
		c, depth, next := decodedAt(rest, i)
		slash := c == '/' || c == '\\'
		if !slash && slashes >= 2 && !inside {
			inside, level = true, least
		}
		if i == len(rest) || inside && endsAuthority(c, depth, level, query) {
			switch {
			case !inside || colon < 0 || open >= 0:
			case at > colon:
				hide(colon, at)
			case !isPort(rest[colon:min(i, len(rest))]):
				open = colon
			}
			inside, colon, at = false, -1, -1
		}
		switch {
		case c == ':' && inside && colon < 0:
			colon = next
		case c == '@':
			at, last = i, i
		}
		switch {
		case slash && slashes == 0:
			slashes, least = 1, depth
		case slash:
			slashes, least = slashes+1, min(least, depth)
		case c == ':':
			slashes, least = 1, depth // the colon counts as a slash
			if endsInWebScheme(rest[:i]) {
				slashes = 2
			}
		default:
			slashes = 0
		}
		query = query || depth == 0 && (c == '?' || c == '#')
		i = next
	}
	if open >= 0 && last > open {
		hide(open, last)
	}
	return b.String() + rest[done:], followed
}

// endsInWebScheme reports whether s ends in a scheme after which browsers need no slashes.
func endsInWebScheme(s string) bool {
	for _, name := range webSchemes {
		i := len(s) - len(name)
		if i < 0 || !ascii.EqualFold(s[i:], name) {
			continue
		}
		if i == 0 || !ascii.Is(s[i-1], ascii.Alpha) || i >= 3 && s[i-3] == '%' {
			return true
		}
	}
	return false
}

// isPort reports whether s has at most five characters, all digits.
func isPort(s string) bool { return len(s) <= 5 && ascii.All(s, ascii.Digit) }

// endsAuthority reports whether c, escaped depth times, ends an authority that is escaped level times, or the parameter
// that contains it. query reports whether the authority is in a query.
func endsAuthority(c byte, depth, level int, query bool) bool {
	if c == '&' {
		return query && depth < max(level, 1)
	}
	return strings.IndexByte(`/\?#`, c) >= 0 && depth <= level
}

// decodedAt returns the byte at s[i:] after all decoding, how often it is escaped, and the index after it. At the end
// of s the byte is zero.
func decodedAt(s string, i int) (c byte, depth, next int) {
	next = i + 1
	switch {
	case i >= len(s):
		return 0, 0, next
	case s[i] != '%':
		return s[i], 0, next
	}
	for depth = 1; strings.HasPrefix(s[next:], "25"); depth++ {
		next += 2
	}
	if percent.IsEscape(s, next-1) {
		return ascii.Unhex[s[next]]<<4 | ascii.Unhex[s[next+1]], depth, next + 2
	}
	return '%', 0, next
}
