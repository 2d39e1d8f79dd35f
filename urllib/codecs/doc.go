// Package codecs is Python's text codecs in Go: the East Asian ones and the
// others that package urllib leaves out, and the names of characters that the
// error handler namereplace writes and the escapes \N{…} of unicode_escape
// read. Results, exceptions and error handlers are those of CPython 3.8 to
// 3.14, release by release.
//
// Give it to package urllib, and encoding and errors mean there what they mean
// to Python's quote, unquote and their kin, without exception:
//
//	py := urllib.Python{Codecs: codecs.All{}}
//	py.Quote("漢字", urllib.QuoteOptions{Encoding: new("shift_jis")})
//
// or use it by itself, with any text codec that Python has:
//
//	gbk, err := codecs.Lookup("GBK", urllib.Version{})
//	b, err := gbk.Encode("漢字", "strict")
//
// A str is a Go string in which surrogates are as the documentation of package
// urllib says. Errors are those of that package: [*urllib.Error] with Python's
// class, text, and for a UnicodeError its label, positions and reason.
//
// There is nothing incremental: texts are whole, as quote and unquote have
// them. mbcs and oem, which are of Windows alone, are unknown names.
//
// # Cost
//
// Linking the package adds about 0.9 MiB to a program, nearly all of it tables
// that are read in place; whoever does not import it pays nothing.
//
// # Time
//
// All codecs take time in proportion to their input, with two exceptions, where
// it is the length times its logarithm: punycode and idna, which are quadratic
// in CPython. A number in Punycode of more than 4,096 digits, which is beyond
// all characters, raises an OverflowError here wherever CPython would compute
// it to the end: before 3.13, and unless errors are strict.
package codecs
