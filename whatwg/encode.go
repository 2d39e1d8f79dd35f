package whatwg

import (
	"slices"
	"strconv"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/encoding"
	"earl.example/internal/text/percent"
)

// appendOtherEncoding implements "percent-encode after encoding" (§1.3). It returns false if the result would be longer
// than the given limit.
func appendOtherEncoding(dst []byte, s string, e encoding.Encoding, set ascii.Class, most int) ([]byte, bool) {
	const longest = 8 // the maximum length that encoding.Encoder.Append appends
	var room [256]byte
	enc, piece := e.NewEncoder(), room[:0]
	dst = slices.Grow(dst, min(2*len(s), most)) // usually, three bytes of UTF-8 become two escapes
	for _, r := range scalars(s) {
		var lacking rune
		piece, lacking = enc.Append(piece, r)
		if lacking != encoding.None {
			dst = percent.AppendEncode(dst, piece, escapesOf(set))
			dst = append(dst, "%26%23"...)
			dst = strconv.AppendInt(dst, int64(lacking), 10)
			dst = append(dst, "%3B"...)
			piece = room[:0]
		} else if len(piece) > len(room)-longest {
			dst = percent.AppendEncode(dst, piece, escapesOf(set))
			piece = room[:0]
		}
		if len(dst) > most {
			return nil, false
		}
	}
	dst = percent.AppendEncode(dst, enc.AppendEnd(piece), escapesOf(set))
	return dst, len(dst) <= most
}
