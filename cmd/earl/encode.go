package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/bulk"
	"earl.example/cmd/earl/internal/pairs"
	"earl.example/urllib"
)

// encode is the command of that name.
func (a *app) encode() *cobra.Command {
	var (
		s                      stream
		d                      dialectFlag
		safe, encoding, errors optional
		via                    string
		opt                    urllib.EncodeOptions
	)
	cmd := &cobra.Command{
		Use:   "encode [flags] [NAME=VALUE…]",
		Short: "Make query strings from names and values",
		Long: `Encode makes a query string from names and values, as Python's urlencode does.
The arguments, if there are any, are the pairs of one query.

From standard input, each line is a record: fields name=value, separated by
tabs, as earl query writes them. With --in jsonl it is a JSON object, whose
members are the pairs, or an array of arrays [name, value]. There, values are
what Python's json.loads makes of them, printed as Python prints them; arrays
are lists, and give a pair for each element with --doseq.

As JSON, a result is an object with the keys input, ok and result.`,
		Example: `  earl encode a=1 'b=x y'             # a=1&b=x+y
  earl query 'b=1&a=2' | earl encode
  echo '{"a":[1,2.5],"b":null}' | earl encode --in jsonl --doseq   # a=1&a=2.5&b=None`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(cmd); err != nil {
				return err
			}
			py, err := d.python()
			if err != nil {
				return err
			}
			opt.Safe, opt.Encoding, opt.Errors = safe.value, encoding.value, errors.value
			switch via {
			case "quote":
				opt.QuoteVia = py.ViaQuote
			case "quote_plus":
				opt.QuoteVia = py.ViaQuotePlus
			default:
				return fmt.Errorf("invalid argument %q for \"--via\" flag: there is quote, quote_plus", via)
			}
			return a.encodeRecords(cmd, &s, args, encoder{py: py, opt: opt})
		},
	}
	d.byDefault(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opt.DoSeq, "doseq", false, "make a pair of each element of an array")
	flags.StringVar(&via, "via", "quote_plus", "quote by this `FUNCTION`: quote or quote_plus (quote_via)")
	flags.Var(&safe, "safe", "the ASCII `CHARACTERS` to leave alone beside letters, digits and _.-~ (default none)")
	flags.Var(&encoding, "encoding", "the `ENCODING` to encode text with (default utf-8)")
	flags.Var(&errors, "errors", "the error `HANDLER` for what the encoding cannot carry (default strict)")
	s.add(cmd)
	return cmd
}

// encodeRecords works on the arguments as one record, or on standard input.
func (a *app) encodeRecords(cmd *cobra.Command, s *stream, args []string, e encoder) error {
	switch {
	case len(args) > 0:
		e.items = pairs.FromFields(slices.Values(args))
		for _, err := range e.items {
			if err != nil {
				return fmt.Errorf("arguments are NAME=VALUE: %w", err)
			}
		}
		args = []string{strings.Join(args, "\t")}
	case s.in.format == bulk.JSONL:
		s.in.format = bulk.JSONValues
		e.json = true
	}
	return a.work(cmd, s, args, e.op)
}

// An encoder is what encode was told.
type encoder struct {
	py    urllib.Python
	opt   urllib.EncodeOptions
	items iter.Seq2[urllib.Item, error] // of the only record, if they were arguments
	json  bool                          // records are JSON values
}

// op encodes one record.
func (e *encoder) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) error {
		result, err := e.encode(rec)
		if !out.JSON() {
			if err != nil {
				return err
			}
			return out.Text(result)
		}
		o := out.Object()
		if e.json && rec.Err == nil {
			o.Raw(nameInput, rec.Text)
		} else {
			o.String(nameInput, rec.Text)
		}
		o.Bool(nameOK, err == nil)
		if err != nil {
			describe(o, rec, err)
		} else {
			o.String(nameResult, result)
		}
		return err
	}
}

// batch is how many pairs are in memory at a time.
const batch = 256

// encode returns the query string of a record.
func (e *encoder) encode(rec *bulk.Record) (string, error) {
	if rec.Err != nil {
		return "", rec.Err
	}
	items := e.items
	switch {
	case items != nil:
	case e.json:
		items = pairs.FromJSON(rec.Text, e.py.Version, e.opt.DoSeq)
	default:
		items = pairs.FromText(rec.Text)
	}
	var result []byte
	var some []urllib.Item
	for item, err := range items {
		if err == nil && len(some) == batch {
			result, err = e.add(result, some)
			some = some[:0]
		}
		if err != nil {
			return "", err
		}
		some = append(some, item)
	}
	result, err := e.add(result, some)
	return string(result), err
}

// add appends some pairs to a query string.
func (e *encoder) add(query []byte, items []urllib.Item) ([]byte, error) {
	start := len(query)
	if start > 0 {
		query = append(query, '&')
	}
	end := len(query)
	query, err := e.py.AppendEncode(query, items, e.opt)
	if len(query) == end {
		query = query[:start] // pairs without values give nothing
	}
	return query, err
}
