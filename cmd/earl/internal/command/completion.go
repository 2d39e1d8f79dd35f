package command

import (
	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion returns the command completion.
func Completion(proc *record.Process) *cobra.Command {
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
		Args:      cli.ExactArgs(1, "one shell"),
		RunE: func(cmd *cobra.Command, args []string) error {
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
		},
	}
}
