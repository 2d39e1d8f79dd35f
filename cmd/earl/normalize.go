package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/bulk"
	"earl.example/canon"
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
		s       stream
		d       dialectFlag
		base    optional
		profile profileFlag
	)
	n := normalizer{steps: stepsFlag{rfc3986.StepsSyntax}}
	cmd := &cobra.Command{
		Use:   "normalize [flags] [URL…]",
		Short: "Write URLs in their normal form",
		Long: `Normalize applies steps of the ladder of RFC 3986 §6.2 to each URL: those of
syntax, if --steps names no others. Relative references stay relative; with
--base, each URL is resolved first, as by earl join.

With --profile there are no steps: each URL is written in that canonical form,
which is frozen: a version of it always gives the same, and NAME@VERSION names
one. With --base, each URL is resolved first in the dialect of the form.

` + stepsHelp + `

The profiles of --profile:
` + profilesHelp() + `What each of them does is in docs/canonical-forms.md. A SURT is no URL, but
stands where others have one.

As text, a result is one URL a line; as JSON, an object with the keys input, ok
and href.`,
		Example: `  earl normalize HTTP://Example.COM/%7Ea/../b    # http://example.com/b
  earl normalize --steps syntax,scheme https://example.com:443   # https://example.com/
  earl normalize --profile surt --json < urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := d.mustBe(cmd, "rfc3986"); err != nil {
				return err
			}
			if err := profile.check(cmd); err != nil {
				return err
			}
			if err := s.check(cmd); err != nil {
				return err
			}
			n.base = base.value
			if profile.given {
				n.form = profile.form
			}
			return a.work(cmd, &s, args, n.op)
		},
	}
	d.byDefault(cmd, "rfc3986")
	cmd.Flags().Var(&n.steps, "steps", "the `STEPS` to apply, names separated by commas")
	cmd.Flags().Var(&profile, "profile", "write this canonical form instead: a `NAME` as below, perhaps with @ and a version")
	cmd.Flags().Var(&base, "base", "resolve each URL against this `URL` first")
	s.columns = []string{"href"}
	s.add(cmd)
	return cmd
}

// A normalizer is what normalize was told.
type normalizer struct {
	base  *string
	steps stepsFlag
	form  func(base *string, url string) (string, error) // of a profile, or nil
}

// op normalises one record.
func (n *normalizer) op() bulk.Op {
	form := n.form
	if form == nil {
		form = n.normal
	}
	return func(rec *bulk.Record, out *bulk.Output) error {
		var href string
		err := rec.Err
		if err == nil {
			href, err = form(baseOf(rec, n.base), rec.Text)
		}
		if err != nil {
			return fail(out, rec, err)
		}
		return give(out, rec, nameHref, href)
	}
}

// normal applies the steps to a URL.
func (n *normalizer) normal(base *string, url string) (string, error) {
	ref, err := resolved(base, url)
	if err != nil {
		return "", err
	}
	return ref.Normalize(n.steps.Steps).String(), nil
}

// profilesHelp lists the profiles.
func profilesHelp() string {
	var b strings.Builder
	for _, p := range canon.Profiles() {
		fmt.Fprintf(&b, "  %-15s %s\n", p, p.About())
	}
	return b.String()
}

// A profileFlag is the value of --profile.
type profileFlag struct {
	canon.Profile
	given bool
}

func (f *profileFlag) Type() string { return "NAME" }

func (f *profileFlag) String() string {
	if !f.given {
		return ""
	}
	return f.Profile.String()
}

func (f *profileFlag) Set(s string) error {
	p, err := canon.ParseProfile(s)
	if e, ok := errors.AsType[*earl.Error](err); ok {
		return errors.New(e.Rule.Name)
	}
	f.Profile, f.given = p, true
	return err
}

func (f *profileFlag) choices() []string {
	var names []string
	for _, p := range canon.Profiles() {
		names = append(names, p.String())
	}
	return names
}

// form returns the canonical form of a URL.
func (f *profileFlag) form(base *string, url string) (string, error) {
	if base != nil {
		d, err := earl.ParseDialect(f.Dialect())
		if err != nil {
			return "", err
		}
		if url, err = earl.Resolve(d, *base, url); err != nil {
			return "", err
		}
	}
	return f.Canonicalize(url)
}

// check refuses flags that a profile leaves nothing to say.
func (f *profileFlag) check(cmd *cobra.Command) error {
	for _, flag := range []string{"as", "steps"} {
		if f.given && cmd.Flags().Changed(flag) {
			return fmt.Errorf("--profile and --%s contradict each other", flag)
		}
	}
	return nil
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
	if e, ok := errors.AsType[*earl.Error](err); ok {
		return fmt.Errorf("no such step at byte %d", e.Offset) // what is there is shown before, with passwords masked
	}
	f.Steps = steps
	return err
}
