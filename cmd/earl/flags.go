package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/bulk"
	"earl.example/urllib"
)

// A dialectFlag is the value of --as.
type dialectFlag struct{ earl.Dialect }

func (f *dialectFlag) Type() string { return "DIALECT" }

func (f *dialectFlag) Set(s string) error {
	d, err := earl.ParseDialect(s)
	if err != nil {
		if e, ok := errors.AsType[*earl.Error](err); ok {
			return errors.New(e.Rule.Name)
		}
		return err
	}
	f.Dialect = d
	return nil
}

// byDefault adds --as to a command, whose default it is.
func (f *dialectFlag) byDefault(cmd *cobra.Command, name string) {
	if err := f.Set(name); err != nil {
		panic(err)
	}
	cmd.Flags().Var(f, "as", "the `DIALECT` to work by, such as urllib@3.9; see earl dialects")
}

// mustBe refuses other dialects than those that a command has.
func (f *dialectFlag) mustBe(cmd *cobra.Command, names ...string) error {
	if !slices.Contains(names, f.Name()) {
		return fmt.Errorf("--as %s: %s works by %s only", f, cmd.Name(), strings.Join(names, " and "))
	}
	return nil
}

// onlyFor refuses flags that another dialect than the one of that name does not
// have.
func (f *dialectFlag) onlyFor(cmd *cobra.Command, name string, flags ...string) error {
	for _, flag := range flags {
		if cmd.Flags().Changed(flag) && f.Name() != name {
			return fmt.Errorf("--%s is for --as %s, not for %s", flag, name, f)
		}
	}
	return nil
}

// strictOnly refuses the flag --strict for dialects that take no text that they
// could also refuse.
func (f *dialectFlag) strictOnly(cmd *cobra.Command) error {
	if cmd.Flags().Changed("strict") && !canBeStrict(f.Dialect) {
		return fmt.Errorf("--strict is for --as rfc1808 and rfc2068, not for %s", f)
	}
	return nil
}

// canBeStrict reports whether a dialect has both: it takes any text, and has a
// grammar for what is valid.
func canBeStrict(d earl.Dialect) bool { return d.Name() == "rfc1808" || d.Name() == "rfc2068" }

// python returns the interpreter for a command that beside urllib has whatwg
// alone, and reports whether it is wanted. The flags are for urllib only.
func (f *dialectFlag) python(cmd *cobra.Command, flags ...string) (py urllib.Python, ok bool, err error) {
	if err := f.mustBe(cmd, "urllib", "whatwg"); err != nil {
		return py, false, err
	}
	py, ok = f.Python()
	return py, ok, f.onlyFor(cmd, "urllib", flags...)
}

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
		return errors.New("not a number")
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
	format bulk.Format
	names  []string // of the formats it takes, by their number
}

func (f *formatFlag) Type() string   { return "FORMAT" }
func (f *formatFlag) String() string { return f.names[f.format] }

func (f *formatFlag) Set(s string) error {
	for i, name := range f.names {
		if s == name {
			f.format = bulk.Format(i)
			return nil
		}
	}
	return errors.New("there is " + strings.Join(f.names, ", "))
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

// A stream is the flags of every command that works on records.
type stream struct {
	in, out formatFlag
	json    bool
	jobs    jobsFlag
}

func (s *stream) add(cmd *cobra.Command) {
	s.addFormats()
	flags := cmd.Flags()
	flags.Var(&s.in, "in", "cut standard input into records by this `FORMAT`: lines, nul or jsonl")
	s.addOutput(flags)
	flags.Var(&s.jobs, "jobs", "work on `N` blocks of records at a time; 0, the default, is one for each processor")
}

// addFormats sets the formats that the flags have by default.
func (s *stream) addFormats() {
	s.in = formatFlag{bulk.Lines, []string{"lines", "nul", "jsonl"}}
	s.out = formatFlag{bulk.Lines, []string{"text", "nul", "jsonl"}}
}

func (s *stream) addOutput(flags *pflag.FlagSet) {
	flags.Var(&s.out, "out", "write results in this `FORMAT`: text, nul or jsonl")
	flags.BoolVar(&s.json, "json", false, "short for --out jsonl")
}

// check settles --out and --json.
func (s *stream) check(cmd *cobra.Command) error {
	if !s.json {
		return nil
	}
	if cmd.Flags().Changed("out") && s.out.format != bulk.JSONL {
		return fmt.Errorf("--json and --out %s contradict each other", &s.out)
	}
	s.out.format = bulk.JSONL
	return nil
}
