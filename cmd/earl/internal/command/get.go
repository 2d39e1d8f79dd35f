package command

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/text/jsontext"
)

// Get returns the command get.
func Get(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, named: true}}
	var g selector
	u := deduper{memory: record.DefaultMemory, count: true}
	cmd := &cobra.Command{
		Use:   "get [flags] TEMPLATE [URL…]",
		Short: "Print components of URLs by a template",
		Long: field.Help() + `

Output:
  text      One line for each record. A field that contains a line feed fails the
            record. A template with a line feed needs --out nul or --json.
  jsonl     An object with input, dialect, release, ok, result, and fields: the
            value of each field of the template. The value of params is a list.
  csv, tsv  The input row and a cell for the result.

With --field, each field is a column of a table, a member of "fields" in JSON, and
a tab-separated field in text. --field host is short for --field 'host={host}'.

With --count, each different result is written once, when the input ends, with the
number of its records: in text before the result and a tab, in JSON as the member
"count", in a table as the last column. Other columns of the table are dropped. With
--sort, the highest number comes first.

In the dialects urllib, whatwg and net/url, "+" in the name of a parameter is a
space. Values are not decoded without the filter decode or decode_plus.`,
		Example: `  earl get '{scheme}://{host|lower}{path}' < urls.txt
  earl get '{registered_domain}\t{param:q|decode_plus|or:none}' http://a.example.co.uk/?q=x+y
  earl get --as whatwg --json '{segment:-1}{extension}' < urls.txt
  earl get --in csv --column link --field host --field 'q=param:q|decode_plus' < shops.csv
  earl get --count --sort '{registered_domain}' < urls.txt
  earl get --where 'host endsWith ".example" and not has("query")' '{path}' < urls.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !cmd.Flags().Changed("field") {
				return errors.New("a template is missing, as in earl get '{host}': fields are " + field.List())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			args, err := g.compile(args)
			if err != nil {
				return err
			}
			if s.Out == bulk.Lines && slices.ContainsFunc(g.templates, (*field.Template).HasLineFeed) {
				return errors.New("a line feed in the template needs --out nul or --json")
			}
			r := s.run(g.names...)
			switch {
			case g.count:
				r.Named = false
				u.counts(r)
			case u.sort:
				return errSort
			}
			return s.work(r, args, g.op)
		},
	}
	flags := s.addAs(cmd, view.DialectNames()...)
	s.addBase(flags)
	cli.Repeated(flags, "field", "write `FIELD`, or NAME=TEMPLATE, as a column; replaces the template; may be repeated",
		field.Names, g.fields.Set)
	addUnicode(flags, &g.unicode)
	flags.BoolVar(&g.count, "count", false, "write each different result once, with the number of its records")
	u.addSort(flags)
	s.addSeparator(flags)
	return s.add(cmd)
}

// A selector has the flags of get.
type selector struct {
	fields    namedTemplates
	names     []string // names of the results
	templates []*field.Template
	count     bool
	unicode   bool
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
func (g *selector) compile(args []string) ([]string, error) {
	fields, rest := g.fields, args
	if len(fields) == 0 {
		fields, rest = namedTemplates{{"result", args[0]}}, args[1:]
	}
	for _, f := range fields {
		t, err := field.Compile(f.template)
		if err != nil {
			return nil, err
		}
		if len(g.fields) == 0 && len(t.Fields) == 0 {
			return nil, errors.New(field.NoField(f.template))
		}
		if g.unicode {
			t.ConvertHosts()
		}
		g.names, g.templates = append(g.names, f.name), append(g.templates, t)
	}
	return rest, nil
}

// op returns an operation that gives the results of the template or of the values of --field.
func (g *selector) op() record.Op {
	var expanders []*field.Expander
	for _, t := range g.templates {
		expanders = append(expanders, t.Expander())
	}
	var text []byte
	values := make([]bulk.Field, len(g.templates))
	r := &record.Result{Whole: g.count, Unnamed: true}
	r.Members = func(o *jsontext.Writer) {
		if g.count {
			o.Bool("ok", true)
		}
		if len(g.fields) == 0 {
			o.String("result", values[0].Value)
			if g.count {
				return
			}
		}
		o.Object("fields")
		if len(g.fields) == 0 {
			expanders[0].Write(o)
		}
		for i, e := range expanders[:len(g.fields)] {
			if f := e.Only(); f != nil && !g.count {
				f.Write(o, values[i].Name, e.Values[0])
			} else {
				o.String(values[i].Name, values[i].Value)
			}
		}
		o.Close()
	}
	return func(v *view.View, out *record.Results) (err error) {
		if err = v.Read(); err != nil {
			return v.Explained(err)
		}
		key := out.Key()
		for i, e := range expanders {
			if text, err = e.Expand(text[:0], v); err != nil {
				return v.Explained(err)
			}
			values[i] = bulk.Field{Name: g.names[i], Value: string(text)}
			if g.count {
				key = append(append(key, text...), 0)
			}
		}
		out.SetKey(key)
		if r.Text = values[0].Value; len(values) > 1 {
			r.Fields = values
		}
		return out.Give(r)
	}
}
