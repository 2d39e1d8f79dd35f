// Package command has the commands of earl: their flags, their help and their operations.
package command

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/show"
	"earl.example/internal/text/tables"
	"earl.example/rfc1808"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
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
	where    field.Where
	suffixes string
	trim     bool

	// These are for flags without effect.
	args  []string
	files int    // the number of arguments that are inputs
	reads string // names of fields that the run reads, as a template or as names

	// These are for failed records and progress.
	errors   cli.NameFlag
	quiet    bool
	failFast bool
	mayFail  float64
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

// value returns the value of the named flag, or "" if the command has no such flag.
func (s *Given) value(name string) string {
	if f := s.flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// run returns the run that was asked for. It writes the given columns, or "result" if there are none.
func (s *Given) run(columns ...string) *record.Run {
	r := &record.Run{
		Process: s.Process, Job: s.Job, URL: s.Options, Log: s.log, Trim: s.trim, Named: s.named,
		Sniffs:   s.urls && !s.noTables,
		Relative: s.relative,
		Output:   record.Target{Resume: s.resume},
		MayFail:  s.mayFail,
		Failures: record.Messages{
			Quiet: s.quiet, Colors: cli.HasColors(s.Stderr.W, s.color), Profiles: s.flags.Lookup("profile") != nil,
		},
	}
	if r.Columns = columns; columns == nil {
		r.Columns = []string{"result"}
	}
	r.URL.Keeps = s.log != nil
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
		if _, format := bulk.Formats[s.output[0]]; format || cli.Habit("format", s.output[0]) != "" {
			r.Misnamed = s.output[0]
			r.Hint("output", fmt.Sprintf("the results are in a file with the name %s: for a format, use --out", s.output[0]))
		}
	}
	isPart := slices.ContainsFunc([]string{"each", "each-value", "only-findings", "extract"}, s.given)
	if !record.HasErrors(s.Out) && (isPart || s.where.Given() || s.flags.Name() == "extract") {
		r.SkipFailed = true // lines of results are not beside the lines of their records
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
	switch i := slices.IndexFunc(args, s.isFile); {
	case len(args) == 0:
		return r.Run(r.Read(s.inputs), newOp)
	case len(s.inputs) > 0:
		return errors.New("--input and arguments are both given: remove one of them")
	case i >= 0:
		other := slices.IndexFunc(args, func(arg string) bool { return !s.isFile(arg) })
		return fmt.Errorf("%s is a file, but %s is not: to read URLs from it, use -i %[1]s alone", cli.Shown(args[i]),
			cli.Quoted(args[other]))
	}
	args0 := s.flags.Args() // also a base
	if i := slices.IndexFunc(args0, cli.IsFile); i >= 0 {
		r.Misnamed = args0[i]
		r.Hint("file", fmt.Sprintf("%s is text here; to read the file of this name, use -i %[1]s", cli.Shown(args0[i])))
	}
	return r.Run(record.SourceOf(record.Texts(args)...), newOp)
}

// isFile reports whether an argument is the name of an input, as in --input *.csv, and not a URL. With a base, it is a
// reference, unless a format of the input is given.
func (s *Given) isFile(arg string) bool {
	hasFormat := s.given("in") || s.match != nil || s.logLine != ""
	isInput := len(s.inputs) > 0 || s.urls && !s.relative && (s.Base == nil || hasFormat)
	return isInput && !strings.Contains(arg, "://") && cli.IsFile(arg)
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
		case err == nil && holds && c.URL:
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
		same := strings.Fields("resume jobs quiet progress errors max-errors fail-fast allow-bad")
		if !slices.Contains(same, f.Name) {
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

// addAs adds --as to a command that supports the named dialects, the default first, and --base if it reads URLs. It
// returns the flags of cmd.
func (s *Given) addAs(cmd *cobra.Command, names ...string) *pflag.FlagSet {
	s.Dialect = earl.MustParseDialect(names[0])
	f := cli.Choose(cmd.Flags(), &s.Dialect, "as", names[0], view.DialectChoices, view.ParseDialect)
	f.Annotations = map[string][]string{cli.DialectKey: names}
	if s.urls {
		cli.Optional(cmd.Flags(), &s.Base, "base")
	}
	return cmd.Flags()
}

func (s *Given) addSeparator(flags *pflag.FlagSet) {
	separator := func(text string) (string, error) {
		if len(text) != 1 || !strings.Contains("&;,:|!$'()/?@", text) {
			return "", errors.New("must be one punctuation character, such as ; or , or a colon")
		}
		return text, nil
	}
	cli.Choose(flags, &s.QuerySeparator, "query-separator", "", nil, separator)
}

// add adds the flags of a command that reads and writes records, and returns the command.
func (s *Given) add(cmd *cobra.Command) *cobra.Command {
	s.addInput(cmd.Flags())
	if !s.noTables {
		cli.Text(cmd.Flags(), &s.resultColumn, "result-column")
	}
	return s.addOutput(cmd)
}

// addFiles adds the flags that name files to read. A list without names is an empty file.
func (s *Given) addFiles(flags *pflag.FlagSet) {
	flags.VarP(&s.inputs, "input", "i", "")
	cli.Repeated(flags, "files0-from", nil, func(list string) error {
		var text []byte
		var err error
		if list == "-" {
			text, err = io.ReadAll(s.Stdin)
		} else {
			text, err = os.ReadFile(list)
		}
		if err != nil {
			return files.Reason(err)
		}
		for name := range strings.SplitSeq(cmp.Or(strings.TrimSuffix(string(text), "\x00"), os.DevNull), "\x00") {
			if err := s.inputs.Set(name); err != nil {
				return fmt.Errorf("each name ends with a null byte, and %w", err)
			}
		}
		return nil
	})
}

func (s *Given) addInput(flags *pflag.FlagSet) {
	s.addFiles(flags)
	names := s.formatNames("lines")
	readsLogs := s.urls && !s.noTables // URLs can be parts of records
	if readsLogs {
		names = append(names, logFormats()...)
		s.addLogs(flags)
	}
	cli.Choose(flags, &s.In, "in", names[0], func() []string { return names }, func(text string) (bulk.Format, error) {
		if meant := cli.Habit("format", strings.ToLower(text)); slices.Contains(names, meant) { // clf for nginx
			text = meant
		}
		if s.logFormat = ""; slices.Contains(names, text) && slices.Contains(logFormats(), text) {
			s.logFormat = text
			return bulk.Lines, nil
		}
		return parseFormat(text, names)
	})
	if !s.noTables {
		cli.Text(flags, &s.Column, "column")
		cli.Choose(flags, &s.Delimiter, "delimiter", "", nil, parseDelimiter)
		cli.Switch(flags, &s.NoHeader, "no-header")
	}
	if readsLogs {
		cli.Text(flags, &s.BaseColumn, "base-column")
	}
	if s.urls {
		cli.Switch(flags, &s.Guess, "guess-scheme")
	}
	if readsLogs {
		cli.Switch(flags, &s.trim, "trim")
		cli.Switch(flags, &s.Refang, "refang")
		cli.Switch(flags, &s.Unwrap, "unwrap")
		s.addWhere(flags)
	}
	s.MaxRecord = 64 << 20
	cli.Choose(flags, &s.MaxRecord, "max-record-size", "64M", nil, cli.ParseSize)
}

// addWhere adds --where, and --suffixes for the fields of it and of templates.
func (s *Given) addWhere(flags *pflag.FlagSet) {
	cli.Repeated(flags, "where", nil, s.where.Set)
	cli.Pick(flags, &s.suffixes, "suffixes", "all", "all", "icann")
}

// addOutput adds the flags of a command that writes results, and returns the command. It also has all flags checked
// before the command runs.
func (s *Given) addOutput(cmd *cobra.Command) *cobra.Command {
	flags := cmd.Flags()
	s.flags = flags
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return run(cmd, args[:len(args)-s.files]) }
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		skip := 0 // arguments that are not records
		if s.flags.Name() == "get" && s.reads != "" || s.relative && s.Base == nil {
			skip = min(1, len(args))
		}
		s.args, s.ICANN = args[skip:], s.suffixes == "icann"
		if !slices.ContainsFunc(s.args, func(arg string) bool { return !s.isFile(arg) }) {
			s.inputs, s.files, s.args = append(s.inputs, s.args...), len(s.args), nil
		}
		if s.json {
			s.Out = bulk.JSONL
		} else if record.Table(s.In) && !s.given("out") {
			s.Out = s.In
		}
		if s.failFast {
			s.MaxFailed = 1
		}
		isShare := func(text string) bool { _, err := parseShare(text); return err == nil }
		if i := slices.IndexFunc(args, isShare); i >= 0 && s.given("allow-bad") {
			return fmt.Errorf("write --allow-bad=%s: the share is not an argument of its own", args[i])
		}
		return cmp.Or(s.checkDialect(cmd), s.checkTimes(), s.checkLog(), s.checkEffect())
	}
	names := append(s.formatNames("text"), s.documents...)
	cli.Choose(flags, &s.Out, "out", names[0], func() []string { return names },
		func(text string) (bulk.Format, error) { return parseFormat(text, names) })
	flags.BoolVarP(&s.json, "json", "j", false, "")
	cli.Switch(flags, &s.Numbers, "number")
	if !s.sure {
		cli.Switch(flags, &s.Surrogates, "surrogates")
		cli.Switch(flags, &s.resume, "resume")
	}
	flags.VarP(&s.output, "output", "o", "")
	cli.Pick(flags, &s.color, "color", "auto", "auto", "always", "never")
	if !s.sure {
		cli.Switch(flags, &s.SkipFailed, "skip-bad")
		flags.Var(&s.errors, "errors", "")
		cli.Switch(flags, &s.quiet, "quiet")
		cli.Choose(flags, &s.mayFail, "allow-bad", "", nil, parseShare).NoOptDefVal = "1"
		cli.Switch(flags, &s.failFast, "fail-fast")
		cli.Choose(flags, &s.MaxFailed, "max-errors", "", nil, cli.AtLeast[int64](1))
		cli.Switch(flags, &s.progress, "progress")
		cli.Switch(flags, &s.Secrets, "show-passwords")
	}
	if flags.Lookup("in") != nil {
		cli.Choose(flags, &s.Workers, "jobs", "", nil, cli.AtLeast(0))
	}
	cli.Describe(flags, view.DialectNames())
	return cmd
}

// parseShare parses a share of records, from 0 to 1 or in percent.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, errors.New("must be a share of records from 0 to 1, such as 0.01 or 1%")
	}
	return share, nil
}

