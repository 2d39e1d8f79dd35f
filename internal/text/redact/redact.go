// Package redact finds the secrets in a URL: passwords, user names that can be tokens, and values of parameters. It
// does not depend on a dialect, because dialects disagree about the place of the password.
package redact

import (
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/clean"
	"earl.example/internal/text/percent"
)

// Mask replaces a secret.
const Mask = "***"

// A Span is the place of a secret: s[Start:End].
type Span struct{ Start, End int }

// Replace returns s with [Mask] in place of each span.
func Replace(s string, spans []Span) string { return ReplaceBy(s, spans, Mask) }

// ReplaceBy returns s with the text mask in place of each span.
func ReplaceBy(s string, spans []Span, mask string) string {
	if len(spans) == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(spans)*len(mask))
	done := 0
	for _, x := range spans {
		b.WriteString(s[done:x.Start])
		b.WriteString(mask)
		done = x.End
	}
	b.WriteString(s[done:])
	return b.String()
}

// Append appends the secrets of s to dst, in order. It finds every text that some dialect could parse as a password,
// user names that can be tokens, and the parameters of JDBC URLs. If query is true, it finds secret parameters of other
// URLs too.
func Append(dst []Span, s string, query bool) []Span {
	if isHarmless(s) {
		return dst
	}
	text, origin := clean.Text(s, false, true)
	x := scanner{s: text}
	dst = x.inner(dst, false)
	password := userinfo(text)
	dst, rest := parameters(append(dst, password), text, query)
	if rest < len(text) {
		dst = append(dst, Span{min(rest, password.Start), len(text)})
	}
	dst = union(dst)
	for i, x := range dst {
		dst[i] = Span{origin.Start(x.Start), origin.Start(x.End)}
	}
	return dst
}

// isHarmless reports whether no unit of s is "@" or "=", without which there is no secret.
func isHarmless(s string) bool {
	for i := 0; i < len(s); {
		c, _, next := unitAt(s, i)
		if c == '@' || c == '=' || ascii.Is(c, ascii.TabOrNewline) {
			return false
		}
		i = next
	}
	return true
}

// AppendInner appends the secrets of URLs inside s[from:], the path, query and fragment of a URL, to dst. s[:from] is
// the scheme and its colon. If opaque is true, s[from:] can begin with a userinfo; if secret is true too, with a
// password.
//
// A password can contain an unescaped delimiter, at which the authority seems to end. AppendInner expects such a
// password if the authority has no "@" after its first colon, and the text after the colon is not a port. Then it
// appends all text between the colon and the last "@" of s.
func AppendInner(dst []Span, s string, from int, opaque, secret bool) []Span {
	x := scanner{s: s, next: from}
	x.scan()
	if opaque {
		dst = x.authority(dst, true, true, secret)
	}
	dst = x.inner(dst, true)
	start := jdbc(s).Start
	for _, secret := range Append(nil, s[start:], false) {
		dst = append(dst, Span{start + secret.Start, start + secret.End})
	}
	return union(dst)
}

// AppendTelemetry appends the parts of the URL s that OpenTelemetry wants to be redacted, and the secrets that
// [Append] finds without query. The values of parameters with the given names are such parts, and so is the userinfo.
func AppendTelemetry(dst []Span, s string, names []string) []Span {
	dst = Append(dst, s, false)
	if i := strings.Index(s, "//"); i >= 0 {
		start := i + len("//")
		authority := s[start:ascii.IndexFrom(s, start, ascii.SpecialEnd)]
		if end := strings.LastIndexByte(authority, '@'); end >= 0 {
			user, _, _ := strings.Cut(authority[:end], ":")
			dst = append(dst, Span{start, start + len(user)}, Span{min(start+len(user)+1, start+end), start + end})
		}
	}
	before, _, _ := strings.Cut(s, "#")
	_, query, _ := strings.Cut(before, "?")
	at := len(before) - len(query)
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, ok := strings.Cut(pair, "="); ok && slices.Contains(names, name) {
			dst = append(dst, Span{at + len(pair) - len(value), at + len(pair)})
		}
		at += len(pair) + len("&")
	}
	return union(dst)
}

// tokenStarts lists the first characters of tokens that services use as user names.
var tokenStarts = [...]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-", "sk_", "npm_",
	"hf_"}

// LooksLikeToken reports whether a user name without a password is probably a token. [Append] also masks shorter names.
func LooksLikeToken(user string) bool {
	return len(user) >= longName || slices.ContainsFunc(tokenStarts[:], func(start string) bool {
		return strings.HasPrefix(user, start)
	})
}

