// Package yarl models the class URL of yarl, which aiohttp uses. It reports the host to which an aiohttp client
// connects. It does not send requests.
//
//	var r reading.Reading
//	yarl.Dialect{}.Read(&r, "http://①②⑦.0.0.1/%7euser")
//	fmt.Println(r.Href()) // http://127.0.0.1/~user
//
// yarl splits URLs like Python's urllib.parse. Then it normalizes them by its own rules:
//
//   - A backslash in the authority is an error. So are text next to brackets, and an invisible character in a non-ASCII
//     host. Up to 1.22, they are accepted, and http://good.com[::1]/ is a URL of the host ::1.
//   - A host is converted to lower case. A non-ASCII host is mapped by UTS #46 and encoded by IDNA 2008. If this fails,
//     it is encoded by Python's codec for IDNA 2003. The model implements idna 3.20 (Unicode 18) on CPython 3.13.
//     Then yarl removes brackets: the host of http://［127.0.0.1］/ is 127.0.0.1.
//   - Escapes of unreserved characters are decoded. Characters that are not allowed are percent-encoded, including a
//     percent sign that does not begin an escape.
//   - If there is an authority, dot segments are removed from the path, even if they are percent-encoded.
//
// Up to 1.9.4, yarl calls the functions urlsplit and urljoin of the Python that runs it. The model implements those
// releases on CPython 3.11.7. Since CPython 3.11.12, urlsplit rejects text next to brackets.
//
// The components of a reading are the raw attributes of a URL, such as raw_host. The port is explicit_port. An IPv6
// host has no brackets.
//
// The model rejects a URL exactly when yarl does, except for the hosts that testdata/README.md describes. In 1.8.2 and
// 1.9.4, an IPvFuture address can make the port unreadable; [reading.Reading.PortErr] has the error. yarl reports no
// offset of an error, so the model computes it.
package yarl
