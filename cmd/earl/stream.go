package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
)

// A stream has the flags that all commands on records share.
type stream struct {
	in, out      formatFlag
	json         bool
	inputs       nameFlag
	output       nameFlag
	column       string
	noHeader     bool
	baseColumn   string
	delimiter    byte // value of --delimiter, or 0
	numbers      bool
	skipBad      bool
	errors       nameFlag
	quiet        bool
	secrets      bool
	resultColumn string

	// urls is set by commands that read URLs. Such commands have --guess-scheme.
	urls          bool
	guess         bool
	relative      bool // records are relative to a base
	hinted        atomic.Bool
	stderr        io.Writer
	failFast      bool
	maxErrors     countFlag
	maxRecord     sizeFlag
	jobs          int
	progress      bool
	progressGiven bool // --progress is given
	color         colorFlag

	// columns are the columns that the command adds to a table. See bulk.Job.Columns.
	columns []string

	// noTables is set by commands that cannot read or write tables.
	noTables bool

	// mayDraw is set by commands that can write drawings.
	mayDraw bool

	// wrap, if not nil, returns a writer that adds the head and the end of a document to the results. If the writer has a
	// method end, the method is called after the last result.
	wrap func(io.Writer) io.Writer
}

func (s *stream) add(cmd *cobra.Command) {
	s.addFormats()
	flags := cmd.Flags()
	flags.VarP(&s.inputs, "input", "i", "read `FILE`; - is standard input; may be repeated")
	flags.Var(&s.in, "in", "input `FORMAT`: "+alternatives(s.in.names))
	if !s.noTables {
		flags.StringVar(&s.column, "column", "",
			"csv, tsv: name or number of the `COLUMN` with the records (default url, or the only column); jsonl: "+
				"the member")
		flags.StringVar(&s.baseColumn, "base-column", "",
			"csv, tsv: `COLUMN` of the base of each record; jsonl: the member (default base); an empty cell is no base")
		flags.Func("delimiter", "csv: separate cells with `CHARACTER`, such as ; (default a comma)", s.setDelimiter)
		flags.BoolVar(&s.noHeader, "no-header", false, "csv, tsv: tables have no header row")
		flags.StringVar(&s.resultColumn, "result-column", "", "csv, tsv: `NAME` of the column of the results")
	}
	if s.urls {
		flags.BoolVar(&s.guess, "guess-scheme", false,
			"guess the scheme of URLs that begin with a host, such as example.com/a; without it they are paths")
	}
	flags.Var(&s.maxRecord, "max-record", "reject records longer than `SIZE` bytes, such as 64M (default no limit)")
	s.addOutput(cmd)
	s.addRun(flags)
	flags.Func("jobs", "process `N` blocks of records in parallel; 0, the default, is one for each processor", s.setJobs)
	group(flags, "Input", "guess-scheme", "input", "in", "column", "base-column", "delimiter", "no-header", "max-record")
	group(flags, "Errors and progress", "jobs")
}

