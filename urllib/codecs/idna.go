package codecs

import (
	"bytes"
	"math"
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

// An idnaRun is one call. Its errors have positions since 3.13.
type idnaRun struct{ release str.Release }

func newIDNA(h codec.Handler, unsupported string) (idnaRun, error) {
	x := idnaRun{h.Text.Release}
	if h.Name != "strict" {
		return x, unsupportedHandler(unsupported, h.Name, x.release)
	}
	return x, nil
}

func (idna) AppendEncode(dst []byte, s string, h codec.Handler) ([]byte, error) {
	x, err := newIDNA(h, "unsupported")
	if err != nil {
		return nil, err
	}
	if nameprep.IsASCII(s) {
		if err := x.checkASCII(s); err != nil {
			return nil, err
		}
		return append(dst, s...), nil
	}
	offset, rest := 0, s
	for more := true; more; {
		var label string
		if label, rest, more = nameprep.Cut(rest, false); label == "" && !more {
			break // after a dot at the end
		}
		var fault *nameprep.Fault
		if dst, fault = nameprep.ToASCII(dst, label, x.release, appendPunycode); fault != nil {
			return nil, x.encodeError(s, offset, fault)
		}
		if more {
			dst = append(dst, '.')
		}
		offset += str.RuneCount(label) + 1
	}
	return dst, nil
}

// encodeError returns the exception for a fault in the label of s at the given offset.
func (x idnaRun) encodeError(s string, offset int, fault *nameprep.Fault) *str.Exception {
	if !positions(x.release) {
		return oldError(fault)
	}
	f := codec.Fault{Encoding: idnaLabel, Start: offset + fault.Start, End: offset + fault.End, Reason: fault.Reason}
	r, size := str.DecodeRune(s[str.Offset(s, f.Start):])
	if size == 0 {
		r = -1
	}
	return codec.UnicodeEncodeError(r, f)
}

// oldError returns the exception of releases before 3.13.
func oldError(fault *nameprep.Fault) *str.Exception {
	if fault == nameprep.Empty || fault.Reason == nameprep.TooLong {
		return plainError("UnicodeError", "label empty or too long")
	}
	return plainError("UnicodeError", fault.Reason)
}

// checkASCII checks the labels of an ASCII name. Since 3.13, it reports the first empty label. If there is none, it
// reports the first long label. Before 3.13, it reports the first label that is empty or long.
func (x idnaRun) checkASCII(s string) error {
	var long *nameprep.Fault
	offset, rest := 0, s
	for more := s != ""; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		n := len(label)
		switch {
		case n == 0 && more:
			return x.encodeError(s, offset, nameprep.Empty)
		case n > maxIDNALabel && long == nil:
			long = &nameprep.Fault{Reason: nameprep.TooLong, Start: offset, End: offset + n}
			switch {
			case positions(x.release):
			case more:
				return oldError(long)
			default:
				return plainError("UnicodeError", nameprep.TooLong)
			}
		}
		offset += n + 1
	}
	if long == nil {
		return nil
	}
	return x.encodeError(s, 0, long)
}

func (idna) AppendDecode(dst, b []byte, h codec.Handler) ([]byte, error) {
	x, err := newIDNA(h, "Unsupported")
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(x.folded(b), []byte(acePrefix)) && nameprep.IsASCII(string(b)) {
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
			return nil, x.moved(err, offset, b)
		}
		dst = append(dst, text...)
		if more {
			dst = append(dst, '.')
		}
		offset += len(label) + 1
	}
	return dst, nil
}

// folded returns b, in lower case since 3.13.
func (x idnaRun) folded(b []byte) []byte {
	if positions(x.release) {
		return ascii.AppendLower(nil, string(b))
	}
	return b
}

// toUnicode implements ToUnicode of RFC 3490 §4.2. Unlike ToUnicode, it can return an error.
func (x idnaRun) toUnicode(label []byte) (string, *str.Exception) {
	if len(label) > maxIDNAInput && x.release.AtLeast(12, 0) {
		const text = "label way too long"
		if positions(x.release) {
			return "", decodeException(idnaLabel, label, 0, len(label), text)
		}
		return "", plainError("UnicodeError", text)
	}
	if string(x.folded(label[:min(len(label), len(acePrefix))])) != acePrefix {
		if n := ascii.Prefix(label); n < len(label) {
			return "", decodeException("ascii", label, n, n+1, "ordinal not in range(128)")
		}
		return string(label), nil
	}
	d := punyDecoder{release: x.release, strict: true}
	base, failed := d.decode(label[len(acePrefix):], "strict")
	if failed != nil {
		err := failed.(*str.Exception)
		if err.Unicode == nil && !x.release.AtLeast(12, 0) {
			// CPython's codec registry adds text to the message of the codec punycode.
			err.Text = "decoding with 'punycode' codec failed (" + err.Class + ": " + err.Text + ")"
		}
		return "", x.moved(err, len(acePrefix), label)
	}
	text := string(d.append(nil, base))
	back, fault := nameprep.ToASCII(nil, text, x.release, appendPunycode)
	switch {
	case fault != nil && positions(x.release):
		return "", decodeException(idnaLabel, label, fault.Start, fault.End, fault.Reason)
	case fault != nil:
		return "", oldError(fault)
	case string(ascii.AppendLower(nil, string(label))) != string(back):
		a, b := string(str.AppendBytesRepr(nil, label)), string(str.AppendBytesRepr(nil, back))
		if positions(x.release) {
			return "", decodeException(idnaLabel, label, 0, len(label), "IDNA does not round-trip, '"+a+"' != '"+b+"'")
		}
		pair := "('IDNA does not round-trip', " + a + ", " + b + ")"
		return "", &str.Exception{Class: "UnicodeError", Text: pair, Tuple: true}
	}
	return text, nil
}

// moved returns err with positions in b, which contains the text of err at the given offset.
func (x idnaRun) moved(err *str.Exception, offset int, b []byte) *str.Exception {
	switch u := err.Unicode; {
	case u == nil || !positions(x.release):
		return err
	case u.End > math.MaxInt-offset:
		return tooLarge()
	default:
		return decodeException(idnaLabel, b, u.Start+offset, u.End+offset, u.Reason)
	}
}
