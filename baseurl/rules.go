package baseurl

import (
	"math"
	"slices"

	"earl.example/urlerr"
)

// dialect is the name of this package in errors.
const dialect = "baseurl"

const (
	rfc1808Address = "https://www.rfc-editor.org/rfc/rfc1808"
	rfc2046Address = "https://www.rfc-editor.org/rfc/rfc2046"
	rfc2045Address = "https://www.rfc-editor.org/rfc/rfc2045"
	rfc5322Address = "https://www.rfc-editor.org/rfc/rfc5322"
	rfc3986Address = "https://www.rfc-editor.org/rfc/rfc3986"
	htmlAddress    = "https://html.spec.whatwg.org/multipage/"
	xmlAddress     = "https://www.w3.org/TR/xml/"
)

// The rules of this package's errors. Errors of the dialects have their own rules.
var (
	ruleAbsolute = urlerr.Rule{
		Name: "a base URL is absolute", Section: "RFC 3986 §5.1", Address: rfc3986Address + "#section-5.1",
		Example: "a/b", Kind: urlerr.NoBase, Problem: "relative URL as base", Fix: "give a base with a scheme",
	}
	ruleNoBase = urlerr.Rule{
		Name: "a relative reference needs a base", Section: "RFC 3986 §5.1", Address: rfc3986Address + "#section-5.1",
		Example: "<a href=b>", Kind: urlerr.NoBase, Problem: "relative reference without a base URL", Fix: "give a base",
	}
	ruleBaseHeader = urlerr.Rule{
		Name: "base-header", Section: "RFC 1808 §3.1", Address: rfc1808Address + "#section-3.1",
		Example: "Base: http://h/\n\n", Kind: urlerr.BadValue,
	}
	ruleSecond = urlerr.Rule{
		Name: "one field that gives the base", Section: "RFC 1808 §3.1", Address: rfc1808Address + "#section-3.1",
		Example: "Base: <URL:http://h/>\nBase: <URL:http://i/>\n\n", Kind: urlerr.BadValue,
	}
	ruleFrozen = urlerr.Rule{
		Name: "a base of another scheme than data and javascript", Section: "HTML §4.2.3", Address: htmlAddress +
			"semantics.html#set-the-frozen-base-url",
		Example: "<base href='data:,x'>", Kind: urlerr.BadScheme,
	}
	ruleBaseLong = urlerr.Rule{
		Name: "a base within the limit", Example: "http://h/0123456789", Kind: urlerr.TooLong,
	}
	ruleToken = urlerr.Rule{
		Name: "a token within the limit", Example: "<a title='0123456789'>", Kind: urlerr.TooLong,
	}
	ruleHeld = urlerr.Rule{
		Name: "references before a base within the limit", Example: "<a href='0123456789'><base href='http://h/b/'>",
		Kind: urlerr.TooLong,
	}
	ruleDepth = urlerr.Rule{
		Name: "nesting within the limit", Example: "Content-Type: message/rfc822\n\nContent-Type: message/rfc822\n\n",
		Kind: urlerr.TooLong,
	}
	ruleField = urlerr.Rule{
		Name: "fields", Section: "RFC 5322 §3.6", Address: rfc5322Address + "#section-3.6",
		Example: "From: a\nno field\n\n", Kind: urlerr.BadText,
	}
	ruleEncodedWord = urlerr.Rule{
		Name: "encoded-word", Section: "RFC 2047 §2", Address: "https://www.rfc-editor.org/rfc/rfc2047#section-2",
		Example: "Content-Location: =?x-unknown?Q?a?=\n\n", Kind: urlerr.BadText,
	}
	ruleMediaType = urlerr.Rule{
		Name: "content", Section: "RFC 2045 §5.1", Address: rfc2045Address + "#section-5.1",
		Example: "Content-Type: text/html; charset=\"a\n\n", Kind: urlerr.BadValue,
	}
	ruleBoundary = urlerr.Rule{
		Name: "boundary", Section: "RFC 2046 §5.1.1", Address: rfc2046Address + "#section-5.1.1",
		Example: "Content-Type: multipart/mixed\n\n", Kind: urlerr.BadValue,
	}
	ruleClose = urlerr.Rule{
		Name: "close-delimiter", Section: "RFC 2046 §5.1.1", Address: rfc2046Address + "#section-5.1.1",
		Example: "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", Kind: urlerr.BadText,
	}
	ruleTransfer = urlerr.Rule{
		Name: "mechanism", Section: "RFC 2045 §6.1", Address: rfc2045Address + "#section-6.1",
		Example: "Content-Transfer-Encoding: x-other\n\n", Kind: urlerr.UnknownName,
	}
	ruleCoding = urlerr.Rule{
		Name: "a body without content coding", Section: "RFC 9110 §8.4",
		Address: "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
		Example: "HTTP/1.1 200 OK\nContent-Encoding: br\n\n", Kind: urlerr.BadText,
	}
	ruleTransferCoding = urlerr.Rule{
		Name: "transfer-coding", Section: "RFC 9112 §7", Address: "https://www.rfc-editor.org/rfc/rfc9112#section-7",
		Example: "HTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\n\n", Kind: urlerr.BadText,
	}
	ruleEncoded = urlerr.Rule{
		Name: "a body in its transfer encoding", Section: "RFC 2045 §6", Address: rfc2045Address + "#section-6",
		Example: "Content-Transfer-Encoding: base64\n\na", Kind: urlerr.BadText,
	}
	ruleCharset = urlerr.Rule{
		Name: "charset", Section: "RFC 2046 §4.1.2", Address: rfc2046Address + "#section-4.1.2",
		Example: "Content-Type: text/plain; charset=x-unknown\n\n", Kind: urlerr.UnknownName,
	}
	ruleXML = urlerr.Rule{
		Name: "document", Section: "XML §2.1", Address: xmlAddress + "#sec-well-formed",
		Example: "<a><", Kind: urlerr.BadText,
	}
	ruleRead = urlerr.Rule{Name: "the input can be read", Example: "", Kind: urlerr.BadText}
)

// Rules returns the rules of this package's errors. Errors of the dialects have their own rules. The example of each
// rule is a document, except for the first rule, where it is a base. The example of a rule about a limit breaks the
// rule only if Options sets a lower limit than the default.
func Rules() []urlerr.Rule {
	return slices.Clone([]urlerr.Rule{
		ruleAbsolute, ruleNoBase, ruleBaseLong, ruleBaseHeader, ruleSecond, ruleFrozen, ruleToken, ruleHeld, ruleDepth,
		ruleField, ruleEncodedWord, ruleMediaType, ruleBoundary, ruleClose, ruleTransfer, ruleCoding,
		ruleTransferCoding, ruleEncoded, ruleCharset, ruleXML, ruleRead,
	})
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
