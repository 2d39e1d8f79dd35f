package codecs

import "earl.example/internal/python/str"

// A Codec is one text codec. It is stateless: both methods take a whole text.
//
// They append to dst and return the extended slice, or an error, which is
// always a *str.Exception. What the codec cannot carry it hands to the
// [Handler], as a [Fault], and goes on where that says.
type Codec interface {
	AppendEncode(dst []byte, s string, h Handler) ([]byte, error)
	AppendDecode(dst, b []byte, h Handler) ([]byte, error)
}

// Codecs is a source of codecs beyond the core, and of the character names
// that errors="namereplace" inserts.
type Codecs interface {
	// Codec returns the codec of CPython's module encodings.<name>, such as
	// "gb18030", as the release has it.
	Codec(name string, rel str.Release) (Codec, bool)
	// RuneName returns the name of r that the release's unicodedata knows,
	// or "" if it knows none.
	RuneName(r rune, rel str.Release) string
}

// A NotLinkedError is the cause of an exception that CPython would not raise:
// it knows the name, and this program has not linked what implements it.
type NotLinkedError struct {
	Name string // a codec or the error handler "namereplace"
}

// Error names the package to link.
func (e *NotLinkedError) Error() string {
	return e.Name + " is implemented by package earl.example/urllib/codecs, which is not linked: set Codecs"
}
