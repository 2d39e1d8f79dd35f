package urltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/names/linkprop"
	"earl.example/internal/names/scheme"
	"earl.example/internal/names/tld"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/whatwg"
)

// A linker finds links by UTS #58. It reads the text once: no byte is examined again after a candidate fails, except
// the bytes of a host by the parser of package whatwg.
type linker struct {
	text  string
	opt   FindOptions
	at    int // offset of the next byte to search
	after int // end of the last match, or of text that cannot begin a link

	// The last authority of malformed, a text without a character that ends an authority, can be longer than its match.
	authEnd int
	authAt  int // offset of the last "@" in it or before it

	before markup // the markup of the current link

	upcoming [len(allTriggers)]int // offset at which each trigger occurs next
	count    int                   // number of triggers that begin a link
}

// allTriggers are the characters of which every link has one: ":" of links with a scheme, "@" of e-mail addresses, and
// the characters that UTS #46 maps to a dot.
var allTriggers = [...]string{":", "@", ".", "\u3002", "\uFF0E", "\uFF61"}

func newLinker(text string, opt FindOptions) linker {
	f := linker{text: text, opt: opt, count: 1}
	switch {
	case opt.BareDomains:
		f.count = len(allTriggers)
	case opt.Email:
		f.count = 2
	}
	for i := range f.upcoming {
		f.upcoming[i] = -1
	}
	return f
}

func (f *linker) next() (m Match, ok bool) {
	for {
		i := f.trigger()
		if i == len(f.text) {
			return Match{}, false
		}
		f.at = i + 1
		switch f.text[i] {
		case ':':
			m, ok = f.withScheme(i)
		case '@':
			m, ok = f.mail(i)
		default:
			m, ok = f.domain(i)
		}
		if ok {
			f.at, f.after = m.End, m.End
			return m, true
		}
	}
}

// trigger returns the offset of the next trigger, or len(text).
func (f *linker) trigger() int {
	first := len(f.text)
	for i, char := range allTriggers[:f.count] {
		at := &f.upcoming[i]
		if *at < f.at {
			*at = len(f.text)
			if n := strings.Index(f.text[f.at:], char); n >= 0 {
				*at = f.at + n
			}
		}
		first = min(first, *at)
	}
	return first
}

// withScheme finds the link with the scheme that ends at colon.
func (f *linker) withScheme(colon int) (Match, bool) {
	if f.opt.Refang {
		if m, ok := f.harmless(colon); ok {
			return m, true
		}
	}
	start := startOfScheme(f.text, f.after, colon)
	name := f.text[start:colon]
	slashes := strings.HasPrefix(f.text[colon+1:], "//")
	if slashes || f.opt.Malformed {
		n := webSuffix(name)
		start += n
		name = name[n:]
	}
	if f.opt.Malformed && special(name) {
		if begin := f.afterSlashes(colon + 1); begin != 0 {
			return f.malformed(start, begin)
		}
	}
	switch {
	case slashes:
		if found(name) {
			return f.hierarchical(start, colon)
		}
	case ascii.EqualFold(name, "mailto"):
		if rest := strings.TrimLeftFunc(f.text[colon+1:], linkprop.InLocalPart); strings.HasPrefix(rest, "@") {
			return f.mail(len(f.text) - len(rest))
		}
	case plain(name):
		if end, stop := f.linkEnd(start, colon+1); end > colon+1 {
			return f.match(start, end, stop, "")
		}
	}
	return Match{}, false
}

// webSuffix returns the length of the text before http or https at the end of name, such as "see." in "see.http" and
// "page-" in "page-http". It returns 0 for registered schemes, and for schemes such as git+https and x-http.
func webSuffix(name string) int {
	for _, web := range [...]string{"https", "http"} {
		n := len(name) - len(web)
		if n > 0 && ascii.EqualFold(name[n:], web) && name[n-1] != '+' &&
			!ascii.EqualFold(name[:n], "x-") && !scheme.Lookup(name).IsRegistered() {
			return n
		}
	}
	return 0
}

