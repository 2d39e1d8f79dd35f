package cli

import (
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
		if Annotation(f, GroupKey) == name {
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
