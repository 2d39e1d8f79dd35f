package urllib

import (
	"iter"
	"math/bits"
	"strings"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A Pair is a name and a value of a query.
type Pair[T string | []byte] struct{ Name, Value T }

// ParseQSL is parse_qsl(qs): it returns the names and values of a query in order. It decodes "+" and percent-encodings,
// and omits fields with an empty value or without "="; see [QueryOptions].
func ParseQSL(qs string) []Pair[string] {
	pairs := make([]Pair[string], 0, countPairs(qs))
	for name, value := range decodedPairs(qs) {
		pairs = append(pairs, Pair[string]{name, value})
	}
	return pairs
}

// decodedPairs yields the pairs that ParseQSL returns.
func decodedPairs(qs string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for at := 0; at < len(qs); {
			f := cutField(qs, at)
			if f.end > f.equal+1 && !yield(f.unquoted(qs)) { // it has a value
				return
			}
			at = f.end + 1
		}
	}
}

// ParseQS is parse_qs(qs). It is like ParseQSL, but collects the values of each name in a list.
func ParseQS(qs string) (d Dict[string]) {
	d.entries = make([]entry, 0, countPairs(qs))
	for name, value := range decodedPairs(qs) {
		d.add(str.Canonical(name), value)
	}
	return d
}

type field struct {
	start int
	equal int  // offset of its first "=", or the length of the query
	end   int  // offset of the "&" after the field, or the length of the query
	coded bool // the field contains "%" or "+"
}

func (f field) unquoted(qs string) (name, value string) {
	name, value = qs[f.start:f.equal], qs[f.equal+1:f.end]
	if f.coded {
		name, value = UnquotePlus(name), UnquotePlus(value)
	}
	return name, value
}

// cutField returns the first non-empty field of qs at offset start or later. If there is none, it returns an empty
// field at the end of qs. BenchmarkQuery measures it.
func cutField(qs string, start int) field {
	for start < len(qs) && qs[start] == '&' {
		start++
	}
	equal := len(qs)
	coded := uint64(0)
	wanted := uint64(ascii.Highs) // mask: 0 after the first "="
	for i := start; i < len(qs); i += 8 {
		x := ascii.Load8Padded(qs, i)
		ends := ascii.EqualEach8(x, '&')
		before := ends&-ends - 1 // all bytes before the first "&"
		coded |= (ascii.Equal8(x, '%') | ascii.Equal8(x, '+')) & before
		if equals := ascii.EqualEach8(x, '=') & before & wanted; equals != 0 {
			equal, wanted = i+bits.TrailingZeros64(equals)/8, 0
		}
		if ends != 0 {
			end := i + bits.TrailingZeros64(ends)/8
			return field{start, equal, end, coded != 0}
		}
	}
	return field{start, equal, len(qs), coded != 0}
}

// countPairs returns the capacity to allocate for the pairs of qs. It is not less than the number of pairs. It does not
// count fields without a value, because each counted field takes the memory of a Pair.
func countPairs(qs string) int {
	return min(strings.Count(qs, "&")+1, strings.Count(qs, "=")-strings.Count(qs, "=&"))
}

