package urlerr

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

const excerptLen = 100

const mask = "***"

// atSigns and colons list "@" and ":", and the characters that NFKC maps to them. Percent-encodings are searched
// separately.
var (
	atSigns = [...]string{"@", "\ufe6b", "\uff20"}
	colons  = [...]string{":", "\u2a74", "\ufe13", "\ufe55", "\uff1a"}
)

// Redact returns s with "***" in place of every text that some dialect could parse as a password: from the first colon
// after the scheme and its slashes to the last at sign. The colon and the at sign can be percent-encoded, any number of
// times, or be compatibility forms.
//
// Redact ignores the end of the authority, because dialects disagree about it, and because a URL can contain another
// URL. So it may mask more than a password.
//
// Two forms have no password: an address after "mailto:", and an at sign in the path of a URL with a plain host, such
// as "https://h/@scope/pkg:1@2". Before the at sign, this path has at most one colon, and no "//", ":/" or
// percent-encodings.
//
// After "jdbc:", Redact masks all text from the value of the first parameter with a name that suggests a password or a
// token. The parameter may be percent-encoded. Redact ignores tabs and newlines, since browsers and Python remove them.
func Redact(s string) string {
	start, end := secret(s)
	if start == end {
		return s
	}
	return s[:start] + mask + s[end:]
}

// Excerpt returns about 100 bytes of input around offset, redacted like [Redact]. "…" marks a side that was cut.
func Excerpt(input string, offset int) string {
	excerpt, _ := ExcerptAt(input, offset)
	return excerpt
}

// ExcerptAt returns the result of [Excerpt], and the offset at which the excerpt has the byte input[offset]. If the
// byte is masked, at is the offset of the mask. If offset is negative, at is -1.
func ExcerptAt(input string, offset int) (excerpt string, at int) {
	start, end := secret(input) // search the whole input, since the excerpt can begin inside a password
	return excerptAt(input, offset, start, end)
}

// excerptAt returns the results of ExcerptAt. The text to mask is input[start:end].
func excerptAt(input string, offset, start, end int) (excerpt string, at int) {
	lo, hi := window(input, offset)
	var b strings.Builder
	if lo > 0 {
		b.WriteString("…")
	}
	at = max(-1, b.Len()+offset-lo)
	start, end = max(start, lo), min(end, hi)
	if start < end {
		b.WriteString(input[lo:start])
		if offset >= start {
			at = b.Len()
		}
		b.WriteString(mask)
		if offset >= end {
			at = b.Len() + offset - end
		}
		lo = end
	}
	b.WriteString(input[lo:hi])
	if hi < len(input) {
		b.WriteString("…")
	}
	return b.String(), at
}

// window returns the bounds of the excerpt, which are not inside a character.
func window(input string, offset int) (lo, hi int) {
	if len(input) <= excerptLen {
		return 0, len(input)
	}
	lo = min(max(0, offset-excerptLen/2), len(input)-excerptLen)
	hi = lo + excerptLen
	for n := 0; n < utf8.UTFMax && lo > 0 && !utf8.RuneStart(input[lo]); n++ {
		lo--
	}
	for n := 0; n < utf8.UTFMax && hi < len(input) && !utf8.RuneStart(input[hi]); n++ {
		hi++
	}
	return lo, hi
}

func isDropped(c byte) bool { return ascii.Is(c, ascii.TabOrNewline) }

// secret returns the bounds of the text to mask, which can be empty.
func secret(s string) (start, end int) {
	text := ascii.WithoutNewlines(s)
	start, end = secretOf(text)
	if start == end || len(text) == len(s) {
		return start, end
	}
	return offsetIn(s, start), offsetIn(s, end)
}

// offsetIn returns the offset in s of the byte that has offset n after tabs and newlines are removed from s.
func offsetIn(s string, n int) int {
	for i := range len(s) {
		switch {
		case isDropped(s[i]):
		case n == 0:
			return i
		default:
			n--
		}
	}
	return len(s)
}

func secretOf(s string) (start, end int) {
	start, end = userinfo(s)
	if value := jdbcSecret(s); value >= 0 {
		if start == end || value < start {
			start = value
		}
		end = len(s)
	}
	return start, end
}

// secretNames lists parts of the names of JDBC parameters with secrets, such as trustStorePassword.
var secretNames = [...]string{"pass", "pwd", "secret", "token"}

// jdbcSecret returns the offset of the value of the first secret parameter after "jdbc:", or -1 if there is none.
// Depending on the driver, parameters are delimited by ";", "?", "&", "(" or a comma.
func jdbcSecret(s string) int {
	i := afterJDBC(s)
	if i < 0 {
		return -1
	}
	var name []byte
	for i < len(s) {
		c, next := decodedAt(s, i)
		switch {
		case c == '=':
			name = bytes.ToLower(name)
			for _, secret := range secretNames {
				if bytes.Contains(name, []byte(secret)) {
					return next
				}
			}
			name = name[:0]
		case strings.IndexByte(";?&(,", c) >= 0:
			name = name[:0]
		case isDropped(c): // skip it in a percent-encoded URL
		default:
			name = append(name, c)
		}
		i = next
	}
	return -1
}

