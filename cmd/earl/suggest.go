package main

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urlerr"
)

// quoted quotes an argument for a message. The argument may be a URL with a password.
func quoted(arg string) string { return strconv.Quote(urlerr.Redact(arg)) }

// usage returns the text of a usage error of cmd. It masks passwords in quoted values, where Redact does not find them.
func usage(cmd *cobra.Command, err error) string {
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		cause := e.Unwrap().Error()
		if e.GetFlag().Value.Type() == "bool" {
			cause = "must be true or false"
		}
		return "--" + e.GetFlag().Name + " " + quoted(e.GetValue()) + ": " + cause
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, e)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		value, _ := pflag.UnquoteUsage(e.GetFlag())
		return "--" + e.GetFlag().Name + " needs a value: --" + e.GetFlag().Name + " " + value
	}
	return err.Error()
}

// unknownFlag returns the text of the error for a flag that cmd does not have.
func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) string {
	const after = ": flags come after the command, as in earl parse --json URL"
	letters := e.GetSpecifiedShortnames()
	switch {
	case letters != "" && !cmd.HasParent():
		return "unknown flag -" + e.GetSpecifiedName() + after
	case letters != "":
		arg := "-" + letters
		return "unknown flag -" + e.GetSpecifiedName() + " in " + quoted(arg) +
			": to use an argument that begins with a dash, write -- before it"
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	text := "unknown flag --" + urlerr.Redact(e.GetSpecifiedName())
	if !cmd.HasParent() {
		return text + after
	}
	near := nearest(e.GetSpecifiedName(), names)
	if known := flagsOf[e.GetSpecifiedName()]; slices.Contains(names, known) {
		near = known
	}
	if near != "" {
		return text + ": did you mean --" + near + "?"
	}
	return text
}

// flagsOf maps names of flags of other commands and programs to flags of earl.
var flagsOf = map[string]string{
	"as": "dialects", "dialect": "as", "file": "input", "url-file": "input", "format": "out", "strip-tracking": "by",
}

// unknown returns the error for a value that is not one of names. kind is the noun for such a value, such as "dialect".
func unknown(kind, value string, names []string) error {
	if near := nearest(value, names); near != "" {
		return errors.New("unknown " + kind + ": did you mean " + near + "? There are " + strings.Join(names, ", "))
	}
	return errors.New("unknown " + kind + ": use " + alternatives(names))
}

// nearest returns the name most similar to s, or "" if no name is similar.
func nearest(s string, names []string) (near string) {
	const longest = 40
	if len(s) < 2 || len(s) > longest {
		return ""
	}
	s = strings.ToLower(s)
	least := max(1, len(s)/3) + 1
	for _, name := range names {
		d := distance(s, name)
		// For example, s is urljoin and name is join.
		if strings.HasPrefix(name, s) || len(name) >= 4 && strings.Contains(s, name) {
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
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range len(a) {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i + 1
		for j := range len(b) {
			replace := last[j]
			if a[i] != b[j] {
				replace++
			}
			row[j+1] = min(replace, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		rows = [3][]int{last, row, before}
	}
	return rows[1][len(b)]
}

// Set sets the format by its name. If s is the name of a file, or "json", the error says what to write instead.
func (f *formatFlag) Set(s string) error {
	for _, name := range f.names {
		if name == s {
			if f.drawing = s == nameOfDrawing; !f.drawing {
				f.format, _ = bulk.ParseFormat(s)
			}
			return nil
		}
	}
	flag, verb := "--input", "read"
	if f.names[0] == "text" {
		flag, verb = "--output", "write"
	}
	switch {
	case s == "json" || nearest(s, []string{"json"}) != "":
		return errors.New("unknown format: did you mean jsonl, one JSON value a line? There are " +
			strings.Join(f.names, ", "))
	case f.names[0] != "text" && isFile(s), strings.ContainsAny(s, `./\`):
		return errors.New("not a format: to " + verb + " this file, use " + flag + " " + shown(s))
	}
	return unknown("format", s, f.names)
}

// isFile reports whether s is the name of a readable file and not of a directory.
func isFile(s string) bool {
	info, err := os.Stat(s)
	return err == nil && !info.IsDir()
}

// commandNames returns the names of all commands.
func commandNames() (names []string) {
	for _, c := range commands {
		names = append(names, c.name)
	}
	return append(names, "help")
}

// unknownCommand returns the error for a name that is not a command. more lists other names to suggest, such as topics.
func unknownCommand(name string, more ...string) error {
	text := "unknown command " + quoted(name) + ": "
	names := append(commandNames(), more...)
	if near := nearest(name, names); near != "" {
		text += "did you mean " + near + "? There are "
	} else {
		text += "use one of "
	}
	return errors.New(text + strings.Join(names, ", "))
}

// withCommand returns args with a command. If args begin with a URL, it adds the command parse. It returns an error for
// an unknown command.
func withCommand(args []string) ([]string, error) {
	switch {
	case len(args) == 0 || completes(args) || slices.Contains(commandNames(), args[0]):
	case args[0] == "--version":
		return append([]string{"version"}, args[1:]...), nil
	case strings.HasPrefix(args[0], "-"):
	case strings.ContainsAny(args[0], ":/.?#%@[ \\") || isFile(args[0]):
		return append([]string{"parse"}, args...), nil
	default:
		return args, unknownCommand(args[0])
	}
	return args, nil
}
