// Package command has the commands of earl: a file for each command with its flags, its help and its operation.
package command

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
)

// A Given is what the user wrote for a command on records: the values of the flags that such commands share. Each flag
// is declared once, here or in the file of its command. A command makes a [record.Run] from it.
type Given struct {
	*record.Process
	offer
	flags *pflag.FlagSet

	// These are the values of flags of input and output. Those of bulk.Job are there.
	bulk.Job
	inputs cli.NameFlag
	logFlags
	log          *record.Log // made of --in, --log-format, --match and --column; nil if the text of a record is the URL
	json         bool
	output       cli.NameFlag
	resume       bool
	resultColumn string
	color        string

	// These say how URLs are read.
	view.Options
	where field.Where
	trim  bool

	// These are for flags without effect.
	args  []string
	reads string // names of fields that the run reads, as a template or as names
	needs []need

	// These are for failed records and progress.
	errors   cli.NameFlag
	quiet    bool
	failFast bool
	progress bool
}

// An offer is what a command on records reads and writes, and so which flags it has.
type offer struct {
	urls      bool     // it reads URLs: it has --guess-scheme
	relative  bool     // its URLs are relative to a base
	hostless  bool     // a request of a log needs no host
	noTables  bool     // it cannot read or write tables
	documents []string // the formats of documents that it can write
	named     bool     // its JSON results have the members "dialect" and "release"
	sure      bool     // its records cannot fail
}

// given reports whether the named flag is given.
func (s *Given) given(name string) bool { return s.flags.Changed(name) }

// run returns the run that was asked for. It writes the given columns, or "result" if there are none.
func (s *Given) run(columns ...string) *record.Run {
	r := &record.Run{
		Process: s.Process, Job: s.Job, URL: s.Options, Log: s.log, Trim: s.trim, Named: s.named,
		Sniffs:   s.urls && !s.relative && !s.noTables,
		Output:   record.Target{Resume: s.resume},
		Failures: record.Messages{Quiet: s.quiet, Colors: cli.HasColors(s.Stderr.W, s.color)},
	}
	r.Failures.Profiles = s.flags.Lookup("profile") != nil
	if r.Columns = columns; columns == nil {
		r.Columns = []string{"result"}
	}
	texts := s.texts()
	r.Writes = func(name string) bool { return strings.Contains(texts, name) }
	if !s.relative && s.Base == nil && !s.quiet {
		f := s.flags.Lookup("as")
		r.URL.Hint = &view.Hint{Out: s.Stderr, Libcurl: f != nil && slices.Contains(f.Annotations[cli.DialectKey], "libcurl")}
	}
	if s.where.Given() {
		r.Where = &record.Selection{Text: s.where.Text(), Drops: s.drops}
	}
	if s.Out == bulk.Document {
		r.Document = &record.Document{Separator: "\n"}
	}
	if len(s.output) > 0 {
		r.Output.Name, r.Output.Command = s.output[0], s.identity()
	}
	if len(s.errors) > 0 {
		r.Failures.Name = s.errors[len(s.errors)-1]
	}
	if s.given("progress") {
		r.ShowProgress = &s.progress
	}
	return r
}

// work does a run on the arguments, the files of --input, or standard input.
func (s *Given) work(r *record.Run, args []string, newOp func() record.Op) error {
	switch {
	case s.resultColumn == "":
	case len(r.Columns) != 1:
		return errors.New("--result-column is for one column of results: use earl get --field NAME=TEMPLATE for several")
	default:
		r.Columns = []string{s.resultColumn}
	}
	names := s.inputs
	if len(args) > 0 && len(names) > 0 {
		if slices.ContainsFunc(args, func(arg string) bool { return !cli.IsFile(arg) }) {
			return errors.New("--input and arguments are both given: remove one of them")
		}
		names, args = append(names, args...), nil // as in --input *.csv
	}
	for _, arg := range args {
		if s.urls && !s.relative && s.Base == nil && !strings.Contains(arg, "://") && cli.IsFile(arg) {
			return fmt.Errorf("%s is a file: to read URLs from it, use -i %[1]s; to read the name as a URL, "+
				"send it to standard input", cli.Shown(arg))
		}
	}
	if len(args) > 0 {
		return r.Run(record.SourceOf(record.Texts(args)...), newOp)
	}
	return r.Run(r.Read(names), newOp)
}

