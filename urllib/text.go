package urllib

import (
	"fmt"
	"log/slog"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

func isBytes[T string | []byte]() bool {
	var zero T
	_, ok := any(zero).([]byte)
	return ok
}

func textOf[T string | []byte](url T, scheme string) (string, error) {
	s := string(url)
	if isBytes[T]() {
		if err := checkASCII(s); err != nil {
			return "", err
		}
		if err := checkASCII(scheme); err != nil {
			return "", err.inPart(urlerr.Scheme)
		}
	}
	return s, nil
}

func checkFields[T string | []byte](fields []T, names []urlerr.Component) error {
	for i, field := range fields {
		if err := checkASCII(string(field)); err != nil {
			return err.inPart(names[i])
		}
	}
	return nil
}

func checkASCII(s string) *Error {
	at := ascii.Index(s, ascii.NonASCII)
	if at < 0 {
		return nil
	}
	const reason = "ordinal not in range(128)"
	return &Error{
		Exception: "UnicodeDecodeError",
		Text:      fmt.Sprintf("'ascii' codec can't decode byte 0x%02x in position %d: %s", s[at], at, reason),
		Unicode:   &UnicodeFault{Encoding: "ascii", Start: at, End: at + 1, Reason: reason},
		at:        urlerr.Error{Dialect: dialect, Input: s, Offset: at, Rule: ruleASCII},
	}
}

// Encode is r.encode(encoding, errors): it encodes each component, by default as strict ASCII. As in Python, a result
// of bytes has no such method: the error is an AttributeError.
func (r SplitResult[T]) Encode(opt CodecOptions) (out SplitResult[[]byte], err error) {
	f, err := encodeFields("SplitResult", r.fields(), splitComponents[:], opt, r.version)
	if err != nil {
		return out, err
	}
	return SplitResult[[]byte]{f[0], f[1], f[2], f[3], f[4], r.version}, nil
}

// Encode is r.encode(encoding, errors). See [SplitResult.Encode].
func (r ParseResult[T]) Encode(opt CodecOptions) (out ParseResult[[]byte], err error) {
	f, err := encodeFields("ParseResult", r.fields(), parseComponents[:], opt, r.version)
	if err != nil {
		return out, err
	}
	return ParseResult[[]byte]{f[0], f[1], f[2], f[3], f[4], f[5], r.version}, nil
}

// Encode is r.encode(encoding, errors). See [SplitResult.Encode].
func (r DefragResult[T]) Encode(opt CodecOptions) (out DefragResult[[]byte], err error) {
	f, err := encodeFields("DefragResult", r.fields(), defragComponents[:], opt, r.version)
	if err != nil {
		return out, err
	}
	return DefragResult[[]byte]{f[0], f[1], r.version}, nil
}

// Decode is r.decode(encoding, errors): it decodes each component, by default as strict ASCII. As in Python, a result
// of str has no such method: the error is an AttributeError.
func (r SplitResult[T]) Decode(opt CodecOptions) (out SplitResult[string], err error) {
	f, err := decodeFields("SplitResult", r.fields(), splitComponents[:], opt, r.version)
	if err != nil {
		return out, err
	}
	return SplitResult[string]{f[0], f[1], f[2], f[3], f[4], r.version}, nil
}

// Decode is r.decode(encoding, errors). See [SplitResult.Decode].
func (r ParseResult[T]) Decode(opt CodecOptions) (out ParseResult[string], err error) {
	f, err := decodeFields("ParseResult", r.fields(), parseComponents[:], opt, r.version)
	if err != nil {
		return out, err
	}
	return ParseResult[string]{f[0], f[1], f[2], f[3], f[4], f[5], r.version}, nil
}

// Decode is r.decode(encoding, errors). See [SplitResult.Decode].
func (r DefragResult[T]) Decode(opt CodecOptions) (out DefragResult[string], err error) {
	f, err := decodeFields("DefragResult", r.fields(), defragComponents[:], opt, r.version)
	if err != nil {
		return out, err
	}
	return DefragResult[string]{f[0], f[1], r.version}, nil
}

func encodeFields[T string | []byte](
	class string, fields []T, names []urlerr.Component, opt CodecOptions, v Version,
) ([][]byte, error) {
	if isBytes[T]() {
		return nil, attributeError(class+"Bytes", "encode")
	}
	text := (&Python{Version: v, Codecs: opt.Codecs}).text()
	out := make([][]byte, len(fields))
	for i, field := range fields {
		b, err := text.AppendEncode([]byte{}, string(field), or(opt.Encoding, "ascii"), or(opt.Errors, "strict"))
		if err != nil {
			return nil, encodeError(err, string(field)).inPart(names[i])
		}
		out[i] = b
	}
	return out, nil
}

func decodeFields[T string | []byte](
	class string, fields []T, names []urlerr.Component, opt CodecOptions, v Version,
) ([]string, error) {
	if !isBytes[T]() {
		return nil, attributeError(class, "decode")
	}
	text := (&Python{Version: v, Codecs: opt.Codecs}).text()
	out := make([]string, len(fields))
	for i, field := range fields {
		s, err := text.AppendDecode(nil, []byte(field), or(opt.Encoding, "ascii"), or(opt.Errors, "strict"))
		if err != nil {
			return nil, decodeError(err, string(field)).inPart(names[i])
		}
		out[i] = string(s)
	}
	return out, nil
}

func attributeError(class, name string) error {
	err := typeError(ruleMethod, "'"+class+"' object has no attribute '"+name+"'")
	err.Exception = "AttributeError"
	return err
}

// String returns repr(r), which is also str(r):
//
//	SplitResult(scheme='', netloc='', path='x', query='', fragment='')
func (r SplitResult[T]) String() string {
	return printTuple("SplitResult", splitFields, r.fields(), r.version)
}

// String returns repr(r), which is also str(r).
func (r ParseResult[T]) String() string {
	return printTuple("ParseResult", parseFields, r.fields(), r.version)
}

// String returns repr(r), which is also str(r).
func (r DefragResult[T]) String() string {
	return printTuple("DefragResult", defragFields, r.fields(), r.version)
}

func printTuple[T string | []byte](class string, names []string, fields []T, v Version) string {
	out := []byte(class)
	if isBytes[T]() {
		out = append(out, "Bytes"...)
	}
	out = append(out, '(')
	for i, field := range fields {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = appendRepr(append(append(out, names[i]...), '='), field, v)
	}
	return string(append(out, ')'))
}

func appendRepr[T string | []byte](dst []byte, s T, v Version) []byte {
	if isBytes[T]() {
		return str.AppendBytesRepr(dst, []byte(s))
	}
	return str.AppendRepr(dst, string(s), v.release())
}

// LogValue returns the URL without its password.
func (r SplitResult[T]) LogValue() slog.Value { return logValue(r.components(), r.version) }

// LogValue returns the URL without its password.
func (r ParseResult[T]) LogValue() slog.Value { return logValue(r.components(), r.version) }

// LogValue returns the URL without its password.
func (r DefragResult[T]) LogValue() slog.Value {
	return slog.StringValue(urlerr.Redact(string(r.GetURL())))
}

func logValue(u *components, v Version) slog.Value {
	py := Python{Version: v}
	return slog.StringValue(urlerr.Redact(py.interpreter().unsplit(u)))
}
