package pycodec

import (
	"slices"
	"unicode/utf8"

	"earl.example/internal/pytext"
)

// asciiCodec is "ascii".
type asciiCodec struct{}

func (asciiCodec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	copied := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		f := Fault{Label: "ascii", Reason: "ordinal not in range(128)", Start: i}
		for i < len(s) && s[i] >= utf8.RuneSelf {
			i++ // every byte of every character beyond ASCII
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
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		f := Fault{Label: "ascii", Reason: "ordinal not in range(128)", Start: i, End: i + 1}
		var err error
		if dst, i, err = h.Decode(append(dst, b[copied:i]...), b, f); err != nil {
			return nil, err
		}
		copied = i
	}
	return append(dst, b[copied:]...), nil
}

// latin1Codec is "latin-1", which CPython has apart from the tables: byte and
// code point are the same number.
type latin1Codec struct{}

func (latin1Codec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, c)
			i++
			continue
		}
		r, size := latin1Rune(s[i:])
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
			r, size = pytext.DecodeRune(s[i:])
		}
		f.End = i
		var err error
		if dst, err = h.encodeRun(dst, s, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// latin1Rune is pytext.DecodeRune, quicker for U+0080 to U+00FF.
func latin1Rune(s string) (rune, int) {
	if len(s) >= 2 && s[0]&^1 == 0xC2 && s[1]&0xC0 == 0x80 {
		return rune(s[0]&1)<<6 | rune(s[1]), 2
	}
	return pytext.DecodeRune(s)
}

func (latin1Codec) AppendDecode(dst, b []byte, _ Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	for _, c := range b {
		if c < utf8.RuneSelf {
			dst = append(dst, c)
		} else {
			dst = append(dst, 0xC0|c>>6, 0x80|c&0x3F)
		}
	}
	return dst, nil
}
