package urllib

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/ascii"
	"earl.example/internal/percent"
	"earl.example/internal/pycodec"
)

// Unquote is unquote(string): it replaces each percent-escape by the octet it
// names, and reads the octets as UTF-8. What is no UTF-8 gives U+FFFD, one
// for each maximal part of a sequence. A "%" that two hexadecimal digits do
// not follow stays as it is.
func Unquote(s string) string {
	if percent.Index(s) < 0 {
		return s
	}
	out, _ := standardPython.unquote(s, UnquoteOptions{}, false) // never fails with "replace"
	return out
}

// UnquotePlus is unquote_plus(string): Unquote of s with each "+" replaced by
// a space.
func UnquotePlus(s string) string {
	if ascii.Index(s, ascii.FormEscape) < 0 {
		return s
	}
	out, _ := standardPython.unquote(s, UnquoteOptions{}, true) // never fails with "replace"
	return out
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
func UnquoteToBytesBytes(b []byte) []byte { return percent.AppendDecode(make([]byte, 0, len(b)), b) }

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
	switch {
	case ascii.Index(s, ascii.FormEscape) < 0:
		return s, nil
	case strings.IndexByte(s, '%') < 0:
		return strings.ReplaceAll(s, "+", " "), nil
	}
	return py.unquote(s, opt, true)
}

// AppendUnquote appends unquote(string, encoding, errors). On an error it
// returns dst as it was.
func (py Python) AppendUnquote(dst []byte, s string, opt UnquoteOptions) ([]byte, error) {
	if strings.IndexByte(s, '%') < 0 {
		return append(dst, s...), nil
	}
	return py.appendUnquote(dst, s, opt, false)
}

// AppendUnquotePlus appends unquote_plus(string, encoding, errors). On an
// error it returns dst as it was.
func (py Python) AppendUnquotePlus(dst []byte, s string, opt UnquoteOptions) ([]byte, error) {
	if strings.IndexByte(s, '%') < 0 {
		return percent.AppendDecodePlus(dst, s), nil
	}
	return py.appendUnquote(dst, s, opt, true)
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
	return percent.AppendDecode(make([]byte, 0, len(s)), s), nil
}

// unquote is appendUnquote for a string of its own, s itself if possible.
func (py *Python) unquote(s string, opt UnquoteOptions, plus bool) (string, error) {
	var buf [stackText]byte
	out, err := py.appendUnquote(buf[:0], s, opt, plus)
	if err != nil {
		return "", err
	}
	if string(out) == s {
		return s, nil
	}
	return string(out), nil
}

// appendUnquote appends s, which has a "%", unquoted; with plus, each "+" of
// s is a space.
func (py *Python) appendUnquote(dst []byte, s string, opt UnquoteOptions, plus bool) ([]byte, error) {
	encoding, errors := or(opt.Encoding, "utf-8"), or(opt.Errors, "replace")
	start := len(dst)
	if encoding == "utf-8" && ascii.Index(s, ascii.NonASCII) < 0 {
		// The usual case: no run to cut, and octets that are text already.
		if plus {
			dst = percent.AppendDecodePlus(dst, s)
		} else {
			dst = percent.AppendDecode(dst, s)
		}
		if utf8.Valid(dst[start:]) {
			return dst, nil
		}
		dst = dst[:start]
	}
	if plus {
		s = strings.ReplaceAll(s, "+", " ")
	}
	text := py.text()
	var octets []byte
	for at := 0; at < len(s); {
		end := at + runLen(s[at:], ascii.NonASCII)
		if end > at {
			octets = percent.AppendDecode(octets[:0], s[at:end])
			out, err := appendDecoded(dst, octets, text, encoding, errors)
			if err != nil {
				return dst[:start], escapedError(err, s, at, end)
			}
			dst = out
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

// appendDecoded appends the octets of one run, decoded.
func appendDecoded(dst, octets []byte, text pycodec.Text, encoding, errors string) ([]byte, error) {
	if encoding == "utf-8" && utf8.Valid(octets) {
		return append(dst, octets...), nil
	}
	return text.AppendDecode(dst, octets, encoding, errors)
}

// escapedError is the error of decoding what s[start:end] unquotes to, with
// the offset of the "%" or character behind the octet at fault.
func escapedError(err error, s string, start, end int) error {
	e := fromException(err, s, start, 0)
	if e.Unicode == nil {
		return e
	}
	at := start
	for n := e.Unicode.Start; n > 0 && at < end; n-- {
		if percent.Index(s[at:min(end, at+3)]) == 0 {
			at += 3
		} else {
			at++
		}
	}
	e.at.Offset = at
	return e
}
