package bulk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// FuzzStopsAtTheFailure: with MaxFailed, the output is the same as without, up to
// the result of the record that is one too many; and with SkipFailed it is that
// without the results of failed records. The number of workers changes nothing.
func FuzzStopsAtTheFailure(f *testing.F) {
	f.Add("a\nx\nb\nx\nx\nc\n", 1, int8(2), uint8(0), uint8(0))
	f.Add("url\na\nx\n\"b\n\"\n", 300, int8(3), uint8(4), uint8(4))
	f.Add("x", 1, int8(1), uint8(1), uint8(2))
	f.Add("x\n"+strings.Repeat("a\n", 3000)+"x\nx\nx\n", 1, int8(3), uint8(0), uint8(0)) // the last of these in a second block
	f.Add("x\nabc\n", 3000, int8(100), uint8(0), uint8(5))
	f.Fuzz(func(t *testing.T, in string, times int, most int8, inFormat, outFormat uint8) {
		in = strings.Repeat(in, times&4095)
		if len(in) > 1<<18 {
			t.Skip()
		}
		job := Job{
			In: Format(inFormat % 6), Out: Format(outFormat % 6), Workers: 1, New: upperOp, Columns: []string{"upper"},
			NoHeader: true, Column: "1",
		}
		type run struct {
			out   string
			stats Stats
			err   error
			nums  []int64
		}
		do := func(job Job) (r run) {
			var out bytes.Buffer
			job.Failed = func(fs []Failure) {
				for _, f := range fs {
					r.nums = append(r.nums, f.Num)
				}
			}
			r.stats, r.err = Run(context.Background(), strings.NewReader(in), &out, job)
			r.out = out.String()
			return r
		}
		all := do(job)
		limit := int64(most)
		if limit < 1 || all.err != nil {
			t.Skip()
		}
		for _, skip := range []bool{false, true} {
			job.MaxFailed, job.SkipFailed, job.Workers = limit, skip, 1
			one := do(job)
			job.Workers = 3
			if three := do(job); three.out != one.out || three.stats != one.stats ||
				fmt.Sprint(three.err) != fmt.Sprint(one.err) || !slices.Equal(three.nums, one.nums) {
				t.Fatalf("3 workers: %.200q, %+v, %v; 1: %.200q, %+v, %v", three.out, three.stats, three.err, one.out, one.stats,
					one.err)
			}
			e, stopped := errors.AsType[*TooManyError](one.err)
			if stopped != (int64(len(all.nums)) >= limit) || stopped && (e.Failed != limit || one.stats.Failed != limit) {
				t.Fatalf("%v, %+v; %d fail", one.err, one.stats, len(all.nums))
			}
			records := all.stats.Records
			if stopped {
				records = all.nums[limit-1]
			}
			if one.stats.Records != records || len(one.nums) != int(min(limit, int64(len(all.nums)))) {
				t.Fatalf("%+v, failed %v; want %d records", one.stats, one.nums, records)
			}
			if !skip && !strings.HasPrefix(all.out, one.out) {
				t.Fatalf("%.200q is no beginning of %.200q", one.out, all.out)
			}
			if delim := string(rune(job.Out.delimiter())); job.Out.separator() == 0 && job.Out != Lines {
				want := records
				if skip {
					want -= int64(len(one.nums))
				}
				if got := int64(strings.Count(one.out, delim)); got != want {
					t.Fatalf("%d results, want %d: %.200q", got, want, one.out)
				}
			}
		}
	})
}

// TestLongResultThatFails: a failed record has no result with SkipFailed, even if the result is long.
func TestLongResultThatFails(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 3*flushSize)
	op := func(rec *Record, out *Output) error {
		if rec.Text == "" {
			return out.Text("b")
		}
		if err := out.Text(long); err != nil {
			return err
		}
		return errBroken
	}
	var out bytes.Buffer
	job := Job{Workers: 1, SkipFailed: true, New: func() Op { return op }}
	stats, err := Run(context.Background(), strings.NewReader("x\n\n"), &out, job)
	if want := "b\n"; err != nil || stats.Failed != 1 || out.String() != want {
		t.Errorf("Run: %v, %+v, %d bytes, want %d", err, stats, out.Len(), len(want))
	}
}

// TestStopInALongBlock: a block with so many results that they are written before
// it is done stops at the right record too, and writes no more.
func TestStopInALongBlock(t *testing.T) {
	t.Parallel()
	in := strings.Repeat("a\nx\n", 30_000)
	result := strings.Repeat("r", 4000)
	newOp := func() Op {
		return func(rec *Record, out *Output) error {
			if err := out.Text(result); err != nil || rec.Text == "a" {
				return err
			}
			return errBroken
		}
	}
	most := []int64{1, 2, 500, 1500, 20_000}
	if testing.Short() {
		most = most[:4]
	}
	for _, most := range most {
		for _, workers := range []int{1, 2, 3} {
			var n lineCounter
			stats, err := Run(context.Background(), strings.NewReader(in), &n,
				Job{Workers: workers, New: newOp, MaxFailed: most})
			if _, ok := errors.AsType[*TooManyError](err); !ok || stats != (Stats{2 * most, most}) || int64(n) != 2*most {
				t.Errorf("%d, %d workers: %v, %+v, %d lines", most, workers, err, stats, n)
			}
		}
	}
}

type lineCounter int64

func (n *lineCounter) Write(p []byte) (int, error) {
	*n += lineCounter(bytes.Count(p, []byte{'\n'}))
	return len(p), nil
}

// TestTooManyError: the error says how many records failed.
func TestTooManyError(t *testing.T) {
	t.Parallel()
	for most, want := range map[int64]string{1: "stopped at a record that failed", 2: "stopped when 2 records had failed"} {
		_, err := Run(t.Context(), strings.NewReader("x\nx\n"), io.Discard, Job{New: upperOp, MaxFailed: most})
		if err == nil || err.Error() != want {
			t.Errorf("Run with at most %d failures = %v, want %s", most, err, want)
		}
	}
}

// TestProgress: it is reported after each block, and at the end for all.
func TestProgress(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2} {
		var told []Stats
		job := Job{Workers: workers, New: upperOp, Progress: func(s Stats) { told = append(told, s) }}
		stats, err := Run(context.Background(), strings.NewReader(strings.Repeat("a\n", 10_000)+"x"), io.Discard, job)
		if err != nil || len(told) < 2 || told[len(told)-1] != stats || stats != (Stats{10_001, 1}) {
			t.Errorf("%v, %+v, told %v", err, stats, told)
		}
	}
}
