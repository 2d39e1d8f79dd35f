// Package jsontext reads and writes JSON text (RFC 8259) without losing strings that JSON cannot represent directly.
//
// A Go string can hold any bytes, including a lone surrogate in three bytes (ED A0 80 to ED BF BF). JSON represents a
// lone surrogate by its escape, but cannot represent other bytes that are not UTF-8. For such a byte b, this package
// writes the escape of U+DC00+b, like Python's os.fsdecode. A string is written like this:
//
//   - Well-formed UTF-8 is unchanged, with the escapes that RFC 8259 §7 requires.
//   - The controls U+007F to U+009F, the line ends U+2028 and U+2029, and the characters that change the direction of
//     text are escaped too. A terminal could execute them, and Python's str.splitlines ends a line at some of them.
//   - A surrogate is written as its escape, such as \ud800.
//   - Any other byte b is written as the escape of U+DC00+b: FF becomes \udcff.
//   - A high surrogate before the escape of a low surrogate would form one character with it. Its three bytes are
//     therefore written like other bytes, \udced\udca0\udcbd. The same applies to a high surrogate before four more
//     high surrogates.
//
// The escape of a lone surrogate is read as the three bytes of the surrogate. Writing a string and reading it back
// gives the same string, with one exception: a byte that is not UTF-8, such as FF, becomes the three bytes of a
// surrogate, here U+DCFF.
package jsontext
