package main

import (
	_ "embed"
	"encoding/json"
	"time"

	"earl.example/internal/testing/urltest"
)

//go:embed python.py
var script string

// A python is a CPython that times its own urllib.parse.
type python struct{ *program }

// newPython starts the interpreter of that name, or returns nil and why not.
func newPython(name string) (*python, error) {
	p, err := start("CPython", name, "-c", script)
	if err != nil {
		return nil, err
	}
	return &python{p}, nil
}

// question is a line of JSON, which cannot fail for what is asked.
func (p *python) question(members map[string]any) string {
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// load gives the interpreter the texts of the next measurements, and the base.
func (p *python) load(texts []string) {
	p.ask(p.question(map[string]any{"texts": texts, "base": base}))
}

// op is a contestant for a race over the texts that were loaded.
func (p *python) op(function string) urltest.Op {
	return urltest.Op{Name: "CPython " + function, Chunk: func(start, end int) time.Duration {
		return p.duration(p.question(map[string]any{"do": function, "start": start, "end": end}))
	}}
}
