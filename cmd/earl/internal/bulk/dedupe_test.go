package bulk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

// A KeyOp is an Op that appends the key of its record to key.
type KeyOp func(rec *Record, out *Output, key []byte) ([]byte, error)

// withKeys returns job with the Ops of newKey.
func withKeys(job Job, newKey func() KeyOp) Job {
	job.New = func() Op {
		op := newKey()
		return func(rec *Record, out *Output) error {
			key, err := op(rec, out, out.Key())
			out.SetKey(key)
			return err
		}
	}
	return job
}

// foldOp keys a record by its text in lower case; one that begins with "!" fails.
func foldOp() KeyOp {
	name := "text"
	return func(rec *Record, out *Output, key []byte) ([]byte, error) {
		err := rec.Err
		if err == nil && strings.HasPrefix(rec.Text, "!") {
			err = errors.New("it begins with !")
		}
		if out.JSON() && !(err != nil && out.job.SkipFailed) {
			out.Object().String(name, rec.Text)
		}
		if err != nil {
			return key, err
		}
		if !out.JSON() {
			if err := out.Text(rec.Text); err != nil {
				return key, err
			}
		}
		return append(key, strings.ToLower(rec.Text)...), nil
	}
}

// slowDedupe is Dedupe with foldOp, of lines to lines, by a map.
func slowDedupe(in string, skip bool) (out string, dropped map[int64]int64) {
	var b strings.Builder
	seen := map[string]int64{}
	dropped = map[int64]int64{}
	for i, text := range slowRecords(in, Lines) {
		num := int64(i + 1)
		switch first, ok := seen[strings.ToLower(text)]; {
		case strings.HasPrefix(text, "!"):
			if !skip {
				b.WriteByte('\n')
			}
		case ok:
			dropped[num] = first
		default:
			seen[strings.ToLower(text)] = num
			b.WriteString(text + "\n")
		}
	}
	return b.String(), dropped
}

// checkDedupe compares Dedupe with slowDedupe.
func checkDedupe(t *testing.T, in string, memory int64, workers int, skip bool) DedupeStats {
	t.Helper()
	want, wantDropped := slowDedupe(in, skip)
	dropped := map[int64]int64{}
	var out bytes.Buffer
	stats, err := Dedupe(t.Context(), iotest.HalfReader(strings.NewReader(in)), &out, DedupeJob{
		Job: withKeys(Job{Workers: workers, SkipFailed: skip}, foldOp), Memory: memory, TempDir: t.TempDir(),
		Dropped: func(d Duplicate) { dropped[d.Num] = d.First },
	})
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Fatalf("memory %d, %d workers: %d bytes, want %d", memory, workers, out.Len(), len(want))
	}
	if len(dropped) != len(wantDropped) || stats.Dropped != int64(len(dropped)) ||
		stats.Kept != int64(strings.Count(want, "\n")) {
		t.Fatalf("memory %d: %+v, want %d dropped", memory, stats, len(wantDropped))
	}
	for num, first := range wantDropped {
		if dropped[num] != first {
			t.Fatalf("record %d is like %d, want %d", num, first, dropped[num])
		}
	}
	return stats
}

// manyRecords returns lines. About one in four is a duplicate.
func manyRecords(random *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		switch random.IntN(30) {
		case 0:
			b.WriteByte('!')
		case 1:
			b.WriteString(strings.Repeat("Long", random.IntN(200)))
		case 2:
			continue
		}
		host := "Example.com"
		if i%4 == 0 {
			host = "example.com" // the key is the record itself
		}
		fmt.Fprintf(&b, "http://%s/%d\n", host, random.IntN(2*n))
	}
	return b.String()
}

