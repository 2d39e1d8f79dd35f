package percent

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
)

// Index returns the offset of the first percent-encoding in s, or -1 if there is none.
func Index(s string) int {
	for i := range Escapes(s) {
		return i
	}
	return -1
}

// HexFollows reports whether two hexadecimal digits follow s[i], which can be any byte.
func HexFollows(s string, i int) bool {
	return i+2 < len(s) && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16
}

// IndexMalformed returns the offset of the first "%" in s that does not begin a percent-encoding, or len(s) if there is
// none.
func IndexMalformed(s string) int {
	return SkipCommon(s, 0, ascii.QueryChar|ascii.UserinfoSet) // all bytes but "%"
}

// EncodeMalformed returns s with "%25" in place of each "%" that does not begin a percent-encoding.
func EncodeMalformed(s string) string {
	i := IndexMalformed(s)
	if i == len(s) {
		return s
	}
	var b strings.Builder
	for ; i < len(s); i = IndexMalformed(s) {
		b.WriteString(s[:i])
		b.WriteString("%25")
		s = s[i+1:]
	}
	b.WriteString(s)
	return b.String()
}

// Octet returns the byte that the percent-encoding at s[i:] encodes.
func Octet(s string, i int) byte { return ascii.Unhex[s[i+1]]<<4 | ascii.Unhex[s[i+2]] }

// Escapes returns an iterator over the percent-encodings in s: their offsets, and their bytes.
func Escapes(s string) iter.Seq2[int, byte] {
	return func(yield func(int, byte) bool) {
		for i := strings.IndexByte(s, '%'); 0 <= i && i < len(s); i++ {
			if s[i] == '%' && HexFollows(s, i) {
				if !yield(i, Octet(s, i)) {
					return
				}
				i += 2
			}
		}
	}
}

// AppendDecode appends s with each percent-encoding replaced by its byte. Other "%" are unchanged. If plus is set, each
// "+" is a space, as in forms.
func AppendDecode(dst []byte, s string, plus bool) (out []byte, found Found) {
	return appendDecode(slices.Grow(dst, len(s)), s, plus)
}

func appendDecode(dst []byte, s string, plus bool) (out []byte, found Found) {
	var buf [pieceSize]byte
	for s != "" {
		n, read, more := decode(&buf, s, plus)
		dst = append(dst, buf[:n]...)
		s = s[read:]
		found |= more
	}
	return dst, found
}

// Found describes a decoded text.
type Found uint8

const (
	changed   Found = 1 << iota // a percent-encoding, or a "+" for a space
	escaped                     // a percent-encoded non-ASCII byte
	raw                         // perhaps there is a literal non-ASCII byte
	malformed                   // a "%" that is not part of a percent-encoding
)

// NonASCII reports whether a percent-encoding was decoded to a non-ASCII byte.
func (f Found) NonASCII() bool { return f&escaped != 0 }

// ASCII reports whether the decoded text is certainly ASCII.
func (f Found) ASCII() bool { return f&(escaped|raw) == 0 }

// Malformed reports whether there is a "%" that is not part of a percent-encoding.
func (f Found) Malformed() bool { return f&malformed != 0 }

// DecodeString returns s decoded like AppendDecode. It returns s itself if nothing changes.
func DecodeString(s string, plus bool) (out string, found Found) {
	if strings.IndexByte(s, '%') < 0 && (!plus || strings.IndexByte(s, '+') < 0) {
		return s, raw
	}
	var buf [pieceSize]byte
	n, read, found := decode(&buf, s, plus)
	if read < len(s) {
		var all []byte // of its final size, unless s is malformed
		all, found = appendDecode(make([]byte, 0, max(0, len(s)-2*strings.Count(s, "%"))), s, plus)
		if found&changed != 0 {
			return ascii.Text(all), found
		}
	} else if found&changed != 0 {
		return string(buf[:n]), found
	}
	return s, found
}

// pieceSize is the size of the stack buffer for a piece of text. A larger buffer is slower, because it must be cleared.
const pieceSize = 128

// decode decodes s into dst until fewer than eight bytes of dst are free. It returns the number of bytes written, the
// number of bytes read, and the Found of the bytes read. It copies eight unchanged bytes at once. urllib.BenchmarkQuote
// measures it.
func decode(dst *[pieceSize]byte, s string, plus bool) (written, read int, found Found) {
	n, i := uint(0), 0
	var all uint64  // union of the bytes read in words, which include all literal bytes
	var octets byte // union of the decoded bytes
	for n <= pieceSize-8 && i < len(s) {
		var x uint64
		if i+8 <= len(s) {
			x = ascii.Load8(s, i)
		} else {
			x = ascii.Load8Padded(s, i)
		}
		all |= x
		binary.LittleEndian.PutUint64(dst[n:n+8], x)
		marks := ascii.Equal8(x, '%')
		if plus {
			marks |= ascii.Equal8(x, '+')
		}
		if marks == 0 {
			i += 8
			n += 8
			continue
		}
		k := bits.TrailingZeros64(marks) / 8
		i += k
		n += uint(k)
		for ; n < pieceSize && i < len(s); n++ {
			w := s[i:]
			c := w[0]
			if c == '%' {
				if len(w) > 2 && ascii.Unhex[w[1]]|ascii.Unhex[w[2]] < 16 {
					c = ascii.Unhex[w[1]]<<4 | ascii.Unhex[w[2]]
					octets |= c
					i += len("00")
				} else {
					found |= malformed
				}
			} else if plus && c == '+' {
				c = ' '
				found |= changed
			} else {
				break
			}
			dst[n] = c
			i++
		}
	}
	if i > len(s) {
		n, i = n-uint(i-len(s)), len(s)
	}
	if int(n) < i {
		found |= changed
	}
	if octets >= 0x80 {
		found |= escaped
	}
	if all&ascii.Highs != 0 {
		found |= raw
	}
	return int(n), i, found
}

// IsEscape reports whether a percent-encoding begins at s[i].
func IsEscape(s string, i int) bool { return i < len(s) && s[i] == '%' && HexFollows(s, i) }

// Skip returns the smallest offset >= i of a byte that is neither in class nor part of a percent-encoding (RFC 3986
// §2.1), or len(s) if there is none. Calling HexFollows here takes longer in rfc3986.BenchmarkResolve.
func Skip(s string, i int, class ascii.Class) int {
	for i < len(s) {
		if ascii.Table[s[i]]&class != 0 {
			i++
		} else if len(s)-i >= 3 && s[i] == '%' && ascii.Unhex[s[i+1]]|ascii.Unhex[s[i+2]] < 16 {
			i += len("%00")
		} else {
			break
		}
	}
	return i
}

// SkipCommon returns the result of Skip. class must have all bytes that [ascii.Uncommon8] does not mark. SkipCommon
// reads eight bytes at a time, and single bytes near uncommon bytes. rfc3986.BenchmarkParse measures it.
func SkipCommon(s string, i int, class ascii.Class) int {
	const common = ascii.Alpha | ascii.Digit // the bytes at which it starts to read eight bytes again
	for i+8 <= len(s) {
		marks := ascii.Uncommon8(ascii.Load8(s, i))
		if marks == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(marks) / 8
		for once := true; once || i < len(s) && ascii.Table[s[i]]&common == 0; once = false {
			if ascii.Table[s[i]]&class != 0 {
				i++
			} else if s[i] == '%' && HexFollows(s, i) {
				i += len("%00")
			} else {
				return i
			}
		}
	}
	return Skip(s, i, class)
}
