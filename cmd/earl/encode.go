package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/pairs"
	"earl.example/urllib"
	"earl.example/whatwg"
)

func (a *app) encode() *cobra.Command {
	s := stream{noTables: true}
	var via string
	var opt urllib.EncodeOptions
	cmd := &cobra.Command{
		Use:   "encode [flags] [NAME=VALUE…]",
		Short: "Make query strings from names and values",
		Long: `Encode makes a query string from names and values, as Python's urlencode does. The
arguments are the pairs of one query.

Without arguments, each record is a query:
  lines     fields name=value, separated by tabs, as earl query writes them
  jsonl     an object whose members are the pairs, or an array of arrays
            [name, value]. A value is written as Python prints it: null as
            None, and an array as a list. With --doseq, an array gives a pair
            for each element.

--as whatwg is the application/x-www-form-urlencoded serializer of the URL
Standard. In JSON, values must be strings. --encoding is a label of the Encoding
Standard. A character that the encoding lacks is written as a reference such as
&#8364;, as in browser forms. The other flags need urllib.

In JSON, a result is an object with input, ok and result.`,
		Example: `  earl encode a=1 'b=x y'             # a=1&b=x+y
  earl query 'b=1&a=2' | earl encode
  echo '{"a":[1,2.5],"b":null}' | earl encode --in jsonl --doseq   # a=1&a=2.5&b=None`,
		RunE: func(cmd *cobra.Command, args []string) error {
			py, ok := s.python()
			e := encoder{py: py, opt: opt, form: !ok}
			if e.form {
				var err error
				if e.encoding, err = formEncoding(opt.Encoding); err != nil {
					return err
				}
			}
			if via == "quote" {
				e.opt.QuoteVia = py.Quote
			}
			return a.encodeRecords(cmd, &s, args, e)
		},
	}
	s.addAs(cmd, "urllib", "whatwg")
	flags := cmd.Flags()
	flags.BoolVar(&opt.DoSeq, "doseq", false, "write a pair for each element of an array")
	vias := []string{"quote", "quote_plus"}
	choose(flags, &via, "via", "quote_plus", "encode with `FUNCTION`, quote or quote_plus (quote_via)",
		func() []string { return vias }, oneOf(vias))
	optional(flags, &opt.Safe, "safe",
		"keep these ASCII `CHARACTERS`, like letters, digits and _.-~ (default none)")
	optional(flags, &opt.Encoding, "encoding", "encode text with `ENCODING` (default utf-8)")
	optional(flags, &opt.Errors, "encoding-errors",
		"error `HANDLER` for characters that the encoding lacks (default strict)", errorHandlers...)
	only(flags, "urllib", "doseq", "via", "safe", "encoding-errors")
	s.add(cmd)
	return cmd
}

// encodeRecords encodes the arguments as one record, or the records of the input.
func (a *app) encodeRecords(cmd *cobra.Command, s *stream, args []string, e encoder) error {
	e.read = pairs.FromText
	switch {
	case len(args) > 0:
		items, err := pairs.FromFields(args)
		if err != nil {
			return fmt.Errorf("arguments are NAME=VALUE, and JSON is for standard input with --in jsonl: %w", err)
		}
		e.read = func(string) ([][2]any, error) { return items, nil }
		args = []string{strings.Join(args, "\t")}
	case s.in == bulk.JSONL:
		s.in = bulk.JSONValues
		e.json = true
		e.read = pairs.FromJSON
		if e.form {
			e.read = pairs.FromStrings
		}
	}
	return a.work(cmd, s, args, e.op)
}

type encoder struct {
	py   urllib.Python
	opt  urllib.EncodeOptions
	read func(text string) ([][2]any, error) // reads the pairs of a record
	json bool                                // records are JSON values
	form bool                                // encode as whatwg does

	encoding string // for whatwg: a label of the Encoding Standard, or "" for UTF-8
}

func (e *encoder) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) error {
		result, err := "", rec.Err
		if err == nil {
			result, err = e.encode(rec.Text)
		}
		if !e.json || rec.Err != nil || !out.JSON() || err != nil && out.SkipsFailed() {
			return give(out, rec, "result", result, err)
		}
		o := out.Object()
		o.Raw("input", rec.Text)
		o.Bool("ok", err == nil)
		if err != nil {
			describe(o, err, rec.Text)
		} else {
			o.String("result", result)
		}
		return err
	}
}

func (e *encoder) encode(text string) (string, error) {
	items, err := e.read(text)
	if err != nil {
		return "", err
	}
	if !e.form {
		return e.py.Encode(items, e.opt)
	}
	return whatwg.FormatForm(func(yield func(name, value string) bool) {
		for _, item := range items {
			if !yield(item[0].(string), item[1].(string)) {
				return
			}
		}
	}, e.encoding)
}
