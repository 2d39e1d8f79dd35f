package codecs

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

type utf32Codec struct{ order endian }

var utf32Labels = [...]string{"utf-32", "utf-32-le", "utf-32-be"}

// AppendEncode writes a byte order mark first, unless the name of the codec specifies a byte order.
func (c utf32Codec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	big := c.order == bigEndian
	dst = slices.Grow(dst, 4*utf8.RuneCountInString(s)+4)
	if c.order == anyEndian {
		dst = append(dst, 0xFF, 0xFE, 0, 0)
	}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			dst = appendUnit32(dst, rune(s[i]), big)
			i++
			continue
		}
		r, size := decodeRune(s[i:])
		if !str.IsSurrogate(r) {
			dst = appendUnit32(dst, r, big)
			i += size
			continue
		}
		f := Fault{Label: utf32Labels[c.order], Reason: "surrogates not allowed", Start: i, End: i + size}
		var err error
		if dst, err = h.encodeUnits(dst, s, f, 4, big); err != nil {
			return nil, err
		}
		i += size
	}
	return dst, nil
}

// AppendDecode treats every surrogate as a fault, even in a pair.
func (c utf32Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	i, big := 0, c.order == bigEndian
	if c.order == anyEndian && len(b) >= 4 {
		switch binary.BigEndian.Uint32(b) {
		case 0xFFFE0000:
			i = 4
		case 0x0000FEFF:
			i, big = 4, true
		}
	}
	dst = slices.Grow(dst, (len(b)-i)/4)
	for i < len(b) {
		f := Fault{Label: "utf-32-le", Start: i, End: i + 4}
		if big {
			f.Label = "utf-32-be"
		}
		if len(b)-i < 4 {
			f.Reason, f.End = "truncated data", len(b)
		} else if r := unit32(b[i:], big); str.IsSurrogate(r) {
			f.Reason = "code point in surrogate code point range(0xd800, 0xe000)"
		} else if r < 0 || r > utf8.MaxRune {
			f.Reason = "code point not in range(0x110000)"
		} else {
			dst = utf8.AppendRune(dst, r)
			i += 4
			continue
		}
		var err error
		if dst, i, err = h.Decode(dst, b, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// unit32 returns the first code unit of b as a rune. The rune is negative for a unit of 0x80000000 or more.
func unit32(b []byte, big bool) rune {
	if big {
		return rune(binary.BigEndian.Uint32(b))
	}
	return rune(binary.LittleEndian.Uint32(b))
}

func appendUnit32(dst []byte, r rune, big bool) []byte {
	if big {
		return binary.BigEndian.AppendUint32(dst, uint32(r))
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(r))
}