// formatNames returns the names of the formats of the command. first is the name of bulk.Lines: "lines" or "text".
func (s *Given) formatNames(first string) []string {
	names := []string{first, "nul", "jsonl", "csv", "tsv"}
	if s.noTables {
		return names[:3]
	}
	return names
}

// parseFormat returns the format with one of the given names. If text is the name of a file, or of a format elsewhere,
// the error says what to write instead.
func parseFormat(text string, names []string) (bulk.Format, error) {
	if slices.Contains(names, text) {
		return bulk.Formats[text], nil
	}
	reads := names[0] != "text"
	meant := cli.Habit("format", strings.ToLower(text))
	name, _, _ := strings.Cut(meant, ",")
	switch {
	case slices.Contains(names, name):
		return 0, cli.Suggestion("unknown format", meant, names, "")
	case reads && cli.IsFile(text), strings.ContainsAny(text, `./\`):
		verb, flag := "write", "--output"
		if reads {
			verb, flag = "read", "--input"
		}
		return 0, errors.New("not a format: to " + verb + " this file, use " + flag + " " + cli.Shown(text))
	}
	if text == "csv" || text == "tsv" { // the command has no tables
		near := "jsonl"
		if reads {
			near = names[0]
		}
		return 0, cli.Suggestion("unknown format", near, names, "")
	}
	return 0, cli.Unknown("format", text, names)
}

func parseDelimiter(text string) (byte, error) {
	if text == `\t` || text == "tab" {
		text = "\t"
	}
	if len(text) != 1 || text[0] >= 0x80 || strings.Contains("\"\r\n\x00", text) {
		return 0, errors.New("must be one ASCII character, not a quote or a line ending")
	}
	return text[0], nil
}

// checkDialect returns an error if cmd does not support the dialect of --as, or if a flag is for another dialect.
func (s *Given) checkDialect(cmd *cobra.Command) (err error) {
	names, name := cli.DialectsOf(cmd), cmd.Name()
	if names == nil || s.Dialect.IsZero() || slices.Contains(names, s.Dialect.Name()) {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			only := strings.Join(f.Annotations[cli.DialectKey], "")
			if f.Name != "as" && only != "" && only != s.Dialect.Name() {
				err = cmp.Or(err, fmt.Errorf("--%s does not apply to %s: add --as %s", f.Name, s.Dialect, only))
			}
		})
		return err
	}
	if len(names) > 2 { // the command resolves references
		return view.Resolving("--as", s.Dialect)
	}
	if _, err := canon.ParseProfile(s.Dialect.Name()); err == nil && cmd.Flags().Lookup("profile") != nil {
		err := fmt.Errorf("--as %s: %s takes no --as but %s: use --profile %[1]s", s.Dialect, name, names[0])
		return cli.WithFix(err, cli.ReplaceFlag("--as", "profile"))
	}
	return fmt.Errorf("--as %s: %s takes only %s", s.Dialect, name, strings.Join(names, " and ")+cli.Habit("as of", name))
}

// python returns the interpreter for a command that supports urllib and whatwg. For whatwg, ok is false.
func (s *Given) python() (py urllib.Python, ok bool) {
	options, ok := s.Dialect.Options().(urllib.Dialect)
	return urllib.Python{Version: options.Version, Codecs: codecs.All{}}, ok
}

// dialectOptions has the options of dialects that flags set.
type dialectOptions struct {
	urllib  urllib.Dialect
	rfc1808 rfc1808.Dialect
}

func (o *dialectOptions) addStrict(flags *pflag.FlagSet) {
	cli.Pick(flags, &o.rfc1808.Strict, "strict", "", rfc1808.RFC1808, rfc1808.RFC2068).NoOptDefVal = "rfc1808"
}

// configure sets the options of a dialect.
func (o *dialectOptions) configure(d *earl.Dialect) {
	switch options := d.Options().(type) {
	case urllib.Dialect:
		o.urllib.Version = options.Version
		*d = d.WithOptions(o.urllib)
	case rfc1808.Dialect:
		*d = d.WithOptions(o.rfc1808)
	}
}

// needRows says when flags have an effect. A flag without effect is a usage error.
//
//go:embed needs.tsv
var needRows string

// holds reports whether a condition of needs.tsv holds.
func (s *Given) holds(condition string) bool {
	return slices.ContainsFunc(strings.Split(condition, " or "), func(term string) bool {
		switch word, rest, _ := strings.Cut(term, " "); word {
		case "no":
			return !s.holds(rest)
		case "given":
			return s.given(rest)
		case "out":
			return slices.Contains(strings.Split(rest, ","), s.Out.String())
		case "field":
			return s.names(rest)
		case "command":
			return s.flags.Name() == rest
		case "is":
			name, form, _ := strings.Cut(rest, " ")
			return regexp.MustCompile("(?s)^(" + form + ")$").MatchString(s.value(name))
		case "hosts":
			return s.names(strings.Join(field.WithHosts(), "|"))
		case "args":
			return len(s.args) > 0
		case "file": // an argument that is a file has an error of its own
			return s.urls && slices.ContainsFunc(s.args, cli.IsFile)
		case "log":
			return s.log != nil
		default:
			return s.given(word) && s.value(word) != "-" // which is no file
		}
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
		all += " " + s.value(name)
	}
	return all
}

// added matches the flag that a row of needs.tsv says to add.
var added = regexp.MustCompile(`: add (--[a-z-]+)$`)

// checkEffect rejects flags without effect, and warns of a value that a later one replaces.
func (s *Given) checkEffect() (err error) {
	for _, row := range tables.Cells(needRows) {
		if row[0] != "*" && !slices.Contains(strings.Fields(row[0]), s.flags.Name()) {
			continue
		}
		for name := range strings.FieldsSeq(row[1]) {
			if err == nil && s.given(name) && !s.holds(row[2]) {
				err = errors.New("--" + name + " " + row[3])
				if m := added.FindStringSubmatch(row[3]); m != nil {
					err = cli.WithFix(err, cli.Replace("--"+name, "--"+name, m[1]))
				}
			}
			if err != nil && s.Trial != nil && strings.Contains(row[3], "add --in") {
				s.Trial.Unless, err = err, nil // the input can show the format
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
