// Package urllib3 is a model of urllib3's parse_url: of the host that requests, botocore and pip connect to. It makes
// no request.
//
//	var r reading.Reading
//	urllib3.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// parse_url differs from the functions of Python's urllib.parse:
//
//   - A backslash ends the authority.
//   - Without a scheme or a slash at the beginning, a URL begins with the host.
//   - For http, https and URLs without a scheme, the host is converted to lower case and A-labels, dot segments are
//     removed from the path, and invalid characters are percent-encoded.
//   - A host that is not ASCII is encoded by IDNA 2008, without a mapping except to lower case, by the package idna.
//     The model is of idna 3.20 (Unicode 18) under a Python that knows all characters.
//
// A [Dialect] is a release; each difference is a field of a table. urllib3 leaves redirects to urllib.parse.urljoin:
// resolve with package urllib.
//
// The oracle is urllib3: recorded answers of each release, and the installed package. Whether a URL is rejected is
// urllib3's answer. The offset of an error is the model's.
package urllib3
