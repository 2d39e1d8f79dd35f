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

// ParseQSL is parse_qsl(qs): the names and values of a query in order, with
// "+" read as a space and escapes decoded. Fields that have no "=" or nothing
// after it are left out; [QueryOptions] can ask for them.
func ParseQSL(qs string) []Pair[string] {
	if f := cutField(qs, 0); f.end == len(qs) { // as mostly
		if !f.hasValue() {
			return []Pair[string]{}
		}
		name, value := f.unquoted(qs)
		return []Pair[string]{{name, value}}
	}
	pairs := make([]Pair[string], 0, countPairs(qs))
	for at := 0; at < len(qs); {
		f := cutField(qs, at)
		if f.hasValue() {
			name, value := f.unquoted(qs)
			pairs = append(pairs, Pair[string]{name, value})
		}
		at = f.end + 1
	}
	return pairs
}

// Pairs yields what ParseQSL returns, pair by pair.
func Pairs(qs string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for at := 0; at < len(qs); {
			f := cutField(qs, at)
			if f.hasValue() && !yield(f.unquoted(qs)) {
				return
			}
			at = f.end + 1
		}
	}
}

// ParseQS is parse_qs(qs): ParseQSL with the values of each name gathered.
func ParseQS(qs string) (d Dict[string]) {
	if f := cutField(qs, 0); f.end == len(qs) { // as mostly
		if f.hasValue() {
			name, value := f.unquoted(qs)
			d.dict = dict{entries: []entry{{name: str.Canonical(name), value: value}}, names: 1}
		}
		return d
	}
	d.entries = make([]entry, 0, countPairs(qs))
	for at := 0; at < len(qs); {
		f := cutField(qs, at)
		if f.hasValue() {
			name, value := f.unquoted(qs)
			d.add(str.Canonical(name), value)
		}
		at = f.end + 1
	}
	return d
}

// A field is where a field of a query is.
type field struct {
	start int
	equal int  // where its first "=" is, or else the end of the query
	end   int  // where the "&" after it is, or the query ends
	coded bool // there is a "%" or "+" in it
}

// hasValue reports whether anything follows the "=".
func (f field) hasValue() bool { return f.end > f.equal+1 }

// unquoted returns the name and value of f, which has one.
func (f field) unquoted(qs string) (name, value string) {
	name, value = qs[f.start:f.equal], qs[f.equal+1:f.end]
	if f.coded {
		name, value = UnquotePlus(name), UnquotePlus(value)
	}
	return name, value
}

