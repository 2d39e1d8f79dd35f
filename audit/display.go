package audit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example"
	"earl.example/internal/names/confusable"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// DisplayOptions say how a URL is shown. The zero value shows all of it but the
// userinfo.
type DisplayOptions struct {
	// Width is the greatest number of characters; zero means no limit. The end of
	// the host is never cut, so that more may be shown.
	Width int

	// Registrable returns the part of a host, in A-labels, that a registry has
	// given to somebody, such as "example.co.uk" of "www.example.co.uk", or "" if
	// there is none. It needs the Public Suffix List, which this package does not
	// have; golang.org/x/net/publicsuffix does. Nil means that the whole host is
	// shown and marked.
	Registrable func(host string) string

	// ShowUsername shows the user name; a password is never shown.
	ShowUsername bool
}

// A Shown is a URL made fit to be shown to a person.
type Shown struct {
	Text     string    // without characters that are hidden or turn text
	Host     earl.Span // the host in Text, NoSpan without one
	Domain   earl.Span // the registrable domain in Text, or the host
	Userinfo earl.Span // what is shown of the userinfo in Text
	Marks    []Mark    // what to warn of
}

// A Mark is a place in a shown URL to warn of.
type Mark struct {
	Span earl.Span // in Text
	Why  string    // a sentence
}

const (
	hiddenUserinfo = "…@" // stands in for a userinfo
	mask           = "***"
)

// Display makes of a URL what can be shown to a person who is to see where it
// leads: as browsers read it, the host in letters where they cannot be taken for
// others, have no signs such as emoji, and do not run from right to left into what
// follows, and in Punycode otherwise, the userinfo
// and passwords of URLs inside hidden, text cut so that the
// end of the host stays, and characters that cannot be seen or that turn text
// written as escapes. Secrets in a query, such as tokens, are shown.
//
// A text that browsers do not take for a URL is shown as it is, escaped, and has
// a mark. This lowers the risk of RFC 3986 §7.6 and does not end it: a name that
// is shown rightly can still be another one than its reader thinks.
func Display(url string, opt DisplayOptions) Shown {
	s := Shown{Host: earl.NoSpan(), Domain: earl.NoSpan(), Userinfo: earl.NoSpan()}
	u, err := whatwg.Parse(url)
	if err != nil {
		s.Text = cut(Escape(urlerr.Redact(url)), opt.Width)
		s.Marks = []Mark{{span(0, len(s.Text)), `Browsers do not take this for a URL.`}}
		return s
	}
	var b strings.Builder
	b.WriteString(u.Protocol())
	rest := u.Pathname() + u.Search() + u.Hash()
	if backslashInUserinfo(url) {
		at := strings.LastIndexByte(rest, '@')
		if at < 0 { // as dot segments took it away
			at = len(rest)
		}
		rest = "/" + mask + rest[at:]
	}
	rest = hideInner(rest, u)
	if u.HostKind() != whatwg.NoHost {
		b.WriteString("//")
		s.showUser(&b, u, opt)
		port := u.Port()
		if port != "" {
			port = ":" + port
		}
		s.showHost(&b, urlerr.Redact(u.Hostname()), port+readable(rest), opt)
		b.WriteString(port)
	}
	s.showRest(&b, rest, opt)
	s.Text = b.String()
	if plain := Escape(url); plain != url {
		s.Marks = append(s.Marks, Mark{span(0, len(s.Text)), `The URL as it was given has characters that cannot be seen, or that turn text.`})
	}
	return s
}

// backslashInUserinfo reports whether a URL has a password to others than browsers, such
// as Python and curl, where for browsers a backslash has ended the host, as in
// http://DOMAIN\user:password@proxy/.
func backslashInUserinfo(url string) bool {
	_, authority, _ := strings.Cut(ascii.WithoutNewlines(url), "//")
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	userinfo := authority[:max(0, strings.LastIndexByte(authority, '@'))]
	return strings.IndexByte(userinfo, '\\') >= 0 && strings.IndexByte(userinfo, ':') >= 0
}

