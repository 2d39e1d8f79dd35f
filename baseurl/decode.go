package baseurl

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// boms are the byte order marks (Encoding §4.1, "BOM sniff").
var boms = []struct{ mark, name string }{
	{"\xef\xbb\xbf", "utf-8"}, {"\xfe\xff", "utf-16be"}, {"\xff\xfe", "utf-16le"},
}

// decode returns the document in UTF-8 without a byte order mark, and the length of the mark in UTF-8. The mark decides
// the encoding. Without a mark, label decides. Without a known label, sniff decides. In a UTF-8 document, invalid bytes
// are unchanged, so that offsets in the result are also offsets in the document.
func (d *document) decode(r io.Reader, label string, sniff func(head []byte) string) (io.Reader, int) {
	in := d.x.reader(r)
	head, _ := in.Peek(SniffLen)
	name := ""
	for _, bom := range boms {
		if name == "" && bytes.HasPrefix(head, []byte(bom.mark)) {
			name = bom.name
		}
	}
	if name == "" && label != "" {
		if name = canonical(label); name == "" && d.t != HTML {
			d.x.emit(Reference{Part: d.part}, textFault(ruleCharset, label, -1))
		}
	}
	if name == "" {
		label := sniff(head)
		if name = canonical(label); name == "" && label != "" {
			d.x.emit(Reference{Part: d.part}, textFault(ruleCharset, label, -1))
		}
	}
	if e, err := htmlindex.Get(name); err == nil && name != "utf-8" {
		d.encoding = name
		in = bufio.NewReaderSize(transform.NewReader(in, e.NewDecoder()), 4096)
	}
	mark := boms[0].mark
	if first, _ := in.Peek(len(mark)); string(first) != mark {
		return in, 0
	}
	in.Discard(len(mark)) // peek has buffered it
	return in, len(mark)
}

// reader returns a buffered reader for a document. It reuses one reader, since documents are decoded one at a time and
// a message can contain millions of documents.
func (x *extractor) reader(r io.Reader) *bufio.Reader {
	if x.in == nil {
		x.in = bufio.NewReaderSize(nil, 4096)
	}
	x.in.Reset(&sticky{r: r})
	return x.in
}

// canonical returns the Encoding Standard's name of the encoding with the given label (§4.2), or "" for an unknown
// label.
func canonical(label string) string {
	e, err := htmlindex.Get(label)
	if err != nil {
		return ""
	}
	name, _ := htmlindex.Name(e) // every encoding from Get has a name
	return name
}

// sniffHTML returns the encoding that an HTML document declares, or that its bytes suggest (HTML §13.2.3.2). An XML
// declaration counts if there is no meta element.
func sniffHTML(head []byte) string {
	declared := canonical(sniffXML(head))
	if hasPrefixFold(declared, "utf-16") {
		return declared // the NUL bytes of head show that it is UTF-16
	}
	_, name, _ := charset.DetermineEncoding(head, "")
	if name == "x-user-defined" {
		return "windows-1252"
	}
	if declared != "" && !hasMetaCharset(head) {
		return declared
	}
	return name
}

// hasMetaCharset reports whether a meta element in the head declares the encoding. [charset.DetermineEncoding] does not
// report whether its result is declared or guessed. But a guess depends on the non-ASCII text and a declaration does
// not, so hasMetaCharset compares the result without non-ASCII text and the result with it.
func hasMetaCharset(head []byte) bool {
	const other = "éx"
	plain := bytes.Clone(head[:min(len(head), SniffLen-len(other))])
	for i := range plain {
		plain[i] = min(plain[i], 0x7F)
	}
	_, name, _ := charset.DetermineEncoding(plain, "")
	_, without, _ := charset.DetermineEncoding(append(plain, other...), "")
	return name == without
}

// sniffXML returns the encoding that the XML declaration declares (XML §4.3.3). If the declaration itself is written in
// UTF-16 without a mark, sniffXML returns that encoding (appendix F.1).
func sniffXML(head []byte) string {
	if name := utf16Declared(head); name != "" {
		return name
	}
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	end := bytes.Index(head, []byte("?>"))
	if end < 0 {
		return ""
	}
	_, rest, ok := strings.Cut(string(head[:end]), "encoding")
	rest = strings.TrimLeft(rest, " \t\r\n=")
	if !ok || rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	name, _, _ := strings.Cut(rest[1:], rest[:1])
	if hasPrefixFold(name, "utf-16") {
		return "" // the declaration was read as ASCII, so it is not UTF-16
	}
	return name
}

// utf16Declared returns the UTF-16 encoding in which the XML declaration is written (HTML §13.2.3.2, XML appendix F.1),
// or "" if it is not UTF-16.
func utf16Declared(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("<\x00?\x00x\x00")):
		return "utf-16le"
	case bytes.HasPrefix(head, []byte("\x00<\x00?\x00x")):
		return "utf-16be"
	}
	return ""
}

// sniffCSS returns the encoding of an @charset rule (CSS Syntax §3.2).
func sniffCSS(head []byte) string {
	rest, ok := strings.CutPrefix(string(head), `@charset "`)
	name, _, closed := strings.Cut(rest, `";`)
	if !ok || !closed || hasPrefixFold(name, "utf-16") {
		return ""
	}
	return name
}

// sniffNothing returns "": plain text declares no encoding.
func sniffNothing([]byte) string { return "" }

// A window is a buffer that moves over a text.
type window struct {
	r     io.Reader
	buf   []byte // current part of the text
	off   int64  // offset of buf
	err   error  // read error, io.EOF at the end
	size  int    // length to read unless more is needed
	limit int
}

// A window is small at first, since most parts of messages are small. It grows to windowLen, and further only for a
// longer token.
const (
	firstWindow = 4 << 10
	windowLen   = 64 << 10
)

// window returns a window that begins at an offset of a document. It reuses the memory of the previous window.
func (x *extractor) window(r io.Reader, off int) window {
	return window{r: r, buf: x.looked[:0], off: int64(off), limit: x.opt.maxToken()}
}

// leave keeps the memory of a window for the next one, unless it is large.
func (x *extractor) leave(w *window) {
	if cap(w.buf) <= windowLen {
		x.looked = w.buf
	}
}

// fill enlarges a full window and reads until the window is full. It returns false, and reads nothing, after a read
// error and at the limit of the length.
func (w *window) fill() bool {
	if w.err != nil || len(w.buf) >= w.limit {
		return false
	}
	w.size = max(firstWindow, min(2*w.size, windowLen))
	if want := min(w.limit, max(w.size, 2*len(w.buf))); cap(w.buf) < want {
		w.buf = append(make([]byte, 0, want), w.buf...)
	}
	n, err := io.ReadFull(w.r, w.buf[len(w.buf):cap(w.buf)])
	w.buf = w.buf[:len(w.buf)+n]
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	w.err = err
	return n > 0 || err != nil
}

// drop removes the first n bytes of the window.
func (w *window) drop(n int) {
	w.off += int64(n)
	w.buf = append(w.buf[:0], w.buf[n:]...)
}
