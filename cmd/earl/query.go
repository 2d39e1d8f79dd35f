package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/python/str"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urllib"
	"earl.example/whatwg"
)

func (a *app) query() *cobra.Command {
	s := stream{urls: true}
	var q queryParser
	var dropBlank bool
	cmd := &cobra.Command{
		Use:   "query [flags] [QUERY…]",
		Short: "Split query strings into names and values",
		Long: `Query splits each query string into names and values, as Python's parse_qsl does.
With --url, records are URLs, and their queries are split. Parameters without a
value, as in ?debug, are then kept; without --url they are dropped, as in Python.

--as whatwg is the application/x-www-form-urlencoded parser of the URL Standard,
as in URLSearchParams. It always decodes UTF-8.

Output:
  text      One line of fields name=value, separated by tabs. A name that contains
            "=" fails the record.
  jsonl     An object with input, ok, and pairs: a list of [name, value].
  --group   In JSON, values instead of pairs: an object with a list of values for
            each name. In text, the values of a name follow each other.
  --names, --values
            Only names, or only values: separated by tabs in text, a list "names"
            or "values" in JSON.
  --each    A result for each parameter: a line name=value; an object with name,
            value and the number of the record; a row with the columns name and
            value. A query without parameters has no result. A failed record has
            one empty result.`,
		Example: `  earl query 'a=1&b=x%20y&a=2'
  earl query --group --json 'a=1&b=2&a=3'
  earl query --url --json < urls.txt
  earl query --url --names --each < urls.txt
  earl query --as whatwg 'a&b=c+d'    # a=	b=c d`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := q.check(&s); err != nil {
				return err
			}
			var ok bool
			q.py, ok = s.python()
			if dropBlank && q.opt.KeepBlankValues {
				return errors.New("--keep-blank-values and --drop-blank-values are both given: remove one of them")
			}
			q.urls, q.form = newResolver(s.dialect, &s), !ok
			q.opt.KeepBlankValues = q.opt.KeepBlankValues || q.url && !dropBlank
			return a.work(cmd, &s, args, s.filtered(q.op))
		},
	}
	s.addAs(cmd, "urllib", "whatwg")
	flags := cmd.Flags()
	flags.BoolVar(&q.url, "url", false, "records are URLs: split their queries")
	flags.BoolVar(&q.group, "group", false, "group the values of each name (parse_qs)")
	flags.BoolVar(&q.opt.KeepBlankValues, "keep-blank-values", false,
		"keep parameters with an empty value, such as ?debug (default with --url)")
	flags.BoolVar(&dropBlank, "drop-blank-values", false,
		"drop parameters with an empty value (default without --url)")
	flags.BoolVar(&q.opt.StrictParsing, "strict", false, "reject fields without = (strict_parsing)")
	flags.Func("max-num-fields", "reject queries with more than `N` fields", func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil {
			return errors.New("must be a number")
		}
		q.opt.MaxNumFields = &n
		return nil
	})
	optional(flags, &q.opt.Separator, "separator", "separate fields with `TEXT` (default &)")
	optional(flags, &q.opt.Encoding, "encoding", "decode bytes with `ENCODING` (default utf-8)")
	optional(flags, &q.opt.Errors, "encoding-errors",
		"error `HANDLER` for bytes that are invalid in the encoding (default replace)", errorHandlers...)
	only(flags, "urllib", "keep-blank-values", "drop-blank-values", "strict", "max-num-fields", "separator", "encoding",
		"encoding-errors")
	flags.BoolVar(&q.names, "names", false, "write names only")
	flags.BoolVar(&q.values, "values", false, "write values only")
	flags.BoolVar(&q.each, "each", false, "write a result for each parameter")
	s.where.add(flags)
	s.add(cmd)
	return cmd
}

type queryParser struct {
	urls       *resolver // reads the URLs of records, with --url
	py         urllib.Python
	url, group bool
	form       bool // the dialect is whatwg
	pairLists
	opt urllib.QueryOptions
}

func (q *queryParser) op() bulk.Op {
	var r reading.Reading
	var pairs []bulk.Field
	return func(rec *bulk.Record, out *bulk.Output) error {
		text, err := q.text(rec, &r)
		if err != nil {
			return fail(out, rec, err)
		}
		pairs = pairs[:0]
		if q.form {
			for name, value := range whatwg.ParseForm(text) {
				pairs = append(pairs, bulk.Field{Name: name, Value: value})
			}
			return q.print(out, rec, pairs)
		}
		for pair, err := range q.py.Pairs(text, q.opt) {
			if err != nil {
				return fail(out, rec, q.within(err))
			}
			pairs = append(pairs, bulk.Field{Name: pair.Name, Value: pair.Value})
		}
		return q.print(out, rec, pairs)
	}
}

