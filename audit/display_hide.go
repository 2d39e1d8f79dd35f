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
// http://DOMAIN\user:password@proxy/. Browsers end the host at the backslash. Python and curl find a password after the
// colon.
func backslashInUserinfo(url string) bool {
	_, authority, _ := strings.Cut(ascii.WithoutNewlines(url), "//")
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	userinfo := authority[:max(0, strings.LastIndexByte(authority, '@'))]
	return strings.IndexByte(userinfo, '\\') >= 0 && strings.IndexByte(userinfo, ':') >= 0
}

// hideInner hides the passwords of URLs inside rest, the path, query and fragment of u. It uses [urlerr.Redact] for
// JDBC URLs.
func hideInner(rest string, u whatwg.URL) string {
	front := u.Protocol()
	jdbc := jdbcIndex(front + rest)
	shown, at := hideURLs(rest, u, jdbc-len(front))
	if jdbc < 0 {
		return shown
	}
	text, at := front+shown, at+len(front)
	if before := "jdbc:"; strings.HasPrefix(text[at:], mask) { // parameters can follow the mask
		text = text[:at] + strings.TrimPrefix(urlerr.Redact(before+text[at:]), before)
	} else {
		text = text[:at] + urlerr.Redact(text[at:])
	}
	return text[len(front):]
}

// jdbcIndex returns the index of "jdbc:" in s, or -1 if s does not contain it. The letters can be escaped any number of
// times.
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
		case ascii.Is(c, ascii.TabOrNewline): // skipped, as in urlerr.Redact
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

// hideURLs hides the passwords of URLs inside rest, the path, query and fragment of u. The URLs can be escaped any
// number of times. A password is the text between the first colon of an authority and the last "@" of the authority.
//
// An authority begins after two slashes, after a colon and a slash, or directly after a web scheme. If u has no host,
// rest can begin with an authority. If the scheme of u is not registered, rest can begin with a password.
//
// A password can contain an unescaped delimiter, at which the authority seems to end. hideURLs expects such a password
// if the authority has no "@" after the colon, and the text after the colon is not a port. Then it hides everything
// between the colon and the last "@" of rest.
//
// The result followed is the offset in shown of the byte rest[follow]. If this byte is hidden, followed is the offset
// of its mask.
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
	inside := u.HostKind() == whatwg.NoHost // whether i is in a possible authority
	level := 0                              // number of times that the delimiters of the authority are escaped
	// offset after the first colon of the authority, offset of its last "@", and offset of the last "@" of rest
	colon, at, last := -1, -1, -1
	open := -1 // start of a password that may contain delimiters, or -1 if none is open
	if inside && !scheme.Lookup(strings.TrimSuffix(u.Protocol(), ":")).IsRegistered() {
		colon = 0
	}
	slashes, least := 0, 0 // number of slashes before i, and the least number of times that one is escaped
	query := false         // whether i is in a query, where "&" separates parameters
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

// endsInWebScheme reports whether s ends in a web scheme. After such a scheme, browsers do not need slashes before the
// authority.
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

func isPort(s string) bool { return len(s) <= 5 && ascii.All(s, ascii.Digit) }

// endsAuthority reports whether c ends an authority, or the parameter that contains the authority. c is escaped depth
// times, and the delimiters of the authority are escaped level times. query says whether the authority is in a query.
func endsAuthority(c byte, depth, level int, query bool) bool {
	if c == '&' {
		return query && depth < max(level, 1)
	}
	return strings.IndexByte(`/\?#`, c) >= 0 && depth <= level
}

// decodedAt decodes the byte or escape at s[i:] until no escape remains. It returns the decoded byte, the number of
// decodings, and the index of the next byte or escape. At the end of s, c is zero.
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
		return percent.Octet(s, next-1), depth, next + 2
	}
	return '%', 0, next
}
