// Package phpuri models the two URL classes of PHP 8.5 and later. Uri\Rfc3986\Uri uses the library uriparser, and
// Uri\WhatWg\Url uses the library lexbor. The package does not need PHP.
//
//	var r reading.Reading
//	phpuri.Dialect{URL: true}.Read(&r, "http://xn--example-.org/")
//	fmt.Println(r.Host()) // example.org true
//
// Both classes follow a standard. The model uses package rfc3986 and package whatwg, and adds the differences that
// follow.
//
// Uri\Rfc3986\Uri accepts the same texts as package rfc3986, with two exceptions. It rejects a port above
// 9223372036854775807 or of more than 20 digits, and a base without a scheme. The getters and toString normalize case,
// percent-encodings and dot segments. The components of a reading are the results of the getters. In the input, the
// span of a component contains its raw value, such as the result of getRawHost.
//
//   - toString writes all digits of an IPv6 address. getHost does not change the number of digits.
//   - An empty port is reported as absent. If there is userinfo, the password is never absent.
//   - toString writes x:/..//host as x://host, although this is another URL.
//   - If a reference has an authority but no scheme, as in //h/../a, a ".." segment remains if there is no segment
//     before it to remove.
//
// Uri\WhatWg\Url differs from package whatwg in these points:
//
//   - A label in Punycode may decode to ASCII or to text that is not in NFC, and is encoded again: xn--example-.org
//     becomes example.org. Labels in Punycode are also checked if the domain is ASCII. Labels may begin with a
//     combining mark. The rules for joiners and right-to-left text do not apply.
//   - IDNA uses the tables of Unicode 17.
//   - An ASCII host with percent-encodings is not converted to lower case: http://A%62c/ has the host Abc.
//   - A ".." does not remove a first segment that begins with a drive letter, as in file:///C:a/.. .
//   - Only the first byte of each UTF-8 sequence is checked: "\xc1\xa1" in a host becomes "a", and "\xe2\x82b" is
//     percent-encoded as one character. Bytes that are not UTF-8 are removed from both ends.
//
// Before PHP 8.6:
//
//   - After a dot segment, "?" and "#" act as slashes: http://h/..#a becomes http://h/a.
//   - If no hexadecimal digits follow a "%", the two characters after it are copied, even if they are "?" or "#".
//   - Some empty segments are lost: http://h//a|b becomes http://h/a|b. "^" is not percent-encoded.
//   - The username ends at an "@" before the first colon: http://a@b:c@d/ has the username a.
//
// testdata/README.md lists the few inputs for which the model and PHP differ. If package rfc3986 or package whatwg
// rejects the URL too, its error is returned. PHP does not report offsets.
package phpuri
