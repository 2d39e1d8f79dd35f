package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/internal/text/jsontext"
)

// maxSessions is the number of command lines of a server that run at a time.
const maxSessions = 64

// serveCommand returns the command serve.
func serveCommand(p *record.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Answer requests of a program, one at a time",
		Long: `Serve lets a program use earl without a process for each question. A request is
two lines. The first is a JSON array with a command and its flags. The second is
a record for the command, as with --in jsonl --json, or a JSON string with a
document for extract. The answer is one line: the result of the record, or a
JSON array of the results of the document. A command line that is not valid has
an error of the kind "usage". Each record must have one result, so do not use
flags such as --where. At most 64 different command lines run at a time.

The package earl-url of Python uses this command.`,
		Example: `  printf '["parse", "--as", "whatwg"]\n{"url": "http://h/a b"}\n' | earl serve`,
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ended := make(chan error, 1)
			go func() { ended <- serve(cmd.Context(), p.Stdin, p.Stdout) }()
			select {
			case err := <-ended:
				if err != io.EOF {
					return cli.Stop(cli.StatusIO, err.Error())
				}
				return nil
			case <-cmd.Context().Done():
				return cli.Stop(cli.StatusInterrupted, "interrupted")
			}
		},
	}
}

// serve answers requests until r ends.
func serve(ctx context.Context, r io.Reader, w io.Writer) error {
	in := bufio.NewReaderSize(r, 1<<16)
	sessions := map[string]*session{}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return err
		}
		input, err := in.ReadBytes('\n')
		if err != nil {
			return err
		}
		answer, err := answer(ctx, sessions, line, input)
		if err != nil {
			answer = usage(err.Error())
		}
		if _, err := w.Write(answer); err != nil {
			return err
		}
	}
}

// answer returns the answer to a request of two lines, or an error if the request is not valid.
func answer(ctx context.Context, sessions map[string]*session, line string, input []byte) ([]byte, error) {
	s := sessions[line]
	if isDocument := input[0] == '"'; isDocument || s == nil {
		args, err := arguments(line)
		switch {
		case err != nil:
			return nil, err
		case isDocument:
			return document(ctx, args, strings.TrimSpace(string(input)))
		case len(sessions) == maxSessions:
			for _, s := range sessions {
				s.stdin.Close()
			}
			clear(sessions)
		}
		s = newSession(ctx, args)
		sessions[line] = s
	}
	result, err := s.ask(input)
	if err != nil {
		delete(sessions, line)
	}
	return result, err
}

// arguments returns the command line of a request.
func arguments(line string) (args []string, err error) {
	if err := json.Unmarshal([]byte(line), &args); err != nil || len(args) == 0 {
		return nil, errors.New("the first line is not a JSON array with a command: " + strings.TrimSpace(line))
	}
	return append(args, "--json", "--surrogates", "--quiet"), nil
}

// usage returns the answer to a request with a wrong command line.
func usage(message string) []byte {
	var o jsontext.Writer
	o.Object("")
	o.Bool("ok", false)
	o.Object("error")
	o.String("kind", "usage")
	message, _, _ = strings.Cut(message, "\nSee '")
	o.String("message", strings.TrimPrefix(strings.TrimSpace(message), "earl: "))
	o.End()
	return append(o.Text, '\n')
}

// document runs a command on a document, and returns its results as one line.
func document(ctx context.Context, args []string, quoted string) ([]byte, error) {
	if end, _, err := jsontext.String(quoted, 0); err != nil || end != len(quoted) {
		return nil, errors.New("the second line is not a JSON string")
	}
	text := string(jsontext.AppendUnquote(nil, quoted[1:len(quoted)-1]))
	var out, messages bytes.Buffer
	if status := run(ctx, args, strings.NewReader(text), &out, &messages); status == cli.StatusUsage || status == cli.StatusIO {
		return nil, errors.New(messages.String())
	}
	results := strings.ReplaceAll(strings.TrimSuffix(out.String(), "\n"), "\n", ",")
	return []byte("[" + results + "]\n"), nil
}

// A session is a command that runs, and answers records.
type session struct {
	stdin    *io.PipeWriter
	results  *bufio.Reader
	messages bytes.Buffer // complete when the results end
}

func newSession(ctx context.Context, args []string) *session {
	records, stdin := io.Pipe()
	results, stdout := io.Pipe()
	s := &session{stdin: stdin, results: bufio.NewReader(results)}
	go func() {
		run(ctx, append(args, "--in", "jsonl", "--jobs", "1"), records, stdout, &s.messages)
		records.Close()
		stdout.Close()
	}()
	return s
}

// ask returns the line with the answer to a record. The error has the messages of a command that ended instead.
func (s *session) ask(record []byte) ([]byte, error) {
	s.stdin.Write(record) // if it fails, the command has ended
	answer, err := s.results.ReadBytes('\n')
	if err != nil {
		return nil, errors.New(s.messages.String())
	}
	return answer, nil
}
