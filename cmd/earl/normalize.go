package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"earl.example/bulk"
	"earl.example/rfc3986"
)

const stepsHelp = `The steps of --steps, separated by commas, in the order of the ladder:
  case            scheme and host in lower case, escapes in upper case
  percent         escapes of unreserved characters decoded
  path            dot segments removed
  empty-port      the colon before an empty port removed
  default-port    the scheme's default port removed
  empty-path      "/" for an empty path behind an authority
  default-host    file://localhost/ and file:/ as file:///
  scheme-case     lower case where the scheme's definition has no case
  ipv6            IPv6 addresses as RFC 5952 writes them
  trailing-slash  a slash at the end of paths of http and its kin
  fragment        the fragment removed
syntax is the first three, scheme the next five, none is no step. The last
three are in no set: they say more than the RFC does of every URL.`

// normalize is the command of that name.
func (a *app) normalize() *cobra.Command {
	var (
		s    stream
		d    dialectFlag
		base optional
	)
	n := normalizer{steps: stepsFlag{rfc3986.StepsSyntax}}
	cmd := &cobra.Command{
		Use:   "normalize [flags] [URL…]",
		Short: "Write URLs in their normal form",
		Long: `Normalize applies steps of the ladder of RFC 3986 §6.2 to each URL: those of
syntax, if --steps names no others. Relative references stay relative; with
--base, each URL is resolved first, as by earl join.

` + stepsHelp + `

As text, a result is one URL a line; as JSON, an object with the keys input, ok
and href.`,
		Example: `  earl normalize HTTP://Example.COM/%7Ea/../b    # http://example.com/b
  earl normalize --steps syntax,scheme https://example.com:443   # https://example.com/
  earl normalize --json < urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := d.mustBe(cmd, "rfc3986"); err != nil {
				return err
			}
			if err := s.check(cmd); err != nil {
				return err
			}
			n.base = base.value
			return a.work(cmd, &s, args, n.op)
		},
	}
	d.byDefault(cmd, "rfc3986")
	cmd.Flags().Var(&n.steps, "steps", "the `STEPS` to apply, names separated by commas")
	cmd.Flags().Var(&base, "base", "resolve each URL against this `URL` first")
	s.add(cmd)
	return cmd
}

// A normalizer is what normalize was told.
type normalizer struct {
	base  *string
	steps stepsFlag
}

// op normalises one record.
func (n *normalizer) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) error {
		var ref rfc3986.Ref
		err := rec.Err
		if err == nil {
			ref, err = resolved(baseOf(rec, n.base), rec.Text)
		}
		if err != nil {
			return fail(out, rec, err)
		}
		return give(out, rec, nameHref, ref.Normalize(n.steps.Steps).String())
	}
}

// resolved reads a reference, and resolves it if there is a base.
func resolved(base *string, url string) (rfc3986.Ref, error) {
	ref, err := rfc3986.Parse(url)
	if err != nil || base == nil {
		return ref, err
	}
	b, err := rfc3986.Parse(*base)
	if err != nil {
		return rfc3986.Ref{}, err
	}
	u, _ := b.URI() // without a scheme it is of no use, which is an error only for a relative reference
	target, err := rfc3986.Resolve(u, ref)
	return target.Ref(), err
}

// A stepsFlag is the value of --steps.
type stepsFlag struct{ rfc3986.Steps }

func (f *stepsFlag) Type() string { return "STEPS" }

func (f *stepsFlag) Set(s string) error {
	steps, err := rfc3986.ParseSteps(s)
	if e, ok := errors.AsType[*rfc3986.StepError](err); ok {
		return fmt.Errorf("no such step at byte %d", e.Offset) // what is there is shown before, with passwords masked
	}
	f.Steps = steps
	return err
}
