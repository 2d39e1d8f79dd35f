package examples_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestPipeline(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the command: not with -short")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	bin := t.TempDir()
	out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "earl"), "../cmd/earl").CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command")
	} else if err != nil {
		t.Fatalf("go build: %v, want success\n%s", err, out)
	}
	log, err := os.Open("pipeline/log.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(sh, "pipeline/pages.sh")
	cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	cmd.Stdin = log
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err = cmd.Output()
	const want = "3 example.com /a\n2 example.com /~me\n1 example.co.uk /\n1 - me@example.com\n"
	if string(out) != want {
		t.Errorf("prints\n%swant\n%s", out, want)
	}
	if cmd.ProcessState.ExitCode() != 3 || !strings.Contains(stderr.String(), "record 5") {
		t.Errorf("status %v: %s", err, &stderr)
	}
}
