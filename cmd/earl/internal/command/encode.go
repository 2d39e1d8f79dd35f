package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/pairs"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/text/encoding"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// URLEncode returns the command urlencode.
func URLEncode(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{noTables: true}}
	var via string
	var opt urllib.EncodeOptions
	cmd := &cobra.Command{
		Use:   "urlencode [flags] [NAME=VALUE…]",
		Short: "Make query strings from names and values",
		Long: `Urlencode makes a query string from names and values, as Python's urlencode
does. The arguments are the pairs of one query.

Without arguments, each record is a query:
  lines     fields name=value, separated by tabs, as earl query writes them
  jsonl     an object whose members are the pairs, or an array of arrays
            [name, value] or of the objects of earl query. A value is written as Python prints it: null as
            None, and an array as a list. With --doseq, an array gives a pair
            for each element.

--as whatwg is the application/x-www-form-urlencoded serializer of the URL
Standard. In JSON, values must be strings. --encoding is a label of the Encoding
Standard. A character that the encoding lacks is written as a reference such as
&#8364;, as in browser forms. The other flags need urllib.

In JSON, a result is an object with input, ok and result.`,
		Example: `  earl urlencode a=1 'b=x y'             # a=1&b=x+y
  earl query 'b=1&a=2' | earl urlencode
  echo '{"a":[1,2.5],"b":null}' | earl urlencode --in jsonl --doseq   # a=1&a=2.5&b=None`,
		RunE: func(_ *cobra.Command, args []string) (err error) {
			py, ok := s.python()
			if via == "quote" {
				opt.QuoteVia = py.Quote
			}
			read := pairs.FromText
			write := func(items [][2]any) (string, error) { return py.Encode(items, opt) }
			if !ok {
				if write, err = formWriter(opt.Encoding); err != nil {
					return err
				}
			}
			newOp := record.TextOp(func(v *view.View) (_ string, err error) {
				items, ok := v.Rec.Value.([][2]any)
				if !ok {
					if items, err = read(v.Rec.Text); err != nil {
						return "", err
					}
				}
				return write(items)
			})
			if len(args) > 0 {
				items, err := pairs.FromFields(args)
				if err != nil {
					return fmt.Errorf("arguments are NAME=VALUE, and JSON is for standard input with --in jsonl: %w", err)
				}
				return s.run().Run(record.SourceOf(bulk.Record{Line: 1, Text: strings.Join(args, "\t"), Value: items}), newOp)
			}
			r := s.run()
			if r.In == bulk.JSONL {
				r.In, r.Raw, read = bulk.JSONValues, true, pairs.FromJSON
				if !ok {
					read = pairs.FromStrings
				}
			}
			return s.work(r, nil, newOp)
		},
	}
	flags := s.addAs(cmd, "urllib", "whatwg")
	cli.Declare(flags, cli.DialectKey, "urllib", func(flags *pflag.FlagSet) {
		flags.BoolVar(&opt.DoSeq, "doseq", false, "write a pair for each element of an array")
		cli.Pick(flags, &via, "via", "quote_plus", "encode with `FUNCTION`, quote or quote_plus (quote_via)",
			"quote", "quote_plus")
		addSafe(flags, &opt.Safe, "none")
		addErrors(flags, &opt.Errors, "characters that the encoding lacks", "strict")
	})
	addEncoding(flags, &opt.Encoding, "encode text")
	return s.add(cmd)
}

// formWriter returns a function that writes pairs as whatwg does. label is a label of the Encoding Standard, or nil for
// UTF-8.
func formWriter(label *string) (func(items [][2]any) (string, error), error) {
	to := ""
	if label != nil {
		to = *label
		if _, ok := encoding.Lookup(to); !ok {
			return nil, fmt.Errorf("--encoding %s: the Encoding Standard has no such label", to)
		}
	}
	return func(items [][2]any) (string, error) {
		return whatwg.FormatForm(func(yield func(name, value string) bool) {
			for _, item := range items {
				if !yield(item[0].(string), item[1].(string)) {
					return
				}
			}
		}, to)
	}, nil
}
