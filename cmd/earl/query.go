package main

import (
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/reading"
	"earl.example/urllib"
)

func (a *app) query() *cobra.Command {
	var (
		s                           stream
		d                           dialectFlag
		q                           queryParser
		encoding, errors, separator optional
		most                        optionalInt
	)
	cmd := &cobra.Command{
		Use:   "query [flags] [QUERY…]",
		Short: "Take query strings apart",
		Long: `Query takes each query string apart into pairs of name and value, as Python's
parse_qsl does. With --group the values of a name come together, as parse_qs
has them. With --url each record is a URL, of which the query is taken; a URL
that has a base of its own is resolved first.

With --as whatwg it is the URL Standard's parser of the format
application/x-www-form-urlencoded, the same as of URLSearchParams, which knows
no encoding but UTF-8. Of the flags below only --url and --group go with it,
beside those of input and output.

As text, a query is one line of fields name=value, separated by tabs; a name
that contains an equals sign itself fails there. As JSON, it is an object with
the keys input, ok and pairs, a list of [name, value], or with --group values,
an object with a list for each name.`,
		Example: `  earl query 'a=1&b=x%20y&a=2'
  earl query --group --json 'a=1&b=2&a=3'
  earl query --url --json < urls.txt
  earl query --as whatwg 'a&b=c+d'    # a=	b=c d`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(cmd); err != nil {
				return err
			}
			var ok bool
			var err error
			q.py, ok, err = d.python(cmd, "keep-blank-values", "strict", "max-num-fields", "separator", "encoding",
				"encoding-errors")
			if err != nil {
				return err
			}
			q.urls = newParser(d.Dialect, nil)
			if !ok {
				q.form = true
				return a.work(cmd, &s, args, q.formOp)
			}
			q.opt.Encoding, q.opt.Errors = encoding.value, errors.value
			q.opt.Separator, q.opt.MaxNumFields = separator.value, most.value
			return a.work(cmd, &s, args, q.op)
		},
	}
	d.byDefault(cmd, "urllib")
	flags := cmd.Flags()
	flags.BoolVar(&q.url, "url", false, "records are URLs; take their query")
	flags.BoolVar(&q.group, "group", false, "bring the values of a name together (parse_qs)")
	flags.BoolVar(&q.opt.KeepBlankValues, "keep-blank-values", false, "keep pairs whose value is empty")
	flags.BoolVar(&q.opt.StrictParsing, "strict", false, "refuse fields without = (strict_parsing)")
	flags.Var(&most, "max-num-fields", "refuse queries with more than `N` fields")
	flags.Var(&separator, "separator", "the `TEXT` between fields (default &)")
	flags.Var(&encoding, "encoding", "the `ENCODING` of the escaped bytes (default utf-8)")
	flags.Var(&errors, "encoding-errors", "the error `HANDLER` for bytes that do not decode (default replace)")
	s.columns = []string{"pairs"}
	s.add(cmd)
	return cmd
}

// A queryParser parses query strings.
type queryParser struct {
	urls       *parser // of records, if they are URLs
	py         urllib.Python
	url, group bool
	form       bool // by whatwg
	opt        urllib.QueryOptions
}

// op parses one record.
func (q *queryParser) op() bulk.Op {
	var r reading.Reading
	var fields []bulk.Field
	all := func(yield func(bulk.Field) bool) {
		for _, field := range fields {
			if !yield(field) {
				return
			}
		}
	}
	return func(rec *bulk.Record, out *bulk.Output) error {
		text, err := q.text(rec, &r)
		if err != nil {
			return fail(out, rec, err)
		}
		if q.group && len(text) <= pieceLen {
			dict, err := q.py.ParseQS(text, q.opt)
			if err != nil {
				return fail(out, rec, q.within(err))
			}
			return giveGroups(out, rec, groupsOf(dict))
		}
		pairs := q.py.Pairs(text, q.opt)
		if len(text) <= pieceLen {
			fields = fields[:0]
			for pair, err := range pairs {
				if err != nil {
					return fail(out, rec, q.within(err))
				}
				fields = append(fields, bulk.Field{Name: pair.Name, Value: pair.Value})
			}
			if !out.JSON() {
				return out.Fields(fields...)
			}
			printPairs(out, rec, all)
			return nil
		}
		// A long query is parsed twice, since errors must be known before anything is written, and its pairs would take
		// much memory.
		n := 0
		for _, err := range pairs {
			if err != nil {
				return fail(out, rec, q.within(err))
			}
			n++
		}
		if q.group {
			return giveGroups(out, rec, q.groups(text, n))
		}
		seq := func(yield func(bulk.Field) bool) {
			for pair := range pairs {
				if !yield(bulk.Field{Name: pair.Name, Value: pair.Value}) {
					return
				}
			}
		}
		if !out.JSON() {
			return out.FieldSeq(seq)
		}
		printPairs(out, rec, seq)
		return nil
	}
}

// text returns the query string of a record.
func (q *queryParser) text(rec *bulk.Record, r *reading.Reading) (string, error) {
	if rec.Err != nil || !q.url {
		return rec.Text, rec.Err
	}
	err := q.urls.read(rec, r)
	text, _ := r.Query()
	return text, err
}

// within marks an error of the query of a URL: its offset is not an offset in the record.
func (q *queryParser) within(err error) error {
	if !q.url {
		return err
	}
	return fmt.Errorf("in its query: %w", err)
}

func printPairs(out *bulk.Output, rec *bulk.Record, pairs iter.Seq[bulk.Field]) {
	o := begin(out, rec)
	o.Bool("ok", true)
	o.Array("pairs")
	for pair := range pairs {
		o.Array("")
		o.String("", pair.Name)
		o.String("", pair.Value)
		o.Close()
	}
	o.Close()
	finish(o, rec)
}

// groupsOf returns the names of a dict with their values.
func groupsOf(dict urllib.Dict[string]) iter.Seq2[string, iter.Seq[string]] {
	return func(yield func(string, iter.Seq[string]) bool) {
		for name, values := range dict.All() {
			if !yield(name, slices.Values(values)) {
				return
			}
		}
	}
}
