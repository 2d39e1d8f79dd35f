// Package whatwg is the URL Standard of the WHATWG, https://url.spec.whatwg.org/,
// as of July 2026: what browsers do with the addresses that people write.
//
//	u, err := whatwg.Parse(`HTTPS:\\EXAMPLE.com\a b`)
//	u.Href() // "https://example.com/a%20b"
//
// A [URL] is a small value in the standard's own form. Two are equal (==) if
// and only if their hrefs are. Getters return pieces of the text and setters
// replace the whole value, so that copies never change with each other. A URL
// that is in normal form already is the text that was parsed: nothing is
// copied, and nothing allocated. Clone detaches it from a big buffer.
//
// # From the API to Go
//
//	new URL(s), URL.parse(s)         Parse(s)
//	new URL(s, base)                 ParseBase(s, base), or b.Parse(s)
//	URL.canParse(s, base)            CanParse(s), CanParseBase(s, base), b.CanParse(s)
//	u.href, u.toJSON()               u.Href(), u.String(), u.MarshalText()
//	u.protocol                       u.Protocol(), without colon u.Scheme()
//	u.search, u.hash                 u.Search(), u.Hash(), with presence u.Query(), u.Fragment()
//	u.host = v                       u.SetHost(v), and so on
//	u.origin                         u.Origin().String()
//	u.searchParams                   u.SearchParams()
//	new URLSearchParams(s)           NewSearchParams(s)
//	encodeURIComponent(s)            ComponentSet.Encode(s)
//
// # Errors
//
// An error of parsing is a [*urlerr.Error]. Its rule is the validation error of
// §1.1 that is the reason of the failure, and its offset is where. Validation
// errors that are no reason to fail go to [Options.Violation]; where it is nil
// nobody looks for them. [Rules] lists both.
//
// # Domain names
//
// They are processed as UTS #46 says, with the tables of Unicode 17 under any
// version of Go. Since June 2026 the standard leaves domains that are all
// ASCII as they are, but for their case; whether such a name with a label
// "xn--…" is well-formed is a validation error only. Labels that are not ASCII
// have a limit on their length beside the standard's, see the cause of the
// error, since Punycode takes quadratic time.
//
// # Text that is not UTF-8
//
// The standard knows strings of Unicode scalar values only. Bytes that are not
// well-formed become U+FFFD, as its decoder has it: see [Parse].
package whatwg
