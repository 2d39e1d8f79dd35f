package codecs

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

// A Text holds the codecs of one interpreter.
type Text struct {
	Release str.Release
	Codecs  Codecs // codecs in addition to the core codecs; may be nil
}

// AppendEncode appends s.encode(encoding, errors) to dst. On error, a *str.Exception, it returns nil.
func (t Text) AppendEncode(dst []byte, s, encoding, errors string) ([]byte, error) {
	if err := checkArguments(encoding, errors); err != nil {
		return nil, err
	}
	h := Handler{Name: errors, Text: t}
	codec, registered, err := t.find(encoding, "encode")
	if err != nil {
		return nil, err
	}
	if dst, err = codec.AppendEncode(dst, s, h); err != nil {
		return nil, t.chain(err, registered, "encoding", encoding)
	}
	return dst, nil
}

// AppendDecode appends b.decode(encoding, errors) to dst. On error, a *str.Exception, it returns nil. As in CPython,
// empty input decodes to an empty str with every encoding, even an unknown one.
func (t Text) AppendDecode(dst, b []byte, encoding, errors string) ([]byte, error) {
	if err := checkArguments(encoding, errors); err != nil {
		return nil, err
	}
	if len(b) == 0 {
		return dst, nil
	}
	codec, registered, err := t.find(encoding, "decode")
	if err != nil {
		return nil, err
	}
	h := Handler{Name: errors, Text: t}
	if dst, err = codec.AppendDecode(dst, b, h); err != nil {
		return nil, t.chain(err, registered, "decoding", encoding)
	}
	return dst, nil
}

// checkArguments checks the two arguments like CPython: each must be UTF-8 without NUL.
func checkArguments(encoding, errors string) error {
	for _, name := range [...]string{encoding, errors} {
		if ascii.Index(name, ascii.C0Set) < 0 { // for speed
			continue
		}
		if !utf8.ValidString(name) {
			_, err := utf8Codec{}.AppendEncode(nil, name, Handler{Name: "strict"})
			err.(*str.Exception).Name = name
			return err
		}
		if strings.IndexByte(name, 0) >= 0 {
			return &str.Exception{Class: "ValueError", Text: "embedded null character", Name: name}
		}
	}
	return nil
}

// chain returns the exception that Python raises for err, the error of a codec. Until 3.11, Python adds text to the
// exception if it found the codec in its registry, and if an exception of this class can be created from a text.
func (t Text) chain(err error, registered bool, operation, encoding string) error {
	e := err.(*str.Exception)
	if !registered || e.Unicode != nil || e.Tuple || t.Release.AtLeast(12, 0) {
		return err
	}
	chained := *e
	chained.Text = operation + " with '" + encoding + "' codec failed (" + e.Class + ": " + e.Text + ")"
	return &chained
}

// truncated returns the first 400 bytes of a name, like C's "%.400s". The limit can cut a character. Since 3.14, the
// result is without this character. Before 3.14, it has U+FFFD instead.
func truncated(name string, rel str.Release) string {
	const most = 400
	if len(name) <= most {
		return name
	}
	cut := most
	for name[cut]&0xC0 == 0x80 {
		cut--
	}
	if cut == most || rel.AtLeast(14, 0) {
		return name[:cut]
	}
	return name[:cut] + "\uFFFD"
}

// A Codec is a stateless text codec. Its methods append to dst and return the extended slice. Every error is a
// *str.Exception. The methods pass text that they cannot convert to the [Handler], as a [Fault].
type Codec interface {
	AppendEncode(dst []byte, s string, h Handler) ([]byte, error)
	AppendDecode(dst, b []byte, h Handler) ([]byte, error)
}

// Codecs is a source of codecs beyond the core, and of character names for errors="namereplace".
type Codecs interface {
	// Codec returns the codec of CPython's module encodings.<name>, such as "gb18030".
	Codec(name string, rel str.Release) (Codec, bool)
	// RuneName returns the name of r in the release's unicodedata, or "" if r has no name there.
	RuneName(r rune, rel str.Release) string
}

// A NotLinkedError is the cause of an exception if CPython has the named codec or error handler, but this program does
// not link it.
type NotLinkedError struct {
	Name string // a codec or the error handler "namereplace"
}

// Error names the package to link.
func (e *NotLinkedError) Error() string {
	return e.Name + " is implemented by package earl.example/urllib/codecs, which is not linked: set Codecs"
}
