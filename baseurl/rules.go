package baseurl

import (
	"math"

	"earl.example/internal/cite"
	"earl.example/urlerr"
)

// dialect is the name of this package in errors.
const dialect = "baseurl"

// The rules of this package's errors. Errors of the dialects have their own rules.
var (
	ruleAbsolute = cite.RFC("", "a base URL is absolute", "RFC 3986 §5.1", "a/b", urlerr.NoBase,
		"relative URL as base", "give a base with a scheme")
	ruleNoBase = cite.RFC("", "a relative reference needs a base", "RFC 3986 §5.1", "<a href=b>", urlerr.NoBase,
		"relative reference without a base URL", "give a base")
	ruleBaseHeader = rule("base-header", "RFC 1808 §3.1", "Base: http://h/\n\n", urlerr.BadValue)
	ruleSecond     = rule("one field that gives the base", "RFC 1808 §3.1",
		"Base: <URL:http://h/>\nBase: <URL:http://i/>\n\n", urlerr.BadValue)
	ruleFrozen = urlerr.Rule{
		Name: "a base of another scheme than data and javascript", Section: "HTML §4.2.3",
		Address: "https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url",
		Example: "<base href='data:,x'>", Kind: urlerr.BadScheme,
	}
	ruleBaseLong = urlerr.Rule{Name: "a base within the limit", Example: "http://h/0123456789", Kind: urlerr.TooLong}
	ruleToken    = urlerr.Rule{Name: "a token within the limit", Kind: urlerr.TooLong,
		Example: "<a title='0123456789'>"}
	ruleHeld = urlerr.Rule{Name: "references before a base within the limit", Kind: urlerr.TooLong,
		Example: "<a href='0123456789'><base href='http://h/b/'>"}
	ruleDepth = urlerr.Rule{Name: "nesting within the limit", Kind: urlerr.TooLong,
		Example: "Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\n"}
	ruleField = rule("fields", "RFC 5322 §3.6", "From: a\nno field\n\n", urlerr.BadText)

	ruleEncodedWord = rule("encoded-word", "RFC 2047 §2", "Content-Location: =?x-unknown?Q?a?=\n\n", urlerr.BadText)
	ruleMediaType   = rule("content", "RFC 2045 §5.1", "Content-Type: text/html; charset=\"a\n\n", urlerr.BadValue)
	ruleBoundary    = rule("boundary", "RFC 2046 §5.1.1", "Content-Type: multipart/mixed\n\n", urlerr.BadValue)
	ruleClose       = rule("close-delimiter", "RFC 2046 §5.1.1",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", urlerr.BadText)
	ruleTransfer = rule("mechanism", "RFC 2045 §6.1", "Content-Transfer-Encoding: x-other\n\n", urlerr.UnknownName)
	ruleCoding   = rule("a body without content coding", "RFC 9110 §8.4",
		"HTTP/1.1 200 OK\nContent-Encoding: br\n\n", urlerr.BadText)
	ruleTransferCoding = rule("transfer-coding", "RFC 9112 §7",
		"HTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\n\n", urlerr.BadText)
	ruleEncoded = rule("a body in its transfer encoding", "RFC 2045 §6",
		"Content-Transfer-Encoding: base64\n\na", urlerr.BadText)
	ruleCharset = rule("charset", "RFC 2046 §4.1.2",
		"Content-Type: text/plain; charset=x-unknown\n\n", urlerr.UnknownName)
	ruleCut = urlerr.Rule{
		Name: "Link_Term", Section: "UTS #58 §3", Address: "https://www.unicode.org/reports/tr58/",
		Example: "http://h/caf\xe9", Kind: urlerr.BadText, Problem: "invalid character after a URL",
		Fix: "the URL can be incomplete; if the text is not UTF-8, give its encoding",
	}
	rulePDF = urlerr.Rule{Name: "a text that is not compressed", Example: "%PDF-1.7 /FlateDecode", Kind: urlerr.BadText,
		Problem: "links in the compressed parts of a PDF are not found", Fix: "convert it to text or HTML"}
	ruleString = rule("string", "RFC 8259 §7", "[\"http://h/\n", urlerr.BadText)
	ruleXML    = urlerr.Rule{
		Name: "document", Section: "XML §2.1", Address: "https://www.w3.org/TR/xml/#sec-well-formed", Example: "<a><",
		Kind: urlerr.BadText,
	}
	ruleBinary = urlerr.Rule{Name: "a document that has references", Kind: urlerr.BadText, Example: "PK\x03\x04",
		Problem: "an archive, a compressed file or an image has no references that can be read",
		Fix:     "unpack it, or set the type of the document"}
	ruleWARC = urlerr.Rule{Name: "warc-record", Section: "ISO 28500 §4", Kind: urlerr.BadText,
		Example: "WARC/1.0\nWARC-Type: x\n",
		Problem: "no complete record of a web archive", Fix: "the file can be truncated"}
	ruleRead = urlerr.Rule{Name: "the input can be read", Kind: urlerr.BadText, Problem: "reading ends early",
		Fix: "a URL that ends here can be incomplete"}
)

// rule returns a rule of a section such as "RFC 2045 §5.1".
func rule(name, section, example string, kind urlerr.Kind) urlerr.Rule {
	return cite.RFC("", name, section, example, kind, "", "")
}

// Rules returns the rules of this package's errors. Errors of the dialects have their own rules. The example of each
// rule is a document, except for the first rule, where it is a base. The example of a rule about a limit breaks the
// rule only if Options sets a lower limit than the default.
func Rules() []urlerr.Rule {
	return []urlerr.Rule{
		ruleAbsolute, ruleNoBase, ruleBaseLong, ruleBaseHeader, ruleSecond, ruleFrozen, ruleToken, ruleHeld, ruleDepth,
		ruleField, ruleEncodedWord, ruleMediaType, ruleBoundary, ruleClose, ruleTransfer, ruleCoding,
		ruleTransferCoding, ruleEncoded, ruleCharset, ruleCut, ruleString, ruleXML, ruleBinary, ruleWARC, ruleRead,
	}
}

// fault returns the error of a document that breaks a rule at an offset. If the offset does not fit an int, the Offset
// of the error is -1; Reference.Offset has it.
func fault(rule urlerr.Rule, offset int64, cause error) *urlerr.Error {
	if offset > math.MaxInt {
		offset = -1
	}
	return &urlerr.Error{Dialect: dialect, Offset: int(offset), Rule: rule, Err: cause}
}

// textFault returns the error for input, a text that breaks a rule at offset.
func textFault(rule urlerr.Rule, input string, offset int) *urlerr.Error {
	return &urlerr.Error{Dialect: dialect, Input: input, Offset: offset, Rule: rule}
}
