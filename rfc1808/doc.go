// Package rfc1808 parses and resolves relative URLs by RFC 1808 (1995) and RFC 2068 §3.2.1, the first syntax of
// HTTP/1.1.
//
//	base := rfc1808.Parse("http://a/b/c/d;p?q#f")
//	u, err := rfc1808.Resolve(base, rfc1808.Parse("../../../g"))
//	fmt.Println(u) // http://a/../g
//
// Use it for programs and formats that follow these RFCs. For others, use package rfc3986.
//
// A [URL] has six components: scheme, net_loc, path, params, query and fragment. [Parse] splits any text into them
// (§2.4) and does not allocate. URLs can be compared with == and be map keys.
//
// # Resolution
//
// [Resolve] follows the steps of §4, which differ from RFC 3986:
//
//   - Params are a component: ";x" keeps the last segment of the base.
//   - Surplus ".." segments remain.
//   - Dot segments remain in absolute paths and absolute URLs.
//   - The empty reference has the fragment of the base.
//
// # Validity
//
// [Grammar.Check] reports whether a text is valid by [RFC1808] or [RFC2068]. [Grammar.CheckBase] reports whether a URL
// can be a base. For example, http://h//p is valid but is not a valid base, and //h//p is not valid.
//
// Errors are [*urlerr.Error]. [Rules] lists the rules that they name.
//
// # Bytes
//
// RFC 1808 allows ASCII only, RFC 2068 also the bytes from 0x80 on. Nothing is decoded. RFC 2068 reserves "+", so there
// "+" and "%2B" can mean different data.
package rfc1808
