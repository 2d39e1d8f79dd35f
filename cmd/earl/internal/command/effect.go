package command

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/cli"
)

// A need says when flags have an effect. A flag without effect is a usage error.
type need struct {
	flags string // the names
	met   func(s *Given) bool
	text  string // what is wrong, and what to do
}

// needRows are the needs that have a condition in the words of needs.tsv.
//
//go:embed needs.tsv
var needRows string

// needs are the other needs of flags that commands share. A command has more of them in Given.needs.
var needs = []need{
	{"no-header", func(s *Given) bool {
		return isNumber(cmp.Or(s.Column, "1")) && isNumber(cmp.Or(s.BaseColumn, "1"))
	}, "needs --column and --base-column to be numbers"},
	{"in match column base-column", func(s *Given) bool { // an argument that is a file has an error of its own
		return len(s.args) == 0 || len(s.inputs) > 0 || s.urls && slices.ContainsFunc(s.args, cli.IsFile)
	}, "is for files and standard input, but an argument is one record: remove it, or read a file with --input"},
}

// allNeeds returns the needs of the command.
func (s *Given) allNeeds() (all []need) {
	for row := range strings.Lines(needRows) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if of := strings.Fields(cells[0]); of[0] == "*" || slices.Contains(of, s.flags.Name()) {
			all = append(all, need{cells[1], func(s *Given) bool { return s.holds(cells[2]) }, cells[3]})
		}
	}
	return append(append(all, s.needs...), needs...)
}

// holds reports whether a condition of needs.tsv holds.
func (s *Given) holds(condition string) bool {
	return slices.ContainsFunc(strings.Split(condition, " or "), func(term string) bool {
		word, rest, _ := strings.Cut(term, " ")
		switch formats := strings.Split(rest, ","); word {
		case "no":
			return !s.holds(rest)
		case "in":
			return slices.Contains(formats, s.flags.Lookup("in").Value.String())
		case "out":
			return slices.Contains(formats, s.Out.String())
		case "field":
			return s.names(rest)
		case "command":
			return s.flags.Name() == rest
		case "args":
			return len(s.args) > 0
		case "log":
			return s.log != nil
		}
		return s.given(word)
	})
}

// words matches the names in templates and expressions.
var words = regexp.MustCompile(`\w+`)

// names reports whether a template or expression of the run has one of some fields, given as a regular expression.
func (s *Given) names(fields string) bool {
	is := regexp.MustCompile("^(" + fields + ")$")
	return slices.ContainsFunc(words.FindAllString(s.texts(), -1), is.MatchString)
}

// texts returns the templates and expressions of the run.
func (s *Given) texts() string {
	all := s.reads + " " + s.where.Text()
	for _, name := range []string{"field", "only", "by"} {
		if s.given(name) {
			all += " " + s.flags.Lookup(name).Value.String()
		}
	}
	return all
}

// checkEffect rejects flags without effect, and warns of a value that a later one replaces.
func (s *Given) checkEffect() (err error) {
	for _, n := range s.allNeeds() {
		for name := range strings.FieldsSeq(n.flags) {
			if err == nil && s.given(name) && !n.met(s) {
				err = errors.New("--" + name + " " + n.text)
			}
		}
	}
	if len(s.output) > 1 {
		return cmp.Or(err, errors.New("--output is given twice: give one file"))
	}
	s.flags.Visit(func(f *pflag.Flag) {
		if n := cli.Replaced(f); n > 0 && !s.quiet {
			fmt.Fprintf(s.Stderr, "earl: hint: --%s is given %d times: only the last value counts\n", f.Name, n+1)
		}
	})
	return err
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}
