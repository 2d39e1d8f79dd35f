package codecs

import (
	"bytes"
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
	return e.Append(dst, s, h, encodeUTF8)
}

// encodeUTF8 copies a character that is not a surrogate, because a str without surrogates is UTF-8.
func encodeUTF8(dst []byte, s string) ([]byte, int) {
	r, size := str.DecodeRune(s)
	if str.IsSurrogate(r) {
		return dst, 0
	}
	return append(dst, s[:size]...), size
}

func (utf8Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	switch {
	case utf8.Valid(b):
		return append(dst, b...), nil
	case h.name == "replace":
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
