package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/template"
	"earl.example/internal/text/query"
	"earl.example/reading"
	"earl.example/rfc3986"
)

func (a *app) get() *cobra.Command {
	var (
		s    stream
		d    dialectFlag
		base optional
		g    selector
		w    whereFlag
	)
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
				return errors.New("a template is missing, as in earl get '{host}': fields are {" +
					strings.Join(fieldNames(), "} {") + "}")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var ok bool
			var err error
			if args, ok, err = g.compile(a, args); !ok {
				return err
			}
			if s.out.format == bulk.Lines && g.hasLineFeed() {
				return errors.New("a line feed in the template needs --out nul or --json")
			}
			g.viewer = newViewer(d.Dialect, base.value, &s)
			g.form.Separator = g.separator
			if s.columns = []string{"result"}; g.columns != nil {
				s.columns = g.names()
			}
			if g.count {
				u := &deduper{memory: defaultMemory, count: true, newKey: func() bulk.KeyOp { return g.countOp(w.drops(g.viewer)) }}
				return a.drop(cmd.Context(), &s, args, u)
			}
			return a.work(cmd, &s, args, w.filter(g.viewer, g.op))
		},
	}
	d.byDefault(cmd, "rfc3986")
	cmd.Flags().Var(&base, "base", "resolve each URL against `URL` first")
	flags := cmd.Flags()
	flags.Func("field",
		"write `FIELD`, or NAME=TEMPLATE, as a column; replaces the template; may be repeated",
		g.fields.Set)
	flags.BoolVar(&g.unicode, "unicode-hosts", false, "write host names in Unicode instead of Punycode")
	flags.BoolVar(&g.count, "count", false, "write each different result once, with the number of its records")
	addSeparator(flags, &g.separator)
	w.add(flags)
	s.urls = true
	s.add(cmd)
	return cmd
}

// A selector has the options of get.
type selector struct {
	*viewer
	template  *compiledTemplate
	fields    namedTemplates
	columns   []*compiledTemplate // the templates of --field, or nil
	unicode   bool
	count     bool
	separator string
}

// namedTemplates is a list of the values of --field.
type namedTemplates []struct{ name, template string }

func (f *namedTemplates) Set(s string) error {
	name, text, ok := strings.Cut(s, "=")
	if !ok || strings.ContainsAny(name, "{}|:") {
		name, text = s, s
	}
	if !strings.Contains(text, "{") {
		text = "{" + text + "}"
	}
	for _, other := range *f {
		if other.name == name {
			return errors.New("the name occurs twice; use NAME=TEMPLATE")
		}
	}
	*f = append(*f, struct{ name, template string }{name, text})
	return nil
}

// compile compiles the template or the values of --field, and returns the arguments without the template. ok is false
// if a template is invalid. If ok is false and err is nil, compile has already written a message.
func (g *selector) compile(a *app, args []string) (rest []string, ok bool, err error) {
	if len(g.fields) == 0 {
		g.template, err = a.template(args[0])
		if g.template != nil && len(g.template.fields) == 0 {
			return nil, false, errors.New(noField(args[0]))
		}
		g.writeUnicode(g.template)
		return args[1:], g.template != nil, err
	}
	for _, f := range g.fields {
		t, err := a.template(f.template)
		if t == nil {
			return nil, false, err
		}
		g.writeUnicode(t)
		g.columns = append(g.columns, t)
	}
	return args, true, nil
}

func (g *selector) writeUnicode(t *compiledTemplate) {
	if !g.unicode || t == nil {
		return
	}
	for i := range t.fields {
		if f := unicodeField(t.fields[i].name); f != nil {
			t.fields[i].filters = append([]func(string) string{f}, t.fields[i].filters...)
		}
	}
}

func (g *selector) names() (names []string) {
	for _, f := range g.fields {
		names = append(names, f.name)
	}
	return names
}

// hasLineFeed reports whether the text of a template has a line feed.
func (g *selector) hasLineFeed() bool {
	has := func(t *compiledTemplate) bool {
		return t != nil && slices.ContainsFunc(t.texts, func(s string) bool { return strings.Contains(s, "\n") })
	}
	return has(g.template) || slices.ContainsFunc(g.columns, has)
}

