package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/rfc3986"
	"earl.example/urlerr"
)

const stepsHelp = `Steps of --steps, in the order of RFC 3986 §6.2, separated by commas:
  case            scheme and host in lower case, percent-encodings in upper case
  percent         decode percent-encodings of unreserved characters
  path            remove dot segments
  empty-port      remove the colon before an empty port
  default-port    remove the default port of the scheme
  empty-path      write "/" for an empty path after an authority
  default-host    write file://localhost/ and file:/ as file:///
  scheme-case     lower case in parts where the scheme ignores case
  ipv6            write IPv6 addresses as in RFC 5952
  trailing-slash  add a slash to paths of http and similar schemes
  fragment        remove the fragment
"syntax" is the first three steps, "scheme" the next five, and "none" is no step.
The last three belong to no set: use them where both forms mean the same resource.`

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
		Long: `Normalize applies --steps to each URL. Relative references stay relative. With
--base, each URL is resolved first, as by earl join.

With --profile, it writes a canonical form instead. NAME@VERSION always gives the
same form, in every release of earl.

` + stepsHelp + `

Profiles of --profile (docs/canonical-forms.md defines them):
` + profilesHelp() + `
Steps after a profile (not surt or w3lib), such as
whatwg+drop-fragment+sort-query:
  drop-fragment  remove the fragment
  drop-tracking  remove parameters that track visitors (earl set --help)
  sort-query     sort parameters by name
  drop-index     remove a file name such as index.html
  drop-slash     remove slashes at the end of the path
  zero-numbers   write 0 for each path segment of digits
  drop-www       remove www. from the host
  https          write https for http without a port

In JSON, a result is an object with input, ok and href.`,
		Example: `  earl normalize HTTP://Example.COM/%7Ea/../b    # http://example.com/b
  earl normalize --steps syntax,scheme https://example.com:443   # https://example.com/
  earl normalize --profile surt --json < urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !is[rfc3986.Dialect](d.Dialect) {
				return d.unsupported(cmd, "rfc3986")
			}
			if err := profile.check(cmd); err != nil {
				return err
			}
			by := d.Dialect
			if profile.given {
				by = profile.dialect()
			}
			n.resolver = newResolver(by, base.value, &s)
			n.form = n.normal
			if base.value != nil {
				var b rfc3986.Ref
				b, n.baseErr = rfc3986.Parse(*base.value)
				n.baseURI, _ = b.URI()
			}
			if profile.given {
				n.form = profile.former(n.resolver)
			}
			return a.work(cmd, &s, args, n.op)
		},
	}
	d.byDefault(cmd, "rfc3986")
	cmd.Flags().Var(&n.steps, "steps", "apply `STEPS`, separated by commas")
	cmd.Flags().Var(&profile, "profile",
		"write the canonical form `NAME`, optionally with a version or steps: NAME@1, NAME+drop-www")
	cmd.Flags().Var(&base, "base", "resolve each URL against `URL` first")
	s.columns = []string{"href"}
	s.urls = true
	s.add(cmd)
	return cmd
}

// A normalizer writes URLs in a normal form or a canonical form.
type normalizer struct {
	*resolver
	steps   stepsFlag
	baseURI rfc3986.URI // the base of --base; zero if that base is relative
	form    func(rec *bulk.Record) (string, error)

	baseErr error // the error of parsing --base
}

func (n *normalizer) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) error {
		var href string
		err := rec.Err
		if err == nil {
			href, err = n.form(rec)
			if err != nil && !out.JSON() {
				err = explained(err, n.dialect, rec, n.acceptedBy)
				if e, ok := errors.AsType[*explanation](err); ok {
					e.profiles = true
				}
			}
		}
		if err != nil {
			return fail(out, rec, err)
		}
		return give(out, rec, "href", href)
	}
}

// normal applies the steps to the URL of a record.
func (n *normalizer) normal(rec *bulk.Record) (string, error) {
	ref, err := n.ref(rec)
	return ref.Normalize(n.steps.Steps).String(), err
}

// ref parses the URL of a record and resolves it against the base of the record or --base.
func (n *normalizer) ref(rec *bulk.Record) (rfc3986.Ref, error) {
	if n.base == nil || rec.HasBase || n.baseErr != nil {
		url, err := n.resolved(rec)
		if err != nil {
			return rfc3986.Ref{}, err
		}
		return rfc3986.Parse(url)
	}
	ref, err := rfc3986.Parse(rec.Text)
	if err != nil {
		return ref, err
	}
	target, err := rfc3986.Resolve(n.baseURI, ref)
	return target.Ref(), err
}

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
	name, _, _ := strings.Cut(strings.ReplaceAll(s, "@", "+"), "+")
	if e, ok := errors.AsType[*urlerr.Error](err); ok && slices.Contains(profileNames(), name) {
		return errors.New(e.Rule.Name)
	}
	if err != nil {
		return unknown("profile", s, profileNames())
	}
	f.Profile, f.given = p, true
	return err
}

func (f *profileFlag) choices() (all []string) {
	for _, p := range canon.Profiles() {
		all = append(all, p.String())
	}
	return all
}

// profileNames returns the names of the profiles of version 1, for messages. It omits "w3lib@2", because redaction
// would mask a list with an "@".
func profileNames() []string {
	return slices.DeleteFunc((*profileFlag).choices(nil), func(name string) bool { return strings.Contains(name, "@") })
}

// dialect returns the dialect of the profile.
func (f *profileFlag) dialect() earl.Dialect {
	d, err := earl.ParseDialect(f.Dialect())
	if err != nil {
		panic(err)
	}
	return d
}

// former returns a function that returns the canonical form of a record's URL.
func (f *profileFlag) former(r *resolver) func(rec *bulk.Record) (string, error) {
	return func(rec *bulk.Record) (string, error) {
		url, err := r.resolved(rec)
		if err != nil {
			return "", err
		}
		return f.Canonicalize(url)
	}
}

// check rejects flags that contradict a profile.
func (f *profileFlag) check(cmd *cobra.Command) error {
	for _, flag := range []string{"as", "steps"} {
		if f.given && cmd.Flags().Changed(flag) {
			return fmt.Errorf("--profile and --%s contradict each other", flag)
		}
	}
	return nil
}

type stepsFlag struct{ rfc3986.Steps }

func (f *stepsFlag) Type() string { return "STEPS" }

func (f *stepsFlag) Set(s string) error {
	steps, err := rfc3986.ParseSteps(s)
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		return fmt.Errorf("unknown step at byte %d: use %s", e.Offset, alternatives(stepNames()))
	}
	f.Steps = steps
	return err
}

// stepNames returns the names of all steps and sets of steps.
func stepNames() []string {
	names := []string{"syntax", "scheme", "none"}
	for step := rfc3986.Steps(1); ; step <<= 1 {
		name := step.String()
		if _, err := rfc3986.ParseSteps(name); err != nil {
			return names
		}
		names = append(names, name)
	}
}