// cutField returns the next field from offset start of qs on that is not empty,
// or the end of qs. BenchmarkQuery measures it.
func cutField(qs string, start int) field {
	for start < len(qs) && qs[start] == '&' {
		start++
	}
	equal := len(qs)
	coded := uint64(0)
	wanted := ^uint64(0) // the marks of "=" that count
	for i := start; i < len(qs); i += 8 {
		var x uint64
		if i+8 <= len(qs) {
			x = ascii.Load8(qs, i)
		} else {
			x = ascii.Load8Padded(qs, i)
		}
		ends := ascii.EqualEach8(x, '&')
		before := ends&-ends - 1 // all before the first of them
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

// fewPairs is up to which number the fields of a query are taken for pairs.
const fewPairs = 16

// countPairs returns for how many pairs of qs to make room. Many fields may
// all be empty, and a pair takes much more room than that.
func countPairs(qs string) int {
	n := strings.Count(qs, "&")
	if n < fewPairs {
		return n + 1
	}
	return countValues(qs)
}

// countValues returns how many fields of qs have something behind their "=". Any
// "=" with something behind it will do, as the first one then has, too.
func countValues(qs string) int {
	n := 0
	before, open := uint64(0), uint64(0) // of the last byte an "=", and of the field a value
	for i := 0; i < len(qs); i += 8 {
		x := ascii.Load8Padded(qs, i)
		ends, equals := ascii.EqualEach8(x, '&'), ascii.EqualEach8(x, '=')
		values := (equals<<8 | before) &^ ends
		before = equals >> 56
		if past := i + 8 - len(qs); past > 0 {
			values &= 1<<(64-8*uint(past)) - 1
		}
		if values|open == 0 {
			continue
		}
		for ; ends != 0; ends &= ends - 1 {
			field := ends&-ends - 1
			if values&field|open != 0 {
				n++
			}
			values, open = values&^field, 0
		}
		open |= values
	}
	if open != 0 {
		n++
	}
	return n
}

// ParseQSL is parse_qsl with all its parameters.
//
// Of bytes, names and values are octets since 3.13, 3.12.3 and 3.11.9, and Encoding and Errors have no effect. Before,
// escapes are decoded, and text that is not ASCII then is an error.
func (py Interpreter[T]) ParseQSL(qs T, opt QueryOptions) ([]Pair[T], error) {
	p := python(py)
	f, err := fieldsOf(&p, qs, opt)
	if err != nil {
		return nil, err
	}
	pairs := make([]Pair[T], 0, f.count())
	for {
		name, value, ok, err := f.nextUnquoted()
		if err != nil {
			return nil, err
		}
		if !ok {
			return pairs, nil
		}
		pairs = append(pairs, Pair[T]{T(name), T(value)})
	}
}

// ParseQS is parse_qs with all its parameters. See [Interpreter.ParseQSL].
func (py Interpreter[T]) ParseQS(qs T, opt QueryOptions) (Dict[T], error) {
	p := python(py)
	f, err := fieldsOf(&p, qs, opt)
	if err != nil {
		return Dict[T]{}, err
	}
	d := Dict[T]{version: py.Version}
	d.entries = make([]entry, 0, f.count())
	for {
		name, value, ok, err := f.nextUnquoted()
		if err != nil {
			return Dict[T]{}, err
		}
		if !ok {
			return d, nil
		}
		d.add(keyOf(T(name)), value)
	}
}

// Pairs returns an iterator over the pairs that ParseQSL returns. The iterator reads qs when it begins. An error comes
// last, with a zero Pair, after the pairs before it.
func (py Interpreter[T]) Pairs(qs T, opt QueryOptions) iter.Seq2[Pair[T], error] {
	return func(yield func(Pair[T], error) bool) {
		p := python(py)
		f, err := fieldsOf(&p, qs, opt)
		for err == nil {
			var name, value string
			var ok bool
			if name, value, ok, err = f.nextUnquoted(); !ok {
				break
			}
			if !yield(Pair[T]{T(name), T(value)}, nil) {
				return
			}
		}
		if err != nil {
			yield(Pair[T]{}, err)
		}
	}
}

// A queryMode is how names and values are unquoted.
type queryMode uint8

const (
	textQuery  queryMode = iota
	octetQuery           // bytes stay octets
	asciiQuery           // bytes are unquoted as text, which must be ASCII then
)

// fieldsOf checks the arguments and returns a reader of the fields of qs.
func fieldsOf[T string | []byte](py *python, qs T, opt QueryOptions) (fieldReader, error) {
	text := string(qs)
	mode := textQuery
	if isBytes[T]() {
		mode = octetQuery
		in := py.interpreter()
		if !in.has(bytesQuery) {
			mode = asciiQuery
			if err := checkASCII(text); err != nil {
				return fieldReader{}, err.inPart(urlerr.Query)
			}
		} else if opt.Separator != nil && (text != "" || in.has(separatorFirst)) {
			if err := py.checkSeparator(*opt.Separator); err != nil {
				return fieldReader{}, err
			}
		}
	}
	return py.fields(text, opt, mode)
}

// checkSeparator returns the error of a separator for bytes that is not ASCII.
func (py *python) checkSeparator(separator string) error {
	if _, err := py.text().AppendEncode(nil, separator, "ascii", "strict"); err != nil {
		return encodeError(err, separator)
	}
	return nil
}

// fields checks the options and returns a reader of the fields of qs.
func (py *python) fields(qs string, opt QueryOptions, mode queryMode) (fieldReader, error) {
	in := py.interpreter()
	f := fieldReader{
		rest: qs, separator: or(opt.Separator, "&"), whole: qs,
		keepBlank: opt.KeepBlankValues, strict: opt.StrictParsing, mode: mode,
		more: qs != "" || !in.has(emptyQuery), py: py, codec: UnquoteOptions{opt.Encoding, opt.Errors},
	}
	if f.separator == "" {
		return f, valueError(ruleSeparator, "Separator must be of type string or bytes.", "", -1, urlerr.Query)
	}
	if !utf8.ValidString(f.separator) {
		// Bytes that are no text would match inside characters.
		f.separator = str.Canonical(f.separator)
		f.rest = str.Canonical(f.rest)
		f.whole = f.rest
	}
	if opt.MaxNumFields != nil && !(qs == "" && in.has(bytesQuery)) {
		count := 0
		if f.more {
			count = 1 + strings.Count(f.rest, f.separator)
		}
		if *opt.MaxNumFields < count {
			at := f.offsetOf(*opt.MaxNumFields)
			err := valueError(ruleMaxFields, "Max number of fields exceeded", f.whole, at, urlerr.Query)
			return f, err.inPart(urlerr.Query)
		}
	}
	return f, nil
}

// A fieldReader cuts a query into fields.
type fieldReader struct {
	rest      string // not read yet
	separator string
	whole     string
	more      bool // there is another field, perhaps empty
	keepBlank bool
	strict    bool
	mode      queryMode
	py        *python
	codec     UnquoteOptions
}

// nextUnquoted is next with escapes decoded.
func (f *fieldReader) nextUnquoted() (name, value string, ok bool, err error) {
	quotedName, quotedValue, ok, err := f.next()
	if !ok {
		return "", "", false, err
	}
	if name, err = f.unquote(quotedName); err != nil {
		return "", "", false, f.inQuery(err, f.nameOffset(quotedName, quotedValue))
	}
	if value, err = f.unquote(quotedValue); err != nil {
		return "", "", false, f.inQuery(err, f.end()-len(quotedValue))
	}
	return name, value, true, nil
}

// unquote returns a name or value unquoted.
func (f *fieldReader) unquote(s string) (string, error) {
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
		return "", fromException(err, s, func(*str.UnicodeFault) int { return 0 })
	}
	return string(out), nil
}

// next returns the next name and value, as they stand. It reports false after
// the last one, and with an error.
func (f *fieldReader) next() (name, value string, ok bool, err error) {
	for f.more {
		field := f.rest
		if end := index(field, f.separator); end >= 0 {
			field, f.rest = field[:end], field[end+len(f.separator):]
		} else {
			f.rest, f.more = "", false
		}
		if field == "" && !f.strict {
			continue
		}
		name, value, found := strings.Cut(field, "=")
		if !found && f.strict {
			return "", "", false, f.badField(field)
		}
		if value != "" || f.keepBlank {
			return name, value, true, nil
		}
	}
	return "", "", false, nil
}

// count returns how many pairs f has still to return.
func (f fieldReader) count() int {
	n := 0
	for {
		if _, _, ok, _ := f.next(); !ok {
			return n
		}
		n++
	}
}

// index is strings.Index, quicker for the usual separator.
func index(s, separator string) int {
	if len(separator) == 1 {
		return strings.IndexByte(s, separator[0])
	}
	return strings.Index(s, separator)
}

// badField is the error of a field, the last that next took, without "=".
func (f *fieldReader) badField(field string) error {
	var repr []byte
	if f.mode == octetQuery {
		repr = str.AppendBytesRepr(nil, []byte(field))
	} else {
		repr = str.AppendRepr(nil, field, f.py.Version.release())
	}
	err := valueError(ruleField, "bad query field: "+string(repr), f.whole, f.end()-len(field), urlerr.Query)
	return err.inPart(urlerr.Query)
}

// end returns where the field ends that next took last.
func (f *fieldReader) end() int {
	end := len(f.whole) - len(f.rest)
	if f.more {
		end -= len(f.separator)
	}
	return end
}

// nameOffset returns where the name begins that next returned last, with
// value.
func (f *fieldReader) nameOffset(name, value string) int {
	at := f.end() - len(value)
	if at > 0 && f.whole[at-1] == '=' {
		at--
	}
	return at - len(name)
}

// inQuery turns an error about a part that begins at offset at of the query
// into one about the query.
func (f *fieldReader) inQuery(err error, at int) error {
	e, ok := err.(*Error)
	if !ok || e.at.Rule == ruleLookup {
		return err
	}
	e.at.Input = f.whole
	e.at.Offset += at
	return e.inPart(urlerr.Query)
}

// offsetOf returns where field number n begins, counting from 0.
func (f *fieldReader) offsetOf(n int) int {
	at := 0
	for ; n > 0; n-- {
		at += index(f.rest[at:], f.separator) + len(f.separator)
	}
	return at
}
