package bulk

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"earl.example/internal/testing/urltest"
)

// upperOp gives the text in upper case, and fails for one that begins with x.
func upperOp() Op {
	return func(rec *Record, out *Output) error {
		err := rec.Err
		if err == nil && strings.HasPrefix(rec.Text, "x") {
			err = errors.New("an x, of all letters")
		}
		switch {
		case err != nil && out.job.SkipFailed:
			return err
		case out.JSON():
			o := out.Object()
			o.String("text", rec.Text)
			if err != nil {
				o.String("error", err.Error())
			}
			rec.WriteExtra(o)
			return err
		case err != nil:
			return err
		}
		return out.Text(strings.ToUpper(rec.Text))
	}
}

// table runs upperOp over an input.
func runTable(t *testing.T, in io.Reader, job Job) (string, []Failure) {
	t.Helper()
	var out bytes.Buffer
	var failures []Failure
	job.New = upperOp
	job.Failed = func(f []Failure) { failures = append(failures, f...) }
	if job.Columns == nil {
		job.Columns = []string{"upper"}
	}
	if _, err := Run(context.Background(), in, &out, job); err != nil {
		t.Fatal(err)
	}
	return out.String(), failures
}

func TestTables(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		job      Job
		in, want string
		failed   []int64 // lines
	}{
		{"a column by its name", Job{In: CSV, Out: CSV}, "id,url,n\n1,a,2\n", "id,url,n,upper,error\n1,a,2,A,\n", nil},
		{"another name", Job{In: CSV, Out: CSV, Column: "n"}, "id,url,n\n1,a,b\n", "id,url,n,upper,error\n1,a,b,B,\n", nil},
		{"a number", Job{In: CSV, Out: CSV, Column: "1"}, "id,url\ni,a\n", "id,url,upper,error\ni,a,I,\n", nil},
		{"the only column", Job{In: CSV, Out: CSV}, "a\nb\n", "a,upper,error\nb,B,\n", nil},
		{"only a header", Job{In: CSV, Out: CSV}, "a", "a,upper,error\n", nil},
		{"nothing", Job{In: CSV, Out: CSV}, "", "", nil},
		{"no header", Job{In: CSV, Out: CSV, NoHeader: true, Column: "2"}, "a,b\nc,d", "a,b,B,\nc,d,D,\n", nil},
		{"mark", Job{In: CSV, Out: CSV}, "\ufeff\"url\",x\n", "\ufeff\"url\",x,upper,error\n", nil},
		{"mark of a table that becomes another", Job{In: CSV, Out: JSONL}, "\ufeffurl\n", "", nil},
		{"line endings", Job{In: CSV, Out: CSV}, "url\r\na\r\nb\nc", "url,upper,error\r\na,A,\r\nb,B,\nc,C,\r\n", nil},
		{"carriage return at the end", Job{In: CSV, Out: CSV}, "url\na\r", "url,upper,error\na\r,\"A\r\",\n", nil},
		{"quotes", Job{In: CSV, Out: CSV}, "n,url\n\"1,\"\"\n2\",\"a\"\"b\"\n",
			"n,url,upper,error\n\"1,\"\"\n2\",\"a\"\"b\",\"A\"\"B\",\n", nil},
		{"results in quotes", Job{In: CSV, Out: CSV}, "url\n\"a,\"\n\"b\nc\"\n",
			"url,upper,error\n\"a,\",\"A,\",\n\"b\nc\",\"B\nC\",\n", nil},
		{"a record that fails", Job{In: CSV, Out: CSV}, "i,url\n1,x\n2,a\n",
			"i,url,upper,error\n1,x,,\"an x, of all letters\"\n2,a,A,\n", []int64{2}},
		{"text behind a quote", Job{In: CSV, Out: CSV}, "i,url\n1,\"a\"b\n2,a\n",
			"i,url,upper,error\n,,,line 2: a quoted cell goes on behind its closing quote (byte 5)\n2,a,A,\n", []int64{2}},
		{"a quote inside", Job{In: CSV, Out: CSV}, "i,url\n5\" disk,a\n2,a\n",
			"i,url,upper,error\n,,,line 2: a quote is in a cell that is not quoted (byte 1)\n2,a,A,\n", []int64{2}},
		{"no closing quote", Job{In: CSV, Out: CSV}, "i,url\n\"1\n2\",a\n3,\"a\n4,b\n",
			"i,url,upper,error\n\"1\n2\",a,A,\n,,,line 4: a quoted cell has no closing quote (byte 2)\n", []int64{4}},
		{"ragged rows", Job{In: CSV, Out: CSV}, "i,url\n1\n1,2,3\n\n",
			"i,url,upper,error\n,,,\"line 2: the row has 1 cell, not 2 as the first\"\n,,,\"line 3: the row has 3 cells, not " +
				"2 as the first\"\n,,,\"line 4: the row has 1 cell, not 2 as the first\"\n", []int64{2, 3, 4}},
		{"ragged rows with quotes", Job{In: CSV, Out: CSV}, "i,url\n\"1\"\n",
			"i,url,upper,error\n,,,\"line 2: the row has 1 cell, not 2 as the first\"\n", []int64{2}},
		{"failed ones skipped", Job{In: CSV, Out: CSV, SkipFailed: true}, "i,url\n1\n2,x\n3,a\n",
			"i,url,upper,error\n3,a,A,\n", []int64{2, 3}},
		{"tabs", Job{In: TSV, Out: TSV}, "i\turl\n1,\ta\n", "i\turl\tupper\terror\n1,\ta\tA\t\n", nil},
		{"tabs to commas", Job{In: TSV, Out: CSV}, "i\turl\n\"1\t2\"\ta,b\n", "i,url,upper,error\n1\t2,\"a,b\",\"A,B\",\n",
			nil},
		{"commas to tabs", Job{In: CSV, Out: TSV}, "i,url\n1\t2,\"a,b\"\n", "i\turl\tupper\terror\n\"1\t2\"\ta,b\tA,B\t\n",
			nil},
		{"to text", Job{In: CSV}, "i,url\n1,a\n2,x\n3,\"b\"\n", "A\n\nB\n", []int64{3}},
		{"to JSON", Job{In: CSV, Out: JSONL}, "i,url,\"n\"\"\"\n1,a,\xff\n2,\"x\",\n3\n",
			`{"text":"a","record":{"i":"1","n\"":"�"}}` + "\n" +
				`{"text":"x","error":"an x, of all letters","record":{"i":"2","n\"":""}}` + "\n" +
				`{"text":"3","error":"line 4: the row has 1 cell, not 3 as the first"}` + "\n", []int64{3, 4}},
		{"lines to a table", Job{Out: CSV}, "a,b\nx\n", "input,upper,error\n\"a,b\",\"A,B\",\nx,,\"an x, of all letters\"\n",
			[]int64{2}},
		{"no lines to a table", Job{Out: CSV}, "", "input,upper,error\n", nil},
		{"lines to a table without header", Job{Out: TSV, NoHeader: true}, "a\n", "a\tA\t\n", nil},
		{"columns by number in JSON", Job{In: CSV, Out: JSONL, NoHeader: true, Column: "1"}, "a,b\n",
			`{"text":"a","record":{"2":"b"}}` + "\n", nil},
		{"very many columns", Job{In: CSV, Out: JSONL}, "url" + strings.Repeat(",c", 1000) + "\na" + strings.Repeat(",b",
			1000), `{"text":"a","record":{` + strings.TrimSuffix(strings.Repeat(`"c":"b",`, 1000), ",") + "}}\n", nil},
		{"failed before", Job{In: CSV, Out: CSV}, "url,error\n,bad\na,old\n,\n",
			"url,error,upper,error#2\n,bad,,line 2: failed before: bad\na,old,A,\n,,,\n", []int64{2}},
		{"failed before, with the reason in front", Job{In: CSV, Out: CSV}, "error,n,url\nbad,1,\n,b,\n",
			"error,n,url,upper,error#2\nbad,1,,,line 2: failed before: bad\n,b,,,\n", []int64{2}},
		{"failed twice before", Job{In: CSV, Out: CSV}, "url,error,error#2\n,,line 9: failed before: bad\n",
			"url,error,error#2,upper,error#3\n,,line 9: failed before: bad,,line 2: failed before: bad\n", []int64{2}},
		{"the column of errors is the text", Job{In: CSV, Out: CSV, Column: "error"}, "n,error\nb,\n",
			"n,error,upper,error#2\nb,,,\n", nil},
		{"a column that begins like the one of errors", Job{In: CSV, Out: CSV}, "url,errors\n,bad\n",
			"url,errors,upper,error\n,bad,,\n", nil},
		{"results that need quotes", Job{In: CSV, Out: CSV}, "url\n\",\"\n\"\"\"\"\n\"\n\"\n\"\r\"\n",
			"url,upper,error\n\",\",\",\",\n\"\"\"\",\"\"\"\",\n\"\n\",\"\n\",\n\"\r\",\"\r\",\n", nil},
		{"numbers", Job{In: CSV, Out: CSV, Numbers: true}, "i,url\n" + strings.Repeat("1,a\n", 10),
			"i,url,number,upper,error\n1,a,1,A,\n1,a,2,A,\n1,a,3,A,\n1,a,4,A,\n1,a,5,A,\n1,a,6,A,\n1,a,7,A,\n1,a,8,A,\n" +
				"1,a,9,A,\n1,a,10,A,\n", nil},
		{"equal names", Job{In: CSV, Out: JSONL}, "url,a,a,a#2,a,error\nu,1,2,3,4,5\n",
			`{"text":"u","record":{"a":"1","a#2":"2","a#2#2":"3","a#3":"4","error":"5"}}` + "\n", nil},
		{"columns left empty", Job{In: CSV, Out: CSV, Columns: []string{"b", "c"}}, "url\na\nx\n",
			"url,b,c,error\na,A,,\nx,,,\"an x, of all letters\"\n", []int64{3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, workers := range []int{1, 2} {
				for _, slow := range []bool{false, true} {
					in := io.Reader(strings.NewReader(tt.in))
					if slow {
						in = iotest.OneByteReader(in)
					}
					tt.job.Workers = workers
					got, failures := runTable(t, in, tt.job)
					var failed []int64
					for _, f := range failures {
						failed = append(failed, f.Line)
					}
					if got != tt.want || !slices.Equal(failed, tt.failed) {
						t.Errorf("%q, failed %v; want %q, %v", got, failed, tt.want, tt.failed)
					}
				}
			}
		})
	}
}

