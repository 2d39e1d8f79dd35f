package guard

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"sync"
)

// asksForGzip reports whether the transport asks for a compressed body and decompresses it. Like net/http, it does not
// if the caller asks for an encoding or for a range.
func (t *transport) asksForGzip(r *http.Request) bool {
	return t.compress && r.Header != nil && r.Header.Get("Accept-Encoding") == "" && r.Header.Get("Range") == "" &&
		r.Method != http.MethodHead
}

// isGzip reports whether the transport decompresses the body of a response to r.
func (t *transport) isGzip(r *http.Request, response *http.Response) bool {
	return response.ContentLength != 0 && t.asksForGzip(r) &&
		strings.EqualFold(response.Header.Get("Content-Encoding"), "gzip")
}

// checkLength checks the Content-Length of a response to r.
func (t *transport) checkLength(r *http.Request, response *http.Response) error {
	most := t.maxBody
	if t.isGzip(r, response) {
		most = t.maxPacked()
	}
	if response.ContentLength > most && r.Method != http.MethodHead {
		return ErrTooLarge
	}
	return nil
}

// maxPacked returns the number of bytes that a compressed body may have. A short text can be longer when compressed.
func (t *transport) maxPacked() int64 { return min(t.maxBody, enough) + framing }

// decompress replaces the body of a response to r, if it is compressed by gzip. It does so in place of net/http, which
// does not limit the compressed bytes.
func (t *transport) decompress(r *http.Request, response *http.Response) {
	if !t.isGzip(r, response) {
		return
	}
	response.Header.Del("Content-Encoding")
	response.Header.Del("Content-Length")
	response.ContentLength, response.Uncompressed = -1, true
	response.Body = &gzipBody{ReadCloser: http.MaxBytesReader(nil, response.Body, t.maxPacked()), readers: &t.readers}
}

// A gzipBody decompresses a body.
type gzipBody struct {
	io.ReadCloser            // the compressed body, with a limit: a short text can have any number of compressed bytes
	readers       *sync.Pool // of *gzip.Reader
	reader        *gzip.Reader
	err           error
}

func (b *gzipBody) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.reader == nil {
		b.reader = b.readers.Get().(*gzip.Reader)
		err = b.reader.Reset(b.ReadCloser)
	}
	if err == nil {
		n, err = b.reader.Read(p)
	}
	if err != nil {
		b.readers.Put(b.reader)
		b.reader, b.err = nil, err
	}
	return n, err
}
