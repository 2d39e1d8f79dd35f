package codecs

import (
	"slices"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// ordinalCodec is ASCII or Latin-1: each byte is a code point.
type ordinalCodec struct {
	label  string
	limit  rune
	reason string
}

var (
	asciiCodec  = ordinalCodec{"ascii", 0x80, "ordinal not in range(128)"}
	latin1Codec = ordinalCodec{"latin-1", 0x100, "ordinal not in range(256)"}
)

func (c ordinalCodec) fault(start, end int) Fault {
	return Fault{Label: c.label, Reason: c.reason, Start: start, End: end}
}

// AppendEncode passes each run of greater code points to the handler as one fault.
func (c ordinalCodec) AppendEncode(dst []byte, s string, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			n := ascii.Prefix(s[i:])
			dst = append(dst, s[i:i+n]...)
			i += n
			continue
		}
		start := i
		r, size := decodeRune(s[i:])
		for r >= c.limit {
			if i += size; i == len(s) {
				break
			}
			r, size = decodeRune(s[i:])
		}
		if i == start {
			dst = append(dst, byte(r))
			i += size
			continue
		}
		var err error
		if dst, err = h.encodeRun(dst, s, c.fault(start, i)); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func (c ordinalCodec) AppendDecode(dst, b []byte, h Handler) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	for i := 0; i < len(b); {
		switch {
		case b[i] < utf8.RuneSelf:
			n := ascii.Prefix(b[i:])
			dst = append(dst, b[i:i+n]...)
			i += n
		case rune(b[i]) < c.limit:
			dst = utf8.AppendRune(dst, rune(b[i]))
			i++
		default:
			var err error
			if dst, i, err = h.Decode(dst, b, c.fault(i, i+1)); err != nil {
				return nil, err
			}
		}
	}
	return dst, nil
}
