package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// pattern reads as head, then n times the letter a, then tail.
func pattern(head string, n int64, tail string) io.Reader {
	return io.MultiReader(strings.NewReader(head), io.LimitReader(letters{}, n), strings.NewReader(tail))
}

type letters struct{}

var someLetters = bytes.Repeat([]byte("a"), 64<<10)

func (letters) Read(p []byte) (int, error) { return copy(p, someLetters), nil }

// TestLongRecords: records of 64 KiB, 1 MiB and nearly 64 MiB pass whole, and the one
// after them too.
func TestLongRecords(t *testing.T) {
	sizes := []int64{64 << 10, 1 << 20, 64<<20 - 100}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, size := range sizes {
		for _, jobs := range []string{"1", "2"} {
			tests := []struct {
				args string
				want io.Reader
			}{
				{"join --as urllib http://b/", pattern("http://h/", size, "\nhttp://b/next\n")},
				{"quote", pattern("http%3A//h/", size, "\nnext\n")},
				{"join --as urllib --json http://b/", io.MultiReader(
					pattern(`{"input":"http://h/`, size, ""),
					pattern(`","ok":true,"href":"http://h/`, size, "\"}\n"),
					strings.NewReader(`{"input":"next","ok":true,"href":"http://b/next"}`+"\n"))},
			}
			for _, tt := range tests {
				out := &comparer{want: tt.want}
				args := append(strings.Fields(tt.args), "--jobs", jobs)
				var messages bytes.Buffer
				status := run(context.Background(), args, pattern("http://h/", size, "\nnext"), out, &messages)
				if err := out.done(); err != nil || status != 0 || messages.Len() > 0 {
					t.Errorf("%s, %d bytes, %s jobs: status %d, %v, %s", tt.args, size, jobs, status, err, &messages)
				}
			}
		}
	}
}

// A comparer is a writer to which exactly what want gives must be written.
type comparer struct {
	want io.Reader
	buf  []byte
	err  error
}

func (c *comparer) Write(p []byte) (int, error) {
	if len(c.buf) < len(p) {
		c.buf = make([]byte, len(p))
	}
	n, _ := io.ReadFull(c.want, c.buf[:len(p)])
	if c.err == nil && !bytes.Equal(p, c.buf[:n]) {
		c.err = errors.New("other output")
	}
	return len(p), nil
}

func (c *comparer) done() error {
	if n, _ := io.Copy(io.Discard, c.want); n > 0 && c.err == nil {
		c.err = fmt.Errorf("%d bytes missing", n)
	}
	return c.err
}

// TestSkipLongRecords: of a record that failed nothing is written with --skip-bad,
// however long it is.
func TestSkipLongRecords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("\x01", 256<<10)
	for line, next := range map[string]string{
		"parse": "a", "parse --as whatwg": "http://h/", "get {host}": "a", "join http://h/": "a", "normalize": "a",
		"compare":      "a:\tb:",
		"set --host h": "//a", "urlencode": "a=b", "quote --encoding ascii": "a", "query --strict": "a=b",
		"dedupe --by whatwg":      "http://h/",
		"query --as whatwg --url": "http://h/?a=b",
	} {
		for _, flag := range []string{"--json", "--out=text"} {
			record := long
			if strings.HasPrefix(line, "quote") {
				record += "é"
			}
			var out, messages bytes.Buffer
			args := append(strings.Fields(line), flag, "--skip-bad")
			status := run(context.Background(), args, strings.NewReader(record+"\n"+next+"\n"), &out, &messages)
			if lines := strings.Count(out.String(), "\n"); status != cli.StatusRecords || out.Len() > 10_000 || lines != 1 {
				t.Errorf("%q: status %d, %d bytes in %d lines, %s", args, status, out.Len(), lines, &messages)
			}
		}
	}
}

