package cli

import (
	_ "embed"
	"errors"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/internal/show"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// Quoted quotes an argument for a message. The argument may be a URL with a password.
func Quoted(arg string) string { return redact.Quote(urlerr.RedactQuery(arg)) }

// A MaskedError is the error for the value of a flag. Its texts have no secrets.
type MaskedError struct{ Value, Text string }

// Error returns the text.
func (e *MaskedError) Error() string { return e.Text }

// Usage returns the text of a usage error of cmd. It masks secrets in each part on its own, because a password seems to
// reach to the last "@" of a text.
func Usage(cmd *cobra.Command, err error) string {
	if e, ok := errors.AsType[*MaskedError](err); ok {
		invalid, _ := errors.AsType[*pflag.InvalidValueError](err)
		return "--" + invalid.GetFlag().Name + " " + e.Value + ": " + e.Text
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		cause := urlerr.RedactQuery(e.Unwrap().Error())
		if e.GetFlag().Value.Type() == "bool" {
			cause = "must be true or false: remove the value"
		}
		return "--" + e.GetFlag().Name + " " + Quoted(e.GetValue()) + ": " + cause
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, e.GetSpecifiedName(), e.GetSpecifiedShortnames())
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		value, _ := pflag.UnquoteUsage(e.GetFlag())
		return "--" + e.GetFlag().Name + " needs a value: --" + e.GetFlag().Name + " " + value
	}
	return urlerr.RedactQuery(err.Error())
}

// topicOf finds the help topic in the description of a flag.
var topicOf = regexp.MustCompile(`\((earl help [a-z]+)\)`)

// HelpOn returns the command that prints the help on a usage error of cmd: on the topic of a flag, or on cmd.
func HelpOn(cmd *cobra.Command, err error) string {
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if m := topicOf.FindStringSubmatch(e.GetFlag().Usage); m != nil {
			return m[1]
		}
	}
	return cmd.CommandPath() + " --help"
}

// unknownFlag returns the text of the error for a flag that cmd does not have. letters is the argument with a flag of
// one letter, without its dash, or "".
func unknownFlag(cmd *cobra.Command, name, letters string) string {
	text := "unknown flag --" + urlerr.RedactQuery(name)
	if letters != "" {
		text = "unknown flag -" + name
	}
	if !cmd.HasParent() {
		return text + ": flags come after the command, as in earl parse --json URL"
	}
	hint := meantFlag(cmd, name)
	if hint == "" {
		hint = otherWith(name)
	} else if !strings.HasPrefix(hint, "use ") {
		hint = "did you mean --" + hint + "?"
	}
	switch {
	case letters != "" && hint != "":
		hint = strings.TrimSuffix(hint, "?") + ", or -- before an argument that begins with a dash?"
	case letters != "":
		hint = "to use an argument that begins with a dash, write -- before it"
	}
	if letters != "" {
		text += " in " + Quoted("-"+letters)
	}
	return strings.TrimSuffix(text+": "+hint, ": ")
}

// meantFlag returns what to write instead of a flag that cmd does not have: another flag, perhaps with a value, or a
// text that begins with "use", or "".
func meantFlag(cmd *cobra.Command, name string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if verb, noun, ok := strings.Cut(name, "-"); ok && strings.HasPrefix(Habit("flag", verb), "drop") {
		name = "drop-" + strings.TrimSuffix(noun, "s")
		if f := cmd.Flags().Lookup("drop"); f != nil && slices.Contains(ChoicesOf(f), noun) {
			name = "drop " + noun
		}
	}
	for _, meant := range alternative.Split(name+","+Habit("flag", name), -1) {
		if flag, _, _ := strings.Cut(meant, " "); slices.Contains(names, flag) || strings.HasPrefix(meant, "use ") {
			return meant
		}
	}
	near := Nearest(name, names)
	if otherWith(name) != "" || strings.HasPrefix(near, "no-") != strings.HasPrefix(name, "no-") { // the opposite
		return ""
	}
	return near
}

// alternative matches a comma that separates values of habits.txt.
var alternative = regexp.MustCompile(`,\b`)

//go:embed habits.txt
var habitsText string

// habits has the lines of habits.txt, by kind and name.
var habits = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(habitsText) {
		if name, meant, ok := strings.Cut(line, " = "); ok {
			all[name] = strings.TrimSpace(meant)
		}
	}
	return all
})

// Habit returns what to write instead of a name of another program, or "". kind is flag, field, filter, command or
// dialect.
func Habit(kind, name string) string { return habits()[kind+" "+name] }

// Habits returns the names of a kind that have no blank.
func Habits(kind string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(habits())) {
		if name, ok := strings.CutPrefix(name, kind+" "); ok && !strings.Contains(name, " ") {
			names = append(names, name)
		}
	}
	return names
}

// A nearError suggests a value instead of the one of a flag.
type nearError struct{ text, near string }

// Error returns the text.
func (e *nearError) Error() string { return e.text }

// Suggestion returns the error that text describes. It suggests near and lists the names or, if near is "", says what
// to do instead.
func Suggestion(text, near string, names []string, instead string) error {
	if near != "" && len(names) == 1 {
		return &nearError{text + ": did you mean " + near + "?", near}
	}
	if near != "" {
		return &nearError{text + ": did you mean " + near + "? There are " + strings.Join(names, ", "), near}
	}
	return errors.New(text + ": " + instead)
}

// Unknown returns the error for a value that is not one of names. kind is the noun for such a value, such as "dialect".
func Unknown(kind, value string, names []string) error {
	return Suggestion("unknown "+kind, Nearest(value, names), names, "use "+Alternatives(names))
}

// Nearest returns the name most similar to s, or "" if no name is similar.
func Nearest(s string, names []string) (near string) {
	const longest = 40
	if len(s) < 2 || len(s) > longest {
		return ""
	}
	s = strings.ToLower(s)
	least := max(1, len(s)/3) + 1
	for _, name := range names {
		d := distance(s, name)
		// For example, s is urljoin and name is join, or s is encode and name is urlencode.
		if strings.HasPrefix(name, s) || strings.HasSuffix(name, s) || len(name) >= 4 && strings.Contains(s, name) {
			d = 1
		}
		if d < least {
			near, least = name, d
		}
	}
	return near
}

// distance returns the number of changes that convert a to b. A change inserts, deletes or replaces a byte, or swaps
// two neighbors.
func distance(a, b string) int {
	least := make([][]int, len(a)+1) // least[i][j] is the distance of a[:i] and b[:j]
	for i := range least {
		least[i] = make([]int, len(b)+1)
		for j := range least[i] {
			if i == 0 || j == 0 {
				least[i][j] = i + j
				continue
			}
			replaced := least[i-1][j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			least[i][j] = min(replaced, least[i-1][j]+1, least[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				least[i][j] = min(least[i][j], least[i-2][j-2]+1)
			}
		}
	}
	return least[len(a)][len(b)]
}

// IsFile reports whether s is the name of a readable file and not of a directory.
func IsFile(s string) bool {
	info, err := os.Stat(s)
	return err == nil && !info.IsDir()
}

// NamesOf returns the name of each value in list.
func NamesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, value := range list {
		names[i] = name(value)
	}
	return names
}

// Grouped formats n >= 0 with commas.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Alternatives lists names, with "or" before the last name.
func Alternatives(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Excerpt returns the beginning of a text.
func Excerpt(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Shown returns the name of a file for messages. It masks passwords, because the name may be a URL by mistake.
func Shown(name string) string {
	if name == "" {
		return `""`
	}
	return show.Visible(urlerr.RedactQuery(name))
}
