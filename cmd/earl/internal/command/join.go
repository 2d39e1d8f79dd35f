package command

import (
	"errors"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

// Join returns the command join.
func Join(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, relative: true}}
	var opt dialectOptions
	var backwardCompatible bool
	cmd := page("join", func(args []string) error {
		if opt.configure(&s.Dialect); backwardCompatible {
			s.Dialect = s.Dialect.WithOptions(rfc3986.Dialect{BackwardCompatible: true})
		}
		if s.Base == nil && len(args) > 0 {
			s.Base, args = &args[0], args[1:]
		}
		if s.Base == nil && s.In != bulk.JSONL {
			return errors.New("a base is missing: give it as the first argument or with --base")
		}
		return s.work(s.run("href"), args, record.TextOp(joined))
	})
	flags := s.addAs(cmd, view.ResolvingNames()...)
	cli.Optional(flags, &s.Base, "base")
	cli.Switch(flags, &opt.urllib.NoFragments, "no-fragments")
	cli.Switch(flags, &backwardCompatible, "backward-compatible")
	opt.addStrict(flags)
	return s.add(cmd)
}

// joined resolves a record, which must have a base.
func joined(v *view.View) (string, error) {
	if v.BaseOf(v.Rec) == nil {
		return "", &urlerr.Error{
			Dialect: v.Dialect.Name(), Offset: -1,
			Rule: urlerr.Rule{Name: "the record has no base, and none was given", Kind: urlerr.NoBase},
		}
	}
	href, err := v.Target()
	return href, v.Explained(err)
}
