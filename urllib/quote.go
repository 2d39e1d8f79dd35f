package urllib

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// The tables of quote and quote_plus by default.
var (
	quoteTable     = percent.NewTable(ascii.Unreserved, "/")
	quotePlusTable = percent.NewTable(ascii.Unreserved, "")
	formTable      = spaceToPlus(quotePlusTable)
)

// spaceToPlus returns t with "+" written for a space.
func spaceToPlus(t percent.Table) percent.Table {
	t.Replace(' ', '+')
	return t
}

// Quote is quote(string): it percent-encodes the UTF-8 octets of s, all but
// ASCII letters, digits and "_.-~/". A lone surrogate is an error.
func Quote(s string) (string, error) {
	out, seen := percent.EncodeString(s, &quoteTable)
	if seen.NonASCII() && !utf8.ValidString(s) {
		return standardPython.quote(s, QuoteOptions{}, &quoteTable)
	}
	return out, nil
}

// QuotePlus is quote_plus(string): Quote with "+" for a space and "%2F" for
// a slash, as in the query of an HTML form.
func QuotePlus(s string) (string, error) {
	out, seen := percent.EncodeString(s, &formTable)
	if seen.NonASCII() && !utf8.ValidString(s) {
		return standardPython.quote(s, QuoteOptions{}, &formTable)
	}
	return out, nil
}

// QuoteBytes is quote(bytes): it percent-encodes all octets but ASCII
// letters, digits and "_.-~/".
func QuoteBytes(b []byte) string { return quotedOctets(b, &quoteTable) }

// QuotePlusBytes is quote_plus(bytes): QuoteBytes with "+" for a space and
// "%2F" for a slash.
func QuotePlusBytes(b []byte) string { return quotedOctets(b, &formTable) }

// QuoteFromBytes is quote_from_bytes(bs): it percent-encodes all octets but
// ASCII letters, digits and "_.-~/".
func QuoteFromBytes(b []byte) string { return QuoteBytes(b) }

// Quote is quote(string, safe, encoding, errors).
func (py Python) Quote(s string, opt QuoteOptions) (string, error) {
	if opt.Safe == nil {
		return py.quote(s, opt, &quoteTable)
	}
	table := opt.table(false)
	return py.quote(s, opt, &table)
}

// QuotePlus is quote_plus(string, safe, encoding, errors).
func (py Python) QuotePlus(s string, opt QuoteOptions) (string, error) {
	hasSpace := strings.IndexByte(s, ' ') >= 0
	if opt.Safe == nil {
		return py.quote(s, opt, plusTable(hasSpace))
	}
	table := opt.table(hasSpace)
	return py.quote(s, opt, &table)
}

// AppendQuote appends quote(string, safe, encoding, errors). On an error it
// returns dst as it was.
func (py Python) AppendQuote(dst []byte, s string, opt QuoteOptions) ([]byte, error) {
	if opt.Safe == nil {
		return py.appendQuote(dst, s, opt, &quoteTable)
	}
	table := opt.table(false)
	return py.appendQuote(dst, s, opt, &table)
}

// AppendQuotePlus appends quote_plus(string, safe, encoding, errors). On an
// error it returns dst as it was.
func (py Python) AppendQuotePlus(dst []byte, s string, opt QuoteOptions) ([]byte, error) {
	hasSpace := strings.IndexByte(s, ' ') >= 0
	if opt.Safe == nil {
		return py.appendQuote(dst, s, opt, plusTable(hasSpace))
	}
	table := opt.table(hasSpace)
	return py.appendQuote(dst, s, opt, &table)
}

// QuoteBytes is quote(bytes, safe, encoding, errors); as in Python, giving
// an encoding or an error handler with bytes is a TypeError.
func (py Python) QuoteBytes(b []byte, opt QuoteOptions) (string, error) {
	if err := opt.refuseCodec(); err != nil {
		return "", err
	}
	return py.QuoteFromBytes(b, opt.Safe), nil
}

// QuotePlusBytes is quote_plus(bytes, safe, encoding, errors); as in Python,
// giving an encoding or an error handler with bytes is a TypeError.
func (py Python) QuotePlusBytes(b []byte, opt QuoteOptions) (string, error) {
	if err := opt.refuseCodec(); err != nil {
		return "", err
	}
	hasSpace := bytes.IndexByte(b, ' ') >= 0
	if opt.Safe == nil {
		return quotedOctets(b, plusTable(hasSpace)), nil
	}
	table := opt.table(hasSpace)
	return quotedOctets(b, &table), nil
}

// QuoteFromBytes is quote_from_bytes(bs, safe); a nil safe is "/".
func (py Python) QuoteFromBytes(b []byte, safe *string) string {
	if safe == nil {
		return QuoteBytes(b)
	}
	table := QuoteOptions{Safe: safe}.table(false)
	return quotedOctets(b, &table)
}

// plusTable returns quote_plus's table. Only where the text has a space does
// the octet of a space become "+", as in CPython: with UTF-16 it may stem
// from another character.
func plusTable(hasSpace bool) *percent.Table {
	if hasSpace {
		return &formTable
	}
	return &quotePlusTable
}

// table returns the table for Safe, whose characters beyond ASCII count for
// nothing.
func (opt QuoteOptions) table(spaceAsPlus bool) percent.Table {
	t := quotePlusTable
	t.Keep(*opt.Safe)
	if spaceAsPlus {
		t.Replace(' ', '+')
	}
	return t
}

// refuseCodec is the error of quoting bytes with an encoding or a handler.
func (opt QuoteOptions) refuseCodec() error {
	switch {
	case opt.Encoding != nil:
		return typeError(ruleQuoteBytes, "quote() doesn't support 'encoding' for bytes")
	case opt.Errors != nil:
		return typeError(ruleQuoteBytes, "quote() doesn't support 'errors' for bytes")
	}
	return nil
}

// isUTF8 reports whether opt encodes well-formed text to the bytes it has.
func (opt *QuoteOptions) isUTF8() bool {
	return or(opt.Encoding, "utf-8") == "utf-8" && isPlain(opt.Errors)
}

// isPlain reports whether the name of an error handler is one that Python
// looks at only when there is an error.
func isPlain(name *string) bool {
	return name == nil || ascii.Index(*name, ascii.NonASCII) < 0 && strings.IndexByte(*name, 0) < 0
}

// quote encodes s as opt says and quotes the octets.
func (py *Python) quote(s string, opt QuoteOptions, table *percent.Table) (string, error) {
	if s == "" {
		return "", nil
	}
	if opt.isUTF8() {
		out, seen := percent.EncodeString(s, table)
		if !seen.NonASCII() || utf8.ValidString(s) {
			return out, nil
		}
	}
	b, err := py.text().AppendEncode(nil, s, or(opt.Encoding, "utf-8"), or(opt.Errors, "strict"))
	if err != nil {
		return "", encodeError(err, s)
	}
	return quotedOctets(b, table), nil
}

// appendQuote is quote that appends.
func (py *Python) appendQuote(dst []byte, s string, opt QuoteOptions, table *percent.Table) ([]byte, error) {
	if s == "" || opt.isUTF8() && utf8.ValidString(s) {
		return percent.AppendEncode(dst, s, table), nil
	}
	b, err := py.text().AppendEncode(nil, s, or(opt.Encoding, "utf-8"), or(opt.Errors, "strict"))
	if err != nil {
		return dst, encodeError(err, s)
	}
	return percent.AppendEncode(dst, b, table), nil
}

// quotedOctets returns b quoted.
func quotedOctets(b []byte, table *percent.Table) string {
	out, _ := percent.EncodeString(b, table)
	return out
}
