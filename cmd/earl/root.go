package main

import (
	"cmp"
	_ "embed"
	"errors"
	"regexp"
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

// newRoot returns the root command with the command that args name. If that command describes all commands, or args
// name no command, it has all and the command help. If a completion script asks, their completions are set.
func newRoot(p *record.Process, args []string) *cobra.Command {
	root := &cobra.Command{
		Use:           "earl COMMAND [flags] [URL…]",
		Short:         "Parse URLs as each specification and program does",
		Long:          strings.TrimSuffix(rootHelp, "\n"),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("a command is missing: earl --help lists the commands")
		},
	}
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { cmd.Print(cli.HelpText(cmd)) })
	root.CompletionOptions.DisableDefaultCmd = true
	name := append(slices.Clip(args), "")[0]
	list := commands()
	if i := slices.IndexFunc(list, func(c entry) bool { return c.name == name && !c.all }); i >= 0 {
		list = list[i : i+1]
	}
	for _, c := range list {
		cmd := c.make(p)
		cmd.Flags().SortFlags = false
		root.AddCommand(cmd)
		if strings.HasPrefix(name, cobra.ShellCompRequestCmd) {
			cli.Complete(cmd)
		}
	}
	if len(list) > 1 {
		root.SetHelpCommand(command.Help(root, commandNames(), unknownCommand))
	}
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
	name, rest := args[0], args[1:]
	meant := cli.Habit("command", name)
	verb, noun, compound := strings.Cut(name, "-") // such as get-host
	if compound && meant == "" && (isCommand(verb) || cli.Habit("command", verb) != "") {
		name, meant = verb, cmp.Or(cli.Habit("command", verb), verb)
		if field.Meant(noun) != "" && strings.Contains(meant+cli.Habit("command", verb+" FIELD"), "{host}") {
			rest = append([]string{noun}, rest...)
		}
	}
	isField := func(arg string) bool { return field.Meant(strings.Trim(arg, ",")) != "" }
	if slices.ContainsFunc(rest, isField) && !slices.Contains(rest, "--by") {
		meant = cmp.Or(cli.Habit("command", name+" FIELD"), meant)
	}
	switch f := field.Meant(name); {
	case meant != "":
	case len(rest) > 0 && isCommand(rest[0]):
		meant, rest = rest[0], rest[1:]
	case slices.ContainsFunc(rest, func(arg string) bool { return strings.HasPrefix(arg, "{") }):
		meant = "get"
	case f != "" && (slices.Contains(rest, "by") || slices.Contains(rest, "per")):
		meant = "get --count --sort '{host}'"
	case f != "":
		meant = "get '{" + f + "}'"
	case cli.Nearest(name, commandNames()) == "":
		if near := cli.Nearest(name, cli.Habits("command")); len(name) > 4 && cli.IsTypo(name, near) {
			meant = cli.Habit("command", near)
		}
	}
	if meant != "" && cli.Nearest(args[0], more) == "" {
		return cli.WithFix(errors.New(text+": did you mean earl "+meant+"?"), func([]string) []string {
			return translated(meant, rest)
		})
	}
	names := append(commandNames(), more...)
	near := cli.Nearest(args[0], names)
	err := cli.Suggestion(text, near, names,
		"use one of "+strings.Join(names, ", ")+"; earl help recipes has commands that people look for")
	if near == "" || !cli.IsTypo(args[0], near) {
		return err
	}
	return cli.WithFix(err, cli.Replace(args[0], near))
}

// These match placeholders in the form of a command, and arguments of unknown commands.
var (
	unfilled  = regexp.MustCompile(`\b(EXPRESSION|FIELD|FILE)\b`)
	textForm  = regexp.MustCompile(`TEXT|^EXPRESSION$`)
	fieldForm = regexp.MustCompile(`^(\{host\}|\{time\|.*)$`)
	filler    = regexp.MustCompile(`^(from|by|per|of|all|and|in|for|each|the)$`)
	grouping  = regexp.MustCompile(`^(--by|--field|--group-by|-f)$`)
	limit     = regexp.MustCompile(`^(-n|--(top|limit|head|max))$`)
	small     = regexp.MustCompile(`^\d{1,2}$`)
	sql       = regexp.MustCompile(`(?is)^select\s.*\sfrom\s`)
)

