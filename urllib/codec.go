package urllib

import (
	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// Codecs is a source of text codecs beyond those that this package holds, and
// of the character names that the error handler namereplace inserts.
//
// Both methods may be called by several goroutines at once.
type Codecs interface {
	// Codec returns the codec of CPython's module encodings.<name>, such as
	// "gb18030", as the release has it; false if it has none. It is asked
	// for modules that CPython has and this package has not.
	Codec(name string, version Version) (Codec, bool)

	// RuneName returns the name of r that the release's unicodedata knows,
	// or "" if it knows none.
	RuneName(r rune, version Version) string
}

// A Codec is one text encoding. It is stateless: each method takes a whole
// text, appends to dst what that gives, and returns the extended slice.
//
// What the codec cannot carry it hands to the [Handler] as a [Fault], and goes
// on where that says. An error of the Handler it returns as it is. For an
// exception of its own it returns an [*Error] with Exception and Text set.
type Codec interface {
	AppendEncode(dst []byte, s string, h Handler) ([]byte, error) // s.encode()
	AppendDecode(dst, b []byte, h Handler) ([]byte, error)        // b.decode()
}

// A Fault is a part of the input that a codec cannot carry: bytes Start to End
// of it, in both directions. End may be past what a handler consumes.
type Fault struct {
	Label      string // the codec's name in messages, such as "charmap"
	Reason     string // such as "character maps to <undefined>"
	Start, End int
}

// A Handler is the error handler of one call. It is looked up by its name at
// the first fault, so that an unknown name does no harm before.
type Handler struct{ h codecs.Handler }

// Version returns the release that runs the codec.
func (h Handler) Version() Version { return versionOf(h.h.Text().Release) }

// Name returns the name that the handler was asked for by, known or not.
func (h Handler) Name() string { return h.h.Name() }

// Encode appends to dst what the handler puts in the place of a fault in s;
// the codec goes on at f.End. If raw, that is octets of the output; else it is
// ASCII text, which the codec has yet to encode, and if it cannot, the codec
// returns EncodeError of the same fault.
func (h Handler) Encode(dst []byte, s string, f Fault) (out []byte, raw bool, err error) {
	out, raw, err = h.h.Encode(dst, s, codecs.Fault(f))
	if err != nil {
		err = encodeError(err, s)
	}
	return out, raw, err
}

// Decode appends to dst the str that the handler puts in the place of a fault
// in b, and returns where in b the codec goes on: after f.Start, and maybe
// before f.End or past it.
func (h Handler) Decode(dst, b []byte, f Fault) (out []byte, next int, err error) {
	out, next, err = h.h.Decode(dst, b, codecs.Fault(f))
	if err != nil {
		err = decodeError(err, string(b))
	}
	return out, next, err
}

// EncodeError returns the UnicodeEncodeError of a fault in s. The fault is not
// empty.
func EncodeError(s string, f Fault) *Error {
	return encodeError(codecs.EncodeError(s, codecs.Fault(f)), s)
}

// DecodeError returns the UnicodeDecodeError of a fault in b. The fault is not
// empty.
func DecodeError(b []byte, f Fault) *Error {
	return decodeError(codecs.DecodeError(b, codecs.Fault(f)), string(b))
}

// DecodeRune returns the first code point of a str and the number of bytes
// that it takes, with surrogates as the package documentation says; of "" it
// returns 0 and 0.
func DecodeRune(s string) (r rune, size int) { return str.DecodeRune(s) }

// AppendRune appends a code point to a str, a surrogate in three bytes.
func AppendRune(dst []byte, r rune) []byte { return str.AppendRune(dst, r) }

// CodecModule returns the name of the module of CPython's encodings that has
// the text codec of a name, such as "iso8859_2" for "latin2". An error is an
// [*Error]: a LookupError or ValueError, as of encoding with that name.
func (py Python) CodecModule(encoding string) (string, error) {
	module, err := py.text().Module(encoding)
	if err != nil {
		return "", encodeError(err, encoding)
	}
	return module, nil
}

// EncodeText is s.encode(encoding, errors), by the interpreter's release and
// codecs. Every error is an [*Error].
func (py Python) EncodeText(s, encoding, errors string) ([]byte, error) {
	b, err := py.text().AppendEncode([]byte{}, s, encoding, errors)
	if err != nil {
		return nil, encodeError(err, s)
	}
	return b, nil
}

// DecodeText is b.decode(encoding, errors), by the interpreter's release and
// codecs. Every error is an [*Error].
func (py Python) DecodeText(b []byte, encoding, errors string) (string, error) {
	s, err := py.text().AppendDecode(nil, b, encoding, errors)
	if err != nil {
		return "", decodeError(err, string(b))
	}
	return string(s), nil
}

// text returns what the interpreter knows about text.
func (py *Python) text() codecs.Text {
	text := codecs.Text{Release: py.Version.release()}
	if py.Codecs != nil {
		text.Codecs = codecTable{py.Codecs}
	}
	return text
}

// codecTable makes Codecs what the text layer takes.
type codecTable struct{ from Codecs }

func (c codecTable) Codec(name string, rel str.Release) (codecs.Codec, bool) {
	found, ok := c.from.Codec(name, versionOf(rel))
	return codec{found}, ok
}

func (c codecTable) RuneName(r rune, rel str.Release) string {
	return c.from.RuneName(r, versionOf(rel))
}

// codec makes a Codec what the text layer takes.
type codec struct{ from Codec }

func (c codec) AppendEncode(dst []byte, s string, h codecs.Handler) ([]byte, error) {
	out, err := c.from.AppendEncode(dst, s, Handler{h})
	return out, exceptionOf(err)
}

func (c codec) AppendDecode(dst, b []byte, h codecs.Handler) ([]byte, error) {
	out, err := c.from.AppendDecode(dst, b, Handler{h})
	return out, exceptionOf(err)
}

// exceptionOf is the inverse of fromException, for an error of a Codec.
func exceptionOf(err error) error {
	e, ok := err.(*Error)
	if !ok {
		return err
	}
	exc := &str.Exception{Class: e.Exception, Text: e.Text, Unicode: (*str.UnicodeFault)(e.Unicode), Cause: e.at.Err, Tuple: e.tuple}
	if e.at.Rule == ruleLookup {
		exc.Name = e.at.Input
	}
	return exc
}