// hierarchical finds the link with a scheme and "//" around colon.
func (f *linker) hierarchical(start, colon int) (Match, bool) {
	begin := colon + len("://")
	name := f.text[start:colon]
	closing := byte(0)
	if f.opt.Markup && strings.HasSuffix(f.text[:start], "(") {
		closing = ')'
	}
	host := f.afterUserinfo(begin, closing)
	userinfo := f.text[begin:host] // it can be a user name or a token, as in https://TOKEN@github.com/a
	if host > begin && isWeb(name) && !strings.Contains(userinfo, ":") &&
		!(f.opt.Markup && !f.opt.Email && percent.IndexMalformed(userinfo) == len(userinfo)) {
		f.at = f.endOfHost(host, true) // it could be an e-mail address
		return Match{}, false
	}
	if !utf8.ValidString(f.text[begin:host]) {
		f.at = host
		return Match{}, false
	}
	if f.opt.Markup {
		f.before = markupBefore(f.text, start)
	}
	var end int
	if host < len(f.text) && f.text[host] == '[' {
		end = ascii.Skip(f.text, host+1, ascii.UserinfoChar)
		f.at = end
		if end == len(f.text) || f.text[end] != ']' {
			return Match{}, false
		}
		end++
	} else {
		var ok bool
		if end, ok = f.wholeHost(host); !ok && end > host {
			return Match{}, false
		}
	}
	if end == host && (scheme.Lookup(name).Has(scheme.HostRequired) || host == len(f.text) || f.text[host] != '/') {
		return Match{}, false
	}
	stop, ok := f.port(end, true)
	if f.at = max(f.at, stop); !ok || !f.isWhole(stop) || f.hasApostrophe(end) {
		return Match{}, false
	}
	if !isPlainHost(f.text[host:end]) && !whatwg.CanParse(f.text[start:stop]) {
		return Match{}, false
	}
	last, next := f.parts(start, stop)
	if end == host && last == host+1 {
		return Match{}, false // nothing but slashes
	}
	return f.match(start, last, next, "")
}

func isWeb(name string) bool { return ascii.EqualFold(name, "http") || ascii.EqualFold(name, "https") }

// afterUserinfo returns the offset after the userinfo of the authority that begins at i. The result is i if there is no
// userinfo. closing is a byte that ends the authority, or 0.
func (f *linker) afterUserinfo(i int, closing byte) int {
	host := i
	i = ascii.Skip(f.text, i, ascii.Unreserved)
	if f.isPart(i) {
		return host
	}
	for ; i < len(f.text); i++ {
		switch c := f.text[i]; {
		case c == '@':
			host = i + 1
		case c == closing, !ascii.Is(c, ascii.UserinfoChar|ascii.NonASCII) && c != '%':
			return host
		}
	}
	return host
}

// domain finds the link without a scheme that has the dot at offset i in its host.
func (f *linker) domain(i int) (Match, bool) {
	if f.text[i] == '.' && !f.continues(i+1) {
		return Match{}, false // the end of a sentence
	}
	start := f.after + len(strings.TrimRightFunc(f.text[f.after:i], isHostRune))
	end := f.endOfHost(start, false)
	f.at = end
	if f.goesOn(end) || f.isInside(start) || start == i ||
		start > 0 && strings.IndexByte(`@_/\%#+~$&?`, f.text[start-1]) >= 0 {
		return Match{}, false
	}
	end, ok := f.topLevel(start, end)
	if !ok {
		return Match{}, false
	}
	f.before = markupBefore(f.text, start)
	stop, ok := f.port(end, false)
	if f.at = max(f.at, stop); !ok || !f.isWhole(stop) || !isDomain(f.text[start:end]) {
		return Match{}, false
	}
	last, next := f.parts(start, stop)
	return f.match(start, last, next, "https://")
}

// mail finds the e-mail address with the "@" at offset at.
func (f *linker) mail(at int) (Match, bool) {
	end := f.endOfHost(at+1, false)
	start := startOfLocalPart(f.text, f.after, at)
	f.at = max(end, at+1)
	if f.goesOn(end) {
		return Match{}, false
	}
	prefix := "mailto:"
	valid := start < at
	if n := start - len(prefix); valid && n >= f.after && ascii.EqualFold(f.text[n:start], prefix) {
		start, prefix = n, ""
	}
	end, ok := f.trimHost(at+1, end)
	ok = ok && end > at+1
	if prefix != "" && ok {
		end, ok = f.topLevel(at+1, end)
	}
	if ok && f.text[end-1] == '.' {
		end-- // only a path can follow
	}
	if !valid || !ok || prefix != "" && !f.opt.Email ||
		end < len(f.text) && (f.text[end] == '@' || f.text[end] == '_') || !isDomain(f.text[at+1:end]) {
		return Match{}, false
	}
	stop := end
	if prefix == "" && end < len(f.text) && f.text[end] == '?' {
		if last, next := f.linkEnd(start, end); last > end+1 {
			end, stop = last, next // RFC 6068
		}
	}
	return f.match(start, end, stop, prefix)
}

