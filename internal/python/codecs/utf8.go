package codecs

import (
	"bytes"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

// utf8Codec is "utf-8".
type utf8Codec struct{}

// AppendEncode copies: a str without surrogates is UTF-8.
func (utf8Codec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	if utf8.ValidString(s) {
		return append(dst, s...), nil
	}
	copied := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := decodeRune(s[i:])
		if !str.IsSurrogate(r) {
			i += size
			continue
		}
		f := Fault{Label: "utf-8", Reason: "surrogates not allowed", Start: i}
		for i < len(s) && s[i] >= utf8.RuneSelf {
			if r, size = decodeRune(s[i:]); !str.IsSurrogate(r) {
				break
			}
			i += size
		}
		f.End = i
		var err error
		if dst, err = h.encodeRun(append(dst, s[copied:f.Start]...), s, f); err != nil {
			return nil, err
		}
		copied = i
	}
	return append(dst, s[copied:]...), nil
}

// AppendDecode copies what is well-formed.
func (utf8Codec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	if utf8.Valid(b) {
		return append(dst, b...), nil
	}
	if h.name == "replace" {
		return AppendReplaced(dst, b), nil
	}
	copied := 0
	for i := wellFormed(b); i < len(b); i += wellFormed(b[i:]) {
		end, reason := utf8Fault(b, i)
		dst = append(dst, b[copied:i]...)
		var err error
		if dst, i, err = h.Decode(dst, b, Fault{"utf-8", reason, i, end}); err != nil {
			return nil, err
		}
		copied = i
	}
	return append(dst, b[copied:]...), nil
}

// AppendReplaced appends b.decode("utf-8", "replace"), which is urllib's default.
func AppendReplaced(dst, b []byte) []byte {
	for {
		n := wellFormed(b)
		dst = append(dst, b[:n]...)
		if n == len(b) {
			return dst
		}
		dst = append(dst, "\uFFFD"...)
		end, _ := utf8Fault(b, n)
		b = b[end:]
	}
}

// wellFormed returns how many bytes b begins with that are well-formed UTF-8.
func wellFormed(b []byte) int {
	i := 0
	for i < len(b) {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return i
}

// utf8Fault returns where the ill-formed sequence at b[i] ends, which is as
// far as it could still have become well-formed, and what is wrong with it.
func utf8Fault(b []byte, i int) (end int, reason string) {
	lead := b[i]
	end = i + 1
	low, high, more := byte(0x80), byte(0xBF), 0
	switch {
	case lead < 0xC2 || lead > 0xF4:
		return end, "invalid start byte"
	case lead < 0xE0:
		more = 1
	case lead < 0xF0:
		more = 2
	default:
		more = 3
	}
	switch lead { // where the second byte has a narrower range
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	for ; more > 0; more-- {
		if end == len(b) {
			return end, "unexpected end of data"
		}
		if b[end] < low || b[end] > high {
			break
		}
		end++
		low, high = 0x80, 0xBF
	}
	return end, "invalid continuation byte"
}

// utf8SigCodec is "utf-8-sig": UTF-8 after a byte order mark, which decoding
// does not require. Positions in its exceptions count from after the mark.
type utf8SigCodec struct{}

const byteOrderMark = "\xEF\xBB\xBF"

// AppendEncode puts the mark before the text, empty or not.
func (utf8SigCodec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	return utf8Codec{}.AppendEncode(append(dst, byteOrderMark...), s, h)
}

// AppendDecode skips one mark.
func (utf8SigCodec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	return utf8Codec{}.AppendDecode(dst, bytes.TrimPrefix(b, []byte(byteOrderMark)), h)
}

// encodeRun is Encode for UTF-8, ASCII and Latin-1, in which ASCII is ASCII.
// They alone let surrogateescape take the head of a run of bad characters,
// and report only the rest of it.
func (h Handler) encodeRun(dst []byte, s string, f Fault) ([]byte, error) {
	if h.name == "surrogateescape" {
		for f.Start < f.End {
			r, size := str.DecodeRune(s[f.Start:f.End])
			if !isEscape(r) {
				return nil, EncodeError(s, f)
			}
			dst = append(dst, byte(r))
			f.Start += size
		}
		return dst, nil
	}
	dst, _, err := h.Encode(dst, s, f)
	return dst, err
}