// TestMalformedFirstRow: without a header, the first row that is well-formed shows the columns.
func TestMalformedFirstRow(t *testing.T) {
	t.Parallel()
	const fault = "a quoted cell goes on behind its closing quote"
	for _, tt := range []struct{ name, in, want string }{
		{"one", "\"\"a,long cell\n1,b\n2,c\n", ",,,line 1: " + fault + " (byte 2)\n1,b,B,\n2,c,C,\n"},
		{"two", "\"\"a,long cell\n\"b\"c\n1,d\n", ",,,line 1: " + fault + " (byte 2)\n,,,line 2: " + fault + " (byte 3)\n1,d,D,\n"},
	} {
		got, _ := runTable(t, strings.NewReader(tt.in), Job{In: CSV, Out: CSV, NoHeader: true, Column: "2"})
		if got != tt.want {
			t.Errorf("%s: %q becomes %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
	const in = "\"\"a,b\n\"c\"d\n"
	_, err := Run(t.Context(), strings.NewReader(in), io.Discard, Job{In: CSV, NoHeader: true, Column: "1", New: upperOp})
	if want := "read: the first row is malformed: " + fault + " (byte 3)"; err == nil || err.Error() != want {
		t.Errorf("Run of malformed rows only = %v, want %s", err, want)
	}
}

func TestHeaderErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		job      Job
		in, want string
	}{
		{"no such column", Job{Column: "u"}, "a,b\n", `read: there is no column "u": name one with --column: "a", "b"`},
		{"none of many", Job{Column: "u"}, strings.Repeat("a,", 30) + "b", `read: there is no column "u": name one with --column: ` +
			strings.Repeat(`"a", `, 19) + `"a" and more`},
		{"no header, but a URL", Job{}, "1,http://u:PASSWORD@h/\n",
			`read: there is no column "url": name one with --column: "1", "http://u:***@h/"; if the table has no header, use --no-header --column 2`},
		{"which", Job{}, "a,b\n", `read: there is no column "url": name one with --column: "a", "b"`},
		{"which, without a header", Job{NoHeader: true}, "a,b\n", "read: the table has 2 columns: choose one with --column"},
		{"no number", Job{Column: "3"}, "a,b\n", "read: there is no column 3: the table has 2 columns"},
		{"number 0", Job{Column: "0"}, "a,b\n", "read: there is no column 0: the table has 2 columns"},
		{"two", Job{Column: "a"}, "a,b,a\n", `read: there are two columns "a"`},
		{"a name without a header", Job{Column: "a", NoHeader: true}, "a\n",
			`read: there is no column "a", because the table has no header: use its number`},
		{"semicolons", Job{}, "a;b\n", `read: there is no column "url": name one with --column: "a;b"; if semicolons separate ` +
			`cells, use --delimiter ';'`},
		{"semicolons as chosen", Job{Delimiter: ';', Column: "c"}, "a;b\n",
			`read: there is no column "c": name one with --column: "a", "b"`},
		{"malformed", Job{}, "a,\"b\"c\n",
			"read: the first row is malformed: a quoted cell goes on behind its closing quote (byte 5)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.job.In, tt.job.New = CSV, upperOp
			_, err := Run(context.Background(), strings.NewReader(tt.in), io.Discard, tt.job)
			e, ok := errors.AsType[*HeaderError](err)
			if !ok || err.Error() != tt.want || e.Column == (tt.name == "malformed") {
				t.Errorf("%#v, want %s", err, tt.want)
			}
		})
	}
}

