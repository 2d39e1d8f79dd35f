package urllib

// A PairBytes is one name and value of a query given as bytes.
type PairBytes struct{ Name, Value []byte }

// ParseQSLBytes is parse_qsl(qs) of bytes: escapes are decoded to octets,
// and stay octets.
func ParseQSLBytes(qs []byte) []PairBytes {
	pairs, _ := standardPython.ParseQSLBytes(qs, QueryOptions{}) // never fails by default
	return pairs
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
	if py.interpreter().has(bytesQuery) {
		return py.parseOctets(string(qs), opt)
	}
	if err := checkASCII(string(qs)); err != nil {
		return nil, err
	}
	return py.parseText(string(qs), opt)
}

// parseText is parse_qsl of bytes that are decoded and encoded again.
func (py *Python) parseText(qs string, opt QueryOptions) ([]PairBytes, error) {
	codec := UnquoteOptions{opt.Encoding, opt.Errors}
	strict := CodecOptions{Python: *py}
	unquoted := func(s string) ([]byte, error) {
		s, err := py.unquotePlus(s, codec)
		if err != nil {
			return nil, err
		}
		var out [1][]byte
		err = strict.encode(out[:], []string{s})
		return out[0], err
	}
	return py.collect(qs, opt, false, unquoted)
}

// parseOctets is parse_qsl of bytes that stay bytes.
func (py *Python) parseOctets(qs string, opt QueryOptions) ([]PairBytes, error) {
	if opt.Separator != nil && (qs != "" || py.interpreter().has(separatorFirst)) {
		ascii := CodecOptions{Python: *py}
		if err := ascii.encode(make([][]byte, 1), []string{*opt.Separator}); err != nil {
			return nil, err
		}
	}
	return py.collect(qs, opt, true, func(s string) ([]byte, error) {
		return octetsOf(s, true), nil
	})
}

// collect gathers the pairs of qs, names and values as unquoted makes them.
func (py *Python) collect(qs string, opt QueryOptions, octets bool, unquoted func(string) ([]byte, error)) ([]PairBytes, error) {
	f, err := py.fields(qs, opt, octets)
	if err != nil {
		return nil, err
	}
	var pairs []PairBytes
	for {
		name, value, ok, err := f.next(py)
		if err != nil {
			return nil, err
		}
		if !ok {
			return pairs, nil
		}
		var pair PairBytes
		if pair.Name, err = unquoted(name); err != nil {
			return nil, err
		}
		if pair.Value, err = unquoted(value); err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
}

// ParseQSBytes is parse_qs of bytes with all its parameters.
func (py Python) ParseQSBytes(qs []byte, opt QueryOptions) (DictBytes, error) {
	pairs, err := py.ParseQSLBytes(qs, opt)
	if err != nil {
		return DictBytes{}, err
	}
	var d DictBytes
	for _, pair := range pairs {
		d.add(string(pair.Name), pair.Value)
	}
	return d, nil
}
