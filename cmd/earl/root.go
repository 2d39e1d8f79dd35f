package main

import (
	"cmp"
	_ "embed"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/command"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
)

//go:embed root.txt
var rootHelp string

// An entry is a command of earl.
type entry struct {
	name string
	make func(*record.Process) *cobra.Command
	all  bool // the command describes all commands, so they must exist
}

// commands returns the commands, in the order of the help.
func commands() []entry {
	return []entry{
		{"parse", command.Parse, false},
		{"get", command.Get, false},
		{"join", command.Join, false},
		{"normalize", command.Normalize, false},
		{"compare", command.Compare, false},
		{"set", command.Set, false},
		{"dedupe", command.Dedupe, false},
		{"stats", command.Stats, false},
		{"quote", command.Quote, false},
		{"unquote", command.Unquote, false},
		{"query", command.Query, false},
		{"urlencode", command.URLEncode, false},
		{"extract", command.Extract, false},
		{"audit", command.Audit, false},
		{"check", command.Check, false},
		{"find-disagreement", command.FindDisagreement, false},
		{"dialects", command.Dialects, false},
		{"serve", func(p *record.Process) *cobra.Command { return command.Serve(p, run) }, false},
		{"version", command.Version, false},
		{"completion", command.Completion, true},
		{"man", command.Man, true},
	}
}

// addCommands adds to root the command that args name. If that command describes all commands, or args name no command,
// it adds all and the command help. If a completion script asks, it sets their completions.
func addCommands(root *cobra.Command, p *record.Process, args []string) {
	add := func(cmd *cobra.Command) {
		cmd.Flags().SortFlags = false
		root.AddCommand(cmd)
	}
	for _, c := range commands() {
		if len(args) > 0 && args[0] == c.name && !c.all {
			add(c.make(p))
			return
		}
	}
	completes := len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	for _, c := range commands() {
		cmd := c.make(p)
		add(cmd)
		if completes {
			cli.Complete(cmd)
		}
	}
	root.SetHelpCommand(command.Help(root, commandNames(), unknownCommand))
}

// newRoot returns the root command with the commands that args need.
func newRoot(p *record.Process, args []string) *cobra.Command {
	root := &cobra.Command{
		Use:           "earl COMMAND [flags] [URL…]",
		Short:         "Parse URLs as each specification and program does",
		Long:          strings.TrimSuffix(rootHelp, "\n"),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(args)
			}
			return errors.New("a command is missing: earl --help lists the commands")
		},
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(cli.HelpText(cmd)) })
	root.CompletionOptions.DisableDefaultCmd = true
	addCommands(root, p, args)
	return root
}

func commandNames() []string {
	return append(cli.NamesOf(commands(), func(c entry) string { return c.name }), "help")
}

func isCommand(name string) bool { return slices.Contains(commandNames(), name) }

// unknownCommand returns the error for arguments that begin with a name that is not a command. more lists other names
// to suggest, such as topics.
func unknownCommand(args []string, more ...string) error {
	text := "unknown command " + cli.Quoted(args[0])
	meant := cli.Habit("command", args[0])
	if slices.ContainsFunc(args[1:], func(arg string) bool { return field.Meant(arg) != "" }) {
		meant = cmp.Or(cli.Habit("command", args[0]+" FIELD"), meant)
	}
	if f := field.Meant(args[0]); meant == "" && f != "" {
		meant = "get '{" + f + "}' URL"
	}
	if meant != "" && cli.Nearest(args[0], more) == "" {
		return errors.New(text + ": did you mean earl " + completed(meant, args) + "?")
	}
	names := append(commandNames(), more...)
	return cli.Suggestion(text, cli.Nearest(args[0], names), names,
		"use one of "+strings.Join(names, ", ")+"; earl help recipes has commands that people look for")
}

// completed returns a command with arguments: for {host} the first field that they name, for FILE a file, and for TEXT
// and EXPRESSION another argument.
func completed(meant string, args []string) string {
	for _, arg := range args[1:] {
		if f := field.Meant(arg); f != "" {
			meant = strings.Replace(meant, "{host}", "{"+f+"}", 1)
		} else if (strings.Contains(meant, "FILE") || strings.HasSuffix(meant, " URL")) && cli.IsFile(arg) {
			meant = strings.Replace(strings.Replace(meant, " URL", " -i FILE", 1), "FILE", cli.Shown(arg), 1)
			format, _, _ := strings.Cut(record.FormatOfFile(arg), " (")
			if name, rest, _ := strings.Cut(meant, " "); strings.HasPrefix(format, "use --in") {
				meant = name + strings.TrimPrefix(format, "use") + " " + rest
			}
		} else if !strings.Contains(arg, "'") && !strings.HasPrefix(arg, "-") {
			if meant = strings.Replace(meant, "EXPRESSION", "'"+arg+"'", 1); !strings.ContainsAny(arg, `"\`) {
				meant = strings.Replace(meant, "TEXT", arg, 1)
			}
		}
	}
	if strings.Contains(meant, " --in clf ") && !strings.Contains(meant, "{time") && !strings.Contains(meant, "{member:") {
		meant = strings.Replace(meant, " --in clf ", " --in clf --base https://example.com ", 1) +
			", with your server's URL after --base"
	}
	return meant
}

// withCommand returns args with a command. If args begin with a URL, a flag or the name of a file, it adds the command
// parse. It returns an error for an unknown command.
func withCommand(args []string) ([]string, error) {
	switch {
	case len(args) == 0, strings.HasPrefix(args[0], cobra.ShellCompRequestCmd), isCommand(args[0]):
	case args[0] == "--version":
		return append([]string{"version"}, args[1:]...), nil
	case args[0] == "-h", args[0] == "--help", strings.HasPrefix(args[0], "-") && slices.ContainsFunc(args, isCommand):
	case strings.Contains(args[0], " ") && !strings.Contains(args[0], "://") &&
		(cli.IsFile(args[len(args)-1]) || strings.HasPrefix(strings.ToLower(args[0]), "select ")):
		return args, errors.New(cli.Quoted(args[0]) + " is no command: to filter and to count, write earl " +
			completed("get --where 'status == 404' --count '{path}' -i FILE", args) + " (earl help where, earl help recipes)")
	case strings.HasPrefix(args[0], "{"):
		return append([]string{"get"}, args...), nil
	case strings.HasPrefix(args[0], "-"), strings.ContainsAny(args[0], ":/.?#%@[ \\"), cli.IsFile(args[0]):
		return append([]string{"parse"}, args...), nil
	default:
		return args, unknownCommand(args)
	}
	return args, nil
}
