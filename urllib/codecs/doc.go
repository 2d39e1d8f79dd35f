// Package codecs provides all text codecs of CPython 3.8 to 3.15 that package urllib does not link, such as the East
// Asian ones, idna, punycode and unicode_escape. It also provides the names of characters for the error handler
// namereplace. For each release, results, exceptions and error handlers are CPython's.
//
// The functions of an interpreter with All support every encoding and error handler of Python:
//
//	py := urllib.Python{Codecs: codecs.All{}}
//	quoted, err := py.Quote("漢字", urllib.QuoteOptions{Encoding: new("shift_jis")})
//	b, err := py.EncodeText("漢字", "gbk", "strict")
//
// Texts are converted as a whole. The encodings mbcs and oem, which only Windows has, are unknown names.
//
// The package adds about 0.7 MiB to a program. A program that imports package urllib alone does not contain the tables.
// The first use of an East Asian codec takes about 10 ms and 1 MiB of memory. The first use of each other East Asian
// codec takes about 2 ms and 0.5 MiB. The first use of a name takes about 20 ms and 7 MiB.
//
// All codecs take linear time, except punycode and idna. These two take time proportional to n log n, while CPython's
// codecs take quadratic time. If the result depends on a number in Punycode with more than 4,096 digits, the error is
// an OverflowError. CPython computes such numbers.
package codecs
