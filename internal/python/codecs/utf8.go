package codecs

import (
	"bytes"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

type utf8Codec struct{}

func (utf8Codec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	if utf8.ValidString(s) {
		return append(dst, s...), nil
	}
	e := Encoder{Label: "utf-8", Reason: "surrogates not allowed", Runs: true, ASCII: true}
	return e.Append(dst, s, h, encodeUTF8)
}

// encodeUTF8 copies s up to the first surrogate, because a str without surrogates is UTF-8.
func encodeUTF8(dst []byte, s string) ([]byte, int) {
	n := 0
	for n < len(s) {
		r, size := decodeRune(s[n:])
		if str.IsSurrogate(r) {
			break
		}
		n += size
	}
	return append(dst, s[:n]...), n
}

func (utf8Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	switch {
	case utf8.Valid(b):
		return append(dst, b...), nil
	case h.name == "replace":
		return AppendReplaced(dst, b), nil
	}
	return AppendDecoded(dst, b, h, "utf-8", func(dst, b []byte) ([]byte, int, int, string) {
		for i := 0; i < len(b); {
			end, reason := sequence(b, i)
			if reason != "" {
				return append(dst, b[:i]...), i, end - i, reason
			}
			i = end
		}
		return append(dst, b...), len(b), 0, ""
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
		end, reason := sequence(b, i)
		if reason != "" {
			if copied < i {
				dst = append(dst, b[copied:i]...)
			}
			dst = append(dst, "\uFFFD"...)
			copied = end
		}
		i = end
	}
	return append(dst, b[copied:]...)
}

// sequence returns the offset after the character at b[i]. If the bytes are ill-formed, end is the offset after the
// bytes to replace together, and reason says what is wrong.
func sequence[T ~string | ~[]byte](b T, i int) (end int, reason string) {
	lead := b[i]
	end = i + 1
	low, high, last := byte(0x80), byte(0xBF), end
	switch { // the second byte can have a narrower range
	case lead < utf8.RuneSelf:
		return end, ""
	case lead < 0xC2 || lead > 0xF4:
		return end, "invalid start byte"
	case lead < 0xE0:
		last += 1
	case lead < 0xF0:
		last += 2
		switch lead {
		case 0xE0:
			low = 0xA0
		case 0xED:
			high = 0x9F
		}
	default:
		last += 3
		switch lead {
		case 0xF0:
			low = 0x90
		case 0xF4:
			high = 0x8F
		}
	}
	for ; end < last; end++ {
		if end == len(b) {
			return end, "unexpected end of data"
		}
		if b[end] < low || b[end] > high {
			return end, "invalid continuation byte"
		}
		low, high = 0x80, 0xBF
	}
	return end, ""
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
