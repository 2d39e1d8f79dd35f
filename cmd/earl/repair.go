package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/record"
	"earl.example/urlerr"
)

// These are limits of the search for a corrected command line.
const (
	mostFixes  = 12
	mostTrials = 60
	repairTime = 5 * time.Second
)

// A repair searches for a command line that works, by fixes of a wrong one.
type repair struct {
	ctx     context.Context
	stdin   io.Reader
	head    []byte // the beginning of standard input, as far as it is read
	unknown string // messages about unknown flags
	partial bool   // a mistake has no fix, or the input is not there yet
	trials  int    // that were made
	command string // the name of the command
	note    string // about the flags that the input needs
}

// advice returns the end of the messages about a command line: more unknown flags, where help is, and the corrected
// command line, which has run on the beginning of the input.
func advice(ctx context.Context, p *record.Process, args []string, cmd *cobra.Command, err error, help string) []byte {
	if p.Trial != nil || slices.Contains(args, "|") {
		return nil
	}
	if slices.ContainsFunc(args, namesPipe) {
		return fmt.Appendf(nil, "See '%s'.\n", cmp.Or(help, "earl --help"))
	}
	ctx, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	r := &repair{ctx: ctx, stdin: p.Stdin, head: p.Head, command: cmd.Name()}
	r.report(cmd, err)
	reported := len(r.unknown)
	cmd, err = r.try(args)
	if full, unknown := withCommand(args); unknown == nil {
		args = full
	}
	fixed := r.fix(args, cmd, err, mostFixes)
	line := cli.Shell(fixed)
	if slices.Equal(fixed, args) || r.partial || urlerr.RedactQuery(line) != line || secret.MatchString(line) {
		line = ""
	}
	text := []byte(r.unknown[reported:])
	switch {
	case line != "" && help != "":
		return fmt.Appendf(text, "See '%s', or write%s:\n  earl %s\n", help, r.note, line)
	case line != "":
		return fmt.Appendf(text, "Write%s:\n  earl %s\n", r.note, line)
	case help != "":
		return fmt.Appendf(text, "See '%s'.\n", help)
	}
	return text
}

// A headReader reads the beginning of standard input, if it is there at once and not typed.
type headReader struct {
	*repair
	at int
}

func (h *headReader) Read(p []byte) (int, error) {
	if h.stdin != nil && len(h.head) == 0 && !cli.IsTerminal(h.stdin) {
		const most, patience = 64 << 10, 100 * time.Millisecond
		head, in := make(chan []byte, 1), h.stdin
		go func() {
			text := make([]byte, most)
			n, _ := io.ReadFull(in, text) // an error is the end of the text
			head <- text[:n]
		}()
		select {
		case h.head = <-head:
		case <-time.After(patience):
			h.partial = true
		}
		h.stdin = nil
	}
	n := copy(p, h.head[h.at:])
	if h.at += n; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// secret matches names of secrets, which can be in a command line in many ways.
var secret = regexp.MustCompile(`(?i)passw|secret|token|[^{p ]userinfo|[^p] userinfo|` +
	`credential|api.?key|authoriz|-auth|bearer|cookie`)

// withFlags returns args with flags. They replace flags with the same name, or with the same value.
func withFlags(args, flags []string) []string {
	inTable := slices.Contains(flags, "csv") || slices.Contains(flags, "tsv")
	if inTable && args[0] == "get" && !slices.ContainsFunc(args, asTable.MatchString) {
		flags = append(flags, "--out", "text") // only what the template says
	}
	if i := slices.Index(args, flags[len(flags)-1]); i > 0 && (flags[0] == "--input" || flags[0] == "--out") {
		if flags[0] == "--out" && strings.HasPrefix(args[i-1], "-o") || flags[0] == "--out" && args[i-1] == "--output" {
			args = slices.Concat(args[:i-1], args[i:])
			i--
		}
		return slices.Concat(args[:i], flags, args[i+1:])
	}
	if i := slices.Index(args, flags[0]); i >= 0 && i+1 < len(args) {
		return slices.Concat(args[:i], flags, args[i+2:])
	}
	return slices.Concat(args[:1], flags, args[1:])
}

// asTable matches the flags of earl get that say what a table has, or another format.
var asTable = regexp.MustCompile(`^(--(out|json|field|only|count)|-j)`)

// namesPipe reports whether an argument names a file that is not regular, such as a pipe. A trial would wait for it, or
// take its text.
func namesPipe(arg string) bool {
	isPipe := func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && !info.Mode().IsRegular() && !info.IsDir()
	}
	return isPipe(arg) || slices.ContainsFunc(strings.FieldsFunc(arg, func(c rune) bool {
		return strings.ContainsRune(" =@,()\"'`", c)
	}), isPipe)
}

// try runs a command line on the beginning of the input without any output.
func (r *repair) try(args []string) (cmd *cobra.Command, err error) {
	defer func() {
		if recover() != nil {
			cmd, err = nil, errors.New("the trial broke down")
		}
	}()
	if r.trials++; r.trials > mostTrials {
		return nil, errors.New("too many trials")
	}
	args, _ = cli.Piped(args)
	if len(args) > 0 && slices.Contains([]string{"serve", "man", "completion", "find-disagreement"}, args[0]) {
		return nil, errors.New("not for trials")
	}
	p := record.NewProcess(r.ctx, &headReader{repair: r}, io.Discard, io.Discard)
	p.Trial = new(record.Trial)
	cmd, err = execute(r.ctx, p, args)
	switch {
	case p.Trial.Flags != nil:
		r.note += p.Trial.Note
		err = cli.WithFix(errors.New("flags are missing"), func(args []string) []string {
			return withFlags(args, p.Trial.Flags)
		})
	case err == nil && (p.Doubtful && cmd.Name() != "check" || p.Inputs.Status() != cli.StatusOK || r.ctx.Err() != nil):
		err = errors.New("doubtful")
	}
	return cmd, err
}

// report writes a message about an unknown flag of the command, if there is none yet.
func (r *repair) report(cmd *cobra.Command, err error) {
	if _, ok := errors.AsType[*pflag.NotExistError](err); ok && cmd.Name() == r.command {
		if text := "earl: " + cli.Usage(cmd, err) + "\n"; !strings.Contains(r.unknown, text) {
			r.unknown += text
		}
	}
}

// fix returns a command line that works, made of args, which fail with err, by at most n fixes. It returns nil if there
// is none.
func (r *repair) fix(args []string, cmd *cobra.Command, err error, n int) []string {
	if err == nil {
		return args
	}
	if n == 0 || r.ctx.Err() != nil {
		return nil
	}
	r.report(cmd, err)
	fixes := cli.FixesOf(cmd, err)
	if e, ok := errors.AsType[*cli.Fixable](err); ok {
		fixes = append(fixes, e.Fixes...)
	}
	if e, ok := errors.AsType[*field.TemplateError](err); ok {
		fixes = append(fixes, e.Fixes()...)
	}
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok { // the next mistakes are reported too
		fixes = append(fixes, func(args []string) []string {
			r.partial = true
			return cli.ReplaceFlag("--"+e.GetSpecifiedName(), "use nothing")(args)
		})
	}
	for _, fix := range fixes {
		next, note := fix(args), r.note
		if next == nil {
			continue
		}
		cmd, err := r.try(next)
		if fixed := r.fix(next, cmd, err, n-1); fixed != nil {
			return fixed
		}
		r.note = note
	}
	return nil
}