// union sorts spans, joins spans that overlap or touch, and removes empty spans.
func union(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	all := spans[:0]
	for _, x := range spans {
		last := len(all) - 1
		switch {
		case x.Start == x.End:
		case last >= 0 && x.Start <= all[last].End:
			all[last].End = max(all[last].End, x.End)
		default:
			all = append(all, x)
		}
	}
	return all
}

// isOneOf reports whether chars contains c. strings.ContainsRune is slow for bytes above 0x7F.
func isOneOf(c byte, chars string) bool { return strings.IndexByte(chars, c) >= 0 }

// unitAt decodes the byte or percent-encoding at s[i:] until no percent-encoding remains. It returns the decoded byte,
// the number of decodings, and the offset of the next unit. It replaces characters that NFKC maps to ":" or "@".
func unitAt(s string, i int) (c byte, depth, next int) {
	c, next = s[i], i+1
	switch c {
	case 0xE2, 0xEF:
		switch wide := s[i:min(i+3, len(s))]; wide {
		case "\ufe6b", "\uff20":
			c, next = '@', i+len(wide)
		case "\u2a74", "\ufe13", "\ufe55", "\uff1a":
			c, next = ':', i+len(wide)
		}
	case '%':
		for depth = 1; strings.HasPrefix(s[next:], "25"); depth++ {
			next += 2
		}
		if percent.HexFollows(s, next-1) {
			return percent.Octet(s, next-1), depth, next + 2
		}
	}
	return c, 0, next
}

// A scanner reads the units of a text.
type scanner struct {
	s        string
	c        byte // the current unit, decoded
	depth    int  // number of decodings
	at, next int  // the current unit is s[at:next]
	slashes  int  // number of slashes before the current unit; a colon before them counts, and after a web scheme twice
	least    int  // the least depth of these slashes
	colon    int  // offset of the colon before these slashes, or 0
	query    bool // the current unit is after "?" or "#"
}

// scan reads the next unit. It returns false at the end of the text.
func (x *scanner) scan() bool {
	switch {
	case ascii.Is(x.c, ascii.AnySlash) && x.slashes == 0:
		x.slashes, x.least, x.colon = 1, x.depth, 0
	case ascii.Is(x.c, ascii.AnySlash):
		x.slashes, x.least = x.slashes+1, min(x.least, x.depth)
	case x.c == ':':
		x.slashes, x.least, x.colon = 1, x.depth, x.at
		if endsIn(x.s[:x.at], WebSchemes) {
			x.slashes++
		}
	default:
		x.slashes = 0
	}
	x.query = x.query || x.depth == 0 && (x.c == '?' || x.c == '#')
	x.at = x.next
	if x.isDone() {
		return false
	}
	x.c, x.depth, x.next = unitAt(x.s, x.at)
	return true
}

func (x *scanner) isDone() bool { return x.at >= len(x.s) }

// inner appends the secrets of every authority from the current unit on. An authority begins after two slashes, after a
// colon and a slash, or directly after a web scheme and its colon.
func (x *scanner) inner(dst []Span, passwords bool) []Span {
	for ; !x.isDone(); x.scan() {
		if x.slashes >= 2 && !ascii.Is(x.c, ascii.AnySlash) {
			dst = x.authority(dst, passwords, false, false)
		}
	}
	return dst
}

// authority appends the secrets of the authority that begins at the current unit: the user name if it can be a token,
// and the password if passwords is true. It stops at the unit after the authority. If opaque is true, there is no user
// name. If secret is true, the authority can begin with the password.
func (x *scanner) authority(dst []Span, passwords, opaque, secret bool) []Span {
	start, level, scheme := x.at, x.least, x.colon
	name, password, colon := start, start, secret // the ends of the user name and of the first colon, if there is one
	at := start                                   // offset of the last "@"
	for ; !x.isDone() && !x.endsAuthority(level); x.scan() {
		switch {
		case x.c == ':' && !colon:
			name, password, colon = x.at, x.next, true
		case x.c == '@':
			at = x.at
		}
	}
	if !colon || name > at {
		name = at
	}
	if !opaque && x.isToken(Span{start, name}, password < at && name < at, scheme) {
		dst = append(dst, Span{start, name})
	}
	if !passwords || !colon {
		return dst
	}
	port := x.s[password:x.at]
	if at <= password && (len(port) > 5 || !ascii.All(port, ascii.Digit)) {
		// the password can contain the unit after the authority
		for ; !x.isDone(); x.scan() {
			if x.c == '@' {
				at = x.at
			}
		}
	}
	return append(dst, Span{password, max(password, at)})
}

