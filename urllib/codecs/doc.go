// Package codecs provides all text codecs of CPython 3.8 to 3.14 that package urllib does not link, such as the East
// Asian ones, idna, punycode and unicode_escape. It also provides the names of characters for the error handler
// namereplace. Results, exceptions and error handlers follow each release.
//
// The functions of an interpreter with All support every encoding and error handler of Python:
//
//	py := urllib.Python{Codecs: codecs.All{}}
//	quoted, err := py.Quote("漢字", urllib.QuoteOptions{Encoding: new("shift_jis")})
//	b, err := py.EncodeText("漢字", "gbk", "strict")
//
// Texts are converted as a whole. The encodings mbcs and oem, which only Windows has, are unknown names.
//
// The package adds about 0.9 MiB of tables to a program. A program that imports package urllib alone does not contain
// them.
//
// All codecs take linear time, except punycode and idna. These two take time proportional to n log n, while CPython's
// codecs take quadratic time. If the result depends on a number in Punycode with more than 4,096 digits, the error is
// an OverflowError. CPython computes such numbers.
package codecs
