package codecs

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

type endian uint8

const (
	anyEndian    endian = iota // a byte order mark decides; without a mark, the text is little-endian
	littleEndian               // a byte order mark is a character
	bigEndian
)

type utf16Codec struct{ order endian }

var utf16Labels = [...]string{"utf-16", "utf-16-le", "utf-16-be"}

// AppendEncode writes a byte order mark first, unless the name of the codec specifies a byte order.
func (c utf16Codec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	big := c.order == bigEndian
	dst = slices.Grow(dst, 2*utf8.RuneCountInString(s)+2)
	if c.order == anyEndian {
		dst = append(dst, 0xFF, 0xFE)
	}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			dst = appendUnit16(dst, uint16(s[i]), big)
			i++
			continue
		}
		r, size := decodeRune(s[i:])
		switch {
		case str.IsSurrogate(r):
			f := Fault{Label: utf16Labels[c.order], Reason: "surrogates not allowed", Start: i, End: i + size}
			var err error
			if dst, err = h.encodeUnits(dst, s, f, 2, big); err != nil {
				return nil, err
			}
		case r < 0x10000:
			dst = appendUnit16(dst, uint16(r), big)
		default:
			dst = appendUnit16(dst, uint16(0xD7C0+r>>10), big)
			dst = appendUnit16(dst, uint16(0xDC00|r&0x3FF), big)
		}
		i += size
	}
	return dst, nil
}

// AppendDecode treats each unpaired surrogate as a fault.
func (c utf16Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	i, big := 0, c.order == bigEndian
	if c.order == anyEndian && len(b) >= 2 {
		switch binary.BigEndian.Uint16(b) {
		case 0xFFFE:
			i = 2
		case 0xFEFF:
			i, big = 2, true
		}
	}
	dst = slices.Grow(dst, (len(b)-i)/2)
	for i < len(b) {
		if len(b)-i >= 2 {
			if u := unit16(b[i:], big); !str.IsSurrogate(rune(u)) {
				dst = appendBasic(dst, u)
				i += 2
				continue
			}
		}
		r, size, reason := utf16Rune(b[i:], big)
		if reason == "" {
			dst = utf8.AppendRune(dst, r)
			i += size
			continue
		}
		f := Fault{Label: "utf-16-le", Reason: reason, Start: i, End: i + size}
		if big {
			f.Label = "utf-16-be"
		}
		var err error
		if dst, i, err = h.Decode(dst, b, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// utf16Rune decodes the surrogate pair at the start of b. It returns the code point and the size of the pair, or the
// size and reason of a fault.
func utf16Rune(b []byte, big bool) (r rune, size int, reason string) {
	if len(b) < 2 {
		return 0, len(b), "truncated data"
	}
	r = rune(unit16(b, big))
	switch {
	case r >= 0xDC00:
		return 0, 2, "illegal encoding"
	case len(b) < 4:
		return 0, len(b), "unexpected end of data"
	}
	low := rune(unit16(b[2:], big))
	if low>>10 != 0xDC00>>10 {
		return 0, 2, "illegal UTF-16 surrogate"
	}
	return (r-0xD7C0)<<10 | low&0x3FF, 4, ""
}

func unit16(b []byte, big bool) uint16 {
	if big {
		return binary.BigEndian.Uint16(b)
	}
	return binary.LittleEndian.Uint16(b)
}

func appendUnit16(dst []byte, u uint16, big bool) []byte {
	if big {
		return append(dst, byte(u>>8), byte(u))
	}
	return append(dst, byte(u), byte(u>>8))
}

// encodeUnits appends the handler's replacement in UTF-16 or UTF-32. unit is the number of bytes of a code unit. Each
// ASCII character becomes one code unit. Raw bytes must form whole code units.
func (h Handler) encodeUnits(dst []byte, s string, f Fault, unit int, big bool) ([]byte, error) {
	before := len(dst)
	dst, raw, err := h.Encode(dst, s, f)
	if err != nil {
		return nil, err
	}
	if raw {
		if (len(dst)-before)%unit != 0 {
			return nil, EncodeError(s, f)
		}
		return dst, nil
	}
	n := len(dst) - before
	dst = slices.Grow(dst, n*(unit-1))[:before+n*unit]
	at := 0 // index of the byte of a unit that is not zero
	if big {
		at = unit - 1
	}
	for k := n - 1; k >= 0; k-- { // from the end, so that no text is overwritten before it is read
		c := dst[before+k]
		wide := dst[before+k*unit:][:unit]
		clear(wide)
		wide[at] = c
	}
	return dst, nil
}
