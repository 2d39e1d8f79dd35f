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

var stepsHelp = long("steps")

// Normalize returns the command normalize.
func Normalize(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true}}
	var profile canon.Profile
	n := normalizer{steps: rfc3986.StepsSyntax}
	cmd := page("normalize", func(args []string) error {
		do := n.normal
		if s.given("profile") {
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
	})
	cmd.Long = fmt.Sprintf(cmd.Long, stepsHelp, profilesHelp("  "))
	flags := s.addAs(cmd, "rfc3986", "rfc3987")
	addSteps(flags, &n.steps)
	cli.Choose(flags, &profile, "profile", "", view.Profiles, view.ParseProfile)
	cli.Optional(flags, &s.Base, "base")
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
		label := fmt.Sprintf("%s%-15s ", indent, p)
		b.WriteString(label + cli.Wrapped(strings.Repeat(" ", len(label)), p.About())[len(label):] + "\n")
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
	cli.Choose(flags, steps, "steps", steps.String(), stepNames, parse)
}

// stepNames returns the names of all steps and sets of steps.
func stepNames() []string {
	names := []string{"syntax", "scheme", "none"}
	for step := rfc3986.Steps(1); step <= rfc3986.StepURI; step <<= 1 {
		names = append(names, step.String())
	}
	return names
}