// TestDedupe: memory of any size, spilling or not, gives the results of a map.
func TestDedupe(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in string }{
		{"nothing", ""},
		{"empty lines", "\n\n\n"},
		{"one", "a"},
		{"first wins", "b\na\nB\nA\na\nc"},
		{"failed", "!a\n!a\na\n!\na\n"},
		{"bytes", "\x00\n\xff\n\xff\n\x00\n\r\n\r"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, skip := range []bool{false, true} {
				checkDedupe(t, tt.in, 0, 1, skip)
				checkDedupe(t, tt.in, 1, 3, skip)
			}
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	memories, records := []int64{0, 1, 10_000, 100_000, 4_000_000}, 20_000
	if testing.Short() {
		memories, records = []int64{0, 10_000}, 4_000
	}
	in := manyRecords(random, records)
	for _, memory := range memories {
		t.Run(fmt.Sprint("memory ", memory), func(t *testing.T) {
			t.Parallel()
			for workers := range 3 {
				stats := checkDedupe(t, in, memory, workers+1, workers == 1)
				if spills := memory != 0 && memory < 500_000; spills != (stats.spilled > 0) {
					t.Errorf("%d bytes in %d of memory: %d spilled", len(in), memory, stats.spilled)
				}
			}
		})
	}
}

// TestDedupeLong: records that are longer than the memory.
func TestDedupeLong(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("records of megabytes: not with -short")
	}
	a, b := strings.Repeat("a", 3<<20), strings.Repeat("b", 2<<20)
	in := "x\n" + a + "\n" + b + "\nX\n" + strings.ToUpper(a) + "\n" + a + "c\n!" + a + "\nx\n" + b + "\n"
	for _, memory := range []int64{1, 3 << 20, 0} {
		for workers := range 2 {
			checkDedupe(t, in, memory, workers+1, false)
		}
	}
}

// TestDedupeForgetsFailed: the memory that is held for failed records does not grow with their number.
// It measures the heap, so it is not parallel.
func TestDedupeForgetsFailed(t *testing.T) {
	const failed = 200_000 // the limit is 2 bytes for each of the second half
	long := strings.Repeat("a", 1<<20)
	full := long + "\n" + long + "b\n" // the second key does not fit into 1 MiB
	tests := []struct {
		name, before string
		job          DedupeJob
		spills       bool
	}{
		{"written at once", "a\nb\n", DedupeJob{}, false},
		{"no result", "a\nb\n", DedupeJob{Job: Job{SkipFailed: true}}, false},
		{"no result at all", "", DedupeJob{Job: Job{SkipFailed: true}}, false},
		{"rows", "url\na\n", DedupeJob{Job: Job{In: CSV, Out: CSV}}, false},
		{"in the file", full, DedupeJob{Memory: 1 << 20}, true},
		{"no result, with a file", full, DedupeJob{Job: Job{SkipFailed: true}, Memory: 1 << 20}, true},
		{"counted", "a\nb\n", DedupeJob{Count: true}, true},
	}
	for _, tt := range tests {
		for _, workers := range []int{1, 3} {
			in := tt.before + strings.Repeat("!\n", failed)
			var seen int
			var heap []int64 // live bytes after half of the failed records, and after all
			job := tt.job
			job.Workers, job.TempDir = workers, t.TempDir()
			job.Job = withKeys(job.Job, func() KeyOp {
				return func(rec *Record, out *Output, key []byte) ([]byte, error) {
					switch {
					case rec.Text == "!":
						return key, io.EOF
					case out.sep != 0:
						out.Fields()
						return append(key, rec.Text...), nil
					}
					return append(key, rec.Text...), out.Text(rec.Text)
				}
			})
			job.Failed = func(failures []Failure) {
				if seen += len(failures); seen >= (len(heap)+1)*failed/2 {
					runtime.GC()
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					heap = append(heap, int64(m.HeapAlloc))
				}
			}
			stats, err := Dedupe(t.Context(), strings.NewReader(in), io.Discard, job)
			if err != nil || stats.Failed != failed || (stats.spilled > 0) != tt.spills {
				t.Errorf("%s, %d workers: %+v, %v", tt.name, workers, stats, err)
			}
			if len(heap) != 2 || heap[1]-heap[0] > failed {
				t.Errorf("%s, %d workers: %d live bytes, at last for %d more records", tt.name, workers, heap, failed/2)
			}
		}
	}
}

// TestDedupeFormats: results are cut where their format ends them.
func TestDedupeFormats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		job      Job
		in, want string
	}{
		{"nul", Job{In: NUL, Out: NUL}, "a\nb\x00A\nB\x00c", "a\nb\x00c\x00"},
		{"JSON", Job{In: JSONL, Out: JSONL}, "\"a\\n\"\n{\"url\":\"A\\n\"}\n[\n\"!\"\n",
			"{\"text\":\"a\\n\"}\n{\"text\":\"[\"}\n{\"text\":\"!\"}\n"},
		{"JSON without what fails", Job{In: JSONL, Out: JSONL, SkipFailed: true}, "[\n\"a\"\n[\n\"!\"\n\"A\"\n\"b\"\n[",
			"{\"text\":\"a\"}\n{\"text\":\"b\"}\n"},
		{"a result that cannot be written", Job{In: NUL, Out: Lines}, "a\nb\x00a\nb\x00c\x00", "\n\nc\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, memory := range []int64{0, 1} {
				var out bytes.Buffer
				_, err := Dedupe(t.Context(), strings.NewReader(tt.in), &out, DedupeJob{Job: withKeys(tt.job, foldOp), Memory: memory,
					TempDir: t.TempDir()})
				if err != nil || out.String() != tt.want {
					t.Errorf("%q, %v; want %q", out.String(), err, tt.want)
				}
			}
		})
	}
}

