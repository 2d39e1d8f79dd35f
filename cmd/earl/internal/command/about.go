package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	cmd := page("dialects", func(_ []string) error {
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
	})
	cmd.Args = cli.NoArgs
	return s.addOutput(cmd)
}

// Version returns the command version.
func Version(proc *record.Process) *cobra.Command {
	cmd := page("version", func(_ []string) error {
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
	})
	cmd.Args = cli.NoArgs
	return cmd
}

var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion returns the command completion.
func Completion(proc *record.Process) *cobra.Command {
	var cmd *cobra.Command
	cmd = page("completion", func(args []string) error {
		root := cmd.Root()
		// run reports write errors.
		switch args[0] {
		case "bash":
			root.GenBashCompletionV2(proc.Stdout, true)
		case "zsh":
			root.GenZshCompletion(proc.Stdout)
		case "fish":
			root.GenFishCompletion(proc.Stdout, true)
		case "powershell":
			root.GenPowerShellCompletionWithDesc(proc.Stdout)
		default:
			return cli.Unknown("shell", args[0], shells)
		}
		return nil
	})
	cmd.ValidArgs = shells
	cmd.Args = cli.ExactArgs(1, "one shell")
	return cmd
}

// Man returns the command man.
func Man(proc *record.Process) *cobra.Command {
	var cmd *cobra.Command
	cmd = page("man", func(args []string) error {
		if args[0] == "-" {
			return errors.New("man writes several files, not to standard output; a directory of that name is ./-")
		}
		if err := os.MkdirAll(args[0], 0o777); err != nil {
			return cli.FileError(args[0], err)
		}
		for _, c := range cli.Documented(cmd.Root()) {
			name := filepath.Join(args[0], cli.PageName(c)+".1")
			page := cli.ManPage(c, moduleVersion(), "\n\n"+long("formats")+"\n\nExit status:\n"+long("exit-status"))
			if err := os.WriteFile(name, []byte(page), 0o666); err != nil {
				return cli.FileError(name, err)
			}
		}
		return nil
	})
	cmd.Args = cli.ExactArgs(1, "one directory")
	cmd.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	return cmd
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
