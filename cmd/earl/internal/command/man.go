package command

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// Man returns the command man.
func Man(proc *record.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages",
		Long: `Man writes a manual page for earl and for each command to the directory DIR:
earl.1, earl-parse.1 and so on. It creates DIR if necessary.`,
		Example: `  earl man ~/.local/share/man/man1`,
		Args:    cli.ExactArgs(1, "one directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
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
		},
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
	}
}
