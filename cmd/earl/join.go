package main

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urlerr"
)

func (a *app) join() *cobra.Command {
	var (
		s    stream
		d    dialectFlag
		base optional
		opt  dialectOptions
	)
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
			configured, err := d.configured(cmd, opt)
			if err = cmp.Or(err, resolving("--as", d.Dialect)); err != nil {
				return err
			}
			if base.value == nil && len(args) > 0 {
				base.value, args = &args[0], args[1:]
			}
			if base.value == nil && s.in.format != bulk.JSONL {
				return errors.New("a base is missing: give it as the first argument or with --base")
			}
			j := joiner{newResolver(configured, base.value, &s)}
			return a.work(cmd, &s, args, j.op)
		},
	}
	d.byDefault(cmd, "rfc3986")
	cmd.Flags().Var(&base, "base", "resolve against `URL`; every argument is then a reference")
	cmd.Flags().BoolVar(&opt.noFragments, "no-fragments", false,
		`urllib: treat "#" as an ordinary character (allow_fragments=False)`)
	cmd.Flags().BoolVar(&opt.backwardCompatible, "backward-compatible", false,
		"rfc3986: ignore the scheme of a reference if the base has the same one (§5.2.2)")
	opt.addStrict(cmd, "reject references and bases")
	s.columns = []string{"href"}
	s.urls = true
	s.add(cmd)
	return cmd
}

// A joiner resolves references.
type joiner struct{ *resolver }

func (j *joiner) op() bulk.Op {
	noBase := &urlerr.Error{
		Dialect: j.dialect.Name(), Offset: -1,
		Rule: urlerr.Rule{Name: "the record has no base, and none was given", Kind: urlerr.NoBase},
	}
	return func(rec *bulk.Record, out *bulk.Output) error {
		base := j.baseOf(rec)
		href, err := "", rec.Err
		switch {
		case err != nil:
		case base == nil:
			err = noBase
		default:
			href, err = j.resolved(rec)
		}
		if err != nil && base != nil && !out.JSON() {
			err = explained(err, j.dialect, rec, func(d earl.Dialect, rec *bulk.Record) bool {
				_, err := earl.Resolve(validating(d), *j.baseOf(rec), rec.Text)
				return err == nil
			})
		}
		if err != nil {
			return fail(out, rec, err)
		}
		return give(out, rec, "href", href)
	}
}
