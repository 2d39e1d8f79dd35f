package pycodec

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"earl.example/internal/pytext"
)

// An interpreter is a running testdata/judge.py.
type interpreter struct {
	mu      sync.Mutex
	in      io.WriteCloser
	out     *bufio.Reader
	release pytext.Release
}

// interpreters starts every CPython that PATH (as python3) and EARL_PYTHONS
// name, each release once, or skips the test.
func interpreters(tb testing.TB) []*interpreter {
	tb.Helper()
	var paths []string
	if p, err := exec.LookPath("python3"); err == nil {
		paths = append(paths, p)
	}
	paths = append(paths, filepath.SplitList(os.Getenv("EARL_PYTHONS"))...)
	seen := map[pytext.Release]bool{}
	var found []*interpreter
	for _, path := range paths {
		cmd := exec.Command(path, "testdata/judge.py")
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			tb.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			tb.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			tb.Fatalf("%s: %v", path, err)
		}
		p := &interpreter{in: in, out: bufio.NewReader(out)}
		tb.Cleanup(func() {
			in.Close()
			cmd.Wait()
		})
		version := p.ask(tb, map[string]any{"version": true})
		var major int
		if _, err := fmt.Sscanf(version, "%d.%d.%d", &major, &p.release.Minor, &p.release.Patch); err != nil || major != 3 {
			tb.Fatalf("%s is Python %s", path, version)
		}
		if !p.release.AtLeast(8, 0) || seen[p.release] {
			continue
		}
		seen[p.release] = true
		found = append(found, p)
	}
	if len(found) == 0 {
		tb.Skip("no CPython found: neither python3 on PATH nor EARL_PYTHONS names one")
	}
	return found
}

func (p *interpreter) text() Text { return Text{Release: p.release} }

// ask sends one request and returns the answer.
func (p *interpreter) ask(tb testing.TB, request map[string]any) (answer string) {
	tb.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		tb.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		tb.Fatal(err)
	}
	reply, err := p.out.ReadBytes('\n')
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(reply, &answer); err != nil {
		tb.Fatal(err)
	}
	return answer
}

// askBytes is ask for an answer in hexadecimal.
func (p *interpreter) askBytes(tb testing.TB, request map[string]any) string {
	tb.Helper()
	b, err := hex.DecodeString(p.ask(tb, request))
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

// hexText is s in hexadecimal, each surrogate in its three-byte form.
func hexText(s string) string {
	var b []byte
	for len(s) > 0 {
		r, size := pytext.DecodeRune(s)
		b = pytext.AppendRune(b, r)
		s = s[size:]
	}
	return hex.EncodeToString(b)
}

// encode and decode compare one case with the interpreter.
func (p *interpreter) encode(tb testing.TB, x Text, s, encoding, errors string) {
	tb.Helper()
	want := p.askBytes(tb, map[string]any{"encode": hexText(s), "encoding": hexText(encoding), "errors": hexText(errors)})
	if got := outcome(x.AppendEncode(nil, s, encoding, errors)); string(got) != want {
		tb.Errorf("%v: %+q.encode(%+q, %+q)\n got %+q\nwant %+q", p.release, s, encoding, errors, got, want)
	}
}

func (p *interpreter) decode(tb testing.TB, x Text, b []byte, encoding, errors string) {
	tb.Helper()
	want := p.askBytes(tb, map[string]any{"decode": hex.EncodeToString(b), "encoding": hexText(encoding), "errors": hexText(errors)})
	if got := outcome(x.AppendDecode(nil, b, encoding, errors)); string(got) != want {
		tb.Errorf("%v: %q.decode(%+q, %+q)\n got %+q\nwant %+q", p.release, b, encoding, errors, got, want)
	}
}

// TestAgreesWithCPython compares the cases by digest, all of them if EARL_EXHAUSTIVE is set,
// and where two differ, shows the first differing cases.
func TestAgreesWithCPython(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	wide := os.Getenv("EARL_EXHAUSTIVE") != ""
	for _, p := range interpreters(t) {
		t.Run(p.release.String(), func(t *testing.T) {
			t.Parallel()
			for _, module := range coreModules(p.release) {
				for _, errors := range allHandlers {
					want := p.ask(t, map[string]any{"digest": module, "errors": errors, "wide": wide})
					if digest(p.text(), module, errors, wide) != want {
						t.Errorf("%s, errors=%q differ", module, errors)
						p.explain(t, module, errors)
					}
				}
			}
		})
	}
}

func (p *interpreter) explain(t *testing.T, module, errors string) {
	t.Run(module+"/"+errors, func(t *testing.T) {
		if errors != "namereplace" {
			for s := range texts(module, errors, true) {
				if p.encode(t, p.text(), s, module, errors); t.Failed() {
					return
				}
			}
		}
		for b := range inputs(module, true) {
			if p.decode(t, p.text(), b, module, errors); t.Failed() {
				return
			}
		}
	})
}

// TestNamesAgreeWithCPython looks every spelling of every name up.
func TestNamesAgreeWithCPython(t *testing.T) {
	for _, p := range interpreters(t) {
		t.Run(p.release.String(), func(t *testing.T) {
			t.Parallel()
			core := coreModules(p.release)
			for _, name := range spellings() {
				want := p.askBytes(t, map[string]any{"lookup": hexText(name), "core": core})
				if got := lookup(p.text(), name); string(got) != want {
					t.Errorf("%+q\n got %+q\nwant %+q", name, got, want)
				}
			}
		})
	}
}
