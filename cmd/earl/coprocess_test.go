package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"earl.example/cmd/earl/internal/cli"
)

// TestCoprocess: every command that gives one result for a record answers each record before the next one arrives, and
// ends with the input, in each format of input and output.
func TestCoprocess(t *testing.T) {
	t.Parallel()
	for _, command := range []string{
		"parse", "parse --where host!=\"\"", "get {host}", "get --field host --field path", "join http://b/", "normalize",
		"normalize --profile whatwg", "set --port 1", "dedupe", "dedupe --by whatwg", "quote", "unquote", "query",
		"query --url", "audit", "compare", "urlencode",
	} {
		ins, outs := []string{"lines", "nul", "jsonl", "csv", "tsv"}, []string{"text", "nul", "jsonl", "csv", "tsv"}
		if command == "compare" || command == "urlencode" { // with records that are not cells
			ins, outs = ins[:3], outs[:3]
		}
		for _, in := range ins {
			for _, out := range outs {
				for _, jobs := range []string{"1", "2"} {
					line := fmt.Sprintf("%s --in %s --out %s --jobs %s", command, in, out, jobs)
					t.Run(line, func(t *testing.T) {
						t.Parallel()
						answers(t, strings.Fields(line), in, out)
					})
				}
			}
		}
	}
}

// answers runs a command that gets a record when it has answered the one before.
func answers(t *testing.T, args []string, in, out string) {
	stdin, records := io.Pipe()
	results, stdout := io.Pipe()
	status := make(chan int, 1)
	var messages strings.Builder
	go func() {
		status <- run(context.Background(), args, stdin, stdout, &messages)
		stdout.Close()
	}()
	defer time.AfterFunc(20*time.Second, func() {
		results.CloseWithError(fmt.Errorf("no answer"))
		stdin.CloseWithError(io.ErrUnexpectedEOF)
	}).Stop()
	r := bufio.NewReader(results)
	delim := byte('\n')
	if out == "nul" {
		delim = 0
	}
	ask := func(record string, answers int) {
		go io.WriteString(records, record) // the header of a table may be waiting to be read
		for range answers {
			if got, err := r.ReadString(delim); err != nil {
				t.Fatalf("%q: %q, %v, want an answer", record, got, err)
			}
		}
	}
	inTable, outTable := in == "csv" || in == "tsv", out == "csv" || out == "tsv"
	for i := range 3 {
		text := fmt.Sprintf("http://h%d/p?a=b", i)
		var value any = text
		switch args[0] {
		case "compare":
			text, value = text+"\t"+text, []string{text, text}
		case "urlencode":
			text, value = fmt.Sprintf("a=%d", i), map[string]int{"a": i}
		}
		ends := map[string]string{"lines": "\n", "nul": "\x00", "csv": "\n", "tsv": "\n", "jsonl": "\n"}[in]
		if in == "jsonl" {
			data, _ := json.Marshal(value)
			text = string(data)
		}
		answers := 1
		if i == 0 && outTable {
			answers = 2 // the header too
		}
		if i == 0 && inTable {
			text = "url\n" + text
		}
		ask(text+ends, answers)
	}
	records.Close()
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 {
		t.Errorf("%q, %v after the last record", rest, err)
	}
	if got := <-status; got != cli.StatusOK {
		t.Errorf("status %d, %s", got, &messages)
	}
}
