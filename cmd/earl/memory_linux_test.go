package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/testing/urltest"
)

// TestMemory: the command uses at most 64 MiB, eight times the length of the longest record, and three times the
// length of results and messages that are longer than their record. Lists of short parameters count as four times their
// text.
func TestMemory(t *testing.T) {
	if testing.Short() || urltest.RaceDetector {
		t.Skip("needs time, and memory that is not the race detector's")
	}
	const size = 4 << 20
	between := func(before, piece, after string) func(io.Writer) {
		return func(w io.Writer) {
			io.WriteString(w, before)
			for range size / len(piece) {
				io.WriteString(w, piece)
			}
			io.WriteString(w, after)
		}
	}
	many := func(piece string) func(io.Writer) { return between("", piece, "") }
	names := func(before, piece, after string) func(io.Writer) { return differentNames(size, before, piece, after) }
	tests := []struct {
		name, args string
		in         func(io.Writer)
		status     int
		longer     int // length of a result or message that is longer than the record
	}{
		{"quote", "quote --encoding-errors xmlcharrefreplace", many("\xff"), 0, 14 * size},
		{"quote JSON", "quote --json --encoding-errors backslashreplace", many("\xff"), 0, 16 * size},
		{"quote in a long encoding", "quote --encoding utf-32", many(" "), 0, 12 * size},
		{"unquote", "unquote", many("%ff"), 0, 0},
		{"unquote backslashes", "unquote --json --encoding-errors backslashreplace", many("%ff"), 0, 2 * size},
		{"quote by whatwg", "quote --as whatwg --json", many("\xff"), 0, 9 * size},
		{"unquote by whatwg", "unquote --as whatwg", many("%ff"), 0, 0},
		{"unquote bytes by whatwg", "unquote --as whatwg --json", many("\xff"), 0, 3 * size},
		{"query by whatwg", "query --as whatwg --json", many("a=1&"), 0, 4 * size},
		{"query of one field by whatwg", "query --as whatwg", between("a=", "\xff", ""), 0, 3 * size},
		{"encode by whatwg", "urlencode --as whatwg --json", between("", "a=\xff\t", "="), 0, 9 * size},
		{"encode a string by whatwg", "urlencode --as whatwg --in jsonl", between(`{"a":"`, "\xff", `"}`), 0, 9 * size},
		{"parse a netloc", "parse --as urllib --json", between("http://", "A", ":80"), 0, 0},
		{"join", "join --as urllib --json http://h/", many("\xff/../"), 0, 0},
		{"query", "query --json", many("a=1&"), 0, 4 * size},
		{"query of one field", "query --json", between("a=", "%ff", ""), 0, 3 * size},
		{"group one name", "query --group --blank keep", many("a&"), 0, 10 * size},
		{"group many names", "query --group --json", names("", "*=1&", ""), 0, 4 * size},
		{"group a long name", "query --group --json", between("", "\xff", "=1"), 0, 6 * size},
		{"a message that quotes", "query --strict --json", many("\xff"), cli.StatusRecords, 13 * size},
		{"a cell of quotes", "quote --in csv --no-header", between(`"`, `""`, `"`), 0, 2 * size},
		{"another cell, in JSON", "quote --in csv --no-header --column 1 --json", between("a,", "\xff", ""), 0, 6 * size},
		{"another table", "quote --in csv --no-header --column 1 --out tsv", between("a,\"", "\t\"\"", "\""), 0, 0},
		{"many cells", "quote --in csv --no-header --column 1", many(","), 0, 0},
		{"many cells, in JSON", "quote --in csv --no-header --column 1 --json", many(","), 0, 0},
		{"lines to a table", "quote --out csv --no-header", many("\""), 0, 2 * size},
		{"pairs in a cell", "query --out csv --no-header", many("a=%ff&"), 0, 6 * size},
		{"parts in cells", "parse --as urllib --out csv --no-header", many("\""), 0, 2 * size},
		{"encode fields", "urlencode", between("", "a=1\t", "a=1"), 0, 4 * size},
		{"encode members", "urlencode --in jsonl --json", names("{", `"*":1,`, `"":1}`), 0, 4 * size},
		{"encode a list", "urlencode --in jsonl --json", between(`{"a":[`, "1e9,", "1]}"), 0, 4 * size},
		{"encode the elements of a list", "urlencode --in jsonl --doseq", between(`{"a":[`, "1,", "1]}"), 0, 4 * size},
		{"audit a path", "audit --json", between("http://h/", "a/%2e%2e/\xc3\xbc", ""), 0, 0},
		{"audit a host", "audit --json", between("http://", "\xff", "/"), 0, 6 * size},
		{"audit a userinfo", "audit --json", between("http://", "a@", "h/"), 0, 0},
		{"encode a string in a list", "urlencode --in jsonl", between(`{"a":["`, "\xff", `"]}`), 0, 6 * size},
	}
	for i, tt := range tests {
		if i%8 != 0 && !urltest.IsExhaustive() {
			continue // a sample
		}
		t.Run(tt.name, func(t *testing.T) {
			peak, length, status := peakMemory(t, tt.in, strings.Fields(tt.args)...)
			if status != tt.status {
				t.Fatalf("status %d, want %v", status, tt.status)
			}
			if most := 64<<20 + 8*length + 3*tt.longer; peak > most {
				t.Errorf("%d MiB for a record of %d MiB, more than %d MiB", peak>>20, length>>20, most>>20)
			}
		})
	}
}