// drops returns a function that reports whether --where drops a record. v is the view of the operation, which finds the
// same error if the URL cannot be read. A command without a dialect, or with references, needs a view of its own.
func (s *Given) drops(f *record.Selection, v *view.View) func(rec *bulk.Record) (bool, error) {
	own := v.Dialect.IsZero() || f.Subject != nil
	if own {
		v = view.New(v.With(cmp.Or(v.Dialect, earl.WHATWG())))
	}
	c := s.where.Conditions(v)
	return func(rec *bulk.Record) (bool, error) {
		var failed *error
		if f.Subject != nil {
			if rec, failed = f.Subject(rec); rec == nil {
				return false, nil
			}
		}
		if own {
			v.Start(rec)
		}
		holds, err := c.Hold(true)
		switch {
		case rec.Err != nil && (err != nil || holds): // it fails
			return false, nil
		case err == nil && holds:
			if err = v.Read(); err != nil && !own {
				return false, nil
			}
			if holds = false; err == nil {
				holds, err = c.Hold(false)
			}
		}
		switch err = v.Explained(err); {
		case err != nil && failed != nil:
			*failed = err
			return false, nil
		case err != nil:
			return false, err
		}
		f.Count(holds)
		return !holds, nil
	}
}

// identity returns a text that identifies the command and the flags on which its results depend.
func (s *Given) identity() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %q\n", s.flags.Name(), s.flags.Args())
	s.flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"resume", "jobs", "quiet", "progress", "errors", "max-errors", "fail-fast"}, f.Name) {
			fmt.Fprintf(h, "%s=%q\n", f.Name, f.Value)
		}
	})
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// drawingStyle returns the style of drawings, or nil if results are not drawings. They are drawings if --out
// selects drawings. They are also drawings if preferred is set, the output is a terminal, and no flag selects a format.
func (s *Given) drawingStyle(preferred bool) *show.Style {
	if preferred && !s.json && !s.given("out") && len(s.output) == 0 && cli.IsTerminal(s.Stdout.W) {
		s.Out = bulk.Document
	}
	if s.Out != bulk.Document {
		return nil
	}
	return new(s.style())
}

func (s *Given) style() show.Style {
	w := any(s.Stdout.W)
	return show.Style{Columns: cli.ColumnsOf(w), Color: cli.HasColors(w, s.color), ASCII: !cli.SpeaksUTF8()}
}

// addAs adds --as to a command that supports the named dialects, the default first. It returns the flags of cmd.
func (s *Given) addAs(cmd *cobra.Command, names ...string) *pflag.FlagSet {
	s.Dialect = earl.MustParseDialect(names[0])
	f := cli.Choose(cmd.Flags(), &s.Dialect, "as", names[0], "read as `DIALECT`", view.DialectChoices,
		view.ParseDialect)
	f.Annotations = map[string][]string{cli.DialectKey: names}
	return cmd.Flags()
}

func (s *Given) addBase(flags *pflag.FlagSet) {
	cli.Optional(flags, &s.Base, "base", "resolve each URL against `URL` first")
}

func addUnicode(flags *pflag.FlagSet, unicode *bool) {
	flags.BoolVar(unicode, "unicode-hosts", false, "write hosts in Unicode instead of Punycode")
}

func (s *Given) addSeparator(flags *pflag.FlagSet) {
	separator := func(text string) (string, error) {
		if len(text) != 1 || !strings.Contains("&;,:|!$'()/?@", text) {
			return "", errors.New("must be one punctuation character, such as ; or , or a colon")
		}
		return text, nil
	}
	cli.Choose(flags, &s.QuerySeparator, "query-separator", "", "`CHARACTER` between parameters (default &)", nil,
		separator)
}

