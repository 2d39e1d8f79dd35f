package pyjudge

import (
	"bufio"
	_ "embed" // for the script
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"earl.example/internal/python/str"
)

// script is what an interpreter runs; it says what requests there are.
//
//go:embed judge.py
var script string

// An Interpreter is a CPython that runs judge.py.
type Interpreter struct {
	Release str.Release

	mu  sync.Mutex
	in  io.WriteCloser
	out *bufio.Reader
}

// Interpreters starts every CPython that PATH (as python3) and EARL_PYTHONS
// name, each release once, or skips the test.
func Interpreters(tb testing.TB) []*Interpreter {
	tb.Helper()
	var paths []string
	if p, err := exec.LookPath("python3"); err == nil {
		paths = append(paths, p)
	}
	paths = append(paths, filepath.SplitList(os.Getenv("EARL_PYTHONS"))...)
	seen := map[str.Release]bool{}
	var found []*Interpreter
	for _, path := range paths {
		cmd := exec.Command(path, "-c", script)
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
		p := &Interpreter{in: in, out: bufio.NewReader(out)}
		tb.Cleanup(func() {
			in.Close()
			cmd.Wait()
		})
		version := p.Ask(tb, map[string]any{"version": true})
		var major int
		if _, err := fmt.Sscanf(version, "%d.%d.%d", &major, &p.Release.Minor, &p.Release.Patch); err != nil || major != 3 {
			tb.Fatalf("%s is Python %s", path, version)
		}
		if !p.Release.AtLeast(8, 0) || seen[p.Release] {
			continue
		}
		seen[p.Release] = true
		found = append(found, p)
	}
	if len(found) == 0 {
		tb.Skip("no CPython found: neither python3 on PATH nor EARL_PYTHONS names one")
	}
	return found
}

// Ask sends one request and returns the answer.
func (p *Interpreter) Ask(tb testing.TB, request map[string]any) (answer string) {
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

// AskBytes is Ask for an answer in hexadecimal.
func (p *Interpreter) AskBytes(tb testing.TB, request map[string]any) string {
	tb.Helper()
	b, err := hex.DecodeString(p.Ask(tb, request))
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

// Encode returns what s.encode(encoding, errors) does.
func (p *Interpreter) Encode(tb testing.TB, s, encoding, errors string) string {
	tb.Helper()
	return p.AskBytes(tb, map[string]any{"encode": Hex(s), "encoding": Hex(encoding), "errors": Hex(errors)})
}

// Decode returns what b.decode(encoding, errors) does.
func (p *Interpreter) Decode(tb testing.TB, b []byte, encoding, errors string) string {
	tb.Helper()
	return p.AskBytes(tb, map[string]any{"decode": hex.EncodeToString(b), "encoding": Hex(encoding), "errors": Hex(errors)})
}

// Hex is s in hexadecimal, each surrogate in its three-byte form.
func Hex(s string) string { return hex.EncodeToString([]byte(str.Canonical(s))) }

// Outcome is a result or an exception as judge.py writes it.
func Outcome(got []byte, err *str.Exception) []byte {
	if err == nil {
		return append([]byte("="), got...)
	}
	text := "!" + err.Class + "|" + err.Text
	if u := err.Unicode; u != nil {
		text += fmt.Sprintf("|%s|%d|%d|%s", u.Encoding, u.Start, u.End, u.Reason)
	}
	return []byte(text)
}
