package codecs

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"earl.example/internal/python/str"
)

// A Fault is a part of the input that a codec cannot convert: the bytes from Start up to End. A handler can consume
// fewer bytes.
type Fault = str.UnicodeFault

// A Handler is the error handler of one call. As in Python, an unknown name is an error only at the first fault.
type Handler struct {
	Name string
	Text Text // the codecs of the interpreter
}

// EncodeError returns the UnicodeEncodeError of a fault in s.
func EncodeError(s string, f Fault) *str.Exception {
	r, _ := str.DecodeRune(s[f.Start:])
	n := str.RuneCount(s[f.Start:f.End])
	f.Start = str.RuneCount(s[:f.Start])
	f.End = f.Start + n
	return UnicodeEncodeError(r, f)
}

// UnicodeEncodeError returns the exception for a fault that begins with r. Its bounds are indexes of code points. If r
// is negative, the text of the exception does not have r.
func UnicodeEncodeError(r rune, f Fault) *str.Exception {
	first := ""
	if r >= 0 {
		first = "'" + string(str.AppendEscape(nil, r)) + "'"
	}
	return unicodeError("UnicodeEncodeError", "encode character", first, f)
}

// DecodeError returns the UnicodeDecodeError of a fault in b. The fault may lie after the end of b.
func DecodeError(b []byte, f Fault) *str.Exception {
	first := ""
	if f.Start < len(b) {
		first = fmt.Sprintf("%#02x", b[f.Start:f.Start+1])
	}
	return unicodeError("UnicodeDecodeError", "decode byte", first, f)
}

func unicodeError(class, verb, first string, f Fault) *str.Exception {
	position := fmt.Sprintf("s in position %d-%d", f.Start, f.End-1)
	if first != "" && f.End == f.Start+1 {
		position = fmt.Sprintf(" %s in position %d", first, f.Start)
	}
	text := "'" + f.Encoding + "' codec can't " + verb + position + ": " + f.Reason
	return &str.Exception{Class: class, Text: text, Unicode: &f}
}

// Encode appends to dst the handler's replacement for a fault in s. The codec continues at f.End. If raw is true, the
// replacement consists of encoded bytes. If raw is false, it is ASCII text that the codec must still encode.
func (h Handler) Encode(dst []byte, s string, f Fault) (out []byte, raw bool, err error) {
	bad := s[f.Start:f.End]
	switch h.Name {
	case "strict":
		return nil, raw, EncodeError(s, f)
	case "ignore":
		return dst, false, nil
	case "surrogateescape":
		return encodeEscaped(dst, s, f)
	case "surrogatepass":
		return encodePassed(dst, s, f)
	case "namereplace":
		if h.Text.Codecs == nil {
			return nil, raw, h.unknown(&NotLinkedError{Name: h.Name})
		}
	case "replace", "xmlcharrefreplace", "backslashreplace":
	default:
		return nil, raw, h.unknown(nil)
	}
	for len(bad) > 0 {
		r, size := str.DecodeRune(bad)
		bad = bad[size:]
		switch h.Name[0] {
		case 'r': // replace
			dst = append(dst, '?')
		case 'x': // xmlcharrefreplace
			dst = strconv.AppendInt(append(dst, '&', '#'), int64(r), 10)
			dst = append(dst, ';')
		case 'n': // namereplace
			if name := h.Text.Codecs.RuneName(r, h.Text.Release); name != "" {
				dst = append(append(append(dst, `\N{`...), name...), '}')
				continue
			}
			fallthrough
		default: // backslashreplace
			dst = str.AppendEscape(dst, r)
		}
	}
	return dst, false, nil
}

