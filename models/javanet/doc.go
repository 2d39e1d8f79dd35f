// Package javanet is a model of the classes java.net.URI and java.net.URL of the JDK: of their constructors, and of the
// methods resolve, relativize and normalize. It needs no Java.
//
//	var r reading.Reading
//	javanet.Dialect{}.Read(&r, "http://a_b.example/")
//	fmt.Println(r.Host())      // "" false: getHost returns null
//	fmt.Println(r.Authority()) // a_b.example true
//
// java.net.URI follows RFC 2396, with the deviations that its Javadoc lists:
//
//   - A server-based authority has a host, and perhaps userinfo and port. The host is a name of letters, digits and
//     "-", an IPv4 address, or an IPv6 address in brackets, perhaps with a scope after "%".
//   - Another authority, such as a_b.example, h:80a or a@b@c, is registry-based. Then getHost returns null.
//   - Characters outside ASCII are accepted, except controls and spaces.
//   - The reference "?q" replaces the last segment of the path of the base. A ".." without a segment to remove stays.
//
// java.net.URL checks little. It accepts the protocols http, https, ftp and file; the model does not have the handlers
// of other protocols. An authority with two "@" has no host. Up to Java 17, userinfo and host can contain a backslash,
// and so http://127.0.0.1\@1.1.1.1/ has the host 1.1.1.1. Java 21 rejects this URL. Dot segments are removed only if a
// relative path is resolved, and with errors: ../../../../x against http://h/a/b gives http://h/../x.
//
// A string of Java is UTF-16. The model replaces bytes that are not UTF-8 by U+FFFD, as new String(bytes, UTF_8) does.
// Offsets are offsets of the input.
//
// If a path has many dot segments, Java needs time in proportion to the square of its length. The model needs linear
// time.
//
// A release is a feature release, such as 17. The updates that were compared agree. The oracle is Java on Linux:
// recorded answers of each release, and the installed programs. An error of java.net.URI has the offset that
// URISyntaxException.getIndex returns. Java has no offset for an error of java.net.URL; the model computes one.
//
// One class of references is not modelled: if a character outside ASCII occurs before the first colon, the model of
// java.net.URL assumes that the character is a letter or a digit, and rejects the reference.
package javanet
