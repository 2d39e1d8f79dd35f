// Package httpclient models the host to which Apache HttpClient connects, in its versions 4.5 and 5. It does not send
// requests.
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
// class URIBuilder reads other hosts than HttpGet. Redirects are resolved by java.net.URI and URIUtils, which the model
// does not have.
//
// The resolver of Java gets the host. It accepts some forms of IPv4 addresses, such as 127.1 and 2130706433. It reads
// 0177.0.0.1 as 177.0.0.1.
//
// The oracle is HttpClient on Java 17. Tests compare the model with recorded answers of each release, and with the
// installed library.
package httpclient