// FuzzDedupeLikeAMap: for every input, dropping with a file, with memory and
// with a map is the same.
func FuzzDedupeLikeAMap(f *testing.F) {
	f.Add("a\nb\nA\n!\n\n\n", uint16(0), uint8(0))
	f.Add(manyRecords(rand.New(rand.NewPCG(3, 4)), 400), uint16(3), uint8(1))
	f.Fuzz(func(t *testing.T, in string, repeat uint16, workers uint8) {
		if len(in) < 1<<12 {
			var b strings.Builder
			for i := range int(repeat % 300) {
				fmt.Fprintf(&b, "%s%d\n", in, i%200)
			}
			in = b.String() + in
		}
		for _, memory := range []int64{1, 0} {
			checkDedupe(t, in, memory, int(workers%3)+1, workers%2 == 0)
		}
	})
}

// TestDedupeFullDisk: an error of the temporary file is reported as such, and leaves
// no file.
func TestDedupeFullDisk(t *testing.T) {
	t.Parallel()
	in := manyRecords(rand.New(rand.NewPCG(5, 6)), 20_000)
	want, _ := slowDedupe(in, false)
	full := func(string) (*os.File, string, error) {
		f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
		return f, "", err
	}
	if _, _, err := full(""); err != nil || runtime.GOOS == "windows" {
		t.Skip("no /dev/full with the error of Unix: ", err)
	}
	var out bytes.Buffer
	job := DedupeJob{Job: withKeys(Job{}, foldOp), Memory: 1, TempDir: "somewhere"}
	s := newDeduper(&out, &job)
	s.spill.create = full
	_, err := s.run(t.Context(), strings.NewReader(in))
	var failed *spillError
	if !errors.As(err, &failed) || failed.Dir != "somewhere" || !errors.Is(err, syscall.ENOSPC) ||
		!strings.HasPrefix(err.Error(), "temporary file in somewhere: ") {
		t.Errorf("%v, want an error of the temporary file in somewhere: ENOSPC", err)
	}
	if !strings.HasPrefix(want, out.String()) || !strings.HasSuffix(out.String(), "\n") {
		t.Errorf("%d bytes written", out.Len())
	}
	var file *os.File
	job = DedupeJob{Job: withKeys(Job{Workers: 1}, foldOp), Memory: 1, TempDir: t.TempDir()}
	job.Dropped = func(Duplicate) {
		if s.spill.written > 0 {
			file.Close()
		}
	}
	s = newDeduper(io.Discard, &job)
	s.spill.create = func(dir string) (f *os.File, name string, err error) {
		file, name, err = createTemp(dir)
		return file, name, err
	}
	if stats, err := s.run(t.Context(), strings.NewReader(in)); !errors.As(err, &failed) ||
		!errors.Is(err, os.ErrClosed) || stats.spilled == 0 {
		t.Errorf("%+v, %v, want os.ErrClosed after a spill", stats, err)
	}
	_, err = Dedupe(t.Context(), strings.NewReader(in), io.Discard,
		DedupeJob{Job: withKeys(Job{}, foldOp), Memory: 1, TempDir: t.TempDir() + "/none"})
	if !errors.As(err, &failed) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want os.ErrNotExist", err)
	}
}

