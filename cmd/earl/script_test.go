// Package testscript does not build on these.

//go:build !js && !plan9

package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the files that scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"earl": main})
}

// TestScript runs the scripts of testdata/script. Beside the usual commands of
// testscript they have:
//
//	run [args…] [<FILE]        run earl in the process of the test, which is faster than exec; args name no files
//	exits N command [args…]    run a command. Its exit status must be N; "run" is the one above
//	bytes FILE TEXT            write a file; TEXT has the escapes of Go strings
//	output TEXT                standard output must be TEXT, with the same escapes
//	repeat FILE N TEXT         append TEXT, with the same escapes, to a file N times
//	size FILE N                a file, or stdout, must have N bytes
//	join FILE PART…            write a file that has the bytes of others
//	head FILE N FROM           write a file of the first N bytes of another; of -N, of all but the last
//	glob PATTERN N             N files must match a pattern
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			// The race detector keeps each process for a second at its end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "full" {
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, errors.New("no such condition")
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"run":    runInside,
			"exits":  exits,
			"bytes":  writeBytes,
			"output": output,
			"repeat": repeat,
			"size":   size,
			"join":   joinFiles,
			"head":   head,
			"glob":   glob,
		},
	})
}

func check(ts *testscript.TestScript, neg bool, args []string, least int, usage string) {
	if neg || len(args) < least {
		ts.Fatalf("usage: %s", usage)
	}
}

func unquote(ts *testscript.TestScript, text string) string {
	s, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	ts.Check(err)
	return s
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

func runInside(ts *testscript.TestScript, neg bool, args []string) {
	if status := inside(ts, args); (status != 0) != neg {
		ts.Fatalf("exit status %d", status)
	}
}

// inside runs the command on the standard input that the last argument names, and returns its exit status.
func inside(ts *testscript.TestScript, args []string) int {
	in := ""
	if n := len(args) - 1; n >= 0 && strings.HasPrefix(args[n], "<") {
		in, args = ts.ReadFile(args[n][1:]), args[:n]
	}
	return run(context.Background(), args, strings.NewReader(in), ts.Stdout(), ts.Stderr())
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 2, "exits N command [args…]")
	want, got := number(ts, args[0]), 0
	if args[1] == "run" {
		got = inside(ts, args[2:])
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 2, "bytes FILE TEXT")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(unquote(ts, args[1])), 0o666))
}

func output(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 1, "output TEXT")
	if got, want := ts.ReadFile("stdout"), unquote(ts, args[0]); got != want {
		ts.Fatalf("standard output is %q, want %q", got, want)
	}
}

func repeat(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 3, "repeat FILE N TEXT")
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	ts.Check(err)
	text, n := []byte(unquote(ts, args[2])), number(ts, args[1])
	for n > 0 {
		some := min(n, 1+1<<20/len(text))
		_, err := f.Write(bytes.Repeat(text, some))
		ts.Check(err)
		n -= some
	}
	ts.Check(f.Close())
}

func size(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 2, "size FILE N")
	if got, want := len(ts.ReadFile(args[0])), number(ts, args[1]); got != want {
		ts.Fatalf("%s has %d bytes, want %d", args[0], got, want)
	}
}

func joinFiles(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 1, "join FILE PART…")
	var all strings.Builder
	for _, part := range args[1:] {
		all.WriteString(ts.ReadFile(part))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(all.String()), 0o666))
}

func head(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 3, "head FILE N FROM")
	all, n := ts.ReadFile(args[2]), number(ts, args[1])
	if n < 0 {
		n += len(all)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(all[:n]), 0o666))
}

func glob(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, args, 2, "glob PATTERN N")
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if want := number(ts, args[1]); len(found) != want {
		ts.Fatalf("%d files, want %d: %q", len(found), want, found)
	}
}
