package house

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// testCommand is the command of README.md that passes the tests. It is not
// run here, since it is what runs this.
const testCommand = "go test ./..."

// An example is one command shown in a document, and what it prints.
type example struct {
	command, output string
	line            int
}

// blocks returns the fenced blocks of a language in a Markdown text, with the
// number of each one's first line.
func blocks(text, language string) (bodies []string, lines []int) {
	var body strings.Builder
	inside, wanted := false, false
	n := 0
	for line := range strings.Lines(text) {
		n++
		switch name, fence := strings.CutPrefix(line, "```"); {
		case fence && inside:
			if wanted {
				bodies = append(bodies, body.String())
			}
			inside, wanted = false, false
		case fence:
			inside, wanted = true, strings.TrimSpace(name) == language
			if wanted {
				body.Reset()
				lines = append(lines, n+1)
			}
		case wanted:
			body.WriteString(line)
		}
	}
	return bodies, lines
}

// examples returns the commands of the console blocks of a Markdown text.
func examples(text string) []example {
	var all []example
	bodies, lines := blocks(text, "console")
	for i, body := range bodies {
		n := lines[i]
		for line := range strings.Lines(body) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, example{command: strings.TrimSpace(command), line: n})
			} else if len(all) > 0 {
				all[len(all)-1].output += line
			}
			n++
		}
	}
	return all
}

// listed matches a command in the list that earl --help prints.
var listed = regexp.MustCompile(`(?m)^  ([a-z]+) {2,}[A-Z]`)

// TestReadmeCommands runs what README.md shows, and compares. The matrix of
// ARCHITECTURE.md has each command.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to run commands with")
	}
	bin := t.TempDir()
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	program := filepath.Join(bin, "earl")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := run("go", "build", "-o", program, "./cmd/earl"); errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command")
	} else if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := run(program, "--help")
	if err != nil {
		t.Fatal(err)
	}
	architecture := document(t, "ARCHITECTURE.md")
	_, list, found := strings.Cut(out, "Commands:")
	if !found {
		t.Fatalf("earl --help lists no commands:\n%s", out)
	}
	for _, m := range listed.FindAllStringSubmatch(list, -1) {
		if name := m[1]; name != "help" && !strings.Contains(architecture, "`"+name+"`") {
			t.Errorf("the matrix of ARCHITECTURE.md does not have the command %s", name)
		}
	}
	ran, tests := 0, 0
	for _, e := range examples(document(t, "README.md")) {
		if e.command == testCommand {
			tests++
			continue
		}
		ran++
		// A command may fail on purpose: what it prints decides.
		out, err := run(sh, "-c", e.command)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if out != e.output {
			t.Errorf("README.md:%d: %s\nprints\n%s\nnot\n%s", e.line, e.command, out, e.output)
		}
	}
	if ran < 5 || tests != 1 {
		t.Errorf("README.md shows %d commands, and %q %d times", ran, testCommand, tests)
	}
}

var printed = regexp.MustCompile(`(?m)^\s*fmt\.Println\(.*\) +// (.*)$`)

// TestReadmeCode runs the Go code of README.md, in which the comment behind a
// call of Println is what that prints.
func TestReadmeCode(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	bodies, lines := blocks(document(t, "README.md"), "go")
	if len(bodies) != 1 {
		t.Fatalf("README.md has %d blocks of Go", len(bodies))
	}
	source := fmt.Sprintf("package main\n\nimport (\n\t\"fmt\"\n\n\t%q\n)\n\nfunc main() {\n%s}\n", module+"/urllib", bodies[0])
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, m := range printed.FindAllStringSubmatch(bodies[0], -1) {
		want.WriteString(m[1] + "\n")
	}
	cmd := exec.Command("go", "run", file)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("README.md:%d: %v\n%s", lines[0], err, &stderr)
	}
	if want.Len() == 0 || string(out) != want.String() {
		t.Errorf("README.md:%d: prints\n%s\nnot\n%s", lines[0], out, want.String())
	}
}
