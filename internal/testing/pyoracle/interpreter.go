package pyoracle

import (
	"bufio"
	_ "embed" // for the script
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"

	"earl.example/internal/python/str"
)

// script is the Python program that an interpreter runs. It documents the requests.
//
//go:embed oracle.py
var script string

// An Interpreter is a Python that runs oracle.py.
type Interpreter struct {
	Python

	mu  sync.Mutex
	in  io.WriteCloser
	out *bufio.Reader
}

// Start starts the interpreter.
func (py Python) Start(tb testing.TB) *Interpreter {
	tb.Helper()
	cmd := exec.Command(py.Path, "-c", script)
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
		tb.Fatalf("%s: %v", py.Path, err)
	}
	tb.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &Interpreter{Python: py, in: in, out: bufio.NewReader(out)}
}

// Interpreters starts all interpreters that [Pythons] returns.
func Interpreters(tb testing.TB) (found []*Interpreter) {
	tb.Helper()
	for _, py := range Pythons(tb) {
		found = append(found, py.Start(tb))
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

// AskBytes is like Ask, and decodes an answer in hexadecimal.
func (p *Interpreter) AskBytes(tb testing.TB, request map[string]any) string {
	tb.Helper()
	b, err := hex.DecodeString(p.Ask(tb, request))
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

// Encode returns the result of s.encode(encoding, errors) in Python.
func (p *Interpreter) Encode(tb testing.TB, s, encoding, errors string) string {
	tb.Helper()
	return p.AskBytes(tb, map[string]any{"encode": Hex(s), "encoding": Hex(encoding), "errors": Hex(errors)})
}

// Decode returns the result of b.decode(encoding, errors) in Python.
func (p *Interpreter) Decode(tb testing.TB, b []byte, encoding, errors string) string {
	tb.Helper()
	return p.AskBytes(tb, map[string]any{"decode": hex.EncodeToString(b), "encoding": Hex(encoding),
		"errors": Hex(errors)})
}

// Hex returns s in hexadecimal, with each surrogate encoded in three bytes.
func Hex(s string) string { return hex.EncodeToString([]byte(str.Canonical(s))) }

// Outcome returns a result or an exception in the format of oracle.py.
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
