package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
)

// A stream has the flags that commands on records share.
type stream struct {
	in, out      bulk.Format
	drawing      bool // results are drawings
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

	dialect earl.Dialect // value of --as
	base    *string      // value of --base, or nil
	where   whereFlag

	// urls is set by commands that read URLs. Such commands have --guess-scheme.
	urls          bool
	guess         bool
	relative      bool // records are relative to a base
	hinted        atomic.Bool
	stderr        io.Writer
	failFast      bool
	maxErrors     int64
	maxRecord     int64
	jobs          int
	progress      bool
	progressGiven bool // --progress is given
	color         string

	columns  []string // the columns that the command adds to a table: see bulk.Job.Columns
	noTables bool     // the command cannot read or write tables
	mayDraw  bool     // the command can write drawings
	dedupe   *deduper // drops duplicate results, if not nil

	// wrap, if not nil, returns a writer that adds the head and the end of a document to the results. If the writer has a
	// method end, the method is called after the last result.
	wrap func(io.Writer) io.Writer
}

// addAs adds --as to a command that supports the named dialects. The first one is the default.
func (s *stream) addAs(cmd *cobra.Command, names ...string) {
	s.dialect = earl.MustParseDialect(names[0])
	f := choose(cmd.Flags(), &s.dialect, "as", s.dialect.String(), "the `DIALECT`, such as urllib@3.9", dialectChoices,
		parseDialect)
	f.Annotations = map[string][]string{dialectKey: names}
}

func (s *stream) addBase(cmd *cobra.Command) {
	optional(cmd.Flags(), &s.base, "base", "resolve each URL against `URL` first")
}

func (s *stream) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.VarP(&s.inputs, "input", "i", "read `FILE`; - is standard input; may be repeated")
	names := s.formatNames("lines")
	choose(flags, &s.in, "in", "lines", "input `FORMAT`: "+alternatives(names), func() []string { return names },
		func(text string) (bulk.Format, error) { return parseFormat(text, names) })
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
	s.maxRecord = 64 << 20
	choose(flags, &s.maxRecord, "max-record", "64M", "reject records longer than `SIZE` bytes, such as 1G", nil, parseSize)
	s.addOutput(cmd)
	s.addRun(flags)
	flags.Func("jobs", "process `N` blocks of records in parallel; 0, the default, is one for each processor", s.setJobs)
	annotate(flags, groupKey, "Input", "guess-scheme", "input", "in", "column", "base-column", "delimiter", "no-header",
		"max-record")
	annotate(flags, groupKey, "Errors and progress", "jobs")
}

// addRun adds the flags for the run and its destination.
func (s *stream) addRun(flags *pflag.FlagSet) {
	flags.VarP(&s.output, "output", "o", "write to `FILE`, and replace it when all input is processed")
	flags.BoolVar(&s.skipBad, "skip-bad", false, "write no result for a failed record, only the message")
	flags.Var(&s.errors, "errors", "write all messages about failed records to `FILE`; - is standard error")
	flags.BoolVar(&s.quiet, "quiet", false, "write no messages about failed records, and no hints")
	flags.BoolVar(&s.failFast, "fail-fast", false, "stop at the first failed record")
	choose(flags, &s.maxErrors, "max-errors", "", "stop at failed record number `N`", nil, parseCount)
	flags.BoolVar(&s.progress, "progress", false,
		"report progress on standard error (default if it is a terminal, input is files, and output is no terminal)")
	choose(flags, &s.color, "color", "auto",
		"`WHEN` to use colors: auto, always or never; auto is on terminals, unless NO_COLOR is set",
		func() []string { return colorNames }, parseColor)
	flags.BoolVar(&s.secrets, "show-passwords", false,
		"keep passwords in the error messages of JSON results, which urllib takes from Python")
	annotate(flags, groupKey, "Output", "output", "color")
	annotate(flags, groupKey, "Errors and progress", "skip-bad", "errors", "quiet", "show-passwords", "fail-fast",
		"max-errors", "progress")
}

// formatNames returns the names of the formats of the command. first is the name of bulk.Lines: "lines" or "text".
func (s *stream) formatNames(first string) []string {
	names := []string{first, "nul", "jsonl", "csv", "tsv"}
	if s.noTables {
		names = names[:3]
	}
	if s.mayDraw && first == "text" {
		names = append(names, "drawing")
	}
	return names
}

