package urllib

import (
	"iter"
	"math/bits"
	"strings"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A Pair is one name and value of a query.
type Pair struct{ Name, Value string }

// ParseQSL is parse_qsl(qs): the names and values of a query in order, with
// "+" read as a space and escapes decoded. Fields that have no "=" or nothing
// after it are left out; [QueryOptions] can ask for them.
func ParseQSL(qs string) []Pair {
	if f := cutField(qs, 0); f.end == len(qs) { // as mostly
		if !f.hasValue() {
			return []Pair{}
		}
		name, value := f.unquoted(qs)
		return []Pair{{name, value}}
	}
	pairs := make([]Pair, 0, countPairs(qs))
	for at := 0; at < len(qs); {
		f := cutField(qs, at)
		if f.hasValue() {
			name, value := f.unquoted(qs)
			pairs = append(pairs, Pair{name, value})
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
func ParseQS(qs string) (d Dict) {
	if f := cutField(qs, 0); f.end == len(qs) { // as mostly
		if f.hasValue() {
			name, value := f.unquoted(qs)
			d.d = dict[string]{entries: []entry[string]{{name: str.Canonical(name), value: value}}, names: 1}
		}
		return d
	}
	d.d.entries = make([]entry[string], 0, countPairs(qs))
	for at := 0; at < len(qs); {
		f := cutField(qs, at)
		if f.hasValue() {
			name, value := f.unquoted(qs)
			d.d.add(str.Canonical(name), value)
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
func (py Python) ParseQSL(qs string, opt QueryOptions) ([]Pair, error) {
	f, err := py.fields(qs, opt, false)
	if err != nil {
		return nil, err
	}
	pairs := make([]Pair, 0, f.count(&py))
	for pair, err := range py.Pairs(qs, opt) {
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// ParseQS is parse_qs with all its parameters.
func (py Python) ParseQS(qs string, opt QueryOptions) (d Dict, err error) {
	f, err := py.fields(qs, opt, false)
	if err != nil {
		return Dict{}, err
	}
	d.d.entries = make([]entry[string], 0, f.count(&py))
	for pair, err := range py.Pairs(qs, opt) {
		if err != nil {
			return Dict{}, err
		}
		d.d.add(str.Canonical(pair.Name), pair.Value)
	}
	return d, nil
}

// Pairs yields what ParseQSL returns, pair by pair. An error is yielded last,
// with a zero Pair, when it is met: pairs before it have been yielded.
func (py Python) Pairs(qs string, opt QueryOptions) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		f, err := py.fields(qs, opt, false)
		if err != nil {
			yield(Pair{}, err)
			return
		}
		codec := UnquoteOptions{opt.Encoding, opt.Errors}
		for {
			name, value, ok, err := f.next(&py)
			if !ok && err == nil {
				return
			}
			var pair Pair
			if err == nil {
				pair, err = py.unquotePair(&f, name, value, codec)
			}
			if err != nil {
				yield(Pair{}, err)
				return
			}
			if !yield(pair, nil) {
				return
			}
		}
	}
}

// unquotePair unquotes the name and the value that f has read last.
func (py *Python) unquotePair(f *fieldReader, name, value string, codec UnquoteOptions) (pair Pair, err error) {
	if pair.Name, err = py.unquotePlus(name, codec); err != nil {
		return Pair{}, f.inQuery(err, f.nameOffset(name, value))
	}
	if pair.Value, err = py.unquotePlus(value, codec); err != nil {
		return Pair{}, f.inQuery(err, f.end()-len(value))
	}
	return pair, nil
}

// fields checks the options and returns a reader of the fields of qs, which
// stand as bytes if octets is set.
func (py *Python) fields(qs string, opt QueryOptions, octets bool) (fieldReader, error) {
	in := py.interpreter()
	f := fieldReader{
		rest: qs, separator: or(opt.Separator, "&"), whole: qs,
		keepBlank: opt.KeepBlankValues, strict: opt.StrictParsing, octets: octets,
		more: qs != "" || !in.has(emptyQuery),
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
			return f, valueError(ruleMaxFields, "Max number of fields exceeded", f.whole, f.offsetOf(*opt.MaxNumFields), urlerr.Query).inPart(urlerr.Query)
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
	octets    bool // the query was given as bytes
}

// next returns the next name and value, as they stand. It reports false after
// the last one, and with an error.
func (f *fieldReader) next(py *Python) (name, value string, ok bool, err error) {
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
			return "", "", false, f.badField(py, field)
		}
		if value != "" || f.keepBlank {
			return name, value, true, nil
		}
	}
	return "", "", false, nil
}

// count returns how many pairs f has still to return.
func (f fieldReader) count(py *Python) int {
	n := 0
	for {
		if _, _, ok, _ := f.next(py); !ok {
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
func (f *fieldReader) badField(py *Python, field string) error {
	var repr []byte
	if f.octets {
		repr = str.AppendBytesRepr(nil, []byte(field))
	} else {
		repr = str.AppendRepr(nil, field, py.Version.release())
	}
	return valueError(ruleField, "bad query field: "+string(repr), f.whole, f.end()-len(field), urlerr.Query).inPart(urlerr.Query)
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
