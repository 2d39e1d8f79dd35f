package codecs

import (
	"slices"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

// An Encoder handles the faults of a codec. The codec encodes the characters between faults.
type Encoder struct {
	Label, Reason string
	Runs          bool // a fault consists of all faulty characters in a row, not only of one
	ASCII         bool // ASCII characters are encoded as themselves
	Unit          int  // the number of bytes of a code unit, if it is not 1

	// Replace, if not nil, encodes the replacement of a fault.
	Replace func(dst []byte, text string) []byte
}

// Append appends the encoded form of s to dst. next encodes the first character of its argument, and perhaps characters
// after it. It appends to dst and returns the number of bytes that it has encoded, or 0 for a fault.
func (e Encoder) Append(dst []byte, s string, h Handler, next func(dst []byte, s string) (out []byte, n int),
) ([]byte, error) {
	if e.Unit == 0 {
		dst = slices.Grow(dst, len(s))
	}
	for i := 0; ; {
		var n int
		dst, n = e.run(dst, s[i:], next)
		if i += n; i == len(s) {
			return dst, nil
		}
		f := Fault{Encoding: e.Label, Reason: e.Reason, Start: i}
		_, size := str.DecodeRune(s[i:])
		i += size
		for e.Runs && i < len(s) && !(e.ASCII && s[i] < utf8.RuneSelf) {
			if _, n = next(dst, s[i:]); n > 0 {
				break
			}
			_, size = str.DecodeRune(s[i:])
			i += size
		}
		f.End = i
		out, raw, err := h.Encode(dst, s, f)
		if err != nil {
			return nil, err
		}
		added := out[len(dst):]
		switch {
		case raw && e.Unit > 1 && len(added)%e.Unit != 0:
			return nil, EncodeError(s, f)
		case raw || e.ASCII || len(added) == 0:
			dst = out
		case e.Replace != nil:
			dst = e.Replace(dst, string(added))
		default:
			text := string(added)
			if dst, n = e.run(dst, text, next); n < len(text) {
				return nil, EncodeError(s, f)
			}
		}
	}
}

// run encodes the longest prefix of s that has no fault, and returns its length.
func (e Encoder) run(dst []byte, s string, next func(dst []byte, s string) ([]byte, int)) ([]byte, int) {
	for i := 0; i < len(s); {
		if e.ASCII && s[i] < utf8.RuneSelf {
			end := i + ascii.Prefix(s[i:])
			dst = append(dst, s[i:end]...)
			i = end
			continue
		}
		out, n := next(dst, s[i:])
		if n == 0 {
			return dst, i
		}
		dst, i = out, i+n
	}
	return dst, len(s)
}

// AppendDecoded appends the decoded form of b to dst. If plain is set, the codec contains ASCII. next decodes the first
// character of its argument. It appends to dst and returns the number of octets. For a fault, it returns the number of
// invalid octets and the reason.
func AppendDecoded(dst, b []byte, h Handler, label string, plain bool,
	next func(dst, b []byte) (out []byte, n int, reason string),
) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	for i := 0; i < len(b); {
		if plain && b[i] < utf8.RuneSelf {
			end := i + ascii.Prefix(b[i:])
			dst = append(dst, b[i:end]...)
			i = end
			continue
		}
		out, n, reason := next(dst, b[i:])
		if reason == "" {
			dst, i = out, i+n
			continue
		}
		var err error
		if dst, i, err = h.Decode(dst, b, Fault{Encoding: label, Reason: reason, Start: i, End: i + n}); err != nil {
			return nil, err
		}
	}
	return dst, nil
}
