package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
	"earl.example/rfc1808"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// checkDialect returns an error if cmd does not support the dialect of --as, or if a flag is for another dialect.
func (s *Given) checkDialect(cmd *cobra.Command) (err error) {
	names, name := cli.DialectsOf(cmd), cmd.Name()
	if names == nil || s.Dialect.IsZero() || slices.Contains(names, s.Dialect.Name()) {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if only := cli.Annotation(f, cli.DialectKey); f.Name != "as" && only != "" && only != s.Dialect.Name() {
				err = cmp.Or(err, fmt.Errorf("--%s does not apply to %s: add --as %s", f.Name, s.Dialect, only))
			}
		})
		return err
	}
	if len(names) > 2 { // the command resolves references
		return view.Resolving("--as", s.Dialect)
	}
	if cmd.Flags().Lookup("profile") != nil {
		if _, err := canon.ParseProfile(s.Dialect.Name()); err == nil {
			return fmt.Errorf("--as %s: %s takes no --as but %s: use --profile %[1]s", s.Dialect, name, names[0])
		}
	}
	return fmt.Errorf("--as %s: %s takes only %s", s.Dialect, name, strings.Join(names, " and "))
}

// python returns the interpreter for a command that supports urllib and whatwg. For whatwg, ok is false.
func (s *Given) python() (py urllib.Python, ok bool) {
	options, ok := s.Dialect.Options().(urllib.Dialect)
	return urllib.Python{Version: options.Version, Codecs: codecs.All{}}, ok
}

// dialectOptions has the options of dialects that flags set.
type dialectOptions struct {
	urllib  urllib.Dialect
	rfc1808 rfc1808.Dialect
}

func (o *dialectOptions) addStrict(flags *pflag.FlagSet) {
	cli.Pick(flags, &o.rfc1808.Strict, "strict", "", rfc1808.RFC1808, rfc1808.RFC2068).NoOptDefVal = "rfc1808"
}

// configure sets the options of a dialect.
func (o *dialectOptions) configure(d *earl.Dialect) {
	switch options := d.Options().(type) {
	case urllib.Dialect:
		o.urllib.Version = options.Version
		*d = d.WithOptions(o.urllib)
	case rfc1808.Dialect:
		*d = d.WithOptions(o.rfc1808)
	}
}
