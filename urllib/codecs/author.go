package codecs

import (
	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// The types that a program needs to define codecs. A value with the methods of [All] is a source of codecs.
type (
	// A Codec encodes and decodes whole texts. Its methods AppendEncode and AppendDecode append to dst and return the
	// extended slice. They pass text that they cannot convert to the [Handler], as a [Fault].
	Codec = codec.Codec

	// A Handler is the error handler of one call. Its methods Encode and Decode return the replacement of a fault.
	Handler = codec.Handler

	// A Fault is a part of the input that a codec cannot convert: the bytes from Start up to End.
	Fault = codec.Fault

	// A Release is a release of CPython: 3.Minor.Patch.
	Release = str.Release

	// An Exception is an error of a codec as Python raises it. Package urllib returns it as an Error.
	Exception = str.Exception
)

// EncodeError returns the UnicodeEncodeError for a fault in s. The fault must not be empty.
func EncodeError(s string, f Fault) error { return codec.EncodeError(s, f) }

// DecodeError returns the UnicodeDecodeError for a fault in b. The fault must not be empty.
func DecodeError(b []byte, f Fault) error { return codec.DecodeError(b, f) }

// DecodeRune returns the first code point of a str, and its length in bytes. The code point can be a surrogate. For an
// empty str, both results are 0.
func DecodeRune(s string) (r rune, size int) { return str.DecodeRune(s) }

// AppendRune appends the code point r to dst, which has the bytes of a str. It writes a surrogate in three bytes.
func AppendRune(dst []byte, r rune) []byte { return str.AppendRune(dst, r) }
