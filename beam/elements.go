package earlbeam

import (
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// A Reading holds the result of parsing a URL in one dialect. It has the contents of an earl.Reading in a form that
// runners can send to other machines.
type Reading struct {
	Input   string // the URL, unchanged
	Dialect string // with its release, if the options name one
	Href    string // the URL that the dialect returns

	present uint16 // bit c is set if component c is not absent
	parts   [urlerr.Fragment + 1]string
	portErr string // JSON object of the error, if the dialect accepts the URL but rejects its port
}

// newReading returns a copy of r.
func newReading(input, dialect string, r *reading.Reading) Reading {
	v := Reading{Input: input, Dialect: dialect, Href: strings.Clone(r.Href())}
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			v.present |= 1 << c
			v.parts[c] = strings.Clone(value)
		}
	}
	if err := r.PortErr(); err != nil {
		v.portErr = string(appendError(nil, input, err))
	}
	return v
}

// Get returns component c. ok is false if c is absent.
func (r *Reading) Get(c urlerr.Component) (value string, ok bool) {
	if c > urlerr.Fragment || r.present>>c&1 == 0 {
		return "", false
	}
	return r.parts[c], true
}

// MarshalJSON returns the same object as the command earl parse --json.
func (r Reading) MarshalJSON() ([]byte, error) {
	b := appendMember([]byte{'{'}, "input", r.Input)
	b = appendMember(b, "dialect", r.Dialect)
	b = append(b, `,"ok":true`...)
	b = appendMember(b, "href", r.Href)
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			b = appendMember(b, c.String(), value)
		} else {
			b = append(b, `,"`+c.String()+`":null`...)
		}
	}
	if r.portErr != "" {
		b = append(append(b, `,"error":`...), r.portErr...)
	}
	return append(b, '}'), nil
}

// A Finding is a risk of a URL. It has the contents of an audit.Finding, and the URL, in a form that runners can send
// to other machines.
type Finding struct {
	Input     string // the URL
	ID        string // ID of one of the kinds that audit.Kinds returns
	Severity  string
	Start     int // span in Input
	End       int
	Message   string // a sentence for people, without passwords
	Reference string // the URL of a publication about findings with this ID
	Safe      string // as audit.Finding.Safe
}

// MarshalJSON returns the same object as the command earl audit --json writes for the finding, with an additional first
// member "input".
func (f Finding) MarshalJSON() ([]byte, error) {
	b := appendMember([]byte{'{'}, "input", f.Input)
	b = appendMember(b, "id", f.ID)
	b = appendMember(b, "severity", f.Severity)
	b = strconv.AppendInt(append(b, `,"start":`...), int64(f.Start), 10)
	b = strconv.AppendInt(append(b, `,"end":`...), int64(f.End), 10)
	b = appendMember(b, "message", f.Message)
	b = appendMember(b, "reference", f.Reference)
	return append(appendOrNull(b, "safe", f.Safe), '}'), nil
}

// failureLine returns the same JSON object as the command earl for a failed record. The dialect may be empty.
func failureLine(dialect, input string, err error) string {
	b := appendMember([]byte{'{'}, "input", input)
	if dialect != "" {
		b = appendMember(b, "dialect", dialect)
	}
	b = append(b, `,"ok":false,"error":`...)
	return string(append(appendError(b, input, err), '}'))
}

// appendError appends the JSON object of an error. The offset is null if the error is in a text other than input, such
// as a base.
func appendError(b []byte, input string, err error) []byte {
	kind, component, rule, message, offset := "bad record", "", "", err.Error(), -1
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		kind, component, rule = e.Rule.Kind.String(), e.Component.String(), e.Rule.Name
		if strings.HasPrefix(input, e.Input) && e.Rule.Kind != urlerr.UnknownName {
			offset = e.Offset
		}
	}
	if e, ok := errors.AsType[*urllib.Error](err); ok {
		message = e.Text
	}
	b = appendMember(append(b, '{'), "kind", kind)
	b = appendOrNull(b, "component", component)
	if offset < 0 {
		b = append(b, `,"offset":null`...)
	} else {
		b = strconv.AppendInt(append(b, `,"offset":`...), int64(offset), 10)
	}
	return append(appendMember(appendOrNull(b, "rule", rule), "message", message), '}')
}

// appendMember appends a member of an object. It escapes bytes that are not UTF-8 in the same way as the command earl.
func appendMember(b []byte, name, value string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return jsontext.AppendQuote(append(jsontext.AppendQuote(b, name), ':'), value)
}

// appendOrNull is like appendMember, but writes null if value is empty.
func appendOrNull(b []byte, name, value string) []byte {
	if value == "" {
		return append(b, `,"`+name+`":null`...)
	}
	return appendMember(b, name, value)
}

// The coders of Reading and Finding do not change strings. The coders of the SDK for structs cannot be used: runners
// know their format and replace bytes that are not UTF-8. The encoding of a value has its numbers, followed by its
// strings. The length of each string precedes the string.

func encodeReading(r Reading) []byte {
	b := binary.AppendUvarint(nil, uint64(r.present))
	return appendStrings(b, append([]string{r.Input, r.Dialect, r.Href, r.portErr}, r.parts[:]...))
}

func decodeReading(b []byte) (r Reading, err error) {
	d := decoder{rest: string(b)}
	r.present = uint16(d.uvarint())
	for _, s := range []*string{&r.Input, &r.Dialect, &r.Href, &r.portErr} {
		*s = d.string()
	}
	for i := range r.parts {
		r.parts[i] = d.string()
	}
	return r, d.err
}

func encodeFinding(f Finding) []byte {
	b := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(f.Start)), uint64(f.End))
	return appendStrings(b, []string{f.Input, f.ID, f.Severity, f.Message, f.Reference, f.Safe})
}

func decodeFinding(b []byte) (f Finding, err error) {
	d := decoder{rest: string(b)}
	f.Start, f.End = int(d.uvarint()), int(d.uvarint())
	for _, s := range []*string{&f.Input, &f.ID, &f.Severity, &f.Message, &f.Reference, &f.Safe} {
		*s = d.string()
	}
	return f, d.err
}

func appendStrings(b []byte, list []string) []byte {
	for _, s := range list {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return slices.Clip(b)
}

// A decoder decodes numbers and strings. After the first error, it decodes every value as zero or empty.
type decoder struct {
	rest string
	err  error
}

func (d *decoder) uvarint() uint64 {
	value, n := binary.Uvarint([]byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)]))
	if n <= 0 {
		d.rest, d.err = "", errors.New("earlbeam: an element ends too early")
		return 0
	}
	d.rest = d.rest[n:]
	return value
}

func (d *decoder) string() string {
	n := d.uvarint()
	if n > uint64(len(d.rest)) {
		d.rest, d.err = "", errors.New("earlbeam: an element ends too early")
		return ""
	}
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}