// add adds the flags of a command that reads and writes records, and returns the command.
func (s *Given) add(cmd *cobra.Command) *cobra.Command {
	cli.Declare(cmd.Flags(), cli.GroupKey, "Input", s.addInput)
	if !s.noTables {
		cli.Declare(cmd.Flags(), cli.GroupKey, "Output", func(flags *pflag.FlagSet) {
			cli.Text(flags, &s.resultColumn, "result-column", "csv, tsv: `NAME` of the column of the results")
		})
	}
	s.addOutput(cmd)
	cli.Declare(cmd.Flags(), cli.GroupKey, "Errors and progress", func(flags *pflag.FlagSet) {
		cli.Choose(flags, &s.Workers, "jobs", "",
			"process `N` blocks of records in parallel; 0, the default, is one for each processor", nil, cli.ParseNumber)
	})
	return cmd
}

func (s *Given) addInput(flags *pflag.FlagSet) {
	flags.VarP(&s.inputs, "input", "i", "read `FILE`; - is standard input; may be repeated")
	names := s.formatNames("lines")
	readsLogs := s.urls && !s.noTables // URLs can be parts of records
	if readsLogs {
		names = append(names, logFormats()...)
		s.addLogs(flags)
	}
	cli.Choose(flags, &s.In, "in", names[0], "input `FORMAT`: "+cli.Alternatives(names), func() []string { return names },
		func(text string) (bulk.Format, error) {
			if s.logFormat = ""; slices.Contains(names, text) && slices.Contains(logFormats(), text) {
				s.logFormat = text
				return bulk.Lines, nil
			}
			return parseFormat(text, names)
		})
	if !s.noTables {
		cli.Text(flags, &s.Column, "column",
			"csv, tsv: name or number of the `COLUMN` with the records (default url, or the only column); jsonl: "+
				"the member")
		cli.Choose(flags, &s.Delimiter, "delimiter", "",
			"csv: separate cells with `CHARACTER`, such as ; (default a comma)", nil, parseDelimiter)
		flags.BoolVar(&s.NoHeader, "no-header", false, "csv, tsv: tables have no header row")
	}
	if s.urls && !s.noTables {
		cli.Text(flags, &s.BaseColumn, "base-column",
			"csv, tsv: `COLUMN` of the base of each record; jsonl: the member (default base); an empty cell is no base")
	}
	if s.urls {
		flags.BoolVar(&s.Guess, "guess-scheme", false,
			"guess the scheme of URLs that begin with a host, such as example.com/a; without it they are paths")
	}
	if readsLogs {
		flags.BoolVar(&s.trim, "trim", false, "remove blanks at the ends of each URL and its base first")
		flags.BoolVar(&s.Refang, "refang", false, "read URLs such as hxxp://example[.]com as http://example.com")
		flags.BoolVar(&s.Unwrap, "unwrap", false,
			"replace links of Safe Links, URL Defense, Google and Facebook by the links in them (earl help tracking)")
		s.addWhere(flags)
	}
	s.MaxRecord = 64 << 20
	cli.Choose(flags, &s.MaxRecord, "max-record-size", "64M", "reject records longer than `SIZE` bytes, such as 1G", nil,
		cli.ParseSize)
}

// addWhere adds --where, and --suffixes for the fields of it and of templates.
func (s *Given) addWhere(flags *pflag.FlagSet) {
	cli.Repeated(flags, "where", "keep only records for which `EXPRESSION` is true (earl help where); may be repeated",
		nil, s.where.Set)
	cli.Choose(flags, &s.ICANN, "suffixes", "all", "the public suffixes of `WHOM`: all, or icann without private ones",
		func() []string { return suffixSets }, func(text string) (bool, error) {
			if !slices.Contains(suffixSets, text) {
				return false, cli.Unknown("value", text, suffixSets)
			}
			return text == "icann", nil
		})
}

// suffixSets are the values of --suffixes.
var suffixSets = []string{"all", "icann"}

