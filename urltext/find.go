package urltext

import (
	"iter"
	"log/slog"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/marshal"
	"earl.example/internal/text/percent"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// A Delimiter separates a URL from the text around it (appendix C).
type Delimiter uint8

// The delimiters of appendix C.
const (
	WhiteSpace    Delimiter = iota // white space, or another character that URIs do not have
	DoubleQuotes                   // "http://example.com/"
	AngleBrackets                  // <http://example.com/>
)

var delimiters = [...]string{"white space", "double quotes", "angle brackets"}

// String returns the name of the delimiter, such as "angle brackets".
func (d Delimiter) String() string { return marshal.Name(delimiters[:], d, "delimiter") }

// A Match is a URL that was found in a text.
type Match struct {
	// Start and End are offsets in the text. They exclude delimiters and the prefix.
	Start, End int

	// Cut reports that the URL ends before a character that no URL has and that is not white space, such as a control
	// character or a byte that is not UTF-8, or before a delimiter that was made harmless, as in http://example[.]com.
	// The URL can be incomplete.
	Cut bool

	By Delimiter

	raw     string
	missing string      // the scheme that raw lacks, and "//"
	usual   string      // the usual form of a URL that was made harmless, or ""
	ref     rfc3986.Ref // of appendix C, without white space
}

// URL returns the URL as browsers read it. It has the scheme that the text lacks: https for a domain name, mailto for
// an e-mail address. It is the zero URL if browsers reject a URI of appendix C.
func (m Match) URL() whatwg.URL {
	u, _ := whatwg.Parse(m.joined())
	return u
}

// Ref returns the reference, without delimiters, the prefix "URL:" and white space, and with the scheme that the text
// lacks. It is the zero Ref if the URL is not a reference of RFC 3986, as if it has non-ASCII letters.
func (m Match) Ref() rfc3986.Ref {
	if m.ref != (rfc3986.Ref{}) || ascii.Prefix(m.raw) < len(m.raw) {
		return m.ref
	}
	r, _ := rfc3986.Parse(m.joined())
	return r
}

// joined returns the URL with the scheme that the text lacks, and without white space.
func (m Match) joined() string {
	if m.usual != "" {
		return m.usual
	}
	if r := m.ref.String(); r != "" {
		return r
	}
	return m.missing + m.raw
}

// Raw returns the text from Start to End.
func (m Match) Raw() string { return m.raw }

// LogValue returns the offsets and the URL without its secrets; see [urlerr.RedactQuery].
func (m Match) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("url", urlerr.RedactQuery(m.joined())), slog.Int("start", m.Start), slog.Int("end", m.End),
		slog.String("by", m.By.String()),
	)
}

// WithoutHyphens returns the reference without the hyphens at the ends of lines (appendix C). Such a hyphen can be a
// part of the URL, or an addition of the program that broke the line. ok is false if there are none, or if the result
// is not a reference. The result is equal to Ref if Ref lacks the hyphens already, because the text with hyphens is not
// a reference.
func (m Match) WithoutHyphens() (r rfc3986.Ref, ok bool) {
	without := joined(m.raw, true)
	if without == joined(m.raw, false) {
		return rfc3986.Ref{}, false
	}
	r, err := rfc3986.Parse(without)
	return r, err == nil
}

