// Package nodejs models url.parse and url.resolve, the URL functions of Node.js that are older than its class URL. The
// documentation of Node.js calls them legacy. Older programs and HTTP libraries use them to find the host to connect
// to.
//
//	var r reading.Reading
//	nodejs.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// The functions follow no specification:
//
//   - White space at both ends is removed. Before the query, a backslash counts as a slash.
//   - A character that cannot occur in a host ends the host. The path begins at this character.
//   - "//h" is a path, unless a scheme precedes it or an "@" follows. After the lower-case schemes http, https, ftp,
//     gopher, file, ws and wss, a host needs slashes. After any other scheme, a host can follow without slashes: in
//     "x:a", "HTTP:a" and "mailto:u@a" the host is "a".
//   - The last "@" ends the userinfo. Read returns the decoded userinfo, as in the field auth of Node.js.
//   - A host of more than 255 UTF-16 units is replaced by the empty host.
//   - A numeric host is not converted to an address, and the text in brackets is not checked.
//
// Host is the field hostname, which is in Punycode and has no brackets. Path is the field pathname. Query is the field
// search without "?", and Fragment is the field hash without "#". Node.js does not split the field auth. Username and
// Password are its parts before and after the first colon.
//
// A string in Node.js consists of UTF-16 units. The model decodes its input like Buffer.toString and fetch: by the
// Encoding Standard, U+FFFD replaces each ill-formed UTF-8 sequence. So no string has a lone surrogate.
//
// # Limits
//
// Node.js converts hosts to ASCII with the library ada. The model uses package idna, which has a newer version of
// Unicode. The results differ for these hosts:
//
//   - hosts with right-to-left characters: ada applies the Bidi Rule only to some labels, and with older tables
//   - hosts with characters that are new or changed in UTS #46 since Unicode 14
//   - hosts with a combining mark at the beginning of a label
//   - hosts with a non-ASCII label that begins with "xn--" after mapping (in Node.js 20 and 22, with "xn--xn--")
//   - hosts with a label of more than 2,000 code points after mapping
//   - hosts in brackets with a capital letter that Unicode 17 added
//
// The time of Node.js is quadratic in the number of tabs and line breaks in an authority, and in the number of dot
// segments that url.resolve removes. The time of the model is linear.
package nodejs
