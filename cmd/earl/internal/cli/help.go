package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/internal/show"
)

// Groups lists the groups of the flags that commands share.
var Groups = []string{"Input", "Output", "Errors and progress"}

// GroupKey is the key of the annotation with the group of a flag. The flags of a command itself have none.
const GroupKey = "group"

// HelpText returns the help of a command: its usage, its output, its own flags, and the flags that commands share.
func HelpText(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return cmd.Long + "\n"
	}
	var b strings.Builder
	b.WriteString(cmd.Short + ".\n\nUsage:\n  " + cmd.UseLine() + "\n")
	if cmd.Example != "" {
		b.WriteString("\nExamples:\n" + cmd.Example + "\n")
	}
	if cmd.Long != "" {
		b.WriteString("\n" + cmd.Long + "\n")
	}
	if names := DialectsOf(cmd); len(names) > 0 {
		b.WriteString("\nDialects (--as), with a release if they have any, such as urllib@3.9:\n")
		b.WriteString(Wrapped("  ", strings.Join(names, ", ")) + "\n")
	}
	if own := inGroup(cmd.Flags(), ""); own.HasAvailableFlags() {
		b.WriteString("\nFlags:\n" + own.FlagUsagesWrapped(helpWidth))
	}
	shared := ""
	for _, name := range Groups {
		var names []string
		inGroup(cmd.Flags(), name).VisitAll(func(f *pflag.Flag) {
			text := "--" + f.Name
			if f.Shorthand != "" {
				text = "-" + f.Shorthand + " " + text
			}
			names = append(names, text)
		})
		if len(names) > 0 {
			shared += Wrapped("  ", name+": "+strings.Join(names, ", ")) + "\n"
		}
	}
	if shared != "" {
		b.WriteString("\nFlags that commands share, see earl help flags:\n" + shared)
	}
	if cmd.Flags().Lookup("in") != nil {
		b.WriteString("\nSee also: earl help formats, earl help exit-status.\n")
	}
	return b.String()
}

// helpWidth is the width of help texts, for a terminal of 80 columns.
const helpWidth = 79

// Wrapped breaks a text of the help into lines that begin with indent.
func Wrapped(indent, text string) string {
	return indent + strings.Join(show.Wrap(text, helpWidth-len(indent)), "\n"+indent)
}

// inGroup returns the flags of a group.
func inGroup(flags *pflag.FlagSet, name string) *pflag.FlagSet {
	in := pflag.NewFlagSet("", pflag.ContinueOnError)
	in.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if strings.Join(f.Annotations[GroupKey], "") == name {
			in.AddFlag(withoutChoice(f))
		}
	})
	return in
}

// SharedHelp returns the help of the flags of cmd that commands share.
func SharedHelp(cmd *cobra.Command) string {
	cmd.Flags().SortFlags = false
	text := "Most commands have these flags. The help of a command lists the flags that it\nhas.\n"
	for _, name := range Groups {
		text += "\n" + name + ":\n" + inGroup(cmd.Flags(), name).FlagUsagesWrapped(helpWidth)
	}
	return strings.TrimSuffix(text, "\n")
}

// DialectsOf returns the dialects that --as of a command accepts. The default comes first.
func DialectsOf(cmd *cobra.Command) []string {
	if f := cmd.Flags().Lookup("as"); f != nil {
		return f.Annotations[DialectKey]
	}
	return nil
}

// Documented returns root and the commands that have a page of the manual.
func Documented(root *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{root}
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() || cmd.Name() == "help" {
			all = append(all, cmd)
		}
	}
	return all
}

// PageName returns the name of the page of a command, such as earl-parse.
func PageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// ManPage returns the manual page of a command, in roff with the macros "man". more is the text that the page of the
// root command has in addition.
func ManPage(cmd *cobra.Command, version, more string) string {
	var p page
	name := PageName(cmd)
	p.line(".TH %s 1 \"\" \"earl %s\" \"earl manual\"", roff(strings.ToUpper(name)), roff(version))
	p.line(".SH NAME\n%s \\- %s", roff(name), roff(cmd.Short))
	p.line(".SH SYNOPSIS")
	path, rest, _ := strings.Cut(cmd.UseLine(), cmd.Name()+" ")
	p.line(".B %s\n%s", roff(path+cmd.Name()), roff(rest))
	p.line(".SH DESCRIPTION")
	long := cmp.Or(cmd.Long, cmd.Short+".")
	if !cmd.HasParent() {
		long += more
	}
	p.text(long)
	if !cmd.HasParent() {
		p.line(".SH COMMANDS")
		for _, c := range Documented(cmd)[1:] {
			p.line(".TP\n.BR %s (1)\n%s.", roff(PageName(c)), roff(c.Short))
		}
	}
	cmd.InitDefaultHelpFlag()
	p.line(".SH OPTIONS")
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		only := pflag.NewFlagSet("", pflag.ContinueOnError)
		only.AddFlag(withoutChoice(f))
		names, usage, _ := strings.Cut(strings.TrimSpace(only.FlagUsages()), "   ")
		names, value, _ := strings.Cut(names, "--"+f.Name)
		p.line(".TP\n.BI \"%s\" \"%s\"\n%s.", roff(names+"--"+f.Name), roff(value), roff(strings.TrimSuffix(usage, ".")))
	})
	if cmd.Example != "" {
		p.line(".SH EXAMPLES")
		p.text(cmd.Example)
	}
	p.line(".SH SEE ALSO")
	if cmd.HasParent() {
		p.line(".BR earl (1),\nfor how records are read and written, and for what the exit status says")
	} else {
		p.line(".BR trurl (1),\n.BR jq (1)")
	}
	return p.String()
}

// A switched is the value of a boolean flag. Its type keeps pflag from adding "[=true|false]" to the usage.
type switched struct{ pflag.Value }

func (switched) Type() string { return "boolfunc" }

// withoutChoice returns f, or a copy for the usage of a boolean flag.
func withoutChoice(f *pflag.Flag) *pflag.Flag {
	if f.Value.Type() != "bool" {
		return f
	}
	plain := *f
	plain.Value = switched{f.Value}
	return &plain
}

type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// text writes paragraphs. Indented lines keep their line breaks.
func (p *page) text(s string) {
	asIs := false
	for line := range strings.SplitSeq(s, "\n") {
		indented := strings.HasPrefix(line, "  ")
		switch {
		case indented && !asIs:
			p.line(".nf")
		case asIs && !indented:
			p.line(".fi")
		}
		if asIs = indented; line == "" {
			p.line(".PP")
		} else {
			p.line("%s", roff(line))
		}
	}
	if asIs {
		p.line(".fi")
	}
}

var roffEscapes = strings.NewReplacer(
	`\`, `\e`, `"`, `\(dq`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`)

// roff returns a line with roff's special characters escaped.
func roff(s string) string {
	var b strings.Builder
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		b.WriteString(`\&`)
	}
	for _, r := range roffEscapes.Replace(s) {
		if r > '~' {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
