package urllib

import (
	"strings"
	"unicode/utf8"

	"earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
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

// Unquote is unquote(string): it decodes percent-encodings and reads the octets as UTF-8. Each maximal part of an
// invalid sequence becomes U+FFFD.
func Unquote(s string) string { return unquoted(s, false) }

// UnquotePlus is unquote_plus(string): it unquotes like Unquote, but first replaces each "+" by a space.
func UnquotePlus(s string) string { return unquoted(s, true) }

func unquoted(s string, plus bool) string {
	out, ok := decodeText(s, plus)
	switch {
	case ok:
		return out
	case ascii.Prefix(s) == len(s):
		return ascii.Text(codecs.AppendReplaced(make([]byte, 0, len(s)), out))
	}
	out, _ = (&Python{}).unquote(s, CodecOptions{}, plus) // never fails with "replace"
	return out
}

// decodeText returns s unquoted. ok reports whether out is the final result, because the runs of ASCII in s need no
// separate decoding. This is the case if no percent-encoding gives a non-ASCII octet, or if s and out are valid UTF-8.
func decodeText(s string, plus bool) (out string, ok bool) {
	out, found := percent.DecodeString(s, plus)
	return out, !found.NonASCII() || utf8.ValidString(out) && utf8.ValidString(s)
}

// Unquote is unquote(string, encoding, errors). In a str, each run of ASCII is decoded with its percent-encodings;
// non-ASCII characters are unchanged and end a run. Bytes are decoded as a whole. Before 3.9, bytes are a TypeError.
func (py Interpreter[T]) Unquote(s T, opt CodecOptions) (string, error) {
	text := string(s)
	switch {
	case isBytes[T]() && !py.Version.has(unquoteBytes):
		return "", typeError(ruleUnquoteBytes, "Expected str, got bytes")
	case isBytes[T]():
		octets, _ := percent.AppendDecode(nil, text, false)
		out, err := py.text().AppendDecode(nil, octets, or(opt.Encoding, "utf-8"), or(opt.Errors, "replace"))
		if err != nil {
			return "", escapedError(err, text, 0, len(text))
		}
		return string(out), nil
	case strings.IndexByte(text, '%') < 0:
		return text, nil
	}
	return py.unquote(text, opt, false)
}

// UnquotePlus is unquote_plus(string, encoding, errors). As in Python, bytes are a TypeError.
func (py Interpreter[T]) UnquotePlus(s T, opt CodecOptions) (string, error) {
	if isBytes[T]() {
		return "", typeError(ruleUnquoteBytes, "a bytes-like object is required, not 'str'")
	}
	return py.unquotePlus(string(s), opt)
}

// UnquoteToBytes is unquote_to_bytes(string): it replaces each percent-encoding by its octet. A str is encoded as UTF-8
// first, where a lone surrogate is an error.
func (py Interpreter[T]) UnquoteToBytes(s T) ([]byte, error) {
	text := string(s)
	if !isBytes[T]() && !utf8.ValidString(text) {
		return py.EncodeText(text, "utf-8", "strict")
	}
	octets, _ := percent.AppendDecode([]byte{}, text, false)
	return octets, nil
}

func (py *Interpreter[T]) unquotePlus(s string, opt CodecOptions) (string, error) {
	if strings.IndexByte(s, '%') < 0 {
		return strings.ReplaceAll(s, "+", " "), nil
	}
	return py.unquote(s, opt, strings.IndexByte(s, '+') >= 0)
}

// unquote returns s unquoted; s contains "%". If plus is set, each "+" is a space.
func (py *Interpreter[T]) unquote(s string, opt CodecOptions, plus bool) (string, error) {
	encoding, errors := or(opt.Encoding, "utf-8"), or(opt.Errors, "replace")
	plain := encoding == "utf-8" && isPlain(opt.Errors)
	if plain {
		if out, ok := decodeText(s, plus); ok {
			return out, nil
		}
	}
	if plus {
		s = strings.ReplaceAll(s, "+", " ")
	}
	text := py.text()
	var dst, octets []byte
	literal := 0 // start of the last non-ASCII run in dst
	for at := 0; at < len(s); {
		end := at + ascii.Prefix(s[at:])
		before := len(dst)
		if end > at {
			octets, _ = percent.AppendDecode(octets[:0], s[at:end], false)
			if plain && errors == "replace" {
				dst = codecs.AppendReplaced(dst, octets)
			} else {
				var err error
				if dst, err = text.AppendDecode(dst, octets, encoding, errors); err != nil {
					return "", escapedError(err, s, at, end)
				}
			}
		}
		at = end
		for end < len(s) && ascii.Is(s[end], ascii.NonASCII) {
			end++
		}
		run := s[at:end]
		if len(dst) == before && before > 0 && !utf8.Valid(dst[literal:]) {
			// This prevents raw bytes at the end of one non-ASCII run and at the start of the next run from forming a character.
			dst = append(dst[:literal], str.Canonical(string(dst[literal:]))...)
			run = str.Canonical(run)
		}
		literal = len(dst)
		dst = append(dst, run...)
		at = end
	}
	return string(dst), nil
}

// escapedError returns the error for decoding the octets of s[start:end]. Its offset is the offset in s of the octet
// that cannot be decoded.
func escapedError(err error, s string, start, end int) error {
	return fromException(err, s, start, func(index int) int {
		at := start
		for n := index; n > 0 && at < end; n-- {
			if percent.Index(s[at:min(end, at+3)]) == 0 {
				at += 3
			} else {
				at++
			}
		}
		return at
	})
}
