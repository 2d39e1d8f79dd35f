// Package fasturi models the functions parse, normalize and resolve of fast-uri, which ajv uses to validate and resolve
// the URIs of JSON schemas.
//
//	var r reading.Reading
//	old, _ := fasturi.Dialect{}.At("3.1.2")
//	old.Read(&r, `http://127.0.0.1\@good.example/`)
//	fmt.Println(r.Host()) // good.example true
//
// parse splits a text with one regular expression:
//
//   - The userinfo ends at the first "@". A backslash does not end the authority.
//   - The host has brackets or ends at the first ":". Text between the port and the next slash is a path, and an error.
//   - For http, https, ws and wss, the host is a domain. 3.1.9 and 4.2 convert it by the URL Standard, as new URL does.
//   - 3.1.2 decodes the scheme and the host, so the scheme of ht%74p://h/ is http, and the host of
//     http://127.0.0.%31/ is 127.0.0.1.
//   - 3.1.9, which ajv installs, has the host of 4.2 and the paths of 3.1.2.
//   - 3.1.9 and 4.2 also report an error for a backslash in the authority, white space and control characters before
//     the authority, and a malformed scheme, host or percent-encoding; 4.2 also for white space at the edges, and 4.2.4
//     for ws and wss without a host.
//
// Parse does not throw: its result has a field error, and also the components. The model rejects a URL if there is an
// error, but a program that ignores the field reads the host: fast-uri 4.2 reports an error for the URL above, and
// its field host is still good.example. In 3.1.2, there is an error for every domain with a digit or an upper-case
// letter, because parse calls a function that Node.js does not have. The model ignores this error.
//
// The href of a reading is normalize(url). The path and the query of ws and wss are the resource name. The model
// rejects the schemes urn and mailto, because their URIs have other fields.
package fasturi
