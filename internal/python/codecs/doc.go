// Package codecs is Python's text codecs: str.encode and bytes.decode as
// CPython 3.8 to 3.14 do them, with the same names, error handlers, results
// and exceptions.
//
// The core has UTF-8 (and utf-8-sig), UTF-16, UTF-32 and UTF-7, ASCII,
// Latin-1 and every single-byte table of CPython. What else CPython knows as
// a text codec (the East Asian ones, idna, punycode, unicode_escape, …) comes
// through [Codecs]; without it such a name gives Python's LookupError with a
// [NotLinkedError] as its cause.
//
// A str is a string as package str describes it. All errors are
// *str.Exception. Every function is linear in the length of its input,
// whatever the input and the handler, and holds on to none of it.
package codecs
