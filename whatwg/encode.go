package whatwg

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/dotsegment"
	"earl.example/internal/text/encoding"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/scalar"
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

// U+FFFD replaces ill-formed UTF-8.
const (
	replacement        = "\uFFFD"
	replacementEscaped = "%EF%BF%BD"
)

// appendScalars appends s with U+FFFD for ill-formed UTF-8; see [scalar.Next]. It replaces the same bytes
// as in the UTF-8 decoder of the Encoding Standard.
func appendScalars(dst []byte, s string, surrogates bool) []byte {
	for len(s) > 0 {
		i := ascii.IndexFrom(s, 0, ascii.NonASCII)
		dst = append(dst, s[:i]...)
		s = s[i:]
		for len(s) > 0 && s[0] >= 0x80 {
			n, ok := scalar.Next(s, surrogates)
			if ok {
				dst = append(dst, s[:n]...)
			} else {
				dst = append(dst, replacement...)
			}
			s = s[n:]
		}
	}
	return dst
}

// scalars returns s with U+FFFD for ill-formed UTF-8.
func scalars(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string(appendScalars(make([]byte, 0, len(s)+16), s, true))
}

// strip returns s without ASCII tabs and newlines. If there are any, ill-formed UTF-8 is replaced first: a character
// cannot consist of bytes from both sides of a tab.
func strip(s string) string {
	if ascii.IndexFrom(s, 0, ascii.TabOrNewline) == len(s) {
		return s
	}
	return ascii.WithoutNewlines(scalars(s))
}

// dots returns 1 if s is a single-dot URL path segment, 2 if it is a double-dot URL path segment, and 0 for all other
// segments (§4.1).
func dots(s string) int { return dotsegment.Dots(s, true) }
