package bulk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
)

// Records iterates over the records of r. An error of reading ends the loop and comes with a nil record.
func Records(r io.Reader, format Format) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		job := Job{In: format}
		blocks := newBlockReader(context.Background(), r, &job, maxBlock)
		cut := newCutter(&Job{In: format})
		for {
			block, err := blocks.next()
			if err != nil {
				if err != io.EOF {
					yield(nil, &readError{err})
				}
				return
			}
			cut.start(block)
			for rec := cut.next(); rec != nil; rec = cut.next() {
				if !yield(rec, nil) {
					return
				}
			}
		}
	}
}

// TestGivenRecords: a run on given records numbers them, begins a table with a header, and rejects long ones.
func TestGivenRecords(t *testing.T) {
	t.Parallel()
	op := func(rec *Record, out *Output) error {
		if rec.Err != nil {
			return rec.Err
		}
		return out.Text(fmt.Sprintf("%d %v %s", rec.Num, rec.Value, rec.Text))
	}
	for _, tt := range []struct {
		name string
		job  Job
		want string
	}{
		{"lines", Job{}, "1 <nil> a\n2 7 b\n3 <nil> \n4 <nil> long\n"},
		{"table", Job{Out: CSV, Columns: []string{"r"}}, "input,r,error\na,1 <nil> a,\nb,2 7 b,\n,3 <nil> ,\nlong,4 <nil> long,\n"},
		{"no header", Job{Out: TSV, Columns: []string{"r"}, NoHeader: true, MaxRecord: 3, SkipFailed: true},
			"a\t1 <nil> a\t\nb\t2 7 b\t\n\t3 <nil> \t\n"},
		{"document", Job{Out: Document, Separator: "--", MaxRecord: 3}, "1 <nil> a--2 7 b--3 <nil> --"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			blocks := [][]Record{{{Text: "a"}, {Text: "b", Value: 7}}, {}, {{}, {Text: "long"}}}
			tt.job.New = func() Op { return op }
			tt.job.Records = slices.Values(blocks)
			var out strings.Builder
			stats, err := Run(t.Context(), nil, &out, tt.job)
			failed := int64(0)
			if tt.job.MaxRecord > 0 {
				failed = 1
			}
			if want := (Stats{4, failed}); err != nil || out.String() != tt.want || stats != want {
				t.Errorf("Run = %+v, %v, writes %q, want %+v, nil, %q", stats, err, &out, want, tt.want)
			}
		})
	}
}

// TestGivenRecordsEnd: a run does not wait for records if its context is done.
func TestGivenRecordsEnd(t *testing.T) {
	t.Parallel()
	job := Job{New: func() Op { return func(_ *Record, out *Output) error { return out.Text("") } }}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	job.Records = func(func([]Record) bool) {
		cancel(stop)
		select {} // until the test ends
	}
	if _, err := Run(ctx, nil, io.Discard, job); err != stop {
		t.Errorf("Run = %v, want %v", err, stop)
	}
}
