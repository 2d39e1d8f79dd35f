package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion returns the command completion.
func Completion(proc *process) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for a shell",
		Long: `Completion prints a script with which a shell completes commands, flags and values
of flags. To load it in every session:

  bash        in ~/.bashrc:  source <(earl completion bash)
              (needs the package bash-completion)
  zsh         earl completion zsh > "${fpath[1]}/_earl"
  fish        earl completion fish > ~/.config/fish/completions/earl.fish
  powershell  in $PROFILE:  earl completion powershell | Out-String | Invoke-Expression`,
		Example:   `  earl completion bash`,
		ValidArgs: shells,
		Args:      exactArgs(1, "one shell"),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			// run reports write errors.
			switch args[0] {
			case "bash":
				root.GenBashCompletionV2(proc.stdout, true)
			case "zsh":
				root.GenZshCompletion(proc.stdout)
			case "fish":
				root.GenFishCompletion(proc.stdout, true)
			case "powershell":
				root.GenPowerShellCompletionWithDesc(proc.stdout)
			default:
				return unknown("shell", args[0], shells)
			}
			return nil
		},
	}
}

// choicesOf returns the values of a flag that has a list of values, or nil.
func choicesOf(f *pflag.Flag) []string {
	if c, ok := f.Value.(*choice); ok && c.values != nil {
		return c.values()
	}
	return nil
}

// complete sets the completions of the flags of a command: values for choices, file names for nameFlags, and no
// completions for other flags. Package cobra keeps the completions until the program ends.
func complete(cmd *cobra.Command) {
	if cmd.ValidArgs == nil && cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		how := cobra.NoFileCompletions
		choices := choicesOf(f)
		_, file := f.Value.(*nameFlag)
		switch {
		case choices != nil:
			how = func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
				before := begun[:strings.LastIndexByte(begun, ',')+1] // the values of a list before the last one
				var all []string
				for _, s := range choices {
					if s = before + s; strings.HasPrefix(s, begun) {
						all = append(all, s)
					}
				}
				return all, cobra.ShellCompDirectiveNoFileComp
			}
		case file:
			how = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
		}
		if err := cmd.RegisterFlagCompletionFunc(f.Name, how); err != nil {
			panic(err) // a programming error: a flag has two completions
		}
	})
}
