package bulk

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestMaxRecord: a record that is too long has an error and its beginning, those around
// it are as they are without a limit, and so are the numbers of lines.
func TestMaxRecord(t *testing.T) {
	t.Parallel()
	texts := func(n int) string { return strings.Repeat("x", n) }
	limits := []int{1, 1000, someBlock, maxBlock + 1}
	if !testing.Short() {
		limits = append(limits, 10, minBlock, maxBlock-1, maxBlock, 3*maxBlock)
	}
	for _, limit := range limits {
		for _, format := range []Format{Lines, NUL, JSONL, JSONValues, CSV} {
			t.Run(fmt.Sprint(format, " ", limit), func(t *testing.T) {
				t.Parallel()
				var in strings.Builder
				var want []string
				for _, n := range []int{1, limit, limit + 1, 2, limit + 5*maxBlock, 1, limit - 1, limit + maxBlock, limit + 1} {
					n = max(n, 1)
					text := texts(n)
					switch {
					case format.json() && n > 2:
						text = `"` + texts(n-2) + `"`
					case format.json():
						text = "1" // which JSONL takes for no record
					}
					in.WriteString(text + string(rune(format.delimiter())))
					if want = append(want, text[:min(n, len(text))]); len(text) > limit {
						want[len(want)-1] = text[:limit] + "!"
					}
				}
				for _, workers := range []int{1, 3} {
					got := make([]string, len(want))
					newOp := func() Op {
						return func(rec *Record, out *Output) error {
							text := rec.Text
							if format == JSONL && rec.Err == nil {
								text = `"` + text + `"`
							}
							if rec.Err != nil && strings.HasSuffix(rec.Err.Error(), fmt.Sprintf("the record is longer than %d bytes, the limit of --max-record-size",
								limit)) {
								text += "!"
							}
							got[rec.Num-1] = text
							return nil
						}
					}
					job := Job{In: format, NoHeader: true, Workers: workers, MaxRecord: int64(limit), New: newOp}
					var out bytes.Buffer
					if _, err := Run(t.Context(), iotest.HalfReader(strings.NewReader(in.String())), &out, job); err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(got, want) {
						for i := range got {
							if got[i] != want[i] {
								t.Errorf("%d workers, record %d: %d bytes, want %d", workers, i+1, len(got[i]), len(want[i]))
							}
						}
					}
				}
			})
		}
	}
}