// op returns an operation that writes the results of the template or of the values of --field.
func (g *selector) op() bulk.Op {
	expand, members := g.expander(), g.template.members()
	return func(rec *bulk.Record, out *bulk.Output) error {
		v, values, err := expand(rec)
		switch {
		case out.JSON():
			if err != nil && out.SkipsFailed() {
				return err
			}
		case err != nil:
			return g.explained(rec, err)
		default:
			return giveColumns(out, values)
		}
		o := begin(out, rec)
		o.String("dialect", g.name)
		o.Bool("ok", err == nil)
		if err != nil {
			describe(o, err, rec.Text)
			finish(o, rec)
			return err
		}
		if g.columns == nil {
			o.String("result", values[0].Value)
		}
		o.Object("fields")
		for _, f := range members {
			o.Name(f.source)
			f.write(o, v)
		}
		for i, t := range g.columns {
			o.Name(values[i].Name)
			if f := t.only(); f != nil {
				f.write(o, v)
			} else {
				o.String("", values[i].Value)
			}
		}
		o.Close()
		finish(o, rec)
		return nil
	}
}

// expander returns a function that reads a record and expands the templates.
func (g *selector) expander() func(rec *bulk.Record) (*view, []bulk.Field, error) {
	columns, names := g.columns, g.names()
	if columns == nil {
		columns, names = []*compiledTemplate{g.template}, []string{"result"}
	}
	var r reading.Reading
	var v view
	var text []byte
	values := make([]bulk.Field, len(columns))
	return func(rec *bulk.Record) (_ *view, _ []bulk.Field, err error) {
		v, err = g.view(rec, &r)
		for i, t := range columns {
			if err == nil {
				text, err = t.expand(text[:0], &v)
			}
			values[i] = bulk.Field{Name: names[i], Value: string(text)}
		}
		return &v, values, err
	}
}

// countOp returns an operation that uses the result as the key. drops reports whether to drop a record. If drops is
// nil, no record is dropped.
func (g *selector) countOp(drops func(*bulk.Record) bool) bulk.KeyOp {
	expand := g.expander()
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
		if g.columns != nil {
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

// template compiles a template. If the template is invalid, the function writes a message that marks the error, and
// returns nil and no error.
func (a *app) template(s string) (*compiledTemplate, error) {
	t, err := compileTemplate(s)
	if e, ok := errors.AsType[*template.Error](err); ok {
		a.status = statusUsage
		fmt.Fprintf(a.stderr, "earl: the template at byte %d: %s\n", e.Offset, e.Reason)
		if s != "" && isTerminal(a.console.w) {
			a.stderr.Write(appendPlace(nil, s, e.Offset, "^"))
		}
		return nil, nil
	}
	return t, err
}

// A viewer reads the URLs of records in one dialect, and returns views. If a record has a base, the viewer resolves the
// URL first.
type viewer struct {
	*resolver
	name string // name of the dialect
	form query.Form
}

func newViewer(d earl.Dialect, base *string, s *stream) *viewer {
	form := query.Form{PlusIsSpace: plusIsSpace(d), Encode: rfc3986.Encode}
	return &viewer{newResolver(d, base, s), d.String(), form}
}

// view reads a record into r.
func (s *viewer) view(rec *bulk.Record, r *reading.Reading) (view, error) {
	err := s.read(rec, r)
	return view{input: rec.Text, url: r, form: &s.form}, err
}

// members returns the fields of a template. If a field is repeated, it is returned only once. t may be nil.
func (t *compiledTemplate) members() (members []*compiledField) {
	if t == nil {
		return nil
	}
	seen := map[string]bool{}
	for i := range t.fields {
		if f := &t.fields[i]; !seen[f.source] {
			seen[f.source] = true
			members = append(members, f)
		}
	}
	return members
}

// write writes the value of a member after its name.
func (c *compiledField) write(o *bulk.Object, v *view) {
	if c.all != nil {
		o.Array("")
		for _, s := range c.values(v) {
			o.String("", s)
		}
		o.Close()
		return
	}
	s, ok, _ := c.value(v) // expand has already returned the error, unless the field has the filter "or"
	switch {
	case ok:
		o.String("", s)
	case c.or != nil:
		o.String("", *c.or)
	default:
		o.Null("")
	}
}
