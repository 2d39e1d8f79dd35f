// Package httpclient models the host to which Apache HttpClient connects and the URL to which it redirects, in its
// versions 4.5 and 5. It does not send requests.
//
//	var r reading.Reading
//	old, _ := httpclient.Dialect{}.At("4.5.14")
//	old.Read(&r, "http://good.example%40127.0.0.1/")
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// Both versions parse a URL with java.net.URI, and connect to the result of getHost. If getHost returns null, as for a
// host with an underscore, they split the authority themselves:
//
//   - 4.5 decodes the authority first, so %40 becomes an "@", and http://127.0.0.%31/ connects to 127.0.0.1.
//   - 5 does not decode it.
//   - The userinfo ends at the first "@", and the host at the first ":". The port is parsed by Integer.parseInt, which
//     accepts a sign and digits of any script. In 4.5, it has no other limits.
//
// HttpClient 5 sends no request for a URL with userinfo. A URL without a scheme or without a host is rejected. Its
// class URIBuilder reads other hosts than HttpGet.
//
// Resolve returns the URL to which HttpClient redirects. Both versions call URI.resolve, and rewrite the reference
// before it and the target after it:
//
//   - 4.5 decodes each segment of a path and encodes it again, so %2e%2e is a dot segment, and é becomes U+FFFD.
//   - 5 resolves an empty reference and "?q" against the root. If it removes dot segments of a relative path, it also
//     decodes the path: ./%2F%2Fevil.example/ redirects to the host evil.example.
//
// HttpClient 5 converts a host that begins with xn-- to Unicode, and the resolver of Java converts it back. The model
// leaves the host unchanged, also in redirects, where HttpClient 5 writes the low byte of each Unicode character: of
// //u@xn--n3h../g it makes the host %03.
//
// The resolver of Java gets the host. It accepts some forms of IPv4 addresses, such as 127.1 and 2130706433. It reads
// 0177.0.0.1 as 177.0.0.1.
package httpclient
