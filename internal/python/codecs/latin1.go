package codecs

import (
	"slices"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

type asciiCodec struct{}

func (asciiCodec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	copied := 0
	for i := ascii.Prefix(s); i < len(s); i += ascii.Prefix(s[i:]) {
		f := Fault{Label: "ascii", Reason: "ordinal not in range(128)", Start: i}
		for i < len(s) && s[i] >= utf8.RuneSelf {
			i++ // all bytes of non-ASCII characters
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

func (asciiCodec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	copied := 0
	for i := ascii.Prefix(b); i < len(b); i += ascii.Prefix(b[i:]) {
		f := Fault{Label: "ascii", Reason: "ordinal not in range(128)", Start: i, End: i + 1}
		var err error
		if dst, i, err = h.Decode(append(dst, b[copied:i]...), b, f); err != nil {
			return nil, err
		}
		copied = i
	}
	return append(dst, b[copied:]...), nil
}

type latin1Codec struct{}

func (latin1Codec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			n := ascii.Prefix(s[i:])
			dst = append(dst, s[i:i+n]...)
			i += n
			continue
		}
		r, size := decodeRune(s[i:])
		if r < 0x100 {
			dst = append(dst, byte(r))
			i += size
			continue
		}
		f := Fault{Label: "latin-1", Reason: "ordinal not in range(256)", Start: i}
		for r >= 0x100 {
			if i += size; i == len(s) {
				break
			}
			r, size = decodeRune(s[i:])
		}
		f.End = i
		var err error
		if dst, err = h.encodeRun(dst, s, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func (latin1Codec) AppendDecode(dst, b []byte, _ Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	for len(b) > 0 {
		if c := b[0]; c >= utf8.RuneSelf {
			dst = append(dst, 0xC0|c>>6, 0x80|c&0x3F)
			b = b[1:]
			continue
		}
		n := ascii.Prefix(b)
		dst = append(dst, b[:n]...)
		b = b[n:]
	}
	return dst, nil
}