// TestMaxRecordWithoutLineEnding: the carriage return of a line ending does not count, and
// one that ends no line does.
func TestMaxRecordWithoutLineEnding(t *testing.T) {
	t.Parallel()
	for _, format := range []Format{Lines, CSV} {
		var got []string
		job := Job{In: format, NoHeader: true, Workers: 1, MaxRecord: 3, New: func() Op {
			return func(rec *Record, _ *Output) error {
				text := rec.Text
				if rec.Err != nil {
					text += "!"
				}
				got = append(got, text)
				return nil
			}
		}}
		if _, err := Run(t.Context(), strings.NewReader("abc\r\nabcd\r\nab\r\r\nabc\r\r\nabc\r"), &bytes.Buffer{}, job); err != nil {
			t.Fatal(err)
		}
		if want := []string{"abc", "abc!", "ab\r", "abc!", "abc!"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}

// TestMaxRecordOfTables: line feeds in a cell of a row that is too long count as lines, a
// quoted cell goes on after the kept text, and a header may not be too long.
func TestMaxRecordOfTables(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("a\n", 3*maxBlock) + `"`
	in := "url,x\na,1\n" + long + ",2\nb,3,4\nc,5\n"
	newOp := func() Op {
		return func(rec *Record, out *Output) error {
			if rec.Err != nil {
				return rec.Err
			}
			return out.Text(rec.Text)
		}
	}
	for _, workers := range []int{1, 2} {
		var out bytes.Buffer
		var failures []string
		job := Job{In: CSV, Out: CSV, Columns: []string{"y"}, Workers: workers, MaxRecord: 100, New: newOp, Failed: func(some []Failure) {
			for _, f := range some {
				failures = append(failures, fmt.Sprintf("%d at %d: %v", f.Num, f.Line, f.Err))
			}
		}}
		if _, err := Run(t.Context(), strings.NewReader(in), &out, job); err != nil {
			t.Fatal(err)
		}
		line := 4 + 3*maxBlock
		const tooLong = "line 3: the record is longer than 100 bytes, the limit of --max-record-size"
		ragged := fmt.Sprintf("line %d: the row has 3 cells, not 2 as the first", line)
		if want := "url,x,y,error\na,1,a,\n,,,\"" + tooLong + "\"\n,,,\"" + ragged + "\"\nc,5,c,\n"; out.String() != want {
			t.Errorf("%q, want %q", &out, want)
		}
		if want := []string{"2 at 3: " + tooLong, fmt.Sprintf("3 at %d: %s", line, ragged)}; !slices.Equal(failures, want) {
			t.Errorf("%q, want %q", failures, want)
		}
	}
	for _, in := range []string{"url,xx\na,b\n", long + "\na\n"} {
		_, err := Run(t.Context(), strings.NewReader(in), &bytes.Buffer{}, Job{In: CSV, MaxRecord: 5, New: newOp})
		if err == nil || !strings.Contains(err.Error(), "the first row is longer than 5 bytes") {
			t.Errorf("%.10q: %v, want the first row to be too long", in, err)
		}
	}
}

// TestMaxRecordWhereTheBufferEnds: a row that fits exactly is not too long because its
// line ending comes with the next read, and one with a beginning that ends in a line feed of a
// quoted cell is.
func TestMaxRecordWhereTheBufferEnds(t *testing.T) {
	t.Parallel()
	for _, more := range []int{-3, -2, -1, 0, 1, 2, 3} {
		size := maxBlock + more
		for _, ending := range []string{"\n", "\r\n"} {
			for name, row := range map[string]string{
				"plain":                   strings.Repeat("a", size),
				"line feeds":              `"` + strings.Repeat("\n", size-2) + `"`,
				"carriage returns, feeds": `"` + strings.Repeat("\r\n", size)[:size-2] + `"`,
			} {
				for limit := size - 3; limit <= size+1; limit++ {
					var got error
					job := Job{In: CSV, NoHeader: true, Workers: 1, MaxRecord: int64(limit), New: func() Op {
						return func(rec *Record, out *Output) error { got = rec.Err; return rec.Err }
					}}
					in := "\n" + row + ending
					if _, err := Run(t.Context(), strings.NewReader(in), &bytes.Buffer{}, job); err != nil {
						t.Fatal(err)
					}
					want := ""
					if size > limit {
						want = fmt.Sprintf("line 2: the record is longer than %d bytes, the limit of --max-record-size", limit)
					}
					if message := fmt.Sprint(got); message != want && (got != nil || want != "") {
						t.Errorf("%s, %d bytes and %q: %v, want %s", name, size, ending, got, want)
					}
				}
			}
		}
	}
}

// TestMaxRecordKeepsLineEndings: the result of a row that is too long ends as the row
// does, wherever its line ending is read.
func TestMaxRecordKeepsLineEndings(t *testing.T) {
	t.Parallel()
	for _, long := range []int{100, maxBlock, 2 * maxBlock} {
		for more := -3; more <= 3; more++ {
			for _, ending := range []string{"\n", "\r\n", ""} {
				for name, row := range map[string]string{
					"plain":            strings.Repeat("a", long+more),
					"quoted":           `"` + strings.Repeat("a", long+more) + `"`,
					"carriage returns": strings.Repeat("\r", long+more) + "a",
				} {
					in, want := "a\r\n"+row+ending, "a\r\n\r\n" // an unfinished row ends as the first
					if ending != "" {
						in, want = in+"b\n", "a\r\n"+ending+"b\n"
					}
					job := Job{In: CSV, Out: CSV, NoHeader: true, Workers: 1, MaxRecord: 50, bare: true, New: func() Op {
						return func(rec *Record, out *Output) error {
							if rec.Err == nil {
								out.Fields()
							}
							return rec.Err
						}
					}}
					var out bytes.Buffer
					if _, err := Run(t.Context(), strings.NewReader(in), &out, job); err != nil || out.String() != want {
						t.Errorf("%s, %d bytes and %q: %q, %v; want %q", name, long+more, ending, &out, err, want)
					}
				}
			}
		}
	}
}

// TestNegativeMaxRecord: it sets no limit.
func TestNegativeMaxRecord(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 2*maxBlock)
	for _, format := range []Format{Lines, NUL, CSV} {
		var got []string
		job := Job{In: format, NoHeader: true, Workers: 1, MaxRecord: -1, New: func() Op {
			return func(rec *Record, out *Output) error {
				if rec.Err == nil {
					got = append(got, rec.Text)
				}
				return rec.Err
			}
		}}
		if _, err := Run(t.Context(), strings.NewReader("b"+string(rune(format.delimiter()))+long), &bytes.Buffer{}, job); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, []string{"b", long}) {
			t.Errorf("%v: %d records", format, len(got))
		}
	}
}
