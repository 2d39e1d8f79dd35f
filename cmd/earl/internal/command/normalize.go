package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
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
  add-slash       add a slash to paths of http and similar schemes
  drop-fragment   remove the fragment
  iri             decode characters beyond ASCII that an IRI can have (RFC 3987)
  nfc             write Normalization Form C (RFC 3987)
  uri             percent-encode characters beyond ASCII (RFC 3987)
"syntax" is the first three steps, "scheme" the next five, and "none" is no step.
The last six belong to no set. Use ipv6 to drop-fragment where both forms mean the
same resource. Characters beyond ASCII need --as rfc3987.`

// Normalize returns the command normalize.
func Normalize(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true}}
	var profile canon.Profile
	n := normalizer{steps: rfc3986.StepsSyntax}
	cmd := &cobra.Command{
		Use:   "normalize [flags] [URL…]",
		Short: "Write URLs in their normal form",
		Long: `Normalize applies --steps to each URL. Relative references stay relative. With
--base, each URL is resolved first, as by earl join.

With --profile, it writes a canonical form instead. NAME@VERSION always gives the
same form, in every release of earl, and so does NAME@VERSION+STEP@VERSION.

` + stepsHelp + `

Profiles of --profile (docs/reference/canonical-forms.md defines them):
` + profilesHelp("  ") + `
Steps after a profile (not surt or w3lib), such as
whatwg+drop-fragment+sort-query:
  drop-fragment  remove the fragment
  drop-tracking  remove parameters that track visitors (earl help tracking)
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
		RunE: func(_ *cobra.Command, args []string) error {
			do := n.normal
			if s.given("profile") {
				for _, flag := range []string{"as", "steps"} {
					if s.given(flag) {
						return fmt.Errorf("--profile and --%s contradict each other", flag)
					}
				}
				s.Dialect = earl.MustParseDialect(profile.Dialect())
				do = func(v *view.View) (string, error) { return v.Canonical(profile) }
			}
			if s.Base != nil {
				n.base, _ = referenceOptions(s.Dialect).ParseURI(*s.Base)
			}
			return s.work(s.run("href"), args, record.TextOp(func(v *view.View) (string, error) {
				href, err := do(v)
				return href, v.Explained(err)
			}))
		},
	}
	flags := s.addAs(cmd, "rfc3986", "rfc3987")
	addSteps(flags, &n.steps)
	cli.Choose(flags, &profile, "profile", "",
		"write the canonical form `NAME`, optionally with a version or steps: NAME@1, NAME+drop-www",
		view.Profiles, view.ParseProfile)
	s.addBase(flags)
	return s.add(cmd)
}

// A normalizer writes URLs in a normal form.
type normalizer struct {
	steps rfc3986.Steps
	base  rfc3986.URI // the value of --base, or zero if it is not a URI
}

// normal applies the steps to the URL of a record, after resolving it against the base of the record or --base.
func (n *normalizer) normal(v *view.View) (string, error) {
	url, resolve := v.Rec.Text, n.base != (rfc3986.URI{}) && !v.Rec.HasBase
	if !resolve {
		var err error
		if url, err = v.Target(); err != nil {
			return "", err
		}
	}
	ref, err := referenceOptions(v.Dialect).Parse(url)
	if err == nil && resolve {
		var target rfc3986.URI
		target, err = rfc3986.Resolve(n.base, ref)
		ref = target.Ref()
	}
	return ref.Normalize(n.steps).String(), err
}

// referenceOptions returns the options to parse references by a dialect, rfc3986 or rfc3987.
func referenceOptions(d earl.Dialect) rfc3986.ParseOptions {
	return rfc3986.ParseOptions{AllowIRI: d.Name() == "rfc3987"}
}

// profilesHelp describes the profiles, in lines that begin with indent.
func profilesHelp(indent string) string {
	var b strings.Builder
	for _, p := range canon.Profiles() {
		fmt.Fprintf(&b, "%s%-15s %s\n", indent, p, p.About())
	}
	return b.String()
}

func addSteps(flags *pflag.FlagSet, steps *rfc3986.Steps) {
	parse := func(s string) (rfc3986.Steps, error) {
		steps, err := rfc3986.ParseSteps(s)
		if e, ok := errors.AsType[*urlerr.Error](err); ok {
			err = fmt.Errorf("unknown step at byte %d: use %s", e.Offset, cli.Alternatives(stepNames()))
		}
		return steps, err
	}
	cli.Choose(flags, steps, "steps", steps.String(), "apply `STEPS`, separated by commas", stepNames, parse)
}

// stepNames returns the names of all steps and sets of steps.
func stepNames() []string {
	names := []string{"syntax", "scheme", "none"}
	for step := rfc3986.Steps(1); step <= rfc3986.StepURI; step <<= 1 {
		names = append(names, step.String())
	}
	return names
}
