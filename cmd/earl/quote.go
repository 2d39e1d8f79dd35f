package main

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/pairs"
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
			py, ok, err := s.python(cmd, "plus", "safe", "encoding", "encoding-errors")
			if err = cmp.Or(err, s.onlyFor(cmd, "whatwg", "set")); err != nil {
				return err
			}
			c := quoting(py.Quote, opt)
			switch {
			case !ok:
				c = converterOf(set.Encode)
			case plus:
				c = quoting(py.QuotePlus, opt)
			}
			return a.work(cmd, &s, args, c.op)
		},
	}
	s.addAs(cmd, "urllib")
	flags := cmd.Flags()
	choose(flags, &set, "set", "component", "whatwg: percent-encode the characters of `SET`",
		func() []string { return setNames[:] }, parseSet)
	flags.BoolVar(&plus, "plus", false, "urllib: write a space as + (quote_plus)")
	optional(flags, &opt.Safe, "safe",
		`urllib: keep these ASCII `+"`CHARACTERS`"+`, like letters, digits and _.-~ (default "/"; with --plus none)`)
	optional(flags, &opt.Encoding, "encoding", "urllib: encode text with `ENCODING` (default utf-8)")
	optional(flags, &opt.Errors, "encoding-errors",
		"urllib: error `HANDLER` for characters that the encoding lacks (default strict)")
	s.add(cmd)
	return cmd
}

func (a *app) unquote() *cobra.Command {
	var s stream
	var opt urllib.UnquoteOptions
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
			py, ok, err := s.python(cmd, "plus", "encoding", "encoding-errors")
			if err != nil {
				return err
			}
			c := converter{do: func(text string) (string, error) { return py.Unquote(text, opt) }}
			switch {
			case !ok:
				c = converterOf(whatwg.PercentDecodeText)
			case plus:
				c.do = func(text string) (string, error) { return py.UnquotePlus(text, opt) }
			}
			return a.work(cmd, &s, args, c.op)
		},
	}
	s.addAs(cmd, "urllib")
	flags := cmd.Flags()
	flags.BoolVar(&plus, "plus", false, "urllib: decode + as a space (unquote_plus)")
	optional(flags, &opt.Encoding, "encoding", "urllib: decode bytes with `ENCODING` (default utf-8)")
	optional(flags, &opt.Errors, "encoding-errors",
		"urllib: error `HANDLER` for bytes that are invalid in the encoding (default replace)")
	s.add(cmd)
	return cmd
}

// A converter converts text. If boundary is not nil, a long text can be converted in pieces: boundary returns the
// greatest index, at most i, at which s can be divided.
type converter struct {
	do       func(s string) (string, error)
	boundary func(s string, i int) int
}

// quoting returns the converter of a function of urllib. A text can be divided if the encoding has no state and no byte
// order mark, and the byte of a space does not occur in other characters.
func quoting(via func(string, urllib.QuoteOptions) (string, error), opt urllib.QuoteOptions) converter {
	c := converter{do: func(s string) (string, error) { return via(s, opt) }}
	encoding := "utf-8"
	if opt.Encoding != nil {
		encoding = strings.ReplaceAll(strings.ToLower(*opt.Encoding), "_", "-")
	}
	switch encoding {
	case "utf-8", "utf8", "ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "iso8859-1":
		c.boundary = pairs.Boundary
	}
	return c
}

// converterOf returns the converter of a function of whatwg.
func converterOf(do func(string) string) converter {
	return converter{func(s string) (string, error) { return do(s), nil }, scalarBoundary}
}

func (c converter) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) error {
		result, err := "", rec.Err
		if err == nil && len(rec.Text) > pieceLen && c.boundary != nil {
			return givePieces(out, rec, "result", c.pieces(cutAt(rec.Text, c.boundary)))
		}
		if err == nil {
			result, err = c.do(rec.Text)
		}
		return give(out, rec, "result", result, err)
	}
}

func (c converter) pieces(s text) text {
	return func(yield func(string, error) bool) {
		for piece, err := range s {
			var result string
			if err == nil {
				result, err = c.do(piece)
			}
			if err != nil {
				yield("", c.wholeError(s, err))
				return
			}
			if !yield(result, nil) {
				return
			}
		}
	}
}

// wholeError returns the error of converting all of s, after a piece of s has returned err.
func (c converter) wholeError(s text, err error) error {
	all, failed := whole(s)
	if failed == nil {
		_, failed = c.do(all)
	}
	return cmp.Or(failed, err)
}
