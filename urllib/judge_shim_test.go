package urllib_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestCPythonsOwnTests runs the tests that each Python found has for its
// urllib.parse, as they are installed with it, against earl: a module that
// asks earl stands in for urllib.parse. See testdata/shim/run.py, which also
// lists the tests that are skipped, and why.
func TestCPythonsOwnTests(t *testing.T) {
	withShim(t, func(t *testing.T, release string, python func(args ...string) *exec.Cmd) {
		if out, err := python("-c", "import test.test_urlparse").CombinedOutput(); err != nil {
			t.Skipf("CPython %s is installed without its tests: %s", release, lastLine(out))
		}
		var stdout, stderr bytes.Buffer
		cmd := python(filepath.Join("testdata", "shim", "run.py"))
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		var counts struct {
			Run     int
			Failed  []string
			Skipped map[string]string
			Itself  []string `json:"skipped by themselves"`
			Calls   int
		}
		if e := json.Unmarshal([]byte(lastLine(stdout.Bytes())), &counts); e != nil {
			t.Fatalf("%v: %v\n%s", err, e, stderr.Bytes())
		}
		if err != nil || len(counts.Failed) > 0 {
			t.Errorf("failed: %s\n%.20000s", counts.Failed, stderr.Bytes())
		}
		// So that a broken shim cannot pass by running next to nothing.
		if counts.Run < 40 || counts.Calls < 2_000 {
			t.Errorf("%d tests made %d calls: too few", counts.Run, counts.Calls)
		}
		t.Logf("CPython %s: %d tests passed with %d calls of earl, %d skipped by name, %d by themselves",
			release, counts.Run-len(counts.Failed)-len(counts.Itself), counts.Calls, len(counts.Skipped), len(counts.Itself))
	})
}

// TestObjectProtocol: what Python's own objects do in calls that no Go program can
// write (U-020, U-021, U-065, U-073, U-078, U-084, U-102, U-108, U-109, U-110, U-111,
// U-128, U-135, U-147, U-155, U-157, U-160, U-164), the module that asks earl does as
// urllib.parse. See testdata/shim/calls.txt.
func TestObjectProtocol(t *testing.T) {
	withShim(t, func(t *testing.T, _ string, python func(args ...string) *exec.Cmd) {
		out, err := python(filepath.Join("testdata", "shim", "compare.py")).CombinedOutput()
		if n, _, _ := strings.Cut(lastLine(out), " "); err != nil || len(n) < 2 {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// withShim runs a test for each Python found that can start programs: python is
// that with arguments, in a place where earl_parse.py finds earl.
func withShim(t *testing.T, run func(t *testing.T, release string, python func(args ...string) *exec.Cmd)) {
	all := oracles(t)
	server := buildServer(t)
	for _, o := range all {
		if o.once {
			continue // cannot start the server
		}
		t.Run(o.release, func(t *testing.T) {
			t.Parallel()
			run(t, o.release, func(args ...string) *exec.Cmd {
				cmd := exec.Command(o.command[0], append(o.command[1:len(o.command):len(o.command)], args...)...)
				cmd.Env = append(os.Environ(), "EARL_PYSERVER="+server, "EARL_PYTHON="+o.release, "PYTHONDONTWRITEBYTECODE=1")
				return cmd
			})
		})
	}
}

// buildServer builds internal/pyserver and returns its path.
func buildServer(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pyserver")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", path, "../internal/testing/pyserver").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}
