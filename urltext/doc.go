// Package urltext finds URLs in plain text (UTS #58 and RFC 3986 appendix C) and repairs them (RFC 3986 §4.5).
//
//	for m := range urltext.Find("See http://example.com/αβγ, for example.") {
//		fmt.Println(m.Raw(), m.URL()) // http://example.com/αβγ http://example.com/%CE%B1%CE%B2%CE%B3
//	}
//
// The functions:
//
//   - [Find] finds the URLs in running text, with letters of all scripts. [FindOptions] adds domain names without a
//     scheme and e-mail addresses, or selects appendix C.
//   - [Readable] writes a URL as people read it: http://example.com/α for http://example.com/%CE%B1.
//   - [Repair] percent-encodes the characters that make a text invalid, and lists its changes.
//   - [Complete] guesses the URI of a text such as www.example.com/a.
//
// Results are values of packages whatwg and rfc3986. Errors are [*urlerr.Error] values of the dialect rfc3986, with
// offsets in the text that the caller passed.
package urltext
