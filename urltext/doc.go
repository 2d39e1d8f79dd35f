// Package urltext finds URLs in plain text and repairs them (RFC 3986 appendix C and §4.5).
//
//   - [Find] finds the URLs in running text, with or without delimiters.
//   - [Unwrap] reads one URL as people paste it, with delimiters, white space and line breaks.
//   - [Repair] percent-encodes the characters that make a text invalid, and lists its changes.
//   - [Complete] guesses the URI that a text such as www.example.com/a is a suffix of.
//   - [Delimit] writes a URL for running text, in angle brackets and with line breaks.
//
// All results are values of package rfc3986. Errors are [*urlerr.Error] values of the dialect rfc3986. Their offsets
// are offsets in the text that the caller passed.
package urltext