// startOfLocalPart returns the start of the local part of an e-mail address before the "@" at offset at (UTS #58 §5).
// It is not smaller than least. It is at if there is no valid local part.
func startOfLocalPart(text string, least, at int) int {
	start := least + len(strings.TrimRightFunc(text[least:at], linkprop.InLocalPart))
	local := text[start:at]
	if local == "" || local[0] == '.' || local[len(local)-1] == '.' || strings.Contains(local, "..") {
		return at
	}
	return start
}

// match returns the link from start to end. missing is the text that makes it a URL. stop is the offset of the first
// character that cannot belong to the link.
func (f *linker) match(start, end, stop int, missing string) (m Match, ok bool) {
	isCut := isStray(f.text[stop:]) || f.opt.Markup && isEscape(f.text[stop:]) || isHarmless(f.text[stop:])
	return Match{Start: start, End: end, Cut: isCut, raw: f.text[start:end], missing: missing}, true
}

// isStray reports whether s begins with a character that no URL has and that is not white space.
func isStray(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return !unicode.IsSpace(r) && (r == utf8.RuneError && size == 1 || linkprop.TermOf(r) == linkprop.Hard)
}

func isHostByte(c byte) bool { return ascii.Is(c, ascii.Alpha|ascii.Digit) || c == '-' || c == '.' }

// isHostRune reports whether hosts of links have r: a letter, mark, digit, hyphen, joiner, dot, or a sign that IDNA
// 2008 allows (RFC 5892 §2.6).
func isHostRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return isHostByte(byte(r))
	case r == '\u0375', r == '\u05F3', r == '\u05F4', r == '\u06FD', r == '\u06FE', r == '\u0F0B',
		r == '\u200C', r == '\u200D', isWideDot(r):
		return true
	}
	return linkprop.InLocalPart(r)
}

// isWide reports whether browsers can accept r, which has size bytes, in a host: isHostRune, and the characters above
// ASCII that do not end a link. Whether a host with such a character is valid, only whatwg.CanParse knows.
func isWide(r rune, size int) bool {
	return isHostRune(r) || size > 1 && linkprop.TermOf(r) == linkprop.Include // a byte that is not UTF-8 has the size 1
}

// endOfHost returns the end of the run of characters of hosts at offset i. Inside a run, "_" and percent-encodings are
// such characters too. If wide is set, all characters that isWide accepts are. The ASCII marks that browsers accept in
// a host, such as quotes, parentheses and commas, end the run: text around links needs them.
func (f *linker) endOfHost(i int, wide bool) int {
	for end := i; ; {
		for end < len(f.text) && isHostByte(f.text[end]) {
			end++
		}
		r, size := utf8.DecodeRuneInString(f.text[end:])
		switch {
		case isHostRune(r), wide && isWide(r, size):
			end += size
		case r == '_' && end > i && f.continues(end+1):
			end++
		case r == '%' && percent.IsEscape(f.text, end):
			end += len("%41")
		default:
			return end
		}
	}
}

// wholeHost returns the end of the host of a URL with a scheme. ok is false if there is none, or if its end is not
// clear. It sets f.at to the end of the run of characters that hosts can have.
func (f *linker) wholeHost(start int) (end int, ok bool) {
	end = f.endOfHost(start, true)
	f.at = end
	if f.isPlaceholder(start, end) {
		return end, false
	}
	if host := f.text[start:end]; isPlainHost(host) {
		return end, hasLabels(host)
	}
	return f.trimHost(start, f.withoutProse(start, end))
}

