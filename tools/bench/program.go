package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
)

// A program is a rival that runs as a line server. Texts in questions and answers are tokens of package oracle, and "-"
// is a failure:
//
//	texts TEXT...       keeps texts to measure
//	base TEXT           keeps a base
//	time WHAT FROM TO   nanoseconds that WHAT takes for the texts from FROM up to TO
//	parse URL [BASE]    the values of getters, or the URL
//	set URL NAME VALUE  the values of getters after a setter
//	uri URL             the URL, if it has a scheme
//	params TEXT         the names and values of a query
//
// A program knows only the questions that it is asked.
type program struct {
	*oracle.Server
	of     string // "ada", the name of a crate, "CPython" or "Node"
	Name   string // in messages and tables
	MadeBy string // the compiler with its options, or ""
	native bool   // compiled for the processor of this machine
}

// rivals are the other programs that are available.
type rivals []*program

// of returns the releases of ada, or the only program with another name.
func (r rivals) of(name string) rivals {
	return slices.DeleteFunc(slices.Clone(r), func(p *program) bool { return p.of != name })
}

func (r rivals) close() {
	for _, p := range r {
		p.Close()
	}
}

// start starts a program.
func start(name, file string, args ...string) (*program, error) {
	s, err := oracle.Serve(file, args...)
	if err != nil {
		return nil, err
	}
	return &program{Server: s, of: name, Name: name}, nil
}

// ask returns the answers to questions. It panics if the program ends, since no caller can continue without it.
func (p *program) ask(questions ...string) []string {
	answers := make([]string, len(questions))
	if err := p.Lines(questions, func(i int, answer string) { answers[i] = answer }); err != nil {
		panic(err)
	}
	return answers
}

// load sends the texts of the next measurements and the base.
func (p *program) load(texts []string) {
	tokens := make([]string, len(texts))
	for i, s := range texts {
		tokens[i] = oracle.Token(s)
	}
	p.ask("texts "+strings.Join(tokens, " "), "base "+oracle.Token(base))
}

// op returns an operation over the texts that load sent.
func (p *program) op(what string) urltest.Op {
	return urltest.Op{Name: p.Name + " " + what, Chunk: func(start, end int) time.Duration {
		question := fmt.Sprintf("time %s %d %d", strings.ReplaceAll(what, " ", "_"), start, end)
		answer := p.ask(question)[0]
		ns, err := strconv.ParseInt(answer, 10, 64)
		if err != nil || ns < 0 {
			panic(fmt.Sprintf("%s: %s is answered by %q", p.Name, question, answer))
		}
		return time.Duration(ns)
	}}
}
