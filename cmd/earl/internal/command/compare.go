package command

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/pairs"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/text/jsontext"
	"earl.example/rfc3986"
)

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
		return fmt.Errorf("compare needs two URLs, not %d: earl compare A B", len(args))
	}
	cmd.Long = fmt.Sprintf(cmd.Long, stepsHelp)
	flags := s.addAs(cmd, "rfc3986", "rfc3987")
	addSteps(flags, &c.steps)
	cli.Optional(flags, &s.Base, "base")
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
			if url, err = v.Against(url); err == nil {
				uris[i], err = referenceOptions(v.Dialect).ParseURI(url)
			}
			if err != nil {
				return err
			}
		}
		rung := rfc3986.FirstRung(uris[0], uris[1], c.steps) // the lowest one at which they are equivalent
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
		return pairs.Two(rec.Text)
	}
	a, b, ok := strings.Cut(rec.Text, "\t")
	if !ok || strings.Contains(b, "\t") {
		return nil, errors.New("the record is not two URLs with a tab between them")
	}
	return []string{a, b}, nil
}
