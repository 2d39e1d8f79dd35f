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
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		value, cause := Quoted(e.GetValue()), urlerr.RedactQuery(e.Unwrap().Error())
		if masked, ok := errors.AsType[*MaskedError](err); ok {
			value, cause = masked.Value, masked.Text
		} else if e.GetFlag().Value.Type() == "bool" {
			cause = "must be true or false: remove the value"
		}
		return "--" + e.GetFlag().Name + " " + value + ": " + cause
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
	if letters != "" && !strings.Contains(letters, ":") { // not -uUSER:PASSWORD
		text += " in " + Quoted("-"+letters)
	}
	return strings.TrimSuffix(text+": "+hint, ": ")
}

// meantFlag returns what to write instead of a flag that cmd does not have: another flag, perhaps with a value, or a
// text that begins with "use", or "".
func meantFlag(cmd *cobra.Command, name string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	verb, noun, ok := strings.Cut(name, "-")
	if ok && Habit("flag", name) == "" && strings.HasPrefix(Habit("flag", verb), "drop") {
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
var alternative = regexp.MustCompile(`,(\b|$)`)

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
	if near == "" {
		return errors.New(text + ": " + instead)
	}
	text += ": did you mean " + near + "?"
	if len(names) > 1 {
		text += " There are " + strings.Join(names, ", ")
	}
	return &nearError{text, near}
}

// Unknown returns the error for a value that is not one of names. kind is the noun for such a value, such as "dialect".
func Unknown(kind, value string, names []string) error {
	return Suggestion("unknown "+kind, Nearest(value, names), names, "use "+Alternatives(names))
}

// UnknownOf is like [Unknown] for names that are too many for a message. where says what lists them.
func UnknownOf(kind, value string, names []string, where string) error {
	near := Nearest(value, names)
	return Suggestion("unknown "+kind+" "+Quoted(value), near, []string{near}, where)
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

// A Fix corrects the arguments of a command line. It returns nil if it does not apply to them.
type Fix func(args []string) []string

// A Fixable is an error that one of some fixes can correct, the likeliest first.
type Fixable struct {
	Err   error
	Fixes []Fix
}

// Error returns the text of the error.
func (e *Fixable) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *Fixable) Unwrap() error { return e.Err }

// WithFix returns err with fixes.
func WithFix(err error, fixes ...Fix) error { return &Fixable{err, fixes} }

// Replace returns a fix that replaces an argument, or the value of a flag, by others.
func Replace(old string, with ...string) Fix {
	return func(args []string) []string {
		for i, arg := range args {
			if flag, value, ok := strings.Cut(arg, "="); ok && value == old && strings.HasPrefix(flag, "--") {
				if len(with) == 1 {
					return slices.Concat(args[:i], []string{flag + "=" + with[0]}, args[i+1:])
				}
				return slices.Concat(args[:i], []string{flag}, with, args[i+1:])
			}
			if arg == old {
				return slices.Concat(args[:i], with, args[i+1:])
			}
		}
		return nil
	}
}

// ReplaceFlag returns a fix that writes meant instead of a flag, given with its dashes. In meant, a name in capitals is
// the value of the flag. If meant is "use earl COMMAND …", the command is replaced too, and if it is "use | …", the
// output goes to that program.
func ReplaceFlag(flag, meant string) Fix {
	return func(args []string) []string {
		i := slices.IndexFunc(args, func(arg string) bool { return arg == flag || strings.HasPrefix(arg, flag+"=") })
		if i <= 0 {
			return nil
		}
		_, value, given := strings.Cut(args[i], "=")
		before, after := args[:i], args[i+1:]
		words, pipe := Piped(Words(meant))
		isCommand := strings.HasPrefix(meant, "use earl ")
		switch {
		case isCommand:
			before, words = before[1:], words[2:]
		case strings.HasPrefix(meant, "use --NAME VALUE"): // of --set NAME=VALUE
			if !given && len(after) > 0 {
				value, after = after[0], after[1:]
			}
			name, value, _ := strings.Cut(value, "=")
			return slices.Concat(before, []string{"--" + name, value}, after)
		case strings.HasPrefix(meant, "use |"):
			words = nil
		case strings.HasPrefix(meant, "use no"), strings.HasPrefix(meant, "use the URL"):
			if words = nil; given {
				words = []string{value}
			} else if len(after) > 0 && number.MatchString(after[0]) {
				after = after[1:]
			}
		case strings.HasPrefix(meant, "use "):
			return nil // another program, or words
		default:
			words[0] = "--" + strings.TrimPrefix(words[0], "--")
		}
		if len(words) > 1 && slices.Contains(slices.Concat(before, after), "--count") {
			words = slices.DeleteFunc(words, func(word string) bool { return word == "--count" }) // it is given already
		}
		if slices.ContainsFunc(words, valueOf.MatchString) || slices.Contains(pipe, "NUMBER") {
			if !given && len(after) > 0 {
				value, after, given = after[0], after[1:], true
			}
			if !given || slices.Contains(words, "NAME=VALUE") && !strings.Contains(value, "=") ||
				slices.Contains(pipe, "NUMBER") && !number.MatchString(value) {
				return nil
			}
			if strings.Count(value, "=") == 2 {
				value = strings.TrimPrefix(value, "query=") // of trurl
			}
			if slices.Contains(words, "--set-values") {
				value = strings.TrimPrefix(value, "*=")
			}
			equals, isOneOf := `== "`+value+`"`, `in ["`+strings.ReplaceAll(value, ",", `", "`)+`"]`
			for i, word := range words {
				if words[i] = valueOf.ReplaceAllLiteralString(word, value); strings.Contains(value, ",") { // a list
					words[i] = strings.Replace(words[i], equals, isOneOf, 1)
				}
			}
			if i := slices.Index(pipe, "NUMBER"); i >= 0 {
				pipe[i] = value
			}
		} else if given && len(words) == 1 {
			words[0] += "=" + value
		}
		if isCommand {
			return Filled(words, slices.Concat(before, after), pipe)
		}
		return slices.Concat(before, words, after, pipe)
	}
}

// Piped splits a command line before its pipe.
func Piped(words []string) (command, pipe []string) {
	if i := slices.Index(words, "|"); i >= 0 {
		return words[:i], words[i:]
	}
	return words, nil
}

// Filled returns a command line with arguments instead of "…", or at the end.
func Filled(words, args, pipe []string) []string {
	if i := slices.Index(words, "…"); i >= 0 {
		return slices.Concat(words[:i], args, words[i+1:], pipe)
	}
	return slices.Concat(words, args, pipe)
}

var number = regexp.MustCompile(`^\d+$`)

// valueOf matches the name of a value in habits.txt.
var valueOf = regexp.MustCompile(`\b[A-Z]{2,}\b(=[A-Z]+\b)?`)

// doubles matches a name of several letters after one dash.
var doubles = regexp.MustCompile(`^-\w{2,}$`)

// IsTypo reports whether a name is probably meant that differs a little.
func IsTypo(name, meant string) bool {
	return strings.HasPrefix(meant, name) || distance(name, meant) <= 1+len(name)/8
}

// FixesOf returns the fixes of a usage error of cmd.
func FixesOf(cmd *cobra.Command, err error) (fixes []Fix) {
	if e, ok := errors.AsType[*nearError](err); ok {
		if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
			near, _, _ := strings.Cut(e.near, ",")
			parts := strings.Split(invalid.GetValue(), ",")
			for i, part := range parts {
				if len(parts) == 1 || Habit("dialect", part) == near || Nearest(part, []string{near}) != "" && part != near {
					parts[i] = near
				}
			}
			fixes = append(fixes, Replace(invalid.GetValue(), strings.Join(parts, ",")))
		}
	}
	if e, ok := err.(*pflag.NotExistError); ok {
		name := e.GetSpecifiedName()
		flag := "--" + name
		if e.GetSpecifiedShortnames() != "" {
			flag = "-" + name
			if letters := e.GetSpecifiedShortnames(); len(letters) > 1 { // such as -json
				fixes = append(fixes, func(args []string) []string {
					for _, arg := range args {
						if doubles.MatchString(arg) && strings.HasSuffix(arg, letters) {
							return Replace(arg, "-"+arg)(args)
						}
					}
					return nil
				})
			}
		}
		meant := meantFlag(cmd, name)
		if Habit("flag", name) == "" && !strings.Contains(meant, " ") && !IsTypo(name, meant) {
			meant = ""
		}
		if meant == "" && strings.Contains(otherWith(name), " prints it") {
			fixes = append(fixes, func(args []string) []string {
				i := slices.Index(args, flag) + 1
				if i > 0 && (i == len(args) || IsFile(args[i]) || strings.Contains(args[i], "://")) {
					return ReplaceFlag(flag, "use earl get '{"+name+"}'")(args)
				}
				return ReplaceFlag(flag, "use earl set --"+name+" VALUE")(args)
			})
		}
		for alternative := range strings.SplitSeq(meant, " or --") {
			if meant != "" {
				fixes = append(fixes, ReplaceFlag(flag, alternative))
			}
		}
	}
	return fixes
}

// Words splits a text as a shell does, with quotes of the form '…'.
func Words(text string) (words []string) {
	for _, word := range shellWord.FindAllString(text, -1) {
		words = append(words, strings.ReplaceAll(word, "'", ""))
	}
	return words
}

var shellWord = regexp.MustCompile(`(?:'[^']*'|[^\s'])+`)

// Shell writes arguments as a shell reads them. The argument | is not quoted.
func Shell(args []string) string {
	words := slices.Clone(args)
	for i, word := range words {
		if word != "|" && !plainWord.MatchString(word) {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)
