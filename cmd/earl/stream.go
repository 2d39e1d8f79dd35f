package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
)

// A stream is a command on records: what it reads and writes, and the values of the flags that such commands share.
type stream struct {
	*app
	flags *pflag.FlagSet

	// These are what the command reads and writes.
	urls      bool     // it reads URLs: it has --guess-scheme
	relative  bool     // its URLs are relative to a base
	noTables  bool     // it cannot read or write tables
	documents []string // the formats of documents that it can write
	named     bool     // its JSON results have the members "dialect" and "release"

	// These are the values of flags of input and output. Those of bulk.Job are there.
	bulk.Job
	logFlags
	inputs       nameFlag
	json         bool
	output       nameFlag
	resume       bool
	resultColumn string
	color        string

	// These say how URLs are read and written.
	dialect   earl.Dialect // value of --as
	base      *string      // value of --base, or nil
	guess     bool
	where     whereFlag
	suffixes  string // value of --suffixes
	trim      bool   // remove blanks at the ends of texts
	separator string // value of --query-separator, or ""
	unicode   bool   // hosts are written in Unicode

	// These are for failed records and progress.
	errors   nameFlag
	quiet    bool
	failFast bool
	progress bool

	raw      bool      // the texts of valid records are JSON
	repeats  int       // the number of results of each record, or 0 if there is one
	skip     int64     // the number of records whose results an interrupted run has written
	document *document // the document that the results are in, or nil
	dedupe   *deduper  // drops duplicate results, if not nil
	totals   *totals   // counts, which are the results, if not nil
}

// given reports whether the named flag is given.
func (s *stream) given(name string) bool { return s.flags.Changed(name) }

// addAs adds --as to a command that supports the named dialects, the default first. It returns the flags of cmd.
func (s *stream) addAs(cmd *cobra.Command, names ...string) *pflag.FlagSet {
	s.dialect = earl.MustParseDialect(names[0])
	f := choose(cmd.Flags(), &s.dialect, "as", names[0], "read as `DIALECT`", dialectChoices,
		parseDialect)
	f.Annotations = map[string][]string{dialectKey: names}
	return cmd.Flags()
}

func (s *stream) addBase(flags *pflag.FlagSet) {
	optional(flags, &s.base, "base", "resolve each URL against `URL` first")
}

func (s *stream) addUnicode(flags *pflag.FlagSet) {
	flags.BoolVar(&s.unicode, "unicode-hosts", false, "write hosts in Unicode instead of Punycode")
}

func (s *stream) addSeparator(flags *pflag.FlagSet) {
	set := func(text string) error {
		if len(text) != 1 || !strings.Contains("&;,:|!$'()/?@", text) {
			return errors.New("must be one punctuation character, such as ; or , or a colon")
		}
		s.separator = text
		return nil
	}
	flags.Func("query-separator", "`CHARACTER` between parameters (default &)", set)
}

// add adds the flags of a command that reads and writes records, and returns the command.
func (s *stream) add(cmd *cobra.Command) *cobra.Command {
	declare(cmd.Flags(), groupKey, "Input", s.addInput)
	s.addOutput(cmd)
	declare(cmd.Flags(), groupKey, "Errors and progress", func(flags *pflag.FlagSet) {
		choose(flags, &s.Workers, "jobs", "",
			"process `N` blocks of records in parallel; 0, the default, is one for each processor", nil, parseNumber)
	})
	return cmd
}

func (s *stream) addInput(flags *pflag.FlagSet) {
	flags.VarP(&s.inputs, "input", "i", "read `FILE`; - is standard input; may be repeated")
	names := s.formatNames("lines")
	readsLogs := s.urls && !s.noTables // URLs can be parts of records
	if readsLogs {
		names = append(names, logFormats...)
		s.logFlags.add(flags)
	}
	choose(flags, &s.In, "in", names[0], "input `FORMAT`: "+alternatives(names), func() []string { return names },
		func(text string) (bulk.Format, error) {
			if s.log = ""; slices.Contains(names, text) && slices.Contains(logFormats, text) {
				s.log = text
				return bulk.Lines, nil
			}
			return parseFormat(text, names)
		})
	if !s.noTables {
		flags.StringVar(&s.Column, "column", "",
			"csv, tsv: name or number of the `COLUMN` with the records (default url, or the only column); jsonl: "+
				"the member")
		flags.StringVar(&s.BaseColumn, "base-column", "",
			"csv, tsv: `COLUMN` of the base of each record; jsonl: the member (default base); an empty cell is no base")
		choose(flags, &s.Delimiter, "delimiter", "", "csv: separate cells with `CHARACTER`, such as ; (default a comma)", nil,
			parseDelimiter)
		flags.BoolVar(&s.NoHeader, "no-header", false, "csv, tsv: tables have no header row")
	}
	if s.urls {
		flags.BoolVar(&s.guess, "guess-scheme", false,
			"guess the scheme of URLs that begin with a host, such as example.com/a; without it they are paths")
	}
	if readsLogs {
		flags.BoolVar(&s.trim, "trim", false, "remove blanks at the ends of each URL and its base first")
		s.addWhere(flags)
	}
	s.MaxRecord = 64 << 20
	choose(flags, &s.MaxRecord, "max-record-size", "64M", "reject records longer than `SIZE` bytes, such as 1G", nil,
		parseSize)
}

