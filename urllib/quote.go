package urllib

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

var (
	quoteTable     = percent.NewTable(ascii.Unreserved, "/")
	quotePlusTable = percent.NewTable(ascii.Unreserved, "")
	formTable      = quotePlusTable.Replace(' ', '+')
)

// Quote is quote(string): it percent-encodes the UTF-8 octets of s, except ASCII letters, digits and "_.-~/". A lone
// surrogate is an error.
func Quote(s string) (string, error) {
	return (&Python{}).quote(s, &QuoteOptions{}, &quoteTable)
}

// QuotePlus is quote_plus(string): it quotes like Quote, but writes "+" for a space and "%2F" for a slash, as in the
// query of an HTML form.
func QuotePlus(s string) (string, error) {
	table := plusTable(strings.IndexByte(s, ' ') >= 0) // faster than formTable for text without spaces
	return (&Python{}).quote(s, &QuoteOptions{}, table)
}

// Quote is quote(string, safe, encoding, errors), and for bytes also quote_from_bytes(bs, safe). With the option Bytes,
// a string is quoted like a []byte. As in Python, an encoding or an error handler for bytes is a TypeError.
func (py Interpreter[T]) Quote(s T, opt QuoteOptions) (string, error) {
	if opt.Safe == nil {
		return py.quoteWith(s, &opt, &quoteTable)
	}
	table := opt.table(false)
	return py.quoteWith(s, &opt, &table)
}

// QuotePlus is quote_plus(string, safe, encoding, errors). As in Python, an encoding or an error handler for bytes is a
// TypeError.
func (py Interpreter[T]) QuotePlus(s T, opt QuoteOptions) (string, error) {
	hasSpace := strings.IndexByte(string(s), ' ') >= 0
	if opt.Safe == nil {
		return py.quoteWith(s, &opt, plusTable(hasSpace))
	}
	table := opt.table(hasSpace)
	return py.quoteWith(s, &opt, &table)
}

func (py *Interpreter[T]) quoteWith(s T, opt *QuoteOptions, table *percent.Table) (string, error) {
	if !isBytes[T]() && !opt.Bytes {
		return py.quote(string(s), opt, table)
	}
	switch {
	case opt.Encoding != nil:
		return "", typeError(ruleQuoteBytes, "quote() doesn't support 'encoding' for bytes")
	case opt.Errors != nil:
		return "", typeError(ruleQuoteBytes, "quote() doesn't support 'errors' for bytes")
	}
	return quotedOctets(s, table), nil
}

// plusTable returns the table of quote_plus. In UTF-16, the octet 0x20 can be part of a character other than a space.
// As in CPython, it becomes "+" only if the text contains a space.
func plusTable(hasSpace bool) *percent.Table {
	if hasSpace {
		return &formTable
	}
	return &quotePlusTable
}

// table returns the table for Safe. It ignores non-ASCII characters of Safe.
func (opt QuoteOptions) table(spaceAsPlus bool) percent.Table {
	t := quotePlusTable
	t.Keep(*opt.Safe)
	if spaceAsPlus {
		t[' '] = formTable[' ']
	}
	return t
}

// isPlain reports whether Python does not look up the error handler with this name until there is an error to handle.
func isPlain(name *string) bool {
	return name == nil || ascii.Index(*name, ascii.C0Set) < 0
}

func (py *Interpreter[T]) quote(s string, opt *QuoteOptions, table *percent.Table) (string, error) {
	if s == "" {
		return "", nil
	}
	encoding := or(opt.Encoding, "utf-8")
	if encoding == "utf-8" && isPlain(opt.Errors) {
		out, seen := percent.EncodeString(s, table)
		if !seen.NonASCII() || utf8.ValidString(s) {
			return out, nil
		}
	}
	b, err := py.EncodeText(s, encoding, or(opt.Errors, "strict"))
	if err != nil {
		return "", err
	}
	return quotedOctets(b, table), nil
}

func quotedOctets[T string | []byte](b T, table *percent.Table) string {
	out, _ := percent.EncodeString(b, table)
	return out
}
