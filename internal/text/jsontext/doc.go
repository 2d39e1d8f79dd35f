// Package jsontext reads and writes JSON text (RFC 8259) without losing strings that JSON cannot represent directly.
//
// A Go string can hold any bytes, including a lone surrogate in three bytes (ED A0 80 to ED BF BF). JSON represents a
// lone surrogate by its escape, but cannot represent a byte that is not UTF-8. For such bytes, this package uses the
// convention of Python's os.fsdecode: the byte b is the escape of U+DC00+b. These are the rules for writing:
//
//   - well-formed UTF-8 is written as it is, with the escapes that RFC 8259 §7
//     requires and no others;
//   - a surrogate in its three-byte form is written as its escape, \ud800;
//   - any other byte b that belongs to no well-formed sequence is written as
//     the escape of U+DC00+b: FF is \udcff;
//   - a high surrogate before a low one, or before something else that is
//     written as a low one, would be read back as one character with it, so its
//     three bytes are written as the previous rule writes bytes:
//     \udced\udca0\udcbd. So are those of a high surrogate with four of its kind
//     after it.
//
// Read strings have lone escapes in their three-byte form. So writing and
// reading back gives the same string, but for two spellings of one thing: the
// byte FF comes back as the three bytes of U+DCFF.
package jsontext
