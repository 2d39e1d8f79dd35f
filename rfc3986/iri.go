package rfc3986

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"earl.example/internal/names/idna"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A wideClass is a class of characters beyond ASCII (RFC 3987 §2.2).
type wideClass uint8

const (
	noIRIChar wideClass = iota
	ucsChar
	privateChar
)

// wideError returns the offset of the first character beyond ASCII of s that an IRI cannot have there, and the rule
// that it breaks. Without such a character, the rule is nil.
func wideError(s string) (at int, broken *urlerr.Rule) {
	query := -1 // begin of the query
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '#':
			query = len(s)
		case c == '?' && query < 0:
			query = i
		case c < utf8.RuneSelf:
		case isBidiFormat(c):
			return i, wideRule(ruleBidi, s, i)
		case classOf(c) == privateChar && (query < 0 || query == len(s)):
			return i, wideRule(rulePrivate, s, i)
		case classOf(c) == noIRIChar:
			return i, wideRule(ruleUCSChar, s, i)
		}
		i += size
	}
	return 0, nil
}

// classOf returns the class of a character. U+FFFD, which a decoder returns for ill-formed UTF-8, is noIRIChar.
func classOf(c rune) wideClass {
	low, plane := c&0xFFFF, c>>16
	switch {
	case low >= 0xFFFE || c < 0xA0:
		return noIRIChar
	case plane > 0xE || 0xE000 <= c && c <= 0xF8FF:
		return privateChar
	case 0xD800 <= c && c <= 0xDFFF || 0xFDD0 <= c && c <= 0xFDEF || 0xFFF0 <= c && c <= 0xFFFF,
		0xE0000 <= c && c <= 0xE0FFF:
		return noIRIChar
	}
	return ucsChar
}

// isBidiFormat reports whether c is a formatting character that RFC 3987 §4.1 forbids.
func isBidiFormat(c rune) bool { return c == 0x200E || c == 0x200F || 0x202A <= c && c <= 0x202E }

// wideRule returns r with the kind of the component that s[i] is in. s[:i] is the beginning of an IRI.
func wideRule(r *urlerr.Rule, s string, i int) *urlerr.Rule {
	wide := *r
	before := s[:i]
	authority, hasAuthority := strings.CutPrefix(strings.TrimPrefix(before[ascii.SchemeColon(s):], ":"), "//")
	switch {
	case strings.Contains(before, "#"):
		wide.Kind = urlerr.BadFragment
	case strings.Contains(before, "?"):
		wide.Kind = urlerr.BadQuery
	case !hasAuthority || strings.Contains(authority, "/"):
		wide.Kind = urlerr.BadPath
	default:
		wide.Kind = urlerr.BadHost
		if end := ascii.IndexFrom(s, i, ascii.AuthorityEnd); strings.Contains(s[i:end], "@") {
			wide.Kind = urlerr.BadUserinfo
		}
	}
	return &wide
}

// encodedChar returns the character whose percent-encoding s begins with, or 0 if StepIRI does not decode it. Unicode
// added U+061C and U+2066 to U+2069 to the formatting characters after RFC 3987.
func encodedChar(s string, steps Steps) rune {
	var octets [utf8.UTFMax]byte
	n := 0
	for n < len(octets) && percent.IsEscape(s, 3*n) {
		octets[n] = percent.Octet(s, 3*n)
		n++
	}
	c, _ := utf8.DecodeRune(octets[:n])
	class := classOf(c)
	if class == noIRIChar || class == privateChar && steps&stepPrivate == 0 || isBidiFormat(c) || c == 0x061C ||
		0x2066 <= c && c <= 0x2069 {
		return 0
	}
	return c
}

// uriTable keeps the characters of URIs.
var uriTable = percent.NewTable(ascii.QueryChar, "%#[]")

// normalizeChars is Normalize for steps with StepNFC or StepURI, which can make a text three times longer. It leaves
// them out if the result could be too long.
func (r Ref) normalizeChars(steps Steps) Ref {
	r = r.Normalize(steps &^ (StepNFC | StepURI))
	if len(r.s) > longest/3 || ascii.Prefix(r.s) == len(r.s) {
		return r
	}
	if steps&StepNFC != 0 {
		text := idna.AppendNFC(nil, r.s)
		text = bytes.ReplaceAll(text, []byte("`"), []byte("%60")) // of U+1FEF
		if composed, _, broken := parse(string(text), &widest); broken == nil && composed != r {
			r = composed.Normalize(steps &^ (StepNFC | StepURI))
		}
	}
	if steps&StepURI != 0 {
		text, _ := percent.EncodeString(r.s, &uriTable)
		if encoded, _, broken := parse(text, &withZones); broken == nil {
			return encoded
		}
	}
	return r
}

// WithDomain returns r with its host as a domain name of DNS; see [HostOfDomain]. It decodes the host first. It changes
// neither IP addresses nor hosts in ASCII without percent-encodings. For an IRI, [StepURI] then gives a URI with a host
// in DNS (RFC 3987 §3.1).
func (r Ref) WithDomain() (Ref, error) {
	host, _ := r.Host()
	name, err := r.decodePart(int(r.host()), int(r.hostEnd()), urlerr.Host)
	if err != nil || r.HostKind() != reading.HostName || name == host && ascii.Prefix(host) == len(host) {
		return r, err
	}
	if host, err = HostOfDomain(name); err != nil {
		return Ref{}, err
	}
	return r.WithHost(host)
}
