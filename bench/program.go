package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"earl.example/internal/testing/urltest"
)

// A program is a process that answers each line of input with one line.
type program struct {
	name, version string // the version is the first line that it prints
	in            *bufio.Writer
	closer        io.Closer
	out           *bufio.Reader
	cmd           *exec.Cmd
}

// start starts a program. name is its name in messages.
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
	p := &program{name: name, in: bufio.NewWriter(in), closer: in, out: bufio.NewReader(out), cmd: cmd}
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
	return urltest.Op{Name: p.name + " " + strings.ReplaceAll(what, "_", " "),
		Chunk: func(start, end int) time.Duration {
			return p.duration(fmt.Sprintf("time %s %d %d", what, start, end))
		}}
}

// token encodes a text for a question to ada, node or a crate. Their answers have the same encoding.
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
