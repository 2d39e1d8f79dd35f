// Package php models the function parse_url of PHP. Programs in PHP use it to check a URL before they pass the URL to
// libcurl or to a stream.
//
//	var r reading.Reading
//	php.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
//	fmt.Println(r.Host()) // 1.1.1.1 true
//
// parse_url follows no specification, and the manual of PHP says that it does not validate URLs:
//
//   - It decodes nothing and accepts any byte. It replaces control characters with "_".
//   - Only "/", "?" and "#" end the authority. A backslash does not end it.
//   - The last "@" ends the userinfo, and the last ":" ends the host.
//   - The text before the first colon is a host, and not a scheme, if it cannot be a scheme, or if a port of at most
//     five digits follows the colon.
//
// A [Dialect] models a release of PHP. Before PHP 8.0, parse_url reports an empty query or fragment as absent. PHP does
// not resolve references.
//
// The model rejects a URL exactly when PHP does. PHP reports no offset of an error, so the model computes it.
package php
