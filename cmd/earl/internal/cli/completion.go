package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ChoicesOf returns the values of a flag that has a list of values, or nil.
func ChoicesOf(f *pflag.Flag) []string {
	if c, ok := f.Value.(*choice); ok && c.values != nil {
		return c.values()
	}
	return nil
}

// Complete sets the completions of the flags of a command: values for choices, file names for a [NameFlag], and no
// completions for other flags. Package cobra keeps the completions until the program ends.
func Complete(cmd *cobra.Command) {
	if cmd.ValidArgs == nil && cmd.ValidArgsFunction == nil && !strings.Contains(cmd.Use, "FILE") {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		how := cobra.NoFileCompletions
		choices := ChoicesOf(f)
		_, file := f.Value.(*NameFlag)
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
