package baseurl

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// lineLen is how long a line may be that is a delimiter between parts. RFC 2046
// §5.1.1 allows 70 characters in a boundary.
const lineLen = 4096

// A splitter reads a message line by line and tells bodies from the delimiters
// of the multiparts that are open. It reads all nested parts that need no
// decoding in one pass, however deep they are.
//
// mime/multipart is not used since what it refuses, a part with a broken
// header, is lost with all that follows, and since it does not tell where
// fields stand, nor in which order. Tests compare the two.
type splitter struct {
	r     *bufio.Reader
	off   int64 // of what is read next
	open  map[string]int
	stack []boundary
	fresh bool   // what is read next begins a line
	line  []byte // a line that was read too early
	hit   int    // index in stack of the delimiter that was met last, -1 at the end of the message
	final bool   // that delimiter closes its multipart
	err   error
}

type boundary struct {
	text  string
	outer int // the index of an outer one with the same text, or -1
}

func newSplitter(r io.Reader) *splitter {
	return &splitter{r: bufio.NewReaderSize(&sticky{r: r}, lineLen), open: map[string]int{}, fresh: true, hit: -1}
}

// push opens a multipart, and returns its index.
func (s *splitter) push(text string) int {
	outer := -1
	if i, ok := s.open[text]; ok {
		outer = i
	}
	s.stack = append(s.stack, boundary{text, outer})
	s.open[text] = len(s.stack) - 1
	return len(s.stack) - 1
}

// pop closes the innermost one.
func (s *splitter) pop() {
	last := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	if last.outer >= 0 {
		s.open[last.text] = last.outer
	} else {
		delete(s.open, last.text)
	}
}

// errDelimiter is the end of a body at a delimiter.
var errDelimiter = errors.New("baseurl: delimiter")

// next returns the next line with its end, or a piece of one that is long. At a
// delimiter of an open multipart the error is errDelimiter, and hit tells which.
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
	if s.fresh && len(s.stack) > 0 && bytes.HasPrefix(line, []byte("--")) && s.delimits(line[2:]) {
		s.advance(line)
		return nil, errDelimiter
	}
	s.advance(line)
	return line, nil
}

func (s *splitter) advance(line []byte) {
	s.off += int64(len(line))
	s.fresh = bytes.HasSuffix(line, []byte("\n"))
}

// finishLine passes over the rest of a line.
func (s *splitter) finishLine() {
	for !s.fresh {
		if _, err := s.next(); err != nil {
			return // which comes again
		}
	}
}

// peek returns at most the next n bytes, and none behind a delimiter, or behind a
// line that was given back.
func (s *splitter) peek(n int) []byte {
	if s.line != nil {
		return s.line[:min(n, len(s.line))] // more would take its place in the buffer
	}
	head, _ := s.r.Peek(n) // of which an error comes again
	if len(s.stack) == 0 {
		return head
	}
	at := 0
	for line := range bytes.Lines(head) {
		if bytes.HasPrefix(line, []byte("--")) {
			if _, _, ok := s.delimiter(line[2:]); ok {
				break
			}
		}
		at += len(line)
	}
	return head[:at]
}

// unread gives back the line that was read last.
func (s *splitter) unread(line []byte) {
	s.line = line
	s.off -= int64(len(line))
	s.fresh = true
}

// delimits reports whether a line is a delimiter, of which the leading hyphens
// are gone, and keeps which.
func (s *splitter) delimits(line []byte) bool {
	i, final, ok := s.delimiter(line)
	if ok {
		s.hit, s.final = i, final
	}
	return ok
}

// delimiter returns the index in stack of the delimiter that a line is, if it is
// one, and whether it is a closing one.
func (s *splitter) delimiter(line []byte) (i int, final, ok bool) {
	text := bytes.TrimRight(line, " \t\r\n")
	i, ok = s.open[string(text)]
	if !ok && bytes.HasSuffix(text, []byte("--")) {
		final = true
		i, ok = s.open[string(text[:len(text)-2])]
	}
	return i, final, ok
}

// A body reads what stands up to the next delimiter, without the end of line in
// front of that.
type body struct {
	s    *splitter
	out  []byte // to be read
	held []byte // an end of line that may belong to a delimiter
	err  error
	buf  []byte
}

func (b *body) Read(p []byte) (int, error) {
	for len(b.out) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		line, err := b.s.next()
		b.buf = b.buf[:0]
		switch {
		case err == errDelimiter:
			b.err = io.EOF
			continue
		case err != nil:
			b.err = err
			b.out, b.held = append(b.buf, b.held...), nil
			continue
		}
		b.buf = append(append(b.buf, b.held...), line...)
		b.out = b.buf
		end := len(b.out)
		if bytes.HasSuffix(b.out, []byte("\n")) {
			end--
		}
		if bytes.HasSuffix(b.out[:end], []byte("\r")) {
			end--
		}
		b.held = append(b.held[:0], b.out[end:]...)
		b.out = b.out[:end]
	}
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}

// A field is one of a header.
type field struct {
	name   string
	value  string // as it stands, folded
	offset int64  // of the value, in the header
	http   bool   // it is of a response of HTTP
}

// A header is that of a message or a part.
type header struct {
	fields []field
	bad    int64 // offset of a line that is no field and ends the header; -1 if there is none
	long   bool  // the header is longer than the limit, and its rest is missing
	ended  bool  // by a delimiter or the end of input, so that there is no body
}

// skip reads up to the next delimiter of an open multipart.
func (s *splitter) skip() {
	for {
		if _, err := s.next(); err != nil {
			return
		}
	}
}

// readHeader reads a header up to the empty line, or up to a line that is no
// field, with which the body begins then.
func (s *splitter) readHeader(limit int) header {
	h := header{bad: -1}
	var text []byte
	start := s.off
	begin := 0 // of the line in text
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
			begin = len(text)
			if !h.long && !continues(line, begin) && !isField(line) {
				if begin == 0 && bytes.HasPrefix(line, []byte("From ")) { // of a mailbox
					s.finishLine()
					start = s.off
					continue
				}
				h.bad = s.off - int64(len(line)) - start
				s.unread(line)
				break
			}
		}
		whole = bytes.HasSuffix(line, []byte("\n"))
		if h.long = h.long || len(text)+len(line) > limit; !h.long {
			text = append(text, line...)
		}
	}
	h.fields = splitFields(string(text))
	return h
}

// continues reports whether a line is the rest of a folded field.
func continues(line []byte, before int) bool {
	return before > 0 && (line[0] == ' ' || line[0] == '\t')
}

// isField reports whether a line begins with the name of a field and a colon.
func isField(line []byte) bool {
	colon := bytes.IndexByte(line, ':')
	return colon > 0 && isFieldName(strings.TrimRight(string(line[:colon]), " \t"))
}

// splitFields returns the fields in the text of a header.
func splitFields(text string) []field {
	var fields []field
	for at := 0; at < len(text); {
		end := at
		for {
			if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
				end += i + 1
			} else {
				end = len(text)
			}
			if end == len(text) || text[end] != ' ' && text[end] != '\t' {
				break
			}
		}
		name, value, _ := strings.Cut(text[at:end], ":")
		fields = append(fields, field{
			name: strings.TrimRight(name, " \t"), value: strings.TrimRight(value, "\r\n"), offset: int64(at + len(name) + 1),
		})
		at = end
	}
	return fields
}
