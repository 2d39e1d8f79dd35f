// Package urlopen models the host to which Python's urllib.request.urlopen connects, by release of CPython. It does not
// send requests.
//
//	var r reading.Reading
//	urlopen.Dialect{}.Read(&r, "<URL:http://169.254.169.254%3A80/>")
//	fmt.Println(r.Host()) // 169.254.169.254 true
//
// urlopen does not call urlparse to find the host. Its rules are older:
//
//   - White space around the URL, angle brackets and a prefix "URL:" are removed.
//   - The fragment begins at the last "#". The host ends at "/", "#" or "?".
//   - There is no userinfo: http://user@h/ looks up the name user@h.
//   - The host is percent-decoded, and then split at the last colon. So http://127.0.0.1%3A80/ has port 80. The port is
//     a number as in Python, with white space, a sign or underscores.
//
// These checks reject a URL: urlparse must accept it, the host must be Latin-1 without controls and have an IDNA 2003
// form, and path and query must be ASCII without controls. urlparse is of the given release, so the result can depend
// on it.
//
// A reading has no userinfo. Its path and query are of the request. The model has the schemes http and https. For ftp,
// file and data, which urlopen opens too, it rejects the URL with an error of kind [urlerr.NotModelled].
//
// The host is passed to getaddrinfo, after IDNA 2003. Redirects are resolved by urljoin, as in package urllib.
//
// The oracle is CPython: it opens each URL, and the look-up of the host is recorded and refused. Tests compare the
// model with recorded answers of each release, and with the installed interpreters.
package urlopen
