package baseurl

import (
	"bufio"
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
	buf := bufio.NewReaderSize(&sticky{r: r}, lineOfWARC)
	off := int64(0)
	for n := 1; !x.stopped; n++ {
		rec, read, err := readRecord(buf)
		switch {
		case err == io.EOF:
			return
		case err == errRecord:
			x.fail("", ruleWARC, off, nil)
			return
		case err != nil:
			x.fail("", ruleRead, off, err)
			return
		}
		off += read
		body := &io.LimitedReader{R: buf, N: rec.length}
		x.record(&rec, strconv.Itoa(n), body)
		if x.stopped {
			return
		}
		_, err = io.Copy(io.Discard, body)
		off += rec.length - body.N
		switch {
		case err != nil:
			x.fail("", ruleRead, off, err)
			return
		case body.N > 0:
			x.fail("", ruleWARC, off, nil) // the last record is cut
			return
		}
	}
}

// lineOfWARC is the maximum length in bytes of a line in the header of a record.
const lineOfWARC = 64 << 10

// errRecord is the error for a header that is not the header of a record.
var errRecord = errors.New("baseurl: no WARC record")

// A warcRecord has the fields of the header of a record that matter.
type warcRecord struct {
	kind, target, mediaType string
	length                  int64
}

// readRecord reads the header of a record, with the empty lines before it, and returns the number of bytes that it
// read. It returns io.EOF if there are no more records.
func readRecord(buf *bufio.Reader) (rec warcRecord, read int64, err error) {
	rec.length = -1
	for inHeader := false; read <= maxHeader; {
		line, err := buf.ReadSlice('\n')
		read += int64(len(line))
		text := strings.TrimRight(string(line), "\r\n")
		switch {
		case err == io.EOF && !inHeader && text == "":
			return rec, read, io.EOF
		case err == io.EOF || err == bufio.ErrBufferFull:
			return rec, read, errRecord
		case err != nil:
			return rec, read, err
		case text == "" && !inHeader:
			continue
		case !inHeader:
			if inHeader = strings.HasPrefix(text, "WARC/"); !inHeader {
				return rec, read, errRecord
			}
			continue
		case text == "":
			if rec.length < 0 {
				return rec, read, errRecord
			}
			return rec, read, nil
		}
		name, value, _ := strings.Cut(text, ":")
		value = strings.TrimSpace(value)
		switch ascii.ToLower(strings.TrimSpace(name)) {
		case "warc-type":
			rec.kind = value
		case "warc-target-uri":
			rec.target = strings.TrimSuffix(strings.TrimPrefix(value, "<"), ">") // in brackets in WARC 1.0
		case "content-type":
			rec.mediaType = value
		case "content-length":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil {
				rec.length = n
			}
		}
	}
	return rec, read, errRecord
}

// record reports the references in the body of a record.
func (x *extractor) record(rec *warcRecord, part string, body io.Reader) {
	context := x.opt.Context
	if rec.target != "" {
		context.Retrieval = []string{rec.target}
	}
	switch rec.kind {
	case "response", "resource", "conversion":
	default:
		return
	}
	if rec.kind == "response" && ascii.HasPrefixFold(rec.mediaType, "application/http") {
		e := entity{x: x, s: newSplitter(body), part: part, depth: 1, context: context}
		if e.heads() {
			e.body()
		}
		e.unreadable()
	} else if t := TypeOf(rec.mediaType); t != NoType && t != WARC && t != Message {
		_, params, _ := mime.ParseMediaType(rec.mediaType)
		x.document(t, part, 1, context).read(body, params["charset"])
	}
}