// addRun adds the flags for the run and its destination.
func (s *stream) addRun(flags *pflag.FlagSet) {
	flags.VarP(&s.output, "output", "o", "write to `FILE`, and replace it when all input is processed")
	flags.BoolVar(&s.skipBad, "skip-bad", false, "write no result for a failed record, only the message")
	flags.Var(&s.errors, "errors", "write all messages about failed records to `FILE`; - is standard error")
	flags.BoolVar(&s.quiet, "quiet", false, "write no messages about failed records, and no hints")
	flags.BoolVar(&s.failFast, "fail-fast", false, "stop at the first failed record")
	flags.Var(&s.maxErrors, "max-errors", "stop at failed record number `N`")
	flags.BoolVar(&s.progress, "progress", false,
		"report progress on standard error (default if it is a terminal, input is files, and output is no terminal)")
	flags.Var(&s.color, "color",
		"`WHEN` to use colors: auto, always or never; auto is on terminals, unless NO_COLOR is set")
	flags.BoolVar(&s.secrets, "show-passwords", false,
		"keep passwords in the error messages of JSON results, which urllib takes from Python")
	group(flags, "Output", "output", "color")
	group(flags, "Errors and progress", "skip-bad", "errors", "quiet", "show-passwords", "fail-fast",
		"max-errors", "progress")
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

// addOutput adds the flags for results, and checks all flags before the command runs.
func (s *stream) addOutput(cmd *cobra.Command) {
	cmd.PreRunE = s.check
	flags := cmd.Flags()
	flags.Var(&s.out, "out", "output `FORMAT`: "+alternatives(s.out.names))
	flags.BoolVarP(&s.json, "json", "j", false, "same as --out jsonl")
	flags.BoolVar(&s.numbers, "number", false,
		`add the number of the record: a member "number" in JSON, a column in csv and tsv`)
	group(flags, "Output", "out", "json", "result-column", "number")
}

// alternatives lists names, with "or" before the last name.
func alternatives(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// table reports whether f is a format of rows and cells.
func table(f bulk.Format) bool { return f == bulk.CSV || f == bulk.TSV }

// job returns the parameters that the flags set for a run.
func (s *stream) job() bulk.Job {
	return bulk.Job{
		In: s.in.format, Out: s.out.format, Workers: s.jobs, Column: s.column, BaseColumn: s.baseColumn,
		Delimiter: s.delimiter, Numbers: s.numbers, NoHeader: s.noHeader, Columns: s.resultColumns(),
		SkipFailed: s.skipBad, MaxFailed: int64(s.maxErrors), MaxRecord: int64(s.maxRecord), Secrets: s.secrets,
	}
}

// resultColumns returns the names of the columns that the command adds to a table.
func (s *stream) resultColumns() []string {
	if s.resultColumn != "" && len(s.columns) == 1 {
		return []string{s.resultColumn}
	}
	return s.columns
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// check rejects flags that contradict each other, and sets the format of the output.
func (s *stream) check(cmd *cobra.Command, _ []string) error {
	flags := cmd.Flags()
	s.progressGiven = flags.Changed("progress")
	s.stderr = cmd.ErrOrStderr()
	s.relative = flags.Changed("base") || cmd.Name() == "join"
	switch {
	case s.json && flags.Changed("out") && (s.out.format != bulk.JSONL || s.out.drawing):
		return fmt.Errorf("--json means --out jsonl: remove --json or --out %s", &s.out)
	case s.json:
		s.out.format = bulk.JSONL
	case table(s.in.format) && !flags.Changed("out"):
		s.out.format = s.in.format
	}
	if s.failFast {
		if s.maxErrors > 1 {
			return fmt.Errorf("--fail-fast means --max-errors 1: remove --fail-fast or --max-errors %d", s.maxErrors)
		}
		s.maxErrors = 1
	}
	switch {
	case s.column != "" && !table(s.in.format) && s.in.format != bulk.JSONL:
		return errors.New("--column needs a table or JSON: add --in csv, --in tsv or --in jsonl")
	case s.baseColumn != "" && !table(s.in.format) && s.in.format != bulk.JSONL:
		return errors.New("--base-column needs a table or JSON: add --in csv, --in tsv or --in jsonl")
	case s.delimiter != 0 && s.in.format != bulk.CSV && s.out.format != bulk.CSV:
		return errors.New("--delimiter is for csv: add --in csv or --out csv")
	case s.numbers && !hasErrors(s.out.format):
		return errors.New("--number is for JSON and tables: add --json, --out csv or --out tsv")
	case s.noHeader && !table(s.in.format) && !table(s.out.format):
		return errors.New("--no-header needs a table: add --in csv or --in tsv")
	case s.noHeader && !isNumber(cmp.Or(s.column, "1")) || s.noHeader && !isNumber(cmp.Or(s.baseColumn, "1")):
		return errors.New("--no-header needs --column and --base-column to be numbers")
	case len(s.output.names) > 1:
		return errors.New("--output is given twice: give one file")
	}
	return nil
}

func (s *stream) setDelimiter(text string) error {
	if text == `\t` {
		text = "\t"
	}
	if len(text) != 1 || text[0] >= 0x80 || strings.Contains("\"\r\n\x00", text) {
		return errors.New("must be one ASCII character, not a quote or a line ending")
	}
	s.delimiter = text[0]
	return nil
}

func (s *stream) setJobs(text string) (err error) {
	if s.jobs, err = strconv.Atoi(text); err != nil || s.jobs < 0 {
		return errors.New("must be 0 or more")
	}
	return nil
}
