// Package codecs implements Python's text codecs. Names, error handlers, results and exceptions are the same as for
// str.encode and bytes.decode in CPython 3.8 to 3.15.
//
// The core has UTF-8 (and utf-8-sig), UTF-16, UTF-32 and UTF-7, ASCII, Latin-1 and every single-byte table of CPython.
// A program adds other text codecs with [Codecs]. The name of a codec that the program does not link gives Python's
// LookupError, with a [NotLinkedError] as cause.
//
// Package str describes the Go form of a str. All errors are *str.Exception. Every function takes linear time.
package codecs
