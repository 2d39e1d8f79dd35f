package earlbeam

import (
	"slices"
	"strconv"
	"strings"

	"earl.example"
	"earl.example/beam/internal/files"
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

	parts   [urlerr.Fragment + 1]*string // nil if the component is absent
	portErr string                       // JSON object of the error, if the dialect accepts the URL but rejects its port
}

func newReading(input, dialect string, r *reading.Reading) Reading {
	v := Reading{Input: input, Dialect: dialect, Href: strings.Clone(r.Href())}
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			value = strings.Clone(value)
			v.parts[c] = &value
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
	if c > urlerr.Fragment || r.parts[c] == nil {
		return "", false
	}
	return *r.parts[c], true
}

// Cells returns the names and the values of the columns of a table. The value of an absent component is nil.
func (r Reading) Cells() (names []string, values []*string) { return cells(r.members()[1:]) }

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
	write(&o, r.members()[3:])
	if r.portErr != "" {
		o.Raw("error", r.portErr)
	}
	o.Close()
	return o.Text, nil
}

func (r *Reading) members() []member {
	list := []member{{"error", &r.portErr}, {"input", &r.Input}, {"dialect", &r.Dialect}, {"href", &r.Href}}
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		list = append(list, member{c.String(), &r.parts[c]})
	}
	return list
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

// Cells returns the names and the values of the members of f, as in MarshalJSON. The value of an absent member is nil.
func (f Finding) Cells() (names []string, values []*string) { return cells(f.members()) }

// MarshalJSON returns the same object as the command earl audit --json writes for the finding, with an additional first
// member "input".
func (f Finding) MarshalJSON() ([]byte, error) { return object(f.members()), nil }

func (f *Finding) members() []member {
	return []member{
		{"input", &f.Input}, {"id", &f.ID}, {"severity", &f.Severity}, {"start", &f.Start}, {"end", &f.End},
		{"message", &f.Message}, {"address", &f.Address}, {"instead", &f.Instead},
	}
}

// A Link is a link in a document. It has the contents of a baseurl.Reference, with versions, in a form that runners can
// send to other machines.
type Link struct {
	Input    string // the text of the link, without escapes
	Href     string // the target: Input resolved against Base
	Page     string // the URL from which the document was retrieved, or "" if it is not known
	Document string // the URL or the file of the document
	Part     string // the part of a message, or the number of a record of a web archive

	Element, Attribute, Rel string // as in baseurl.Reference

	Start, End int    // offsets in the part
	Base       string // the base URL of the link, or ""
	Dialect    string // with its release
	Earl       string // the version of earl
}

// Cells returns the names and the values of the members of l, as in MarshalJSON. The value of an absent member is nil.
func (l Link) Cells() (names []string, values []*string) { return cells(l.members()) }

// MarshalJSON returns an object with the members of l.
func (l Link) MarshalJSON() ([]byte, error) { return object(l.members()), nil }

func (l *Link) members() []member {
	return append(l.place(), []member{
		{"href", &l.Href}, {"rel", &l.Rel}, {"base", &l.Base}, {"dialect", &l.Dialect}, {"earl", &l.Earl},
	}...)
}

// place returns the members that say where the link is.
func (l *Link) place() []member {
	return []member{
		{"input", &l.Input}, {"page", &l.Page}, {"document", &l.Document}, {"part", &l.Part}, {"element", &l.Element},
		{"attribute", &l.Attribute}, {"start", &l.Start}, {"end", &l.End},
	}
}

// A member is a member of an element.
type member struct {
	name  string
	value any // *string, **string or *int
}

// optional lists the members that are absent if they are empty.
var optional = []string{"instead", "page", "part", "element", "attribute", "rel", "base"}

func cells(list []member) (names []string, values []*string) {
	for _, m := range list {
		var cell *string
		switch value := m.value.(type) {
		case **string:
			cell = *value
		case *int:
			text := strconv.Itoa(*value)
			cell = &text
		case *string:
			if *value != "" || !slices.Contains(optional, m.name) {
				cell = value
			}
		}
		names, values = append(names, m.name), append(values, cell)
	}
	return names, values
}

func object(list []member) []byte {
	o := jsontext.Writer{Secrets: true} // as the inputs have passwords
	o.Object("")
	write(&o, list)
	o.Close()
	return o.Text
}

func write(o *jsontext.Writer, list []member) {
	_, values := cells(list)
	for i, m := range list {
		switch n, number := m.value.(*int); {
		case number:
			o.Int(m.name, int64(*n))
		case values[i] == nil:
			o.Null(m.name)
		case m.name == "input":
			o.Input(m.name, *values[i])
		default:
			o.String(m.name, *values[i])
		}
	}
}

// FailureLine returns the same JSON object as the command earl for a failed record. It has no dialect.
func FailureLine(input string, err error) string { return failureLine(earl.Dialect{}, input, err, nil) }

// failureLine is like FailureLine, with a dialect that is not zero, and the place of a link that is not nil.
func failureLine(d earl.Dialect, input string, err error, link *Link) string {
	o := jsontext.Writer{Secrets: true} // as the inputs have passwords
	o.Object("")
	o.Input("input", input)
	if !d.IsZero() {
		show.Dialect(&o, d)
	}
	o.Bool("ok", false)
	show.Error(&o, err, -1, input)
	if link != nil {
		write(&o, link.place()[1:])
	}
	o.Close()
	return string(o.Text)
}

// The coders of Reading, Finding and Link do not change strings. The coders of the SDK for structs cannot be used:
// runners know their format and replace bytes that are not UTF-8.

func encodeReading(r Reading) []byte                { return encode(r.members()) }
func decodeReading(b []byte) (r Reading, err error) { err = decode(b, r.members()); return r, err }
func encodeFinding(f Finding) []byte                { return encode(f.members()) }
func decodeFinding(b []byte) (f Finding, err error) { err = decode(b, f.members()); return f, err }
func encodeLink(l Link) []byte                      { return encode(l.members()) }
func decodeLink(b []byte) (l Link, err error)       { err = decode(b, l.members()); return l, err }

func encode(list []member) []byte {
	_, values := cells(list)
	return files.AppendCells(nil, values...)
}

func decode(b []byte, list []member) error {
	for _, m := range list {
		cell, rest, err := files.CutCell(b)
		switch value := m.value.(type) {
		case **string:
			*value = cell
		case *string:
			if cell != nil {
				*value = *cell
			}
		case *int:
			if cell != nil {
				*value, err = strconv.Atoi(*cell)
			}
		}
		if err != nil {
			return err
		}
		b = rest
	}
	return nil
}
