package codecs

import "earl.example/urllib"

// An Encoding is a text codec of one CPython release. The zero Encoding is not
// one; ask [Lookup].
//
// It is immutable, and may be used by several goroutines at once.
type Encoding struct {
	module string
	name   string
	python urllib.Python
}

// Lookup finds a text codec by any of the names that a release has for it: of
// codecs.lookup(name) those that are text codecs, with the same rules for
// case, spaces and punctuation. The zero Version is the default release.
//
// Other names give an [*urllib.Error] with Python's LookupError.
func Lookup(name string, version urllib.Version) (Encoding, error) {
	py := urllib.Python{Version: version, Codecs: All{}}
	module, err := py.CodecModule(name)
	if err != nil {
		return Encoding{}, err
	}
	return Encoding{module, name, py}, nil
}

// Module returns the name of the module of CPython's encodings that has the
// codec, such as "shift_jis". Two encodings of a release with the same module
// are the same.
func (e Encoding) Module() string { return e.module }

// Encode is s.encode(encoding, errors). The name of the error handler is
// looked up when there is an error to handle, as in Python. Every error is an
// [*urllib.Error].
func (e Encoding) Encode(s, errors string) ([]byte, error) {
	return e.python.EncodeText(s, e.name, errors)
}

// Decode is b.decode(encoding, errors). The name of the error handler is
// looked up when there is an error to handle, as in Python. Every error is an
// [*urllib.Error].
func (e Encoding) Decode(b []byte, errors string) (string, error) {
	return e.python.DecodeText(b, e.name, errors)
}
