package house

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// An example is a command in a document with its output.
type example struct {
	command, output string
	line            int
}

// examples returns the commands of the console blocks of a Markdown text.
func examples(text string) []example {
	var all []example
	inside, n := false, 0
	for line := range strings.Lines(text) {
		n++
		if language, fence := strings.CutPrefix(line, "```"); fence {
			inside = strings.TrimSpace(language) == "console"
		} else if command, ok := strings.CutPrefix(line, "$ "); ok && inside {
			all = append(all, example{command: strings.TrimSpace(command), line: n})
		} else if inside && len(all) > 0 {
			all[len(all)-1].output += line
		}
	}
	return all
}

// withCommands returns the documents with console blocks to run: README.md and the guides.
func withCommands(t *testing.T) []string {
	names := []string{"README.md"}
	for _, f := range mustText(t) {
		if strings.HasPrefix(f.path, "docs/guide/") && strings.Contains(string(f.text), "\n```console\n") {
			names = append(names, f.path)
		}
	}
	return names
}

// TestReadmeCommands runs the commands that documents show and compares their output.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds and runs the command: not with -short")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to run commands with")
	}
	bin := t.TempDir()
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = root
		path := "PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH")
		cmd.Env = append(os.Environ(), path, "LC_ALL=C.UTF-8")
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
		t.Fatalf("git clone: %v, want success\n%s", err, out)
	}
	for _, name := range withCommands(t) {
		ran := 0
		for _, e := range examples(document(t, name)) {
			if strings.HasPrefix(e.command, "go test") {
				continue // this test
			}
			ran++
			// A command may fail on purpose: its output is compared.
			out, err := run(sh, "-c", e.command)
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if out != e.output {
				t.Errorf("%s:%d: %s\nprints\n%s\nnot as the document says:\n%s", name, e.line, e.command, out, e.output)
			}
		}
		if ran == 0 {
			t.Errorf("%s shows no command", name)
		}
	}
}
