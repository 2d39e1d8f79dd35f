// Package httpx models the class URL of httpx, the HTTP client of many Python programs for language models. It reports
// the host to which httpx connects. It does not send requests.
//
//	var r reading.Reading
//	httpx.Dialect{}.Read(&r, `http://good.example\@127.0.0.1/`)
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// httpx parses URLs by RFC 3986, but accepts more:
//
//   - The userinfo ends at the last "@", and can contain any character. A backslash does not end the authority.
//   - The colon before a port is optional after "]", so http://[::1]80/ has port 80. The port is a number as in Python,
//     which can have a sign, underscores and digits of any script, and is not limited to 65535.
//   - A host of four decimal numbers must be an IPv4 address. Other ASCII hosts are converted to lower case and
//     percent-encoded, but not decoded.
//   - A request for a host that begins with xn-- needs labels that the package idna can decode, so http://xn--n3h/, an
//     emoji, is rejected.
//   - Other hosts are encoded by IDNA 2008 without any mapping except lower case, so http://①②⑦.0.0.1/ is rejected.
//     The model implements idna 3.20 (Unicode 18) on CPython 3.13.
//   - Dot segments are removed from the path, but a ".." at the end does not leave a slash.
//
// URL.join calls urllib.parse.urljoin of the Python that runs it. The model implements CPython 3.13.
//
// Up to 0.24, the userinfo ends at the first "@", so the host of http://a@b@c/ is b@c. The releases differ in the
// characters that they encode, too.
//
// httpx2 is the successor of httpx. It accepts any label that begins with xn--. If there is one in the host, the other
// labels must be valid by IDNA 2008.
//
// A reading has raw_host, to which httpx connects. The attribute host is different: it is decoded if it begins with
// xn--.
package httpx
