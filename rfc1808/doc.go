// Package rfc1808 is relative URLs as they were first written down, RFC 1808 of
// 1995, and the syntax that HTTP/1.1 made of it, RFC 2068 §3.2.1.
//
//	base := rfc1808.Parse("http://a/b/c/d;p?q#f")
//	u, err := rfc1808.Resolve(base, rfc1808.Parse("../../../g"))
//	fmt.Println(u) // http://a/../g
//
// It is for what still goes by these RFCs, and for seeing what does: old programs,
// and formats that name them. New ones go by RFC 3986, which is package rfc3986.
//
// A [URL] has six components: scheme, net_loc, path, params, query and fragment.
// [Parse] takes any text apart, in the order of §2.4, and never fails. A URL is a
// small value that can be compared with == and be a key of maps. Parsing
// allocates nothing: a value is the text that it came from and the offsets of
// the components.
//
// # Resolution
//
// [Resolve] goes by the steps of §4, which differ from those of RFC 3986: params
// are a component, so ";x" keeps the last segment of the base; surplus ".."
// segments stay; absolute paths and absolute URLs are not cleaned of dots; and
// the empty reference has the fragment of the base. The project's
// docs/resolution.md shows the dialects side by side.
//
// # Validity
//
// Three questions are three functions. A text always parses. Whether it is valid
// a [Grammar] decides, [RFC1808] or [RFC2068]: [Grammar.Check] for the whole, and
// [Grammar.Match] for each rule of the BNF. Whether it can be a base is
// [Grammar.CheckBase]. For example http://h//p parses and is valid, but is no
// generic-RL and so no valid base, and //h//p parses and is not valid.
//
// Every error is a [*urlerr.Error] that names the offset of the first offending
// byte and the rule; [Rules] lists those.
//
// # HTTP
//
// RFC 2068 sets no limit on the length of URIs, and advises against more than
// [AdvisedLength] bytes. [ParseOptions] set a limit, whose error names the status 414,
// [net/http.StatusRequestURITooLong]. The fragment counts, since it is part of a
// URI in that grammar.
//
// "+" is an ordinary character of the data in RFC 1808, where "%2B" is the same
// as "+". In RFC 2068 it is reserved, so that the two may differ. Nothing here
// decodes either.
//
// # Bytes
//
// URLs are octets. RFC 1808 has no octets beyond ASCII, RFC 2068 has them all.
// Whatever goes in comes out unchanged.
package rfc1808
