// Package whatwg parses URLs as browsers do. It implements the URL Standard of the WHATWG,
// https://url.spec.whatwg.org/, as of October 2026 (commit fde3f74).
//
//	u, err := whatwg.Parse(`HTTPS:\\EXAMPLE.com\a b`)
//	u.Href() // "https://example.com/a%20b"
//
// The standard repairs many inputs that package rfc3986 rejects. Use this package for links in web pages, and to find
// the URL that a browser would request.
//
// Package net/url reads some of these URLs otherwise, without an error: in http:h it finds no host, although browsers
// request http://h/. Other URLs it rejects, such as one after a space. So a check with net/url can accept a URL with
// which a browser then goes to another host.
//
// A [URL] is a small value in normal form: assignment copies it, and two URLs are equal (==) if and only if their hrefs
// are equal. Methods with a pointer receiver, such as the setters, change the URL, but not its copies. A setter that
// fails returns false. Each setter lists its reasons. Every setter also fails if the URL is zero or would become too
// long.
//
// # Memory and goroutines
//
// Parse does not copy a URL that is already in normal form: the URL shares the memory of the input. An error always
// shares it. Strings from getters, the names and values of parameters, and origins share the memory of the URL. Clone
// copies a URL or an Origin, and strings.Clone copies a string.
//
// Several goroutines may use the same URL or Origin at the same time, unless one of them changes it: setters,
// AppendSegments and edits of SearchParams need synchronization.
//
// # From JavaScript to Go
//
//	new URL(s), URL.parse(s)         Parse(s)
//	new URL(s, base)                 b, err := Parse(base), then b.Resolve(s)
//	URL.canParse(s)                  CanParse(s)
//	u.href, u.toJSON()               u.Href(), u.String(), u.MarshalText()
//	u.protocol                       u.Protocol(); without ":" u.Scheme()
//	u.username, u.password           u.Username(), u.Password()
//	u.host, u.hostname, u.port       u.Host(), u.Hostname(), u.Port()
//	u.pathname                       u.Pathname()
//	u.search, u.hash                 u.Search(), u.Hash(); with presence u.Query(), u.Fragment()
//	u.host = v                       u.SetHost(v), and so on for all but origin and searchParams
//	u.origin                         u.Origin().String(); the inverse is ParseOrigin
//	u.searchParams                   u.SearchParams()
//	new URLSearchParams(s)           NewSearchParams(s)
//	p.size                           p.Size()
//	p.append(n, v), p.set(n, v)      p.Append(n, v), p.Set(n, v)
//	p.delete(n), p.delete(n, v)      p.Delete(n), p.DeleteValue(n, v)
//	p.get(n), p.getAll(n)            p.Get(n), p.GetAll(n)
//	p.has(n), p.has(n, v)            p.Has(n), p.HasValue(n, v)
//	p.sort(), p.toString()           p.Sort(), p.String()
//	new URLSearchParams(p)           NewSearchParams(p.String())
//	for (const [n, v] of p)          for n, v := range p.All()
//	encodeURIComponent(s)            ComponentSet.Encode(s)
//	decodeURIComponent(s)            PercentDecodeText(s), which replaces octets that are not UTF-8
//
// # Errors
//
// Parse returns a [*urlerr.Error]. Its rule is the validation error of §1.1 that makes parsing fail.
// [ParseOptions.Violation] also receives the other validation errors. [Rules] lists all rules.
//
// # Domain names
//
// Domains are processed by UTS #46 with the tables of Unicode 18.0.0, in every version of Go. Since June 2026 the
// standard only changes the case of a domain that is all ASCII. An ill-formed label "xn--…" in such a domain is a
// validation error, but parsing succeeds. Non-ASCII labels have a maximum length that is not in the standard, because
// Punycode takes quadratic time: [MaxLabel].
//
// # Ill-formed UTF-8
//
// [Parse] replaces ill-formed UTF-8 by U+FFFD. It replaces the same bytes as the decoder of the Encoding Standard, with
// one exception: three bytes that encode a surrogate become one U+FFFD, as a lone surrogate in a JavaScript string
// does. The decoder returns three.
package whatwg
