package urltest

import (
	"errors"
	"os/exec"
	"regexp"
	"testing"
)

// Inlined checks that the compiler can inline the given methods of a type in the tested package. It runs the go command
// and reads the compiler's output. If there is no go command, it skips the test.
func Inlined(t *testing.T, typ string, methods ...string) {
	t.Helper()
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no go command")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := map[string]bool{}
	for _, m := range regexp.MustCompile(`can inline (\w+\.\w+)`).FindAllSubmatch(out, -1) {
		said[string(m[1])] = true
	}
	for _, name := range methods {
		if !said[typ+"."+name] {
			t.Errorf("%s.%s is not inlined", typ, name)
		}
	}
}
