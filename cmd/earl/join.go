package main

import (
	"errors"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urlerr"
)

func (a *app) join() *cobra.Command {
	s := stream{urls: true, relative: true, columns: []string{"href"}}
	var opt dialectOptions
	cmd := &cobra.Command{
		Use:   "join [flags] BASE [REF…]",
		Short: "Resolve references against a base URL",
		Long: `Join resolves each reference against BASE (RFC 3986 §5 or the algorithm of the
dialect). If --base is given, all arguments are references. With --in jsonl, the
member "base" of a record overrides BASE; if every record has one, omit BASE.

In JSON, a result is an object with input, ok and href.`,
		Example: `  earl join http://example.com/a/b ../c '?d'
  earl join http://example.com/a/b < references.txt
  earl join --as urllib --in jsonl --json < records.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s.configure(opt)
			if s.base == nil && len(args) > 0 {
				s.base, args = &args[0], args[1:]
			}
			if s.base == nil && s.in != bulk.JSONL {
				return errors.New("a base is missing: give it as the first argument or with --base")
			}
			return a.work(cmd, &s, args, textOp("href", newResolver(s.dialect, &s).join))
		},
	}
	s.addAs(cmd, resolvingNames()...)
	optional(cmd.Flags(), &s.base, "base", "resolve against `URL`; every argument is then a reference")
	opt.addNoFragments(cmd)
	cmd.Flags().BoolVar(&opt.backwardCompatible, "backward-compatible", false,
		"ignore the scheme of a reference if the base has the same one (§5.2.2)")
	only(cmd.Flags(), "rfc3986", "backward-compatible")
	opt.addStrict(cmd, "reject references and bases")
	s.add(cmd)
	return cmd
}

// join resolves a record, which must have a base.
func (r *resolver) join(rec *bulk.Record) (string, error) {
	if r.baseOf(rec) == nil {
		return "", &urlerr.Error{
			Dialect: r.dialect.Name(), Offset: -1,
			Rule: urlerr.Rule{Name: "the record has no base, and none was given", Kind: urlerr.NoBase},
		}
	}
	href, err := r.resolved(rec)
	if err != nil {
		err = explained(err, r.dialect, rec, func(d earl.Dialect, rec *bulk.Record) bool {
			_, err := earl.Resolve(validating(d), *r.baseOf(rec), rec.Text)
			return err == nil
		})
	}
	return href, err
}
