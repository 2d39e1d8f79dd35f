package bulk

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// rowOp keys a record of a table by its text; one that begins with "!" fails.
func rowOp() KeyOp {
	return func(rec *Record, out *Output, key []byte) ([]byte, error) {
		if rec.Err != nil {
			return key, rec.Err
		}
		if strings.HasPrefix(rec.Text, "!") {
			return key, &RecordError{Reason: "it begins with !"}
		}
		out.Fields()
		return append(key, rec.Text...), nil
	}
}

// manyRows returns rows of two cells, and the ones that are the first of their
// second cell. Cells contain quotes, separators and line feeds.
func manyRows(random *rand.Rand, n int) (in, want string, kept, dropped, failed int64) {
	var all, first strings.Builder
	seen := map[string]bool{}
	for i := range n {
		cell := fmt.Sprint("http://h/", random.IntN(n))
		note := []string{"", "plain", `"a ""good"" one"`, "\"two\r\nlines, one comma\"", `""`,
			`"` + strings.Repeat("\n\"\"", random.IntN(200)) + `"`}[random.IntN(6)]
		end := []string{"\n", "\r\n"}[random.IntN(2)]
		var row string
		switch random.IntN(20) {
		case 0:
			row = note + "," + `"!` + cell + `"` + end
			failed++
		case 1:
			row = "one cell" + end
			failed++
		case 2:
			row = note + ",bad\"quote" + end
			failed++
		default:
			row = note + "," + []string{cell, `"` + cell + `"`}[i%2] + end
			if seen[cell] {
				dropped++
			} else {
				seen[cell] = true
				kept++
				first.WriteString(row)
			}
		}
		all.WriteString(row)
	}
	return all.String(), first.String(), kept, dropped, failed
}

// TestDedupeRows: rows come out byte for byte, with or without a header, in memory or
// spilled, in whatever pieces they are written.
func TestDedupeRows(t *testing.T) {
	t.Parallel()
	rows := 8000
	if testing.Short() {
		rows = 2000
	}
	in, want, kept, dropped, failed := manyRows(rand.New(rand.NewPCG(3, 4)), rows)
	for _, memory := range []int64{0, 10_000} {
		for _, header := range []string{"", "\"no\nte\",url\r\n"} {
			for workers := range 3 {
				name := fmt.Sprintf("memory %d, header %q, %d workers", memory, header, workers+1)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					job := Job{In: CSV, Out: CSV, Workers: workers + 1, NoHeader: header == "", Column: "2",
						Columns: []string{"unused"}}
					var out bytes.Buffer
					stats, err := Dedupe(t.Context(), iotest.HalfReader(strings.NewReader(header+in)), &out, DedupeJob{
						Job: withKeys(job, rowOp), Memory: memory, TempDir: t.TempDir(),
					})
					if err != nil || out.String() != header+want {
						t.Errorf("%d bytes, want %d; %v", out.Len(), len(header+want), err)
					}
					if stats.Kept != kept || stats.Dropped != dropped || stats.Failed != failed ||
						(stats.spilled > 0) != (memory > 0) {
						t.Errorf("%+v, want %d kept, %d dropped, %d failed", stats, kept, dropped, failed)
					}
				})
			}
		}
	}
}

// TestDedupeTables: from one format to another, and of nothing.
func TestDedupeTables(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in, want string
		job            Job
	}{
		{"nothing", "", "", Job{In: CSV, Out: CSV}},
		{"a header alone", "url\n", "url\n", Job{In: CSV, Out: CSV}},
		{"lines to a table", "a,b\na,b\n", "input\n\"a,b\"\n", Job{Out: CSV}},
		{"no lines to a table", "", "input\n", Job{Out: CSV}},
		{"CSV to TSV", "url,x\na,\"b\tc\"\na,d\n", "url\tx\na\t\"b\tc\"\n", Job{In: CSV, Out: TSV}},
		{"no line feed at the end", "url\na", "url\na\n", Job{In: TSV, Out: TSV}},
		{"blank lines", "url\n\n\n", "url\n\n", Job{In: TSV, Out: TSV}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			_, err := Dedupe(t.Context(), strings.NewReader(tt.in), &out, DedupeJob{Job: withKeys(tt.job, rowOp)})
			if err != nil || out.String() != tt.want {
				t.Errorf("%q, want %q; %v", &out, tt.want, err)
			}
		})
	}
}

// TestDedupeTakesBack: the results of a record that fails are left out, also where it is
// so long that it comes before the error does.
func TestDedupeTakesBack(t *testing.T) {
	t.Parallel()
	in := "a\n" + strings.Repeat("x", 4*maxBlock) + "\nb\nxx\na\nb\nc\n"
	for _, format := range []Format{Lines, CSV} {
		for _, memory := range []int64{0, 1} {
			newKey := func() KeyOp {
				return func(rec *Record, out *Output, key []byte) ([]byte, error) {
					if format == CSV {
						out.Fields()
					} else if err := out.Text(rec.Text); err != nil {
						return key, err
					}
					if strings.HasPrefix(rec.Text, "x") {
						return key, errors.New("an x")
					}
					return append(key, rec.Text...), nil
				}
			}
			job := Job{In: format, Out: format, NoHeader: true, SkipFailed: true, Workers: 2}
			var out bytes.Buffer
			stats, err := Dedupe(t.Context(), strings.NewReader(in), &out, DedupeJob{Job: withKeys(job, newKey), Memory: memory,
				TempDir: t.TempDir()})
			if want := "a\nb\nc\n"; err != nil || out.String() != want || stats.Kept != 3 || stats.Dropped != 2 ||
				stats.Failed != 2 {
				t.Errorf("%v: %.20q, %+v, %v, want 3 kept, 2 dropped, 2 failed", format, &out, stats, err)
			}
		}
	}
}

// TestNote: a note is in the cell for errors of its own record, which has not failed.
func TestNote(t *testing.T) {
	t.Parallel()
	newOp := func() Op {
		return func(rec *Record, out *Output) error {
			if strings.HasPrefix(rec.Text, "n") {
				out.Note(errors.New("a note"))
			}
			if strings.HasSuffix(rec.Text, "!") {
				return errors.New("failed")
			}
			return out.Text("")
		}
	}
	for _, tt := range []struct {
		out  Format
		skip bool
		want string
	}{
		{TSV, false, "input\tx\terror\na\t\t\nn\t\ta note\nb\t\t\nn!\t\tfailed\nc\t\t\n"},
		{TSV, true, "input\tx\terror\na\t\t\nn\t\ta note\nb\t\t\nc\t\t\n"},
		{Lines, false, "\n\n\n\n\n"},
	} {
		var out bytes.Buffer
		job := Job{Out: tt.out, SkipFailed: tt.skip, Columns: []string{"x"}, New: newOp}
		stats, err := Run(t.Context(), strings.NewReader("a\nn\nb\nn!\nc"), &out, job)
		if err != nil || stats.Failed != 1 || out.String() != tt.want {
			t.Errorf("%q, want %q; %+v, %v", &out, tt.want, stats, err)
		}
	}
}

// TestRow: in a table with further cells a row leaves them empty.
func TestRow(t *testing.T) {
	t.Parallel()
	newOp := func() Op {
		return func(_ *Record, out *Output) error {
			out.Fields()
			return nil
		}
	}
	var out bytes.Buffer
	if _, err := Run(t.Context(), strings.NewReader("url,x\na,b\n"), &out, Job{In: CSV, Out: CSV, Columns: []string{"y"},
		New: newOp}); err != nil {
		t.Fatal(err)
	}
	if want := "url,x,y,error\na,b,,\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
}
