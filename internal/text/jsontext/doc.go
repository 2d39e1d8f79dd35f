// Package jsontext reads and writes JSON text (RFC 8259) without losing strings that JSON cannot represent directly.
//
// A Go string can hold any bytes, including a lone surrogate in three bytes (ED A0 80 to ED BF BF). JSON represents a
// lone surrogate by its escape, but cannot represent other bytes that are not UTF-8. For the byte b, this package uses
// the escape of U+DC00+b, as Python's os.fsdecode does. A string is written like this:
//
//   - Well-formed UTF-8 is unchanged, with the escapes that RFC 8259 §7 requires and no others.
//   - A surrogate is its escape, \ud800.
//   - Any other byte b is the escape of U+DC00+b: FF is \udcff.
//   - A high surrogate before an escape of a low one would form one character with it. Its three bytes are written like
//     other bytes, \udced\udca0\udcbd. This also applies to a high surrogate before four more.
//
// A lone escape is read as the surrogate in three bytes. So writing and reading returns the same string, except that
// the byte FF returns as the three bytes of U+DCFF.
package jsontext
