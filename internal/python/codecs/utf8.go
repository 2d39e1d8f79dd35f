package codecs

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/scalar"
)

type utf8Codec struct{}

func (utf8Codec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	if utf8.ValidString(s) {
		return append(dst, s...), nil
	}
	e := Encoder{Label: "utf-8", Reason: "surrogates not allowed", Runs: true, ASCII: true}
	return e.Append(dst, s, h, func(dst []byte, s string) ([]byte, int) {
		r, size := str.DecodeRune(s)
		if str.IsSurrogate(r) {
			return dst, 0
		}
		return append(dst, s[:size]...), size // a str without surrogates is UTF-8
	})
}

func (utf8Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	switch {
	case utf8.Valid(b):
		return append(dst, b...), nil
	case h.Name == "replace":
		return AppendReplaced(dst, b), nil
	}
	return AppendDecoded(dst, b, h, "utf-8", true, func(dst, b []byte) ([]byte, int, string) {
		n, ok := scalar.Next(b, false)
		if !ok {
			return dst, n, reason(b, n)
		}
		return append(dst, b[:n]...), n, ""
	})
}

// AppendReplaced appends b.decode("utf-8", "replace").
func AppendReplaced[T ~string | ~[]byte](dst []byte, b T) []byte {
	copied := 0
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		n, ok := scalar.Next(b[i:], false)
		if !ok {
			dst = append(append(dst, b[copied:i]...), "\uFFFD"...)
			copied = i + n
		}
		i += n
	}
	return append(dst, b[copied:]...)
}

// reason says why the n bytes at the start of b are ill-formed.
func reason(b []byte, n int) string {
	switch {
	case b[0] < 0xC2 || b[0] > 0xF4:
		return "invalid start byte"
	case n == len(b):
		return "unexpected end of data"
	}
	return "invalid continuation byte"
}

// utf8SigCodec is "utf-8-sig": UTF-8 after an optional byte order mark. Positions in its exceptions are counted from
// the end of the mark.
type utf8SigCodec struct{}

const utf8Mark = "\xEF\xBB\xBF"

func (utf8SigCodec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	return utf8Codec{}.AppendEncode(append(dst, utf8Mark...), s, h)
}

func (utf8SigCodec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	return utf8Codec{}.AppendDecode(dst, bytes.TrimPrefix(b, []byte(utf8Mark)), h)
}

// wideCodec is UTF-16 or UTF-32. It is the label of the codec, such as "utf-16-be". If the label has no byte order, a
// byte order mark decides. Without a mark, the text is little-endian.
type wideCodec string

func (c wideCodec) hasOrder() bool { return len(c) > len("utf-16") }

const byteOrderMark rune = 0xFEFF

// AppendEncode writes a byte order mark first, unless the label has a byte order.
func (c wideCodec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	unit, big := unitOf(string(c))
	dst = slices.Grow(dst, unit*(utf8.RuneCountInString(s)+1))
	if !c.hasOrder() {
		dst = appendWide(dst, byteOrderMark, unit, false)
	}
	next := func(dst []byte, s string) ([]byte, int) {
		r, size := str.DecodeRune(s)
		if str.IsSurrogate(r) {
			return dst, 0
		}
		return appendWide(dst, r, unit, big), size
	}
	return Encoder{Label: string(c), Reason: "surrogates not allowed", Unit: unit}.Append(dst, s, h, next)
}

// AppendDecode treats each unpaired surrogate as a fault, and in UTF-32 every surrogate.
func (c wideCodec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	unit, big := unitOf(string(c))
	mark, label := 0, string(c) // mark is the length of a byte order mark at the start of b
	if !c.hasOrder() {
		if len(b) >= unit {
			big = wideUnit(b, unit, true) == byteOrderMark
			if big || wideUnit(b, unit, false) == byteOrderMark {
				mark = unit
			}
		}
		label += "-le"
		if big {
			label = string(c) + "-be"
		}
	}
	decode := utf16Rune
	if unit == 4 {
		decode = utf32Rune
	}
	return AppendDecoded(dst, b, h, label, false, func(dst, b []byte) ([]byte, int, string) {
		if n := mark; n > 0 {
			mark = 0
			return dst, n, ""
		}
		r, size, reason := decode(b, big)
		if reason != "" {
			return dst, size, reason
		}
		return utf8.AppendRune(dst, r), size, ""
	})
}

// utf16Rune decodes the first character of b. It returns the character and its size, or the size and reason of a fault.
func utf16Rune(b []byte, big bool) (r rune, size int, reason string) {
	if len(b) < 2 {
		return r, len(b), "truncated data"
	}
	r = wideUnit(b, 2, big)
	switch {
	case !str.IsSurrogate(r):
		return r, 2, ""
	case r >= 0xDC00:
		return r, 2, "illegal encoding"
	case len(b) < 4:
		return r, len(b), "unexpected end of data"
	}
	low := wideUnit(b[2:], 2, big)
	if low>>10 != 0xDC00>>10 {
		return r, 2, "illegal UTF-16 surrogate"
	}
	return (r-0xD7C0)<<10 | low&0x3FF, 4, ""
}

// utf32Rune is like utf16Rune.
func utf32Rune(b []byte, big bool) (r rune, size int, reason string) {
	if len(b) < 4 {
		return r, len(b), "truncated data"
	}
	r = wideUnit(b, 4, big)
	switch {
	case str.IsSurrogate(r):
		return r, 4, "code point in surrogate code point range(0xd800, 0xe000)"
	case r < 0 || r > utf8.MaxRune:
		return r, 4, "code point not in range(0x110000)"
	}
	return r, 4, ""
}

// wideUnit returns the first code unit of b. It is negative for a unit of 0x80000000 or more.
func wideUnit(b []byte, unit int, big bool) rune {
	switch {
	case unit == 4 && big:
		return rune(binary.BigEndian.Uint32(b))
	case unit == 4:
		return rune(binary.LittleEndian.Uint32(b))
	case big:
		return rune(binary.BigEndian.Uint16(b))
	}
	return rune(binary.LittleEndian.Uint16(b))
}

// appendWide appends r, which can be a surrogate.
func appendWide(dst []byte, r rune, unit int, big bool) []byte {
	switch {
	case unit == 4 && big:
		return binary.BigEndian.AppendUint32(dst, uint32(r))
	case unit == 4:
		return binary.LittleEndian.AppendUint32(dst, uint32(r))
	case r >= 0x10000:
		return appendWide(appendWide(dst, 0xD7C0+r>>10, unit, big), 0xDC00|r&0x3FF, unit, big)
	case big:
		return binary.BigEndian.AppendUint16(dst, uint16(r))
	}
	return binary.LittleEndian.AppendUint16(dst, uint16(r))
}
