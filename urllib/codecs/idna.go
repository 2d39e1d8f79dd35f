package codecs

import (
	"bytes"
	"strings"

	"earl.example/internal/names/nameprep"
	codec "earl.example/internal/python/codecs"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
)

const (
	idnaLabel    = "idna"
	acePrefix    = "xn--"
	maxIDNALabel = 63
	// maxIDNAInput is the maximum length of a label that can be decoded since 3.12.
	maxIDNAInput = 1024
)

// idna is Python's codec "idna": IDNA 2003 (RFC 3490) with Nameprep (RFC 3491).
type idna struct{}

type idnaRun struct {
	release   str.Release
	positions bool // errors have positions
}

func newIDNA(h codec.Handler) idnaRun {
	release := h.Text().Release
	return idnaRun{release, positions(release)}
}

func encodeException(label, object string, start, end int, reason string) *str.Exception {
	f := str.UnicodeFault{Encoding: label, Start: start, End: end, Reason: reason}
	for ; start > 0 && object != ""; start-- {
		_, size := str.DecodeRune(object)
		object = object[size:]
	}
	r, size := str.DecodeRune(object)
	if size == 0 {
		r = -1
	}
	return codec.UnicodeEncodeError(r, f)
}

// fail returns the error for a label. Since 3.13, the error has the given positions and reason. Before 3.13, it has
// only a text: the value of old.
func (x idnaRun) fail(label string, start, end int, old, reason string) *str.Exception {
	if x.positions {
		return encodeException(idnaLabel, label, start, end, reason)
	}
	return plainError("UnicodeError", old)
}

func (x idnaRun) badLength(label string) *str.Exception {
	const old = "label empty or too long"
	if label == "" {
		return x.fail(label, 0, 1, old, "label empty")
	}
	return x.fail(label, 0, str.RuneCount(label), old, "label too long")
}

func (idna) AppendEncode(dst []byte, s string, h codec.Handler) ([]byte, error) {
	x := newIDNA(h)
	if h.Name() != "strict" {
		return nil, unsupportedHandler("unsupported", h.Name(), x.release)
	}
	if nameprep.IsASCII(s) {
		if err := x.checkASCII(s); err != nil {
			return nil, err
		}
		return append(dst, s...), nil
	}
	offset, rest := 0, s
	for more := true; more; {
		label := rest
		at, size := nameprep.Dot(rest, false)
		if more = at >= 0; more {
			label, rest = rest[:at], rest[at+size:]
		}
		if label == "" && !more {
			break // after a dot at the end
		}
		ace, err := x.toASCII(label)
		if err != nil {
			if err.Unicode != nil && x.positions {
				start, end, _ := moved(err, offset)
				err = encodeException(idnaLabel, s, start, end, err.Unicode.Reason)
			}
			return nil, err
		}
		dst = append(dst, ace...)
		if more {
			dst = append(dst, '.')
		}
		offset += str.RuneCount(label) + 1
	}
	return dst, nil
}

// checkASCII checks the labels of an ASCII name. Since 3.13, it reports the first empty label. If there is none, it
// reports the first long label. Before 3.13, it reports the first label that is empty or long.
func (x idnaRun) checkASCII(s string) *str.Exception {
	const old = "label empty or too long"
	long, longLen, offset, rest := -1, 0, 0, s
	for more := s != ""; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		n := len(label)
		switch {
		case n == 0 && more:
			return x.fail(s, offset, offset+1, old, "label empty")
		case n > maxIDNALabel && long < 0:
			long, longLen = offset, n
			if !x.positions && more {
				return plainError("UnicodeError", old)
			}
		}
		offset += n + 1
	}
	if long >= 0 {
		return x.fail(s, long, long+longLen, "label too long", "label too long")
	}
	return nil
}

// toASCII implements ToASCII of RFC 3490 §4.1, without UseSTD3ASCIIRules.
func (x idnaRun) toASCII(label string) (string, *str.Exception) {
	if !nameprep.IsASCII(label) {
		prepared, fault := nameprep.Prepare(label, x.release)
		if fault != nil {
			return "", x.fail(prepared, fault.Start, fault.End, fault.Reason, fault.Reason)
		}
		if !nameprep.IsASCII(prepared) {
			return x.toACE(prepared)
		}
		label = prepared
	}
	if label == "" || len(label) > maxIDNALabel {
		return "", x.badLength(label)
	}
	return label, nil
}