// FindOptions change what [FindOptions.Find] finds. The zero value finds URLs with a scheme by UTS #58.
type FindOptions struct {
	// BareDomains also finds links without a scheme, such as example.com/a. The last label of the host must be a
	// top-level domain of IANA's list. Names of files such as README.md are such links too. The scheme is https.
	BareDomains bool

	// Email also finds e-mail addresses.
	Email bool

	// Malformed also finds URLs with an authority that is not valid, or that programs read differently, such as
	// http://a@b@c and http://good.example\@127.0.0.1/. Two backslashes count as "//". It applies to http, https, ws, wss
	// and ftp. A backslash is part of a URL only if an "@" follows in the authority: in source code, a backslash usually
	// begins an escape. Text with a placeholder in its authority, such as http://%s/ or http://${HOST}/, is not found.
	Malformed bool

	// Markup also ends links at the marks of Markdown, JSON, source code, HTML and lists. UTS #58 leaves marked-up text
	// to programs, and lets a link run over such marks. The differences from UTS #58:
	//
	//   - A backtick, "<" and a backslash end a link. If the backslash begins an escape of a character that a URL can
	//     have, as in http://h/a\_b, or ends the line, the match is Cut.
	//   - A quotation mark ends a link: {"u":"http://h/a","v":1}. Without one before the link, it does not between two
	//     letters or in brackets.
	//   - An apostrophe ends a link that begins after an apostrophe, and any link if it has no partner in the link and
	//     no letter, digit, "_", "%" or "/" follows: x='http://h/a';
	//   - The mark directly before a link ends it: **http://h/a**, _http://h/a_, ~http://h/a~ and |http://h/a|. A single
	//     "*", "_" or "~" does not if a letter or digit follows.
	//   - &lt; &gt; &quot; &apos; &nbsp; and their numbers end a link: &lt;a&gt;http://h/a&lt;/a&gt;
	//   - A comma or semicolon directly before another URL ends a link: http://h/a,http://h/b
	//   - In quotation marks, punctuation at the end belongs to the link, except . , ; and !: "http://h/#a:"
	//   - A question mark at the end does not belong to a link: Have you read http://h/a? Neither does an opening bracket,
	//     unless a quotation mark encloses the link: http://h/a[`text`]
	//   - The mark before the link can be further before it, on the same line: **see http://h/a**
	//   - Chinese and Japanese punctuation ends a link that is ASCII from its path on: http://h/a，然后
	//   - A bar at the end does not belong to a link. Neither does a parenthesis that closes after it, on the same line:
	//     http://h/a(in English)
	//   - Without Email, an http or https URL can have a user name without a password: https://TOKEN@github.com/a
	//
	// So Find of a result of [Readable] can end earlier with Markup.
	Markup bool

	// Refang also finds URLs that were made harmless, such as hxxps://example[.]com/a, and returns them in their usual
	// form; see [Refang]. Without it, a URL whose host ends before such a dot is Cut.
	Refang bool

	// AppendixC finds URIs by RFC 3986 appendix C instead. The other options have no effect.
	AppendixC bool
}

// Find returns the links in a text by UTS #58, Unicode Link Detection and Formatting, for Unicode 18.0.0. Matches do
// not overlap. The text is in UTF-8.
//
// A link ends before white space and other characters that links do not have, before punctuation at its end, and before
// a closing bracket without its opening bracket. All scripts have such punctuation and brackets. A question mark that
// begins a query, even an empty one, is not punctuation: after http://h/a? it belongs to the link. An authority is
// never cut: http://h:8a/ is not found. For the question mark, and for links in Markdown, JSON, HTML or source code,
// see [FindOptions.Markup].
//
// The standard leaves the beginning of a link open. Find accepts:
//
//   - URLs with "//" after a scheme of at least two letters other than "url", and with a host if the scheme requires
//     one. Labels of the host are not empty and do not begin or end with a hyphen. An ideographic full stop is a dot
//     of the host only if a top-level domain follows it.
//   - URLs of doi, geo, magnet, mid, news, sip, sips, sms, tel, urn and xmpp with text after the colon.
//   - mailto before an e-mail address. A query after the address belongs to it (RFC 6068).
//   - With [FindOptions], domain names and e-mail addresses without a scheme.
//
// A userinfo in an http or https URL must have a colon: http://john@example.com is not found, because it could be an
// e-mail address.
//
// A host is found whole or not at all. It has all characters above ASCII that do not end a link, as in browsers:
// http://i❤.ws/. If browsers reject the host, there is no link. Prose after a host is not part of it, unless a port, a
// path, a query or a fragment follows. Such prose begins after a top-level domain, as in http://example.com请看, or at a
// dash or another mark that IDNA 2008 does not allow, as in http://h.example—and. A host with a placeholder, as in
// http://b.{region}.example.com/ and http://h:${port}/, is not found, nor one that goes on after an apostrophe or a
// port, as in http://www.bob's.example/ and http://h:80:x/. A word and a hyphen before http or https are not part of
// the scheme: see-http://h/ has the link http://h/.
//
// With [FindOptions.AppendixC], Find returns the URIs in double quotes, in angle brackets, or without delimiters. The
// text is in UTF-8 or another superset of ASCII.
//
// Inside angle brackets, white space and the prefix "URL:" are not part of the URI. The same holds inside double
// quotes, with two differences: the URI must begin at the quote, and only white space with a line break is skipped. A
// delimiter that does not enclose a URI is ordinary text.
//
// A URI without delimiters ends where the grammar of RFC 3986 ends it, with these exceptions:
//
//   - The punctuation . , ; : ! ? and ( at its end is not part of it, nor is an apostrophe or a ) without its partner.
//   - After ( or an apostrophe, it ends at the matching ) or apostrophe.
//   - An authority is never cut.
//
// It accepts:
//
//   - URIs with "//" and an authority or a path, with a host if the scheme requires one.
//   - In angle brackets, URIs of registered schemes with text after the colon.
//   - Elsewhere, URIs of the schemes above with text after the colon.
//   - After "URL:" inside delimiters, any URI.
//
// Find takes linear time.
func Find(text string) iter.Seq[Match] { return FindOptions{}.Find(text) }

