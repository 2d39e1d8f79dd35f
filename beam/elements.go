package earlbeam

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"earl.example"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urlerr"
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

func newReading(input, dialect string, r *reading.Reading) Reading {
	v := Reading{Input: input, Dialect: dialect, Href: strings.Clone(r.Href())}
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			v.present |= 1 << c
			v.parts[c] = strings.Clone(value)
		}
	}
	if err := r.PortErr(); err != nil {
		o := jsontext.Writer{Secrets: true} // as the inputs have passwords
		show.Error(&o, err, -1, input)
		v.portErr = string(o.Text)
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

// MarshalJSON returns the same object as the command earl parse --json. An unknown Dialect is an error.
func (r Reading) MarshalJSON() ([]byte, error) {
	d, err := earl.ParseDialect(r.Dialect)
	if err != nil {
		return nil, err
	}
	o := jsontext.Writer{Secrets: true} // as the inputs have passwords
	o.Object("")
	o.Input("input", r.Input)
	show.Dialect(&o, d)
	o.Bool("ok", true)
	o.String("href", r.Href)
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			o.String(c.String(), value)
		} else {
			o.Null(c.String())
		}
	}
	if r.portErr != "" {
		o.Raw("error", r.portErr)
	}
	o.Close()
	return o.Text, nil
}

// A Finding is a risk of a URL. It has the contents of an audit.Finding, and the URL, in a form that runners can send
// to other machines.
type Finding struct {
	Input    string // the URL
	ID       string // ID of one of the kinds that audit.Kinds returns
	Severity string
	Start    int // span in Input
	End      int
	Message  string // a sentence for people, without passwords
	Address  string // the URL of a publication about findings with this ID
	Instead  string // as audit.Finding.Safe
}

// MarshalJSON returns the same object as the command earl audit --json writes for the finding, with an additional first
// member "input".
func (f Finding) MarshalJSON() ([]byte, error) {
	o := jsontext.Writer{Secrets: true} // as the inputs have passwords
	o.Object("")
	o.Input("input", f.Input)
	o.String("id", f.ID)
	o.String("severity", f.Severity)
	o.Int("start", int64(f.Start))
	o.Int("end", int64(f.End))
	o.String("message", f.Message)
	o.String("address", f.Address)
	o.OrNull("instead", f.Instead)
	o.Close()
	return o.Text, nil
}

// failureLine returns the same JSON object as the command earl for a failed record. The dialect may be empty.
func failureLine(dialect, input string, err error) string {
	o := jsontext.Writer{Secrets: true} // as the inputs have passwords
	o.Object("")
	o.Input("input", input)
	if dialect != "" {
		show.Dialect(&o, earl.MustParseDialect(dialect))
	}
	o.Bool("ok", false)
	show.Error(&o, err, -1, input)
	o.Close()
	return string(o.Text)
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
	return appendStrings(b, []string{f.Input, f.ID, f.Severity, f.Message, f.Address, f.Instead})
}

func decodeFinding(b []byte) (f Finding, err error) {
	d := decoder{rest: string(b)}
	f.Start, f.End = int(d.uvarint()), int(d.uvarint())
	for _, s := range []*string{&f.Input, &f.ID, &f.Severity, &f.Message, &f.Address, &f.Instead} {
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