// TestJobs: the number of jobs changes nothing, messages included.
func TestJobs(t *testing.T) {
	t.Parallel()
	repeats := 5_000
	if testing.Short() {
		repeats = 500
	}
	in := strings.Repeat("http://u@h:1/a?b\nhttp://[h/\n\nhttp://i/\xff\n", repeats) + strings.Repeat("x", 300_000) +
		"\nend"
	for _, args := range []string{"parse --as urllib", "parse --as urllib --json", "parse --as whatwg",
		"query --url --json", "query --as whatwg --url", "unquote"} {
		var want, wantErr string
		for _, jobs := range []string{"1", "2", "8", "0", "1000"} {
			var out, messages bytes.Buffer
			status := run(context.Background(), append(strings.Fields(args), "--jobs", jobs), strings.NewReader(in), &out,
				&messages)
			if jobs == "1" {
				want, wantErr = out.String(), messages.String()
				if lines := strings.Count(want, "\n"); lines != 4*repeats+2 {
					t.Errorf("%s: %d lines", args, lines)
				}
			}
			if wantStatus := cli.StatusRecords; args != "unquote" && status != wantStatus {
				t.Errorf("%s, %s jobs: status %d", args, jobs, status)
			}
			if out.String() != want || messages.String() != wantErr {
				t.Errorf("%s: %s jobs give another output than 1", args, jobs)
			}
		}
	}
}

// TestArguments: an argument is one record, with any contents.
func TestArguments(t *testing.T) {
	t.Parallel()
	var out, messages bytes.Buffer
	args := []string{"quote", "--", "a\nb", "", "\xef\xbb\xbf\r", "--plus", "-"}
	status := run(context.Background(), args, strings.NewReader("not read"), &out, &messages)
	if want := "a%0Ab\n\n%EF%BB%BF%0D\n--plus\n-\n"; status != 0 || out.String() != want || messages.Len() > 0 {
		t.Errorf("status %d, %q, %s; want %q", status, &out, &messages, want)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestIOErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	reading := iotest.ErrReader(broken)
	type test struct {
		name, args string
		in         io.Reader
		out        io.Writer
		status     int
		message    string
	}
	tests := []test{
		{"read", "quote", reading, io.Discard, cli.StatusIO, "earl: read: broken\n"},
		{"write", "quote a", nil, failingWriter{broken}, cli.StatusIO, "earl: write: broken\n"},
		{"write version", "version", nil, failingWriter{broken}, cli.StatusIO, "earl: write: broken\n"},
		{"write help", "--help", nil, failingWriter{broken}, cli.StatusIO, "earl: write: broken\n"},
	}
	if r, closed, err := os.Pipe(); err == nil { // which wasm does not have
		t.Cleanup(func() { closed.Close() })
		r.Close()
		tests = append(tests, []test{
			{"closed pipe", "quote a", nil, closed, cli.StatusOK, ""},
			{"closed pipe, failed record", "unquote %0A", nil, closed, cli.StatusRecords,
				"earl: record 1: the result contains a line feed, which ends a record\n"},
			{"help into closed pipe", "--help", nil, closed, cli.StatusOK, ""},
		}...)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var messages bytes.Buffer
			status := run(context.Background(), strings.Fields(tt.args), tt.in, tt.out, &messages)
			if status != tt.status || messages.String() != tt.message {
				t.Errorf("status %d, %q; want %d, %q", status, &messages, tt.status, tt.message)
			}
		})
	}
}

// TestBreakdown: a defect ends with a status of its own, and does not show a
// password.
func TestBreakdown(t *testing.T) {
	t.Parallel()
	long := "http://u:p@h/" + strings.Repeat("x", 300_000)
	for _, tt := range []struct {
		name, in, message string
	}{
		{"while a record is worked on", "http://h/\n" + long + "\n", "earl: broke down at record 2: odd http://u:***@h/\n"},
		{"elsewhere", "http://h/\n", "earl: broke down: odd http://u:***@h/\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var messages bytes.Buffer
			status := run(context.Background(), []string{"quote", "--jobs", "1"}, strings.NewReader(tt.in),
				&brokenWriter{at: strings.Count(tt.in, "\n")}, &messages)
			if status != cli.StatusIO || !strings.HasPrefix(messages.String(), tt.message) ||
				!strings.Contains(messages.String(), "brokenWriter") {
				t.Errorf("status %d, %s", status, &messages)
			}
		})
	}
}

// A brokenWriter panics in the given call.
type brokenWriter struct{ at int }

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.at--; w.at == 0 {
		panic("odd http://u:p@h/")
	}
	return len(p), nil
}

