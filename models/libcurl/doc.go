// Package libcurl models the URL parser of libcurl. It reports the host to which curl, and every program that uses the
// library, connects. It does not send requests.
//
//	var r reading.Reading
//	libcurl.Dialect{}.Read(&r, "http://0x7f.1/a/../b")
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// libcurl's parser follows no specification:
//
//   - One to three slashes can follow the scheme.
//   - A URL without a scheme consists of a host and a path. libcurl guesses the scheme from the host.
//   - The first "@" ends the userinfo, not the last one.
//   - A host is percent-decoded. A numeric host is parsed as an IPv4 address in the forms of inet_aton.
//   - Dot segments are removed from the path, even if they are percent-encoded.
//
// The parser changed over the years. A [Dialect] models one release. Each difference between releases is a field in a
// table.
//
// Read models curl_url_set of CURLUPART_URL with the flags that a transfer passes, CURLU_GUESS_SCHEME and
// CURLU_NON_SUPPORT_SCHEME, on a system other than Windows. The components are the results of curl_url_get without
// flags. A non-ASCII host is not converted to Punycode: libcurl converts it later, for the connection.
//
// The model rejects a URL exactly when libcurl does. libcurl reports no offset of an error, so the model computes it.
package libcurl
