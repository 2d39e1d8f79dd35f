package codecs

import (
	"slices"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

// An Encoder handles the faults of a codec. The codec encodes the text between faults.
type Encoder struct {
	Label, Reason string
	Runs          bool // a fault consists of all faulty characters in a row, not only of one
	ASCII         bool // ASCII characters are encoded as themselves
	Unit          int  // the number of bytes of a code unit, if it is not 1

	// Replace, if not nil, is called for the replacement of a fault. It has the results of run in Append.
	Replace func(dst []byte, text string) (out []byte, n int)
}

// Append appends the encoded form of s to dst. run encodes the longest prefix of its argument that has no fault. It
// appends to dst and returns the length of the prefix.
func (e Encoder) Append(dst []byte, s string, h Handler, run func(dst []byte, s string) (out []byte, n int),
) ([]byte, error) {
	if e.Unit == 0 {
		dst = slices.Grow(dst, len(s))
	}
	for i := 0; ; {
		var n int
		dst, n = run(dst, s[i:])
		if i += n; i == len(s) {
			return dst, nil
		}
		f := Fault{Label: e.Label, Reason: e.Reason, Start: i}
		_, size := str.DecodeRune(s[i:])
		i += size
		for e.Runs && i < len(s) && !(e.ASCII && s[i] < utf8.RuneSelf) {
			_, size = str.DecodeRune(s[i:])
			if _, n = run(dst, s[i:i+size]); n > 0 {
				break
			}
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
		default:
			text := string(added)
			replace := e.Replace
			if replace == nil {
				replace = run
			}
			if dst, n = replace(out[:len(dst)], text); n < len(text) {
				return nil, EncodeError(s, f)
			}
		}
	}
}

// AppendDecoded appends the decoded form of b to dst. run decodes the longest prefix of its argument that has no fault.
// It appends to dst, and returns the length of the prefix and the length and the reason of the fault.
func AppendDecoded(dst, b []byte, h Handler, label string,
	run func(dst, b []byte) (out []byte, n, fault int, reason string),
) ([]byte, error) {
	dst = slices.Grow(dst, len(b))
	for i := 0; i < len(b); {
		var n, fault int
		var reason string
		dst, n, fault, reason = run(dst, b[i:])
		if i += n; i == len(b) {
			break
		}
		var err error
		if dst, i, err = h.Decode(dst, b, Fault{Label: label, Reason: reason, Start: i, End: i + fault}); err != nil {
			return nil, err
		}
	}
	return dst, nil
}
