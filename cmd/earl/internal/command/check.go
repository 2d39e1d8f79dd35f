package command

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

// fieldsOfPolicy replaces fields of a policy by the flags that set them.
var fieldsOfPolicy = strings.NewReplacer("audit: Policy.Hosts", "--hosts", "audit: Policy.Schemes", "--schemes",
	"list it in Ports", "write the host alone")

// Check returns the command check.
func Check(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{urls: true}}
	name := "web"
	var own audit.Policy // the values of the other flags
	cmd := page("check", func(args []string) error {
		policy, _ := show.Policy(name)
		if own.Schemes != nil {
			policy.Schemes = own.Schemes
		}
		policy.Hosts, policy.Dialects = own.Hosts, own.Dialects
		if err := policy.Validate(); err != nil {
			return errors.New(fieldsOfPolicy.Replace(err.Error()))
		}
		return s.work(s.run("accepted"), args, func() record.Op {
			return func(v *view.View, out *record.Results) error {
				url, base := v.Rec.Text, v.BaseOf(v.Rec)
				var err error
				switch {
				case base != nil:
					err = policy.CheckRef(*base, url)
				case s.Guess:
					url = view.WithScheme(url)
					fallthrough
				default:
					err = policy.Check(url)
				}
				if err != nil {
					return err
				}
				return out.Give(&record.Result{Text: url, Members: func(o *jsontext.Writer) { o.String("policy", name) }})
			}
		})
	})
	flags := cmd.Flags()
	cli.Pick(flags, &name, "policy", name, show.Policies()...)
	hosts := func(list string) error {
		names := strings.Split(list, ",")
		if name, isFile := strings.CutPrefix(list, "@"); isFile {
			text, err := os.ReadFile(name)
			if err != nil {
				return files.Reason(err)
			}
			if names = strings.Fields(string(text)); len(names) == 0 {
				return errors.New("the file has no hosts, and without hosts all are accepted")
			}
		}
		own.Hosts = append(own.Hosts, names...)
		return nil
	}
	cli.Repeated(flags, "hosts", nil, hosts)
	schemes := func(list string) error { own.Schemes = append(own.Schemes, strings.Split(list, ",")...); return nil }
	cli.Repeated(flags, "schemes", nil, schemes)
	as := cli.Join(cli.Choose(flags, &own.Dialects, "as", "", view.DialectChoices, listOf(view.ParseDialect)))
	as.Annotations = map[string][]string{cli.DialectKey: view.DialectNames()}
	cli.Choose(flags, &own.Dialects, "stack", "", audit.Stacks, parseStack)
	cli.Optional(flags, &s.Base, "base")
	return s.add(cmd)
}
