// Package jsontext reads and writes JSON text (RFC 8259). It scans values of any depth without recursion.
//
// A Go string can hold any bytes, and JSON text is UTF-8. [AppendQuote] replaces ill-formed UTF-8 by U+FFFD.
// [AppendSurrogates] writes each byte XX that is not UTF-8 as \udcXX, like Python's os.fsdecode, so that
// [AppendUnquote] returns the same string.
//
// Both also escape the controls U+007F to U+009F, the line ends U+2028 and U+2029, and the characters that change the
// direction of text. A terminal could execute them, and Python's str.splitlines ends a line at some of them.
package jsontext
