// Package urltext finds URLs in plain text and repairs them (RFC 3986 appendix C and §4.5).
//
//	for m := range urltext.Find("See <http://example.com/> for more.") {
//		fmt.Println(m.Ref) // http://example.com/
//	}
//
// The functions:
//
//   - [Find] finds the URLs in running text, with or without delimiters.
//   - [Unwrap] parses one URL as people paste it, with delimiters, white space and line breaks.
//   - [Repair] percent-encodes the characters that make a text invalid, and lists its changes.
//   - [Complete] guesses the URI of a text such as www.example.com/a.
//   - [Delimit] writes a URL for running text, in angle brackets and with line breaks.
//
// Results are values of package rfc3986. Errors are [*urlerr.Error] values of the dialect rfc3986, with offsets in the
// text that the caller passed.
package urltext
