// Package baseurl tells which base URL a document establishes, and finds the
// references in it: in HTML, XML, CSS, messages of mail and responses of HTTP,
// and in plain text.
//
//	opt := baseurl.Options{Context: baseurl.Context{Retrieval: []string{"http://h/a/b"}}}
//	for ref, err := range opt.References(baseurl.HTML, file) {
//		fmt.Println(ref.Element, ref.Attribute, ref.Raw, ref.URL, err)
//	}
//
// # The base
//
// RFC 3986 §5.1 and RFC 1808 §3 name four sources, of which the nearest counts:
// the content of the document, the entity that encloses it, the URL by which it
// was retrieved, and a default of the application. A [Base] says which of them
// it is from, and why the nearer ones gave none. [Options.Establish] takes any
// candidates; how they stand in the content is for each type of document:
//
//   - HTML: the first base element of the document that has an href, as the HTML
//     Standard has it (§2.4.3, §4.2.3). It may be relative to what holds without
//     it, and may stand anywhere but in a template, in SVG or in MathML. One
//     with the scheme data or javascript, and one that does not parse, is none,
//     and no other one steps in. A document in an attribute srcdoc has the base
//     of the document around it.
//   - XML: xml:base on any element, relative to that of the elements around it
//     (XML Base §4), and in XHTML the base element.
//   - Messages: the field Base (RFC 1808 §3.1), else Content-Base (RFC 2110),
//     else Content-Location (RFC 2557), of each part for all in it.
//   - HTTP: the URL of retrieval. Content-Location is no base since RFC 7231;
//     Options.ContentLocation takes it for one as RFC 2068 did. A body in chunks
//     is decoded (RFC 9112 §7.1), one that is compressed is an error.
//   - CSS and text have none.
//
// The zero Base means that none is known. Then relative references are errors,
// except by dialects that have a meaning for them, such as RFC 1808 §3.4.
// Nothing is the default unless it is given: RFC 2557 §5 would have
// "thismessage:/" in mail, which can be given as Context.Default.
//
// # Where the standards differ
//
// By rfc1808 a base has to be absolute in the document (§10); by
// all others it may be relative. By rfc3986 it has no fragment. Where RFC 1808
// wants the base element in the head (§10), the HTML Standard, and so this
// package, takes it from anywhere; Options.HeadOnly does not.
//
// # References
//
// A reference is what a standard calls a URL, or did: see [Reference]. Not
// among them are names that only look like one (namespaces, itemtype), what a
// DOCTYPE names, which no reader of documents fetches, text of scripts, import
// maps and speculation rules included, whose JSON has languages of its own, the
// parameter anchor of Link, which is the context of a link and not its target
// (RFC 8288 §3.2), and what only some vendor's meta element means.
//
// HTML that feeds hold as text, in elements of Atom that say so and in
// descriptions of RSS, is searched as a document of its own.
//
// A reference that does not resolve comes with an error; none is left out.
// Templates are searched too, since programs clone them into the document.
//
// # Encodings
//
// Documents are read in the encoding that a byte order mark, the transport, or
// the document itself names, for HTML as golang.org/x/net/html/charset finds it.
// Offsets count in the text in UTF-8. By whatwg, queries are encoded in the
// encoding of the document, as the URL Standard has it.
//
// # Limits
//
// HTML is read with the tokenizer of golang.org/x/net/html, and of the tree
// only which elements are open is followed, to tell templates and foreign
// content. Elements that the standard would move elsewhere (out of a table, for
// example) count where they stand. Formatting elements that it would open again
// count as closed, and of HTML no more than 512 elements are followed, which
// matters for end tags in SVG and MathML alone; so does that a table ends a p,
// as it does not in quirks mode. A frameset behind an
// element of the body is none, even where it would take the body's place.
// Documents of any length are read in memory that Options limit:
// see MaxToken, MaxHeld, MaxDepth and MaxBase. Time is linear.
//
// Errors of this package, as those of the dialects, show no passwords.
package baseurl
