package command

import (
	"cmp"
	"errors"
	"regexp"
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
	cmd := page("get", func(args []string) error {
		args, err := g.compile(args, s.log != nil)
		_, _, lists := g.list()
		switch {
		case err != nil:
			return err
		case g.each && lists != 1:
			return errors.New("--each needs one field with several values: {segments}, {params} or {params:KEY}")
		case s.Out == bulk.Lines && slices.ContainsFunc(g.templates, (*field.Template).HasLineFeed):
			return errors.New("a line feed in the template needs --out nul or --json")
		}
		r := s.run(g.names...)
		g.skipURL(&s, r)
		r.OnlyColumns, r.Numbers = g.only, r.Numbers || g.each && r.Out == bulk.JSONL
		r.WhyEmpty = g.templates[0].WhyEmpty()
		if f := g.templates[0].Only(); g.count && !g.each && f != nil && f.IsList() {
			r.Hint("each", "all values of a record are one result: to count each of them, use --each")
		}
		if g.count {
			r.Named = false
			u.counts(r)
		}
		return s.work(r, args, g.op)
	})
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(g.fields) > 0 {
			return nil
		}
		if len(args) > 0 {
			s.reads = args[0]
			return nil
		}
		return errors.New("a template is missing, as in earl get '{host}' (earl help fields)")
	}
	cmd.Long = field.Help + "\n" + cmd.Long
	flags := s.addAs(cmd, view.DialectNames()...)
	cli.Repeated(flags, "field", field.Names, g.fields.Set)
	cli.Repeated(flags, "only", field.Names, g.addOnly)
	cli.Switch(flags, &g.each, "each")
	cli.Switch(flags, &g.unicode, "unicode-hosts")
	cli.Switch(flags, &g.count, "count")
	cli.Switch(flags, &u.sort, "sort")
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
	only      bool // the columns of the input are not written
	each      bool
}

// addOnly adds fields that are separated by commas. Commas in a template separate nothing.
func (g *selector) addOnly(s string) error {
	g.only = true
	for _, part := range partsOfList.FindAllString(s, -1) {
		has := func(f namedTemplate) bool { return f.name == part }
		if err := g.fields.Set(part); err != nil && !slices.ContainsFunc(g.fields, has) {
			return err
		}
	}
	return nil
}

// partsOfList matches the parts of a list that commas separate, except commas in braces.
var partsOfList = regexp.MustCompile(`(?:[^,{]|\{(?:[^{}]|\{[^{}]*\})*\})+`)

// list returns the indexes of a template and of its field that has several values, and the number of such fields.
func (g *selector) list() (template, at, n int) {
	for i, t := range g.templates {
		for j := range t.Fields {
			if t.Fields[j].IsList() {
				template, at, n = i, j, n+1
			}
		}
	}
	return template, at, n
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
		if before, after, several := strings.Cut(s, ","); several {
			return cmp.Or(f.Set(before), f.Set(after))
		}
		text = "{" + text + "}"
	}
	if slices.ContainsFunc(*f, func(other namedTemplate) bool { return other.name == name }) {
		return errors.New("the name occurs twice; use NAME=TEMPLATE")
	}
	*f = append(*f, namedTemplate{name, text})
	return nil
}

// compile compiles the template or the values of --field, and returns the arguments without the template.
func (g *selector) compile(args []string, ofLog bool) ([]string, error) {
	fields, rest := g.fields, args
	if len(fields) == 0 {
		fields, rest = namedTemplates{{"result", args[0]}}, args[1:]
	}
	for _, f := range fields {
		t, err := field.Compile(f.template, ofLog)
		if err != nil && len(g.fields) > 0 {
			return nil, cli.WithFix(err, asColumn(f.name))
		}
		if err != nil {
			return nil, err
		}
		if len(g.fields) == 0 && len(t.Fields) == 0 {
			return nil, field.NoField(f.template)
		}
		if g.unicode {
			t.ConvertHosts()
		}
		if g.count { // its results are keys
			t.Fold()
		}
		g.names, g.templates = append(g.names, f.name), append(g.templates, t)
	}
	return rest, nil
}

// asColumn returns a fix for a value of --field that is not a field, but the column with the URLs.
func asColumn(name string) cli.Fix {
	return func(args []string) []string {
		i, isTemplate := slices.Index(args, name), func(arg string) bool { return strings.HasPrefix(arg, "{") }
		if i < 1 || args[i-1] != "--field" || !slices.ContainsFunc(args, isTemplate) {
			return nil
		}
		return slices.Concat(args[:i-1], []string{"--column"}, args[i:])
	}
}

// skipURL says to r whether results need the URL of a record, and not only its members. If they show no host, requests
// need none.
func (g *selector) skipURL(s *Given, r *record.Run) {
	r.NoURL = !s.where.URL && !slices.ContainsFunc(g.templates, (*field.Template).ReadsURL)
	shows := s.Out != bulk.Lines && s.Out != bulk.NUL && !g.count && !g.only // the URL
	if s.log != nil && !r.NoURL && !shows && !s.names(strings.Join(field.NeedingHosts(), "|")) {
		s.log.Accepts = s.Dialect.CanParse
	}
	if r.NoURL && s.given("column") && s.Out != bulk.JSONL && !s.where.Given() {
		r.Hint("column", "--column has no effect, because no field needs the URL")
	}
}

// An expanders has the values of templates.
type expanders []*field.Expander

func (g *selector) expanders() (all expanders) {
	for _, t := range g.templates {
		all = append(all, t.Expander())
	}
	return all
}

// read reads the fields of a record.
func (all expanders) read(v *view.View, out *record.Results) error {
	if !out.Run.NoURL && v.Read() != nil {
		return v.Explained(v.Read())
	}
	for _, e := range all {
		if err := e.Read(v); err != nil {
			return v.Explained(err)
		}
	}
	return nil
}

// op returns an operation that gives the results of the template or of the values of --field.
func (g *selector) op() record.Op {
	expanders := g.expanders()
	var many *field.Value // the value of which each element is a result
	if template, at, _ := g.list(); g.each {
		many = &expanders[template].Values[at]
	}
	var text []byte
	values := make([]bulk.Field, len(g.templates))
	r := &record.Result{Whole: g.count || g.only, Unnamed: true}
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
		if !g.only || g.count {
			o.Object("fields")
			defer o.Close()
		}
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
	}
	give := func(out *record.Results) error {
		key := out.Key()
		for i, e := range expanders {
			text = e.Append(text[:0])
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
	return func(v *view.View, out *record.Results) (failed error) {
		if err := expanders.read(v, out); err != nil {
			return err
		}
		if !g.each {
			return give(out)
		}
		out.Omit() // the record has no result unless it has a value
		all := many.List
		for i := range all {
			many.List = all[i : i+1]
			failed = cmp.Or(failed, out.End(give(out)))
		}
		return failed
	}
}
