package urltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/linkprop"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/whatwg"
)

// Readable returns url as people read it: with as few percent-encodings as possible (UTS #58 §4, minimal escaping). For
// example, it returns http://example.com/α for http://example.com/%CE%B1. Between two spaces, [Find] finds the result
// of an http or https URL as a whole. It parses as the same URL as url: scheme, authority, segments of the path, pairs
// of the query and the fragment are equal after percent-decoding.
//
//   - Percent-encodings of characters that the URL Standard encodes again become characters. Those of delimiters, white
//     space, invisible characters, bidirectional controls and bytes that are not UTF-8 stay.
//   - Punctuation at the end, a closing bracket without its opening bracket, and other characters that would end a link
//     are percent-encoded.
//
// The host is unchanged: see [whatwg.URL.UnicodeHostname]. Readable returns a text that is not an absolute URL
// unchanged. Its result is for people; to show URLs of strangers, use package audit.
func Readable(url string) string {
	u, err := whatwg.Parse(url)
	if err != nil {
		return url
	}
	text, start := url, len(u.Protocol())
	if !utf8.ValidString(url) || strings.ContainsFunc(url, func(r rune) bool { return r <= ' ' || r == '\\' }) ||
		strings.HasSuffix(url, ":") || !ascii.HasPrefixFold(url, u.Protocol()) {
		text = u.Href()
	}
	w := writer{set: whatwg.PathSet}
	switch {
	case u.HasOpaquePath():
		w.set = whatwg.C0ControlSet
	case !strings.HasPrefix(text[start:], "//") || u.IsSpecial() && strings.HasPrefix(text[start:], "///"):
		text = u.Href()
		fallthrough
	default:
		if strings.HasPrefix(text[start:], "//") {
			start += len("//")
			start += endOfName(text[start:], 0, len(text)-start)
		}
	}
	w.special = u.IsSpecial()
	w.text = text
	w.out = append(make([]byte, 0, len(text)), text[:start]...)
	for i := start; i < len(text); {
		i = w.unit(i)
	}
	if w.soft > start { // punctuation that would end the link
		w.out = percent.AppendEncode(w.out[:w.soft], string(w.out[w.soft:]), &tripletTable)
	}
	return string(w.out)
}

// A writer writes the path, query and fragment of a URL.
type writer struct {
	text    string
	out     []byte
	set     whatwg.EncodeSet // of the component
	part    byte             // '?' in the query, '#' in the fragment
	special bool
	open    []rune
	soft    int // offset in out of the last character if it is soft and not a delimiter, or 0
}

// unit writes the character, or the percent-encoded character, at offset i. It returns the offset after it.
func (w *writer) unit(i int) int {
	w.soft = 0
	r, size := utf8.DecodeRuneInString(w.text[i:])
	escaped := percent.IsEscape(w.text, i)
	if escaped {
		if r, size = w.escape(i); r == stays {
			w.out = append(w.out, w.text[i:i+size]...)
			return i + size
		}
	} else if w.delimiter(i, r) {
		w.out = append(w.out, w.text[i])
		return i + 1
	}
	ok := !isInvisible(r)
	term := linkprop.TermOf(r)
	switch last := len(w.open) - 1; term {
	case linkprop.Hard:
		ok = false
	case linkprop.Open:
		if ok {
			w.open = append(w.open, r)
		}
	case linkprop.Close:
		if ok = ok && last >= 0 && w.open[last] == linkprop.Opener(r); ok {
			w.open = w.open[:last]
		}
	}
	switch {
	case !ok && escaped:
		w.out = append(w.out, w.text[i:i+size]...)
	case !ok:
		w.out = percent.AppendEncode(w.out, w.text[i:i+size], &tripletTable)
	default:
		w.out = utf8.AppendRune(w.out, r)
		if term == linkprop.Soft {
			w.soft = len(w.out) - utf8.RuneLen(r)
		}
	}
	return i + size
}

// delimiter reports whether r at offset i divides the URL. Brackets before a delimiter do not match brackets after it.
func (w *writer) delimiter(i int, r rune) bool {
	switch {
	case r == '#' && w.part != '#':
		w.part, w.set = '#', whatwg.FragmentSet
	case r == '?' && w.part == 0:
		w.part, w.set = '?', whatwg.QuerySet
		if w.special {
			w.set = whatwg.SpecialQuerySet
		}
	case r == '/' && w.part == 0, (r == '=' || r == '&') && w.part == '?',
		w.part == '#' && strings.HasPrefix(w.text[i:], ":~:"):
	default:
		return false
	}
	w.open = w.open[:0]
	return true
}

// stays is the result of escape if the encoding must stay.
const stays = -1

// escape decodes the percent-encoded character at offset i. The encoding must stay if the URL Standard would not encode
// the character again.
func (w *writer) escape(i int) (r rune, size int) {
	var b [utf8.UTFMax]byte
	n := 0
	for n < len(b) && percent.IsEscape(w.text, i+3*n) {
		b[n] = percent.Octet(w.text, i+3*n)
		n++
	}
	r, n = utf8.DecodeRune(b[:n])
	size = 3 * n
	if r == utf8.RuneError && n == 1 || strings.ContainsRune("/?#%", r) || w.set.Encode(string(r)) == string(r) {
		return stays, size
	}
	return r, size
}

// isInvisible reports whether r is not shown, or changes the direction of the text. The joiners are letters of some
// scripts.
func isInvisible(r rune) bool {
	switch r {
	case '\u200C', '\u200D':
		return false
	case '\u034F', '\u115F', '\u1160', '\u2800', '\u3164', '\uFFA0':
		return true
	}
	return unicode.Is(unicode.Cf, r)
}
