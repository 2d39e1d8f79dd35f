// Package urllib3 models the function parse_url of urllib3, as PoolManager.urlopen and botocore call it. requests and
// pip prepare a URL before they pass it on: see package [earl.example/models/requests]. It does not send requests.
//
//	var r reading.Reading
//	urllib3.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// parse_url differs from the functions of Python's urllib.parse:
//
//   - A backslash ends the authority.
//   - A URL without a scheme begins with the host, unless it begins with a slash.
//   - For http, https and URLs without a scheme, the host is converted to lower case and A-labels, dot segments are
//     removed from the path, and invalid characters are percent-encoded.
//   - A non-ASCII host is converted to lower case and encoded by IDNA 2008, without any other mapping. urllib3 uses the
//     Python package idna for this. The model implements idna 3.20 (Unicode 18), on a Python that knows all characters.
//
// A [Dialect] models one release. Each difference between releases is a field in a table. For redirects, urllib3 calls
// urllib.parse.urljoin, so resolve references with package urllib.
//
// The model rejects a URL exactly when urllib3 does, except for the hosts that testdata/README.md describes. urllib3
// reports no offset of an error, so the model computes it.
package urllib3
