package cli

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

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

// WithFix returns err with a fix.
func WithFix(err error, fix Fix) error { return &Fixable{err, []Fix{fix}} }

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
// the value of the flag. If meant is "use earl COMMAND …", the command is replaced too, and if it is "use | …", the output
// goes to that program.
func ReplaceFlag(flag, meant string) Fix {
	return func(args []string) []string {
		i := slices.IndexFunc(args, func(arg string) bool { return arg == flag || strings.HasPrefix(arg, flag+"=") })
		if i < 0 {
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
		case strings.HasPrefix(meant, "use "):
			if words = nil; given {
				words = []string{value}
			} else if len(after) > 0 && number.MatchString(after[0]) {
				after = after[1:]
			}
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
			for i, word := range words {
				words[i] = valueOf.ReplaceAllLiteralString(word, value)
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

// doubleDash returns a fix that adds a dash to an argument that ends with letters.
func doubleDash(letters string) Fix {
	return func(args []string) []string {
		i := slices.IndexFunc(args, func(arg string) bool {
			return doubles.MatchString(arg) && strings.HasSuffix(arg, letters)
		})
		if i < 0 {
			return nil
		}
		return slices.Concat(args[:i], []string{"-" + args[i]}, args[i+1:])
	}
}

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
				fixes = append(fixes, doubleDash(letters))
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