// hideInner hides the passwords of URLs that stand in the path, query and
// fragment of another. Where they are in JDBC's URLs, [urlerr.Redact] knows.
func hideInner(rest string, u whatwg.URL) string {
	front := u.Protocol()
	jdbc := jdbcIndex(front + rest)
	shown, at := hideURLs(rest, u, jdbc-len(front))
	if jdbc < 0 {
		return shown
	}
	text, at := front+shown, at+len(front)
	if before := "jdbc:"; strings.HasPrefix(text[at:], mask) { // its parameters may stand behind that
		text = text[:at] + strings.TrimPrefix(urlerr.Redact(before+text[at:]), before)
	} else {
		text = text[:at] + urlerr.Redact(text[at:])
	}
	return text[len(front):]
}

// jdbcIndex returns the index of "jdbc:" in s, escaped however often, -1 without one.
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
		case ascii.Is(c, ascii.TabOrNewline): // urlerr.Redact skips them, too
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

// hideURLs hides, in URLs escaped however often, what is between the first colon and
// the last at sign behind two slashes, or behind a colon and one, or none of those schemes
// that need none. What follows a scheme
// without a host may be a userinfo, too; where nobody knows the scheme, it may be a user
// with a password. Behind a colon that is of no port, the delimiter that would end the
// host may be of a password that nobody has escaped: all is hidden then up to the last
// at sign that there is. It also returns where what is at follow is then, or the mask
// that hides it.
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
	inside := u.HostKind() == whatwg.NoHost // whether this may be an authority,
	level := 0                              // and how often what ends it is escaped
	colon, at, last := -1, -1, -1           // where its first colon ends, its last at sign is, and that of all
	open := -1                              // where a password begins that is not escaped
	if inside && scheme.Lookup(strings.TrimSuffix(u.Protocol(), ":")).Status == scheme.Unregistered {
		colon = 0
	}
	slashes, least := 0, 0 // how many there are in front, and how often they are escaped
	query := false         // whether "&" is between parameters
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
			slashes, least = 1, depth // so that one slash will do
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

// endsInWebScheme reports whether s ends in a scheme behind which browsers need no slashes.
func endsInWebScheme(s string) bool {
	for _, name := range [...]string{"http", "https", "ws", "wss", "ftp"} {
		i := len(s) - len(name)
		if i >= 0 && ascii.EqualFold(s[i:], name) && (i == 0 || !ascii.Is(s[i-1], ascii.Alpha) || i >= 3 && s[i-3] == '%') {
			return true
		}
	}
	return false
}

// isPort reports whether s may be a port: it is up to five digits.
func isPort(s string) bool { return len(s) <= 5 && ascii.All(s, ascii.Digit) }

// endsAuthority reports whether c, escaped depth times, ends the authority of a URL that is
// escaped level times itself, or the parameter that it is in.
func endsAuthority(c byte, depth, level int, query bool) bool {
	if c == '&' {
		return query && depth < max(level, 1)
	}
	return strings.IndexByte(`/\?#`, c) >= 0 && depth <= level
}

// decodedAt returns the byte that stands at s[i:], decoded as often as it is
// escaped, how often that is, and the index behind it. The end of s is a zero byte.
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

func (s *Shown) showUser(b *strings.Builder, u whatwg.URL, opt DisplayOptions) {
	if !u.HasCredentials() {
		return
	}
	start := b.Len()
	if opt.ShowUsername && u.Username() != "" {
		escaped := strings.TrimSuffix(urlerr.Redact(u.Username()+"@"), "@")
		user := readable(escaped)
		if strings.ContainsFunc(user, isRightToLeft) {
			user = escaped // it would change places with a host of such letters
		}
		b.WriteString(Escape(user) + "@")
	} else {
		b.WriteString(hiddenUserinfo)
	}
	s.Userinfo = span(start, b.Len())
	s.Marks = append(s.Marks, Mark{s.Userinfo, `What stands before the "@" is not the host.`})
}

// showHost writes the host, which rest follows, cut from the left so that the
// registrable domain stays.
func (s *Shown) showHost(b *strings.Builder, host, rest string, opt DisplayOptions) {
	start := b.Len()
	name, why := shownName(host)
	if turns(name, rest) {
		name, why = host, `The letters of the host run from right to left, and what follows it would stand in front of it.`
	}
	domain := name
	if opt.Registrable != nil && !ParseHost(host).IsAddr() {
		if own := opt.Registrable(strings.TrimSuffix(host, ".")); own != "" && isBelow(strings.TrimSuffix(host, "."), own) {
			labels := strings.Count(own, ".") + 1
			domain = lastLabels(name, labels)
		}
	}
	if over := utf8.RuneCountInString(name) - opt.Width/2; opt.Width > 0 && over > 0 && domain != name {
		front := []rune(strings.TrimSuffix(name, domain))
		name = "…" + string(front[min(over+1, len(front)):]) + domain
		if over+1 >= len(front) {
			name = "…." + domain
		}
	}
	b.WriteString(name)
	s.Host = span(start, b.Len())
	s.Domain = span(b.Len()-len(domain), b.Len())
	if why != "" {
		s.Marks = append(s.Marks, Mark{s.Host, why})
	}
}

