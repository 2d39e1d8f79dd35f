package rfc3986

import (
	"iter"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// Decode replaces the triplets of raw by the octets that they stand for
// (§2.1). Nothing is decoded twice, and "+" is a plus sign.
//
// Decode one component or subcomponent, never a longer text: what a decoded
// octet means as a delimiter cannot be told from a delimiter any more (§2.4).
//
// The result is text in UTF-8 (§2.5). Octets that are not are an error of kind
// [urlerr.BadText], and a percent sign without two hexadecimal digits is one
// of kind [urlerr.BadEscape]; [AppendDecode] gives octets of any kind.
func Decode(raw string) (string, error) { return DecodeOptions{}.Decode(raw) }

// DecodeOptions say what is decoded, and what is refused. The zero value is
// the function [Decode].
type DecodeOptions struct {
	// PlusIsSpace reads "+" as a space, as forms of HTML write it.
	PlusIsSpace bool

	// NoNUL makes NUL an error of kind [urlerr.BadText]. §7.3 advises so where
	// the component is not expected to hold raw data.
	NoNUL bool
}

// Decode is the function [Decode] with options.
func (opt DecodeOptions) Decode(raw string) (string, error) {
	text, rule, at := opt.decode(raw)
	if rule != nil {
		return "", failPart(rule, raw, at, urlerr.NoComponent)
	}
	return text, nil
}

// AppendDecode appends the octets to dst that raw stands for, as [Decode] does
// without looking what they are. If there is an error it returns dst as it
// was.
func AppendDecode(dst []byte, raw string) ([]byte, error) {
	if at := badEscape(raw); at >= 0 {
		return dst, failPart(&ruleEscape, raw, at, urlerr.NoComponent)
	}
	dst, _ = percent.AppendDecode(dst, raw, false)
	return dst, nil
}

// badEscape returns the offset of the first "%" that begins no triplet, or -1.
func badEscape(s string) int {
	for i := 0; ; i += 3 {
		n := strings.IndexByte(s[i:], '%')
		if n < 0 {
			return -1
		}
		if i += n; !isTriplet(s, i) {
			return i
		}
	}
}

// decode decodes raw, or says which rule it breaks and at which offset.
func (opt DecodeOptions) decode(raw string) (text string, rule *urlerr.Rule, at int) {
	text, found := percent.DecodeStrict(raw, opt.PlusIsSpace)
	if found.Malformed() {
		return "", &ruleEscape, badEscape(raw)
	}
	if !found.ASCII() && !utf8.ValidString(text) {
		return "", &ruleText, encodedOffset(raw, notUTF8(text))
	}
	if opt.NoNUL {
		if n := strings.IndexByte(text, 0); n >= 0 {
			return "", &ruleNUL, encodedOffset(raw, n)
		}
	}
	return text, nil, 0
}

// notUTF8 returns the offset of the first octet that is not UTF-8, or the
// length.
func notUTF8(octets string) int {
	i := 0
	for i < len(octets) {
		c, size := utf8.DecodeRuneInString(octets[i:])
		if c == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return i
}

// encodedOffset returns the offset in raw of its octet number n.
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

// decodePart decodes the part of r's text from one offset to another.
func (r Ref) decodePart(from, to int, component urlerr.Component) (string, error) {
	raw := r.s[from:to]
	if strings.IndexByte(raw, '%') < 0 {
		return raw, nil // the grammar has nothing beyond ASCII
	}
	text, rule, at := DecodeOptions{}.decode(raw)
	if rule != nil {
		return "", fail(rule, r.s, from+at, component)
	}
	return text, nil
}

// DecodedUserinfo returns the userinfo cut at its first colon and decoded: a username
// and, if there is a colon, a password (§3.2.1). An empty password and none are
// the same here; [Ref.Userinfo] tells them apart. ok is false if there is no
// userinfo. Octets that are not UTF-8 are an error of kind [urlerr.BadText].
func (r Ref) DecodedUserinfo() (username, password string, ok bool, err error) {
	userinfo, ok := r.Userinfo()
	if !ok {
		return "", "", false, nil
	}
	from, to := int(r.after())+len("//"), int(r.host())-1
	colon := strings.IndexByte(userinfo, ':')
	if colon < 0 {
		colon = len(userinfo)
	}
	if username, err = r.decodePart(from, from+colon, urlerr.Username); err != nil {
		return "", "", false, err
	}
	if colon < len(userinfo) {
		if password, err = r.decodePart(from+colon+1, to, urlerr.Password); err != nil {
			return "", "", false, err
		}
	}
	return username, password, true, nil
}

// DecodedHost returns the host with its triplets decoded, and whether there is
// one. An IP literal keeps its brackets. What a name means, and whether it can
// be looked up in DNS, is for others to say; one with letters beyond ASCII
// needs IDNA first (§3.2.2). Octets that are not UTF-8 are an error of kind
// [urlerr.BadText].
func (r Ref) DecodedHost() (host string, ok bool, err error) {
	if host, ok = r.Host(); !ok || host == "" || host[0] == '[' {
		return host, ok, nil
	}
	host, err = r.decodePart(int(r.host()), int(r.hostEnd()), urlerr.Host)
	return host, err == nil, err
}

// DecodedFragment returns the fragment with its triplets decoded, and whether
// there is one. Octets that are not UTF-8 are an error of kind
// [urlerr.BadText].
func (r Ref) DecodedFragment() (fragment string, ok bool, err error) {
	if _, ok = r.Fragment(); !ok {
		return "", false, nil
	}
	fragment, err = r.decodePart(int(r.fragment())+1, len(r.s), urlerr.Fragment)
	return fragment, err == nil, err
}

// DecodedSegments returns the segments of the path as [Ref.Segments] does,
// each decoded. Where the octets of one are not UTF-8, it comes as "" with an
// error of kind [urlerr.BadText]; the others follow.
//
// A decoded segment may hold a slash, a NUL, or the dots of a dot segment,
// which a file system would understand as such (§7.3).
func (r Ref) DecodedSegments() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		at := int(r.path())
		if at < int(r.query()) && r.s[at] == '/' {
			at++
		}
		for segment := range r.Segments() {
			if !yield(r.decodePart(at, at+len(segment), urlerr.Path)) {
				return
			}
			at += len(segment) + 1
		}
	}
}

// DecodedUserinfo returns username and password, decoded. See [Ref.DecodedUserinfo].
func (u URI) DecodedUserinfo() (username, password string, ok bool, err error) {
	return u.ref.DecodedUserinfo()
}

// DecodedHost returns the host, decoded. See [Ref.DecodedHost].
func (u URI) DecodedHost() (host string, ok bool, err error) { return u.ref.DecodedHost() }

// DecodedFragment returns the fragment, decoded. See [Ref.DecodedFragment].
func (u URI) DecodedFragment() (fragment string, ok bool, err error) { return u.ref.DecodedFragment() }

// DecodedSegments returns the segments of the path, decoded. See
// [Ref.DecodedSegments].
func (u URI) DecodedSegments() iter.Seq2[string, error] { return u.ref.DecodedSegments() }
