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

// decode returns the document in UTF-8, without a byte order mark, and how many
// bytes that one took. The encoding is that of the mark, else the one that the
// transport named, else what sniff says. Bytes that are not UTF-8 where that is
// the encoding stay as they are, so that offsets are those of the document.
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
	in.Discard(len(mark)) // it was peeked at
	return in, len(mark)
}

// reader returns a buffered reader for a document. Since one document is decoded
// at a time, and there may be millions in a message, it is always the same.
func (x *extractor) reader(r io.Reader) *bufio.Reader {
	if x.in == nil {
		x.in = bufio.NewReaderSize(nil, 4096)
	}
	x.in.Reset(&sticky{r: r})
	return x.in
}

// canonical returns the name of an encoding in the Encoding Standard (§4.2), ""
// if it has none by that label.
func canonical(label string) string {
	e, err := htmlindex.Get(label)
	if err != nil {
		return ""
	}
	name, _ := htmlindex.Name(e) // those that Get returns have one
	return name
}

// sniffHTML returns the encoding that a document of HTML itself names, or seems
// to be in (HTML §13.2.3.2). An XML declaration counts where no meta element
// does.
func sniffHTML(head []byte) string {
	declared := canonical(sniffXML(head))
	if hasPrefixFold(declared, "utf-16") {
		return declared // the zeros say so
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

// hasMetaCharset reports whether a meta element in the head of a document names
// its encoding, which [charset.DetermineEncoding] does not tell from a guess.
// Guesses depend on what is not ASCII.
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

// sniffXML returns the encoding that the XML declaration names (XML §4.3.3), or
// in which it is, if that is UTF-16 without a mark (appendix F.1).
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
		return "" // or the declaration could not be read
	}
	return name
}

// utf16Declared returns the encoding in which an XML declaration begins, if that
// is UTF-16 (HTML §13.2.3.2, XML appendix F.1).
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

// sniffNothing returns no encoding: text is in UTF-8 unless it says otherwise.
func sniffNothing([]byte) string { return "" }

// A window is the part of a text that is looked at, which moves.
type window struct {
	r     io.Reader
	buf   []byte // what is looked at
	off   int64  // its offset
	err   error  // of reading, io.EOF at the end
	size  int    // how much is looked at where no more is needed
	limit int
}

// A window is small at first, since most parts of messages are, and as long as
// windowLen in the end where nothing longer is needed.
const (
	firstWindow = 4 << 10
	windowLen   = 64 << 10
)

// window returns a window on a document, from an offset. Its memory is that of
// the one before.
func (x *extractor) window(r io.Reader, off int) window {
	return window{r: r, buf: x.looked[:0], off: int64(off), limit: x.opt.maxToken()}
}

// leave keeps the memory of a window for the next one, unless it is large.
func (x *extractor) leave(w *window) {
	if cap(w.buf) <= windowLen {
		x.looked = w.buf
	}
}

// fill reads until the window is full, and makes it longer if it already is. It
// reports whether there is anything new, which there is not at the limit.
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

// drop moves the beginning of the window.
func (w *window) drop(n int) {
	w.off += int64(n)
	w.buf = append(w.buf[:0], w.buf[n:]...)
}
