// Package cli has the parts of a command line that do not depend on URLs: flags and their errors, exit statuses, pages
// of help and of the manual, completions, suggestions, and the terminal.
package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/files"
	"earl.example/internal/text/tables"
)

// A choice is the value of a flag that is converted to another type.
type choice struct {
	text    string          // the value that was given, or the default; of a repeated flag, all values
	values  func() []string // the values that the shell completes; may be nil
	set     func(s string) error
	repeats bool
	joins   bool // values are lists, which are joined
	sets    int  // number of values that were given
}

func (c *choice) Type() string   { return "value" }
func (c *choice) String() string { return c.text }

func (c *choice) Set(s string) error {
	switch c.sets++; {
	case c.repeats && c.sets > 1:
		c.text += " " + strconv.Quote(s)
	case c.joins && c.sets > 1:
		s = c.text + "," + s
		fallthrough
	default:
		c.text = s
	}
	return c.set(s)
}

// Replaced returns how many values of a flag a later value has replaced.
func Replaced(f *pflag.Flag) int {
	if c, ok := f.Value.(*choice); ok && !c.repeats && !c.joins {
		return max(0, c.sets-1)
	}
	return 0
}

// Choose adds a flag. parse converts its value for dst. values, if not nil, lists the values that the shell completes.
func Choose[T any](flags *pflag.FlagSet, dst *T, name, byDefault string, values func() []string,
	parse func(s string) (T, error)) *pflag.Flag {
	set := func(s string) (err error) {
		*dst, err = parse(s)
		return err
	}
	return flags.VarPF(&choice{text: byDefault, values: values, set: set}, name, "", "")
}

// Join makes the lists of a flag that is repeated one list.
func Join(f *pflag.Flag) *pflag.Flag {
	f.Value.(*choice).joins = true
	return f
}

// Repeated adds a flag that may be repeated. set gets each value. values lists the values that the shell completes.
func Repeated(flags *pflag.FlagSet, name string, values func() []string, set func(s string) error) {
	flags.Var(&choice{values: values, set: set, repeats: true}, name, "")
}

// Text adds a flag for a text that is "" by default.
func Text(flags *pflag.FlagSet, dst *string, name string) {
	Choose(flags, dst, name, "", nil, func(s string) (string, error) { return s, nil })
}

// Optional adds a flag for a text. *dst is nil if the flag is not given. values lists texts that the shell completes.
func Optional(flags *pflag.FlagSet, dst **string, name string, values ...string) {
	Choose(flags, dst, name, "", func() []string { return values },
		func(s string) (*string, error) { return &s, nil })
}

// Pick adds a flag for one of the given values, by the text that fmt.Sprint makes of it.
func Pick[T any](flags *pflag.FlagSet, dst *T, name, byDefault string, values ...T) *pflag.Flag {
	names := NamesOf(values, func(v T) string { return fmt.Sprint(v) })
	parse := func(s string) (value T, err error) {
		i := slices.Index(names, s)
		if i < 0 {
			return value, Unknown("value", s, names)
		}
		return values[i], nil
	}
	return Choose(flags, dst, name, byDefault, func() []string { return names }, parse)
}

// Switch adds a flag without a value.
func Switch(flags *pflag.FlagSet, dst *bool, name string) { flags.BoolVar(dst, name, false, "") }

// DialectKey is the key of the annotation of flags for one dialect, which commands reject for other
// dialects. --as has it too, with all dialects of the command.
const DialectKey = "dialect"

//go:embed flags.tsv
var flagsTable string

// flagRows returns the rows of flags.tsv: commands, a flag, and its description.
var flagRows = sync.OnceValue(func() [][]string { return tables.Cells(flagsTable) })

// Describe describes the flags of a command by flags.tsv.
func Describe(flags *pflag.FlagSet, dialects []string) {
	for _, row := range flagRows() {
		of, f, usage := row[0], flags.Lookup(row[1]), row[2]
		isShared := slices.Contains(Groups, of)
		if f == nil || !isShared && of != "*" && !slices.Contains(strings.Fields(of), flags.Name()) {
			continue
		}
		f.Usage = strings.Replace(usage, "%s", Alternatives(ChoicesOf(f)), 1)
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		if delete(f.Annotations, GroupKey); isShared {
			f.Annotations[GroupKey] = []string{of}
		}
		if dialect, _, _ := strings.Cut(usage, ": "); slices.Contains(dialects, dialect) {
			f.Annotations[DialectKey] = []string{dialect}
		}
	}
}

// otherWith returns a hint about the first command that has a flag of its own with the given name, or "".
func otherWith(name string) (hint string) {
	for _, row := range flagRows() {
		if row[1] == name && row[0] != "*" && !slices.Contains(Groups, row[0]) && hint == "" {
			hint = "earl " + strings.Fields(row[0])[0] + " has it"
			if strings.HasPrefix(row[2], "set the "+name+" ") {
				hint += ", and earl get '{" + name + "}' prints it"
			}
		}
	}
	return hint
}

// AtLeast returns a function that parses a number of at least the given one.
func AtLeast[T int | int64](least T) func(s string) (T, error) {
	return func(s string) (T, error) {
		n, err := strconv.ParseInt(s, 10, 64)
		if value := T(n); err == nil && value >= least && int64(value) == n {
			return value, nil
		}
		return 0, fmt.Errorf("must be %d or more", least)
	}
}

// ParseSize parses a number of bytes such as 512M.
func ParseSize(s string) (int64, error) {
	text := strings.TrimSuffix(s, "iB")
	number := strings.TrimRight(text, "KMGTkmgt")
	shift := 0
	if unit := text[len(number):]; len(unit) == 1 {
		shift = 10 * (1 + strings.Index("kmgt", strings.ToLower(unit)))
	} else if unit != "" || text != s {
		number = ""
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift {
		return 0, errors.New("must be a size such as 512M")
	}
	return n << shift, nil
}

// A NameFlag is a list of file names. No name is empty.
type NameFlag []string

// Type returns the type of the value for the help.
func (f *NameFlag) Type() string { return "FILE" }

// String returns the names with spaces between them.
func (f *NameFlag) String() string { return strings.Join(*f, " ") }

// Set adds a name.
func (f *NameFlag) Set(s string) error {
	if s == "" {
		return errors.New("must be the name of a file")
	}
	*f = append(*f, s)
	return nil
}

// ExactArgs returns a check that there are exactly n arguments. In its error, the text what describes the arguments.
func ExactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("%s needs %s, not %d: %s", cmd.Name(), what, len(args), cmd.UseLine())
		}
		return nil
	}
}

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

// The exit statuses. They are part of the command's interface.
const (
	StatusOK      = 0
	StatusNo      = 1 // the answer is negative, such as "not equal"
	StatusUsage   = 2 // usage error
	StatusRecords = 3 // a record failed
	StatusIO      = 4 // reading or writing failed, or the run broke down

	StatusSignal      = 128              // a signal ended the run; its number is added
	StatusInterrupted = StatusSignal + 2 // Ctrl-C ended the run
)

// A Stopped is the error that ends a command with a status. All other errors that commands return are usage errors.
type Stopped struct {
	Text   string
	Status int
}

// Stop returns the error that ends a command with a status.
func Stop(status int, text string) *Stopped { return &Stopped{text, status} }

// Error returns the text.
func (e *Stopped) Error() string { return e.Text }

// FileError returns the error of a command that cannot use a file.
func FileError(name string, err error) error {
	return &Stopped{fmt.Sprintf("%s: %v", Shown(name), files.Reason(err)), StatusIO}
}
