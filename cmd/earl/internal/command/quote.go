package command

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/urllib"
	"earl.example/whatwg"
)

// Quote returns the command quote.
func Quote(proc *record.Process) *cobra.Command {
	s := Given{Process: proc}
	var opt urllib.QuoteOptions
	var plus bool
	set := whatwg.ComponentSet
	cmd := page("quote", func(args []string) error {
		py, ok := s.python()
		quote := py.Quote
		switch {
		case !ok:
			quote = func(text string, _ urllib.QuoteOptions) (string, error) { return set.Encode(text), nil }
		case plus:
			quote = py.QuotePlus
		}
		return s.work(s.run(), args, record.TextOp(func(v *view.View) (string, error) { return quote(v.Rec.Text, opt) }))
	})
	flags := s.addAs(cmd, "urllib", "whatwg")
	cli.Declare(flags, cli.DialectKey, "whatwg", func(flags *pflag.FlagSet) {
		cli.Choose(flags, &set, "encode-set", "component", "percent-encode the characters of `SET`",
			func() []string { return setNames[:] }, func(s string) (whatwg.EncodeSet, error) {
				i := slices.Index(setNames[:], s)
				if i < 0 {
					return 0, cli.Unknown("set", s, setNames[:])
				}
				return whatwg.EncodeSet(i), nil
			})
	})
	cli.Declare(flags, cli.DialectKey, "urllib", func(flags *pflag.FlagSet) {
		flags.BoolVar(&plus, "plus", false, "write a space as + (quote_plus)")
		addSafe(flags, &opt.Safe, `"/"; with --plus none`)
		addEncoding(flags, &opt.Encoding, "encode text")
		addErrors(flags, &opt.Errors, "characters that the encoding lacks", "strict")
	})
	return s.add(cmd)
}

// setNames lists the names of the percent-encode sets, indexed by set.
var setNames = [...]string{
	whatwg.C0ControlSet: "c0-control", whatwg.FragmentSet: "fragment", whatwg.QuerySet: "query",
	whatwg.SpecialQuerySet: "special-query", whatwg.PathSet: "path", whatwg.UserinfoSet: "userinfo",
	whatwg.ComponentSet: "component", whatwg.FormSet: "form",
}

// addSafe adds --safe. byDefault describes its default.
func addSafe(flags *pflag.FlagSet, safe **string, byDefault string) {
	cli.Optional(flags, safe, "safe",
		"keep these ASCII `CHARACTERS`, like letters, digits and _.-~ (default "+byDefault+")")
}

// addEncoding adds --encoding. does says what the encoding is for, such as "encode text".
func addEncoding(flags *pflag.FlagSet, encoding **string, does string) {
	cli.Optional(flags, encoding, "encoding", does+" with `ENCODING` (default utf-8)")
}

// addErrors adds --encoding-errors. what are the texts that the handler gets.
func addErrors(flags *pflag.FlagSet, handler **string, what, byDefault string) {
	cli.Optional(flags, handler, "encoding-errors",
		"error `HANDLER` for "+what+" (default "+byDefault+")", errorHandlers...)
}

// Unquote returns the command unquote.
func Unquote(proc *record.Process) *cobra.Command {
	s := Given{Process: proc}
	var opt urllib.CodecOptions
	var plus bool
	cmd := page("unquote", func(args []string) error {
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
		return s.work(s.run(), args, record.TextOp(func(v *view.View) (string, error) { return unquote(v.Rec.Text, opt) }))
	})
	flags := s.addAs(cmd, "urllib", "whatwg")
	cli.Declare(flags, cli.DialectKey, "urllib", func(flags *pflag.FlagSet) {
		flags.BoolVar(&plus, "plus", false, "decode + as a space (unquote_plus)")
		addEncoding(flags, &opt.Encoding, "decode bytes")
		addErrors(flags, &opt.Errors, "bytes that are invalid in the encoding", "replace")
	})
	return s.add(cmd)
}

// errorHandlers lists the common values of --encoding-errors.
var errorHandlers = []string{"strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace",
	"surrogateescape", "surrogatepass"}
