package baseurl

import (
	"strings"

	"earl.example/internal/text/ascii"
)

// A use is the syntax of the references in an attribute.
type use uint8

const (
	none       use = iota
	one            // one reference, optionally surrounded by white space
	spaced         // references separated by white space
	commas         // references separated by commas
	candidates     // srcset: references with descriptors (HTML §4.8.4.2.1)
	style          // CSS: the declarations of style, or the value of a presentation attribute of SVG
	pairs          // schemaLocation: alternating names and references, separated by white space
	inner          // srcdoc: a document
	refresh        // content of meta, if it is a refresh (HTML §4.2.5.3)
)

// fields calls give for each text between separators.
func fields(s string, separates func(byte) bool, give func(from, to int) bool) bool {
	for from, to := 0, 0; ; {
		if from = skip(s, to, separates); from == len(s) {
			return true
		}
		to = skip(s, from, func(c byte) bool { return !separates(c) })
		if !give(from, to) {
			return false
		}
	}
}

// srcset calls give for each candidate of a srcset attribute (HTML §4.8.4.2.2), with any descriptors.
func srcset(s string, give func(from, to int) bool) bool {
	for i := 0; ; {
		i = skip(s, i, isSpaceOrComma)
		if i == len(s) {
			return true
		}
		from := i
		i = skip(s, i, func(c byte) bool { return !isSpace(c) })
		to := i
		for to > from && s[to-1] == ',' {
			to--
		}
		if !give(from, to) {
			return false
		}
		if to == i {
			i = descriptors(s, i)
		}
	}
}

// descriptors returns the end of the descriptors that begin at s[i]: a comma outside parentheses, or the end of s.
func descriptors(s string, i int) int {
	inside := false
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case inside:
			inside = c != ')'
		case c == '(':
			inside = true
		case c == ',':
			return i
		}
	}
	return i
}

// refreshURL returns the bounds of the URL in the content of a meta element, or of the field Refresh, such as "5;
// url=http://h/" (HTML §4.2.5.3, the shared declarative refresh steps). ok is false for a refresh of the page itself.
func refreshURL(s string) (from, to int, ok bool) {
	digits := skip(s, 0, isSpace)
	i := skip(s, digits, func(c byte) bool { return ascii.Is(c, ascii.Digit) || c == '.' })
	if i == digits || i == len(s) || s[i] != ';' && s[i] != ',' && !isSpace(s[i]) {
		return 0, 0, false
	}
	i = skip(s, i, isSpace)
	if i < len(s) && (s[i] == ';' || s[i] == ',') {
		i++
	}
	from, to = skip(s, i, isSpace), len(s)
	if from == to {
		return 0, 0, false
	}
	if ascii.HasPrefixFold(s[from:], "url") {
		if i := skip(s, from+len("url"), isSpace); i < len(s) && s[i] == '=' {
			from = skip(s, i+1, isSpace)
		}
	}
	if from < len(s) && (s[from] == '"' || s[from] == '\'') {
		from++
		if end := strings.IndexByte(s[from:], s[from-1]); end >= 0 {
			to = from + end
		}
	}
	text, skipped := trimSpace(s[from:to])
	return from + skipped, from + skipped + len(text), true
}

func isSpaceOrComma(c byte) bool { return c == ',' || isSpace(c) }

// skip returns the offset after the bytes of a kind at offset i.
func skip[T string | []byte](s T, i int, of func(byte) bool) int {
	for i < len(s) && of(s[i]) {
		i++
	}
	return i
}
