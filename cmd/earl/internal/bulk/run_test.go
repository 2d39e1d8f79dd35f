package bulk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

var nameN, nameText, nameRecord, nameOK = "n", "text", "record", "ok"

var errOdd = errors.New("odd record")

// lengthOp gives each record's length and text; a record that begins with "x"
// fails, and one that begins with "y" fails without a result.
func lengthOp() Op {
	return func(rec *Record, out *Output) error {
		err := rec.Err
		if strings.HasPrefix(rec.Text, "x") {
			err = errOdd
		}
		if strings.HasPrefix(rec.Text, "y") {
			return errOdd
		}
		if out.JSON() {
			o := out.Object()
			o.Int(nameN, rec.Num)
			o.String(nameText, rec.Text)
			if rec.Extra != "" {
				o.Raw(nameRecord, rec.Extra)
			}
			o.Bool(nameOK, err == nil)
			return err
		}
		if err != nil {
			return err
		}
		return out.Text(rec.Text)
	}
}

func run(t *testing.T, in string, job Job) (out string, failed []int64, stats Stats, err error) {
	t.Helper()
	if job.New == nil {
		job.New = lengthOp
	}
	job.Failed = func(fs []Failure) {
		for _, f := range fs {
			failed = append(failed, f.Num)
		}
	}
	var b bytes.Buffer
	stats, err = Run(context.Background(), strings.NewReader(in), &b, job)
	return b.String(), failed, stats, err
}

func TestRun(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		in, out Format
		input   string
		want    string
		failed  string
	}{
		{"nothing", Lines, Lines, "", "", "[]"},
		{"lines", Lines, Lines, "a\n\nb", "a\n\nb\n", "[]"},
		{"failures", Lines, Lines, "a\nx\ny\nb", "a\n\n\nb\n", "[2 3]"},
		{"nul", NUL, NUL, "a\nb\x00c", "a\nb\x00c\x00", "[]"},
		{"line feed in text", NUL, Lines, "a\nb\x00c", "\nc\n", "[1]"},
		{"NUL in text", Lines, NUL, "a\x00b\nc", "\x00c\x00", "[1]"},
		{"json", Lines, JSONL, "a\"\nx\ny\n", `{"n":1,"text":"a\"","ok":true}` + "\n" + `{"n":2,"text":"x","ok":false}` +
			"\nnull\n", "[2 3]"},
		{"json in", JSONL, JSONL, `{"url":"a","i":1}` + "\n[]\n", `{"n":1,"text":"a","record":{"i":1},"ok":true}` + "\n" +
			`{"n":2,"text":"[]","ok":false}` + "\n", "[2]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for workers := range 4 {
				out, failed, stats, err := run(t, tt.input, Job{In: tt.in, Out: tt.out, Workers: workers})
				if err != nil || out != tt.want || fmt.Sprint(failed) != tt.failed {
					t.Errorf("%d workers: %q, failed %v, %v; want %q, failed %s", workers, out, failed, err, tt.want, tt.failed)
				}
				delim := "\n"
				if tt.out == NUL {
					delim = "\x00"
				}
				if stats.Records != int64(strings.Count(tt.want, delim)) || stats.Failed != int64(len(failed)) {
					t.Errorf("%d workers: %+v", workers, stats)
				}
			}
		})
	}
}

// TestRunOrdered: results come in the order of the input although their work
// takes different time, and among them are records that fit in no block.
func TestRunOrdered(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&in, "%d-%s\n", i, strings.Repeat("z", i*7%90))
		if i%7_000 == 11 {
			in.WriteString(strings.Repeat("long", maxBlock/2) + "\n")
		}
	}
	slow := func() Op {
		op := lengthOp()
		var n int
		return func(rec *Record, out *Output) error {
			if n++; n%2000 == 0 {
				time.Sleep(time.Millisecond)
			}
			return op(rec, out)
		}
	}
	for _, format := range []Format{Lines, JSONL} {
		want, _, _, err := run(t, in.String(), Job{Out: format, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if format == Lines && want != in.String() {
			t.Error("text is not what was put in")
		}
		for _, workers := range []int{2, 3, 8, 300} {
			if got, _, _, err := run(t, in.String(), Job{Out: format, Workers: workers, New: slow}); err != nil || got != want {
				t.Errorf("%v, %d workers: other output, %v", format, workers, err)
			}
		}
	}
}

func TestRunWriteError(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	in := strings.Repeat(strings.Repeat("a", 99)+"\n", 50_000) + strings.Repeat("b", 2*maxBlock)
	for _, workers := range []int{1, 2, 8} {
		for _, room := range []int{0, 100_000, 5_000_000} {
			w := &limitedWriter{room: room, err: full}
			stats, err := Run(context.Background(), strings.NewReader(in), w, Job{New: lengthOp, Workers: workers})
			var write *WriteError
			if !errors.As(err, &write) || !errors.Is(err, full) {
				t.Errorf("%d workers, room for %d: %+v, %v", workers, room, stats, err)
			}
			if w.calls > 1 {
				t.Errorf("%d workers: %d calls after the error", workers, w.calls)
			}
		}
	}
}

// A limitedWriter fails when it has written room bytes.
type limitedWriter struct {
	room, calls int
	err         error
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		w.calls++
		return w.room, w.err
	}
	w.room -= len(p)
	return len(p), nil
}

func TestRunReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, workers := range []int{1, 2, 8} {
		in := io.MultiReader(strings.NewReader(strings.Repeat("a\n", 200_000)+"cut"), iotest.ErrReader(broken))
		var out bytes.Buffer
		stats, err := Run(context.Background(), in, &out, Job{New: lengthOp, Workers: workers})
		var read *readError
		if !errors.As(err, &read) || !errors.Is(err, broken) {
			t.Errorf("%d workers: %v", workers, err)
		}
		if stats.Records != 200_000 || out.Len() != 400_000 {
			t.Errorf("%d workers: %+v, %d bytes", workers, stats, out.Len())
		}
	}
}

// TestErrorsWithoutACause: a program may make them.
func TestErrorsWithoutACause(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  error
		want string
	}{
		{&readError{}, "read: <nil>"},
		{&WriteError{}, "write: <nil>"},
		{&spillError{Dir: "/tmp"}, "temporary file in /tmp: <nil>"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%T: %q, want %q", test.err, got, test.want)
		}
	}
}

// TestRunCancelled: a run with a context that ends while its reader gives nothing
// returns, with whole records written and the cause.
func TestRunCancelled(t *testing.T) {
	t.Parallel()
	cause := errors.New("enough")
	for _, workers := range []int{1, 2, 8} {
		ctx, cancel := context.WithCancelCause(context.Background())
		pr, pw := io.Pipe()
		out := &signalWriter{written: make(chan struct{}, 100)}
		type end struct {
			stats Stats
			err   error
		}
		done := make(chan end)
		go func() {
			stats, err := Run(ctx, pr, out, Job{New: lengthOp, Workers: workers})
			done <- end{stats, err}
		}()
		// A record is answered while the input is still open.
		io.WriteString(pw, "one\ntwo\nthr")
		<-out.written
		cancel(cause)
		e := <-done
		if e.err != cause || e.stats.Records != 2 || out.String() != "one\ntwo\n" {
			t.Errorf("%d workers: %+v, %v, %q", workers, e.stats, e.err, out.String())
		}
		pr.Close()
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, workers := range []int{1, 2} {
		stats, err := Run(ctx, strings.NewReader("a\n"), io.Discard, Job{New: lengthOp, Workers: workers})
		if !errors.Is(err, context.Canceled) || stats.Records != 0 {
			t.Errorf("cancelled before: %+v, %v", stats, err)
		}
	}
}

type signalWriter struct {
	bytes.Buffer
	written chan struct{}
}

func (w *signalWriter) Write(p []byte) (int, error) {
	defer func() { w.written <- struct{}{} }()
	return w.Buffer.Write(p)
}

// TestRunPanic: a panic of an Op ends the run with the number of the record,
// when the results of all records before it, and no others, are written.
func TestRunPanic(t *testing.T) {
	t.Parallel()
	const before = 50_000
	lines := strings.Repeat("a\n", before)
	faults := map[string]func(){
		"panic":  func() { panic(errOdd) },
		"goexit": runtime.Goexit,
	}
	boom := func(fault func()) func() Op {
		return func() Op {
			return func(rec *Record, out *Output) error {
				o := out.Object()
				o.Array(nameN)
				if strings.HasPrefix(rec.Text, "boom") {
					fault()
				}
				return nil
			}
		}
	}
	for name, fault := range faults {
		for _, workers := range []int{1, 2, 8} {
			if name == "goexit" && workers == 1 {
				continue // which ends this goroutine, as asked
			}
			for _, text := range []string{"boom", "boom" + strings.Repeat("!", 2*maxBlock)} {
				if name == "goexit" && len(text) > 4 {
					continue // the same
				}
				var out countWriter
				value := func() (v any) {
					defer func() { v = recover() }()
					in := strings.NewReader(lines + text + "\n" + lines)
					Run(context.Background(), in, &out, Job{Out: JSONL, New: boom(fault), Workers: workers})
					return nil
				}()
				p, ok := value.(*PanicError)
				if !ok || p.Num != before+1 || name == "panic" && p.Value != errOdd ||
					!strings.Contains(string(p.Stack), "bulk.(*worker)") {
					t.Errorf("%s, %d workers: %v", name, workers, value)
				}
				if want := before * len("{\"n\":[]}\n"); out.n != want {
					t.Errorf("%s, %d workers: %d bytes written, want %d", name, workers, out.n, want)
				}
			}
		}
	}
}

// TestRunLeavesNothing: no goroutine outlives a run after its reader has ended.
func TestRunLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 20 {
		for _, workers := range []int{1, 4} {
			Run(ctx, strings.NewReader("a\nb\n"), io.Discard, Job{New: lengthOp, Workers: workers})
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestWorkersWorkAtTheSameTime(t *testing.T) {
	t.Parallel()
	const workers = 3
	var running atomic.Int32
	together := make(chan struct{})
	op := func() Op {
		return func(rec *Record, out *Output) error {
			// The first record of each of the first blocks waits for the others.
			if rec.Num%(maxBlock/perRecord) == 1 && rec.Num < workers*maxBlock/perRecord {
				if running.Add(1) == workers {
					close(together)
				}
				select {
				case <-together:
				case <-time.After(30 * time.Second):
					return errOdd
				}
			}
			return nil
		}
	}
	stats, err := Run(context.Background(), strings.NewReader(strings.Repeat("a\n", 200_000)), io.Discard,
		Job{New: op, Workers: workers})
	if err != nil || stats.Failed > 0 {
		t.Errorf("%d at the same time, %v", running.Load(), err)
	}
}

func TestRunAllocatesByTheBlock(t *testing.T) {
	const records = 50_000
	in := strings.Repeat("http://www.example.com/some/path?query=1\n", records)
	for _, workers := range []int{1, 2} {
		for _, out := range []Format{Lines, JSONL} {
			n := testing.AllocsPerRun(3, func() {
				if _, err := Run(context.Background(), strings.NewReader(in), io.Discard,
					Job{Out: out, New: lengthOp, Workers: workers}); err != nil {
					t.Error(err)
				}
			})
			if n > records/100 {
				t.Errorf("%d workers, %v: %v allocations for %d records", workers, out, n, records)
			}
		}
	}
}

// multiplyOp gives a text of many times the length of the record.
func multiplyOp(times int) Op {
	return func(rec *Record, out *Output) error { return out.Text(strings.Repeat("y", times*len(rec.Text))) }
}

// TestLongResults: results much longer than their records stay in order.
func TestLongResults(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB of results: not with -short")
	}
	t.Parallel()
	record := strings.Repeat("x", 32<<10) + "\n"
	const records, times = 16, 128 // 4 MiB each
	var out countWriter
	job := Job{Workers: 4, New: func() Op { return multiplyOp(times) }}
	stats, err := Run(context.Background(), strings.NewReader(strings.Repeat(record, records)), &out, job)
	if want := records * (times*32<<10 + 1); err != nil || stats.Records != records || out.n != want {
		t.Errorf("%+v, %v, %d bytes, want %d", stats, err, out.n, want)
	}
	// An error of writing, or a panic, ends the run.
	_, err = Run(context.Background(), strings.NewReader(strings.Repeat(record, records)),
		&limitedWriter{room: 20 << 20, err: io.ErrShortWrite}, job)
	var failed *WriteError
	if !errors.As(err, &failed) {
		t.Errorf("error %v", err)
	}
	defer func() {
		if p, ok := recover().(*PanicError); !ok || p.Num != 2 {
			t.Errorf("panic %v", p)
		}
	}()
	job.New = func() Op {
		op := multiplyOp(times)
		return func(rec *Record, out *Output) error {
			if rec.Num == 2 {
				panic("two")
			}
			return op(rec, out)
		}
	}
	Run(context.Background(), strings.NewReader(strings.Repeat(record, records)), &out, job)
}

// TestOneLongRecordAtATime: the memory for a run of long records does not grow
// with their number, in text nor in JSON.
func TestOneLongRecordAtATime(t *testing.T) {
	if testing.Short() {
		t.Skip("needs some 100 MiB of memory")
	}
	const size, count = 8 << 20, 12
	for _, workers := range []int{1, 2} {
		var in []io.Reader
		for range count {
			in = append(in, &repeatReader{'a', size}, strings.NewReader("\n"))
		}
		var most uint64
		op := func() Op {
			op := lengthOp()
			return func(rec *Record, out *Output) error {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
				return op(rec, out)
			}
		}
		w := &countWriter{}
		stats, err := Run(context.Background(), io.MultiReader(in...), w, Job{Out: JSONL, New: op, Workers: workers})
		if err != nil || stats.Records != count || w.n < size*count {
			t.Errorf("%d workers: %+v, %v, %d bytes", workers, stats, err, w.n)
		}
		if most > 8<<20+2*size {
			t.Errorf("%d workers: %d MiB of live memory for records of %d MiB", workers, most>>20, size>>20)
		}
	}
}

type repeatReader struct {
	c byte
	n int
}

func (r *repeatReader) Read(p []byte) (int, error) {
	if r.n == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.n)], bytes.Repeat([]byte{r.c}, min(len(p), r.n)))
	r.n -= n
	return n, nil
}

type countWriter struct{ n int }

func (w *countWriter) Write(p []byte) (int, error) { w.n += len(p); return len(p), nil }