// addOutput adds the flags for results, and checks all flags before the command runs.
func (s *stream) addOutput(cmd *cobra.Command) {
	if s.columns == nil {
		s.columns = []string{"result"}
	}
	cmd.PreRunE = s.check
	flags := cmd.Flags()
	names := s.formatNames("text")
	choose(flags, &s.out, "out", "text", "output `FORMAT`: "+alternatives(names), func() []string { return names },
		func(text string) (bulk.Format, error) {
			if s.drawing = s.mayDraw && text == "drawing"; s.drawing {
				return bulk.NUL, nil // a drawing has several lines
			}
			return parseFormat(text, names)
		})
	flags.BoolVarP(&s.json, "json", "j", false, "same as --out jsonl")
	flags.BoolVar(&s.numbers, "number", false,
		`add the number of the record: a member "number" in JSON, a column in csv and tsv`)
	annotate(flags, groupKey, "Output", "out", "json", "result-column", "number")
}

// parseFormat returns the format with one of the given names. If text is the name of a file, or "json", the error says
// what to write instead.
func parseFormat(text string, names []string) (format bulk.Format, err error) {
	if slices.Contains(names, text) {
		format, _ = bulk.ParseFormat(text)
		return format, nil
	}
	reads := names[0] != "text"
	switch {
	case text == "json" || nearest(text, []string{"json"}) != "":
		return 0, suggestion("unknown format", "jsonl, one JSON value a line", names, "")
	case reads && isFile(text), strings.ContainsAny(text, `./\`):
		verb, flag := "write", "--output"
		if reads {
			verb, flag = "read", "--input"
		}
		return 0, errors.New("not a format: to " + verb + " this file, use " + flag + " " + shown(text))
	}
	return 0, unknown("format", text, names)
}

// alternatives lists names, with "or" before the last name.
func alternatives(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// table reports whether f is a format of rows and cells.
func table(f bulk.Format) bool { return f == bulk.CSV || f == bulk.TSV }

// job returns the parameters that the flags set for a run.
func (s *stream) job() bulk.Job {
	columns := s.columns
	if s.resultColumn != "" && len(columns) == 1 {
		columns = []string{s.resultColumn}
	}
	return bulk.Job{
		In: s.in, Out: s.out, Workers: s.jobs, Column: s.column, BaseColumn: s.baseColumn,
		Delimiter: s.delimiter, Numbers: s.numbers, NoHeader: s.noHeader, Columns: columns,
		SkipFailed: s.skipBad, MaxFailed: s.maxErrors, MaxRecord: s.maxRecord, Secrets: s.secrets,
	}
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
	s.relative = s.relative || flags.Changed("base")
	if err := s.checkDialect(cmd); err != nil {
		return err
	}
	switch {
	case s.json && flags.Changed("out") && s.out != bulk.JSONL:
		return fmt.Errorf("--json means --out jsonl: remove --json or --out %s", flags.Lookup("out").Value)
	case s.json:
		s.out = bulk.JSONL
	case table(s.in) && !flags.Changed("out"):
		s.out = s.in
	}
	if s.failFast {
		if s.maxErrors > 1 {
			return fmt.Errorf("--fail-fast means --max-errors 1: remove --fail-fast or --max-errors %d", s.maxErrors)
		}
		s.maxErrors = 1
	}
	switch {
	case s.column != "" && !table(s.in) && s.in != bulk.JSONL:
		return errors.New("--column needs a table or JSON: add --in csv, --in tsv or --in jsonl")
	case s.baseColumn != "" && !table(s.in) && s.in != bulk.JSONL:
		return errors.New("--base-column needs a table or JSON: add --in csv, --in tsv or --in jsonl")
	case s.delimiter != 0 && s.in != bulk.CSV && s.out != bulk.CSV:
		return errors.New("--delimiter is for csv: add --in csv or --out csv")
	case s.numbers && !hasErrors(s.out):
		return errors.New("--number is for JSON and tables: add --json, --out csv or --out tsv")
	case s.noHeader && !table(s.in) && !table(s.out):
		return errors.New("--no-header needs a table: add --in csv or --in tsv")
	case s.noHeader && !(isNumber(cmp.Or(s.column, "1")) && isNumber(cmp.Or(s.baseColumn, "1"))):
		return errors.New("--no-header needs --column and --base-column to be numbers")
	case len(s.output) > 1:
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
