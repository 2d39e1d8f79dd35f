package urllib

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// Unquote is unquote(string): it replaces each percent-escape by the octet it
// names, and reads the octets as UTF-8. What is no UTF-8 gives U+FFFD, one
// for each maximal part of a sequence. A "%" that two hexadecimal digits do
// not follow stays as it is.
func Unquote(s string) string { return unquoted(s, false) }

// UnquotePlus is unquote_plus(string): Unquote of s with each "+" replaced by
// a space.
func UnquotePlus(s string) string { return unquoted(s, true) }

// unquoted returns s unquoted with all defaults.
func unquoted(s string, plus bool) string {
	out, ok := decodeText(s, plus)
	switch {
	case ok:
		return out
	case ascii.Prefix(s) == len(s):
		return replaced(out)
	}
	out, _ = standardPython.unquote(s, UnquoteOptions{}, plus) // never fails with "replace"
	return out
}

// replaced returns octets read as UTF-8, what is none replaced.
func replaced(octets string) string {
	var buf [stackText]byte
	dst := buf[:0]
	if len(octets) > stackText/2 {
		dst = make([]byte, 0, len(octets)+len(octets)/2)
	}
	return string(codecs.AppendReplaced(dst, []byte(octets)))
}

// decodeText returns s unquoted to UTF-8 and reports whether that is all there
// is to do: in well-formed text no character ends what an escape began, and
// no run of ASCII need be looked at by itself.
func decodeText(s string, plus bool) (out string, ok bool) {
	out, found := percent.DecodeString(s, plus)
	return out, !found.NonASCII() || utf8.ValidString(out) && utf8.ValidString(s)
}

// appendText is decodeText that appends.
func appendText(dst []byte, s string, plus bool) (out []byte, ok bool) {
	start := len(dst)
	out, found := percent.AppendDecode(dst, s, plus)
	return out, !found.NonASCII() || utf8.Valid(out[start:]) && utf8.ValidString(s)
}

// UnquoteBytes is unquote(bytes): it replaces each percent-escape by the
// octet it names, and decodes the whole as Unquote does.
func UnquoteBytes(b []byte) string {
	s, _ := Python{}.UnquoteBytes(b, UnquoteOptions{}) // never fails with "replace"
	return s
}

// UnquoteToBytes is unquote_to_bytes(string): it replaces each percent-escape
// in the UTF-8 octets of s by the octet it names. A lone surrogate is an
// error.
func UnquoteToBytes(s string) ([]byte, error) { return Python{}.UnquoteToBytes(s) }

// UnquoteToBytesBytes is unquote_to_bytes(bytes): it replaces each
// percent-escape by the octet it names.
func UnquoteToBytesBytes(b []byte) []byte { return octetsOf(string(b), false) }

// octetsOf returns the octets that s unquotes to, in memory of its own.
func octetsOf(s string, plus bool) []byte {
	b, _ := percent.AppendDecode(make([]byte, 0, len(s)), s, plus)
	return b
}

// Unquote is unquote(string, encoding, errors). Runs of ASCII are decoded,
// literal characters with the escapes; characters beyond ASCII stay and cut
// sequences. The encoding is not even looked up if s has no "%".
func (py Python) Unquote(s string, opt UnquoteOptions) (string, error) {
	if strings.IndexByte(s, '%') < 0 {
		return s, nil
	}
	return py.unquote(s, opt, false)
}

// UnquotePlus is unquote_plus(string, encoding, errors).
func (py Python) UnquotePlus(s string, opt UnquoteOptions) (string, error) {
	return py.unquotePlus(s, opt)
}

func (py *Python) unquotePlus(s string, opt UnquoteOptions) (string, error) {
	if strings.IndexByte(s, '%') < 0 {
		return strings.ReplaceAll(s, "+", " "), nil
	}
	return py.unquote(s, opt, strings.IndexByte(s, '+') >= 0)
}

// AppendUnquote appends unquote(string, encoding, errors). On an error it
// returns dst as it was.
func (py Python) AppendUnquote(dst []byte, s string, opt UnquoteOptions) ([]byte, error) {
	if strings.IndexByte(s, '%') < 0 {
		return append(dst, s...), nil
	}
	return py.appendUnquote(dst, s, opt, false)
}

// UnquoteBytes is unquote(bytes, encoding, errors): the octets are decoded as
// a whole. Releases before 3.9 take only str: a TypeError.
func (py Python) UnquoteBytes(b []byte, opt UnquoteOptions) (string, error) {
	if !py.interpreter().has(unquoteBytes) {
		return "", typeError(ruleUnquoteBytes, "Expected str, got bytes")
	}
	octets := UnquoteToBytesBytes(b)
	out, err := py.text().AppendDecode(nil, octets, or(opt.Encoding, "utf-8"), or(opt.Errors, "replace"))
	if err != nil {
		return "", escapedError(err, string(b), 0, len(b))
	}
	return string(out), nil
}

// UnquoteToBytes is unquote_to_bytes(string).
func (py Python) UnquoteToBytes(s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		_, err := py.text().AppendEncode(nil, s, "utf-8", "strict")
		return nil, encodeError(err, s)
	}
	return octetsOf(s, false), nil
}

// unquote is appendUnquote for a string of its own.
func (py *Python) unquote(s string, opt UnquoteOptions, plus bool) (string, error) {
	var buf [stackText]byte
	out, err := py.appendUnquote(buf[:0], s, opt, plus)
	if err != nil {
		return "", err
	}
	return string(out), nil
}

// appendUnquote appends s, which has a "%", unquoted; with plus, each "+" of
// s is a space.
func (py *Python) appendUnquote(dst []byte, s string, opt UnquoteOptions, plus bool) ([]byte, error) {
	encoding, errors := or(opt.Encoding, "utf-8"), or(opt.Errors, "replace")
	start := len(dst)
	plain := encoding == "utf-8" && isPlain(opt.Errors)
	if plain {
		out, ok := appendText(dst, s, plus)
		if ok {
			return out, nil
		}
		dst = out[:start]
	}
	if plus {
		s = strings.ReplaceAll(s, "+", " ")
	}
	text := py.text()
	var octets []byte
	for at := 0; at < len(s); {
		end := at + runLen(s[at:], ascii.NonASCII)
		if end > at {
			octets, _ = percent.AppendDecode(octets[:0], s[at:end], false)
			if plain && utf8.Valid(octets) {
				dst = append(dst, octets...)
			} else {
				// Not into dst, which the caller may have on its stack and a
				// codec, being an interface, would move to the heap.
				out, err := text.AppendDecode(nil, octets, encoding, errors)
				if err != nil {
					return dst[:start], escapedError(err, s, at, end)
				}
				dst = append(dst, out...)
			}
		}
		at = end
		end = at
		for end < len(s) && ascii.Is(s[end], ascii.NonASCII) {
			end++
		}
		dst = append(dst, s[at:end]...)
		at = end
	}
	return dst, nil
}

// runLen returns how many bytes of s precede the first one in class.
func runLen(s string, class ascii.Class) int {
	if n := ascii.Index(s, class); n >= 0 {
		return n
	}
	return len(s)
}

// escapedError is the error of decoding what s[start:end] unquotes to, with
// the offset of the "%" or character behind the octet at fault.
func escapedError(err error, s string, start, end int) error {
	return fromException(err, s, func(fault *str.UnicodeFault) int {
		at := start
		if fault == nil {
			return at
		}
		for n := fault.Start; n > 0 && at < end; n-- {
			if percent.Index(s[at:min(end, at+3)]) == 0 {
				at += 3
			} else {
				at++
			}
		}
		return at
	})
}