func (x idnaRun) toACE(label string) (string, *str.Exception) {
	if strings.HasPrefix(label, acePrefix) {
		return "", x.fail(label, 0, len(acePrefix), "Label starts with ACE prefix", "Label starts with ACE prefix")
	}
	// Punycode has at least one byte for each character.
	if str.RuneCount(label) <= maxIDNALabel-len(acePrefix) {
		if ace := appendPunycode([]byte(acePrefix), label); len(ace) <= maxIDNALabel {
			return string(ace), nil
		}
	}
	return "", x.badLength(label)
}

func (idna) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	x := newIDNA(h)
	if h.Name() != "strict" {
		return nil, unsupportedHandler("Unsupported", h.Name(), x.release)
	}
	if !x.hasACE(b) && nameprep.IsASCII(string(b)) {
		return append(dst, b...), nil
	}
	offset, rest := 0, b
	for more := true; more; {
		var label []byte
		label, rest, more = bytes.Cut(rest, []byte("."))
		if len(label) == 0 && !more {
			break // after a dot at the end
		}
		text, err := x.toUnicode(label)
		if err != nil {
			if err.Unicode != nil && x.positions {
				start, end, ok := moved(err, offset)
				if !ok {
					return nil, tooLarge()
				}
				err = decodeException(idnaLabel, b, start, end, err.Unicode.Reason)
			}
			return nil, err
		}
		dst = append(dst, text...)
		if more {
			dst = append(dst, '.')
		}
		offset += len(label) + 1
	}
	return dst, nil
}

func (x idnaRun) hasACE(b []byte) bool {
	if x.positions {
		b = ascii.AppendLower(nil, string(b))
	}
	return bytes.Contains(b, []byte(acePrefix))
}

// toUnicode implements ToUnicode of RFC 3490 §4.2. Unlike ToUnicode, it can return an error.
func (x idnaRun) toUnicode(label []byte) (string, *str.Exception) {
	if len(label) > maxIDNAInput && x.release.AtLeast(12, 0) {
		const text = "label way too long"
		if x.positions {
			return "", decodeException(idnaLabel, label, 0, len(label), text)
		}
		return "", plainError("UnicodeError", text)
	}
	start := label[:min(len(label), len(acePrefix))]
	if x.positions {
		start = ascii.AppendLower(nil, string(start))
	}
	if string(start) != acePrefix {
		if n := ascii.Prefix(label); n < len(label) {
			return "", decodeException("ascii", label, n, n+1, "ordinal not in range(128)")
		}
		return string(label), nil
	}
	d := punyDecoder{release: x.release, handler: "strict"}
	if err := d.decode(label[len(acePrefix):]); err != nil {
		return "", x.punycodeError(err, label)
	}
	text := string(d.append(nil))
	back, err := x.toASCII(text)
	if err != nil {
		return "", err
	}
	if string(ascii.AppendLower(nil, string(label))) != back {
		return "", x.noRoundTrip(label, back)
	}
	return text, nil
}

func (x idnaRun) punycodeError(err *str.Exception, label []byte) *str.Exception {
	switch {
	case err.Unicode == nil && !x.release.AtLeast(12, 0):
		// CPython's codec registry adds text to the message of the codec punycode.
		return plainError(err.Class, "decoding with 'punycode' codec failed ("+err.Class+": "+err.Text+")")
	case err.Unicode == nil || !x.positions:
		return err
	}
	start, end, ok := moved(err, len(acePrefix))
	if !ok {
		return tooLarge()
	}
	return decodeException(idnaLabel, label, start, end, err.Unicode.Reason)
}

func (x idnaRun) noRoundTrip(label []byte, back string) *str.Exception {
	a, b := str.AppendBytesRepr(nil, label), str.AppendBytesRepr(nil, []byte(back))
	if x.positions {
		return decodeException(idnaLabel, label, 0, len(label),
			"IDNA does not round-trip, '"+string(a)+"' != '"+string(b)+"'")
	}
	return &str.Exception{Class: "UnicodeError", Text: "('IDNA does not round-trip', " + string(a) + ", " + string(b) +
		")", Tuple: true}
}
