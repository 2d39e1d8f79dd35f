package urllib

import (
	"iter"

	"earl.example/internal/python/str"
	"earl.example/urlerr"
)

// A PairBytes is one name and value of a query given as bytes.
type PairBytes struct{ Name, Value []byte }

// ParseQSLBytes is parse_qsl(qs) of bytes: escapes are decoded to octets,
// and stay octets.
func ParseQSLBytes(qs []byte) []PairBytes {
	pairs, _ := standardPython.ParseQSLBytes(qs, QueryOptions{}) // never fails by default
	return pairs
}

// PairsBytes yields what ParseQSLBytes returns, pair by pair. It reads qs when
// the iteration begins.
func PairsBytes(qs []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		for pair := range standardPython.PairsBytes(qs, QueryOptions{}) { // never fails by default
			if !yield(pair.Name, pair.Value) {
				return
			}
		}
	}
}

// ParseQSBytes is parse_qs(qs) of bytes: ParseQSLBytes with the values of
// each name gathered.
func ParseQSBytes(qs []byte) DictBytes {
	d, _ := standardPython.ParseQSBytes(qs, QueryOptions{}) // never fails by default
	return d
}

// ParseQSLBytes is parse_qsl of bytes with all its parameters. Since 3.13,
// 3.12.3 and 3.11.9 names and values are octets, and Encoding and Errors
// count for nothing; before, escapes are decoded with them, and what is not
// ASCII then is an error.
func (py Python) ParseQSLBytes(qs []byte, opt QueryOptions) ([]PairBytes, error) {
	f, _, err := py.fieldsOfBytes(string(qs), opt)
	if err != nil {
		return nil, err
	}
	pairs := make([]PairBytes, 0, f.count(&py))
	for pair, err := range py.PairsBytes(qs, opt) {
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// ParseQSBytes is parse_qs of bytes with all its parameters.
func (py Python) ParseQSBytes(qs []byte, opt QueryOptions) (DictBytes, error) {
	f, _, err := py.fieldsOfBytes(string(qs), opt)
	if err != nil {
		return DictBytes{}, err
	}
	var d DictBytes
	d.d.entries = make([]entry[[]byte], 0, f.count(&py))
	for pair, err := range py.PairsBytes(qs, opt) {
		if err != nil {
			return DictBytes{}, err
		}
		d.d.add(string(pair.Name), pair.Value)
	}
	return d, nil
}

// PairsBytes yields what ParseQSLBytes returns, pair by pair. It reads qs when
// the iteration begins. An error is yielded last, with a zero PairBytes, when
// it is met: pairs before it have been yielded.
func (py Python) PairsBytes(qs []byte, opt QueryOptions) iter.Seq2[PairBytes, error] {
	return func(yield func(PairBytes, error) bool) {
		f, unquoted, err := py.fieldsOfBytes(string(qs), opt)
		for err == nil {
			var name, value string
			var ok bool
			if name, value, ok, err = f.next(&py); !ok {
				break
			}
			var pair PairBytes
			if pair.Name, err = unquoted(name); err != nil {
				err = f.inQuery(err, f.nameOffset(name, value))
				break
			}
			if pair.Value, err = unquoted(value); err != nil {
				err = f.inQuery(err, f.end()-len(value))
				break
			}
			if !yield(pair, nil) {
				return
			}
		}
		if err != nil {
			yield(PairBytes{}, err)
		}
	}
}

// fieldsOfBytes returns a reader of the fields of qs, and how the release
// unquotes names and values.
func (py *Python) fieldsOfBytes(qs string, opt QueryOptions) (f fieldReader, unquoted func(string) ([]byte, error), err error) {
	in := py.interpreter()
	octets := in.has(bytesQuery)
	if octets {
		unquoted = func(s string) ([]byte, error) { return octetsOf(s, true), nil }
		if opt.Separator != nil && (qs != "" || in.has(separatorFirst)) {
			err = py.checkSeparator(*opt.Separator)
		}
	} else {
		unquoted = func(s string) ([]byte, error) { return py.unquoteASCII(s, opt) }
		if bad := checkASCII(qs); bad != nil {
			err = bad.inPart(urlerr.Query)
		}
	}
	if err != nil {
		return fieldReader{}, nil, err
	}
	f, err = py.fields(qs, opt, octets)
	return f, unquoted, err
}

// unquoteASCII unquotes s as text, which must be ASCII then. The offset of an
// error is 0 if it is about the text, not the escapes.
func (py *Python) unquoteASCII(s string, opt QueryOptions) ([]byte, error) {
	text, err := py.unquotePlus(s, UnquoteOptions{opt.Encoding, opt.Errors})
	if err != nil {
		return nil, err
	}
	out, err := py.text().AppendEncode([]byte{}, text, "ascii", "strict")
	if err != nil {
		return nil, fromException(err, s, func(*str.UnicodeFault) int { return 0 })
	}
	return out, nil
}

// checkSeparator returns the error of a separator for bytes that is not ASCII.
func (py *Python) checkSeparator(separator string) error {
	if _, err := py.text().AppendEncode(nil, separator, "ascii", "strict"); err != nil {
		return encodeError(err, separator)
	}
	return nil
}
