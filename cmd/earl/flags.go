package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/bulk"
)

// An optional string tells a flag that was not given from an empty one.
type optional struct{ value *string }

func (o *optional) Type() string       { return "string" }
func (o *optional) Set(s string) error { o.value = &s; return nil }

func (o *optional) String() string {
	if o.value == nil {
		return ""
	}
	return *o.value
}

// An optionalInt is the same for a number.
type optionalInt struct{ value *int }

func (o *optionalInt) Type() string { return "int" }

func (o *optionalInt) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil {
		return errors.New("a number is wanted")
	}
	o.value = &n
	return nil
}

func (o *optionalInt) String() string {
	if o.value == nil {
		return ""
	}
	return strconv.Itoa(*o.value)
}

// A formatFlag is the value of --in or --out.
type formatFlag struct {
	format  bulk.Format
	names   []string // of the formats it takes; of lines also text
	drawing bool     // for people, as parse has it
}

// nameOfDrawing is what --out calls drawings.
const nameOfDrawing = "drawing"

func (f *formatFlag) Type() string { return "FORMAT" }

func (f *formatFlag) String() string {
	if f.drawing {
		return nameOfDrawing
	}
	if f.format == bulk.Lines && len(f.names) > 0 {
		return f.names[0]
	}
	return f.format.String()
}

func (f *formatFlag) Set(s string) error {
	if !slices.Contains(f.names, s) {
		return errors.New("there is " + strings.Join(f.names, ", "))
	}
	if f.drawing = s == nameOfDrawing; f.drawing {
		return nil
	}
	f.format, _ = bulk.ParseFormat(s)
	return nil
}

// A jobsFlag is the value of --jobs.
type jobsFlag int

func (j *jobsFlag) Type() string   { return "N" }
func (j *jobsFlag) String() string { return strconv.Itoa(int(*j)) }

func (j *jobsFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("a number from 0 is wanted")
	}
	*j = jobsFlag(n)
	return nil
}

// A countFlag is a number from 1, or 0 if the flag is not given.
type countFlag int64

func (c *countFlag) Type() string   { return "N" }
func (c *countFlag) String() string { return strconv.FormatInt(int64(*c), 10) }

func (c *countFlag) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 {
		return errors.New("a number from 1 is wanted")
	}
	*c = countFlag(n)
	return nil
}

// A sizeFlag is a number of bytes.
type sizeFlag int64

func (f *sizeFlag) Type() string   { return "SIZE" }
func (f *sizeFlag) String() string { return strconv.FormatInt(int64(*f), 10) }

func (f *sizeFlag) Set(s string) error {
	number := strings.TrimRight(s, "KMGTkmgt")
	shift := 0
	if unit := s[len(number):]; unit != "" {
		if len(unit) > 1 {
			return errors.New("a size such as 512M is wanted")
		}
		shift = 10 * (1 + strings.Index("kmgt", strings.ToLower(unit)))
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift {
		return errors.New("a size such as 512M is wanted")
	}
	*f = sizeFlag(n << shift)
	return nil
}

// A nameFlag is the name of a file, of which "" is none.
type nameFlag struct{ names []string }

func (f *nameFlag) Type() string   { return "FILE" }
func (f *nameFlag) String() string { return strings.Join(f.names, " ") }

func (f *nameFlag) Set(s string) error {
	if s == "" {
		return errors.New("the name of a file is wanted")
	}
	f.names = append(f.names, s)
	return nil
}

// A stream is the flags of every command that works on records.
type stream struct {
	in, out       formatFlag
	json          bool
	inputs        nameFlag
	output        nameFlag
	column        string
	noHeader      bool
	skipBad       bool
	failFast      bool
	maxErrors     countFlag
	maxRecord     sizeFlag
	jobs          jobsFlag
	progress      bool
	tellsProgress bool // --progress is given
	color         colorFlag

	// columns are those that the command fills where the output is a table:
	// what bulk.Job.Columns says.
	columns []string

	// noTables is set for a command whose records or results fit into no cell.
	noTables bool

	// mayDraw is set for a command that has drawings.
	mayDraw bool

	// wrap, if not nil, puts a document around results. What it returns may have
	// a method end, which is called behind the last one.
	wrap func(io.Writer) io.Writer
}

func (s *stream) add(cmd *cobra.Command) {
	s.addFormats()
	flags := cmd.Flags()
	flags.Var(&s.inputs, "input", "read records from this `FILE`, - for standard input; given again, from several, in that order")
	flags.Var(&s.in, "in", "cut the input into records by this `FORMAT`: "+alternatives(s.in.names))
	if !s.noTables {
		flags.StringVar(&s.column, "column", "", "of csv and tsv, take records from this `COLUMN`: a name of the header, or a number from 1 (default url, or the only one)")
		flags.BoolVar(&s.noHeader, "no-header", false, "csv and tsv have no header")
	}
	s.addOutput(flags)
	s.addRun(flags)
	flags.Var(&s.maxRecord, "max-record", "take a record of more than `SIZE` bytes, such as 64M, for one that fails, and keep no more of it in memory (default no limit)")
	flags.Var(&s.jobs, "jobs", "work on `N` blocks of records at a time; 0, the default, is one for each processor")
}

// addRun adds the flags that say how a run goes on, and where it writes.
func (s *stream) addRun(flags *pflag.FlagSet) {
	flags.Var(&s.output, "output", "write results to this `FILE`, which is replaced when all is done")
	flags.BoolVar(&s.skipBad, "skip-bad", false, "write nothing for a record that fails, beside the message")
	flags.BoolVar(&s.failFast, "fail-fast", false, "stop at the first record that fails")
	flags.Var(&s.maxErrors, "max-errors", "stop at the record that is the `N`th to fail")
	flags.BoolVar(&s.progress, "progress", false, "tell on standard error how far the work is (default where that is a terminal and the input is files)")
	flags.Var(&s.color, "color", "`WHEN` to use colours: auto, always or never; auto is on terminals, unless NO_COLOR is set")
}

// addFormats sets the formats that the flags have by default.
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
	flags.BoolVar(&s.json, "json", false, "short for --out jsonl")
}

// alternatives lists names with "or" before the last.
func alternatives(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// table reports whether a format is one of rows and cells.
func table(f bulk.Format) bool { return f == bulk.CSV || f == bulk.TSV }

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// check settles what the flags together mean.
func (s *stream) check(cmd *cobra.Command) error {
	flags := cmd.Flags()
	s.tellsProgress = flags.Changed("progress")
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
	case s.column != "" && !table(s.in.format):
		return errors.New("--column is for --in csv and tsv")
	case s.noHeader && !table(s.in.format) && !table(s.out.format):
		return errors.New("--no-header is for csv and tsv")
	case s.noHeader && s.column != "" && !isNumber(s.column):
		return errors.New("--column is a number where --no-header is given")
	case len(s.output.names) > 1:
		return errors.New("--output is given twice")
	}
	return nil
}