func (q *queryParser) text(rec *bulk.Record, r *reading.Reading) (string, error) {
	if rec.Err != nil || !q.url {
		return rec.Text, rec.Err
	}
	err := q.urls.read(rec, r)
	text, _ := r.Query()
	return text, err
}

// within marks an error as an error in the query of a URL. The offset of such an error is not an offset in the record.
func (q *queryParser) within(err error) error {
	if !q.url {
		return err
	}
	return fmt.Errorf("in its query: %w", err)
}

// pairLists has the flags that select parts of pairs.
type pairLists struct{ names, values, each bool }

// plain reports whether no flag is given. Then all pairs, with names and values, are one result.
func (l *pairLists) plain() bool { return *l == pairLists{} }

// check sets the columns of a table, and rejects flags that contradict each other.
func (q *queryParser) check(s *stream) error {
	s.columns = []string{"pairs"}
	switch {
	case q.group && !q.plain() || q.names && q.values:
		return errors.New("only one of --group, --names and --values can be given, and --group not with --each")
	case len(s.where.conditions) > 0 && !q.url:
		return errors.New("--where is for URLs: add --url")
	case q.names && q.each:
		s.columns = []string{"name"}
	case q.names:
		s.columns = []string{"names"}
	case q.values && q.each:
		s.columns = []string{"value"}
	case q.values:
		s.columns = []string{"values"}
	case q.each:
		s.columns = []string{"name", "value"}
	}
	s.numbers = s.numbers || q.each && s.out == bulk.JSONL
	return nil
}

func (q *queryParser) print(out *bulk.Output, rec *bulk.Record, pairs []bulk.Field) error {
	switch {
	case q.group:
		return q.printGroups(out, rec, pairs)
	case q.each:
		return q.printEach(out, rec, pairs)
	case q.names || q.values:
		return q.printList(out, rec, pairs)
	case !out.JSON():
		return out.Fields(pairs...)
	}
	return writeRecord(out, rec, "", nil, func(o *jsontext.Writer) {
		o.Array("pairs")
		for _, pair := range pairs {
			o.Array("")
			o.String("", pair.Name)
			o.String("", pair.Value)
			o.Close()
		}
		o.Close()
	})
}

// printList writes names or values as one result.
func (q *queryParser) printList(out *bulk.Output, rec *bulk.Record, pairs []bulk.Field) error {
	name := "values"
	list := make([]string, len(pairs))
	for i, pair := range pairs {
		list[i] = pair.Value
		if q.names {
			list[i] = pair.Name
		}
		if !out.JSON() && strings.Contains(list[i], "\t") {
			return errors.New("a field of the result contains a tab, which separates fields: use --json or --each")
		}
	}
	if !out.JSON() {
		return out.Text(strings.Join(list, "\t"))
	}
	if q.names {
		name = "names"
	}
	return writeRecord(out, rec, "", nil, func(o *jsontext.Writer) { o.Strings(name, list...) })
}

// printEach writes each pair as a result. It returns the first error.
func (q *queryParser) printEach(out *bulk.Output, rec *bulk.Record, pairs []bulk.Field) (failed error) {
	out.Omit() // the record has no result unless it has a pair
	for _, f := range pairs {
		var err error
		switch {
		case out.JSON():
			writeRecord(out, rec, "", nil, func(o *jsontext.Writer) {
				if !q.values {
					o.String("name", f.Name)
				}
				if !q.names {
					o.String("value", f.Value)
				}
			})
		case q.names:
			err = out.Text(f.Name)
		case q.values:
			err = out.Text(f.Value)
		case table(out.Format()):
			err = out.Fields(bulk.Field{Name: "name", Value: f.Name}, bulk.Field{Name: "value", Value: f.Value})
		default:
			err = out.Fields(f)
		}
		failed = cmp.Or(failed, err)
		out.Next(err)
	}
	return failed
}

// printGroups writes the values of each name together, in the order in which the names first occur, as parse_qs does.
func (q *queryParser) printGroups(out *bulk.Output, rec *bulk.Record, pairs []bulk.Field) error {
	groups := make(map[string][]string)
	var names []string
	for _, pair := range pairs {
		name := str.Canonical(pair.Name)
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], pair.Value)
	}
	if !out.JSON() {
		fields := pairs[:0]
		for _, name := range names {
			for _, value := range groups[name] {
				fields = append(fields, bulk.Field{Name: name, Value: value})
			}
		}
		return out.Fields(fields...)
	}
	return writeRecord(out, rec, "", nil, func(o *jsontext.Writer) {
		o.Object("values")
		for _, name := range names {
			o.Name(name)
			o.Strings("", groups[name]...)
		}
		o.Close()
	})
}