// withoutProse returns the end of the host in the run from start to end, without the text that people write after a
// host in languages without spaces, or after a dash or an arrow. It cuts the last label, and only if no port, path,
// query or fragment follows:
//
//   - after a top-level domain, before a character that is neither a Latin letter nor a mark: http://example.com请看
//   - at punctuation that IDNA 2008 does not allow: http://h.example—and
//
// Format characters such as U+200B do not count, because browsers ignore them. At the end they are cut.
func (f *linker) withoutProse(start, end int) int {
	host := strings.TrimRightFunc(f.text[start:end], isDot)
	if ascii.Prefix(host) == len(host) || f.goesBeyond(end) {
		return end
	}
	if text := withoutSentence(strings.TrimRightFunc(host, isFormat)); text != host {
		host, end = text, start+len(text)
	}
	label := strings.LastIndexFunc(host, isDot)
	if label >= 0 {
		_, size := utf8.DecodeRuneInString(host[label:])
		label += size
		name := host[label : label+ascii.Prefix(host[label:])]
		rest := host[label+len(name):]
		r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, isFormat))
		if rest != "" && tld.Is(name) && (r == '\ufe0f' || !unicode.In(r, unicode.Latin, unicode.M)) {
			return start + label + len(name)
		}
	}
	if mark := strings.IndexFunc(host[max(label, 0):], isProseMark); mark >= 0 {
		return start + max(label, 0) + mark
	}
	return end
}

// withoutSentence returns host up to its first non-ASCII dot, unless it ends with a top-level domain. Otherwise this
// dot is the end of a sentence.
func withoutSentence(host string) string {
	if dot := strings.IndexFunc(host, isWideDot); dot >= 0 && !isTopLevel(host[strings.LastIndexFunc(host, isDot):]) {
		return host[:dot]
	}
	return host
}

// isFormat reports whether browsers ignore r in a host or reject it: a format character other than a joiner.
func isFormat(r rune) bool { return unicode.Is(unicode.Cf, r) && !isHostRune(r) }

func isProseMark(r rune) bool { return r >= utf8.RuneSelf && unicode.IsPunct(r) && !isHostRune(r) }

// goesBeyond reports whether a port, path, query or fragment is at offset i, the end of a host.
func (f *linker) goesBeyond(i int) bool {
	return f.isPart(i) || i < len(f.text) && f.text[i] == ':' && f.continues(i+1)
}

// goesOn reports whether the host of a link without a scheme, which ends at offset i, has more labels for browsers, as
// in a.com❤.b.com. If so, it sets f.at to their end.
func (f *linker) goesOn(i int) bool {
	end := f.endOfHost(i, true)
	if dot := strings.LastIndexByte(f.text[i:end], '.'); dot <= 0 || dot == end-i-1 {
		return false
	}
	f.at = end
	return true
}

// isInside reports whether the host of a link without a scheme that begins at offset i has more characters for browsers
// before it, as in a❤b.com.
func (f *linker) isInside(i int) bool {
	before, size := utf8.DecodeLastRuneInString(f.text[f.after:i])
	first, _ := utf8.DecodeLastRuneInString(f.text[f.after : i-size])
	return isWide(before, size) && !isProseMark(before) && isHostRune(first) && first != '.'
}

// maxPlaceholder is the length up to which a placeholder in brackets is recognized.
const maxPlaceholder = 64

// isPlaceholder reports whether a placeholder, a wildcard or a regular expression goes on with the host that begins at
// start and whose run of characters ends at offset i, as in http://b.{region}.example/, http://h:${port}/ and
// http://go\.dev.
func (f *linker) isPlaceholder(start, i int) bool {
	rest := f.text[i:min(len(f.text), i+maxPlaceholder)]
	if rest == "" {
		return false
	}
	second := rest[min(1, len(rest)-1)]
	if i > start && f.text[i-1] == '.' && strings.IndexByte("$%{([", rest[0]) >= 0 {
		return true
	}
	closing := byte('}')
	switch rest[0] {
	case '*', '!':
		if f.opt.Markup && rest[0] == f.before.mark {
			return false
		}
		return f.continues(i+1) || second == '.' && f.continues(i+2)
	case ':':
		return strings.IndexByte("{$%", second) >= 0
	case '\\':
		return second == '.'
	case '[':
		return second == ':'
	case '<':
		if closing = '>'; second == '/' || ascii.HasPrefixFold(rest, "<br") { // tags of HTML
			return false
		}
	case '(':
		closing = ')'
	case '{':
	default:
		return false
	}
	n := strings.IndexByte(rest, closing)
	if n < 0 || n+1 >= len(rest) {
		return false
	}
	switch after := i + n + 1; rest[n+1] {
	case '.', '-':
		return f.continues(after + 1)
	case ':':
		return f.continues(after+1) || n+2 < len(rest) && strings.IndexByte("{$%", rest[n+2]) >= 0
	default:
		return closing == '}' && f.continues(after)
	}
}

// continues reports whether a letter, digit or hyphen is at offset i.
func (f *linker) continues(i int) bool {
	r, _ := utf8.DecodeRuneInString(f.text[i:])
	return r != '.' && isHostRune(r)
}

