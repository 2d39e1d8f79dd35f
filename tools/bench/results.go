package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// results are tables that are written to standard output and, if name is not empty, to a file. Unless replace is set,
// an existing file is kept if the tables are incomplete, or if the file has another heading or more rows.
type results struct {
	name          string
	replace       bool // replace the file in any case
	out, messages io.Writer
	lacks         []string // what the tables lack, with the reasons
	text          bytes.Buffer
}

// newResults returns results that are written to standard output, with messages on standard error.
func newResults(name string, replace bool) *results {
	return &results{name: name, replace: replace, out: os.Stdout, messages: os.Stderr}
}

// Write prints a part of the tables and keeps it for the file.
func (r *results) Write(p []byte) (int, error) {
	r.text.Write(p)
	return r.out.Write(p)
}

// goWithout records that the tables lack something, and the reason. If why is nil, it does nothing.
func (r *results) goWithout(what string, why error) {
	if why == nil {
		return
	}
	r.lacks = append(r.lacks, fmt.Sprintf("%s: %v", what, why))
	fmt.Fprintf(r.messages, "bench: goes without %s: %v\n", what, why)
}

// announce says at the start if save will not replace the file.
func (r *results) announce() {
	if _, err := os.Stat(r.name); err == nil && len(r.lacks) > 0 && !r.replace {
		fmt.Fprintf(r.messages, "bench: %s will stay as it is, and the tables are printed alone\n", r.name)
	}
}

// save writes the file, unless it must keep the existing file.
func (r *results) save() error {
	if r.name == "" {
		return nil
	}
	old, err := os.ReadFile(r.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lacks := r.lacks
	if was := heading(old); was != "" && was != heading(r.text.Bytes()) {
		lacks = append(lacks, fmt.Sprintf("its heading, %q", was))
	}
	if n := rowsOf(old) - rowsOf(r.text.Bytes()); n > 0 {
		lacks = append(lacks, fmt.Sprintf("%d of the rows that it has", n))
	}
	if err == nil && len(lacks) > 0 && !r.replace {
		fmt.Fprintf(r.messages, "bench: %s stays as it is, since these tables go without\n  %s\n"+
			"The flag -replace writes them all the same; so does -write with a new name.\n", r.name, strings.Join(lacks, "\n  "))
		return nil
	}
	return os.WriteFile(r.name, r.text.Bytes(), 0o644)
}

// heading returns the first line of the tables.
func heading(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}

// rowsOf counts the rows of tables.
func rowsOf(text []byte) int { return bytes.Count(text, []byte("\n|")) }
