// Package codecs implements Python's text codecs. Its str.encode and bytes.decode have the same names, error handlers,
// results and exceptions as in CPython 3.8 to 3.14.
//
// The core has UTF-8 (and utf-8-sig), UTF-16, UTF-32 and UTF-7, ASCII, Latin-1 and every single-byte table of CPython.
// A program adds other text codecs with [Codecs]. Without them, their names give Python's LookupError, with a
// [NotLinkedError] as cause.
//
// A str is a string as in package str. All errors are *str.Exception. Every function takes linear time.
package codecs
