package codecs

import "earl.example/internal/python/str"

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
