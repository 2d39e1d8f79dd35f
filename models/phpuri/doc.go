// Package phpuri is a model of the two classes for URLs that PHP has since 8.5: Uri\Rfc3986\Uri, which uses the library
// uriparser, and Uri\WhatWg\Url, which uses lexbor. It needs no PHP.
//
//	var r reading.Reading
//	phpuri.Dialect{URL: true}.Read(&r, "http://xn--example-.org/")
//	fmt.Println(r.Host()) // example.org true
//
// Both classes follow a standard, and the model uses the package of the standard. Here are the differences.
//
// Uri\Rfc3986\Uri accepts what package rfc3986 accepts, except ports above 9223372036854775807 or of more than 20
// digits, and a base without a scheme. The getters and toString normalize case, percent-encodings and dot segments. A
// reading has the results of the getters. The results of getRawHost and the like are in the input.
//
//   - toString writes an IPv6 address with all its digits. getHost does not.
//   - An empty port is absent, and with userinfo no password is absent.
//   - toString writes x:/..//host as x://host, which has another meaning.
//   - ".." without a segment to remove is kept after an authority without a scheme: //h/../a.
//
// Uri\WhatWg\Url differs from package whatwg in these points:
//
//   - A label of Punycode may be ASCII, need not be in NFC, and is encoded again: xn--example-.org is example.org.
//     Such labels are also checked if the domain is ASCII. Labels may begin with a combining mark. The rules for
//     joiners and right-to-left text do not apply.
//   - IDNA has the tables of Unicode 17.
//   - A host with percent-encodings that is ASCII keeps its case: http://A%62c/ has the host Abc.
//   - A segment that begins with a drive letter protects itself from "..", as in file:///C:a/.. .
//   - Only the first byte of a character of UTF-8 is checked: "\xc1\xa1" in a host is "a", and "\xe2\x82b" is
//     percent-encoded as one character. Bytes that are not UTF-8 are trimmed from the ends.
//
// Before PHP 8.6:
//
//   - After a dot segment, "?" and "#" are slashes: http://h/..#a is http://h/a.
//   - The text after a "%" without two digits is not encoded, and can contain "?" and "#".
//   - Some empty segments are lost: http://h//a|b is http://h/a|b. "^" is not encoded.
//   - The username ends at an "@" before the first colon: http://a@b:c@d/ has the username a.
//
// The oracle is PHP: recorded answers of each release, and the installed program. testdata/README.md lists the few
// questions that the model answers differently. If the standard's package rejects the URL too, the error is its error.
// PHP has no offsets.
package phpuri
