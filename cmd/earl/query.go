package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/reading"
	"earl.example/urllib"
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
			var err error
			q.py, ok, err = s.python(cmd, "keep-blank-values", "drop-blank-values", "strict",
				"max-num-fields", "separator", "encoding", "encoding-errors")
			switch {
			case err != nil:
				return err
			case dropBlank && q.opt.KeepBlankValues:
				return errors.New("--keep-blank-values and --drop-blank-values are both given: remove one of them")
			}
			q.urls, q.form = newResolver(s.dialect, &s), !ok
			q.opt.KeepBlankValues = q.opt.KeepBlankValues || q.url && !dropBlank
			op := q.op
			if q.form {
				op = q.formOp
			}
			return a.work(cmd, &s, args, s.filtered(op))
		},
	}
	s.addAs(cmd, "urllib")
	flags := cmd.Flags()
	flags.BoolVar(&q.url, "url", false, "records are URLs: split their queries")
	flags.BoolVar(&q.group, "group", false, "group the values of each name (parse_qs)")
	flags.BoolVar(&q.opt.KeepBlankValues, "keep-blank-values", false,
		"urllib: keep parameters with an empty value, such as ?debug (default with --url)")
	flags.BoolVar(&dropBlank, "drop-blank-values", false,
		"urllib: drop parameters with an empty value (default without --url)")
	flags.BoolVar(&q.opt.StrictParsing, "strict", false, "urllib: reject fields without = (strict_parsing)")
	flags.Func("max-num-fields", "urllib: reject queries with more than `N` fields", func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil {
			return errors.New("must be a number")
		}
		q.opt.MaxNumFields = &n
		return nil
	})
	optional(flags, &q.opt.Separator, "separator", "urllib: separate fields with `TEXT` (default &)")
	optional(flags, &q.opt.Encoding, "encoding", "urllib: decode bytes with `ENCODING` (default utf-8)")
	optional(flags, &q.opt.Errors, "encoding-errors",
		"urllib: error `HANDLER` for bytes that are invalid in the encoding (default replace)")
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
	var fields []bulk.Field
	all := func(yield func(bulk.Field) bool) { slices.Values(fields)(yield) } // one function for all records
	return func(rec *bulk.Record, out *bulk.Output) error {
		text, err := q.text(rec, &r)
		if err != nil {
			return fail(out, rec, err)
		}
		short := len(text) <= pieceLen
		if q.group && short {
			dict, err := q.py.ParseQS(text, q.opt)
			if err != nil {
				return fail(out, rec, q.within(err))
			}
			return giveGroups(out, rec, groupsOf(dict))
		}
		// A long query is parsed twice instead of storing its pairs: first to find errors, then to write the pairs.
		pairs := q.py.Pairs(text, q.opt)
		n := 0
		fields = fields[:0]
		for pair, err := range pairs {
			if err != nil {
				return fail(out, rec, q.within(err))
			}
			if n++; short {
				fields = append(fields, bulk.Field{Name: pair.Name, Value: pair.Value})
			}
		}
		switch {
		case q.group:
			return giveGroups(out, rec, q.groups(text, n))
		case short && !out.JSON() && q.plain():
			return out.Fields(fields...)
		case short:
			return q.print(out, rec, all)
		}
		return q.print(out, rec, func(yield func(bulk.Field) bool) {
			for pair := range pairs {
				if !yield(bulk.Field{Name: pair.Name, Value: pair.Value}) {
					return
				}
			}
		})
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

func (q *queryParser) print(out *bulk.Output, rec *bulk.Record, pairs iter.Seq[bulk.Field]) error {
	switch {
	case q.each:
		return q.printEach(out, rec, pairs)
	case q.names || q.values:
		return q.printList(out, rec, pairs)
	case !out.JSON():
		return out.FieldSeq(pairs)
	}
	return writeRecord(out, rec, "", nil, func(o *bulk.Object) {
		o.Array("pairs")
		for pair := range pairs {
			o.Array("")
			o.String("", pair.Name)
			o.String("", pair.Value)
			o.Close()
		}
		o.Close()
	})
}

func (l *pairLists) list(pairs iter.Seq[bulk.Field]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for f := range pairs {
			if l.names {
				f.Value = f.Name
			}
			if !yield(f.Value) {
				return
			}
		}
	}
}

// printList writes names or values as one result.
func (q *queryParser) printList(out *bulk.Output, rec *bulk.Record, pairs iter.Seq[bulk.Field]) error {
	list := q.list(pairs)
	if !out.JSON() {
		return out.TextSeq(func(yield func(string, error) bool) {
			separator := ""
			for s := range list {
				var err error
				if strings.Contains(s, "\t") {
					err = errors.New("a field of the result contains a tab, which separates fields: use --json or --each")
				}
				if !yield(separator, nil) || !yield(s, err) {
					return
				}
				separator = "\t"
			}
		})
	}
	name := "values"
	if q.names {
		name = "names"
	}
	return writeRecord(out, rec, "", nil, func(o *bulk.Object) { writeList(o, name, list) })
}

// printEach writes each pair as a result. It returns the first error.
func (q *queryParser) printEach(out *bulk.Output, rec *bulk.Record, pairs iter.Seq[bulk.Field]) (failed error) {
	out.Omit() // the record has no result unless it has a pair
	for f := range pairs {
		var err error
		switch {
		case out.JSON():
			writeRecord(out, rec, "", nil, func(o *bulk.Object) {
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

// groupsOf returns the names of a dict, each with its values.
func groupsOf(dict urllib.Dict[string]) iter.Seq2[string, iter.Seq[string]] {
	return func(yield func(string, iter.Seq[string]) bool) {
		for name, values := range dict.All() {
			if !yield(name, slices.Values(values)) {
				return
			}
		}
	}
}
