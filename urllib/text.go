package urllib

import (
	"log/slog"

	"earl.example/internal/python/codecs"
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

func checkASCII(s string) *Error {
	at := ascii.Index(s, ascii.NonASCII)
	if at < 0 {
		return nil
	}
	fault := codecs.Fault{Encoding: "ascii", Reason: "ordinal not in range(128)", Start: at, End: at + 1}
	err := decodeError(codecs.DecodeError([]byte(s), fault), s)
	err.at.Rule, err.at.Private = ruleASCII, false
	return err
}

// Encode is r.encode(encoding, errors): it encodes each component, by default as strict ASCII. As in Python, a result
// of bytes has no such method: the error is an AttributeError.
func (r SplitResult[T]) Encode(opt CodecOptions) (SplitResult[[]byte], error) {
	return convertSplit[[]byte](r, opt)
}

// Encode is r.encode(encoding, errors). See [SplitResult.Encode].
func (r ParseResult[T]) Encode(opt CodecOptions) (ParseResult[[]byte], error) {
	return convertParse[[]byte](r, opt)
}

// Encode is r.encode(encoding, errors). See [SplitResult.Encode].
func (r DefragResult[T]) Encode(opt CodecOptions) (DefragResult[[]byte], error) {
	return convertDefrag[[]byte](r, opt)
}

// Decode is r.decode(encoding, errors): it decodes each component, by default as strict ASCII. As in Python, a result
// of str has no such method: the error is an AttributeError.
func (r SplitResult[T]) Decode(opt CodecOptions) (SplitResult[string], error) {
	return convertSplit[string](r, opt)
}

// Decode is r.decode(encoding, errors). See [SplitResult.Decode].
func (r ParseResult[T]) Decode(opt CodecOptions) (ParseResult[string], error) {
	return convertParse[string](r, opt)
}

// Decode is r.decode(encoding, errors). See [SplitResult.Decode].
func (r DefragResult[T]) Decode(opt CodecOptions) (DefragResult[string], error) {
	return convertDefrag[string](r, opt)
}

func convertSplit[To, T string | []byte](r SplitResult[T], opt CodecOptions) (out SplitResult[To], err error) {
	f, err := convertFields[To]("SplitResult", splitFields, r.fields(), r.None, opt, &r.origin)
	if err == nil {
		out = SplitResult[To]{f[0], f[1], f[2], f[3], f[4], r.None, r.origin}
	}
	return out, err
}

func convertParse[To, T string | []byte](r ParseResult[T], opt CodecOptions) (out ParseResult[To], err error) {
	f, err := convertFields[To]("ParseResult", parseFields, r.fields(), r.None, opt, &r.origin)
	if err == nil {
		out = ParseResult[To]{f[0], f[1], f[2], f[3], f[4], f[5], r.None, r.origin}
	}
	return out, err
}

func convertDefrag[To, T string | []byte](r DefragResult[T], opt CodecOptions) (out DefragResult[To], err error) {
	f, err := convertFields[To]("DefragResult", defragFields, r.fields(), r.None, opt, &r.origin)
	if err == nil {
		out = DefragResult[To]{f[0], f[1], r.None, r.origin}
	}
	return out, err
}

// convertFields encodes or decodes the values of a result. Only a result of str can be encoded, and only a result of
// bytes can be decoded.
func convertFields[To, T string | []byte](
	class string, fields []resultField, values []T, none Components, opt CodecOptions, o *origin,
) ([]To, error) {
	py := Python{Version: o.version, Codecs: o.codecs}
	encoding, errors := or(opt.Encoding, "ascii"), or(opt.Errors, "strict")
	method, convert := "encode", func(value T) (To, error) {
		b, err := py.EncodeText(string(value), encoding, errors)
		return To(b), err
	}
	if !isBytes[To]() {
		method, convert = "decode", func(value T) (To, error) {
			s, err := py.DecodeText([]byte(value), encoding, errors)
			return To(s), err
		}
	}
	if isBytes[T]() {
		class += "Bytes"
	}
	if isBytes[T]() == isBytes[To]() {
		return nil, attributeError(class, method)
	}
	out := make([]To, len(values))
	for i, value := range values {
		f := &fields[i]
		if f.isNone(len(value), none) {
			if !o.version.has(noneComponents) {
				return nil, attributeError("NoneType", method)
			}
			continue
		}
		var err error
		if out[i], err = convert(value); err != nil {
			return nil, err.(*Error).inPart(f.component)
		}
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
func (r SplitResult[T]) String() string { return printTuple(r.tuple(), r.origin.version) }

// String returns repr(r), which is also str(r).
func (r ParseResult[T]) String() string { return printTuple(r.tuple(), r.origin.version) }

// String returns repr(r), which is also str(r).
func (r DefragResult[T]) String() string { return printTuple(r.tuple(), r.origin.version) }

// tuple returns r as the tuple that it is in Python.
func (r SplitResult[T]) tuple() str.NamedTuple {
	return namedTuple("SplitResult", splitFields, r.fields(), r.None)
}

func (r ParseResult[T]) tuple() str.NamedTuple {
	return namedTuple("ParseResult", parseFields, r.fields(), r.None)
}

func (r DefragResult[T]) tuple() str.NamedTuple {
	return namedTuple("DefragResult", defragFields, r.fields(), r.None)
}

func namedTuple[T string | []byte](class string, fields []resultField, values []T, none Components) str.NamedTuple {
	if isBytes[T]() {
		class += "Bytes"
	}
	t := str.NamedTuple{Class: class, Names: make([]string, len(fields)), Fields: make([]any, len(fields))}
	for i, value := range values {
		t.Names[i] = fields[i].name
		if !fields[i].isNone(len(value), none) {
			t.Fields[i] = value
		}
	}
	return t
}

func printTuple(t str.NamedTuple, v Version) string {
	out, _ := str.Values{Release: v.release()}.Of(t).Str()
	return out
}

func appendRepr(dst []byte, s string, bytes bool, v Version) []byte {
	if bytes {
		return str.AppendBytesRepr(dst, []byte(s))
	}
	return str.AppendRepr(dst, s, v.release())
}

// LogValue returns the URL without its secrets; see [urlerr.RedactQuery].
func (r SplitResult[T]) LogValue() slog.Value { return logValue(r.components(), r.origin) }

// LogValue returns the URL without its secrets; see [urlerr.RedactQuery].
func (r ParseResult[T]) LogValue() slog.Value { return logValue(r.components(), r.origin) }

// LogValue returns the URL without its secrets; see [urlerr.RedactQuery].
func (r DefragResult[T]) LogValue() slog.Value {
	return slog.StringValue(urlerr.RedactQuery(string(r.GetURL())))
}

func logValue(u components, o origin) slog.Value {
	u.none &= u.empty()
	return slog.StringValue(urlerr.RedactQuery(o.interpreter().unsplit(&u, o.keepsEmpty())))
}
