// Package earl parses and resolves URLs in a dialect that is chosen at run time.
//
// A [Dialect] is a URL specification or a program's parser: RFC 3986, the URL Standard that browsers follow, Python's
// urllib.parse in a given release, libcurl, net/url. [Parse] parses a URL in a dialect, and [Resolve] resolves a
// reference. The errors of all dialects are in package [earl.example/urlerr].
//
//	for _, d := range []earl.Dialect{earl.WHATWG(), earl.NetURL()} {
//		r, err := earl.Parse(d, `http://example.com\@10.0.0.1/`)
//		if err != nil {
//			fmt.Println(d, err)
//			continue
//		}
//		host, _ := r.Host()
//		fmt.Println(d, host)
//	}
//
// Tests compare the model of a program with recorded answers of each release, and with the installed program.
//
// [Dialects] lists the dialects. [ParseDialect] accepts the name of a dialect, with a release if it has several:
// "urllib@3.9".
//
// If you know your dialect, use its package, which can do much more: [earl.example/rfc3986], [earl.example/whatwg],
// [earl.example/urllib], [earl.example/rfc1808], or net/url itself.
package earl

import (
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Reading is a URL as one dialect parses it. See [reading.Reading].
type Reading = reading.Reading

// Parse returns the reading of url in dialect d. The error is a [*urlerr.Error] or wraps one. For the zero Dialect it
// is of kind [urlerr.UnknownName].
//
// Which components can be absent depends on the dialect:
//
//   - rfc3986, rfc1808: components as written. The path is never absent. Only rfc1808 has params.
//   - urllib: the results of urlparse. Scheme, authority (its netloc), path, params, query and fragment are never
//     absent. Username, password, host (its hostname) and port are absent if Python returns None.
//   - whatwg: the URL record (§4.1) as in the href. Scheme, username, password and path are never absent. The default
//     port of the scheme is absent.
//   - net/url: the fields of [net/url.URL]. Username and password are decoded, the host has no brackets, and an empty
//     fragment is absent.
//   - libcurl: the results of curl_url_get. The scheme may be a guess, the host is decoded, and the path has no dot
//     segments.
//   - yarl: the raw attributes. The host has no brackets. Scheme, authority, path, query and fragment are never absent.
//   - urllib3: the results of parse_url. For http, https and no scheme, all components are normalised.
//   - requests: the components of the prepared URL. The host is the one to which requests connects, without brackets.
//   - urllib.request: the host and the port to which urlopen connects, and the path and the query of the request. There
//     is no userinfo.
//   - httpx, httpx2: the components of the URL. The host is raw_host, without brackets. An empty scheme, userinfo or
//     host is absent. The path is never absent.
//   - php: the results of parse_url. "_" replaces control characters. PHP does not write URLs: the text is the input.
//   - php-uri, php-url: the results of the getters, and of toString and toAsciiString. With userinfo, username and
//     password are not absent.
//   - nodejs-legacy: the results of url.parse. The userinfo is decoded, and the host is Punycode without brackets.
//   - fast-uri: the results of parse. The host has no brackets. For ws and wss, path and query are the resource name.
//     The path is never absent. The text is the result of normalize.
//   - httpclient: the components of java.net.URI. Host and port are the target of the request.
//   - spring: the results of getScheme and other methods. The path of an opaque URI is the scheme-specific part.
//   - okhttp: the encoded properties of HttpUrl. The host has no brackets. An empty username or password is absent, and
//     so is the default port.
//   - ruby: the results of URI.parse. The port can be the default of the scheme, and an opaque part is the path.
func Parse(d Dialect, url string) (*Reading, error) {
	r := new(Reading)
	if d.Read(r, url); r.Err() != nil {
		return nil, r.Err()
	}
	return r, nil
}

// Resolve resolves ref against base in dialect d. The error is of kind [urlerr.NoBase] if ref is relative and base
// cannot be used as a base, and of kind [urlerr.NotModelled] if d, such as php, does not implement [reading.Resolver].
// Other errors come from parsing base or ref.
func Resolve(d Dialect, base, ref string) (string, error) {
	if d.IsZero() {
		return "", errZeroDialect()
	}
	if resolver, ok := d.impl.(reading.Resolver); ok {
		return resolver.Resolve(base, ref)
	}
	return "", &urlerr.Error{Dialect: d.name, Input: ref, Offset: -1, Rule: urlerr.Rule{
		Problem: "this dialect does not resolve references", Fix: "resolve in another one, such as urllib",
		Kind: urlerr.NotModelled,
	}}
}
