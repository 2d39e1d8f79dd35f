package baseurl

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"earl.example/internal/text/ascii"
)

// boms are the byte order marks (Encoding §4.1, "BOM sniff").
var boms = []struct{ mark, name string }{
	{"\xef\xbb\xbf", "utf-8"}, {"\xfe\xff", "utf-16be"}, {"\xff\xfe", "utf-16le"},
}

// decode returns the document in UTF-8 without a byte order mark, and the length of the mark in UTF-8. The mark decides
// the encoding. Without a mark, label decides. Without a known label, sniff decides, if it is not nil. In a UTF-8
// document, invalid bytes are unchanged, so that offsets in the result are also offsets in the document.
func (d *document) decode(r io.Reader, label string, sniff func(head []byte) string) (io.Reader, int) {
	in := bufio.NewReaderSize(&sticky{r: r}, 4096)
	head, _ := in.Peek(SniffLen)
	name := ""
	for _, bom := range boms {
		if name == "" && bytes.HasPrefix(head, []byte(bom.mark)) {
			name = bom.name
		}
	}
	use := func(label string, report bool) {
		if name != "" || label == "" {
			return
		}
		if name = canonical(label); name == "" && report {
			d.x.emit(Reference{Part: d.part}, textFault(ruleCharset, label, -1))
		}
	}
	use(label, d.t != HTML)
	if name == "" && sniff != nil {
		use(sniff(head), true)
	}
	if e, err := htmlindex.Get(name); err == nil && name != "utf-8" {
		d.encoding = name
		in = bufio.NewReaderSize(transform.NewReader(in, e.NewDecoder()), 4096)
	}
	out, mark := io.Reader(in), boms[0].mark
	t := &textReader{Reader: in, text: d.x.opt.Text}
	if t.text != nil {
		out = t
	}
	if first, _ := in.Peek(len(mark)); string(first) != mark {
		return out, 0
	}
	io.CopyN(io.Discard, out, int64(len(mark))) // peek has buffered it
	return out, len(mark)
}

// A textReader passes the text that is read to [Options.Text].
type textReader struct {
	io.Reader
	off  int64
	text func(int64, []byte)
}

func (t *textReader) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.text(t.off, p[:n])
	t.off += int64(n)
	return n, err
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
	if ascii.HasPrefixFold(declared, "utf-16") {
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
	if ascii.HasPrefixFold(name, "utf-16") {
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
	if !ok || !closed || ascii.HasPrefixFold(name, "utf-16") {
		return ""
	}
	return name
}

// pieceLen is the length in bytes of a piece, unless a token is longer.
const pieceLen = 16 << 10

// pieces calls scan for the pieces of a text. off is the offset of a piece. scan returns how many bytes of the piece it
// used, or -1 to stop. The next piece begins after these bytes. If scan uses none, the next piece is longer.
func (d *document) pieces(r io.Reader, skipped int, scan func(piece string, off int64, final bool) int) {
	limit := d.x.opt.maxToken()
	if d.x.piece == nil {
		d.x.piece = make([]byte, 0, pieceLen)
	}
	piece, off := d.x.piece, int64(skipped)
	for {
		want := min(limit, max(pieceLen, 2*len(piece)))
		piece = slices.Grow(piece, want-len(piece))
		n, err := io.ReadFull(r, piece[len(piece):want])
		piece = piece[:len(piece)+n]
		d.broken = err != nil && err != io.EOF && err != io.ErrUnexpectedEOF
		used := scan(string(piece), off, err != nil)
		if used < 0 {
			return
		}
		off += int64(used)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return
		case err != nil:
			d.x.fail(d.part, readFault(err), off, err)
			return
		case used == 0 && len(piece) >= limit:
			d.x.fail(d.part, ruleToken, off, errTokenTooLong)
			return
		}
		if used > 0 { // return to the reused array after a long token
			piece = append(d.x.piece, piece[used:]...)
		}
	}
}
