package main

import (
	"fmt"
	"slices"
	"strings"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/template"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/rfc3986"
	"earl.example/urltext"
)

// A filter is a filter of templates.
type filter struct {
	name     string
	argument string                // ":" and the name of the argument in the help, or ""
	apply    func(s string) string // converts a value; nil if the filter does more than that
	about    string                // the description in the help
}

var filters = [...]filter{
	{"decode", "", func(s string) string { s, _ = percent.DecodeString(s, false); return s },
		"decode percent-encodings once; keep invalid ones"},
	{"decode_plus", "", func(s string) string { s, _ = percent.DecodeString(s, true); return s },
		`decode percent-encodings, and "+" as a space`},
	{"encode", "", rfc3986.Encode, "percent-encode all but letters, digits and -._~"},
	{"lower", "", ascii.ToLower, "write ASCII letters in lower case"},
	{"unicode", "", nil, "write the host name in Unicode, if that names the same host"},
	{"readable", "", urltext.Readable, "write a URL with as few percent-encodings as possible (UTS #58)"},
	{"join", ":TEXT", nil, "write TEXT between the values of {params:KEY} or {params}"},
	{"or", ":TEXT", nil, "write TEXT if the field is absent"},
	{"required", "", nil, "fail the record if the field is absent"},
}

// A compiledField is a field with its filters.
type compiledField struct {
	*field
	source   string
	arg      string
	filters  []func(s string) string
	join     string
	or       *string
	required bool
}

// A compiledTemplate is a template with known fields.
type compiledTemplate struct {
	fields []compiledField // each field once, also if it is repeated
	texts  []string        // texts[i] precedes the value of fields[order[i]]; the last text follows the last value
	order  []int
}

// compileTemplate parses a template and looks up its fields.
func compileTemplate(s string) (*compiledTemplate, error) {
	t, err := template.Parse(s)
	if err != nil {
		return nil, err
	}
	c := &compiledTemplate{texts: []string{""}}
	for _, piece := range t.Pieces {
		f := piece.Field
		if f == nil {
			c.texts[len(c.texts)-1] += piece.Text
			continue
		}
		named, reason := findField(&f.Call)
		compiled, offset := compiledField{field: named, source: f.Source, arg: f.Arg, join: " "}, f.Offset
		for i := 0; reason == "" && i < len(f.Filters); i++ {
			reason = compiled.addFilter(&f.Filters[i])
			offset = f.Filters[i].Offset
		}
		if reason != "" {
			return nil, &template.Error{Template: s, Offset: offset, Reason: reason}
		}
		at := slices.IndexFunc(c.fields, func(other compiledField) bool { return other.source == f.Source })
		if at < 0 {
			at, c.fields = len(c.fields), append(c.fields, compiled)
		}
		c.order, c.texts = append(c.order, at), append(c.texts, "")
	}
	return c, nil
}

// addFilter adds a filter. If the filter is invalid, it returns the reason. If not, the reason is empty.
func (c *compiledField) addFilter(call *template.Call) (reason string) {
	i := slices.IndexFunc(filters[:], func(f filter) bool { return f.name == call.Name })
	if i < 0 {
		return unknownIn("filter", call.Name, cli.NamesOf(filters[:], func(f filter) string {
			if f.argument != "" {
				return f.name + ":"
			}
			return f.name
		}))
	}
	takes, apply := filters[i].argument != "", filters[i].apply
	switch {
	case takes && !call.HasArg:
		return "the filter " + call.Name + " needs a text, as in |" + call.Name + ":TEXT"
	case !takes && call.HasArg:
		return "the filter " + call.Name + " takes no argument: write |" + call.Name
	}
	switch call.Name {
	case "or":
		c.or = &call.Arg
	case "join":
		if c.kind != kindList {
			return "the filter join is for params"
		}
		c.join = call.Arg
	case "required":
		c.required = true
	case "unicode":
		if apply = c.unicode; apply == nil {
			return "the filter unicode is for hosts and URLs"
		}
	}
	if apply != nil {
		c.filters = append(c.filters, apply)
	}
	return ""
}

// value returns the value of a field after its filters. The text of a list is its values with join between them.
func (c *compiledField) value(v *view.View) (value, error) {
	x, err := c.get(v, c.arg)
	if c.kind == kindList {
		for i, s := range x.list {
			x.list[i] = c.filtered(s)
		}
		x.text, x.present = strings.Join(x.list, c.join), len(x.list) > 0
	} else {
		x.text = c.filtered(x.text)
	}
	switch {
	case !x.present && c.or != nil:
		x.text, x.present, err = *c.or, true, nil
	case !x.present && c.required && err == nil:
		name, _, _ := strings.Cut(c.source, "|")
		err = fmt.Errorf("the URL has no {%s}, which the template requires", name)
	}
	return x, err
}

func (c *compiledField) filtered(s string) string {
	for _, f := range c.filters {
		s = f(s)
	}
	return s
}

// only returns the field of a template that consists of one field. It returns nil for any other template.
func (t *compiledTemplate) only() *compiledField {
	if len(t.order) == 1 && t.texts[0] == "" && t.texts[1] == "" {
		return &t.fields[0]
	}
	return nil
}

// hasLineFeed reports whether a text between the fields contains a line feed.
func (t *compiledTemplate) hasLineFeed() bool {
	return strings.Contains(strings.Join(t.texts, ""), "\n")
}

// convertHosts makes the fields of the template write hosts in Unicode.
func (t *compiledTemplate) convertHosts() {
	for i := range t.fields {
		if f := &t.fields[i]; f.unicode != nil {
			f.filters = slices.Insert(f.filters, 0, f.unicode)
		}
	}
}

// An expander expands a template for one record after another.
type expander struct {
	*compiledTemplate
	values []value // of the fields, of the current record
}

func (t *compiledTemplate) expander() *expander {
	return &expander{t, make([]value, len(t.fields))}
}

// read evaluates each field of the template once.
func (e *expander) read(v *view.View) (err error) {
	for i := range e.fields {
		if e.values[i], err = e.fields[i].value(v); err != nil {
			return err
		}
	}
	return nil
}

// append appends the text of the template with the values of the current record.
func (e *expander) append(dst []byte) []byte {
	for i, field := range e.order {
		dst = append(append(dst, e.texts[i]...), e.values[field].text...)
	}
	return append(dst, e.texts[len(e.order)]...)
}

// expand appends the text of the template for a record.
func (e *expander) expand(dst []byte, v *view.View) ([]byte, error) {
	if err := e.read(v); err != nil {
		return dst, err
	}
	return e.append(dst), nil
}

// write writes the values of the current record as members of JSON.
func (e *expander) write(o *jsontext.Writer) {
	for i := range e.fields {
		e.fields[i].write(o, e.fields[i].source, e.values[i])
	}
}

// write writes a value as a member of JSON.
func (c *compiledField) write(o *jsontext.Writer, name string, x value) {
	if c.kind == kindList {
		o.Name(name)
		o.Strings("", x.list...)
	} else {
		o.Value(name, x.text, x.present)
	}
}