// turns reports whether a host ends in letters that run from right to left, and
// what follows is shown to the left of them: such letters too, or digits, with no
// letter of the other direction between them.
func turns(host, rest string) bool {
	last := strings.LastIndexFunc(host, isRightToLeft)
	if last < 0 {
		return false
	}
	_, size := utf8.DecodeRuneInString(host[last:])
	for i, text := range [...]string{host[last+size:], rest} {
		for _, r := range text {
			switch {
			case isRightToLeft(r), unicode.IsDigit(r) && i == 1:
				return true
			case unicode.IsLetter(r):
				return false
			}
		}
	}
	return false
}

// isRightToLeft reports whether a character is in a block of scripts that are
// written from right to left.
func isRightToLeft(r rune) bool {
	return r >= 0x0590 && r <= 0x08FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFF || r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}

// lastLabels returns the last n labels of a name, and its root dot.
func lastLabels(name string, n int) string {
	i := len(strings.TrimSuffix(name, "."))
	for ; n > 0 && i >= 0; n-- {
		i = strings.LastIndexByte(name[:i], '.')
	}
	return name[i+1:]
}

// shownName returns a host in letters, or in Punycode if those may be taken for
// others, and why.
func shownName(host string) (name, why string) {
	if !strings.Contains(host, "xn--") {
		return Escape(host), ""
	}
	letters, err := idna.AppendToUnicode(nil, host, idna.Options{})
	if err != nil {
		return Escape(host), `Part of the host looks like Punycode and stands for no name.`
	}
	why = spoof(string(letters))
	for label := range strings.SplitSeq(string(letters), ".") {
		if _, sign := confusable.Sign(label); sign && why == "" {
			why = `The host has a sign, such as an emoji, that names should not have.`
		}
	}
	if why != "" {
		return host, why
	}
	return Escape(string(letters)), ""
}

// showRest writes path, query and fragment, with letters for their escapes.
func (s *Shown) showRest(b *strings.Builder, rest string, opt DisplayOptions) {
	text := Escape(readable(rest))
	if opt.Width > 0 {
		text = cut(text, max(opt.Width-utf8.RuneCountInString(b.String()), 1))
	}
	b.WriteString(text)
}

// readable replaces escapes of characters beyond ASCII by the characters.
func readable(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && s[end] == '%' && percent.IsEscape(s, end) && ascii.Unhex[s[end+1]] >= 8 {
			end += 3
		}
		if end > i {
			decoded, _ := percent.DecodeString(s[i:end], false)
			if utf8.ValidString(decoded) && !strings.ContainsFunc(decoded, func(r rune) bool { return isHidden(r) || isLock(r) }) && !overlays(decoded, i > 0 && ascii.Is(s[i-1], ascii.Alpha|ascii.Digit)) {
				b.WriteString(decoded)
			} else {
				b.WriteString(s[i:end])
			}
			i = end
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// maxMarks is how many marks a letter may have, as in UTS #39 §5.4.
const maxMarks = 4

// overlays reports whether a text has so many marks on one letter that they cover
// other text, or begins with one that would stand on what is no letter.
func overlays(s string, letter bool) bool {
	marks := 0
	for i, r := range s {
		switch {
		case !unicode.Is(unicode.M, r):
			marks = 0
		case i == 0 && !letter:
			return true
		default:
			if marks++; marks > maxMarks {
				return true
			}
		}
	}
	return false
}

// isLock reports whether a character is a padlock, with which browsers say that a
// connection is secure.
func isLock(r rune) bool { return r >= 0x1F50F && r <= 0x1F513 && r != 0x1F511 }

// cut returns at most width characters of s, the last of which is then "…".
func cut(s string, width int) string {
	if width <= 0 || utf8.RuneCountInString(s) <= width {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == width {
			return s[:i] + "…"
		}
	}
	return s
}