// slowRows is the rule of splitter byte by byte.
func slowRows(in string, sep byte) (rows []string) {
	for in != "" {
		quoted, begins, i := false, true, 0
		for i < len(in) {
			c := in[i]
			i++
			switch {
			case quoted && c == '"' && i < len(in) && in[i] == '"':
				i++
			case quoted && c == '"':
				quoted = false
			case quoted:
			case begins && c == '"':
				quoted = true
			}
			begins = !quoted && c == sep
			if c == '\n' && !quoted {
				break
			}
		}
		rows = append(rows, in[:i])
		in = in[i:]
	}
	return rows
}

// TestSplitter compares all short tables with slowRows and encoding/csv, in one and in two pieces.
func TestSplitter(t *testing.T) {
	t.Parallel()
	texts := []string{""}
	for i := 0; len(texts[i]) < 6; i++ {
		for _, c := range "a,\"\n" {
			texts = append(texts, texts[i]+string(c))
		}
	}
	for _, text := range texts {
		rows := slowRows(text, ',')
		for cut := range len(text) + 1 {
			s := splitter{sep: ',', delim: '\n'}
			var got []string
			start := 0
			for from, end := range []int{cut, len(text)} {
				at := max(start, from*cut)
				for n := s.next([]byte(text[at:end])); n > 0; n = s.next([]byte(text[at:end])) {
					at += n
					got = append(got, text[start:at])
					start, s.place = at, cellBegin
				}
			}
			if start < len(text) {
				got = append(got, text[start:])
			}
			if !slices.Equal(got, rows) {
				t.Fatalf("%q in two pieces, cut at %d, has the rows %q, want %q", text, cut, got, rows)
			}
		}
		for _, row := range rows {
			agreesWithStandard(t, row)
		}
	}
}