// TestDedupeDamagedFile checks that other bytes in the file are an error, whatever lengths they say.
func TestDedupeDamagedFile(t *testing.T) {
	t.Parallel()
	in := manyRecords(rand.New(rand.NewPCG(5, 6)), 5_000)
	for _, tt := range []struct{ name, bytes string }{
		{"empty results", "\x00"},
		{"numbers of too many bytes", "\xff"},
		{"entries of 256 bytes", "\x7f"},
		{"a long key", "\x01\xff\xff\xff\xff\xff\x7f\x01"},
		{"a long result", "\x01\x01\xff\xff\xff\xff\xff\x7f"},
		{"the longest result", "\x01\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var file *os.File
			job := DedupeJob{Job: withKeys(Job{}, foldOp), Memory: 1, Merging: func(int64, int64) {
				if info, err := file.Stat(); err == nil {
					file.WriteAt([]byte(strings.Repeat(tt.bytes, int(info.Size())/len(tt.bytes))), 0)
				}
			}}
			s := newDeduper(io.Discard, &job)
			s.spill.create = func(string) (*os.File, string, error) {
				var err error
				file, err = os.CreateTemp(t.TempDir(), "")
				return file, file.Name(), err
			}
			if _, err := s.run(t.Context(), strings.NewReader(in)); !errors.As(err, new(*spillError)) {
				t.Errorf("Dedupe with a damaged file = %v, want a spillError", err)
			}
		})
	}
}

// TestDedupeLostFile: so is an error of reading it again, and a file that has a name is removed. If the run writes again
// after the file was emptied, the bytes before are zero.
func TestDedupeLostFile(t *testing.T) {
	t.Parallel()
	in := manyRecords(rand.New(rand.NewPCG(5, 6)), 5_000)
	dir := t.TempDir()
	for _, when := range []int{1, 40} { // of the calls that report the work: in a partition, and in the merge
		var file *os.File
		calls := 0
		job := DedupeJob{Job: withKeys(Job{}, foldOp), Memory: 1, TempDir: dir, Merging: func(int64, int64) {
			if calls++; calls == when {
				file.Truncate(0)
			}
		}}
		s := newDeduper(io.Discard, &job)
		s.spill.create = func(dir string) (*os.File, string, error) {
			var err error
			file, err = os.CreateTemp(dir, "")
			return file, file.Name(), err
		}
		_, err := s.run(t.Context(), strings.NewReader(in))
		if !errors.As(err, new(*spillError)) || errors.Is(err, io.EOF) {
			t.Errorf("call %d of %d: %v, want a spillError other than the usual end", when, calls, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
	job := DedupeJob{Job: withKeys(Job{}, foldOp), Memory: 1}
	s := newDeduper(io.Discard, &job)
	s.spill.create = func(string) (*os.File, string, error) { return nil, "", os.ErrPermission }
	if _, err := s.run(t.Context(), strings.NewReader(in)); !errors.Is(err, os.ErrPermission) ||
		!strings.Contains(err.Error(), os.TempDir()) {
		t.Errorf("in the default folder: %v", err)
	}
}

// shortWriter writes half of its input, without an error.
type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) / 2, nil }

// TestShortWrites: a writer that breaks the rules of [io.Writer] is an error of writing.
func TestShortWrites(t *testing.T) {
	t.Parallel()
	_, err := Dedupe(t.Context(), strings.NewReader("a\nb\n"), shortWriter{}, DedupeJob{Job: withKeys(Job{}, foldOp)})
	if !errors.As(err, new(*WriteError)) || !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("Dedupe: %v", err)
	}
	op := func() Op { return func(rec *Record, out *Output) error { return out.Text(rec.Text) } }
	if _, err := Run(t.Context(), strings.NewReader("a\nb\n"), shortWriter{}, Job{New: op}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("Run: %v", err)
	}
}

