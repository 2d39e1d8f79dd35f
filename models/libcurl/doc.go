// Package libcurl is a model of libcurl's URL parser: of the host that curl, and every program built on the library,
// connects to. It makes no request.
//
//	var r reading.Reading
//	libcurl.Dialect{}.Read(&r, "http://0x7f.1/a/../b")
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// libcurl's parser follows no specification:
//
//   - One to three slashes can follow the scheme.
//   - A URL without a scheme is a host and a path. The scheme is guessed from the host.
//   - The first "@" ends the userinfo, not the last one.
//   - A host is percent-decoded. A numeric host is an IPv4 address, as in inet_aton.
//   - Dot segments are removed from the path, percent-encoded ones too.
//
// The parser changed over the years. A [Dialect] is a release; each difference is a field of a table.
//
// Read models curl_url_set of CURLUPART_URL with the flags that a transfer passes, CURLU_GUESS_SCHEME and
// CURLU_NON_SUPPORT_SCHEME, on a system other than Windows. Values are as in curl_url_get without flags. A non-ASCII
// host is not Punycode: libcurl converts it later, for the connection.
//
// The oracle is libcurl: recorded answers of each release, and the installed library, if its headers are installed.
// Whether a URL is rejected is libcurl's answer. The offset of an error is the model's.
package libcurl