// trimHost removes the dots at the end of the host, except a single dot before a path, query or fragment. ok is false
// if the host has an empty label or a label that begins or ends with a hyphen. A non-ASCII dot is the end of a sentence
// unless a top-level domain, a port or a path follows: trimHost cuts the host there.
func (f *linker) trimHost(start, end int) (_ int, ok bool) {
	host := strings.TrimRightFunc(f.text[start:end], isDot)
	if f.goesBeyond(end) {
		if dots := f.text[start+len(host) : end]; dots != "" && dots != "." {
			return end, false
		}
		host = f.text[start:end]
	} else {
		host = withoutSentence(host)
	}
	return start + len(host), hasLabels(strings.Map(func(r rune) rune {
		if isWideDot(r) {
			return '.'
		}
		return r
	}, host))
}

// hasLabels reports whether no label of a host is empty or begins or ends with a hyphen. A dot can follow the labels.
func hasLabels(host string) bool {
	last := byte('.')
	for i := range len(host) {
		c := host[i]
		if last == '.' && (c == '.' || c == '-') || last == '-' && c == '.' {
			return false
		}
		last = c
	}
	return last != '-' && host != "" && host != "."
}

func isWideDot(r rune) bool { return r == '\u3002' || r == '\uFF0E' || r == '\uFF61' }
func isDot(r rune) bool     { return r == '.' || isWideDot(r) }

// topLevel trims the host like trimHost, and requires a top-level domain after another label.
func (f *linker) topLevel(start, end int) (_ int, ok bool) {
	if end, ok = f.trimHost(start, end); !ok {
		return end, false
	}
	host := strings.TrimSuffix(f.text[start:end], ".")
	dot := strings.LastIndexFunc(host, isDot)
	return end, dot > 0 && isTopLevel(host[dot:])
}

// isTopLevel reports whether s, a dot and a label, names a top-level domain.
func isTopLevel(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	label := s[size:]
	if ascii.Prefix(label) == len(label) {
		return tld.Is(label)
	}
	name, err := idna.AppendToASCII(make([]byte, 0, 64), label, idna.Strict())
	return err == nil && tld.Is(string(name))
}

// isDomain reports whether host is a name that the DNS can have.
func isDomain(host string) bool {
	if isPlainHost(host) {
		return len(host) <= 253
	}
	_, err := idna.AppendToASCII(make([]byte, 0, 256), strings.TrimSuffix(host, "."), idna.Strict())
	return err == nil
}

// isPlainHost reports whether host, which trimHost accepts, is a domain name that needs no conversion: at most 63
// letters and digits in each label, of which the last one does not begin with a digit.
func isPlainHost(host string) bool {
	label := 0
	for i := range len(host) {
		switch c := host[i]; {
		case c == '.':
			label = i + 1
		case !ascii.Is(c, ascii.Alpha|ascii.Digit) && (c != '-' || i-label == 3) || i-label >= 63:
			return false
		}
	}
	return label < len(host) && ascii.Is(host[label], ascii.Alpha)
}

// port returns the end of the port that begins at i, or i if there is none. ok is false if the port is not a number
// from 1 to 65535. If empty is true, a port can be empty.
func (f *linker) port(i int, empty bool) (end int, ok bool) {
	if i == len(f.text) || f.text[i] != ':' {
		return i, true
	}
	value, digits := ascii.Number(f.text[i+1:], 1<<16-1)
	end = i + 1 + digits
	if digits == 0 {
		if empty && f.isPart(end) {
			return end, true
		}
		return i, !empty || !f.continues(end)
	}
	more := end < len(f.text) && f.text[end] == ':' && f.continues(end+1)
	return end, value > 0 && digits <= len("65535") && !f.continues(end) && !more
}

// isWhole reports whether the authority of a link can end at offset i. A character such as "@" or "_" there means that
// the text before it is only a part of a host.
func (f *linker) isWhole(i int) bool {
	return i == len(f.text) || strings.IndexByte("@_%~$&+=", f.text[i]) < 0 ||
		f.opt.Markup && (f.text[i] == f.before.mark || isEntity(f.text[i:]))
}

// hasApostrophe reports whether the host that ends at offset i goes on with an apostrophe and more labels, as in
// http://www.bob's.example/.
func (f *linker) hasApostrophe(i int) bool {
	return i < len(f.text) && f.text[i] == '\'' && f.continues(i+1) && f.goesOn(i+1)
}

