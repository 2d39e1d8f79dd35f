package command

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// A need says when flags have an effect. A flag without effect is a usage error.
type need struct {
	flags string // the names
	met   func(s *Given) bool
	text  string // what is wrong, and what to do
}

// needs lists the needs of flags that commands share. A command has more of them in Given.needs.
var needs = []need{
	{"column base-column", func(s *Given) bool {
		return record.Table(s.In) || s.In == bulk.JSONL || s.In == bulk.JSONValues || s.logFormat != "" || s.match != nil ||
			s.logLine != ""
	}, "needs a table or JSON: add --in csv, --in tsv or --in jsonl"},
	{"delimiter", func(s *Given) bool { return s.In == bulk.CSV || s.Out == bulk.CSV },
		"is for csv: add --in csv or --out csv"},
	{"number", func(s *Given) bool { return record.HasErrors(s.Out) },
		"is for JSON and tables: add --json, --out csv or --out tsv"},
	{"number", func(s *Given) bool { return !record.Table(s.Out) || !s.given("only") && !s.given("count") },
		"is for results of single records, and the columns are chosen: remove it"},
	{"no-header", func(s *Given) bool { return record.Table(s.In) || record.Table(s.Out) },
		"needs a table: add --in csv or --in tsv"},
	{"no-header", func(s *Given) bool {
		return isNumber(cmp.Or(s.Column, "1")) && isNumber(cmp.Or(s.BaseColumn, "1"))
	}, "needs --column and --base-column to be numbers"},
	{"result-column", func(s *Given) bool { return record.Table(s.Out) }, "needs a table: add --out csv or --out tsv"},
	{"result-column", func(s *Given) bool { return !s.given("count") || s.flags.Name() == "get" },
		"is for one column of results: remove it"},
	{"surrogates", func(s *Given) bool { return s.Out == bulk.JSONL || s.flags.Name() == "query" && record.Table(s.Out) },
		"is for JSON: add --json"},
	{"show-passwords", func(s *Given) bool { return s.Out == bulk.JSONL }, "is for JSON: add --json"},
	{"resume", func(s *Given) bool { return len(s.output) > 0 && s.output[0] != "-" },
		"continues a file: add --output FILE"},
	{"suffixes", func(s *Given) bool { return s.names("suffix|registered_domain|subdomain") },
		"is for the fields suffix, registered_domain and subdomain: use one of them, or remove it"},
	{"zone", func(s *Given) bool { return s.since != "" || s.until != "" || s.names("time") },
		"is for the field time, --since and --until: use one of them, or remove it"},
	{"in match column base-column", func(s *Given) bool { // an argument that is a file has an error of its own
		return len(s.args) == 0 || len(s.inputs) > 0 || s.urls && slices.ContainsFunc(s.args, cli.IsFile)
	},
		"is for files and standard input, but an argument is one record: remove it, or read a file with --input"},
}

// needInput is for commands whose arguments are one record.
var needInput = need{"input", func(s *Given) bool { return len(s.args) == 0 },
	"contradicts arguments: remove one of them"}

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
	for _, n := range slices.Concat(s.needs, needs) {
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