// FuzzRowsAsDescribed: cutting in blocks gives the rows of the obvious way,
// whatever pieces the input comes in; and for what encoding/csv reads, the
// cells that it reads.
func FuzzRowsAsDescribed(f *testing.F) {
	for _, s := range []string{"", "a,b\n", "\"a\"\"\n\",\"\"\r\nc\n", "a\"b,\"c\nd", "\"", "\"a\"b\"\n\"",
		",\"\n\"\n,\n\n", "a,\"b\"\",\n\"\"\"\n"} {
		f.Add(s)
		f.Add(strings.Repeat(s, 40))
	}
	f.Fuzz(func(t *testing.T, in string) {
		in = strings.TrimPrefix(in, mark)
		want := slowRows(in, ',')
		for _, size := range []int{perRecord, 3 * perRecord, maxBlock} {
			job := &Job{In: CSV, NoHeader: true, Column: "1"}
			blocks := newBlockReader(t.Context(), iotest.HalfReader(strings.NewReader(in)), job, size)
			var got []string
			for {
				b, err := blocks.next()
				if err != nil {
					break
				}
				if b.first != int64(len(got))+1 || b.line != int64(strings.Count(strings.Join(got, ""), "\n"))+1 {
					t.Fatalf("block of record %d, line %d after %q", b.first, b.line, got)
				}
				rest := b.text
				for _, n := range b.rows {
					got = append(got, rest[:n])
					rest = rest[n:]
				}
				if rest != "" {
					t.Fatalf("%q belongs to no row, want nothing", rest)
				}
			}
			if len(got) == 0 && len(want) > 0 { // no table
				r := rowReader{row: want[0], sep: ','}
				for r.next() {
				}
				if r.fault == "" {
					row, _ := trimRow(want[0])
					r = rowReader{row: row, sep: ','}
					for r.next() {
					}
				}
				if r.fault == "" {
					t.Fatalf("%q: no rows", in)
				}
				return
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q in blocks of %d: %q, want %q", in, size, got, want)
			}
		}
		for _, row := range want {
			agreesWithStandard(t, row)
		}
	})
}

