package command

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/internal/steps"
	"earl.example/internal/text/jsontext"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

var stepsHelp = long("steps")

// Normalize returns the command normalize.
func Normalize(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true}}
	var profile canon.Profile
	var explain bool
	how := rfc3986.StepsSyntax
	cmd := page("normalize", func(args []string) error {
		do := func(v *view.View) (string, error) { return normal(v, how) }
		if s.given("profile") {
			s.Dialect = earl.MustParseDialect(profile.Dialect())
			do = func(v *view.View) (string, error) { return v.Canonical(profile) }
		}
		if explain {
			return s.explain(args, func(v *view.View) (*steps.Trace, error) {
				url, err := normal(v, 0) // without steps
				ref, _ := referenceOptions(v.Dialect).Parse(url)
				return show.Normalize(ref, how), v.Explained(err)
			})
		}
		return s.work(s.run("href"), args, record.TextOp(func(v *view.View) (string, error) {
			href, err := do(v)
			return href, v.Explained(err)
		}))
	})
	cmd.Long = fmt.Sprintf(cmd.Long, stepsHelp, profilesHelp("  "))
	flags := s.addAs(cmd, "rfc3986", "rfc3987")
	addSteps(flags, &how)
	cli.Switch(flags, &explain, "explain")
	cli.Choose(flags, &profile, "profile", "", view.Profiles, view.ParseProfile)
	return s.add(cmd)
}

// normal applies the given steps to the URL of a record, after resolving it against the base of the record or --base.
func normal(v *view.View, how rfc3986.Steps) (string, error) {
	url, err := v.Target()
	if err != nil {
		return "", err
	}
	ref, err := referenceOptions(v.Dialect).Parse(url)
	return ref.Normalize(how).String(), err
}

// explain does a run whose results are the steps of an algorithm.
func (s *Given) explain(args []string, trace func(v *view.View) (*steps.Trace, error)) error {
	if s.Out == bulk.Lines {
		s.Out = bulk.Document
	}
	style := s.style()
	return s.work(s.run("href"), args, func() record.Op {
		return func(v *view.View, out *record.Results) error {
			t, err := trace(v)
			if err != nil {
				return err
			}
			base, href := *cmp.Or(v.BaseOf(v.Rec), new("")), t.Steps[len(t.Steps)-1].Output
			return out.Give(&record.Result{
				Text: href,
				Draw: func() string {
					head := fmt.Sprintf("dialect    %s\n", v.Dialect)
					if base != "" {
						head += "base       " + show.Visible(base) + "\n"
					}
					return head + "reference  " + show.Visible(v.Rec.Text) + "\n" + show.Steps(t, style)
				},
				Members: func(o *jsontext.Writer) {
					show.Dialect(o, v.Dialect)
					o.OrNull("base", base)
					o.String("href", href)
					show.WriteSteps(o, t)
				},
			})
		}
	})
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

// Compare returns the command compare.
func Compare(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, noTables: true}}
	c := comparison{steps: rfc3986.StepsSyntax | rfc3986.StepsScheme}
	cmd := page("compare", func(args []string) (err error) {
		if len(args) > 0 {
			err = s.run().Run(record.SourceOf(bulk.Record{Line: 1, Text: args[0], Value: args}), c.op)
		} else {
			if c.json = s.In == bulk.JSONL; c.json {
				s.In = bulk.JSONValues
			}
			err = s.work(s.run(), nil, c.op)
		}
		if proc.Status == cli.StatusOK && c.differ.Load() {
			proc.Status = cli.StatusNo
		}
		return err
	})
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 || len(args) == 2 {
			return nil
		}
		err := fmt.Errorf("compare needs two URLs, not %d: earl compare A B; to compare dialects, use earl audit --as A,B",
			len(args))
		if len(args) > 1 {
			return err
		}
		return cli.WithFix(err, cli.Replace(args[0], "--input", args[0]), cli.Replace("compare", "audit"))
	}
	cmd.Long = fmt.Sprintf(cmd.Long, stepsHelp)
	flags := s.addAs(cmd, "rfc3986", "rfc3987")
	addSteps(flags, &c.steps)
	return s.add(cmd)
}