// Decode appends to dst the handler's replacement for a fault in b. It returns the offset in b at which the codec
// continues. This offset is greater than f.Start, and can be less or greater than f.End.
func (h Handler) Decode(dst, b []byte, f Fault) (out []byte, next int, err error) {
	switch h.Name {
	case "strict":
		return nil, next, DecodeError(b, f)
	case "ignore":
		return dst, f.End, nil
	case "replace":
		return utf8.AppendRune(dst, utf8.RuneError), f.End, nil
	case "backslashreplace":
		for _, c := range b[f.Start:f.End] {
			dst = str.AppendEscape(dst, rune(c))
		}
		return dst, f.End, nil
	case "surrogateescape":
		return decodeEscaped(dst, b, f)
	case "surrogatepass":
		return decodePassed(dst, b, f)
	case "xmlcharrefreplace", "namereplace":
		return nil, next, &str.Exception{
			Class: "TypeError",
			Text:  "don't know how to handle UnicodeDecodeError in error callback",
		}
	}
	return nil, next, h.unknown(nil)
}

func (h Handler) unknown(cause error) error {
	return lookupError("unknown error handler name '"+truncated(h.Name, h.Text.Release)+"'", h.Name, cause)
}

func lookupError(text, name string, cause error) error {
	return &str.Exception{Class: "LookupError", Text: text, Name: name, Cause: cause}
}

// encodeEscaped implements surrogateescape: it converts U+DC80 to U+DCFF to the bytes that they represent. In UTF-8,
// ASCII and Latin-1, an error begins at the first character that is not one of these. In other codecs, it begins at the
// first character of the fault.
func encodeEscaped(dst []byte, s string, f Fault) (out []byte, raw bool, err error) {
	for i := f.Start; i < f.End; {
		r, size := str.DecodeRune(s[i:f.End])
		if r < 0xDC80 || r > 0xDCFF {
			switch f.Encoding {
			case "utf-8", "ascii", "latin-1":
				f.Start = i
			}
			return nil, raw, EncodeError(s, f)
		}
		dst = append(dst, byte(r))
		i += size
	}
	return dst, true, nil
}

// decodeEscaped implements surrogateescape: it converts up to four non-ASCII bytes to surrogates.
func decodeEscaped(dst, b []byte, f Fault) (out []byte, next int, err error) {
	next = f.Start
	for next < min(f.End, f.Start+4) && b[next] >= utf8.RuneSelf {
		dst = str.AppendRune(dst, 0xDC00+rune(b[next]))
		next++
	}
	if next == f.Start {
		return nil, next, DecodeError(b, f)
	}
	return dst, next, nil
}

// encodePassed implements surrogatepass: in UTF-8, UTF-16 and UTF-32, it encodes surrogates like other code points.
func encodePassed(dst []byte, s string, f Fault) (out []byte, raw bool, err error) {
	unit, big := unitOf(f.Encoding)
	for bad := s[f.Start:f.End]; len(bad) > 0; {
		r, size := str.DecodeRune(bad)
		switch {
		case unit == 0 || !str.IsSurrogate(r):
			return nil, raw, EncodeError(s, f)
		case unit == 1:
			dst = str.AppendRune(dst, r)
		default:
			dst = appendWide(dst, r, unit, big)
		}
		bad = bad[size:]
	}
	return dst, true, nil
}

// decodePassed implements surrogatepass: it decodes the surrogate at the start of the fault. The surrogate can be
// longer than the fault.
func decodePassed(dst, b []byte, f Fault) (out []byte, next int, err error) {
	var r rune
	rest := b[f.Start:]
	n, big := unitOf(f.Encoding)
	switch {
	case n == 1:
		r, n = str.DecodeRune(string(rest[:min(len(rest), utf8.UTFMax)]))
	case n > 1 && len(rest) >= n:
		r = wideUnit(rest, n, big)
	}
	if !str.IsSurrogate(r) || n == 1 {
		return nil, next, DecodeError(b, f)
	}
	return str.AppendRune(dst, r), f.Start + n, nil
}

// unitOf returns the number of bytes of a code unit in the codec with the given label. It is 0 for a codec that is not
// UTF-8, UTF-16 or UTF-32. Without a byte order in the label, the units are little-endian.
func unitOf(label string) (unit int, big bool) {
	switch label {
	case "utf-8":
		return 1, false
	case "utf-16", "utf-16-le", "utf-16-be":
		return 2, label == "utf-16-be"
	case "utf-32", "utf-32-le", "utf-32-be":
		return 4, label == "utf-32-be"
	}
	return unit, big
}