// TestMemoryOfLimit: with a limit to the length of records, the memory is bounded
// for every input.
func TestMemoryOfLimit(t *testing.T) {
	if testing.Short() || urltest.RaceDetector {
		t.Skip("needs time, and memory that is not the race detector's")
	}
	long := func(w io.Writer) {
		piece := strings.Repeat("a,", 1<<19)
		for range 256 {
			io.WriteString(w, piece)
		}
	}
	for _, args := range []string{"parse --max-record-size 1M", "dedupe --max-record-size 1M --json"} {
		t.Run(args, func(t *testing.T) {
			peak, length, status := peakMemory(t, long, strings.Fields(args)...)
			if status != cli.StatusRecords || length < 256<<20 || peak > 64<<20 {
				t.Errorf("status %d, %d MiB for %d MiB", status, peak>>20, length>>20)
			}
		})
	}
}

// differentNames writes piece again and again between before and after, each
// time with another name for its star.
func differentNames(size int, before, piece, after string) func(io.Writer) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	return func(w io.Writer) {
		io.WriteString(w, before)
		for i := range size / (len(piece) + 3) {
			name := []byte{letters[i&63], letters[i>>6&63], letters[i>>12&63], letters[i>>18&63]}
			io.WriteString(w, strings.Replace(piece, "*", string(name), 1))
		}
		io.WriteString(w, after)
	}
}

// TestTenMillionLines: the memory does not grow with the number of records, and
// each has its result.
func TestTenMillionLines(t *testing.T) {
	urltest.Exhaustive(t)
	const lines = 10_000_000
	const url = "http://example.com/a"
	for _, tt := range []struct{ args, result string }{
		{"normalize", url},
		{"parse --json", `{"input":"` + url + `",`},
		{"quote --out csv --no-header", url + ",http%3A//example.com/a,"},
	} {
		t.Run(tt.args, func(t *testing.T) {
			cmd := exec.Command("earl", strings.Fields(tt.args)...)
			cmd.Stdin = strings.NewReader(strings.Repeat(url+"\n", lines))
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			n := 0
			for in := bufio.NewScanner(stdout); in.Scan(); n++ {
				if !bytes.HasPrefix(in.Bytes(), []byte(tt.result)) {
					t.Fatalf("result %d is %q", n+1, in.Bytes())
				}
				if n == lines/4*3 {
					if peak := peakOf(t, cmd.Process.Pid); peak > 64<<20 {
						t.Errorf("%d MiB", peak>>20)
					}
				}
			}
			if err := cmd.Wait(); err != nil || n != lines {
				t.Errorf("%v, %d results", err, n)
			}
		})
	}
}

// peakMemory runs the command over one record, and returns the most memory that
// it had when it was done with it, the length of the record, and the status.
func peakMemory(t *testing.T, record func(io.Writer), args ...string) (peak, length, status int) {
	cmd, stdin, stdout := startEarl(t, args...)
	written := make(chan int)
	go func() {
		count := &countingWriter{w: stdin}
		w := bufio.NewWriter(count)
		record(w)
		w.WriteByte('\n')
		w.Flush()
		written <- count.n
	}()
	// After the end of the record the command waits for another.
	for buf := make([]byte, 64<<10); ; {
		n, err := stdout.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(buf[:n], '\n') >= 0 {
			break
		}
	}
	peak = peakOf(t, cmd.Process.Pid)
	length = <-written
	stdin.Close()
	_ = cmd.Wait() // the status decides
	return peak, length, cmd.ProcessState.ExitCode()
}

// startEarl starts the command between two pipes.
func startEarl(t *testing.T, args ...string) (cmd *exec.Cmd, stdin io.WriteCloser, stdout io.ReadCloser) {
	cmd = exec.Command("earl", args...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if stdout, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stdin, stdout
}

// peakOf returns the most memory that a process has had. Its rusage would begin
// with the memory of the one that started it.
func peakOf(t *testing.T, pid int) (peak int) {
	proc, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, peakLine, _ := strings.Cut(string(proc), "VmHWM:")
	if _, err := fmt.Sscanf(peakLine, "%d kB", &peak); err != nil {
		t.Fatal(err)
	}
	return peak << 10
}

type countingWriter struct {
	w io.Writer
	n int
}

func (c *countingWriter) Write(p []byte) (int, error) {
	c.n += len(p)
	return c.w.Write(p)
}