// endsAuthority reports whether the current unit ends an authority, or the parameter that contains the authority. The
// delimiters of the authority are encoded level times.
func (x *scanner) endsAuthority(level int) bool {
	if x.c == '&' {
		return x.query && x.depth < max(level, 1)
	}
	return isOneOf(x.c, `/\?#`) && x.depth <= level
}

// A user name of at least longName characters can be a token, and a user name of at most shortName characters cannot.
const (
	longName  = 20
	shortName = 4
)

// loginSchemes lists schemes of protocols in which users log in by name and send no token without a password.
var loginSchemes = []string{
	"ssh", "sftp", "scp", "rsync", "ftp", "ftps", "telnet", "sip", "sips", "xmpp", "imap", "imaps", "pop", "smtp", "ldap",
	"ldaps", "mysql", "mariadb", "postgres", "postgresql",
}

// WebSchemes lists the special schemes of the URL Standard except file. After them, browsers do not need slashes before
// the authority.
var WebSchemes = []string{"http", "https", "ws", "wss", "ftp"}

// isToken reports whether a user name can be a token. scheme is the offset of the colon after the scheme, or 0.
func (x *scanner) isToken(user Span, password bool, scheme int) bool {
	n := 0
	for y := (scanner{s: x.s[:user.End], next: user.Start}); y.scan(); {
		if y.c&0xC0 != 0x80 {
			n++
		}
	}
	switch {
	case n >= longName:
		return true
	case n <= shortName || password:
		return false
	}
	return !endsIn(x.s[:scheme], loginSchemes)
}

// endsIn reports whether s ends in one of the schemes.
func endsIn(s string, schemes []string) bool {
	for _, name := range schemes {
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

// userinfo returns the text that some dialect could parse as the password of s: from the first colon after the scheme
// and its slashes to the last "@". It ignores the end of the authority. If there is no such text, the span is empty, at
// the end of s.
func userinfo(s string) Span {
	none, end := Span{len(s), len(s)}, 0
	for x := (scanner{s: s}); x.scan(); {
		if x.c == '@' {
			end = x.at
		}
	}
	s = s[:end]
	if isAddress(s) || isPath(s) {
		return none
	}
	for x := (scanner{s: s, next: authorityStart(s)}); x.scan(); {
		if x.c == ':' && x.next < end {
			return Span{x.next, end}
		} else if x.c == ':' {
			break
		}
	}
	return none
}

// authorityStart returns the length of the scheme, its colon and the slashes at the start of s. It skips white space
// and controls, and a backslash is a slash. With fewer than two slashes it returns 0: the colon could then belong to
// the userinfo, and a single slash could begin a password.
func authorityStart(s string) int {
	rest := strings.TrimLeftFunc(s, func(r rune) bool { return !strings.ContainsRune(`:/\`, r) })
	rest = strings.TrimPrefix(rest, ":")
	authority := strings.TrimLeftFunc(rest, func(r rune) bool { return r <= ' ' || r == '/' || r == '\\' })
	front := rest[:len(rest)-len(authority)]
	if strings.Count(front, "/")+strings.Count(front, `\`) < 2 {
		return 0
	}
	return len(s) - len(authority)
}

// isAddress reports whether s is "mailto:" and the local part of a mail address, without delimiters of a URL.
func isAddress(s string) bool {
	scheme, local, _ := strings.Cut(s, ":")
	return strings.EqualFold(scheme, "mailto") && isPlain(local, ".!$'*+-=^_`{|}~")
}

// isPath reports whether s begins with a scheme, a plain host and a slash, and the path does not look like another URL.
func isPath(s string) bool {
	scheme, rest, _ := strings.Cut(s, "://")
	slash := strings.IndexByte(rest, '/')
	if slash <= 0 || !isPlain(scheme, "+-.") || !isPlain(rest[:slash], "-._") {
		return false
	}
	path := rest[slash:]
	return isPlain(path, "!$&'()*+,-./:;=@[]_|~") && strings.Count(path, ":") <= 1 && !strings.Contains(path, "//") &&
		!strings.Contains(path, ":/") && jdbc(path).Start == len(path)
}

func isPlain(s, marks string) bool {
	for i := range len(s) {
		if !ascii.Is(s[i], ascii.Alpha|ascii.Digit) && !isOneOf(s[i], marks) {
			return false
		}
	}
	return true
}

// Quote returns s in quotes, for a message. It doubles a backslash only if it escapes another character, because URLs
// have backslashes and messages count bytes.
func Quote(s string) string {
	if quoted := strconv.Quote(s); len(quoted) != len(s)+len(`""`)+strings.Count(s, `\`) {
		return quoted
	}
	return `"` + s + `"`
}
