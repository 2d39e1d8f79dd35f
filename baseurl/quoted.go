package baseurl

import (
	"bufio"
	"bytes"
	"io"

	"earl.example/internal/text/ascii"
)

// A quoted decodes quoted-printable (RFC 2045 §6.7). It reports no errors: it copies an invalid "=" unchanged, and also
// white space that is longer than the buffer. mime/quotedprintable is not used, because it stops at a control character
// or at a line of more than 4,096 bytes.
type quoted struct {
	r   *bufio.Reader
	buf []byte
	out []byte // part of buf that is not yet returned
	err error  // error of r
}

func newQuoted(r io.Reader) *quoted { return &quoted{r: bufio.NewReaderSize(r, lineLen)} }

func (q *quoted) Read(p []byte) (int, error) {
	for len(q.out) == 0 && (q.err == nil || q.r.Buffered() > 0) {
		var text []byte
		if text, q.err = q.r.Peek(lineLen); q.err == nil || len(text) > 0 {
			n := q.decode(text, q.err != nil)
			if n == 0 {
				n = len(text)
				q.buf = append(q.buf, text...)
			}
			q.r.Discard(n) // peek has buffered it
		}
		q.out = q.buf
	}
	n := copy(p, q.out)
	if q.out = q.out[n:]; n == 0 && len(p) > 0 {
		return 0, q.err
	}
	return n, nil
}

// decode decodes a prefix of text, or all of it if final is true, and returns the length of the prefix.
func (q *quoted) decode(text []byte, final bool) int {
	q.buf = q.buf[:0]
	for i := 0; i < len(text); {
		next := bytes.IndexAny(text[i:], "= \t")
		if next < 0 {
			q.buf = append(q.buf, text[i:]...)
			break
		}
		q.buf = append(q.buf, text[i:i+next]...)
		i += next
		if text[i] == '=' && i+2 < len(text) && ascii.Is(text[i+1], ascii.HexDigit) && ascii.Is(text[i+2], ascii.HexDigit) {
			q.buf = append(q.buf, ascii.Unhex[text[i+1]]<<4|ascii.Unhex[text[i+2]])
			i += 3
			continue
		}
		space := i
		if text[i] == '=' {
			space++
		}
		end := space
		for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
			end++
		}
		rest := text[end:]
		switch soft := space > i; {
		case !final && (len(rest) == 0 || rest[0] == '\r' && len(rest) == 1 || soft && end == space && len(rest) < 2):
			return i
		case soft && bytes.HasPrefix(rest, []byte("\r\n")):
			i = end + 2
		case soft && bytes.HasPrefix(rest, []byte("\n")):
			i = end + 1
		case len(rest) == 0, rest[0] == '\n', bytes.HasPrefix(rest, []byte("\r\n")):
			i = end // white space that was added in transport
		default:
			q.buf = append(q.buf, text[i:max(end, i+1)]...)
			i = max(end, i+1)
		}
	}
	return len(text)
}
