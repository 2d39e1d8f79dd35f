// Package javanet models the classes java.net.URI and java.net.URL of the JDK: their constructors, and the methods
// resolve and normalize. It does not need Java.
//
//	var r reading.Reading
//	javanet.Dialect{}.Read(&r, "http://a_b.example/")
//	fmt.Println(r.Host())      // "" false: getHost returns null
//	fmt.Println(r.Authority()) // a_b.example true
//
// java.net.URI follows RFC 2396, with the deviations that its Javadoc lists:
//
//   - A server-based authority has a host, an optional userinfo and an optional port. The host is an IPv4 address, an
//     IPv6 address in brackets, with an optional scope after "%", or a name with labels of letters, digits and "-".
//   - Any other authority, such as a_b.example, h:80a or a@b@c, is registry-based. For such an authority, getHost
//     returns null.
//   - Non-ASCII characters are accepted, except controls and spaces.
//   - The reference "?q" replaces the last segment of the path of the base. A ".." segment remains if there is no
//     segment before it to remove.
//
// java.net.URL accepts most texts. The model accepts only the protocols http, https, ftp and file, because it does not
// include the handlers of other protocols. An authority with two "@" has no host. Up to Java 17, userinfo and host can
// contain a backslash, so http://127.0.0.1\@1.1.1.1/ has the host 1.1.1.1. Java 21 rejects this URL. The class removes
// dot segments only when it resolves a relative path, and not always correctly: it resolves ../../../../x against
// http://h/a/b to http://h/../x.
//
// A string in Java is UTF-16. The model decodes its input as new String(bytes, UTF_8) does: U+FFFD replaces bytes that
// are not UTF-8. Offsets are byte offsets in the input.
//
// If a path has many dot segments, the time of Java is quadratic in the length of the path. The time of the model is
// linear.
//
// A release is a feature release, such as 17. All updates of a release that were compared give the same answers. An
// error of java.net.URI has the offset that URISyntaxException.getIndex returns. For an error of java.net.URL, Java
// does not report an offset, so the model computes it.
//
// The model of java.net.URL rejects the protocols jar, jmod, jrt and mailto. To check a URL such as
// jar:http://127.0.0.1/a.jar!/b, check the URL between "jar:" and "!/": Java connects to its host.
package javanet
