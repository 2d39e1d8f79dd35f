// Package earl reads one URL in any dialect, as plain data.
//
// A [Dialect] is one of the laws that programs read URLs by, such as RFC 3986,
// the URL Standard, or Python's urllib.parse in a certain release. [Parse] takes
// a URL apart as that dialect does, [Resolve] resolves a reference, and both
// report what is wrong in one vocabulary. [Dialects] lists what there is, and
// docs/resolution.md shows how they resolve the same references.
//
//	parts, err := earl.Parse(earl.WHATWG(), "http://user@example.com:8080/a?b#c")
//	…
//	fmt.Println(parts.Host, parts.Port) // example.com 8080
//
// The dialects are functions, such as [RFC3986] and [WHATWG]; [ParseDialect]
// reads the name of one, with a release if it has several: "urllib@3.9".
//
// This package is for programs that are told at run time which dialect to use,
// or that compare several. One that knows its dialect uses that dialect's own
// package, which can do much more: [earl.example/rfc3986],
// [earl.example/urllib], [earl.example/whatwg], [earl.example/rfc1808],
// [earl.example/models/libcurl], or net/url itself.
package earl

//go:generate go test -count=1 -run ^TestResolutionTables$ . -update
