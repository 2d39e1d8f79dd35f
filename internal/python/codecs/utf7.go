package codecs

import (
	"slices"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

// utf7Codec is "utf-7" (RFC 2152). Encoding never fails.
type utf7Codec struct{}

// base64Digits is the alphabet of RFC 2045, without the padding.
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func isBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}

func base64Value(c byte) uint32 {
	switch {
	case c >= 'a':
		return uint32(c) - 'a' + 26
	case c >= 'A':
		return uint32(c) - 'A'
	case c >= '0':
		return uint32(c) - '0' + 52
	case c == '+':
		return 62
	}
	return 63
}

// utf7Direct reports whether the encoder writes r unchanged. This applies to the sets D and O of RFC 2152 and to white
// space, except "+", "\" and "~".
func utf7Direct(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return true
	case '+', '\\', '~':
		return false
	}
	return ' ' <= r && r < 0x7F
}

// AppendEncode writes a character in base64 if utf7Direct is false for it. It uses as few base64 digits as possible.
func (utf7Codec) AppendEncode(dst []byte, s string, _ Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	var bits, buffered uint32 // the lowest buffered bits are not yet written
	shifted := false
	for i := 0; i < len(s); {
		r, size := decodeRune(s[i:])
		i += size
		if utf7Direct(r) {
			if shifted {
				if buffered > 0 {
					dst = append(dst, base64Digits[bits<<(6-buffered)&0x3F])
				}
				bits, buffered, shifted = 0, 0, false
				// Other characters also end the section.
				if isBase64(byte(r)) || r == '-' {
					dst = append(dst, '-')
				}
			}
			dst = append(dst, byte(r))
			continue
		}
		if !shifted {
			dst = append(dst, '+')
			if r == '+' {
				dst = append(dst, '-')
				continue
			}
			shifted = true
		}
		units := [2]rune{r}
		n := 1
		if r >= 0x10000 {
			units, n = [2]rune{0xD7C0 + r>>10, 0xDC00 | r&0x3FF}, 2
		}
		for _, unit := range units[:n] {
			bits = bits<<16 | uint32(unit)
			for buffered += 16; buffered >= 6; {
				buffered -= 6
				dst = append(dst, base64Digits[bits>>buffered&0x3F])
			}
		}
	}
	if buffered > 0 {
		dst = append(dst, base64Digits[bits<<(6-buffered)&0x3F])
	}
	if shifted {
		dst = append(dst, '-')
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
	x.bits = x.bits<<6 | base64Value(c)
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
