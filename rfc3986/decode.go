package rfc3986

import (
	"iter"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
	"earl.example/urlerr"
)

// Decode replaces each percent-encoding of raw by its octet (§2.1), once. "+" remains a plus sign. Decode only one
// component, or a part of a component, because a decoded octet can look like a delimiter (§2.4).
//
// Octets that are not UTF-8 (§2.5) are an error of kind [urlerr.BadText]. A percent sign without two hexadecimal digits
// is an error of kind [urlerr.BadEscape].
func Decode(raw string) (string, error) {
	text, broken, at := decode(raw)
	if broken != nil {
		return "", failPart(broken, raw, at, urlerr.NoComponent)
	}
	return text, nil
}

// Encode percent-encodes all octets of data except the unreserved characters (§2.3). The result can be part of any
// component except scheme and port. "." and ".." remain; see [Ref.WithSegments].
func Encode(data string) string {
	text, _ := percent.EncodeString(data, &encodeTable)
	return text
}

var (
	encodeTable = percent.NewTable(ascii.Unreserved, "")
	nameTable   = percent.NewTable(ascii.Unreserved, "!$&'()*+,;=") // characters of a reg-name
)

// decode decodes raw, or returns the rule that raw breaks and the offset.
func decode(raw string) (text string, broken *urlerr.Rule, at int) {
	text, found := percent.DecodeString(raw, false)
	if found.Malformed() {
		return "", ruleEscape, percent.IndexMalformed(raw)
	}
	if !found.ASCII() && !utf8.ValidString(text) {
		return "", ruleText, encodedOffset(raw, scalar.ValidLen(text))
	}
	return text, nil, 0
}

// encodedOffset returns the offset in raw of the octet with index n of the decoded text.
func encodedOffset(raw string, n int) int {
	at := 0
	for ; n > 0; n-- {
		if raw[at] == '%' {
			at += 2
		}
		at++
	}
	return at
}

func (r Ref) decodePart(from, to int, component urlerr.Component) (string, error) {
	raw := r.s[from:to]
	text, broken, at := decode(raw)
	if broken != nil {
		return "", fail(broken, r.s, from+at, component)
	}
	return text, nil
}

// DecodedUserinfo returns the userinfo, split at its first colon and decoded (§3.2.1). password is empty if it is
// absent. ok is false if there is no userinfo. Octets that are not UTF-8 are an error of kind [urlerr.BadText].
func (r Ref) DecodedUserinfo() (username, password string, ok bool, err error) {
	userinfo, ok := r.Userinfo()
	if !ok {
		return "", "", false, nil
	}
	at := int(r.after()) + len("//")
	rawName, rawPassword, found := strings.Cut(userinfo, ":")
	if username, err = r.decodePart(at, at+len(rawName), urlerr.Username); err != nil {
		return "", "", false, err
	}
	if at += len(rawName) + len(":"); found {
		if password, err = r.decodePart(at, at+len(rawPassword), urlerr.Password); err != nil {
			return "", "", false, err
		}
	}
	return username, password, true, nil
}

// Segments returns the segments of the path as written (§3.3). A leading slash does not separate segments: /a/b and a/b
// both have two segments. Empty segments count: /a//b has three segments, and / has one. The empty path has no
// segments.
func (r Ref) Segments() iter.Seq[string] {
	return func(yield func(string) bool) {
		if path := r.Path(); path != "" {
			strings.SplitSeq(strings.TrimPrefix(path, "/"), "/")(yield)
		}
	}
}

// DecodedSegments returns the segments of the path, each decoded. Octets that are not UTF-8 remain as they are.
//
// A decoded segment can contain slashes, NUL, or dots that a file system would interpret (§7.3).
func (r Ref) DecodedSegments() iter.Seq[string] {
	return func(yield func(string) bool) {
		for segment := range r.Segments() {
			if text, _ := percent.DecodeString(segment, false); !yield(text) {
				return
			}
		}
	}
}