// translated returns a command line for the arguments of an unknown command. meant is its form: the fields that the
// arguments name replace {host}, and another argument TEXT or EXPRESSION.
func translated(meant string, args []string) []string {
	meant, _, _ = strings.Cut(meant, ", ")
	words, pipe := cli.Piped(cli.Words(meant))
	at := slices.IndexFunc(words, fieldForm.MatchString)
	var fields, rest []string
	before := ""
	for _, arg := range args {
		f := field.Meant(strings.Trim(arg, ",{}"))
		text := slices.IndexFunc(words, textForm.MatchString)
		of := slices.IndexFunc(words, func(s string) bool { return strings.Contains(s, "FILE") || s == "FIELD" })
		switch isFile := cli.IsFile(arg); {
		case arg == "-v" && text >= 0: // of grep
			words[text] = "not (" + words[text] + ")"
		case isFile && of >= 0 && words[of] != "FIELD":
			words[of] = strings.Replace(words[of], "FILE", arg, 1)
		case isFile || strings.HasPrefix(arg, "-"), f == "" && strings.HasPrefix(before, "--"):
			rest = append(rest, arg)
		case filler.MatchString(arg):
		case f != "" && slices.Contains(words, "--field") && before == "by":
			rest = append(rest, "--field", f)
		case of >= 0 && words[of] == "FIELD":
			words[of] = cmp.Or(f, arg)
		case f != "" && at >= 0:
			fields = append(fields, "{"+f+"}")
			if n := len(rest); n > 0 && grouping.MatchString(rest[n-1]) {
				rest = rest[:n-1]
			}
		case small.MatchString(arg) && pipe == nil && slices.Contains(words, "--count"):
			pipe = []string{"|", "head", "-n", arg}
			if limit.MatchString(before) {
				rest = rest[:len(rest)-1]
			}
		case text >= 0:
			if strings.ContainsAny(arg, `\^$*[|`) {
				words[text] = strings.Replace(words[text], "contains", "matches", 1)
			}
			if strings.Contains(words[text], `"TEXT"`) {
				arg = strings.ReplaceAll(arg, `\`, `\\`)
			}
			words[text] = textForm.ReplaceAllLiteralString(words[text], arg)
		default:
			rest = append(rest, arg)
		}
		before = arg
	}
	if fields != nil {
		words[at] = strings.Join(fields, " ")
	}
	if i := slices.Index(words, "EXPRESSION"); i >= 0 && len(rest) > 1 { // flags say what to keep
		words = slices.Delete(words, i-1, i+1)
	}
	if unfilled.MatchString(strings.Join(words, " ")) {
		return nil
	}
	return cli.Filled(words, rest, pipe)
}

// withCommand returns args with a command. If args begin with a URL, a flag or the name of a file, it adds the command
// parse. It returns an error for an unknown command.
func withCommand(args []string) ([]string, error) {
	if i := slices.IndexFunc(args, sql.MatchString); i >= 0 {
		words := append(strings.Fields(args[i])[1:], slices.Delete(slices.Clone(args), 0, i+1)...)
		return args, unknownCommand(append([]string{"select"}, words...))
	}
	switch {
	case len(args) == 0, strings.HasPrefix(args[0], cobra.ShellCompRequestCmd), isCommand(args[0]):
	case args[0] == "--version":
		return append([]string{"version"}, args[1:]...), nil
	case args[0] == "-h", args[0] == "--help", strings.HasPrefix(args[0], "-") && slices.ContainsFunc(args, isCommand):
	case strings.HasPrefix(args[0], "{"):
		return append([]string{"get"}, args...), nil
	case strings.Contains(args[0], " ") && !strings.Contains(args[0], "://") && !cli.IsFile(args[0]):
		err := errors.New(cli.Quoted(args[0]) + " is not a command: to filter, use --where (earl help where)")
		return args, cli.WithFix(err, cli.Replace(args[0], "get", "--where", args[0], "{href}"))
	case strings.HasPrefix(args[0], "-"), strings.ContainsAny(args[0], ":/.?#%@[ \\"), cli.IsFile(args[0]):
		return append([]string{"parse"}, args...), nil
	default:
		return args, unknownCommand(args)
	}
	return args, nil
}
