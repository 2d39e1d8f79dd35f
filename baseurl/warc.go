package baseurl

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"strconv"
	"strings"

	"earl.example/internal/text/ascii"
)

// warc reports the references in the records of a WARC file (ISO 28500). A record is a part: "1" is the first one. The
// WARC-Target-URI of a record is its retrieval URL. HTTP responses are read like others, and other responses, resources
// and conversions by their Content-Type. Other records, such as requests, are skipped.
func (x *extractor) warc(r io.Reader) {
	s := newSplitter(r)
	s.mailbox = false
	for n := 1; !x.stopped; n++ {
		off := s.off
		h, err := s.readRecord()
		length := h.length()
		switch {
		case err == io.EOF:
			return
		case err == nil && length < 0, err == errRecord:
			x.fail("", ruleWARC, off, nil)
			return
		case err != nil:
			x.fail("", ruleRead, off, err)
			return
		}
		body := &io.LimitedReader{R: s.r, N: length}
		x.record(&h, strconv.Itoa(n), body)
		if x.stopped {
			return
		}
		_, err = io.Copy(io.Discard, body)
		s.off += length - body.N
		switch {
		case err != nil:
			x.fail("", ruleRead, s.off, err)
			return
		case body.N > 0:
			x.fail("", ruleWARC, s.off, nil) // the last record is cut
			return
		}
	}
}

// errRecord is the error for a text that is not the header of a record.
var errRecord = errors.New("baseurl: no WARC record")

// readRecord reads the header of a record, with the empty lines before it. It returns io.EOF if there are no more
// records.
func (s *splitter) readRecord() (header, error) {
	line, err := s.next()
	for err == nil && len(bytes.TrimRight(line, "\r\n")) == 0 {
		line, err = s.next()
	}
	if err != nil {
		return header{}, err
	}
	if !bytes.HasPrefix(line, []byte("WARC/")) {
		return header{}, errRecord
	}
	s.finishLine()
	start := s.off
	h := s.readHeader(maxHeader)
	for h.bad >= 0 && s.off-start <= maxHeader { // a line that is not a field is ignored
		_, _ = s.next() // an error comes again
		s.finishLine()
		rest := s.readHeader(maxHeader)
		rest.fields = append(h.fields, rest.fields...)
		h = rest
	}
	switch {
	case s.err != nil && s.err != io.EOF:
		return h, s.err
	case h.long || h.ended || h.bad >= 0:
		return h, errRecord
	}
	return h, nil
}

// text returns the value of the last field with the given name, or "".
func (h *header) text(name string) (value string) {
	for _, f := range h.fields {
		if ascii.EqualFold(f.name, name) {
			value = strings.TrimSpace(f.value)
		}
	}
	return value
}

// length returns the last Content-Length that is a number, or -1.
func (h *header) length() int64 {
	length := int64(-1)
	for _, f := range h.fields {
		n, err := strconv.ParseInt(strings.TrimSpace(f.value), 10, 64)
		if err == nil && ascii.EqualFold(f.name, "content-length") {
			length = n
		}
	}
	return length
}

// record reports the references in the body of a record.
func (x *extractor) record(h *header, part string, body io.Reader) {
	context := x.opt.Context
	target := strings.TrimSuffix(strings.TrimPrefix(h.text("warc-target-uri"), "<"), ">") // in brackets in WARC 1.0
	if target != "" {
		context.Retrieval = []string{target}
	}
	kind, mediaType := h.text("warc-type"), h.text("content-type")
	switch kind {
	case "response", "resource", "conversion":
	default:
		return
	}
	if kind == "response" && ascii.HasPrefixFold(mediaType, "application/http") {
		x.message(body, part, 1, context)
	} else if t := TypeOf(mediaType); t != NoType && t != WARC && t != Message {
		_, params, _ := mime.ParseMediaType(mediaType)
		x.document(t, part, 1, context).read(body, params["charset"])
	}
}
