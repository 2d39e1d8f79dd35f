// Package baseurl finds the base URL of a document and resolves the references in it. It reads HTML, XML, CSS, mail
// messages, HTTP responses, web archives, JSON, tables and plain text.
//
//	opt := baseurl.Options{Context: baseurl.Context{Retrieval: []string{"http://h/a/b"}}}
//	for ref, err := range opt.References(baseurl.HTML, file) {
//		fmt.Println(ref.Element, ref.Attribute, ref.Raw, ref.URL, err)
//	}
//
// # Base URLs
//
// A document can get its base URL from four sources (RFC 3986 §5.1, RFC 1808 §3). The first usable one wins:
//
//  1. [Content]: the document itself.
//  2. [Entity]: the base of the enclosing message or document.
//  3. [Retrieval]: the URL from which the document was retrieved, after redirects.
//  4. [Default]: a URL that the application supplies.
//
// A [Base] records its source and the reason why each earlier source was skipped. [Options.Base] finds the base of a
// document. [Options.Establish] chooses among candidates that the caller found. Source 1 depends on the type:
//
//   - HTML: the href of the first base element that has one (HTML Standard §2.4.3, §4.2.3). Base elements in a
//     template, in SVG or in MathML do not count. A relative href is resolved against the base from sources 2 to 4. If
//     the href does not parse, or its scheme is data or javascript, source 1 is empty. Later base elements are ignored.
//     A srcdoc document without a base element inherits the base of its parent document.
//   - XML: the xml:base attribute, on any element. It is resolved against the xml:base of the enclosing element (XML
//     Base §4). In XHTML the base element also counts.
//   - Mail message: the header field Base (RFC 1808 §3.1), else Content-Base (RFC 2110), else Content-Location (RFC
//     2557). The base of a part applies to everything inside the part.
//   - HTTP response: the header field Base. Since RFC 7231, Content-Location no longer sets the base.
//     Options.ContentLocation restores the rule of RFC 2068, also for Content-Base. A chunked body is decoded (RFC 9112
//     §7.1). A compressed body is an error, unless it was stored decoded. References in the header are parsed by the
//     URL Standard, as in browsers.
//   - CSS, JSON, tables and plain text: always empty.
//   - Web archive: each record has its own URL, WARC-Target-URI, as its retrieval URL.
//
// The zero Base means that no base is known. Relative references are then errors, except in dialects that define a
// result (RFC 1808 §3.4). There is no built-in default. To follow RFC 2557 §5 in mail, set Context.Default to
// "thismessage:/".
//
// # Differences between the standards
//
// In rfc1808, the base in a document must be absolute (§10); in all other dialects it may be relative. In rfc3986, the
// base has no fragment. RFC 1808 requires the base element in the head (§10). The HTML Standard, and this package,
// accept it anywhere, unless Options.HeadOnly is set.
//
// # References
//
// A [Reference] is a text that a standard defines as a URL, or once did. These are not references:
//
//   - names that look like URLs, such as namespaces and itemtype
//   - the system identifier of a DOCTYPE, which no program fetches
//   - the text of scripts, including JSON-LD, import maps and speculation rules, which are JSON
//   - the parameter anchor of Link, which is the context of a link and not its target (RFC 8288 §3.2)
//   - the directive report-to of Content-Security-Policy, which names an endpoint of the field Reporting-Endpoints
//   - the field Report-To, which is JSON
//   - the parameter imagesrcset of Link
//   - an xml:base attribute, which is a base, unless Options.XMLBase is set
//   - a Sitemap line of robots.txt that has a relative URL; an absolute URL is found as a link in text
//   - meta elements of single vendors, such as og:url and twitter:image
//   - the lines that format=flowed joins in mail (RFC 3676): a URL ends at the end of its line
//
// XML languages are recognized by their namespaces: XHTML, SVG, MathML, Atom, RSS 0.90 to 2.0, RDF/XML, OPML, sitemaps
// with their extensions for images and videos, XLink, and the locations of XML Schema. A sitemap can have any
// namespace, or none: its root element is urlset or sitemapindex. In other XML, the attributes href and src are
// references.
//
// If reading fails inside a link of a plain text, the link is an error.
//
// HTML inside a feed is searched as a separate document. This includes Atom elements that declare HTML, and RSS
// descriptions.
//
// A reference that does not resolve is reported with an error. Templates are searched too, since programs clone them
// into the document.
//
// # Encodings
//
// The encoding of a document is set by a byte order mark, the transport, or the document itself. For HTML,
// golang.org/x/net/html/charset detects it. Offsets count bytes of the text in UTF-8. In whatwg, queries are encoded in
// the encoding of the document, as in the URL Standard.
//
// # Limits
//
// The tokenizer of golang.org/x/net/html reads HTML. This package does not build a tree. It tracks only the open
// elements, to recognize templates and foreign content, and the start tags that the HTML Standard ignores, such as a td
// outside a table. This differs from the HTML Standard:
//
//   - Elements that the standard moves, such as out of a table, stay at their place in the text.
//   - Formatting elements that the standard reopens count as closed.
//   - At most 512 open HTML elements are tracked. This affects only end tags in SVG and MathML.
//   - A table closes a p, even in quirks mode. This, too, affects only end tags in SVG and MathML.
//   - A frameset after an element of the body is ignored, even where the standard replaces the body by it.
//
// Documents of any length are read in limited memory: see MaxToken, MaxHeld, MaxDepth and MaxBase of Options. Time is
// linear.
//
// Errors contain no passwords.
package baseurl
