// The command pyserver answers calls of urllib.parse with package urllib, for
// tests only: it lets a Python program ask earl what it would ask its own
// library. It reads one JSON object a line,
//
//	{"python": "3.11.7", "call": "urlsplit('http://h/').port"}
//
// and answers each with one line,
//
//	{"outcome": "None"}
//
// where call and outcome are as in package pycall, or with
//
//	{"error": "…"}
//
// if no Go program can make that call.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	"earl.example/internal/testing/pycall"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

type request struct {
	Python string `json:"python"`
	Call   string `json:"call"`
}

type response struct {
	Outcome string `json:"outcome,omitempty"`
	Error   string `json:"error,omitempty"`
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("pyserver: ")
	if err := serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// serve answers until the input ends.
func serve(in io.Reader, out io.Writer) error {
	r := bufio.NewReaderSize(in, 1<<16)
	w := json.NewEncoder(out)
	w.SetEscapeHTML(false)
	for {
		// Lines have no limit: a call holds its input.
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err := w.Encode(answer(line)); err != nil {
			return err
		}
	}
}

// answer performs one call.
func answer(line []byte) response {
	var req request
	if err := json.Unmarshal(line, &req); err != nil {
		return response{Error: err.Error()}
	}
	version, err := urllib.ParseVersion(req.Python)
	if err != nil {
		return response{Error: err.Error()}
	}
	call, err := pycall.Parse(req.Call)
	if err != nil {
		return response{Error: err.Error()}
	}
	outcome, err := pycall.Outcome(urllib.Python{Version: version, Codecs: codecs.All{}}, call)
	if err != nil {
		return response{Error: err.Error()}
	}
	return response{Outcome: outcome}
}
