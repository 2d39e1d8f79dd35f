// Package neturl models package net/url of Go, by release. It reports how url.Parse of a Go release splits a URL, and
// what URL.ResolveReference and URL.String return. The answers do not depend on the Go release or on the settings of
// the program that asks.
//
//	var r reading.Reading
//	old, _ := neturl.Dialect{}.At("1.25.7")
//	old.Read(&r, "http://127.0.0.1[::1]/")
//	fmt.Println(r.Host()) // ::1 true
//
// These changes of net/url are visible in the model:
//
//	issue   releases that have it           change
//	66084   1.23.0                          mailto:a@b resolved with #f is mailto:a@b#f, not mailto:#f
//	75678   1.24.8, 1.25.2, 1.26.0          brackets enclose an IPv6 address only: http://[evil.com]/ is rejected
//	75815   1.24.10, 1.25.4, 1.26.0         the address may be an IPv4-mapped address, as before 75678
//	77578   1.25.8, 1.26.1                  text before brackets is rejected. From 75678 on, it was ignored:
//	                                        the host of http://127.0.0.1[::1]/ was ::1
//	75223   1.26.0                          a host with several colons, as in http://127.0.0.1:80:90/, is rejected
//	78077   1.26.2                          only for http and https, so that //a:1,b:2/ is accepted again
//	80494   1.25.13, 1.26.6, 1.27.0         a ".." that removes the first segment also removes a slash after it:
//	                                        /b/ resolved with ..//c is /c, not //c
//	78328   1.27.0                          a path that begins with two slashes is not written as an authority
//
// A program whose main module has a go line of 1.25 or older accepts several colons even if Go 1.26 or later compiles
// it. [Dialect.LooseColons] models this. In the name of a release, it is written as "1.26.8+go1.25".
//
// The oracle is Go. Tests compare the model with recorded answers of releases on both sides of each change, with the
// net/url of the running test, and with any release that the environment variable EARL_GOS lists.
package neturl
