package command

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/httptarget"
	"earl.example/internal/text/jsontext"
)

// addBelow adds --below to a command that compares readers of paths.
func addBelow(flags *pflag.FlagSet, below *string, byDefault string) {
	*below = byDefault
	cli.Choose(flags, below, "below", byDefault, "the access rule is on the paths below `PREFIX`, such as /admin/", nil,
		func(prefix string) (string, error) {
			if !strings.HasPrefix(prefix, "/") {
				return "", errors.New("must begin with a slash, as in /admin/")
			}
			return prefix, nil
		})
}

// parseReader returns a reader of paths. The error suggests a similar name.
func parseReader(text string) (httptarget.Reader, error) {
	r, err := httptarget.ParseReader(text)
	name, _, _ := strings.Cut(text, " ")
	if near := cli.Nearest(name, httptarget.Readers()); err != nil && near != "" && near != name {
		err = errors.New("unknown reader " + cli.Quoted(name) + ": did you mean " + near + "?")
	}
	return r, err
}

// findTargets prints targets that go through fronts, pass a check, and that a server reads below a prefix.
func findTargets(s *Given, args []string, below string, fronts []httptarget.Reader, limit int) error {
	check, err := parseReader(args[0])
	server, err2 := parseReader(args[1])
	if err = cmp.Or(err, err2); err != nil {
		return err
	}
	targets := httptarget.Bypass(check, server, below, fronts...)
	if len(targets) == 0 {
		s.Status = cli.StatusNo
		fmt.Fprintf(s.Stderr, "earl: no target found that passes %s and that %s reads below %s: tried spellings of "+
			"%s/secret that differ at one or two places. Others may pass\n", args[0], args[1], below,
			strings.TrimSuffix(below, "/"))
		return nil
	}
	return s.run("check", "server").List(targets[:min(len(targets), limit)], func(i int) *record.Result {
		sent := targets[i]
		for _, front := range fronts {
			sent = front.Read(sent).Forward
		}
		c := check.Read(sent)
		sent = cmp.Or(c.Forward, sent)
		fields := []bulk.Field{
			{Name: "check", Value: audit.Escape(c.Path)}, {Name: "server", Value: audit.Escape(server.Read(sent).Path)},
			{Name: "target", Value: audit.Escape(targets[i])},
		}
		return &record.Result{Fields: fields, Cells: fields[:2], Whole: true, Members: func(o *jsontext.Writer) {
			o.Input("input", targets[i])
			o.String("check", c.Path)
			o.String("sent", sent)
			o.String("server", server.Read(sent).Path)
		}}
	})
}