type comparison struct {
	steps  rfc3986.Steps
	json   bool // records are JSON arrays
	differ atomic.Bool
}

func (c *comparison) op() record.Op {
	return func(v *view.View, out *record.Results) error {
		two, err := c.two(v.Rec)
		if err != nil {
			return err
		}
		out.Inputs = two
		var uris [2]rfc3986.URI
		for i, url := range two {
			url, bad := v.Against(url)
			if bad == nil {
				uris[i], bad = referenceOptions(v.Dialect).ParseURI(url)
			}
			err = cmp.Or(err, bad)
		}
		rung := rfc3986.FirstRung(uris[0], uris[1], c.steps) // the lowest one at which they are equivalent
		if err != nil || rung == rfc3986.NoRung {
			a, bad := whatwg.Parse(two[0])
			b, bad2 := whatwg.Parse(two[1])
			if cmp.Or(bad, bad2) == nil && a.Href() == b.Href() {
				out.Run.Hint("browsers", "browsers read both as "+cli.Quoted(cli.Excerpt(a.Href()))+
					": earl normalize --profile whatwg writes this form")
			} else if err != nil {
				out.Run.Hint("programs", "earl audit shows what programs read in URLs that break the standard")
			}
		}
		if err != nil {
			return err
		}
		r := record.Result{Text: "equivalent\t" + rung.String(), Members: func(o *jsontext.Writer) {
			o.Bool("equivalent", rung != rfc3986.NoRung)
			o.Value("step", rung.String(), rung != rfc3986.NoRung)
		}}
		if rung == rfc3986.NoRung {
			c.differ.Store(true)
			r.Text = "not equivalent"
		}
		return out.Give(&r)
	}
}

// two returns the two URLs of a record.
func (c *comparison) two(rec *bulk.Record) ([]string, error) {
	if args, ok := rec.Value.([]string); ok {
		return args, nil
	}
	if c.json {
		return twoStrings(rec.Text)
	}
	a, b, ok := strings.Cut(rec.Text, "\t")
	if !ok || strings.Contains(b, "\t") {
		return nil, errors.New("the record is not two URLs with a tab between them, as paste FILE FILE writes")
	}
	return []string{a, b}, nil
}

// Join returns the command join.
func Join(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true, relative: true}}
	var opt dialectOptions
	var backwardCompatible, explain bool
	cmd := page("join", func(args []string) error {
		if opt.configure(&s.Dialect); backwardCompatible {
			s.Dialect = s.Dialect.WithOptions(rfc3986.Dialect{BackwardCompatible: true})
		}
		if s.Base == nil && len(args) > 0 {
			s.Base, args = &args[0], args[1:]
		}
		if len(args) > 0 && strings.Contains(args[0], "://") && !strings.Contains(*s.Base, "://") && !s.quiet {
			fmt.Fprintf(proc.Stderr, "earl: hint: %s is the base, which comes before the references\n", cli.Quoted(*s.Base))
		}
		if s.Base == nil && s.In != bulk.JSONL && s.BaseColumn == "" {
			return errors.New("a base is missing: give it as the first argument or with --base")
		}
		if explain {
			return s.explain(args, func(v *view.View) (*steps.Trace, error) {
				if _, err := joined(v); err != nil {
					return nil, err
				}
				t := &steps.Trace{Algorithm: strings.Replace(v.Dialect.Name(), "rfc3987", "rfc3986", 1)}
				steps.Resolvers[v.Dialect.Name()](v.Dialect.Options(), *v.BaseOf(v.Rec), v.Rec.Text, t)
				return t, nil
			})
		}
		return s.work(s.run("href"), args, record.TextOp(joined))
	})
	flags := s.addAs(cmd, view.ResolvingNames()...)
	cli.Switch(flags, &opt.urllib.NoFragments, "no-fragments")
	cli.Switch(flags, &backwardCompatible, "backward-compatible")
	cli.Switch(flags, &explain, "explain")
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
