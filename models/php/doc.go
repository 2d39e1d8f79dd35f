// Package php is a model of PHP's parse_url: of the components that a PHP program checks before it passes a URL to
// libcurl or to a stream.
//
//	var r reading.Reading
//	php.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
//	fmt.Println(r.Host()) // 1.1.1.1 true
//
// parse_url follows no specification, and PHP's manual says that it does not validate:
//
//   - It decodes nothing and accepts any byte. It replaces control characters with "_".
//   - Only "/", "?" and "#" end the authority, so a backslash does not.
//   - The last "@" ends the userinfo, and the last ":" the host.
//   - Text before a colon that cannot be a scheme, or is followed by at most five digits, is a host and a port.
//
// A [Dialect] is a release of PHP. Before 8.0, an empty query or fragment is absent. PHP does not resolve references.
//
// The oracle is PHP: recorded answers of each release, and the installed program. Whether a URL is rejected is PHP's
// answer. The offset of an error is the model's.
package php