// Find is the function [Find] with options.
func (opt FindOptions) Find(text string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		if opt.AppendixC {
			f := finder{text: text}
			for m, ok := f.next(); ok && yield(m); {
				m, ok = f.next()
			}
			return
		}
		f := newLinker(text, opt)
		for m, ok := f.next(); ok && yield(m); {
			m, ok = f.next()
		}
	}
}

type finder struct {
	text  string
	at    int // offset of the next byte to search
	after int // end of the last match
	run   int // text[at:run] has only bytes that references can have
}

func (f *finder) next() (m Match, ok bool) {
	for {
		i := ascii.IndexAny3(f.text, f.at, '<', '"', ':')
		if i == len(f.text) {
			return Match{}, false
		}
		f.at = i + 1
		switch f.text[i] {
		case '<':
			m, ok = f.enclosed(i+1, AngleBrackets)
		case '"':
			m, ok = f.enclosed(i+1, DoubleQuotes)
		default:
			m, ok = f.bare(i)
		}
		if ok {
			return m, true
		}
	}
}

func (f *finder) enclosed(i int, by Delimiter) (m Match, ok bool) {
	closing := byte('"')
	if by == AngleBrackets {
		closing = '>'
		i, _ = skipSpace(f.text, i)
	}
	prefixed := ascii.HasPrefixFold(f.text[i:], urlPrefix)
	if prefixed {
		i, _ = skipSpace(f.text, i+len(urlPrefix))
	}
	m = Match{Start: i, End: i, By: by}
	gaps := false
	for {
		if i == len(f.text) {
			return Match{}, false
		}
		c := f.text[i]
		if c == closing {
			break
		}
		if c == '%' || ascii.Is(c, ascii.QueryChar|ascii.NumberSign|ascii.Bracket) { // references can have it
			i = endOfRun(f.text, i+1)
			m.End = i
			continue
		}
		next, broken := skipSpace(f.text, i)
		if next == i || by == DoubleQuotes && (!broken || i == m.Start) {
			return Match{}, false
		}
		gaps = gaps || next < len(f.text) && f.text[next] != closing
		i = next
	}
	m.raw = f.text[m.Start:m.End]
	if m.raw == "" || gaps && !colonAfterScheme(m.raw) || m.parse(gaps) != nil ||
		!wanted(m.ref, by, prefixed) {
		return Match{}, false
	}
	f.at, f.after = i+1, i+1
	return m, true
}

// parse sets Ref to the reference in raw. gaps reports that raw has white space. If the text with hyphens is not a
// reference, parse drops the hyphens at the ends of lines.
func (m *Match) parse(gaps bool) (err error) {
	text := m.raw
	if gaps {
		text = joined(m.raw, false)
	}
	if m.ref, err = rfc3986.Parse(text); err == nil || !gaps {
		return err
	}
	if r, ok := m.WithoutHyphens(); ok {
		m.ref, err = r, nil
	}
	return err
}

