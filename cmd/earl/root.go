package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

// A command is a command of earl.
type command struct {
	name string
	make func(*app) *cobra.Command
	all  bool // the command describes all commands, so they must exist
}

// commands lists the commands, in the order of the help.
var commands = [...]command{
	{"parse", (*app).parse, false},
	{"get", (*app).get, false},
	{"join", (*app).join, false},
	{"normalize", (*app).normalize, false},
	{"compare", (*app).compare, false},
	{"set", (*app).set, false},
	{"dedupe", (*app).dedupe, false},
	{"stats", (*app).stats, false},
	{"quote", (*app).quote, false},
	{"unquote", (*app).unquote, false},
	{"query", (*app).query, false},
	{"urlencode", (*app).encode, false},
	{"extract", (*app).extract, false},
	{"audit", (*app).auditCommand, false},
	{"find-disagreement", (*app).findDisagreement, false},
	{"dialects", (*app).dialects, false},
	{"version", (*app).version, false},
	{"completion", (*app).completion, true},
	{"man", (*app).man, true},
}

// addCommands adds to root the command that args name. If that command describes all commands, or args name no command,
// it adds all and the command help. If a completion script asks, it sets their completions.
func (a *app) addCommands(root *cobra.Command, args []string) {
	add := func(cmd *cobra.Command) {
		cmd.Flags().SortFlags = false
		root.AddCommand(cmd)
	}
	for _, c := range commands {
		if len(args) > 0 && args[0] == c.name && !c.all {
			add(c.make(a))
			return
		}
	}
	completes := len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	for _, c := range commands {
		cmd := c.make(a)
		add(cmd)
		if completes {
			complete(cmd)
		}
	}
	root.SetHelpCommand(help(root))
}

// root returns the root command with the commands that args need.
func (a *app) root(args []string) *cobra.Command {
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
	a.addCommands(root, args)
	return root
}
