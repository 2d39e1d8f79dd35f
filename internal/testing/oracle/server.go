package oracle

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// A Question is a URL to parse, or to resolve against a base.
type Question struct {
	Base    string
	HasBase bool
	URL     string
}

// String formats the question for a message of a test.
func (q Question) String() string {
	if q.HasBase {
		return fmt.Sprintf("%.500q against %.500q", q.URL, q.Base)
	}
	return fmt.Sprintf("%.500q", q.URL)
}

// A Program says how to start a program as a line server.
type Program struct {
	Name     string   // name in messages, such as "PHP"
	Variable string   // environment variable that lists commands, separated as in PATH, such as "EARL_LIBCURLS"
	Command  string   // command to run if the variable is not set, such as "php"
	Args     []string // arguments of each command, such as "testdata/oracle.php"

	// Folders means that Variable lists folders instead of commands. Each is the last argument of Command.
	Folders bool

	// Build, if not nil, compiles a command. The names in Variable and Command are then names for Build, such as "1.25.7".
	Build func(tb testing.TB, name string) (command string)
}

// A Server is a running program that answers each line of its input with one line.
type Server struct {
	Path    string
	Release string
	About   string // libraries or settings on which the answers depend
	isOther bool   // the program is of another patch release than Release

	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	encode func(text string) string // as in Suite
}

// Serve starts a command as a line server.
func Serve(command string, args ...string) (*Server, error) {
	cmd := exec.Command(command, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &Server{Path: command, cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<16)}
	line, err := s.line()
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("%s does not say its release: %.500s", command, stderr.String())
	}
	s.Release, s.About, _ = strings.Cut(line, "\t")
	return s, nil
}

// Close ends the program.
func (s *Server) Close() {
	_ = s.in.Close()
	_ = s.cmd.Process.Kill() // after a panic, the program may wait for a reader of its answers
	_ = s.cmd.Wait()
}

func (s *Server) line() (string, error) {
	line, err := s.out.ReadString('\n')
	return strings.TrimRight(line, "\r\n"), err
}

// Lines sends lines, and calls each for every answer, in order.
func (s *Server) Lines(lines []string, each func(i int, answer string)) error {
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(s.in, strings.Join(lines, "\n")+"\n")
		sent <- err
	}()
	for i := range lines {
		answer, err := s.line()
		if err != nil {
			return fmt.Errorf("%s: no answer to %.500q: %w", s.Path, lines[i], err)
		}
		each(i, answer)
	}
	return <-sent
}

// Start runs each command of the program. It ignores a command if known returns false for the release that the command
// reports. If no command is left, Start skips the test.
func (p Program) Start(tb testing.TB, known func(release string) bool) (all []*Server) {
	tb.Helper()
	urltest.Live(tb)
	commands := filepath.SplitList(os.Getenv(p.Variable))
	if _, err := exec.LookPath(p.Command); len(commands) == 0 && !p.Folders && (err == nil || p.Build != nil) {
		commands = []string{p.Command}
	}
	for _, command := range commands {
		args := p.Args
		switch {
		case p.Folders:
			command, args = p.Command, append(slices.Clip(args), command)
		case p.Build != nil:
			command = p.Build(tb, command)
		}
		s, err := Serve(command, args...)
		if err == nil {
			tb.Cleanup(s.Close)
		}
		switch {
		case err != nil && os.Getenv(p.Variable) != "":
			tb.Fatalf("%s: %s: %v", p.Variable, command, err)
		case err != nil:
			tb.Logf("%s does not answer: %v", command, err)
		case !known(s.Release):
			tb.Logf("%s is %s %s, which the model does not know", command, p.Name, s.Release)
		default:
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		tb.Skipf("no %s to compare with: install it, or set %s", p.Name, p.Variable)
	}
	return all
}

// Ask sends the questions. It calls the function each for every question and its answer, in order. The answers have the
// format of [Fields].
func (s *Server) Ask(tb testing.TB, questions []Question, each func(q Question, answer string)) {
	tb.Helper()
	if len(questions) == 0 {
		return
	}
	lines := make([]string, len(questions))
	for i, q := range questions {
		if s.encode != nil {
			q.Base, q.URL = s.encode(q.Base), s.encode(q.URL)
		}
		base := "-"
		if q.HasBase {
			base = Token(q.Base)
		}
		lines[i] = fmt.Sprintf("%s %x", base, q.URL)
	}
	if err := s.Lines(lines, func(i int, answer string) { each(questions[i], decode(answer)) }); err != nil {
		tb.Fatal(err)
	}
}

// Token returns the field of text in a question and in an answer: "=" and hexadecimal digits.
func Token(text string) string { return "=" + hex.EncodeToString([]byte(text)) }

// decode returns an answer in the format of Fields. It decodes an answer that is a single text.
func decode(line string) string {
	if digits, ok := strings.CutPrefix(line, "~"); ok {
		if text, err := hex.DecodeString(digits); err == nil {
			return string(text)
		}
	}
	if strings.HasPrefix(line, "!") {
		return line
	}
	fields := strings.Split(line, "\t")
	for i, field := range fields {
		if digits, ok := strings.CutPrefix(field, "="); ok {
			if text, err := hex.DecodeString(digits); err == nil {
				fields[i] = Quote(string(text))
			}
		}
	}
	return strings.Join(fields, " ")
}

// Rejected is the answer "!": the program rejects the URL.
const Rejected = "!"

// Absent is how an oracle prints an absent component.
const Absent = "-"

// Quote returns the field of a present component.
func Quote(s string) string {
	text := strconv.QuoteToASCII(s)
	return "'" + strings.ReplaceAll(text[1:len(text)-1], `\"`, `"`) + "'"
}

// Fields returns the answer with the given fields. Each field is Absent or a result of Quote.
func Fields(fields ...string) string { return strings.Join(fields, " ") }