// addOutput adds the flags of a command that writes results, and returns the command. It also has all flags checked
// before the command runs.
func (s *stream) addOutput(cmd *cobra.Command) *cobra.Command {
	if s.Columns == nil {
		s.Columns = []string{"result"}
	}
	s.flags = cmd.Flags()
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		return cmp.Or(s.checkDialect(cmd), s.checkOutput(), s.checkInput(), s.checkLog())
	}
	declare(s.flags, groupKey, "Output", func(flags *pflag.FlagSet) {
		if !s.noTables {
			flags.StringVar(&s.resultColumn, "result-column", "", "csv, tsv: `NAME` of the column of the results")
		}
		names := append(s.formatNames("text"), s.documents...)
		choose(flags, &s.Out, "out", names[0], "output `FORMAT`: "+alternatives(names), func() []string { return names },
			func(text string) (bulk.Format, error) { return parseFormat(text, names) })
		flags.BoolVarP(&s.json, "json", "j", false, "same as --out jsonl")
		flags.BoolVar(&s.Numbers, "number", false,
			`add the number of the record: a member "number" in JSON, a column in csv and tsv`)
		flags.BoolVar(&s.Surrogates, "surrogates", false,
			`jsonl: write a byte FF that is not UTF-8 as \udcff instead of U+FFFD, and read it back`)
		flags.VarP(&s.output, "output", "o", "write to `FILE`, and replace it when all input is processed")
		flags.BoolVar(&s.resume, "resume", false, "continue the interrupted run that left FILE.partial, if there is one")
		pick(flags, &s.color, "color", "auto",
			"`WHEN` to use colors: auto, always or never; auto is on terminals, unless NO_COLOR is set",
			"auto", "always", "never")
	})
	declare(s.flags, groupKey, "Errors and progress", func(flags *pflag.FlagSet) {
		flags.BoolVar(&s.SkipFailed, "skip-bad", false, "write no result for a failed record, only the message")
		flags.Var(&s.errors, "errors", "write all messages about failed records to `FILE`; - is standard error")
		flags.BoolVar(&s.quiet, "quiet", false, "write no messages about failed records, and no hints")
		flags.BoolVar(&s.failFast, "fail-fast", false, "stop at the first failed record")
		choose(flags, &s.MaxFailed, "max-errors", "", "stop at failed record number `N`", nil, parseCount)
		flags.BoolVar(&s.progress, "progress", false,
			"report progress on standard error (default if it is a terminal, input is files, and output is no terminal)")
		flags.BoolVar(&s.Secrets, "show-passwords", false,
			"keep passwords in the error messages of JSON results, which urllib takes from Python")
	})
	return cmd
}

// formatNames returns the names of the formats of the command. first is the name of bulk.Lines: "lines" or "text".
func (s *stream) formatNames(first string) []string {
	names := []string{first, "nul", "jsonl", "csv", "tsv"}
	if s.noTables {
		return names[:3]
	}
	return names
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

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// checkOutput rejects flags for results that contradict each other, and sets the format of the output.
func (s *stream) checkOutput() error {
	switch {
	case s.json && s.given("out") && s.Out != bulk.JSONL:
		return fmt.Errorf("--json means --out jsonl: remove --json or --out %s", s.flags.Lookup("out").Value)
	case s.json:
		s.Out = bulk.JSONL
	case table(s.In) && !s.given("out"):
		s.Out = s.In
	}
	switch {
	case s.failFast && s.MaxFailed > 1:
		return fmt.Errorf("--fail-fast means --max-errors 1: remove --fail-fast or --max-errors %d", s.MaxFailed)
	case s.failFast:
		s.MaxFailed = 1
	}
	return nil
}

// checkInput rejects flags that need other formats.
func (s *stream) checkInput() error {
	switch members := table(s.In) || s.In == bulk.JSONL || s.log != "" || s.match != nil; {
	case s.Column != "" && !members:
		return errors.New("--column needs a table or JSON: add --in csv, --in tsv or --in jsonl")
	case s.BaseColumn != "" && !members:
		return errors.New("--base-column needs a table or JSON: add --in csv, --in tsv or --in jsonl")
	case s.Delimiter != 0 && s.In != bulk.CSV && s.Out != bulk.CSV:
		return errors.New("--delimiter is for csv: add --in csv or --out csv")
	case s.Numbers && !hasErrors(s.Out):
		return errors.New("--number is for JSON and tables: add --json, --out csv or --out tsv")
	case s.NoHeader && !table(s.In) && !table(s.Out):
		return errors.New("--no-header needs a table: add --in csv or --in tsv")
	case s.NoHeader && !(isNumber(cmp.Or(s.Column, "1")) && isNumber(cmp.Or(s.BaseColumn, "1"))):
		return errors.New("--no-header needs --column and --base-column to be numbers")
	case s.resume && (len(s.output) == 0 || s.output[0] == "-"):
		return errors.New("--resume continues a file: add --output FILE")
	case len(s.output) > 1:
		return errors.New("--output is given twice: give one file")
	}
	return nil
}

func parseDelimiter(text string) (byte, error) {
	if text == `\t` {
		text = "\t"
	}
	if len(text) != 1 || text[0] >= 0x80 || strings.Contains("\"\r\n\x00", text) {
		return 0, errors.New("must be one ASCII character, not a quote or a line ending")
	}
	return text[0], nil
}
