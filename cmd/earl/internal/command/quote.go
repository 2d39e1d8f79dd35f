package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/text/encoding"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// Quote returns the command quote.
func Quote(proc *record.Process) *cobra.Command {
	s := Given{Process: proc}
	var opt urllib.QuoteOptions
	var plus bool
	set := "component"
	cmd := page("quote", func(args []string) error {
		py, ok := s.python()
		quote, set := py.Quote, whatwg.EncodeSet(slices.Index(setNames, set))
		if plus {
			quote = py.QuotePlus
		}
		return s.work(s.run(), args, record.TextOp(func(v *view.View) (string, error) {
			if ok {
				return quote(v.Rec.Text, opt)
			}
			return set.Encode(v.Rec.Text), nil
		}))
	})
	flags := s.addAs(cmd, "urllib", "whatwg")
	cli.Pick(flags, &set, "encode-set", set, setNames...)
	cli.Switch(flags, &plus, "plus")
	cli.Optional(flags, &opt.Safe, "safe")
	cli.Optional(flags, &opt.Encoding, "encoding")
	cli.Optional(flags, &opt.Errors, "encoding-errors", errorHandlers...)
	return s.add(cmd)
}

// setNames lists the names of the percent-encode sets, indexed by set.
var setNames = []string{
	whatwg.C0ControlSet: "c0-control", whatwg.FragmentSet: "fragment", whatwg.QuerySet: "query",
	whatwg.SpecialQuerySet: "special-query", whatwg.PathSet: "path", whatwg.UserinfoSet: "userinfo",
	whatwg.ComponentSet: "component", whatwg.FormSet: "form",
}

// Unquote returns the command unquote.
func Unquote(proc *record.Process) *cobra.Command {
	s := Given{Process: proc}
	var opt urllib.CodecOptions
	var plus bool
	cmd := page("unquote", func(args []string) error {
		py, ok := s.python()
		unquote := py.Unquote
		if plus {
			unquote = py.UnquotePlus
		}
		r := s.run()
		if len(args) > 0 {
			if link, err := view.Unwrap(args[0]); err == nil && link != args[0] {
				r.Hint("wrapper", "the URL wraps another one: earl get --unwrap '{href}' opens it")
			}
		}
		return s.work(r, args, record.TextOp(func(v *view.View) (string, error) {
			if ok {
				return unquote(v.Rec.Text, opt)
			}
			return whatwg.PercentDecodeText(v.Rec.Text), nil
		}))
	})
	flags := s.addAs(cmd, "urllib", "whatwg")
	cli.Switch(flags, &plus, "plus")
	cli.Optional(flags, &opt.Encoding, "encoding")
	cli.Optional(flags, &opt.Errors, "encoding-errors", errorHandlers...)
	return s.add(cmd)
}

// errorHandlers lists the common values of --encoding-errors.
var errorHandlers = []string{"strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace",
	"surrogateescape", "surrogatepass"}

// URLEncode returns the command urlencode.
func URLEncode(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{noTables: true}}
	var via string
	var opt urllib.EncodeOptions
	cmd := page("urlencode", func(args []string) (err error) {
		py, ok := s.python()
		if via == "quote" {
			opt.QuoteVia = py.Quote
		}
		read := pairsOfText
		write := func(items [][2]any) (string, error) { return py.Encode(items, opt) }
		if !ok {
			if write, err = formWriter(opt.Encoding); err != nil {
				return err
			}
		}
		newOp := record.TextOp(func(v *view.View) (string, error) {
			items, err := read(v.Rec.Text)
			if err != nil {
				return "", err
			}
			return write(items)
		})
		if len(args) > 0 {
			items, err := pairsOfFields(args)
			if err != nil {
				return fmt.Errorf("arguments are NAME=VALUE, and JSON is for standard input with --in jsonl: %w", err)
			}
			read = func(string) ([][2]any, error) { return items, nil }
			return s.run().Run(record.SourceOf(record.Texts([]string{strings.Join(args, "\t")})...), newOp)
		}
		r := s.run()
		if r.In == bulk.JSONL {
			r.In, r.Raw, read = bulk.JSONValues, true, pairsOfJSON
			if !ok {
				read = pairsOfStrings
			}
		}
		return s.work(r, nil, newOp)
	})
	flags := s.addAs(cmd, "urllib", "whatwg")
	cli.Switch(flags, &opt.DoSeq, "doseq")
	cli.Pick(flags, &via, "via", "quote_plus", "quote", "quote_plus")
	cli.Optional(flags, &opt.Safe, "safe")
	cli.Optional(flags, &opt.Errors, "encoding-errors", errorHandlers...)
	cli.Optional(flags, &opt.Encoding, "encoding")
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