// addOutput adds the flags of a command that writes results, and returns the command. It also has all flags checked
// before the command runs.
func (s *Given) addOutput(cmd *cobra.Command) *cobra.Command {
	s.flags = cmd.Flags()
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		skip := 0 // arguments that are not records
		if s.flags.Name() == "get" && s.reads != "" || s.relative && s.Base == nil {
			skip = min(1, len(args))
		}
		s.args = args[skip:]
		return cmp.Or(s.checkDialect(cmd), s.checkOutput(), s.checkTimes(), s.checkLog(), s.checkEffect())
	}
	cli.Declare(s.flags, cli.GroupKey, "Output", func(flags *pflag.FlagSet) {
		names := append(s.formatNames("text"), s.documents...)
		cli.Choose(flags, &s.Out, "out", names[0], "output `FORMAT`: "+cli.Alternatives(names),
			func() []string { return names },
			func(text string) (bulk.Format, error) { return parseFormat(text, names) })
		flags.BoolVarP(&s.json, "json", "j", false, "same as --out jsonl")
		flags.BoolVar(&s.Numbers, "number", false,
			`add the number of the record: a member "number" in JSON, a column in csv and tsv`)
		if !s.sure {
			flags.BoolVar(&s.Surrogates, "surrogates", false,
				`jsonl: write a byte FF that is not UTF-8 as \udcff instead of U+FFFD, and read it back`)
			flags.BoolVar(&s.resume, "resume", false, "continue the interrupted run that left FILE.partial, if there is one")
		}
		flags.VarP(&s.output, "output", "o", "write to `FILE`, and replace it when all input is processed")
		cli.Pick(flags, &s.color, "color", "auto",
			"`WHEN` to use colors: auto, always or never; auto is on terminals, unless NO_COLOR is set",
			"auto", "always", "never")
	})
	if s.sure {
		return cmd
	}
	cli.Declare(s.flags, cli.GroupKey, "Errors and progress", func(flags *pflag.FlagSet) {
		flags.BoolVar(&s.SkipFailed, "skip-bad", false, "write no result for a failed record, only the message")
		flags.Var(&s.errors, "errors", "write all messages about failed records to `FILE`; - is standard error")
		flags.BoolVar(&s.quiet, "quiet", false, "write no messages about failed records, and no hints")
		flags.BoolVar(&s.failFast, "fail-fast", false, "stop at the first failed record")
		cli.Choose(flags, &s.MaxFailed, "max-errors", "", "stop at failed record number `N`", nil, cli.ParseCount)
		flags.BoolVar(&s.progress, "progress", false,
			"report progress on standard error (default if it is a terminal, input is files, and output is no terminal)")
		flags.BoolVar(&s.Secrets, "show-passwords", false,
			"keep passwords in the error messages of JSON results, which urllib takes from Python")
	})
	return cmd
}

// formatNames returns the names of the formats of the command. first is the name of bulk.Lines: "lines" or "text".
func (s *Given) formatNames(first string) []string {
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
	case text == "json" || cli.Nearest(text, []string{"json"}) != "":
		return 0, cli.Suggestion("unknown format", "jsonl, one JSON value a line", names, "")
	case reads && cli.IsFile(text), strings.ContainsAny(text, `./\`):
		verb, flag := "write", "--output"
		if reads {
			verb, flag = "read", "--input"
		}
		return 0, errors.New("not a format: to " + verb + " this file, use " + flag + " " + cli.Shown(text))
	}
	return 0, cli.Unknown("format", text, names)
}

// checkOutput rejects flags for results that contradict each other, and sets the format of the output.
func (s *Given) checkOutput() error {
	switch {
	case s.json && s.given("out") && s.Out != bulk.JSONL:
		return fmt.Errorf("--json means --out jsonl: remove --json or --out %s", s.flags.Lookup("out").Value)
	case s.json:
		s.Out = bulk.JSONL
	case record.Table(s.In) && !s.given("out"):
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

func parseDelimiter(text string) (byte, error) {
	if text == `\t` {
		text = "\t"
	}
	if len(text) != 1 || text[0] >= 0x80 || strings.Contains("\"\r\n\x00", text) {
		return 0, errors.New("must be one ASCII character, not a quote or a line ending")
	}
	return text[0], nil
}
