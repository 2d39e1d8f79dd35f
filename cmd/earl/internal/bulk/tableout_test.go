package bulk

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestResultsInTables: what an Op can give, in the cells of a table.
func TestResultsInTables(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`x,"`, flushSize)
	two := []Field{{"a", "1"}, {"b", `2"`}}
	for _, tt := range []struct {
		name    string
		columns []string
		op      func(out *Output) error
		want    string
	}{
		{"a text", []string{"a"}, func(out *Output) error { return out.Text("some text") }, "u,some text,"},
		{"a text that needs quotes", []string{"a"}, func(out *Output) error {
			return out.Text("a\nb\"c")
		}, "u,\"a\nb\"\"c\","},
		{"a long text", []string{"a"}, func(out *Output) error {
			return out.Text(long)
		}, `u,"` + strings.ReplaceAll(long, `"`, `""`) + `",`},
		{"fields in their columns", []string{"a", "b"}, func(out *Output) error { return out.Fields(two...) }, `u,1,"2""",`},
		{"columns without a field", []string{"x", "a", "y", "b", "z"}, func(out *Output) error {
			return out.Fields(two...)
		}, `u,,1,,"2""",,`},
		{"a result before a failure", []string{"a"}, func(out *Output) error {
			out.Text("1")
			return errors.New("no")
		}, "u,1,no"},
		{"a failure", []string{"a"}, func(*Output) error { return errors.New("no") }, "u,,no"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, workers := range []int{1, 2} {
				job := Job{In: CSV, Out: CSV, Workers: workers, Columns: tt.columns, New: func() Op {
					return func(_ *Record, out *Output) error { return tt.op(out) }
				}}
				var out bytes.Buffer
				if _, err := Run(t.Context(), strings.NewReader("url\nu\n"), &out, job); err != nil {
					t.Fatal(err)
				}
				_, got, _ := strings.Cut(out.String(), "\n")
				if got != tt.want+"\n" {
					t.Errorf("%d workers: %d bytes, want %d: %.200q", workers, len(got), len(tt.want)+1, got)
				}
			}
		})
	}
}

// TestTablesOfInputs: several tables become one if they have the same columns.
func TestTablesOfInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		second string
		want   string
		failed string
	}{
		{"the same", "url,id\nc,3\n", "a,1\nb,2\nc,3\n", ""},
		{"the same in quotes", "\"url\",\"id\"\r\nc,3\r\n", "a,1\nb,2\nc,3\r\n", ""},
		{"another name", "url,no\nc,3\n", "a,1\nb,2\n", "the columns are not those of the first input"},
		{"more of them", "url,id,x\nc,3,4\n", "a,1\nb,2\n", "the columns are not those of the first input"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := inputs(new(int), "url,id\na,1\nb,2\n", tt.second)
			failed := ""
			in.Failed = func(_ string, err error) { failed = err.Error() }
			job := Job{In: CSV, Out: CSV, Workers: 1, bare: true, New: func() Op {
				return func(_ *Record, out *Output) error { return out.Fields() }
			}}
			var out bytes.Buffer
			if _, err := Run(t.Context(), in, &out, job); err != nil {
				t.Fatal(err)
			}
			if out.String() != "url,id\n"+tt.want || failed != tt.failed {
				t.Errorf("wrote %q, failed %q, want %q, %q", out.String(), failed, "url,id\n"+tt.want, tt.failed)
			}
		})
	}
}
