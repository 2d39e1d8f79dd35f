package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
)

// A stream has the flags that all commands on records share.
type stream struct {
	in, out       formatFlag
	json          bool
	inputs        nameFlag
	output        nameFlag
	column        string
	noHeader      bool
	baseColumn    string
	delimiter     delimiterFlag
	numbers       bool
	skipBad       bool
	errors        nameFlag
	quiet         bool
	failFast      bool
	maxErrors     countFlag
	maxRecord     sizeFlag
	jobs          jobsFlag
	progress      bool
	progressGiven bool // --progress is given
	color         colorFlag

	// columns are the columns that the command adds to a table. See bulk.Job.Columns.
	columns []string

	// noTables is set by commands whose records or results are not cells.
	noTables bool

	// mayDraw is set by commands that have drawings.
	mayDraw bool

	// wrap, if not nil, returns a writer that puts a document around results. If the writer has a method end, it is
	// called after the last result.
	wrap func(io.Writer) io.Writer
}

func (s *stream) add(cmd *cobra.Command) {
	s.addFormats()
	flags := cmd.Flags()
	flags.Var(&s.inputs, "input",
		"read records from this `FILE`, - for standard input; given again, from several, in that order")
	flags.Var(&s.in, "in", "cut the input into records by this `FORMAT`: "+alternatives(s.in.names))
	if !s.noTables {
		flags.StringVar(&s.column, "column", "",
			"of csv and tsv, take records from this `COLUMN`: a name of the header, or a number from 1 (default url, or the "+
				"only one); of jsonl, from this member")
		flags.StringVar(&s.baseColumn, "base-column", "",
			"take the base of each record from this `COLUMN` or, of jsonl, member (default base); an empty cell is no base")
		flags.Var(&s.delimiter, "delimiter", "separate cells of csv with this `CHARACTER` instead of a comma, such as ;")
		flags.BoolVar(&s.noHeader, "no-header", false, "csv and tsv have no header")
	}
	s.addOutput(flags)
	s.addRun(flags)
	flags.Var(&s.maxRecord, "max-record",
		"take a record of more than `SIZE` bytes, such as 64M, for one that fails, and keep no more of it in memory "+
			"(default no limit)")
	flags.Var(&s.jobs, "jobs", "work on `N` blocks of records at a time; 0, the default, is one for each processor")
}

// addRun adds the flags for the run and its destination.
func (s *stream) addRun(flags *pflag.FlagSet) {
	flags.Var(&s.output, "output", "write results to this `FILE`, which is replaced when all is done")
	flags.BoolVar(&s.skipBad, "skip-bad", false, "write nothing for a record that fails, beside the message")
	flags.Var(&s.errors, "errors", "write all messages about failed records to `FILE`; - is standard error")
	flags.BoolVar(&s.quiet, "quiet", false, "write no messages about failed records, and no hints")
	flags.BoolVar(&s.failFast, "fail-fast", false, "stop at the first record that fails")
	flags.Var(&s.maxErrors, "max-errors", "stop at the record that is the `N`th to fail")
	flags.BoolVar(&s.progress, "progress", false,
		"tell on standard error how far the work is (default where that is a terminal and the input is files)")
	flags.Var(&s.color, "color",
		"`WHEN` to use colours: auto, always or never; auto is on terminals, unless NO_COLOR is set")
}

// addFormats sets the default formats.
func (s *stream) addFormats() {
	s.in = formatFlag{names: []string{"lines", "nul", "jsonl", "csv", "tsv"}}
	s.out = formatFlag{names: []string{"text", "nul", "jsonl", "csv", "tsv"}}
	if s.noTables {
		s.in.names, s.out.names = s.in.names[:3], s.out.names[:3]
	}
	if s.mayDraw {
		s.out.names = append(s.out.names, nameOfDrawing)
	}
	if s.columns == nil {
		s.columns = []string{"result"}
	}
}

func (s *stream) addOutput(flags *pflag.FlagSet) {
	flags.Var(&s.out, "out", "write results in this `FORMAT`: "+alternatives(s.out.names))
	flags.BoolVar(&s.numbers, "number", false,
		`add the number of the record: a member "number" in JSON, a column in csv and tsv`)
	flags.BoolVar(&s.json, "json", false, "short for --out jsonl")
}

// alternatives lists names with "or" before the last.
func alternatives(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// table reports whether f is a format of rows and cells.
func table(f bulk.Format) bool { return f == bulk.CSV || f == bulk.TSV }

// job returns the parameters of a run that the flags set.
func (s *stream) job() bulk.Job {
	return bulk.Job{
		In: s.in.format, Out: s.out.format, Workers: int(s.jobs), Column: s.column, BaseColumn: s.baseColumn,
		Delimiter: byte(s.delimiter), Numbers: s.numbers, NoHeader: s.noHeader, Columns: s.columns,
		SkipFailed: s.skipBad, MaxFailed: int64(s.maxErrors), MaxRecord: int64(s.maxRecord),
	}
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// check rejects flags that contradict each other, and sets the format of the output.
func (s *stream) check(cmd *cobra.Command) error {
	flags := cmd.Flags()
	s.progressGiven = flags.Changed("progress")
	switch {
	case s.json && flags.Changed("out") && (s.out.format != bulk.JSONL || s.out.drawing):
		return fmt.Errorf("--json and --out %s contradict each other", &s.out)
	case s.json:
		s.out.format = bulk.JSONL
	case table(s.in.format) && !flags.Changed("out"):
		s.out.format = s.in.format
	}
	if s.failFast {
		if s.maxErrors > 1 {
			return fmt.Errorf("--fail-fast and --max-errors %d contradict each other", s.maxErrors)
		}
		s.maxErrors = 1
	}
	switch {
	case s.column != "" && !table(s.in.format) && s.in.format != bulk.JSONL:
		return errors.New("--column is for --in csv, tsv and jsonl")
	case s.baseColumn != "" && !table(s.in.format) && s.in.format != bulk.JSONL:
		return errors.New("--base-column is for --in csv, tsv and jsonl")
	case s.delimiter != 0 && s.in.format != bulk.CSV && s.out.format != bulk.CSV:
		return errors.New("--delimiter is for csv: add --in csv or --out csv")
	case s.numbers && !hasErrors(s.out.format):
		return errors.New("--number is for JSON and tables: add --json, --out csv or --out tsv")
	case s.noHeader && !table(s.in.format) && !table(s.out.format):
		return errors.New("--no-header is for csv and tsv")
	case s.noHeader && !isNumber(cmp.Or(s.column, "1")) || s.noHeader && !isNumber(cmp.Or(s.baseColumn, "1")):
		return errors.New("--no-header needs --column and --base-column to be numbers")
	case len(s.output.names) > 1:
		return errors.New("--output is given twice")
	}
	return nil
}

// A delimiterFlag is the value of --delimiter.
type delimiterFlag byte

func (f *delimiterFlag) Type() string { return "CHARACTER" }

func (f *delimiterFlag) String() string {
	if *f == 0 {
		return ""
	}
	return string(rune(*f))
}

func (f *delimiterFlag) Set(s string) error {
	if s == `\t` {
		s = "\t"
	}
	if len(s) != 1 || s[0] >= 0x80 || strings.Contains("\"\r\n\x00", s) {
		return errors.New("must be one ASCII character, not a quote or a line ending")
	}
	*f = delimiterFlag(s[0])
	return nil
}
