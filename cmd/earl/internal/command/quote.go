package command

import (
	"slices"

	"github.com/spf13/cobra"

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
	cli.Choose(flags, &set, "encode-set", "component",
		func() []string { return setNames[:] }, func(s string) (whatwg.EncodeSet, error) {
			i := slices.Index(setNames[:], s)
			if i < 0 {
				return 0, cli.Unknown("set", s, setNames[:])
			}
			return whatwg.EncodeSet(i), nil
		})
	cli.Switch(flags, &plus, "plus")
	cli.Optional(flags, &opt.Safe, "safe")
	cli.Optional(flags, &opt.Encoding, "encoding")
	cli.Optional(flags, &opt.Errors, "encoding-errors", errorHandlers...)
	return s.add(cmd)
}

// setNames lists the names of the percent-encode sets, indexed by set.
var setNames = [...]string{
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
	cli.Switch(flags, &plus, "plus")
	cli.Optional(flags, &opt.Encoding, "encoding")
	cli.Optional(flags, &opt.Errors, "encoding-errors", errorHandlers...)
	return s.add(cmd)
}

// errorHandlers lists the common values of --encoding-errors.
var errorHandlers = []string{"strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace",
	"surrogateescape", "surrogatepass"}
