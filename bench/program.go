package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"earl.example/internal/testing/urltest"
)

// A program is a process that answers each line of input with one line.
type program struct {
	of      string // "ada", the name of a crate, "CPython" or "Node"
	version string // the first line that it prints
	name    string // in messages and tables
	madeBy  string // the compiler with its options, or ""
	native  bool   // compiled for the processor of this machine
	in      *bufio.Writer
	closer  io.Closer
	out     *bufio.Reader
	cmd     *exec.Cmd
}

// compiled returns the path of a compiled program in the cache. The program is kept, because compiling takes a minute.
// The name of its file has a hash of the compiler, the sources and the processor. If there is no such file, compiled
// runs the command that compile returns. The command writes the file made in a temporary folder.
func compiled(
	what, madeBy string, sources []byte, compile func(temporary string) (cmd *exec.Cmd, made string, err error),
) (file string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "earl-bench")
	hash := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %s", what, madeBy, processor(), sources))
	file = filepath.Join(folder, fmt.Sprintf("program-%x", hash[:8]))
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	fmt.Fprintf(os.Stderr, "compiling %s by %s, which takes a minute\n", what, madeBy)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	temporary, err := os.MkdirTemp(folder, "making")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temporary)
	cmd, made, err := compile(temporary)
	if err != nil {
		return "", err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compiling %s: %w: %.2000s", what, err, out)
	}
	return file, os.Rename(made, file)
}

// rivals are the other programs that are available.
type rivals []*program

// of returns the releases of ada, or the only program with another name.
func (r rivals) of(name string) rivals {
	return slices.DeleteFunc(slices.Clone(r), func(p *program) bool { return p.of != name })
}

func (r rivals) close() {
	for _, p := range r {
		p.close()
	}
}

// start starts a program.
func start(name, file string, args ...string) (*program, error) {
	cmd := exec.Command(file, args...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &program{of: name, name: name, in: bufio.NewWriter(in), closer: in, out: bufio.NewReader(out), cmd: cmd}
	if p.version, err = p.line(); err != nil {
		p.close()
		return nil, fmt.Errorf("%s does not say its version: %w", file, err)
	}
	return p, nil
}

// close ends the program.
func (p *program) close() {
	_ = p.closer.Close()
	_ = p.cmd.Wait() // the answers are complete, so its exit status does not matter
}

func (p *program) line() (string, error) {
	line, err := p.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// ask returns the answer to a question. It panics if the program ends, since no caller can continue without it.
func (p *program) ask(question string) string {
	_, err := p.in.WriteString(question + "\n")
	if err == nil {
		err = p.in.Flush()
	}
	var answer string
	if err == nil {
		answer, err = p.line()
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %v", p.name, err))
	}
	return answer
}

// askAll asks many questions without waiting for each answer.
func (p *program) askAll(questions []string) []string {
	failed := make(chan error, 1)
	go func() {
		var err error
		for _, q := range questions {
			if _, err = p.in.WriteString(q + "\n"); err != nil {
				break
			}
		}
		if err == nil {
			err = p.in.Flush()
		}
		failed <- err
	}()
	answers := make([]string, len(questions))
	for i := range answers {
		var err error
		if answers[i], err = p.line(); err != nil {
			panic(fmt.Sprintf("%s: %v", p.name, err))
		}
	}
	if err := <-failed; err != nil {
		panic(fmt.Sprintf("%s: %v", p.name, err))
	}
	return answers
}

// duration asks for a time in nanoseconds.
func (p *program) duration(question string) time.Duration {
	answer := p.ask(question)
	ns, err := strconv.ParseInt(answer, 10, 64)
	if err != nil || ns < 0 {
		panic(fmt.Sprintf("%s: %.80s is answered by %q", p.name, question, answer))
	}
	return time.Duration(ns)
}

// load sends the texts of the next measurements and the base.
func (p *program) load(texts []string) {
	var b strings.Builder
	b.WriteString("texts")
	for _, s := range texts {
		b.WriteString(" " + token(s))
	}
	p.ask(b.String())
	p.ask("base " + token(base))
}

// op returns an operation over the texts that load sent.
func (p *program) op(what string) urltest.Op {
	return urltest.Op{Name: p.name + " " + what, Chunk: func(start, end int) time.Duration {
		return p.duration(fmt.Sprintf("time %s %d %d", strings.ReplaceAll(what, " ", "_"), start, end))
	}}
}

// many sends ada a hostile text: head, followed by copies of unit that have size bytes in total.
func (p *program) many(head, unit string, size int) {
	p.ask(fmt.Sprintf("many %s %s %d", token(head), token(unit), size/len(unit)))
}

// token encodes a text for a question. Answers have the same encoding.
func token(text string) string { return "=" + hex.EncodeToString([]byte(text)) }

// words returns the texts of an answer, nil for "-".
func words(answer string) []string {
	if answer == "-" {
		return nil
	}
	var texts []string
	for field := range strings.FieldsSeq(answer) {
		text, err := hex.DecodeString(strings.TrimPrefix(field, "="))
		if err != nil {
			panic(fmt.Sprintf("an answer has %q", field))
		}
		texts = append(texts, string(text))
	}
	return texts
}
