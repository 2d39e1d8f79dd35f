package command

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
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
	return [][3]string{
		{"recipes", "Commands that people look for", recipesHelp},
		{"flags", "Flags that most commands share", flagsHelp()},
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
func Help(root *cobra.Command, commands []string, unknown func(name string, more ...string) error) *cobra.Command {
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
				return unknown(args[len(args)-max(1, len(rest))], names...)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// flagsHelp returns the help of the flags that commands share.
func flagsHelp() string {
	s := Given{offer: offer{urls: true, documents: []string{"drawing"}}}
	return cli.SharedHelp(s.add(new(cobra.Command)))
}