// ParseQSL is parse_qsl with all its parameters.
//
// For bytes, names and values are octets since 3.13, 3.12.3 and 3.11.9. Earlier releases decode percent-encodings to
// text and reject text that is not ASCII.
func (py Interpreter[T]) ParseQSL(qs T, opt QueryOptions) ([]Pair[T], error) {
	f, err := py.fieldsOf(qs, opt)
	if err != nil {
		return nil, err
	}
	pairs := make([]Pair[T], 0, f.count())
	for pair, err := range f.pairs() {
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// ParseQS is parse_qs with all its parameters. See [Interpreter.ParseQSL].
func (py Interpreter[T]) ParseQS(qs T, opt QueryOptions) (Dict[T], error) {
	f, err := py.fieldsOf(qs, opt)
	if err != nil {
		return Dict[T]{}, err
	}
	d := Dict[T]{version: py.Version}
	d.entries = make([]entry, 0, f.count())
	for pair, err := range f.pairs() {
		if err != nil {
			return Dict[T]{}, err
		}
		d.add(keyOf(pair.Name), string(pair.Value))
	}
	return d, nil
}

// ParsePairs yields the pairs that ParseQSL returns. If there is an error, it yields the pairs before the error, and
// then a zero Pair with the error.
func (py Interpreter[T]) ParsePairs(qs T, opt QueryOptions) iter.Seq2[Pair[T], error] {
	return func(yield func(Pair[T], error) bool) {
		f, err := py.fieldsOf(qs, opt)
		if err != nil {
			yield(Pair[T]{}, err)
			return
		}
		f.pairs()(yield)
	}
}

// pairs yields the pairs of the fields up to the first error, and then the error.
func (f fieldReader[T]) pairs() iter.Seq2[Pair[T], error] {
	return func(yield func(Pair[T], error) bool) {
		for {
			start, name, value, ok, err := f.next()
			if ok {
				name, value, err = f.unquoted(start, name, value)
			}
			if err != nil {
				yield(Pair[T]{}, err)
				return
			}
			if !ok || !yield(Pair[T]{T(name), T(value)}, nil) {
				return
			}
		}
	}
}

type queryMode uint8

const (
	textQuery  queryMode = iota
	octetQuery           // bytes stay octets
	asciiQuery           // bytes are unquoted as text, and the result must be ASCII
)

func (py *Interpreter[T]) fieldsOf(qs T, opt QueryOptions) (fieldReader[T], error) {
	in := py.interpreter()
	f := fieldReader[T]{
		whole: string(qs), separator: or(opt.Separator, "&"), keepBlank: opt.KeepBlankValues, strict: opt.StrictParsing,
		py: py, codec: CodecOptions{opt.Encoding, opt.Errors},
	}
	if isBytes[T]() {
		f.mode = octetQuery
		if !in.has(bytesQuery) {
			f.mode = asciiQuery
			if err := checkASCII(f.whole); err != nil {
				return f, err.inPart(urlerr.Query)
			}
		} else if opt.Separator != nil && (len(qs) > 0 || in.has(separatorFirst)) {
			if _, err := py.EncodeText(*opt.Separator, "ascii", "strict"); err != nil {
				return f, err
			}
		}
	}
	if len(qs) == 0 && in.has(emptyQuery) {
		f.at = -1
	}
	if f.separator == "" {
		return f, valueError(ruleSeparator, "Separator must be of type string or bytes.", "", -1, urlerr.Query)
	}
	if !utf8.ValidString(f.separator) {
		// A separator that is not valid UTF-8 would match bytes inside characters.
		f.separator = str.Canonical(f.separator)
		f.whole = str.Canonical(f.whole)
	}
	if opt.MaxNumFields != nil && !(len(qs) == 0 && in.has(bytesQuery)) {
		count := 0
		if f.at >= 0 {
			count = 1 + strings.Count(f.whole, f.separator)
		}
		if *opt.MaxNumFields < count {
			at := f.offsetOf(*opt.MaxNumFields)
			err := valueError(ruleMaxFields, "Max number of fields exceeded", f.whole, at, urlerr.Query)
			return f, err.inPart(urlerr.Query)
		}
	}
	return f, nil
}

type fieldReader[T string | []byte] struct {
	whole     string
	at        int // offset of the next field, or -1 after the last one
	separator string
	keepBlank bool
	strict    bool
	mode      queryMode
	py        *Interpreter[T]
	codec     CodecOptions
}

// unquoted returns the unquoted name and value of the field at the given offset.
func (f *fieldReader[T]) unquoted(start int, quotedName, quotedValue string) (name, value string, err error) {
	if name, err = f.unquote(quotedName); err != nil {
		return "", "", f.inQuery(err, start)
	}
	if value, err = f.unquote(quotedValue); err != nil {
		return "", "", f.inQuery(err, start+len(quotedName)+len("="))
	}
	return name, value, nil
}

func (f *fieldReader[T]) unquote(s string) (string, error) {
	if f.mode == octetQuery {
		out, _ := percent.DecodeString(s, true)
		return out, nil
	}
	text, err := f.py.unquotePlus(s, f.codec)
	if err != nil || f.mode == textQuery {
		return text, err
	}
	out, err := f.py.text().AppendEncode(nil, text, "ascii", "strict")
	if err != nil {
		return "", fromException(err, s, 0, func(int) int { return 0 })
	}
	return string(out), nil
}

// next returns the next field that counts: its offset, and its name and value as written.
func (f *fieldReader[T]) next() (start int, name, value string, ok bool, err error) {
	for f.at >= 0 {
		start = f.at
		field, _, more := strings.Cut(f.whole[start:], f.separator)
		if f.at = -1; more {
			f.at = start + len(field) + len(f.separator)
		}
		if field == "" && !f.strict {
			continue
		}
		name, value, found := strings.Cut(field, "=")
		if !found && f.strict {
			text := appendRepr([]byte("bad query field: "), field, f.mode == octetQuery, f.py.Version)
			return 0, "", "", false, valueError(ruleField, string(text), f.whole, start, urlerr.Query).inPart(urlerr.Query)
		}
		if value != "" || f.keepBlank {
			return start, name, value, true, nil
		}
	}
	return 0, "", "", false, nil
}

func (f fieldReader[T]) count() int {
	n := 0
	for {
		if _, _, _, ok, _ := f.next(); !ok {
			return n
		}
		n++
	}
}

// inQuery converts an error about a part of the query to an error about the whole query. The part begins at the given
// offset of the query.
func (f *fieldReader[T]) inQuery(err error, at int) error {
	e, ok := err.(*Error)
	if !ok || e.at.Rule == ruleLookup {
		return err
	}
	e.at.Input = f.whole
	e.at.Offset += at
	return e.inPart(urlerr.Query)
}

func (f *fieldReader[T]) offsetOf(n int) int {
	at := 0
	for ; n > 0; n-- {
		at += strings.Index(f.whole[at:], f.separator) + len(f.separator)
	}
	return at
}
