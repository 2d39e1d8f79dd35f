package codecs

import (
	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
)

// The types that a program needs to define codecs. A value with the methods of [All] is a source of codecs.
type (
	// A Codec encodes and decodes whole texts: AppendEncode and AppendDecode append to dst and return the extended
	// slice. It passes text that it cannot convert to the [Handler], as a [Fault].
	Codec = codec.Codec

	// A Handler is the error handler of one call. Its methods Encode and Decode return the replacement of a fault.
	Handler = codec.Handler

	// A Fault is a part of the input that a codec cannot convert: bytes Start to End.
	Fault = codec.Fault

	// A Release is a release of CPython: 3.Minor.Patch.
	Release = str.Release

	// An Exception is an error of a codec as Python raises it. Package urllib returns it as an Error.
	Exception = str.Exception
)

// EncodeError returns the UnicodeEncodeError of a fault in s, which is not empty.
func EncodeError(s string, f Fault) error { return codec.EncodeError(s, f) }

// DecodeError returns the UnicodeDecodeError of a fault in b, which is not empty.
func DecodeError(b []byte, f Fault) error { return codec.DecodeError(b, f) }

// DecodeRune returns the first code point of a str, which can be a surrogate, and its length in bytes. For an empty
// str, both results are 0.
func DecodeRune(s string) (r rune, size int) { return str.DecodeRune(s) }

// AppendRune appends code point r to dst, the bytes of a str. It writes a surrogate in three bytes.
func AppendRune(dst []byte, r rune) []byte { return str.AppendRune(dst, r) }