// TestExamples: the examples of the help run, and give the shown results.
func TestExamples(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var packed bytes.Buffer
	gz := gzip.NewWriter(&packed)
	gz.Write([]byte("http://example.com/\n"))
	gz.Close()
	if err := os.WriteFile(filepath.Join(dir, "urls.txt.gz"), packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	// Files of the examples are in a folder of the test.
	places := strings.NewReplacer(" ~/", " "+dir+"/", " /data/tmp", " "+dir, " urls.txt.gz", " "+dir+"/urls.txt.gz")
	n := 0
	for _, cmd := range newRoot(new(record.Process), nil).Commands() {
		for line := range strings.Lines(cmd.Example) {
			line, want, told := strings.Cut(strings.TrimSpace(line), " # ")
			var out, messages bytes.Buffer
			for part := range strings.SplitSeq(line, " | ") {
				in := strings.NewReader(out.String())
				out.Reset()
				part, _, _ = strings.Cut(part, " < ")
				part, _, _ = strings.Cut(part, " > ")
				part = places.Replace(part)
				switch args := words(part); args[0] {
				case "echo":
					out.WriteString(args[1] + "\n")
				case "earl":
					if status := run(context.Background(), args[1:], in, &out, &messages); status != 0 || messages.Len() > 0 &&
						args[1] != "dedupe" && args[1] != "audit" {
						t.Errorf("%s: status %d, %s", line, status, &messages)
					}
					messages.Reset()
				default:
					t.Errorf("%s: what is %s?", line, args[0])
				}
			}
			if want = strings.TrimSpace(want); told && out.String() != want+"\n" {
				t.Errorf("%s gives %q, want %q", line, &out, want)
			}
			if told {
				n++
			}
		}
	}
	if n < 5 {
		t.Errorf("%d examples say what they give, want at least 5", n)
	}
}

// words splits a line as a shell does that knows single quotes only.
func words(line string) (all []string) {
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		var word string
		if quoted, ok := strings.CutPrefix(line, "'"); ok {
			word, line, _ = strings.Cut(quoted, "'")
		} else {
			word, line, _ = strings.Cut(line, " ")
		}
		all = append(all, word)
	}
	return all
}

// TestCommandsOfSomeDialects: commands that a dialect has not refuse to run by
// it, and so do flags.
func TestCommandsOfSomeDialects(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"quote --as rfc3986 a":                        "earl: --as rfc3986: quote takes only urllib and whatwg\n",
		"unquote --as rfc3986 a":                      "earl: --as rfc3986: unquote takes only urllib and whatwg\n",
		"query --as rfc3986 a":                        "earl: --as rfc3986: query takes only urllib and whatwg\n",
		"urlencode --as rfc3986 a=b":                  "earl: --as rfc3986: urlencode takes only urllib and whatwg\n",
		"normalize --as urllib@3.9.18 a":              "earl: --as urllib@3.9.18: normalize takes only rfc3986 and rfc3987\n",
		"compare --as urllib a b":                     "earl: --as urllib: compare takes only rfc3986 and rfc3987: earl audit",
		"parse --scheme http a":                       "earl: --scheme does not apply to rfc3986: add --as urllib\n",
		"parse --no-fragments a":                      "earl: --no-fragments does not apply to rfc3986: add --as urllib\n",
		"join --no-fragments a b":                     "earl: --no-fragments does not apply to rfc3986: add --as urllib\n",
		"join --as urllib --backward-compatible a: b": "earl: --backward-compatible does not apply to urllib: add --as rfc3986\n",
	} {
		var out, messages bytes.Buffer
		status := run(context.Background(), strings.Fields(line), nil, &out, &messages)
		if status != cli.StatusUsage || out.Len() > 0 || !strings.HasPrefix(messages.String(), want) {
			t.Errorf("%s: status %d, %q, %q", line, status, &out, &messages)
		}
	}
}

// TestInterrupted: an interrupt while the input gives nothing ends the command,
// with the records that it had written.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, jobs := range []string{"1", "2"} {
		ctx, interrupt := context.WithCancel(context.Background())
		pr, pw := io.Pipe()
		written := make(chan string, 10)
		var messages bytes.Buffer
		status := make(chan int)
		go func() {
			status <- run(ctx, []string{"quote", "--jobs", jobs}, pr, channelWriter(written), &messages)
		}()
		io.WriteString(pw, "a b\nc")
		if got := <-written; got != "a%20b\n" {
			t.Errorf("wrote %q before the input ended, want a%%20b", got)
		}
		interrupt()
		if got := <-status; got != cli.StatusInterrupted || messages.String() != "earl: interrupted; records done: 1\n" {
			t.Errorf("%s jobs: status %d, %q", jobs, got, &messages)
		}
		pr.Close()
	}
}

type channelWriter chan string

