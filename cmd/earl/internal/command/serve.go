package command

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/internal/text/jsontext"
)

// maxSessions is the number of command lines of a server that run at a time.
const maxSessions = 64

// A Runner runs a command line and returns its exit status.
type Runner func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Serve returns the command serve, which runs command lines with run.
func Serve(p *record.Process, run Runner) *cobra.Command {
	cmd := page("serve", nil)
	cmd.Args = cli.ExactArgs(0, "no arguments")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if p.Trial != nil {
			return errors.New("serve is not tried")
		}
		ended := make(chan error, 1)
		go func() { ended <- (&server{cmd.Context(), run, map[string]*session{}}).serve(p.Stdin, p.Stdout) }()
		select {
		case err := <-ended:
			if err != nil {
				return cli.Stop(cli.StatusIO, err.Error())
			}
			return nil
		case <-cmd.Context().Done():
			return cli.Stop(cli.StatusInterrupted, "interrupted")
		}
	}
	return cmd
}

// A server answers requests.
type server struct {
	ctx      context.Context
	run      Runner
	sessions map[string]*session // by the first line of their requests
}

// serve answers requests until r ends.
func (s *server) serve(r io.Reader, w io.Writer) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadString('\n')
		if line == "" && err == io.EOF {
			return nil
		}
		input, ended := in.ReadBytes('\n')
		if err = cmp.Or(err, ended); err == io.EOF {
			err = errors.New("the input ends within a request")
		}
		if err != nil {
			return err
		}
		answer, err := s.answer(line, input)
		if err != nil {
			message, _, _ := strings.Cut(err.Error(), "\nSee '")
			message = strings.TrimPrefix(strings.TrimSpace(message), "earl: ")
			answer = fmt.Appendf(nil, `{"ok":false,"error":{"kind":"usage","message":%s}}`+"\n", jsonOf(message))
		}
		if _, err := w.Write(answer); err != nil {
			return err
		}
	}
}

// answer returns the answer to a request of two lines, or an error if the request is not valid.
func (s *server) answer(line string, input []byte) ([]byte, error) {
	one := s.sessions[line]
	if isDocument := input[0] == '"'; isDocument || one == nil {
		args, err := arguments(line)
		switch {
		case err != nil:
			return nil, err
		case isDocument != (args[0] == "extract"):
			return nil, errors.New("the second line is a JSON string for extract, and a record for other commands")
		case isDocument:
			return s.document(args, strings.TrimSpace(string(input)))
		case len(s.sessions) == maxSessions:
			for _, one := range s.sessions {
				one.stdin.Close()
			}
			clear(s.sessions)
		}
		one = s.start(args)
		s.sessions[line] = one
	}
	result, err := one.ask(input)
	if err != nil {
		delete(s.sessions, line)
	}
	return result, err
}

// servedCommands lists the commands that give one result for each record, and extract for documents.
var servedCommands = strings.Fields("parse get join normalize compare set quote unquote query urlencode audit check " +
	"extract")

// unserved lists flags with which a record has no result or several, and flags that read or write files.
var unserved = strings.Fields("allow-bad color count each each-value errors fail-fast files0-from h help i input " +
	"iterate max-errors o only-findings output progress resume sarif since skip-bad sort until where")

// arguments returns the command line of a request.
func arguments(line string) (args []string, err error) {
	if err := json.Unmarshal([]byte(line), &args); err != nil || len(args) == 0 {
		return nil, errors.New("the first line is not a JSON array with a command")
	}
	if !slices.Contains(servedCommands, args[0]) {
		return nil, cli.Unknown("command", args[0], servedCommands)
	}
	for i, arg := range args[1:] {
		if strings.HasPrefix(arg, "--hosts=@") || args[i] == "--hosts" && strings.HasPrefix(arg, "@") {
			return nil, errors.New("--hosts @FILE is not for requests: list the hosts")
		}
		name, _, _ := strings.Cut(arg, "=")
		if name = strings.TrimLeft(name, "-"); name != arg && slices.Contains(unserved, name) {
			return nil, errors.New("--" + name + " is not for requests, which have one result each: remove it")
		}
	}
	return append(args, "--json", "--surrogates", "--quiet"), nil
}

// document runs a command on a document, and returns its results as one line.
func (s *server) document(args []string, quoted string) ([]byte, error) {
	if end, _, err := jsontext.String(quoted, 0); err != nil || end != len(quoted) {
		return nil, errors.New("the second line is not a JSON string")
	}
	text := string(jsontext.AppendUnquote(nil, quoted[1:len(quoted)-1]))
	var out, messages bytes.Buffer
	status := s.run(s.ctx, args, strings.NewReader(text), &out, &messages)
	if status == cli.StatusUsage || status == cli.StatusIO {
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

// start starts a session.
func (s *server) start(args []string) *session {
	records, stdin := io.Pipe()
	results, stdout := io.Pipe()
	one := &session{stdin: stdin, results: bufio.NewReader(results)}
	go func() {
		s.run(s.ctx, append(args, "--in", "jsonl", "--jobs", "1"), records, stdout, &one.messages)
		records.Close()
		stdout.Close()
	}()
	return one
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
