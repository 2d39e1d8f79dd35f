// Package codecs has all text codecs of CPython 3.8 to 3.14: the East Asian ones, idna, punycode, unicode_escape and
// the others that package urllib does not link, and the names of characters for the error handler namereplace. Results,
// exceptions and error handlers are those of each release.
//
// Set All in an interpreter, and every encoding and error handler of Python is available in its functions:
//
//	py := urllib.Python{Codecs: codecs.All{}}
//	quoted, err := py.Quote("漢字", urllib.QuoteOptions{Encoding: new("shift_jis")})
//	b, err := py.EncodeText("漢字", "gbk", "strict")
//
// Texts are encoded and decoded as a whole. There are no incremental codecs. The encodings mbcs and oem, which only
// Windows has, are unknown names.
//
// # Cost
//
// The package adds about 0.9 MiB of tables to a program. The tables are read in place. A program that imports package
// urllib alone does not contain them.
//
// # Time
//
// All codecs take linear time, except punycode and idna: their time is n log n in the length of the input, where
// CPython's is quadratic. A number in Punycode with more than 4,096 digits, which is beyond all characters, is an
// OverflowError here wherever CPython would compute it to the end: before 3.13, and unless errors are strict.
package codecs
