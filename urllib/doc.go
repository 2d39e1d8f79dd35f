// Package urllib implements CPython's urllib.parse. Results, errors and error texts are exactly as in a CPython release
// from 3.8.8 to 3.15. A [Version] names the release. The default is the newest final release known, 3.15.2.
//
//	r, err := urllib.Split("https://user@www.example.com:8042/over/there?name=ferret#nose")
//	host, _ := r.Hostname() // "www.example.com"
//
// Use it for programs that move from Python and must keep their results. It accepts nearly any text. Packages rfc3986
// and whatwg check URLs.
//
// The package functions have only the required arguments of the Python functions. The methods of an [Interpreter] also
// have the optional arguments, and return the errors that only these can cause:
//
//	py := urllib.Python{Version: urllib.MustParseVersion("3.9.18")}
//	pairs, err := py.ParseQSL("a=1;b=2", urllib.QueryOptions{Separator: new(";")})
//
// # Names
//
//	Python                      Go
//	urlsplit, urlparse          Split, Parse
//	urlunsplit, urlunparse      GetURL of a result; Interpreter.Unsplit, Interpreter.Unparse
//	missing_as_none=True        URLOptions.MissingAsNone
//	keep_empty=True             URLOptions.KeepEmpty: new(true)
//	urljoin                     Join
//	urldefrag                   Defrag
//	unwrap                      Unwrap
//	parse_qs, parse_qsl         ParseQS, ParseQSL; Interpreter.ParsePairs iterates
//	quote, quote_plus           Quote, QuotePlus
//	quote_from_bytes            Interpreter[[]byte].Quote
//	unquote, unquote_plus       Unquote, UnquotePlus
//	unquote_to_bytes            Interpreter.UnquoteToBytes
//	urlencode                   Encode
//	quote_via=quote             QuoteVia: py.Quote
//	SplitResult, ParseResult,   SplitResult[string], ParseResult[string], DefragResult[string]
//	  DefragResult
//	SplitResultBytes and so on  SplitResult[[]byte] and so on
//	SplitResult(*r)             ResultOf(py, r)
//	r.scheme, r[0]              r.Scheme
//	r.query is None             r.None&Query != 0
//	r.username, r.password      r.Username(), r.Password(): a value, and false for None
//	r.hostname, r.port          r.Hostname(), r.Port(): a value, and false for None
//	r.geturl()                  r.GetURL()
//	r._replace(scheme="x")      copy r and assign a field
//	r == s                      Equal(r, s)
//	repr(r), repr(d)            r.String(), d.String()
//	d[name]                     d.Get(name)
//	d.items()                   d.All()
//	r.encode(), r.decode()      r.Encode(…), r.Decode(…)
//	s.encode(), b.decode()      Interpreter.EncodeText, Interpreter.DecodeText
//	s.lower(), s.strip()        Interpreter.Lower, Interpreter.Strip
//	uses_relative and so on     Interpreter.Lists, Interpreter.Schemes
//
// Parameters keep their names, except that allow_fragments=False is NoFragments. In a struct of options, a nil pointer
// means that the argument is omitted, and new("") passes an empty string.
//
// The functions that 3.8 deprecated, splittype to splitvalue and to_bytes, are left out.
//
// # Releases
//
// The tests compare with recorded answers of CPython itself for 3.8.8 to 3.8.11, 3.8.18, 3.9.2, 3.9.4 to 3.9.6, 3.9.18,
// 3.10.2, 3.10.13, 3.11.2, 3.11.3, 3.11.7, 3.12.1, 3.12.7, 3.13.0, 3.13.2, 3.13.15, 3.13.18, 3.14.2, 3.14.8, 3.14.10
// and 3.15.2, and for five patched builds of Debian. The behavior of the other releases is derived from CPython's
// change logs.
//
// # Str and bytes
//
// Python's str is a Go string, and bytes and bytearray are []byte. The package functions are for str;
// Interpreter[[]byte] has the same functions for bytes. As in Python, functions that split, join or build URLs accept
// only ASCII bytes. Options are strings in both cases.
//
// A str can hold lone surrogates. Here a surrogate is written in its three-byte form, and any other byte b that is not
// UTF-8 means U+DC00+b, as in os.fsdecode. So U+DC80 to U+DCFF have two forms. Both have the same meaning, but Go's ==
// distinguishes them. Decoded text and the names of a [Dict] have the three-byte form; substrings of an argument are
// unchanged.
//
// # Encodings
//
// The package has UTF-7, UTF-8, UTF-16, UTF-32, ASCII, Latin-1 and every other single-byte encoding of CPython. It has
// every error handler except namereplace. Package [earl.example/urllib/codecs] adds all others.
//
// # Errors
//
// Every error is an [*Error] with the class and the exact text of Python's exception, except the errors of
// [ParseVersion] and of a QuoteVia. For a Go value that no Python value is equal to, the text is not Python's. As in
// Python, a bad port is an error only when the port is read. An unknown encoding is an error only when it is needed,
// and an unknown error handler only when there is an error to handle.
//
// # Results
//
// A result is a plain struct that remembers its interpreter: the release and the lists of schemes. Its methods behave
// as in that interpreter:
//
//	py := urllib.Python{Version: urllib.MustParseVersion("3.8")}
//	r, _ := py.Split("//h:8_0", urllib.URLOptions{})
//	port, _, _ := r.Port() // 80, an error since 3.10.9
//
// A literal is like a result of Split or Parse in the default release. [ResultOf] makes it a result of another
// interpreter. Results of different interpreters, or of different values of MissingAsNone, are never equal with ==.
// [Equal] compares only the components, as Python does.
//
// Components are substrings of the URL, so each of them keeps the whole URL in memory. To avoid this, copy a component
// with [strings.Clone].
//
// # Absent components
//
// Since 3.15, Split, Parse and Defrag distinguish an absent component, None in Python, from an empty one if the option
// MissingAsNone is set. The field None of the result is the set of components that are None, and their text is "". The
// result remembers the option, so GetURL keeps the delimiters of empty components:
//
//	r, _ := urllib.Python{}.Split("http://h/p?", urllib.URLOptions{MissingAsNone: true})
//	r.None&urllib.Query != 0    // false: the query is ""
//	r.None&urllib.Fragment != 0 // true: the fragment is None
//	r.GetURL()                  // "http://h/p?"
//
// To change a component from None to "", remove it from the field None. Before 3.15, MissingAsNone and KeepEmpty are
// TypeErrors. The other functions that return no error treat None as ""; for GetURL, see [SplitResult.GetURL].
//
// # Security
//
// Split and Parse accept nearly any text, even URLs that browsers and servers reject or parse differently. Check the
// scheme, the host and the path before you trust them:
//
//	r, err := urllib.Split(url)
//	host, _ := r.Hostname()
//	if err != nil || r.Scheme != "https" || !allowed[host] { … }
//
// Then use only the checked parts. Do not parse the URL again with another parser. As in Python:
//
//   - A backslash is an ordinary character: http://good.example\@evil.example/ is a URL of evil.example.
//   - A URL without its scheme and netloc can still lead to another host: x:http://evil.example/ becomes
//     http://evil.example/.
//   - An empty netloc is dropped when a URL is put together. Before the fix of gh-67693 (3.8.20, 3.9.20, 3.10.15,
//     3.11.10, 3.12.4) this turns the path of http:////evil.example/ into a host.
//
// String shows passwords, as in Python. LogValue and errors hide them. Package encoding/json writes the fields of a
// result, so the JSON has the password and does not have the release.
//
// # Differences from RFC 3986
//
// Empty and absent are the same for a netloc, a query and a fragment, except in Join and Defrag since 3.14, and in the
// results of MissingAsNone since 3.15. Join resolves only for the schemes in UsesRelative. Join treats a reference with
// the scheme of the base as relative. It drops empty segments from a relative path, and keeps dot segments in a
// reference with a netloc. If base and reference are both relative, ".." can remove the leading slash. Only the last
// segment of a path can have params.
//
// In newer releases, Split removes tabs, newlines, and leading controls and spaces, like browsers. Split does not apply
// IDNA, does not parse numbers as IPv4 addresses, and does not percent-encode.
package urllib
