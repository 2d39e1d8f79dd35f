// Package urllib is CPython's urllib.parse for Go: function for function, and
// bit for bit the results, errors and error texts of the release that a
// [Version] names, from 3.8.8 to 3.14. The default is the newest known 3.13.
//
//	r, err := urllib.Split("https://user@www.example.com:8042/over/there?name=ferret#nose")
//	host, _ := r.Hostname() // "www.example.com"
//
// It is for programs that move from Python, and whose results must stay as they
// were: signatures, keys of caches, lists of what was crawled. It takes nearly
// anything for a URL; packages rfc3986 and whatwg say what is one.
//
// The package functions take the arguments that Python requires, and leave
// all others at their defaults. The methods of [Python], an interpreter as a
// value, take them all:
//
//	py := urllib.Python{Version: urllib.MustParseVersion("3.9.18")}
//	pairs, err := py.ParseQSL("a=1;b=2", urllib.QueryOptions{Separator: new(";")})
//
// # Names
//
// Python's "url" prefix goes, since the package says it. What takes bytes in
// Python as well as str has a twin here whose name ends in Bytes.
//
//	Python                    Go
//	urlsplit, urlparse        Split, Parse
//	urlunsplit, urlunparse    Unsplit, Unparse
//	urljoin                   Join
//	urldefrag                 Defrag
//	unwrap                    Unwrap
//	parse_qs, parse_qsl       ParseQS, ParseQSL, and Pairs to iterate
//	quote, quote_plus         Quote, QuotePlus
//	quote_from_bytes          QuoteFromBytes
//	unquote, unquote_plus     Unquote, UnquotePlus
//	unquote_to_bytes          UnquoteToBytes
//	urlencode                 Encode
//	SplitResult, ParseResult, DefragResult and their Bytes twins: the same
//	r.scheme, r[0]            r.Scheme, r.Tuple()[0]
//	r.username, r.password    r.Username(), r.Password(): text, and false for None
//	r.hostname, r.port        r.Hostname(), r.Port(): value, and false for None
//	r.geturl()                r.GetURL()
//	r._replace(scheme="x")    copy r and assign a field
//	r._asdict()               r.All()
//	SplitResult._make(t)      MakeSplitResult(t)
//	SplitResult._fields       the names that r.All() yields
//	repr(r), r < s            r.Repr(), r.Compare(s)
//	d[name], d.items()        d.Get(name), d.All()
//	d == e                    d.Equal(e)
//	r.encode(), r.decode()    r.Encode(…), r.Decode(…)
//	uses_relative and kin     Python.UsesRelative and kin, Python.Schemes
//
// Parameters keep their names, but for two: allow_fragments=False is
// NoFragments, so that false is the default, and url and components, bs and
// string are plain arguments. A pointer in an options struct tells an
// argument that was not given, nil, from an empty one, new("").
//
// # Text
//
// Python's str is a Go string, and bytes is []byte; where Python raises a
// TypeError for a mixture of both, Go does not compile. A str may hold lone
// surrogates, which UTF-8 cannot: here a surrogate stands in its three-byte
// form, and any other byte b that is not UTF-8 means U+DC00+b, as os.fsdecode
// would have it. Both ways to write U+DC80 to U+DCFF read the same, but Go's
// == tells them apart: what is decoded, the names of a [Dict], and what tabs
// and newlines are removed from, come in the former, and what is cut out of an
// argument stays as it was.
//
// Bytes must be ASCII where URLs are split, joined or put together, as in
// Python: whoever has others decodes them first. A bytearray is a []byte, and
// gives bytes. Python also lets an empty str pass among bytes; here all
// arguments of a Bytes function are bytes, but for the options.
//
// The encodings are UTF-8, 16, 32 and 7, ASCII, Latin-1 and every single-byte
// encoding of CPython, by all of CPython's names, with every error handler but
// namereplace. That one and all other encodings come in by [Python].Codecs, from
// package earl.example/urllib/codecs.
//
// # Errors
//
// Every error is an [*Error] with the class and the exact text of Python's
// exception, but for those of [ParseVersion], which Python has not, and of a
// [QuoteFunc] of one's own. As in Python, a bad port is an error when the port
// is read, not before; an unknown encoding when it is needed; an unknown error
// handler when there is an error to handle.
//
// # Results
//
// A result is a plain struct and remembers neither its URL nor its release: its
// methods are those of the default release. For another one, ask that:
//
//	py.Unsplit(r)                 r.GetURL()
//	py.Netloc(r.Netloc).Port()    r.Port(), r.Hostname() and kin
//	py.Repr(r)                    r.Repr()
//	CodecOptions{Python: py}      the codecs of r.Encode and r.Decode
//
// The components are substrings of the URL, and keep all of it in memory, and
// whatever large text it was cut from: [strings.Clone] what is to be kept. The
// same goes for what ParseQSL, Unquote and the like give back unchanged.
//
// # Security
//
// Nothing here validates. Split and Parse take nearly any text, including
// what browsers and servers read differently or refuse; components may be
// empty, or hold more than one expects. Check the scheme, the host and the
// path before you trust them:
//
//	r, err := urllib.Split(url)
//	host, _ := r.Hostname()
//	if err != nil || r.Scheme != "https" || !allowed[host] { … }
//
// Printed, a result shows all that it holds, passwords included, as Python's
// do; log/slog gets its URL with the password masked, as errors and a [Netloc]
// show theirs.
//
// A URL that has passed such a check must be used as the checked parts, not
// parsed again by another parser. Three traps, all Python's: a backslash is an
// ordinary character, so http://good.example\@evil.example/ is a URL of
// evil.example; clearing scheme and netloc to keep a reference on its base's
// host fails for x:http://evil.example/; and an empty netloc is dropped when a
// URL is put together again, which before the fix of gh-67693 (3.8.20, 3.9.20,
// 3.10.15, 3.11.10, 3.12.4) turned the path of http:////evil.example/ into a
// host.
//
// # Departures from RFC 3986
//
// As in CPython: Split decodes, checks and normalises nothing; an empty
// netloc, query or fragment is the same as none, except in Join and Defrag
// since 3.14; Join works only for the schemes of a list, merges a reference
// of the base's scheme as a relative one, drops empty segments from a
// relative path, and keeps dot segments in a reference with a netloc; params
// are split off the last segment only. Where two relative URLs are joined, ".."
// can remove the leading slash.
//
// Of the WHATWG URL Standard, Split has the removal of tabs and newlines and
// that of leading controls and spaces, in the releases that have it; a host is
// neither IDNA nor a number, and no character is percent-encoded.
package urllib
