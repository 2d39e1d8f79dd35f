package urllib

import (
	"earl.example/urlerr"
)

// Encode is encode(encoding, errors): the same result with each component
// encoded, by default as strict ASCII.
func (r SplitResult) Encode(opt CodecOptions) (SplitResultBytes, error) {
	t := r.Tuple()
	var out [5][]byte
	if err := opt.encode(out[:], t[:], splitComponents[:]); err != nil {
		return SplitResultBytes{}, err
	}
	return MakeSplitResultBytes(out), nil
}

// Encode is encode(encoding, errors): the same result with each component
// encoded, by default as strict ASCII.
func (r ParseResult) Encode(opt CodecOptions) (ParseResultBytes, error) {
	t := r.Tuple()
	var out [6][]byte
	if err := opt.encode(out[:], t[:], parseComponents[:]); err != nil {
		return ParseResultBytes{}, err
	}
	return MakeParseResultBytes(out), nil
}

// Encode is encode(encoding, errors): the same result with each component
// encoded, by default as strict ASCII.
func (r DefragResult) Encode(opt CodecOptions) (DefragResultBytes, error) {
	t := r.Tuple()
	var out [2][]byte
	if err := opt.encode(out[:], t[:], defragComponents[:]); err != nil {
		return DefragResultBytes{}, err
	}
	return MakeDefragResultBytes(out), nil
}

// Decode is decode(encoding, errors): the same result with each component
// decoded, by default as strict ASCII.
func (r SplitResultBytes) Decode(opt CodecOptions) (SplitResult, error) {
	t := r.Tuple()
	var out [5]string
	if err := opt.decode(out[:], t[:], splitComponents[:]); err != nil {
		return SplitResult{}, err
	}
	return MakeSplitResult(out), nil
}

// Decode is decode(encoding, errors): the same result with each component
// decoded, by default as strict ASCII.
func (r ParseResultBytes) Decode(opt CodecOptions) (ParseResult, error) {
	t := r.Tuple()
	var out [6]string
	if err := opt.decode(out[:], t[:], parseComponents[:]); err != nil {
		return ParseResult{}, err
	}
	return MakeParseResult(out), nil
}

// Decode is decode(encoding, errors): the same result with each component
// decoded, by default as strict ASCII.
func (r DefragResultBytes) Decode(opt CodecOptions) (DefragResult, error) {
	t := r.Tuple()
	var out [2]string
	if err := opt.decode(out[:], t[:], defragComponents[:]); err != nil {
		return DefragResult{}, err
	}
	return MakeDefragResult(out), nil
}

// encode encodes each of in into out. The names say what each is.
func (opt *CodecOptions) encode(out [][]byte, in []string, names []urlerr.Component) error {
	text := opt.Python.text()
	for i, s := range in {
		b, err := text.AppendEncode([]byte{}, s, or(opt.Encoding, "ascii"), or(opt.Errors, "strict"))
		if err != nil {
			return encodeError(err, s).inPart(names[i])
		}
		out[i] = b
	}
	return nil
}

// decode decodes each of in into out. The names say what each is.
func (opt *CodecOptions) decode(out []string, in [][]byte, names []urlerr.Component) error {
	text := opt.Python.text()
	for i, b := range in {
		s, err := text.AppendDecode(nil, b, or(opt.Encoding, "ascii"), or(opt.Errors, "strict"))
		if err != nil {
			return decodeError(err, string(b)).inPart(names[i])
		}
		out[i] = string(s)
	}
	return nil
}
