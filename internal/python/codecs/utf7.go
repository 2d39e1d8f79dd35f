package codecs

import (
	"bytes"
	"encoding/base64"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

// utf7Codec is "utf-7" (RFC 2152). Encoding never fails.
type utf7Codec struct{}

func isBase64(c byte) bool { return ascii.Is(c, ascii.Alpha|ascii.Digit) || c == '+' || c == '/' }

// utf7Direct reports whether the encoder writes r unchanged. This applies to the sets D and O of RFC 2152 and to white
// space, except "+", "\" and "~".
func utf7Direct(r rune) bool {
	return ' ' <= r && r < '~' && r != '+' && r != '\\' || r == '\t' || r == '\n' || r == '\r'
}

// AppendEncode writes a character in base64 if utf7Direct is false for it. It uses as few base64 digits as possible.
func (utf7Codec) AppendEncode(dst []byte, s string, _ Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	var units []byte
	for i := 0; i < len(s); {
		r, size := str.DecodeRune(s[i:])
		switch {
		case utf7Direct(r):
			dst = append(dst, byte(r))
			i += size
			continue
		case r == '+':
			dst = append(dst, "+-"...)
			i += size
			continue
		}
		for units = units[:0]; i < len(s) && !utf7Direct(r); {
			units = appendWide(units, r, 2, true)
			if i += size; i < len(s) {
				r, size = str.DecodeRune(s[i:])
			}
		}
		dst = base64.RawStdEncoding.AppendEncode(append(dst, '+'), units)
		if i == len(s) || isBase64(s[i]) || s[i] == '-' { // other characters also end the section
			dst = append(dst, '-')
		}
	}
	return dst, nil
}

// appendSection appends the text of a section of base64 digits. high is the high surrogate at its end, or 0. reason
// says why the section must not end here, or is "".
func appendSection(dst, digits []byte) (out []byte, high rune, reason string) {
	n := len(digits)
	var room, few [128]byte // for speed
	// Zero bits complete the last octets.
	digits = append(append(few[:0], digits...), "AAA"[:-n&3]...)
	octets, _ := base64.StdEncoding.AppendDecode(room[:0], digits)
	end := n * 6 / 16 * 2
	for i := 0; i < end; i += 2 {
		unit := wideUnit(octets[i:], 2, true)
		if high == 0 && !str.IsSurrogate(unit) {
			dst = utf8.AppendRune(dst, unit)
			continue
		}
		if r := utf16.DecodeRune(high, unit); r != utf8.RuneError {
			dst, high = utf8.AppendRune(dst, r), 0
			continue
		}
		if high != 0 {
			dst = str.AppendRune(dst, high)
		}
		if high = unit; unit>>10 != 0xD800>>10 {
			dst, high = str.AppendRune(dst, unit), 0
		}
	}
	switch {
	case n*6%16 >= 6:
		reason = "partial character in shift sequence"
	case len(bytes.TrimLeft(octets[end:], "\x00")) > 0:
		reason = "non-zero padding bits in shift sequence"
	}
	return dst, high, reason
}

// Outside a base64 section, AppendDecode accepts every ASCII character, and "+" begins a section. A fault in a section
// begins at the "+" of the section, although the text before the fault is already decoded.
func (utf7Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	f := Fault{Encoding: "utf7"}
	for i := 0; i < len(b); {
		f.Start, f.Reason = i, ""
		c := b[i]
		i++
		switch {
		case c >= utf8.RuneSelf:
			f.Reason = "unexpected special character"
		case c != '+':
			dst = append(dst, c)
		case i < len(b) && b[i] == '-':
			dst = append(dst, '+')
			i++
		case i < len(b) && !isBase64(b[i]):
			f.Reason = "ill-formed sequence"
			i++
		default:
			digits := i
			for i < len(b) && isBase64(b[i]) {
				i++
			}
			var high rune
			dst, high, f.Reason = appendSection(dst, b[digits:i])
			switch {
			case i == len(b) && (high != 0 || f.Reason != ""):
				f.Reason = "unterminated shift sequence"
			case i == len(b):
			case f.Reason != "":
				i++
			default:
				if high != 0 && b[i] < utf8.RuneSelf {
					dst = str.AppendRune(dst, high)
				}
				if b[i] == '-' { // "-" only ends the section; any other byte is a character, too
					i++
				}
			}
		}
		if f.Reason == "" {
			continue
		}
		f.End = i
		var err error
		if dst, i, err = h.Decode(dst, b, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}