// TestDedupeErrors: the end of a run if reading, writing or the context ends, and
// that it leaves no file.
func TestDedupeErrors(t *testing.T) {
	t.Parallel()
	in := manyRecords(rand.New(rand.NewPCG(7, 8)), 5_000)
	in += "http://cut off"
	want, _ := slowDedupe(in[:strings.LastIndexByte(in, '\n')+1], false)
	broken := errors.New("broken")
	dir := t.TempDir()
	job := DedupeJob{Job: withKeys(Job{}, foldOp), Memory: 1, TempDir: dir}

	var out bytes.Buffer
	_, err := Dedupe(t.Context(), io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), &out, job)
	if !errors.Is(err, broken) || !errors.As(err, new(*readError)) || out.String() != want {
		t.Errorf("reading: %v, %d bytes, want %d", err, out.Len(), len(want))
	}
	for _, most := range []int{0, 100, len(want) - 100} {
		_, err = Dedupe(t.Context(), strings.NewReader(in), &failingWriter{most, broken}, job)
		if !errors.Is(err, broken) || !errors.As(err, new(*WriteError)) {
			t.Errorf("writing after %d bytes: %v", most, err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err = Dedupe(ctx, io.MultiReader(strings.NewReader(in), readerFunc(func([]byte) (int, error) {
		cancel(broken)
		return 0, io.EOF
	})), io.Discard, job)
	if !errors.Is(err, broken) {
		t.Errorf("interrupted: %v", err)
	}
	ctx, cancel = context.WithCancelCause(t.Context())
	merging := job
	merging.Merging = func(int64, int64) { cancel(broken) }
	if _, err = Dedupe(ctx, strings.NewReader(in), io.Discard, merging); !errors.Is(err, broken) {
		t.Errorf("interrupted behind the input: %v", err)
	}
	limited := job
	limited.MaxFailed = 2
	out.Reset()
	_, err = Dedupe(t.Context(), strings.NewReader("a\n!\nA\nb\n!\nc\n"), &out, limited)
	if !errors.As(err, new(*TooManyError)) || out.String() != "a\n\nb\n\n" {
		t.Errorf("too many: %q, %v", out.String(), err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A failingWriter fails after some bytes.
type failingWriter struct {
	most int
	err  error
}

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.most -= len(p); w.most < 0 {
		return 0, w.err
	}
	return len(p), nil
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestKeySetMemory: the set keeps to its budget, and to its keys.
func TestKeySetMemory(t *testing.T) {
	t.Parallel()
	for _, budget := range []int64{1, 3000, 1 << 20, 5 << 20} {
		s := newKeySet(budget)
		for range 2 {
			s.reset()
			n := int64(0)
			for ; ; n++ {
				key := fmt.Appendf(nil, "http://example.com/%d", n)
				hash := s.hash(key)
				if _, ok := s.find(hash, key, 1); ok {
					t.Fatalf("%s is there already", key)
				}
				if !s.add(hash, key, n, 1) {
					break
				}
			}
			size := int64(cap(s.slots)) * unit
			for _, b := range slices.Concat(s.blocks, s.spare) {
				size += int64(cap(b))
			}
			if n == 0 || budget > 2000 && size > budget {
				t.Errorf("%d keys in %d of %d bytes", n, size, budget)
			}
			if budget > 1<<20 && n < budget/100 {
				t.Errorf("only %d keys in %d bytes", n, budget)
			}
			for i := range n {
				key := fmt.Appendf(nil, "http://example.com/%d", i)
				if num, ok := s.find(s.hash(key), key, 1); !ok || num != i {
					t.Fatalf("find(%s) = %d, %v, want %d", key, num, ok, i)
				}
			}
		}
	}
}

// TestKeySetCollisions: keys with equal hashes stay different.
func TestKeySetCollisions(t *testing.T) {
	t.Parallel()
	s := newKeySet(1 << 20)
	for i := range int64(1000) {
		if !s.add(42<<tagShift, fmt.Append(nil, i), i, 1) {
			t.Fatal("full")
		}
	}
	for i := range int64(1000) {
		if num, ok := s.find(42<<tagShift, fmt.Append(nil, i), 1); !ok || num != i {
			t.Fatalf("find of key %d = %d, %v, want its number", i, num, ok)
		}
	}
	if _, ok := s.find(42<<tagShift, []byte("x"), 1); ok {
		t.Error("a key that was not added")
	}
}

// TestMerging: the share of the temporary file that is done never falls, and in the end
// all of it is.
func TestMerging(t *testing.T) {
	t.Parallel()
	records := 50_000
	if testing.Short() {
		records = 2_000
	}
	in := manyRecords(rand.New(rand.NewPCG(5, 6)), records)
	for _, memory := range []int64{0, 10_000, 100_000} {
		share, calls, left := 0.0, 0, int64(-1)
		stats, err := Dedupe(t.Context(), strings.NewReader(in), io.Discard, DedupeJob{
			Job: withKeys(Job{Workers: 1}, foldOp), Memory: memory, TempDir: t.TempDir(),
			Merging: func(done, rest int64) {
				calls++
				left = rest
				now := float64(done) / float64(max(1, done+rest))
				if now < share || done < 0 || rest < 0 {
					t.Errorf("memory %d: %d done, %d left: %f after %f", memory, done, rest, now, share)
				}
				share = now
			},
		})
		if err != nil || (calls > 0) != (stats.spilled > 0) || calls > 0 && (left != 0 || share != 1) {
			t.Errorf("memory %d: %d calls, at last %d left; %+v, %v", memory, calls, left, stats, err)
		}
	}
}

// TestMergingLongRecords: of long records not many are worked on before the next call, nor
// before the work ends if the context does.
func TestMergingLongRecords(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("10 MB of records: not with -short")
	}
	const size, records = 100_000, 100
	var in bytes.Buffer
	for i := range records {
		fmt.Fprintf(&in, "%0*d\n", size, i)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop, last := errors.New("stop"), int64(0)
	job := DedupeJob{Job: withKeys(Job{Workers: 1}, foldOp), Memory: 1, TempDir: t.TempDir(), Merging: func(done, left int64) {
		if done-last > maxBlock+2*size {
			t.Errorf("%d are done, and before it were %d", done, last)
		}
		if last = done; left < records*size/2 {
			cancel(stop)
		}
	}}
	if _, err := Dedupe(ctx, &in, io.Discard, job); err != stop || last < records*size/2 {
		t.Errorf("%v when %d are done", err, last)
	}
}

// TestManyRuns: more runs than can be merged at once.
func TestManyRuns(t *testing.T) {
	t.Parallel()
	var out, want bytes.Buffer
	s := newDeduper(&out, &DedupeJob{Memory: 1, TempDir: t.TempDir()})
	defer s.spill.close()
	const runs, each = 3*fanIn + 5, 20
	for i := range runs * each {
		fmt.Fprintf(&want, "%d\n", i)
	}
	for i := range runs {
		run := s.spill.stream()
		for k := range each {
			num := i + k*runs
			if err := run.add(entry{num: int64(num), result: fmt.Appendf(nil, "%d\n", num)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.keepRun(run); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.merge(t.Context()); err != nil || out.String() != want.String() {
		t.Errorf("%d bytes, want %d; %v", out.Len(), want.Len(), err)
	}
	if int64(len(s.spill.free)) != s.spill.chunks {
		t.Errorf("%d of %d chunks are free", len(s.spill.free), s.spill.chunks)
	}
}

// TestSetKeepsToItsMemory: a set that is used again has no more memory than it may, whether
// the keys before were longer or shorter.
func TestSetKeepsToItsMemory(t *testing.T) {
	t.Parallel()
	const budget = 100_000
	s := newKeySet(budget)
	for _, size := range []int{1000, 8, 20_000, 16, 7000, 8, 200_000, 12} {
		s.reset()
		for n := 0; ; n++ {
			key := fmt.Appendf(nil, "%0*d", size, n)
			if !s.add(s.hash(key), key, int64(n), 1) {
				break
			}
			memory := cap(s.slots) * unit
			for _, b := range slices.Concat(s.blocks[:cap(s.blocks)], s.spare) {
				memory += cap(b)
			}
			if memory > max(budget, size+2*binary.MaxVarintLen64+fewestSlot*unit) {
				t.Fatalf("%d keys of %d bytes take %d", n+1, size, memory)
			}
		}
		if s.used == 0 || s.used < budget/2/(size+40) {
			t.Errorf("there is room for %d keys of %d bytes", s.used, size)
		}
	}
}

// BenchmarkDedupe measures records that are all different, and in the set.
func BenchmarkDedupe(b *testing.B) {
	var in strings.Builder
	const records = 200_000
	for i := range records {
		fmt.Fprintf(&in, "http://www.example.com/path/x?query=1&b=%d\n", i)
	}
	for _, memory := range []int64{256 << 20, 1 << 20} {
		b.Run(fmt.Sprintf("memory=%dMiB", memory>>20), func(b *testing.B) {
			b.SetBytes(int64(in.Len()))
			for b.Loop() {
				stats, err := Dedupe(b.Context(), strings.NewReader(in.String()), io.Discard, DedupeJob{Job: withKeys(Job{Workers: 1}, foldOp), Memory: memory, TempDir: b.TempDir()})
				if err != nil || stats.Kept != records {
					b.Fatal(stats, cmp.Or(err, errors.New("dropped")))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/records, "ns/record")
		})
	}
}

// TestCreateTemp: a temporary file has no name, or it is returned.
func TestCreateTemp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, name, err := createTemp(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	left, err := os.ReadDir(dir)
	if err != nil || (len(left) > 0) != (name != "") {
		t.Errorf("createTemp returns the name %q, and the folder has %v, %v", name, left, err)
	}
}
