package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// commandResult is the processor time of a program per line.
type commandResult struct {
	name          string
	args          []string // the program and its arguments; it reads standard input
	perLine       float64  // nanoseconds
	must, stretch float64
	earl          string // for a rival, the command of earl that does the same
}

// loopFlag runs this program as a rival of the command: for each line of standard input, it calls Parse and String of
// net/url.
const loopFlag = "-loop"

func loop(r io.Reader, w io.Writer) error {
	lines, out := bufio.NewScanner(r), bufio.NewWriterSize(w, 1<<16)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if u, err := url.Parse(lines.Text()); err == nil {
			_, _ = out.WriteString(u.String())
		}
		_ = out.WriteByte('\n')
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// These operations of earl are compared with rivals. In a template such as parts, trurl decodes a component unless a
// colon precedes its name.
const (
	getsParts           = "earl get, six parts"
	parsesAsPython      = "earl parse --as urllib"
	templateOfFunctions = "{host|lower} {path|decode}"
	parts               = "{scheme} {host} {port} {path} {query} {fragment}"
)

// commandPrograms returns the command and its rivals: the loop of this program, the loop in Python, and trurl unless
// its path is "".
func commandPrograms(self, earl string, python rivals, trurl string) []commandResult {
	command := func(args ...string) []string { return append([]string{earl, args[0], "--jobs", "1"}, args[1:]...) }
	all := []commandResult{
		{name: "a loop of net/url.Parse and String", args: []string{self, loopFlag}},
		{name: "earl parse", args: command("parse"), must: 0.8, stretch: 0.5},
		{name: "earl parse --json", args: command("parse", "--json"), must: 1.8, stretch: 1.0},
		{name: getsParts, args: command("get", parts)},
		{name: "earl normalize", args: command("normalize")},
		{name: "earl parse --as whatwg", args: command("parse", "--as", "whatwg")},
		{name: parsesAsPython, args: command("parse", "--as", "urllib")},
		{name: "earl get, a template with functions", args: command("get", templateOfFunctions)},
		{name: "earl audit --json", args: command("audit", "--json")},
		{name: "earl dedupe", args: command("dedupe")},
		{name: "earl extract", args: []string{earl, "extract", "--type", "text"}},
	}
	for _, p := range python {
		all = append(all, commandResult{name: "a loop of CPython's urlsplit", earl: parsesAsPython,
			args: []string{p.Path, "-c", pythonScript, "loop"}})
	}
	if trurl != "" {
		undecoded := strings.NewReplacer("{path", "{:path", "{query", "{:query", "{fragment", "{:fragment").Replace(parts)
		all = append(all,
			commandResult{name: "trurl --get", args: []string{trurl, "-f", "-", "--get", undecoded}, earl: getsParts},
			commandResult{name: "trurl --json", args: []string{trurl, "-f", "-", "--json"}, earl: "earl parse --json"})
	}
	return all
}

// measureCommand runs the command with one worker and its rivals in turn over the URLs. It returns the fastest of
// several runs of each.
func measureCommand(urls []string, runs int, python rivals, trurl string) ([]commandResult, error) {
	folder, err := os.MkdirTemp("", "earl-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "earl") // on Windows, exec.Command adds .exe
	build := exec.Command("go", "build", "-o", folder+string(filepath.Separator), "./cmd/earl")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the command: %w: %s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	const times = 10
	input := filepath.Join(folder, "urls")
	if err := os.WriteFile(input, []byte(strings.Repeat(strings.Join(urls, "\n")+"\n", times)), 0o600); err != nil {
		return nil, err
	}
	programs := commandPrograms(self, program, python, trurl)
	for range runs {
		for i := range programs {
			p := &programs[i]
			took, err := processorTime(p.args, input)
			if err != nil {
				return nil, err
			}
			if perLine := float64(took) / float64(times*len(urls)); p.perLine == 0 || perLine < p.perLine {
				p.perLine = perLine
			}
		}
	}
	return programs, nil
}

func processorTime(args []string, input string) (time.Duration, error) {
	file, err := os.Open(input)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = file
	if err := cmd.Run(); err != nil {
		// The exit status of the command is 3 if it rejects some URLs.
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 3 {
			return 0, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
