package urllib_test

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"earl.example/internal/testing/pycall"
	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// pythonsVariable names interpreters beside the python3 on PATH. They are
// separated as the entries of PATH are. Each is the path of an interpreter,
// or a command with arguments that runs a script as one does, such as
//
//	once node python-under-wasm.mjs
//
// where "once" says that it reads all input before it answers, and so has to
// be started for each batch of calls. "as=3.8.8" before a command says that
// it stands for that release, though its interpreter be another: for the
// library of one release under a close one.
const pythonsVariable = "EARL_PYTHONS"

// An oracle is one CPython that answers calls by testdata/oracle.py.
type oracle struct {
	command []string
	once    bool // to be started for each batch
	hosted  bool // the library of a release under another interpreter
	python  urllib.Python
	release string // such as "3.11.7"
	unicode string // its Unicode version

	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// oracles returns one oracle per release found, oldest first, without those
// that do not answer as their release was recorded to: distributions add
// later fixes to the Pythons that they ship, and then the release does not
// say how they behave. It skips the test if there is none.
func oracles(tb testing.TB) []*oracle {
	tb.Helper()
	found := findOracles(tb)
	v, err := readVectors()
	if err != nil {
		tb.Fatal(err)
	}
	genuine := slices.DeleteFunc(slices.Clone(found), func(o *oracle) bool {
		why := o.departure(tb, v)
		if why != "" {
			tb.Logf("%v says that it is CPython %s, but is patched: %s", o.command, o.release, why)
		}
		return why != ""
	})
	if len(genuine) == 0 {
		tb.Skip("no judge: the Pythons found are patched releases")
	}
	return genuine
}

// departure returns a call that the oracle answers otherwise than its release
// was recorded to, or "" if there is none or the release was not recorded.
func (o *oracle) departure(tb testing.TB, v *vectors) string {
	tb.Helper()
	var calls, wanted []string
	for _, r := range readRows(tb, filepath.Join("testdata", "calls", "parse.txt")) {
		calls = append(calls, r.call)
	}
	for _, r := range readRows(tb, filepath.Join("testdata", "calls", "build.txt")) {
		calls = append(calls, r.call)
	}
	calls = slices.DeleteFunc(calls, func(call string) bool {
		want, ok := v.outcomes[call][o.release]
		if ok {
			wanted = append(wanted, want)
		}
		return !ok
	})
	answers, err := o.ask(calls)
	if err != nil {
		tb.Fatal(err)
	}
	for i := range calls {
		if answers[i] != wanted[i] {
			return fmt.Sprintf("%.200s is %.200s, not %.200s", calls[i], answers[i], wanted[i])
		}
	}
	return ""
}

// findOracles returns one oracle per release found, oldest first. It skips
// the test if there is none.
func findOracles(tb testing.TB) []*oracle {
	tb.Helper()
	candidates := []*oracle{{command: []string{"python3"}}}
	if runtime.GOOS == "windows" {
		candidates[0].command[0] = "python"
	}
	for _, entry := range filepath.SplitList(os.Getenv(pythonsVariable)) {
		if o := newOracle(entry); o != nil {
			candidates = append(candidates, o)
		}
	}
	var found []*oracle
	for i, o := range candidates {
		if err := o.introduce(); err != nil {
			o.stop()
			tb.Logf("%v: %v", o.command, err)
			if i > 0 { // asked for by name
				tb.Fatalf("%s: %v: %v", pythonsVariable, o.command, err)
			}
			continue
		}
		known := func(other *oracle) bool { return other.release == o.release }
		if slices.ContainsFunc(found, known) {
			o.stop() // a release once is enough
			continue
		}
		found = append(found, o)
		tb.Cleanup(o.stop)
	}
	if len(found) == 0 {
		tb.Skipf("no judge: no python3 on PATH, and none in %s; install CPython 3.8 or later for the live comparison (the golden vectors are judged without it)", pythonsVariable)
	}
	slices.SortFunc(found, func(a, b *oracle) int { return compareReleases(a.release, b.release) })
	return found
}

// newOracle reads an entry of pythonsVariable.
func newOracle(entry string) *oracle {
	if _, err := os.Stat(entry); err == nil {
		return &oracle{command: []string{entry}}
	}
	o := &oracle{command: strings.Fields(entry)}
	for len(o.command) > 0 {
		word := o.command[0]
		if release, ok := strings.CutPrefix(word, "as="); ok {
			o.release, o.hosted = release, true
		} else if word == "once" {
			o.once = true
		} else {
			return o
		}
		o.command = o.command[1:]
	}
	return nil
}

// start starts the interpreter, if it does not run.
func (o *oracle) start() error {
	if o.cmd != nil {
		return nil
	}
	args := append(slices.Clone(o.command[1:]), filepath.Join("testdata", "oracle.py"))
	o.cmd = exec.Command(o.command[0], args...)
	// Streams are ASCII, but an odd locale must not get in the way.
	o.cmd.Env = append(os.Environ(), "PYTHONIOENCODING=ascii", "PYTHONDONTWRITEBYTECODE=1")
	o.cmd.Stderr = os.Stderr
	var err error
	if o.in, err = o.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	o.out = bufio.NewReaderSize(out, 1<<20)
	if err := o.cmd.Start(); err != nil {
		o.cmd = nil
		return err
	}
	return nil
}

// introduce asks for the release.
func (o *oracle) introduce() error {
	answers, err := o.ask([]string{"python()"})
	if err != nil {
		return err
	}
	e, err := pycall.Parse(answers[0])
	if err != nil {
		return err
	}
	d, ok := e.(pycall.Display)
	if !ok || len(d.Items) != 2 {
		return fmt.Errorf("python() = %s", answers[0])
	}
	if o.release == "" {
		o.release, _ = d.Items[0].(pycall.Literal).Value.(string)
	}
	o.unicode, _ = d.Items[1].(pycall.Literal).Value.(string)
	version, err := urllib.ParseVersion(o.release)
	if err != nil {
		return fmt.Errorf("release %q: %w", o.release, err)
	}
	o.python.Version, o.python.Codecs = version, codecs.All{}
	return nil
}

// stop ends the interpreter, if it runs.
func (o *oracle) stop() {
	if o.cmd == nil || o.cmd.Process == nil { // as where there are no processes
		return
	}
	o.in.Close()
	timer := time.AfterFunc(10*time.Second, func() { o.cmd.Process.Kill() })
	defer timer.Stop()
	_ = o.cmd.Wait() // the answers have been read; how it ends is no matter
	o.cmd = nil
}

// ask sends calls and returns the answers, one for each.
func (o *oracle) ask(calls []string) ([]string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.start(); err != nil {
		return nil, err
	}
	if o.once {
		defer o.stop()
	}
	sent := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(o.in, 1<<16)
		for _, call := range calls {
			w.WriteString(call)
			w.WriteByte('\n')
		}
		w.WriteByte('\n')
		err := w.Flush()
		if o.once {
			err = errors.Join(err, o.in.Close())
		}
		sent <- err
	}()
	answers := make([]string, len(calls))
	for i := range answers {
		line, err := o.out.ReadString('\n')
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%v stopped answering at %.200s: %w", o.command, calls[i], err), <-sent)
		}
		answers[i] = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(answers[i], "bad ") || strings.HasPrefix(answers[i], "type ") {
			return nil, errors.Join(fmt.Errorf("%v: %.300s: %s", o.command, calls[i], answers[i]), drain(o, len(calls)-i-1), <-sent)
		}
	}
	return answers, <-sent
}

