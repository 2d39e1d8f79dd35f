// Package whatwg is the URL Standard of the WHATWG, https://url.spec.whatwg.org/,
// as of July 2026: what browsers do with the addresses that people write.
//
//	u, err := whatwg.Parse(`HTTPS:\\EXAMPLE.com\a b`)
//	u.Href() // "https://example.com/a%20b"
//
// It is for links of web pages, and for all that has to go where a browser goes.
// It repairs what it reads; package rfc3986 refuses that, and loses nothing.
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
//	u.username, u.password           u.Username(), u.Password()
//	u.host, u.hostname, u.port       u.Host(), u.Hostname(), u.Port()
//	u.pathname                       u.Pathname()
//	u.search, u.hash                 u.Search(), u.Hash(), with presence u.Query(), u.Fragment()
//	u.host = v                       u.SetHost(v), and so on for all but origin and searchParams
//	u.origin                         u.Origin().String()
//	u.searchParams                   u.SearchParams()
//	new URLSearchParams(s)           NewSearchParams(s)
//	new URLSearchParams(pairs)       SearchParamsOf(pairs)
//	p.size                           p.Size()
//	p.append(n, v), p.set(n, v)      p.Append(n, v), p.Set(n, v)
//	p.delete(n), p.delete(n, v)      p.Delete(n), p.DeleteValue(n, v)
//	p.get(n), p.getAll(n)            p.Get(n), p.GetAll(n)
//	p.has(n), p.has(n, v)            p.Has(n), p.HasValue(n, v)
//	p.sort(), p.toString()           p.Sort(), p.String()
//	for (const [n, v] of p)          for n, v := range p.All()
//	encodeURIComponent(s)            ComponentSet.Encode(s)
//
// # From the standard's algorithms to Go
//
//	§1.3  percent-decode                       PercentDecode; as text PercentDecodeText
//	§1.3  percent-encode sets                  EncodeSet
//	§1.3  UTF-8 percent-encode                 EncodeSet.Encode
//	§1.3  percent-encode after encoding        ParseOptions.Encoding for queries, FormatForm for forms
//	§3.1  host                                 URL.HostKind, URL.Hostname, URL.Addr
//	§3.2  public suffix, registrable domain    URL.PublicSuffix, URL.RegistrableDomain, with a list of the caller's
//	§3.3  domain parser                        within Parse and the setters
//	§3.3  domain to Unicode                    DomainToUnicode
//	§3.4  valid domain                         IsValidDomain
//	§3.5  host, IPv4, IPv6, opaque-host parser within Parse and the setters: a host depends on the scheme
//	§3.6  host, IPv4, IPv6 serializer          URL.Hostname
//	§3.7  host equals                          URL.SameHost
//	§4.2  is special, includes credentials     URL.IsSpecial, URL.HasCredentials
//	§4.2  opaque path                          URL.HasOpaquePath
//	§4.2  shorten, Windows drive letters       within Parse and the setters
//	§4.4  basic URL parser                     Parse, URL.Parse, ParseOptions.Parse; state overrides are the setters
//	§4.4  URL parser                           the same: it adds blob URL entries, which only browsers have
//	§4.4  set the username, the password       URL.SetUsername, URL.SetPassword
//	§4.5  URL serializer                       URL.Href; excluding fragment URL.HrefWithoutFragment
//	§4.5  URL path serializer                  URL.Pathname
//	§4.6  URL equals                           ==; excluding fragments URL.Equal
//	§4.7  origin                               URL.Origin; of file it is opaque, as the standard suggests
//	§4.8  URL rendering                        URL.UnicodeHostname; the rest is advice to browsers
//	§5.1  form parser, string parser           ParseForm
//	§5.2  form serializer                      FormatForm
//	§6    the API                              see above; same origin and same site are HTML's: Origin.SameOrigin, Origin.SameSite
//
// # Errors
//
// An error of parsing is a [*urlerr.Error]. Its rule is the validation error of
// §1.1 that is the reason of the failure, and its offset is where. Validation
// errors that are no reason to fail go to [ParseOptions.Violation]; where it is nil
// nobody looks for them. [Rules] lists both.
//
// # Domain names
//
// They are processed as UTS #46 says, with the tables of Unicode 17 under any
// version of Go. Since June 2026 the standard leaves domains that are all
// ASCII as they are, but for their case; whether such a name with a label
// "xn--…" is well-formed is a validation error only. There is one such error for
// domains, domain-to-ASCII: what earlier editions called
// domain-invalid-code-point, as of a space in a host, is part of it. Labels that are not ASCII
// have a limit on their length beside the standard's, see the cause of the
// error, since Punycode takes quadratic time.
//
// # Text that is not UTF-8
//
// The standard knows strings of Unicode scalar values only. Bytes that are not
// well-formed become U+FFFD, as its decoder has it: see [Parse].
package whatwg
