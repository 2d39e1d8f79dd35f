package main

import (
	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urllib"
	"earl.example/whatwg"
)

func (a *app) quote() *cobra.Command {
	var s stream
	var opt urllib.QuoteOptions
	var plus bool
	set := whatwg.ComponentSet
	cmd := &cobra.Command{
		Use:   "quote [flags] [TEXT…]",
		Short: "Percent-encode text",
		Long: `Quote percent-encodes each text, as Python's quote does; with --plus, as
quote_plus does. Bytes that are not UTF-8 fail the record. To encode them
unchanged, use --encoding-errors surrogateescape.

--as whatwg percent-encodes as the URL Standard does. --set is the percent-encode
set: c0-control, fragment, query, special-query, path, userinfo, component or form.
"form" writes a space as "+". Only component and form encode "%". Bytes that are
not UTF-8 become U+FFFD.

In JSON, a result is an object with input, ok and result.`,
		Example: `  earl quote 'a b/c'                  # a%20b/c
  earl quote --plus 'a b&c'           # a+b%26c
  earl quote --safe '' --encoding latin-1 'é/è'
  earl quote --as whatwg --set path 'a b/c?'   # a%20b/c%3F`,
		RunE: func(cmd *cobra.Command, args []string) error {
			py, ok := s.python()
			quote := py.Quote
			switch {
			case !ok:
				quote = func(text string, _ urllib.QuoteOptions) (string, error) { return set.Encode(text), nil }
			case plus:
				quote = py.QuotePlus
			}
			return a.work(cmd, &s, args, textOp("result", func(rec *bulk.Record) (string, error) {
				return quote(rec.Text, opt)
			}))
		},
	}
	s.addAs(cmd, "urllib", "whatwg")
	flags := cmd.Flags()
	choose(flags, &set, "set", "component", "percent-encode the characters of `SET`",
		func() []string { return setNames[:] }, parseSet)
	flags.BoolVar(&plus, "plus", false, "write a space as + (quote_plus)")
	optional(flags, &opt.Safe, "safe",
		`keep these ASCII `+"`CHARACTERS`"+`, like letters, digits and _.-~ (default "/"; with --plus none)`)
	optional(flags, &opt.Encoding, "encoding", "encode text with `ENCODING` (default utf-8)")
	optional(flags, &opt.Errors, "encoding-errors",
		"error `HANDLER` for characters that the encoding lacks (default strict)", errorHandlers...)
	only(flags, "whatwg", "set")
	only(flags, "urllib", "plus", "safe", "encoding", "encoding-errors")
	s.add(cmd)
	return cmd
}

func (a *app) unquote() *cobra.Command {
	var s stream
	var opt urllib.CodecOptions
	var plus bool
	cmd := &cobra.Command{
		Use:   "unquote [flags] [TEXT…]",
		Short: "Decode percent-encoded text",
		Long: `Unquote decodes each text, as Python's unquote does; with --plus, as unquote_plus
does. In text output, a result that contains a line feed is a failed record: use
--out nul or --json.

--as whatwg decodes as the URL Standard does. Bytes that are not UTF-8 become
U+FFFD.

In JSON, a result is an object with input, ok and result.`,
		Example: `  earl unquote a%20b%2Fc              # a b/c
  earl unquote --plus a+b             # a b
  earl unquote --json --encoding latin-1 %E9%0A`,
		RunE: func(cmd *cobra.Command, args []string) error {
			py, ok := s.python()
			unquote := py.Unquote
			switch {
			case !ok:
				unquote = func(text string, _ urllib.CodecOptions) (string, error) {
					return whatwg.PercentDecodeText(text), nil
				}
			case plus:
				unquote = py.UnquotePlus
			}
			return a.work(cmd, &s, args, textOp("result", func(rec *bulk.Record) (string, error) {
				return unquote(rec.Text, opt)
			}))
		},
	}
	s.addAs(cmd, "urllib", "whatwg")
	flags := cmd.Flags()
	flags.BoolVar(&plus, "plus", false, "decode + as a space (unquote_plus)")
	optional(flags, &opt.Encoding, "encoding", "decode bytes with `ENCODING` (default utf-8)")
	optional(flags, &opt.Errors, "encoding-errors",
		"error `HANDLER` for bytes that are invalid in the encoding (default replace)", errorHandlers...)
	only(flags, "urllib", "plus", "encoding", "encoding-errors")
	s.add(cmd)
	return cmd
}