// drain reads n answers, so that the next call of ask gets its own.
func drain(o *oracle, n int) error {
	for range n {
		if _, err := o.out.ReadString('\n'); err != nil {
			return err
		}
	}
	return nil
}

// earl returns earl's answer to a call for the interpreter.
func earl(tb testing.TB, py urllib.Python, call string) string {
	tb.Helper()
	e, err := pycall.Parse(call)
	if err != nil {
		tb.Fatal(err)
	}
	outcome, err := pycall.Outcome(py, e)
	if err != nil {
		tb.Fatal(err)
	}
	return outcome
}

// pythonOf returns the interpreter of a release, with all codecs.
func pythonOf(tb testing.TB, release string) urllib.Python {
	tb.Helper()
	v, err := urllib.ParseVersion(release)
	if err != nil {
		tb.Fatal(err)
	}
	return urllib.Python{Version: v, Codecs: codecs.All{}}
}

// compareReleases orders "3.9.18" before "3.10.1".
func compareReleases(a, b string) int {
	key := func(s string) (n int) {
		for part := range strings.SplitSeq(s, ".") {
			v, _ := strconv.Atoi(part)
			n = n*1000 + v
		}
		return n
	}
	return cmp.Compare(key(a), key(b))
}

// calls returns how many generated calls each release gets: EARL_CALLS, or
// 20,000, or a tenth of that with -short.
func calls(tb testing.TB) int {
	tb.Helper()
	if testing.Short() {
		return urltest.Number(tb, "EARL_CALLS", 2_000)
	}
	return urltest.Number(tb, "EARL_CALLS", 20_000)
}

// seed returns the seed of the generator: EARL_SEED, or 1.
func seed(tb testing.TB) uint64 {
	tb.Helper()
	return uint64(urltest.Number(tb, "EARL_SEED", 1))
}
