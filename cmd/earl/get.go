package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
)

func (a *app) get() *cobra.Command {
	s := stream{urls: true}
	var g selector
	cmd := &cobra.Command{
		Use:   "get [flags] TEMPLATE [URL…]",
		Short: "Print components of URLs by a template",
		Long: `` + fieldsHelp + `

` + whereHelp + `

Output:
  text      One line for each record. A field that contains a line feed fails the
            record. A template with a line feed needs --out nul or --json.
  jsonl     An object with input, dialect, ok, result, and fields: the value of
            each field of the template. The value of query-all is a list.
  csv, tsv  The input row and a cell for the result.

With --field, each field is a column of a table, a member of "fields" in JSON, and
a tab-separated field in text. --field host is short for --field 'host={host}'.

With --count, each different result is written once, when the input ends, with the
number of its records: in text before the result and a tab, in JSON as the member
"count", in a table as the last column. Other columns of the table are dropped.

In the dialects urllib, whatwg and net/url, "+" in the name of a parameter is a
space. Values are not decoded without the filter decode or form.`,
		Example: `  earl get '{scheme}://{host|lower}{path}' < urls.txt
  earl get '{registered-domain}\t{query:q|form|or:none}' http://a.example.co.uk/?q=x+y
  earl get --as whatwg --json '{segment:-1}{extension}' < urls.txt
  earl get --in csv --column link --field host --field 'q=query:q|form' < shops.csv
  earl get --count '{registered-domain}' < urls.txt
  earl get --where 'host=*.example.com' --where '!query' '{path}' < urls.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !cmd.Flags().Changed("field") {
				return errors.New("a template is missing, as in earl get '{host}': fields are " + fieldList())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			args, err := g.compile(args)
			if err != nil {
				return err
			}
			hasLineFeed := func(t *compiledTemplate) bool { return strings.Contains(strings.Join(t.texts, ""), "\n") }
			if s.out == bulk.Lines && slices.ContainsFunc(g.templates, hasLineFeed) {
				return errors.New("a line feed in the template needs --out nul or --json")
			}
			g.resolver = newResolver(s.dialect, &s)
			g.form.Separator = g.separator
			s.columns = g.names
			if g.count {
				s.dedupe = &deduper{stream: &s, memory: defaultMemory, count: true, newKey: g.countOp}
			}
			return a.work(cmd, &s, args, s.filtered(g.op))
		},
	}
	s.addAs(cmd, dialectNames()...)
	s.addBase(cmd)
	flags := cmd.Flags()
	flags.Var(&choice{values: fieldNames, set: g.fields.Set}, "field",
		"write `FIELD`, or NAME=TEMPLATE, as a column; replaces the template; may be repeated")
	addUnicode(flags, &g.unicode)
	flags.BoolVar(&g.count, "count", false, "write each different result once, with the number of its records")
	addSeparator(flags, &g.separator)
	s.where.add(flags)
	s.add(cmd)
	return cmd
}

type selector struct {
	*resolver
	fields    namedTemplates
	names     []string // names of the results
	templates []*compiledTemplate
	unicode   bool
	count     bool
	separator string
}

// namedTemplates is a list of the values of --field.
type namedTemplates []namedTemplate

type namedTemplate struct{ name, template string }

func (f *namedTemplates) Set(s string) error {
	name, text, ok := strings.Cut(s, "=")
	if !ok || strings.ContainsAny(name, "{}|:") {
		name, text = s, s
	}
	if !strings.Contains(text, "{") {
		text = "{" + text + "}"
	}
	if slices.ContainsFunc(*f, func(other namedTemplate) bool { return other.name == name }) {
		return errors.New("the name occurs twice; use NAME=TEMPLATE")
	}
	*f = append(*f, namedTemplate{name, text})
	return nil
}

// compile compiles the template or the values of --field, and returns the arguments without the template.
func (g *selector) compile(args []string) (rest []string, err error) {
	fields := g.fields
	if len(fields) == 0 {
		fields, rest = namedTemplates{{"result", args[0]}}, args[1:]
	} else {
		rest = args
	}
	for _, f := range fields {
		t, err := compileTemplate(f.template)
		if err != nil {
			return nil, err
		}
		if len(g.fields) == 0 && len(t.fields) == 0 {
			return nil, errors.New(noField(f.template))
		}
		for i := range t.fields {
			if f := t.fields[i].unicode; f != nil && g.unicode {
				t.fields[i].filters = slices.Insert(t.fields[i].filters, 0, f)
			}
		}
		g.names, g.templates = append(g.names, f.name), append(g.templates, t)
	}
	return rest, nil
}

// op returns an operation that writes the results of the template or of the values of --field.
func (g *selector) op() bulk.Op {
	expand := g.expander()
	var members []*compiledField // of the only template; nil with --field
	if len(g.fields) == 0 {
		members = g.templates[0].members()
	}
	return func(rec *bulk.Record, out *bulk.Output) error {
		v, values, err := expand(rec)
		if !out.JSON() {
			if err != nil {
				return g.explained(rec, err)
			}
			return giveColumns(out, values)
		}
		return writeRecord(out, rec, g.name, err, func(o *jsontext.Writer) {
			if members != nil {
				o.String("result", values[0].Value)
			}
			o.Object("fields")
			for _, f := range members {
				f.write(o, f.source, v)
			}
			for i, t := range g.templates[:len(g.fields)] {
				if f := t.only(); f != nil {
					f.write(o, values[i].Name, v)
				} else {
					o.Name(values[i].Name)
					o.String("", values[i].Value)
				}
			}
			o.Close()
		})
	}
}

// expander returns a function that reads a record and expands the templates.
func (g *selector) expander() func(rec *bulk.Record) (*view, []bulk.Field, error) {
	var r reading.Reading
	var v view
	var text []byte
	values := make([]bulk.Field, len(g.templates))
	return func(rec *bulk.Record) (_ *view, _ []bulk.Field, err error) {
		v, err = g.view(rec, &r)
		for i, t := range g.templates {
			if err == nil {
				text, err = t.expand(text[:0], &v)
			}
			values[i] = bulk.Field{Name: g.names[i], Value: string(text)}
		}
		return &v, values, err
	}
}

func (g *selector) countOp() bulk.KeyOp {
	expand, drops := g.expander(), g.stream.drops()
	return func(rec *bulk.Record, out *bulk.Output, key []byte) ([]byte, error) {
		if drops != nil && drops(rec) {
			out.Omit()
			return key, nil
		}
		_, values, err := expand(rec)
		for i, f := range values {
			if i > 0 {
				key = append(key, 0)
			}
			key = append(key, f.Value...)
		}
		switch {
		case err != nil:
			return key, fail(out, rec, g.explained(rec, err))
		case !out.JSON():
			return key, giveColumns(out, values)
		}
		o := out.Object()
		o.Bool("ok", true)
		if len(g.fields) > 0 {
			o.Object("fields")
		}
		for _, f := range values {
			o.Name(f.Name)
			o.String("", f.Value)
		}
		return key, nil
	}
}

// giveColumns writes values as cells of a table, or as text with tabs between them.
func giveColumns(out *bulk.Output, values []bulk.Field) error {
	switch {
	case len(values) == 1:
		return out.Text(values[0].Value)
	case table(out.Format()):
		return out.Fields(values...)
	}
	var b strings.Builder
	for i, f := range values {
		if strings.Contains(f.Value, "\t") {
			return fmt.Errorf("the field %s contains a tab, which separates fields: use --json, --out csv or --out tsv", f.Name)
		}
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(f.Value)
	}
	return out.Text(b.String())
}

// only is the field of a template that consists of one field. It is nil for any other template.
func (t *compiledTemplate) only() *compiledField {
	if len(t.fields) == 1 && t.texts[0] == "" && t.texts[1] == "" {
		return &t.fields[0]
	}
	return nil
}

// members returns the fields of a template. If a field is repeated, it is returned only once.
func (t *compiledTemplate) members() (members []*compiledField) {
	for i := range t.fields {
		f := &t.fields[i]
		if !slices.ContainsFunc(members, func(m *compiledField) bool { return m.source == f.source }) {
			members = append(members, f)
		}
	}
	return members
}

// write writes the value as a member.
func (c *compiledField) write(o *jsontext.Writer, name string, v *view) {
	o.Name(name)
	if c.all != nil {
		o.Strings("", c.values(v)...)
		return
	}
	s, ok, _ := c.value(v) // expand has already returned the error, unless the field has the filter "or"
	if !ok && c.or != nil {
		s, ok = *c.or, true
	}
	o.Value("", s, ok)
}
