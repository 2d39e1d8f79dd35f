package urllib

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"earl.example/internal/percent"
)

// unreserved is what quote never touches: letters, digits and _.-~ of ASCII.
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"

// The sets that quote and quote_plus keep by default.
var (
	keepForQuote     = percent.Set{}.With(unreserved + "/")
	keepForQuotePlus = percent.Set{}.With(unreserved)
)

// Quote is quote(string): it percent-encodes the UTF-8 octets of s, all but
// ASCII letters, digits and "_.-~/". A lone surrogate is an error.
func Quote(s string) (string, error) { return Python{}.Quote(s, QuoteOptions{}) }

// QuotePlus is quote_plus(string): Quote with "+" for a space and "%2F" for
// a slash, as in the query of an HTML form.
func QuotePlus(s string) (string, error) { return Python{}.QuotePlus(s, QuoteOptions{}) }

// QuoteBytes is quote(bytes): it percent-encodes all octets but ASCII
// letters, digits and "_.-~/".
func QuoteBytes(b []byte) string { return quoted(b, &keepForQuote, ' ') }

// QuotePlusBytes is quote_plus(bytes): QuoteBytes with "+" for a space and
// "%2F" for a slash.
func QuotePlusBytes(b []byte) string {
	keep := keepForQuotePlus.With(" ")
	return quoted(b, &keep, '+')
}

// QuoteFromBytes is quote_from_bytes(bs): it percent-encodes all octets but
// ASCII letters, digits and "_.-~/".
func QuoteFromBytes(b []byte) string { return QuoteBytes(b) }

// Quote is quote(string, safe, encoding, errors).
func (py Python) Quote(s string, opt QuoteOptions) (string, error) {
	keep := opt.keep(keepForQuote)
	return py.quote(s, opt, &keep, ' ')
}

// QuotePlus is quote_plus(string, safe, encoding, errors).
func (py Python) QuotePlus(s string, opt QuoteOptions) (string, error) {
	keep := opt.keep(keepForQuotePlus)
	if strings.IndexByte(s, ' ') < 0 {
		return py.quote(s, opt, &keep, ' ')
	}
	keep = keep.With(" ")
	return py.quote(s, opt, &keep, '+')
}

// AppendQuote appends quote(string, safe, encoding, errors). On an error it
// returns dst as it was.
func (py Python) AppendQuote(dst []byte, s string, opt QuoteOptions) ([]byte, error) {
	keep := opt.keep(keepForQuote)
	return py.appendQuote(dst, s, opt, &keep, ' ')
}

// AppendQuotePlus appends quote_plus(string, safe, encoding, errors). On an
// error it returns dst as it was.
func (py Python) AppendQuotePlus(dst []byte, s string, opt QuoteOptions) ([]byte, error) {
	keep := opt.keep(keepForQuotePlus)
	if strings.IndexByte(s, ' ') < 0 {
		return py.appendQuote(dst, s, opt, &keep, ' ')
	}
	keep = keep.With(" ")
	return py.appendQuote(dst, s, opt, &keep, '+')
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
	keep := opt.keep(keepForQuotePlus)
	if bytes.IndexByte(b, ' ') < 0 {
		return quoted(b, &keep, ' '), nil
	}
	keep = keep.With(" ")
	return quoted(b, &keep, '+'), nil
}

// QuoteFromBytes is quote_from_bytes(bs, safe); a nil safe is "/".
func (py Python) QuoteFromBytes(b []byte, safe *string) string {
	keep := QuoteOptions{Safe: safe}.keep(keepForQuote)
	return quoted(b, &keep, ' ')
}

// keep returns the set of what is not quoted: byDefault, or what Safe asks for.
// Characters of Safe beyond ASCII count for nothing.
func (opt QuoteOptions) keep(byDefault percent.Set) percent.Set {
	if opt.Safe == nil {
		return byDefault
	}
	return keepForQuotePlus.With(*opt.Safe)
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

// isPlainUTF8 reports whether encoding s with opt gives the bytes of s.
func (opt *QuoteOptions) isPlainUTF8(s string) bool {
	return s == "" || or(opt.Encoding, "utf-8") == "utf-8" && utf8.ValidString(s)
}

// quote encodes s as opt says and quotes the octets.
func (py *Python) quote(s string, opt QuoteOptions, keep *percent.Set, space byte) (string, error) {
	if opt.isPlainUTF8(s) {
		return quoted(s, keep, space), nil
	}
	b, err := py.text().AppendEncode(nil, s, or(opt.Encoding, "utf-8"), or(opt.Errors, "strict"))
	if err != nil {
		return "", encodeError(err, s)
	}
	return quoted(b, keep, space), nil
}

// appendQuote is quote that appends.
func (py *Python) appendQuote(dst []byte, s string, opt QuoteOptions, keep *percent.Set, space byte) ([]byte, error) {
	if opt.isPlainUTF8(s) {
		return percent.AppendEncode(dst, s, keep, space), nil
	}
	b, err := py.text().AppendEncode(nil, s, or(opt.Encoding, "utf-8"), or(opt.Errors, "strict"))
	if err != nil {
		return dst, encodeError(err, s)
	}
	return percent.AppendEncode(dst, b, keep, space), nil
}

// quoted returns s quoted, s itself if that changes nothing.
func quoted[T ~string | ~[]byte](s T, keep *percent.Set, space byte) string {
	n := percent.Count(s, keep)
	if n == 0 && space == ' ' {
		return string(s)
	}
	if n = len(s) + 2*n; n <= stackText {
		var buf [stackText]byte
		return string(percent.AppendEncode(buf[:0], s, keep, space))
	}
	// In pieces, so that the result is the only memory of its size.
	var b strings.Builder
	b.Grow(n)
	var buf [3 * stackText]byte
	for len(s) > 0 {
		piece := s[:min(len(s), stackText)]
		s = s[len(piece):]
		b.Write(percent.AppendEncode(buf[:0], piece, keep, space))
	}
	return b.String()
}
