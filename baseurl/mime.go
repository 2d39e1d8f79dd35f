package baseurl

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
)

// lineLen is the maximum length of a delimiter line. RFC 2046 §5.1.1 allows boundaries of 70 characters.
const lineLen = 4096

// A splitter reads a message line by line, and separates bodies from the delimiters of the open multiparts. In one
// pass, it reads all nested parts that need no decoding, at any depth.
//
// It replaces mime/multipart, which stops at a part with an invalid header, and which does not report the offset and
// the order of fields. Tests compare the two.
type splitter struct {
	r     *bufio.Reader
	off   int64    // offset of the next line
	stack []string // boundaries of the open multiparts
	fresh bool     // the next byte begins a line
	line  []byte   // line that was put back
	hit   int      // index in stack of the last delimiter, or -1 at the end of the message
	final bool     // the last delimiter closes its multipart
	err   error

	mailbox bool // lines that separate the messages of a mailbox may precede a header
}

func newSplitter(r io.Reader) *splitter {
	return &splitter{r: bufio.NewReaderSize(&sticky{r: r}, lineLen), fresh: true, hit: -1, mailbox: true}
}

// errDelimiter reports that a body ends at a delimiter.
var errDelimiter = errors.New("baseurl: delimiter")

// next returns the next line with its line ending, or a piece of a long line. At a delimiter of an open multipart, it
// returns errDelimiter and sets hit and final.
func (s *splitter) next() ([]byte, error) {
	line := s.line
	s.line = nil
	if line == nil {
		if s.err != nil {
			s.hit = -1
			return nil, s.err
		}
		var err error
		line, err = s.r.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull {
			s.err = err
			if len(line) == 0 {
				s.hit = -1
				return nil, err
			}
		}
	}
	fresh := s.fresh
	s.off += int64(len(line))
	s.fresh = bytes.HasSuffix(line, []byte("\n"))
	if i, final := s.delimiter(line); fresh && i >= 0 {
		s.hit, s.final = i, final
		return nil, errDelimiter
	}
	return line, nil
}

func (s *splitter) finishLine() {
	for !s.fresh {
		if _, err := s.next(); err != nil {
			return // next returns the error again
		}
	}
}

// peek returns up to n bytes without reading them. It stops before a delimiter, and at the end of a line that was put
// back.
func (s *splitter) peek(n int) []byte {
	if s.line != nil {
		return s.line[:min(n, len(s.line))] // peeking further would overwrite the line in the buffer
	}
	head, _ := s.r.Peek(n) // the next read returns the error again
	if len(s.stack) == 0 {
		return head
	}
	at := 0
	for line := range bytes.Lines(head) {
		if i, _ := s.delimiter(line); i >= 0 {
			break
		}
		at += len(line)
	}
	return head[:at]
}

// delimiter returns the index in stack of the boundary in a delimiter line, and whether the line closes the multipart.
// The index is -1 for any other line.
func (s *splitter) delimiter(line []byte) (i int, final bool) {
	text, ok := bytes.CutPrefix(line, []byte("--"))
	if !ok {
		return -1, final
	}
	text = bytes.TrimRight(text, " \t\r\n")
	if i := s.index(text); i >= 0 {
		return i, final
	}
	if text, final = bytes.CutSuffix(text, []byte("--")); final {
		return s.index(text), final
	}
	return -1, final
}

// index returns the index of the innermost boundary with the given text, or -1.
func (s *splitter) index(text []byte) int {
	for i, boundary := range slices.Backward(s.stack) {
		if boundary == string(text) {
			return i
		}
	}
	return -1
}

// A body reads the text up to the next delimiter, without the line ending before the delimiter.
type body struct {
	s    *splitter
	out  []byte // text that is not yet returned
	held []byte // a line ending, which is part of the delimiter if a delimiter follows
	err  error
	buf  []byte
}

func (b *body) Read(p []byte) (int, error) {
	for len(b.out) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		var line []byte
		if line, b.err = b.s.next(); b.err == errDelimiter {
			b.err = io.EOF
			continue
		}
		b.buf = append(append(b.buf[:0], b.held...), line...)
		b.out = b.buf
		if b.err == nil {
			b.out = bytes.TrimSuffix(bytes.TrimSuffix(b.buf, []byte("\n")), []byte("\r"))
		}
		b.held = append(b.held[:0], b.buf[len(b.out):]...)
	}
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}

type field struct {
	name   string
	value  string // as written, including line folds
	offset int64  // offset of the value in the header
	http   bool   // field of an HTTP response
	bad    error  // why the field does not declare the base, or nil
}

type header struct {
	fields []field
	bad    int64 // offset of a line that ends the header because it is not a field, or -1
	long   bool  // the header exceeds the limit and is truncated
	ended  bool  // a delimiter or the end of input ended the header; there is no body
}

// skip reads up to the next delimiter of an open multipart.
func (s *splitter) skip() {
	for {
		if _, err := s.next(); err != nil {
			return
		}
	}
}

// readHeader reads a header up to the empty line. A line that is not a field also ends the header, and begins the body.
func (s *splitter) readHeader(limit int) header {
	h := header{bad: -1}
	var text []byte
	var starts []int // offsets of the fields in text
	start := s.off
	whole := true
	for {
		line, err := s.next()
		if err != nil {
			h.ended = true
			break
		}
		if whole {
			if len(bytes.TrimRight(line, "\r\n")) == 0 {
				break
			}
			if !h.long && !continues(line, len(text)) && !isField(line) {
				if s.mailbox && len(text) == 0 && bytes.HasPrefix(line, []byte("From ")) {
					s.finishLine()
					start = s.off
					continue
				}
				s.line, s.fresh = line, true // put it back
				s.off -= int64(len(line))
				h.bad = s.off - start
				break
			}
		}
		if h.long = h.long || len(text)+len(line) > limit; !h.long {
			if whole && !continues(line, len(text)) {
				starts = append(starts, len(text))
			}
			text = append(text, line...)
		}
		whole = bytes.HasSuffix(line, []byte("\n"))
	}
	all, end := string(text), len(text)
	h.fields = make([]field, len(starts))
	for i, at := range slices.Backward(starts) {
		name, value, _ := strings.Cut(all[at:end], ":")
		h.fields[i] = field{
			name: strings.TrimRight(name, " \t"), value: strings.TrimRight(value, "\r\n"), offset: int64(at + len(name) + 1),
		}
		end = at
	}
	return h
}

// continues reports whether a line continues a folded field.
func continues(line []byte, before int) bool {
	return before > 0 && (line[0] == ' ' || line[0] == '\t')
}

// isField reports whether a line begins with a field name and a colon.
func isField(line []byte) bool {
	name, _, ok := strings.Cut(string(line), ":")
	return ok && isFieldName(strings.TrimRight(name, " \t"))
}
