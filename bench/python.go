package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"earl.example/internal/urltest"
)

//go:embed python.py
var script string

// A python is a CPython that times its own urllib.parse.
type python struct {
	version string
	in      io.WriteCloser
	out     *bufio.Reader
}

// newPython starts the interpreter of that name, or returns nil and why not.
func newPython(name string) (*python, error) {
	cmd := exec.Command(name, "-c", script)
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
	p := &python{in: in, out: bufio.NewReader(out)}
	p.version, err = p.answer()
	return p, err
}

func (p *python) answer() (string, error) {
	line, err := p.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

func (p *python) ask(question any) string {
	text, err := json.Marshal(question)
	if err == nil {
		_, err = fmt.Fprintf(p.in, "%s\n", text)
	}
	var answer string
	if err == nil {
		answer, err = p.answer()
	}
	if err != nil {
		panic(fmt.Sprintf("CPython: %v", err))
	}
	return answer
}

// load gives the interpreter the texts of the next measurements.
func (p *python) load(texts []string) { p.ask(map[string]any{"texts": texts}) }

// op is a contestant for a race over the texts that were loaded.
func (p *python) op(function string) urltest.Op {
	return urltest.Op{Name: "CPython " + function, Chunk: func(start, end int) time.Duration {
		ns, err := strconv.ParseInt(p.ask(map[string]any{"do": function, "start": start, "end": end}), 10, 64)
		if err != nil {
			panic(fmt.Sprintf("CPython: %v", err))
		}
		return time.Duration(ns)
	}}
}
