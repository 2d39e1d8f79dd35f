// Package nodejs is a model of url.parse and url.resolve, the URL functions of Node.js that are older than its class
// URL. Node's documentation calls them legacy. Older programs and HTTP libraries use them to decide where to connect.
//
//	var r reading.Reading
//	nodejs.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// The functions follow no specification:
//
//   - White space at both ends is dropped. Before the query, a backslash is a slash.
//   - A character that a host cannot have ends the host. The text from this character on is the path.
//   - "//h" is a path, unless a scheme precedes it or an "@" follows. A scheme other than http, https, ftp, gopher,
//     file, ws and wss has a host even without slashes: in "x:a", "HTTP:a" and "mailto:u@a" the host is "a".
//   - The last "@" ends the userinfo. Read returns the userinfo decoded, as Node's field auth.
//   - A host of more than 255 UTF-16 units becomes the empty host.
//   - A numeric host is not an address, and the contents of brackets are not checked.
//
// Host is Node's field hostname: no brackets, and Punycode. Path is pathname, Query is search without "?", Fragment is
// hash without "#". Node does not split auth: Username and Password are the parts before and after its first colon.
//
// A string of Node has UTF-16 units. The model reads url as Buffer.toString and fetch do: each ill-formed sequence of
// UTF-8 is U+FFFD, by the rule of the Encoding Standard. So no string has a lone surrogate.
//
// # Limits
//
// Node converts hosts with library ada, and the model with package idna, which has a newer Unicode. They differ for:
//
//   - hosts with right-to-left characters: ada applies the Bidi Rule to some labels only, with older tables
//   - hosts with characters that UTS #46 treats differently since Unicode 14, such as new ones
//   - hosts with a combining mark at the beginning of a label
//   - hosts with a non-ASCII label that begins with "xn--" after mapping, and in Node 20 and 22 with "xn--xn--"
//   - hosts with a label of more than 2,000 code points after mapping
//   - hosts in brackets with a capital letter that Unicode 17 added
//
// Node's time is quadratic in the number of tabs and line breaks of an authority, and in the number of dot segments
// that url.resolve removes. The model's is linear. The oracle is Node: recorded answers, and the installed program.
package nodejs
