package main

import (
	_ "embed"
	"encoding/json"
	"time"

	"earl.example/internal/testing/urltest"
)

//go:embed python.py
var script string

// A python is a CPython that measures its own urllib.parse.
type python struct{ *program }

// newPython starts an interpreter, or returns nil and the reason.
func newPython(name string) (*python, error) {
	p, err := start("CPython", name, "-c", script)
	if err != nil {
		return nil, err
	}
	return &python{p}, nil
}

// question returns a JSON object with the given members. Marshal cannot fail for the members that are used.
func (p *python) question(members map[string]any) string {
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// load sends the texts of the next measurements and the base.
func (p *python) load(texts []string) {
	p.ask(p.question(map[string]any{"texts": texts, "base": base}))
}

// op returns an operation over the texts that load sent.
func (p *python) op(function string) urltest.Op {
	return urltest.Op{Name: "CPython " + function, Chunk: func(start, end int) time.Duration {
		return p.duration(p.question(map[string]any{"do": function, "start": start, "end": end}))
	}}
}
