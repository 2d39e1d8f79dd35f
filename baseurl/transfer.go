package baseurl

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"strconv"

	"earl.example/internal/text/ascii"
)

// A chunked decodes the chunked transfer coding (RFC 9112 §7.1). It skips extensions and trailers. After a syntax
// error, it returns all remaining bytes undecoded, so that no byte is lost. The reader of net/http/httputil loses them,
// and does not report the offset of the error.
type chunked struct {
	r    *bufio.Reader
	left int64  // number of bytes of the chunk that remain
	rest []byte // undecoded line to return first, after a syntax error
	over bool   // the end was read
	n    int64  // number of bytes decoded
	bad  int64  // value of n at the syntax error, or -1
}

func newChunked(r io.Reader) *chunked {
	return &chunked{r: bufio.NewReaderSize(r, lineLen), bad: -1}
}

func (c *chunked) Read(p []byte) (int, error) {
	for c.left == 0 {
		if c.over {
			return 0, io.EOF
		}
		c.between()
	}
	if len(c.rest) > 0 {
		n := copy(p, c.rest)
		c.rest = c.rest[n:]
		return n, nil
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	c.n += int64(n)
	if err == io.EOF && c.bad < 0 {
		c.breaks(nil)
	}
	return n, err
}

// breaks records a syntax error. The given line has already been read from c.r, so the next Read returns the line
// undecoded.
func (c *chunked) breaks(line []byte) { c.bad, c.rest, c.left = c.n, line, math.MaxInt64 }

// between reads the text before the data of a chunk: a line ending, unless it is the first chunk, and a line.
func (c *chunked) between() {
	if c.n > 0 {
		if end, _ := c.r.Peek(len("\r\n")); string(end) != "\r\n" {
			c.breaks(nil)
			return
		}
		c.r.Discard(len("\r\n")) // these bytes were peeked at
	}
	line, _ := c.r.ReadSlice('\n') // the next read returns the error again
	size, ok := chunkSize(line)
	switch {
	case !ok:
		c.breaks(line)
	case size > 0:
		c.left = size
	default:
		c.trailers()
	}
}

// trailers reads the end of the body, where the final empty line can be missing. Text after the end is an error.
func (c *chunked) trailers() {
	s := splitter{r: c.r, fresh: true}
	if h := s.readHeader(maxHeader); h.bad >= 0 {
		c.breaks(s.line)
		return
	}
	if _, err := c.r.Peek(1); err == nil {
		c.bad = c.n
	}
	c.over = true
}

// chunkSize parses the line before a chunk.
func chunkSize(line []byte) (size int64, ok bool) {
	line, ok = bytes.CutSuffix(line, []byte("\r\n"))
	digits := skip(line, 0, func(c byte) bool { return ascii.Is(c, ascii.HexDigit) })
	size, err := strconv.ParseInt(string(line[:digits]), 16, 64)
	extension := bytes.TrimLeft(line[digits:], " \t")
	if len(extension) > 0 && (extension[0] != ';' || bytes.IndexByte(extension, '\r') >= 0) {
		ok = false
	}
	return size, ok && err == nil
}

// isChunked reports whether a body that begins with head is chunked. A header field is not enough, since some programs
// store a decoded body with its original header. isChunked checks the first chunk, as far as head contains it.
func isChunked(head []byte) bool {
	line := head[:bytes.IndexByte(head, '\n')+1]
	size, ok := chunkSize(line)
	rest := head[len(line):]
	switch {
	case !ok:
		return false
	case size == 0:
		trailer, _, _ := bytes.Cut(rest, []byte("\n"))
		return len(bytes.TrimRight(trailer, "\r")) == 0 || isField(trailer)
	case size >= int64(len(rest)):
		return true
	}
	behind := rest[size:]
	return bytes.HasPrefix(behind, []byte("\r\n")) || string(behind) == "\r"
}

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
		text, q.err = q.r.Peek(lineLen)
		n := bytes.IndexByte(text, '\n') + 1
		switch {
		case n > 0 || q.err != nil:
			if n == 0 {
				n = len(text)
			}
			q.out = q.line(text[:n])
		default: // a part of a long line, without a tail that depends on the text after it
			if i := bytes.LastIndexByte(text[len(text)-2:], '='); i >= 0 {
				text = text[:len(text)-2+i]
			}
			n = len(bytes.TrimSuffix(bytes.TrimRight(text, " \t\r"), []byte("=")))
			if n == 0 {
				n = len(text)
			}
			q.out = q.decode(text[:n])
		}
		q.r.Discard(n) // peek has buffered it
	}
	n := copy(p, q.out)
	if q.out = q.out[n:]; n == 0 && len(p) > 0 {
		return 0, q.err
	}
	return n, nil
}

// line decodes a line or the end of a line, without white space that was added in transport.
func (q *quoted) line(line []byte) []byte {
	end := line
	if cut, ok := bytes.CutSuffix(line, []byte("\n")); ok {
		end = bytes.TrimSuffix(cut, []byte("\r"))
	}
	text := bytes.TrimRight(end, " \t")
	if soft, ok := bytes.CutSuffix(text, []byte("=")); ok {
		return q.decode(soft) // the line continues
	}
	q.buf = append(q.decode(text), line[len(end):]...)
	return q.buf
}

func (q *quoted) decode(text []byte) []byte {
	q.buf = q.buf[:0]
	for {
		before, rest, found := bytes.Cut(text, []byte("="))
		q.buf = append(q.buf, before...)
		switch {
		case !found:
			return q.buf
		case len(rest) > 1 && ascii.Is(rest[0], ascii.HexDigit) && ascii.Is(rest[1], ascii.HexDigit):
			q.buf = append(q.buf, ascii.Unhex[rest[0]]<<4|ascii.Unhex[rest[1]])
			text = rest[2:]
		default:
			q.buf = append(q.buf, '=')
			text = rest
		}
	}
}

// A counter counts the bytes that it reads. It returns io.EOF after every error of r, and the sticky reader keeps the
// error.
type counter struct {
	sticky
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.sticky.Read(p)
	c.n += int64(n)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// An alphabet removes all bytes that are not base64 characters (RFC 2045 §6.8), and adds missing padding at the end, so
// that no complete octet is lost.
type alphabet struct {
	r     io.Reader
	count int    // number of characters, modulo 4
	pad   string // padding not yet returned
	cut   bool   // padding was missing
}

func (a *alphabet) Read(p []byte) (int, error) {
	for {
		if a.pad != "" {
			n := copy(p, a.pad)
			a.pad = a.pad[n:]
			return n, nil
		}
		n, err := a.r.Read(p)
		kept := 0
		for _, c := range p[:n] {
			if ascii.Is(c, ascii.Alpha|ascii.Digit) || c == '+' || c == '/' || c == '=' {
				p[kept] = c
				kept++
			}
		}
		a.count = (a.count + kept) % 4
		if kept > 0 || len(p) == 0 {
			return kept, nil // the next call of Read returns the error
		}
		if err != io.EOF || a.count < 2 || a.cut {
			return 0, err
		}
		a.cut, a.pad = true, "=="[a.count-2:]
	}
}
