package command

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/net/publicsuffix"

	"earl.example"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/scheme"
	"earl.example/internal/names/tld"
	"earl.example/internal/text/jsontext"
)

// Dialects returns the command dialects.
func Dialects(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{noTables: true, sure: true}}
	cmd := &cobra.Command{
		Use:   "dialects [flags]",
		Short: "List the dialects that --as accepts",
		Long: `Dialects lists the values of --as. A line has the name of a dialect, its default
release, and a description, separated by tabs. JSON also has the newest known
release of each line of development. --as NAME@RELEASE selects a release, exact or
shortened: urllib@3.9.4, urllib@3.9.`,
		Example: `  earl dialects
  earl dialects --json`,
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return s.run().List(view.DialectNames(), func(i int) *record.Result {
				d := earl.Dialects()[i]
				return &record.Result{
					Text: d.Name() + "\t" + d.Release() + "\t" + d.About(), Whole: true,
					Members: func(o *jsontext.Writer) {
						o.String("dialect", d.Name())
						o.OrNull("release", d.Release())
						o.Strings("releases", d.Releases()...)
						o.String("about", d.About())
					},
				}
			})
		},
	}
	return s.addOutput(cmd)
}

// Version returns the command version.
func Version(proc *record.Process) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the default release of each dialect, and the data of earl",
		Example: "  earl version",
		Args:    cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var b strings.Builder
			fmt.Fprintf(&b, "earl %s\n%s %s/%s\n", moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			for _, d := range earl.Dialects() {
				fmt.Fprintln(&b, strings.TrimSpace(d.Name()+" "+d.Release()))
			}
			fmt.Fprintf(&b, "Unicode %s (domain names)\n", idna.UnicodeVersion)
			fmt.Fprintf(&b, "public suffix list %s\n", publicsuffix.List)
			fmt.Fprintf(&b, "IANA: top-level domains %s, address blocks %s, URI schemes %s\n",
				tld.Date, ipaddr.Date, scheme.Date)
			// run reports write errors.
			fmt.Fprint(proc.Stdout, b.String())
			return nil
		},
	}
}

// released is the version of earl in a released binary. The linker sets it.
var released string

func moduleVersion() string {
	if released != "" {
		return released
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}
