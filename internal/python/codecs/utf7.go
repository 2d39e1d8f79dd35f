package codecs

import (
	"encoding/base64"
	"slices"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

// utf7Codec is "utf-7" (RFC 2152). Encoding never fails.
type utf7Codec struct{}

// base64Digits is the alphabet of RFC 2045, without the padding.
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// base64Values has the values of the digits.
var base64Values = func() (values [256]uint8) {
	for i, c := range []byte(base64Digits) {
		values[c] = uint8(i)
	}
	return values
}()

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

type utf7Section struct {
	bits     uint32 // bits not yet decoded
	buffered uint32 // number of bits in bits
	high     rune   // a high surrogate before its low surrogate, or 0
}

// add adds the base64 digit c to the section. If c completes a character, add appends the character to dst.
func (x *utf7Section) add(dst []byte, c byte) []byte {
	x.bits = x.bits<<6 | uint32(base64Values[c])
	if x.buffered += 6; x.buffered < 16 {
		return dst
	}
	x.buffered -= 16
	unit := rune(x.bits >> x.buffered)
	x.bits &= 1<<x.buffered - 1
	if x.high != 0 {
		high := x.high
		x.high = 0
		if unit>>10 == 0xDC00>>10 {
			return utf8.AppendRune(dst, (high-0xD7C0)<<10|unit&0x3FF)
		}
		dst = str.AppendRune(dst, high)
	}
	if unit>>10 == 0xD800>>10 {
		x.high = unit
		return dst
	}
	return str.AppendRune(dst, unit)
}

// fault returns the reason why the section must not end here, or "" if it can end here.
func (x *utf7Section) fault() string {
	switch {
	case x.buffered >= 6:
		return "partial character in shift sequence"
	case x.bits != 0:
		return "non-zero padding bits in shift sequence"
	}
	return ""
}

// Outside a base64 section, AppendDecode accepts every ASCII character, and "+" begins a section. A fault in a section
// begins at the "+" of the section, although the text before the fault is already decoded.
func (utf7Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	var x utf7Section
	f := Fault{Label: "utf7"}
	shifted := false
	for i := 0; i < len(b) || shifted; {
		f.Reason = ""
		switch {
		case i == len(b): // the input ends inside a section
			shifted = false
			if x.high != 0 || x.fault() != "" {
				f.Reason = "unterminated shift sequence"
			}
		case shifted && isBase64(b[i]):
			dst = x.add(dst, b[i])
			i++
		case shifted:
			shifted = false
			if f.Reason = x.fault(); f.Reason != "" {
				i++
				break
			}
			if x.high != 0 && b[i] < utf8.RuneSelf {
				dst = str.AppendRune(dst, x.high)
			}
			if b[i] == '-' { // "-" only ends the section; any other byte is a character, too
				i++
			}
		case b[i] == '+':
			f.Start = i
			i++
			switch {
			case i < len(b) && b[i] == '-':
				dst = append(dst, '+')
				i++
			case i < len(b) && !isBase64(b[i]):
				f.Reason = "ill-formed sequence"
				i++
			default:
				shifted, x = true, utf7Section{}
			}
		case b[i] < utf8.RuneSelf:
			dst = append(dst, b[i])
			i++
		default:
			f.Reason, f.Start = "unexpected special character", i
			i++
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