func (c channelWriter) Write(p []byte) (int, error) { c <- string(p); return len(p), nil }

// withPassword are command lines, with URL in place of one with a password. It is what
// standard input gives, too.
var withPassword = [...]string{
	"URL", "help URL", "completion URL", "parse URL",
	"parse --as URL", "parse --as urllib -- URL", "parse -- URL", "parse --as whatwg --base URL x",
	"parse --as rfc1808 --strict -- URL",
	"parse --in URL", "parse --in csv", "parse --in csv --column URL", "parse --in tsv --no-header --column 2",
	"parse --in jsonl", "parse --input URL", "parse --jobs URL",
	"get URL x", "get {URL} x", "get --as urllib {port} -- URL", "get --as net/url {profile:whatwg} -- URL",
	"join -- URL x", "join -- http://h/ URL", "join --as urllib -- URL x", "join --as libcurl -- URL x",
	"normalize --steps URL -- x", "normalize --base URL -- x", "normalize --profile surt -- URL", "compare -- URL x:",
	"set --host URL -- http://h/", "set --port URL -- http://h/", "set --query URL -- URL",
	"set --as whatwg --scheme x -- URL",
	"dedupe --by URL -- x", "dedupe --by whatwg -- URL", "dedupe --show-dropped -- URL URL",
	"quote --encoding ascii -- URL", "unquote --encoding-errors URL -- %ff", "query --strict -- URL",
	"query --url --as whatwg -- URL", "urlencode -- URL", "urlencode --in jsonl",
	"extract --base URL", "extract --type URL", "extract --as rfc1808 --base URL --type html", "extract URL",
	"audit --as URL x", "audit --fail-on high -- URL", "audit --ignore URL x", "audit --out sarif -- URL",
}

// TestMessagesHideThePassword: where tabs, escapes and JDBC's parameters make it hard to see.
func TestMessagesHideThePassword(t *testing.T) {
	t.Parallel()
	for _, line := range withPassword {
		for _, url := range []string{
			"jdbc:x;password=PASSWORD", "j\tdbc:x://h;pass\tword=PASSWORD y", "JDBC:X:PASSWORD/PASSWORD@//h [",
			"http://h/?u=jdbc%3Ax%3Bpwd%3DPASSWORD ^[",
			"http://u:a\tb/PASSWORD@h y", "ht\ntp://u\n:PASSWORD@[h", "x://a:PASSWORD%4\t0h [", "http://u%3\naPASSWORD%40h",
			"http://u:PASSWORD\uff20h [",
			"\\\\u:PASSWORD@h\\ [", "a,x://u:\tPASSWORD@[",
		} {
			checkHidden(t, line, url)
		}
	}
}

// checkHidden checks that a line of withPassword shows no PASSWORD of url.
func checkHidden(t *testing.T, line, url string) {
	t.Helper()
	args := strings.Fields(line)
	for i := range args {
		args[i] = strings.Replace(args[i], "URL", url, 1)
	}
	var messages bytes.Buffer
	run(context.Background(), args, strings.NewReader(url+"\n"), io.Discard, &messages)
	if strings.Contains(messages.String(), "PASSWORD") {
		t.Errorf("%q: printed %s, want no password", args, &messages)
	}
}

// special is the end of a text that a colon makes a scheme which needs no slashes after it.
var special = regexp.MustCompile(`(?i)(http|https|ws|wss|ftp|file)$`)

// FuzzMessagesHideThePassword: for every URL, standard error does not
// show the text at the places of passwords.
func FuzzMessagesHideThePassword(f *testing.F) {
	for which := range withPassword {
		for _, s := range []string{"0000000000000000000000000000000:@", "http://user:@h/", "http://user:@[h/", "//a:@b:x",
			"http://u:@h\u2100/", "x http://u:@h/,y"} {
			before, after, _ := strings.Cut(s, ":@")
			f.Add(uint8(which), before, after)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, before, after string) {
		for _, s := range []string{"\x00", "PASSWORD", "--output"} { // which would write a file
			if strings.Contains(before+after, s) {
				t.Skip()
			}
		}
		// After the colon of such a scheme browsers read a username, which is shown.
		if special.MatchString(strings.Map(func(r rune) rune {
			if r <= ' ' {
				return -1
			}
			return r
		}, before)) {
			t.Skip()
		}
		checkHidden(t, withPassword[int(which)%len(withPassword)], before+":PASSWORD@"+after)
	})
}
