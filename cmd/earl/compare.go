package main

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/pairs"
	"earl.example/rfc3986"
)

func (a *app) compare() *cobra.Command {
	s := stream{urls: true, noTables: true}
	c := comparison{steps: rfc3986.StepsSyntax | rfc3986.StepsScheme}
	cmd := &cobra.Command{
		Use:   "compare [flags] [A B]",
		Short: "Report whether two URLs are equivalent, and why",
		Long: `Compare applies --steps to two URLs and prints whether they are then equal. If they
are, it prints the last step that was necessary: string (none), case, percent,
path, scheme or protocol. URLs that are not equivalent can still lead to the same
resource (RFC 3986 §6.1).

Without arguments, each line of standard input is two URLs, separated by a tab.
With --in jsonl, it is a JSON array of two strings. Relative references need --base.

` + stepsHelp + `

Output:
  text      "equivalent", a tab and the step; or "not equivalent"
  jsonl     an object with input, ok, equivalent, and rung: the step or null

The exit status is 1 if two URLs are not equivalent.`,
		Example: `  earl compare http://a/%7eb http://A/~b    # equivalent	percent
  earl compare --steps syntax --json http://a/b http://a/./b
  earl compare --json < pairs.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) == 2 {
				return nil
			}
			return fmt.Errorf("compare needs two URLs, not %d: earl compare A B", len(args))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			c.resolver = newResolver(s.dialect, &s)
			if len(args) > 0 {
				c.args, args = args, args[:1]
			} else if s.in == bulk.JSONL {
				s.in = bulk.JSONValues
				c.json = true
			}
			err := a.work(cmd, &s, args, c.op)
			if a.status == statusOK && c.differ.Load() {
				a.status = statusNo
			}
			return err
		},
	}
	s.addAs(cmd, "rfc3986")
	addSteps(cmd, &c.steps)
	optional(cmd.Flags(), &s.base, "base", "resolve both URLs against `URL` first")
	s.add(cmd)
	return cmd
}

type comparison struct {
	*resolver
	steps  rfc3986.Steps
	args   []string // the arguments, which are one record, or nil if the input has the records
	json   bool     // records are JSON values
	differ atomic.Bool
}

func (c *comparison) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) error {
		two, err := c.two(rec)
		rung := rfc3986.NoRung
		if err == nil {
			rung, err = c.rung(two)
		}
		if err == nil && rung == rfc3986.NoRung {
			c.differ.Store(true)
		}
		switch {
		case err != nil && out.SkipsFailed():
			return err
		case out.JSON():
			c.print(out, rec, two, rung, err)
			return err
		case err != nil:
			return err
		case rung == rfc3986.NoRung:
			return out.Text("not equivalent")
		}
		return out.Text("equivalent\t" + rung.String())
	}
}

func (c *comparison) two(rec *bulk.Record) ([]string, error) {
	switch {
	case rec.Err != nil:
		return nil, rec.Err
	case c.args != nil:
		return c.args, nil
	case c.json:
		return pairs.Two(rec.Text)
	}
	a, b, ok := strings.Cut(rec.Text, "\t")
	if !ok || strings.Contains(b, "\t") {
		return nil, errors.New("the record is not two URLs with a tab between them")
	}
	return []string{a, b}, nil
}

// rung returns the lowest rung of the ladder of RFC 3986 §6.2 at which the two URLs are equivalent.
func (c *comparison) rung(two []string) (rfc3986.Rung, error) {
	var uris [2]rfc3986.URI
	for i, url := range two {
		url, err := c.resolved(&bulk.Record{Text: url})
		if err != nil {
			return 0, err
		}
		if uris[i], err = rfc3986.ParseURI(url); err != nil {
			return 0, err
		}
	}
	return rfc3986.FirstRung(uris[0], uris[1], c.steps), nil
}

func (c *comparison) print(out *bulk.Output, rec *bulk.Record, two []string, rung rfc3986.Rung, err error) {
	o := out.Object()
	if two == nil {
		o.String("input", rec.Text)
	} else {
		o.Strings("input", two...)
	}
	o.Bool("ok", err == nil)
	if err != nil {
		describe(o, err, two...)
		return
	}
	o.Bool("equivalent", rung != rfc3986.NoRung)
	o.Value("rung", rung.String(), rung != rfc3986.NoRung)
}
