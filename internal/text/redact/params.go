package redact

import (
	_ "embed"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// jdbc returns the span of the first "jdbc:" in s, or an empty span at the end of s. The letters can be encoded any
// number of times.
func jdbc(s string) Span {
	const name = "jdbc:"
	var start, found int
	for x := (scanner{s: s}); x.scan(); {
		switch c := lower(x.c); {
		case c == name[0]:
			start, found = x.at, 1
		case c == name[found]:
			if found++; found == len(name) {
				return Span{start, x.next}
			}
		case ascii.Is(c, ascii.TabOrNewline): // skipped in a percent-encoded URL
		default:
			found = 0
		}
	}
	return Span{len(s), len(s)}
}

// parameters appends the values of the secret parameters of s. A value ends at "&" or "#". After "jdbc:" drivers
// disagree about the end, so the values there end at the end of s: rest is the offset of the first, or len(s).
//
// Without query, parameters finds only the value after "jdbc:".
func parameters(dst []Span, s string, query bool) (_ []Span, rest int) {
	after := jdbc(s).End
	x := scanner{s: s}
	if !query {
		x.next = after
	}
	var buf [64]byte
	name := buf[:0]
	for x.scan() {
		switch {
		case x.c == '=' && isSecret(name) && after <= x.at:
			return dst, x.next
		case x.c == '=' && isSecret(name), x.c == ':' && isSecret(member(name)):
			value, depth := x.next, x.depth
			for x.scan() && (x.c != '&' && x.c != '#' || x.depth > depth) {
			}
			dst = append(dst, Span{value, x.at})
			name = name[:0]
		case isOneOf(x.c, "=;?&(,{"), isOneOf(x.c, "#/:") && x.at < after:
			name = name[:0]
		default:
			name = appendName(name, x.c)
		}
	}
	return dst, len(s)
}

// member returns the name in the quotes around a member of a JSON object, or nil.
func member(name []byte) []byte {
	if n := len(name); n > 2 && name[0] == '"' && name[n-1] == '"' {
		return name[1 : n-1]
	}
	return nil
}

func lower(c byte) byte {
	if ascii.Is(c, ascii.Upper) {
		c |= 0x20
	}
	return c
}

// appendName appends a byte of the name of a parameter in lower case. It drops "-", "_", ".", white space and tabs, so
// that accessToken, access_token and Access-Token are one name.
func appendName(name []byte, c byte) []byte {
	if isOneOf(c, "-_.+ \t\r\n") {
		return name
	}
	return append(name, lower(c))
}

// IsKnown reports whether name, decoded, is a known name of a secret parameter. [Append] also hides the values of
// parameters with similar names.
func IsKnown(name string) bool {
	b := make([]byte, 0, len(name))
	for i := range len(name) {
		b = appendName(b, name[i])
	}
	return slices.Contains(known, string(b))
}

// isSecret reports whether a parameter with this name, a result of appendName, can have a secret value.
func isSecret(name []byte) bool {
	s := string(name)
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) }) ||
		slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(s, end) }) || slices.Contains(known, s)
}

//go:embed names.txt
var nameText string

// The names of secret parameters: texts that they contain, their ends, and whole names.
var parts, endings, known = names("part "), names("end "), names("name ")

// names returns the words of the lines of names.txt that begin with a word.
func names(kind string) (all []string) {
	for line := range strings.Lines(nameText) {
		if rest, ok := strings.CutPrefix(line, kind); ok {
			all = append(all, strings.Fields(rest)...)
		}
	}
	return all
}
