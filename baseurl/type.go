package baseurl

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/marshal"
)

// A Type is a type of document that can contain references.
type Type uint8

// The types. NoType means that a document contains no references: to read it is an error.
const (
	NoType   Type = iota
	HTML          // HTML, in its own syntax
	XML           // XML, including XHTML, SVG, Atom, RSS, RDF/XML, OPML and sitemaps
	CSS           // a style sheet
	Message       // a message with header and body: mail, MHTML, an HTTP response
	Text          // plain text
	JSON          // JSON, HAR and lines of JSON; the text of each string can contain references
	CSV           // a table; the text of each cell can contain references. The first line shows what separates cells
	TSV           // a table with tabs between its cells
	WARC          // records of a web archive, such as HTTP responses
	numTypes = iota
)

var typeNames = [numTypes]string{"none", "html", "xml", "css", "message", "text", "json", "csv", "tsv", "warc"}

// String returns the name of the type, such as "html".
func (t Type) String() string { return marshal.Name(typeNames[:], t, "type") }

// TypeOf returns the type for a media type, such as "text/html; charset=utf-8". It returns NoType for other media
// types, such as images.
func TypeOf(mediaType string) Type {
	name, _, _ := strings.Cut(mediaType, ";")
	name = ascii.ToLower(strings.TrimSpace(name))
	return cmp.Or(types[name], types[name[max(0, strings.LastIndexByte(name, '+')):]],
		types[name[:strings.IndexByte(name, '/')+1]])
}

// TypeOfName returns the type for the extension of a file name, or NoType.
func TypeOfName(name string) Type { return types[ascii.ToLower(path.Ext(name))] }

// SniffLen is the number of bytes that [Sniff] examines.
const SniffLen = 1024

// Sniff guesses the type of a document from its first bytes: XML by its declaration or by an element with a namespace,
// HTML by a tag or a comment, a web archive by its version, a message by a status line of HTTP or a field that messages
// have, a style sheet by a rule that begins with "@", JSON by an object with a member or an array of objects or
// strings. Archives, compressed files and images have NoType. Everything else is text.
func Sniff(head []byte) Type {
	head = head[:min(len(head), SniffLen)]
	if slices.ContainsFunc(binaries, func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }) {
		return NoType
	}
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(head, []byte("\xfe\xff")) || bytes.HasPrefix(head, []byte("\xff\xfe")) {
		head = bytes.ReplaceAll(head[2:], []byte{0}, nil) // UTF-16: its ASCII characters are enough
	} else if utf16Declared(head) != "" {
		return XML
	}
	text := ascii.ToLower(string(bytes.TrimLeft(head, " \t\r\n\f")))
	switch {
	case strings.HasPrefix(text, "<?xml"):
		return XML
	case strings.HasPrefix(text, "<"):
		return sniffMarkup(text)
	case strings.HasPrefix(text, "@charset ") || strings.HasPrefix(text, "@import ") ||
		strings.HasPrefix(text, "@namespace "):
		return CSS
	case strings.HasPrefix(text, "warc/1.") || strings.HasPrefix(text, "warc/0."):
		return WARC
	case isMessage(text):
		return Message
	case isJSON(text):
		return JSON
	}
	return Text
}

// binaries are the first bytes of archives, of compressed files and of images: zip (docx, epub, jar), gzip, zstd,
// bzip2, xz, 7z, ARC, PNG, GIF and JPEG.
var binaries = []string{
	"PK\x03\x04", "\x1f\x8b", "\x28\xb5\x2f\xfd", "BZh91AY&SY", "\xfd7zXZ\x00", "7z\xbc\xaf\x27\x1c", "filedesc://",
	"\x89PNG", "GIF87a", "GIF89a", "\xff\xd8\xff",
}

// isJSON reports whether text begins with an object that has a member, or with an array of objects or strings.
func isJSON(text string) bool {
	rest, array := strings.CutPrefix(text, "[")
	rest = strings.TrimLeft(rest, " \t\r\n")
	if inner, object := strings.CutPrefix(rest, "{"); object {
		rest, array = strings.TrimLeft(inner, " \t\r\n"), true
	}
	return array && strings.HasPrefix(rest, `"`)
}

// sniffMarkup returns the type of a text that begins with "<": HTML, XML or Text.
func sniffMarkup(text string) Type {
	for strings.HasPrefix(text, "<!--") {
		end := strings.Index(text, "-->")
		if end < 0 {
			return HTML
		}
		text = strings.TrimLeft(text[end+len("-->"):], " \t\r\n\f")
	}
	name, tag := strings.CutPrefix(text, "<")
	switch {
	case strings.HasPrefix(text, "<!doctype html"), text == "":
		return HTML
	case strings.HasPrefix(text, "<!doctype "), strings.HasPrefix(text, "<?"):
		return XML
	case !tag || name == "" || !ascii.Is(name[0], ascii.Alpha):
		return Text
	}
	if end := strings.IndexAny(name, " \t\r\n\f/>"); end >= 0 {
		name = name[:end]
	} else {
		return Text
	}
	first, _, _ := strings.Cut(text, ">")
	switch {
	case strings.Contains(first, "://") && !strings.Contains(first, "="):
		return Text // a URL in angle brackets
	case htmlNames[name]:
		return HTML
	case strings.Contains(first, "xmlns") || name == "rss" || name == "opml":
		return XML
	}
	return HTML
}

// isMessage reports whether text, in lower case, begins like a message. A status line is enough. Without a status line,
// text must have only field lines, up to the end of the header or of the text, and at least one of the fields must
// identify a message.
func isMessage(text string) bool {
	if strings.HasPrefix(text, "http/1.") || strings.HasPrefix(text, "http/2 ") || strings.HasPrefix(text, "http/3 ") {
		return true
	}
	if strings.HasPrefix(text, "from ") {
		_, text, _ = strings.Cut(text, "\n")
	}
	known := false
	for line := range strings.Lines(text) {
		if line == "\n" || line == "\r\n" {
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			continue
		}
		name, _, ok := strings.Cut(line, ":")
		if name = strings.TrimRight(name, " \t"); !ok || !isFieldName(name) {
			return known && !strings.HasSuffix(line, "\n") // the last line may be cut
		}
		known = known || messageFields[name]
	}
	return known
}

// isFieldName reports whether s is the name of a field (RFC 5322 §3.6.8).
func isFieldName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7F || r == ':' })
}
