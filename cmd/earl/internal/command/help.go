package command

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/net/publicsuffix"

	"earl.example"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/scheme"
	"earl.example/internal/names/tld"
	"earl.example/internal/text/jsontext"
)

// The pages of help are in these files. In help.txt, a line with its name precedes each.
var (
	//go:embed recipes.txt
	recipesHelp string
	//go:embed help.txt
	helpTexts string
)

// long returns a page of help.txt.
func long(name string) string {
	_, text, _ := strings.Cut("\n"+helpTexts, "\n== "+name+"\n")
	text, _, _ = strings.Cut(text, "\n== ")
	return strings.TrimSuffix(text, "\n")
}

// page returns a command with its page of help.txt, whose first lines are its usage and its short description.
func page(name string, run func(args []string) error) *cobra.Command {
	use, text, _ := strings.Cut(long(name), "\n")
	short, text, _ := strings.Cut(text, "\n")
	return &cobra.Command{
		Use: use, Short: short, Long: text, Example: long(name + " examples"),
		RunE: func(_ *cobra.Command, args []string) error { return run(args) },
	}
}

// topics are the pages of earl help that are not about commands: the name, the title, and the text.
func topics() [][3]string {
	s := Given{offer: offer{urls: true, documents: []string{"drawing"}}}
	return [][3]string{
		{"recipes", "Commands that people look for", recipesHelp},
		{"flags", "Flags that most commands share", cli.SharedHelp(s.add(new(cobra.Command)))},
		{"fields", "Fields and filters of templates", field.Help},
		{"logs", "Web logs, and URLs from parts", logsHelp()},
		{"where", "Expressions of --where", field.WhereHelp},
		{"formats", "Formats of input and output, files, failed records", long("formats")},
		{"tracking", "Parameters that set --drop-tracking and +drop-tracking remove", trackingHelp()},
		{"exit-status", "Exit statuses", long("exit-status")},
	}
}

// Help returns the command help. Unlike cobra's own command help, it has topics and rejects unknown commands, for which
// unknown returns the error.
func Help(root *cobra.Command, commands []string, unknown func(args []string, more ...string) error) *cobra.Command {
	names := cli.NamesOf(topics(), func(t [3]string) string { return t[0] })
	return &cobra.Command{
		Use:       "help [COMMAND or TOPIC]",
		Short:     "Show the help of a command, shared flags, the formats or the exit statuses",
		ValidArgs: append(commands, names...),
		RunE: func(cmd *cobra.Command, args []string) error {
			if i := slices.Index(names, strings.Join(args, " ")); i >= 0 {
				cmd.Println(topics()[i][1] + ".\n\n" + strings.TrimSuffix(topics()[i][2], "\n"))
				return nil
			}
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknown(args[len(args)-max(1, len(rest)):], names...)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

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
	cmd.Args = cli.ExactArgs(0, "no arguments")
	return s.addOutput(cmd)
}

// Version returns the command version.
func Version(proc *record.Process) *cobra.Command {
	cmd := page("version", func(_ []string) error {
		out := proc.Stdout // run reports write errors
		fmt.Fprintf(out, "earl %s\n%s %s/%s\n", moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		for _, d := range earl.Dialects() {
			fmt.Fprintln(out, strings.TrimSpace(d.Name()+" "+d.Release()))
		}
		fmt.Fprintf(out, "Unicode %s (domain names)\n", idna.UnicodeVersion)
		fmt.Fprintf(out, "public suffix list %s\n", publicsuffix.List)
		fmt.Fprintf(out, "IANA: top-level domains %s, address blocks %s, URI schemes %s\n",
			tld.Date, ipaddr.Date, scheme.Date)
		return nil
	})
	cmd.Args = cli.ExactArgs(0, "no arguments")
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
		if proc.Trial != nil {
			return errors.New("man is not tried")
		}
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
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return cmp.Or(released, info.Main.Version, "(unknown)")
}
