package command

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/python/str"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// Query returns the command query.
func Query(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, hostless: true}}
	var q queryParser
	var blank string
	cmd := page("query", func(args []string) error {
		q.url = q.url || s.log != nil // the requests of a log
		if s.log != nil && s.Base == nil && s.Dialect.Name() == "whatwg" {
			s.Base = new("http://host.invalid") // which a URL Standard parser needs, and no result has
		}
		r := s.run(q.columns()...)
		r.Numbers = r.Numbers || q.each && r.Out == bulk.JSONL
		r.WhyEmpty = "the records have no parameters; --each writes nothing for such a record"
		q.py, q.urllib = s.python()
		q.opt.KeepBlankValues = blank == "keep" || blank == "" && q.url
		return s.work(r, args, q.op)
	})
	flags := s.addAs(cmd, "urllib", "whatwg")
	cli.Switch(flags, &q.url, "url")
	cli.Switch(flags, &q.group, "group")
	cli.Pick(flags, &blank, "blank", "", "keep", "drop")
	cli.Switch(flags, &q.opt.StrictParsing, "strict")
	cli.Choose(flags, &q.opt.MaxNumFields, "max-num-fields", "", nil, func(s string) (*int, error) {
		n, err := strconv.Atoi(s)
		if err != nil {
			err = errors.New("must be a number")
		}
		return &n, err
	})
	cli.Optional(flags, &q.opt.Separator, "query-separator")
	cli.Optional(flags, &q.opt.Encoding, "encoding")
	cli.Optional(flags, &q.opt.Errors, "encoding-errors", errorHandlers...)
	cli.Switch(flags, &q.names, "names")
	cli.Switch(flags, &q.values, "values")
	cli.Switch(flags, &q.each, "each")
	return s.add(cmd)
}

type queryParser struct {
	py     urllib.Python
	urllib bool // or else the dialect is whatwg
	opt    urllib.QueryOptions
	url    bool

	group, names, values, each bool
}

func (q *queryParser) op() record.Op {
	pairs := []bulk.Field{}
	return func(v *view.View, out *record.Results) error {
		text := v.Rec.Text
		if q.url {
			if err := v.Read(); err != nil {
				return err
			}
			text = v.Value(urlerr.Query)
			if ascii.EqualFold(v.Value(urlerr.Scheme), "mailto") { // in which "+" is itself (RFC 6068 §5)
				text = strings.ReplaceAll(text, "+", "%2B")
			}
		} else if name := text[:strings.IndexAny(text+"=", "=&;")]; strings.Contains(name, "?") ||
			strings.Contains(name, "://") {
			out.Run.Hint("query", cli.Quoted(cli.Excerpt(text))+" looks like a URL, but is split as a query: use --url to "+
				"split the query of a URL")
		}
		pairs = pairs[:0]
		if !q.urllib {
			for name, value := range whatwg.ParseForm(text) {
				pairs = append(pairs, bulk.Field{Name: name, Value: value})
			}
			return q.give(out, pairs)
		}
		for pair, err := range q.py.ParsePairs(text, q.opt) {
			switch {
			case err != nil && q.url: // its offset is not an offset in the record
				return fmt.Errorf("in its query: %w", err)
			case err != nil:
				return err
			}
			pairs = append(pairs, bulk.Field{Name: pair.Name, Value: pair.Value})
		}
		return q.give(out, pairs)
	}
}

// columns returns the columns of a table.
func (q *queryParser) columns() []string {
	switch {
	case q.each:
		return cli.NamesOf(q.cells(bulk.Field{}), func(cell bulk.Field) string { return cell.Name })
	case q.names:
		return []string{"names"}
	case q.values:
		return []string{"values"}
	}
	return []string{"query_params"}
}

// cells returns the parts of a pair that --names or --values selects.
func (q *queryParser) cells(pair bulk.Field) []bulk.Field {
	cells := []bulk.Field{{Name: "name", Value: pair.Name}, {Name: "value", Value: pair.Value}}
	switch {
	case q.names:
		return cells[:1]
	case q.values:
		return cells[1:]
	}
	return cells
}

// give gives the result of a record with the given pairs.
func (q *queryParser) give(out *record.Results, pairs []bulk.Field) error {
	switch {
	case q.group:
		return q.giveGroups(out, pairs)
	case q.each:
		return q.giveEach(out, pairs)
	case q.names || q.values:
		return q.giveList(out, pairs)
	}
	return q.givePairs(out, pairs, func(o *jsontext.Writer) { queryParams(o, "query_params", pairs) })
}

// givePairs gives all pairs as one result. members writes them in JSON.
func (q *queryParser) givePairs(out *record.Results, pairs []bulk.Field, members func(o *jsontext.Writer)) error {
	r := record.Result{Fields: pairs, Members: members}
	if record.Table(out.Run.Out) {
		o := jsontext.Writer{Surrogates: out.Run.Surrogates}
		queryParams(&o, "", pairs)
		r.Cells = []bulk.Field{{Name: "query_params", Value: string(o.Text)}}
	}
	return out.Give(&r)
}

// queryParams writes pairs as an array of objects.
func queryParams(o *jsontext.Writer, name string, pairs []bulk.Field) {
	o.Array(name)
	for _, pair := range pairs {
		o.Object("")
		texts(o, "name", pair.Name, "value", pair.Value)
		o.Close()
	}
	o.Close()
}

// giveList gives names or values as one result.
func (q *queryParser) giveList(out *record.Results, pairs []bulk.Field) error {
	list := make([]string, len(pairs))
	for i, pair := range pairs {
		list[i] = q.cells(pair)[0].Value
		if !out.JSON() && strings.Contains(list[i], "\t") {
			return errors.New("a field of the result contains a tab, which separates fields: use --json or --each")
		}
	}
	return out.Give(&record.Result{Text: strings.Join(list, "\t"), Members: func(o *jsontext.Writer) {
		o.Strings(q.columns()[0], list...)
	}})
}

// giveEach gives each pair as a result. It returns the first error.
func (q *queryParser) giveEach(out *record.Results, pairs []bulk.Field) (failed error) {
	out.Omit() // the record has no result unless it has a pair
	for _, pair := range pairs {
		cells := q.cells(pair)
		r := record.Result{Text: cells[0].Value, Cells: cells, Members: func(o *jsontext.Writer) {
			for _, cell := range cells {
				o.String(cell.Name, cell.Value)
			}
		}}
		if len(cells) > 1 {
			r.Fields = []bulk.Field{pair}
		}
		failed = cmp.Or(failed, out.End(out.Give(&r)))
	}
	return failed
}

// giveGroups gives the values of each name together, in the order in which the names first occur, as parse_qs does.
func (q *queryParser) giveGroups(out *record.Results, pairs []bulk.Field) error {
	groups := make(map[string][]string)
	var names []string
	for _, pair := range pairs {
		name := str.Canonical(pair.Name)
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], pair.Value)
	}
	fields := pairs[:0]
	for _, name := range names {
		for _, value := range groups[name] {
			fields = append(fields, bulk.Field{Name: name, Value: value})
		}
	}
	return q.givePairs(out, fields, func(o *jsontext.Writer) {
		o.Object("values")
		for _, name := range names {
			o.Name(name)
			o.Strings("", groups[name]...)
		}
		o.Close()
	})
}
