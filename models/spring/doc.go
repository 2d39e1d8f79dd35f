// Package spring models UriComponentsBuilder.fromUriString of the Spring Framework. It reports the host that a Spring
// program reads, for example to check a URL before it redirects or connects.
//
//	var r reading.Reading
//	old, _ := spring.Dialect{}.At("5.3.30")
//	old.Read(&r, "https://127.0.0.1[@evil.example")
//	fmt.Println(r.Host()) // 127.0.0.1 true
//
// Spring 5.3 matches a URL with a regular expression. It decodes nothing and converts nothing:
//
//   - In 5.3.30, the userinfo ends at the first "@" and cannot contain "[". A "[" ends the host, and the rest is the
//     path. A backslash does not end the host. CVE-2024-22243, CVE-2024-22259 and CVE-2024-22262 are about such hosts.
//   - In 5.3.39, the userinfo ends at the last "@", and a backslash ends it and the host.
//   - A URL with a scheme that does not continue with ":/" is opaque.
//
// Spring 6.2 and 7.0 read a URL character by character:
//
//   - A host has the characters of RFC 3986, or any characters in curly brackets. Other characters are errors.
//   - In 6.2.1, text after "]" is the path, so http://[::1]good.example/ has the host [::1].
//   - Each "@" begins the host again. The userinfo is the text between the last two.
//
// Their second parser, ParserType.WHAT_WG, is not modelled.
//
// Programs connect to the host of toUri(), a java.net.URI, which rejects many of these hosts.
//
// A reading has the results of getScheme and the other methods. The href is toUriString(). Double slashes in the path
// are removed, and parameters with the same name are grouped. The path of an opaque URI is the scheme-specific part. In
// 6.2, an empty port cannot be read: [reading.Reading.PortErr] has the error.
package spring