// colonAfterScheme reports whether raw, ignoring white space, can begin with a scheme.
func colonAfterScheme(raw string) bool {
	for i := range len(raw) {
		if c := raw[i]; !ascii.Is(c, ascii.SchemeChar) && !isSpace(c) {
			return c == ':'
		}
	}
	return false
}

func (f *finder) bare(colon int) (m Match, ok bool) {
	start := startOfScheme(f.text, f.after, colon)
	if start == colon {
		return Match{}, false
	}
	slashes := strings.HasPrefix(f.text[colon+1:], "//")
	if name := f.text[start:colon]; slashes && !found(name) || !slashes && !plain(name) {
		return Match{}, false
	}
	if f.run <= colon {
		f.run = endOfRun(f.text, colon)
	}
	end, stop := f.run, colon+1
	if slashes {
		if end, stop, ok = f.authority(start, colon, end); !ok {
			return Match{}, false
		}
	}
	end = f.extent(start, colon+1, end)
	if end <= stop && end < len(f.text) && (f.text[end] == '%' || f.text[end] == '[' && f.text[end-1] == '@') {
		return Match{}, false // the authority is invalid
	}
	m.Cut = end < len(f.text) && (f.text[end] == '\\' || isStray(f.text[end:]) || f.text[end] >= utf8.RuneSelf)
	end = start + trimPunctuation(f.text[start:end], colon+1-start)
	r, err := rfc3986.Parse(f.text[start:end])
	if err != nil || !wanted(r, WhiteSpace, false) {
		return Match{}, false
	}
	m.ref = r
	m.Start, m.End, m.raw = start, end, f.text[start:end]
	f.at, f.after = end, end
	return m, true
}

// startOfScheme returns the start of the scheme before the colon at the given offset. It is not smaller than least. It
// is colon if there is no scheme.
func startOfScheme(text string, least, colon int) int {
	start := colon
	for start > least && ascii.Is(text[start-1], ascii.SchemeChar) {
		start--
	}
	for start < colon && !ascii.Is(text[start], ascii.Alpha) {
		start++
	}
	return start
}

// authority parses the authority of a URI with "//" after its colon. The bytes before end can all occur in references;
// end is the result of endOfRun. A bracket ends such a run. So if the authority has an IP literal, runEnd is the end of
// the run after the literal; if not, runEnd is equal to end. stop is the end of the authority. ok reports whether the
// URI can be valid. Each authority is parsed only up to its own end, so the time is linear.
func (f *finder) authority(start, colon, end int) (runEnd, stop int, ok bool) {
	begin := colon + len("://")
	stop = endOfName(f.text, begin, end)
	if stop == end && end < len(f.text) && f.text[end] == '[' && (stop == begin || f.text[stop-1] == '@') {
		i := ascii.Skip(f.text, end+1, ascii.UserinfoChar)
		if i < len(f.text) && f.text[i] == ']' {
			end = endOfRun(f.text, i+1)
			stop = endOfName(f.text, i+1, end)
		}
	}
	if stop == end || f.extent(start, begin, stop) < stop {
		return end, stop, true
	}
	r, err := rfc3986.Parse(f.text[start:stop])
	return end, stop, err == nil && hasHost(r) && (stop > begin || f.text[stop] == '/')
}

func endOfName(s string, i, end int) int { return ascii.IndexFrom(s[:end], i, ascii.AuthorityEnd) }

// endOfRun returns the smallest offset >= i of a bracket or of a byte that references cannot have, or len(s) if there
// is none.
func endOfRun(s string, i int) int {
	return percent.SkipCommon(s, i, ascii.QueryChar|ascii.NumberSign|ascii.PercentSign)
}

// skipCommonBytes skips letters, digits and other common bytes of references. It returns an offset from i to end, and
// may stop early. BenchmarkFind measures it.
func skipCommonBytes(s string, i, end int) int {
	for i+8 <= end {
		if marks := ascii.Uncommon8(ascii.Load8(s, i)); marks != 0 {
			return i + bits.TrailingZeros64(marks)/8
		}
		i += 8
	}
	return i
}

