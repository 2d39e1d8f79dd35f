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
	)
	cmd := &cobra.Command{
		Use:   "get [flags] TEMPLATE [URL…]",
		Short: "Take parts of URLs through a template",
		Long: `Get takes each URL apart as the dialect does, and writes what the template
makes of its parts: RFC 3986, if --as names no other.

` + fieldsHelp + `

As text, a result is one line a record; a field with a line feed in it, which only
decoding gives, makes the record fail. A template that has one itself needs --out
nul or --json. As JSON, a result is an object with the keys input, dialect, ok,
result, and fields: for each field of the template its value, of query-all the
list of values.

In the dialects urllib, whatwg and net/url, "+" in a name of a parameter is a
space. Values are as they are written, without decode or form.`,
		Example: `  earl get '{scheme}://{host|lower}{path}' < urls.txt
  earl get '{registered-domain}\t{query:q|form|or:none}' http://a.example.co.uk/?q=x+y
  earl get --as whatwg --json '{segment:-1}{extension}' < urls.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("a template is missing")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(cmd); err != nil {
				return err
			}
			t, err := a.template(args[0])
			if t == nil {
				return err
			}
			if s.out.format == bulk.Lines && slices.ContainsFunc(t.texts, func(s string) bool {
				return strings.Contains(s, "\n")
			}) {
				return errors.New("a line feed in the template needs --out nul or --json")
			}
			g := newViewer(d.Dialect, base.value)
			return a.work(cmd, &s, args[1:], func() bulk.Op { return getOp(g, t) })
		},
	}
	d.byDefault(cmd, "rfc3986")
	cmd.Flags().Var(&base, "base", "resolve each URL against this `URL` first")
	s.add(cmd)
	return cmd
}

// template compiles a template. For an invalid template it writes a message with a mark below the place, and returns
// neither a template nor an error.
func (a *app) template(s string) (*compiledTemplate, error) {
	t, err := compileTemplate(s)
	if e, ok := errors.AsType[*template.Error](err); ok {
		a.status = statusUsage
		fmt.Fprintf(a.stderr, "earl: the template: %v\n", e)
		if s != "" {
			a.stderr.Write(appendPlace(nil, s, e.Offset, "^"))
		}
		return nil, nil
	}
	return t, err
}

// A viewer makes views of records.
type viewer struct {
	*parser
	form query.Form
}

func newViewer(d earl.Dialect, base *string) *viewer {
	form := query.Form{PlusIsSpace: plusIsSpace(d), Encode: rfc3986.Encode}
	return &viewer{newParser(d, base), form}
}

// view reads a record into r.
func (s *viewer) view(rec *bulk.Record, r *reading.Reading) (view, error) {
	err := s.read(rec, r)
	return view{input: rec.Text, url: r, form: &s.form}, err
}

// getOp writes the results of a template.
func getOp(s *viewer, t *compiledTemplate) bulk.Op {
	var r reading.Reading
	var text []byte
	members := t.members()
	return func(rec *bulk.Record, out *bulk.Output) error {
		v, err := s.view(rec, &r)
		if err == nil {
			text, err = t.expand(text[:0], &v)
		}
		if !out.JSON() {
			if err != nil {
				return s.explained(rec, err)
			}
			return out.Text(string(text))
		}
		if err != nil && out.SkipsFailed() {
			return err
		}
		o := begin(out, rec)
		o.String("dialect", s.name)
		o.Bool("ok", err == nil)
		if err != nil {
			describe(o, err, rec.Text)
			finish(o, rec)
			return err
		}
		o.String("result", string(text))
		o.Object("fields")
		for _, f := range members {
			o.Name(f.source)
			f.write(o, &v)
		}
		o.Close()
		finish(o, rec)
		return nil
	}
}

// members returns the fields without repetitions.
func (t *compiledTemplate) members() (members []*compiledField) {
	seen := map[string]bool{}
	for i := range t.fields {
		if f := &t.fields[i]; !seen[f.source] {
			seen[f.source] = true
			members = append(members, f)
		}
	}
	return members
}

// write writes the value of the member whose name is written.
func (c *compiledField) write(o *bulk.Object, v *view) {
	if c.all != nil {
		o.Array("")
		for _, s := range c.values(v) {
			o.String("", s)
		}
		o.Close()
		return
	}
	s, ok, _ := c.value(v) // where there is an error there is or, since it was expanded
	switch {
	case ok:
		o.String("", s)
	case c.or != nil:
		o.String("", *c.or)
	default:
		o.Null("")
	}
}