// isPart reports whether a path, query or fragment begins at offset i.
func (f *linker) isPart(i int) bool {
	return i < len(f.text) && (f.text[i] == '/' || f.text[i] == '?' || f.text[i] == '#')
}

// parts returns the end of the link that begins at start, with the path, query and fragment at offset i, like linkEnd.
func (f *linker) parts(start, i int) (end, stop int) {
	if !f.isPart(i) {
		return i, i
	}
	return f.linkEnd(start, i)
}

// linkEnd returns the end of the link that begins at start and has reached offset i, like the function linkEnd.
func (f *linker) linkEnd(start, i int) (end, stop int) {
	if !f.opt.Markup {
		return linkEnd(f.text, i, nil)
	}
	k := &f.before
	*k = markupBefore(f.text, start)
	k.searched = i
	end, stop = linkEnd(f.text, i, k)
	if comma := k.commaBefore(f.text, i, stop); comma >= 0 {
		return withoutSoft(f.text, i, comma), comma
	}
	if k.quote == 0 {
		end = k.withoutMark(f.text, i, end, start)
		if n := openParenthesis(f.text[i:end]); n >= 0 && closesLater(f.text[stop:]) {
			end = withoutSoft(f.text, i, i+n)
		}
		for end > i && f.text[end-1] < utf8.RuneSelf && linkprop.ASCII[f.text[end-1]] == linkprop.Open {
			end = withoutSoft(f.text, i, end-1)
		}
	}
	return end, stop
}

// longestRun is the number of bytes after which a URL after a comma is searched. Without this limit, each link of a
// long list without spaces would be searched to the end of the list.
const longestRun = 256

// linkEnd returns the end of the link that has reached offset i, the end of its authority or of its scheme (UTS #58
// §3.5). stop is the offset of the character that ends the link. It is larger than end if punctuation precedes it. If k
// is not nil, the rules of [FindOptions.Markup] apply.
//
// Brackets match if the opening bracket is the last one that is open. The brackets before "/" in the path, before "="
// and "&" in the query, and before ":~:" in the fragment do not match brackets after it.
func linkEnd(text string, i int, k *markup) (end, stop int) {
	var few [16]rune
	open := few[:0]
	part := byte('/')
	end = i
	begin := i
	for i < len(text) {
		if k != nil && i >= k.searched+longestRun && k.commaBefore(text, begin, i) >= 0 {
			return end, i
		}
		if len(open) == 0 { // delimiters have no effect
			limit := len(text)
			if k != nil {
				limit = min(limit, i+longestRun)
			}
			common := skipCommonBytes(text, i, limit)
			for last := common; last > i; last-- {
				if linkprop.ASCII[text[last-1]] != linkprop.Soft {
					end = last
					break
				}
			}
			if i = common; i == len(text) {
				break
			}
		}
		r, size := rune(text[i]), 1
		var term linkprop.Term
		if r < utf8.RuneSelf {
			term = linkprop.ASCII[r]
		} else if r, size = utf8.DecodeRuneInString(text[i:]); size > 1 {
			term = linkprop.TermOf(r)
		} else {
			return end, i
		}
		if k != nil && r < utf8.RuneSelf && delimits[r] && k.ends(text, i, len(open) > 0) {
			if text[i] == k.quote {
				end = enclosed(text, end, i)
			}
			return end, i
		}
		if k != nil && r >= utf8.RuneSelf {
			if !k.wide && strings.ContainsRune(eastAsianMarks, r) {
				return end, i
			}
			k.wide = k.wide || term == linkprop.Include
		}
		switch last := len(open) - 1; term {
		case linkprop.Hard:
			return end, i
		case linkprop.Open:
			open = append(open, r)
		case linkprop.Close:
			if last < 0 || open[last] != linkprop.Opener(r) {
				return end, i
			}
			open = open[:last]
		default:
			switch {
			case r == '/' && part == '/', (r == '=' || r == '&') && part == '?',
				part == '#' && strings.HasPrefix(text[i:], ":~:"):
				open = open[:0]
			case r == '?' && part == '/', r == '#' && part != '#':
				part = byte(r)
				if r == '#' || k == nil {
					term = linkprop.Include
				}
			case r == '|' && k != nil:
				term = linkprop.Soft
			}
		}
		i += size
		if term != linkprop.Soft {
			end = i
		}
	}
	return end, i
}
