package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

// A command is a command of earl.
type command struct {
	name string
	make func(*process) *cobra.Command
	all  bool // the command describes all commands, so they must exist
}

// commands lists the commands, in the order of the help.
var commands = [...]command{
	{"parse", Parse, false},
	{"get", Get, false},
	{"join", Join, false},
	{"normalize", Normalize, false},
	{"compare", Compare, false},
	{"set", Set, false},
	{"dedupe", Dedupe, false},
	{"stats", Stats, false},
	{"quote", Quote, false},
	{"unquote", Unquote, false},
	{"query", Query, false},
	{"urlencode", URLEncode, false},
	{"extract", Extract, false},
	{"audit", Audit, false},
	{"find-disagreement", FindDisagreement, false},
	{"dialects", Dialects, false},
	{"version", Version, false},
	{"completion", Completion, true},
	{"man", Man, true},
}

// addCommands adds to root the command that args name. If that command describes all commands, or args name no command,
// it adds all and the command help. If a completion script asks, it sets their completions.
func addCommands(root *cobra.Command, p *process, args []string) {
	add := func(cmd *cobra.Command) {
		cmd.Flags().SortFlags = false
		root.AddCommand(cmd)
	}
	for _, c := range commands {
		if len(args) > 0 && args[0] == c.name && !c.all {
			add(c.make(p))
			return
		}
	}
	completes := len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	for _, c := range commands {
		cmd := c.make(p)
		add(cmd)
		if completes {
			complete(cmd)
		}
	}
	root.SetHelpCommand(help(root))
}

// newRoot returns the root command with the commands that args need.
func newRoot(p *process, args []string) *cobra.Command {
	root := &cobra.Command{
		Use:           "earl COMMAND [flags] [URL…]",
		Short:         "Parse URLs as each specification and program does",
		Long:          rootHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(args[0])
			}
			return errors.New("a command is missing: earl --help lists the commands")
		},
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(helpText(cmd)) })
	root.CompletionOptions.DisableDefaultCmd = true
	addCommands(root, p, args)
	return root
}