// agreesWithStandard compares the cells of a row with encoding/csv's, which
// drops carriage returns and blank lines.
func agreesWithStandard(t *testing.T, row string) {
	if strings.Contains(row, "\r") || row == "\n" {
		return
	}
	want, err := csv.NewReader(strings.NewReader(row)).Read()
	trimmed, _ := trimRow(row)
	r := rowReader{row: trimmed, sep: ','}
	var got []string
	for r.next() {
		got = append(got, r.cell())
	}
	if (err == nil) != (r.fault == "") || err == nil && !slices.Equal(got, want) {
		t.Fatalf("%q: %q, %s; encoding/csv: %q, %v", row, got, r.fault, want, err)
	}
}

// TestTablesInLinearTime: with any quotes, separators and line feeds, in
// blocks and in long rows.
func TestTablesInLinearTime(t *testing.T) {
	urltest.Megabytes(t)
	size := 1 << 17
	if urltest.IsExhaustive() {
		size = 1 << 20
	}
	for _, piece := range []string{"\"", "\"\"", "\",", ",\"", ",\"\",", "a\"", "\n", "\"\n", ",\n\"", "\",\"\n", ",",
		"a,b\n", "\"a\",b\n", "\"\n\",\n", "\r\n", ",\"a"} {
		for _, begin := range []string{"", "a\n", "\"", "a,\""} {
			urltest.Linear(t, begin+piece, begin+strings.Repeat(piece, size/len(piece)), func(s string) {
				job := Job{In: CSV, Out: TSV, Workers: 1, New: upperOp, NoHeader: true, Column: "1", Columns: []string{"upper"}}
				if _, err := Run(context.Background(), strings.NewReader(s), io.Discard, job); err != nil {
					if _, ok := errors.AsType[*HeaderError](err); !ok {
						t.Fatal(err)
					}
				}
			})
		}
	}
}