// afterJDBC returns the offset after the first "jdbc:" in s, or -1 if there is none.
func afterJDBC(s string) int {
	const jdbc = "jdbc:"
	for i, found := 0, 0; i < len(s); {
		if found == 0 && s[i]|0x20 != jdbc[0] && s[i] != '%' { // the common case
			i++
			continue
		}
		c, next := decodedAt(s, i)
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		switch {
		case c == jdbc[found]:
			found++
		case c == jdbc[0]:
			found = 1
		case isDropped(c): // skip it in a percent-encoded URL
		default:
			found = 0
		}
		if found == len(jdbc) {
			return next
		}
		i = next
	}
	return -1
}

// decodedAt returns the byte at s[i], decoded as often as it is percent-encoded, and the offset after it.
func decodedAt(s string, i int) (c byte, next int) {
	next = i + 1
	if s[i] != '%' {
		return s[i], next
	}
	for strings.HasPrefix(s[next:], "25") {
		next += 2
	}
	if len(s) < next+2 || ascii.Unhex[s[next]]|ascii.Unhex[s[next+1]] > 15 {
		return '%', next
	}
	return ascii.Unhex[s[next]]<<4 | ascii.Unhex[s[next+1]], next + 2
}

// userinfo returns the bounds of the password in a userinfo.
func userinfo(s string) (start, end int) {
	end = lastEscaped(s, "40")
	for _, at := range atSigns {
		if strings.IndexByte(s, at[0]) >= 0 { // usually false
			end = max(end, strings.LastIndex(s, at))
		}
	}
	if end < 0 || isAddress(s[:end]) || isPath(s[:end]) {
		return 0, 0
	}
	authority := s[authorityStart(s[:end]):end]
	first, after := firstEscaped(authority)
	for _, colon := range colons {
		if i := strings.Index(authority[:first], colon); i >= 0 {
			first, after = i, i+len(colon)
		}
	}
	return end - len(authority) + after, end
}

// isAddress reports whether s is "mailto:" and the local part of a mail address, without delimiters of a URL.
func isAddress(s string) bool {
	const mailto = "mailto:"
	return len(s) >= len(mailto) && strings.EqualFold(s[:len(mailto)], mailto) &&
		isPlain(s[len(mailto):], ".!$'*+-=^_`{|}~")
}

// isPath reports whether s begins with a scheme, a plain host and a slash, and the path does not look like another URL.
func isPath(s string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || !isPlain(scheme, "+-.") {
		return false
	}
	slash := strings.IndexByte(rest, '/')
	if slash <= 0 || !isPlain(rest[:slash], "-._") {
		return false
	}
	path := rest[slash:]
	return isPlain(path, "!$&'()*+,-./:;=@[]_|~") && strings.Count(path, ":") <= 1 && !strings.Contains(path, "//") &&
		!strings.Contains(path, ":/") && afterJDBC(path) < 0
}

func isPlain(s, marks string) bool {
	for i := range len(s) {
		if !ascii.Is(s[i], ascii.Alpha|ascii.Digit) && strings.IndexByte(marks, s[i]) < 0 {
			return false
		}
	}
	return true
}

// lastEscaped returns the offset of the last percent-encoding of code, or -1 if there is none. A percent-encoding that
// is encoded again also counts: "%", any number of "25", and code.
func lastEscaped(s, code string) int {
	if strings.IndexByte(s, '%') < 0 {
		return -1
	}
	for {
		i := strings.LastIndex(s, code)
		if i < 0 {
			return -1
		}
		n := i
		for n >= 2 && s[n-2:n] == "25" {
			n -= 2
		}
		if n > 0 && s[n-1] == '%' {
			return n - 1
		}
		s = s[:i+1] // the text after the first digit of code
	}
}

// firstEscaped returns the bounds of the first percent-encoded colon of s. Both are len(s) if there is no such colon.
// The colon can be encoded several times.
func firstEscaped(s string) (start, end int) {
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], '%')
		if n < 0 {
			break
		}
		start = i + n
		for i = start + 1; strings.HasPrefix(s[i:], "25"); i += 2 {
		}
		if len(s) >= i+2 && s[i] == '3' && s[i+1]|0x20 == 'a' {
			return start, i + 2
		}
	}
	return len(s), len(s)
}

// authorityStart returns the length of the scheme, its colon and the slashes at the start of s. It skips white space
// and controls, and a backslash is a slash. With fewer than two slashes it returns 0: the colon could then belong to
// the userinfo, and a single slash could begin a password.
func authorityStart(s string) int {
	i := 0
	for i < len(s) && s[i] != ':' && s[i] != '/' && s[i] != '\\' {
		i++
	}
	if i < len(s) && s[i] == ':' {
		i++
	}
	slashes := 0
	for i < len(s) && (s[i] == '/' || s[i] == '\\' || s[i] <= ' ') {
		if s[i] > ' ' {
			slashes++
		}
		i++
	}
	if slashes < 2 {
		return 0
	}
	return i
}

// characterAt returns the character or the percent-encoding at offset, or "" if offset is not in s.
func characterAt(s string, offset int) string {
	if offset < 0 || offset >= len(s) {
		return ""
	}
	s = s[offset:]
	if s[0] == '%' && len(s) >= 3 && ascii.Unhex[s[1]]|ascii.Unhex[s[2]] < 16 {
		return s[:3]
	}
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}