// extent returns the end of the URI that begins at start. The text up to i is already known to be valid. The URI ends
// at a "%" that begins no percent-encoding, at a second "#", at the character that closes the parenthesis or apostrophe
// before the URI, or at end.
func (f *finder) extent(start, i, end int) int {
	var opener byte
	if start > 0 {
		opener = f.text[start-1]
	}
	depth, fragment := 1, false
	for i = skipCommonBytes(f.text, i, end); i < end; i = skipCommonBytes(f.text, i+1, end) {
		switch f.text[i] {
		case '%':
			if !percent.IsEscape(f.text[:end], i) {
				return i
			}
		case '#':
			if fragment {
				return i
			}
			fragment = true
		case '\'':
			if opener == '\'' {
				return i
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 && opener == '(' {
				return i
			}
		}
	}
	return end
}

// trimPunctuation returns the length of s without punctuation at its end. The result is not smaller than least.
func trimPunctuation(s string, least int) int {
	end := len(s)
	open, apostrophes, counted := 0, 0, false
	for ; end > least; end-- {
		c := s[end-1]
		if c == ')' || c == '\'' {
			if !counted {
				open = strings.Count(s[:end], "(") - strings.Count(s[:end], ")")
				apostrophes = strings.Count(s[:end], "'")
				counted = true
			}
			if c == ')' && open >= 0 || c == '\'' && apostrophes%2 == 0 {
				return end
			}
		}
		switch c {
		case '.', ',', ';', ':', '!', '?':
		case '(':
			open--
		case ')':
			open++
		case '\'':
			apostrophes--
		default:
			return end
		}
	}
	return end
}

// wanted reports whether Find reports r. prefixed reports that "URL:" precedes r.
func wanted(r rfc3986.Ref, by Delimiter, prefixed bool) bool {
	if !r.IsURI() || by != WhiteSpace && prefixed {
		return r.IsURI()
	}
	name := r.Scheme()
	if authority, ok := r.Authority(); ok {
		return hasHost(r) && (authority != "" || r.Path() != "") && found(name)
	}
	registered := scheme.Lookup(name).IsRegistered()
	return len(name)+len(":") < len(r.String()) && (registered && by == AngleBrackets && hasHost(r) || plain(name))
}

// found reports whether Find reports URIs with the given scheme and "//". It does not for a single letter, which can be
// a drive letter, nor for the prefix "URL:".
func found(name string) bool {
	return len(name) > 1 && !ascii.EqualFold(name, urlPrefix[:len(urlPrefix)-1])
}

func hasHost(r rfc3986.Ref) bool {
	host, _ := r.Host()
	return host != "" || !scheme.Lookup(r.Scheme()).Has(scheme.HostRequired)
}

// plainSchemes are the schemes of URIs that people write without delimiters and "//". Their names are not words that a
// colon commonly follows.
var plainSchemes = []string{"doi", "geo", "magnet", "mailto", "mid", "news", "sip", "sips", "sms", "tel", "urn",
	"xmpp"}

func plain(name string) bool {
	return slices.ContainsFunc(plainSchemes, func(s string) bool { return ascii.EqualFold(s, name) })
}

// urlPrefix can precede URIs inside delimiters (appendix C).
const urlPrefix = "URL:"

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// skipSpace returns the end of the white space at offset i, and whether it has a line break.
func skipSpace(s string, i int) (end int, broken bool) {
	for end = i; end < len(s) && isSpace(s[end]); end++ {
		broken = broken || s[end] == '\n' || s[end] == '\r'
	}
	return end, broken
}

// joined returns raw without white space. drop also drops hyphens at the ends of lines.
func joined(raw string, drop bool) string {
	var dst []byte
	for i := 0; i < len(raw); {
		if !isSpace(raw[i]) {
			dst = append(dst, raw[i])
			i++
			continue
		}
		end, broken := skipSpace(raw, i)
		if drop && broken && raw[i-1] == '-' {
			dst = dst[:len(dst)-1]
		}
		i = end
	}
	return string(dst)
}
