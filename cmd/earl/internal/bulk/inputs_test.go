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
	"testing/iotest"
)

// A closingReader counts how often it is closed.
type closingReader struct {
	io.Reader
	closed *int
}

func (c closingReader) Close() error { *c.closed++; return nil }

var errBroken = errors.New("broken")

// inputs returns inputs of these texts. One that begins with ! cannot be opened;
// one that ends with ! cannot be read to its end.
func inputs(closed *int, texts ...string) *Inputs {
	i := 0
	return &Inputs{Next: func() (string, io.ReadCloser, error) {
		if i == len(texts) {
			return "", nil, io.EOF
		}
		text := texts[i]
		i++
		name := fmt.Sprint("in", i)
		if strings.HasPrefix(text, "!") {
			return name, nil, errBroken
		}
		r := io.Reader(strings.NewReader(text))
		if whole, cut := strings.CutSuffix(text, "!"); cut {
			r = io.MultiReader(strings.NewReader(whole), iotest.ErrReader(errBroken))
		}
		return name, closingReader{r, closed}, nil
	}}
}

func TestInputs(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("y", 3*maxBlock)
	tests := []struct {
		name   string
		format Format
		texts  []string
		want   []string // name:number:text of each record, where it is known
		failed string
	}{
		{"none", Lines, nil, nil, ""},
		{"one", Lines, []string{"a\nb"}, []string{"a", "b"}, ""},
		{"without line feed", Lines, []string{"a", "b\r", "", "c\n"}, []string{"a", "b\r", "c"}, ""},
		{"marks", Lines, []string{"\ufeffa\n", "\ufeff", "\ufeffb"}, []string{"a", "b"}, ""},
		{"marks are text", NUL, []string{"\ufeffa\x00", "\ufeffb"}, []string{"\ufeffa", "\ufeffb"}, ""},
		{"not opened", Lines, []string{"a", "!", "b"}, []string{"a", "b"}, "in2 "},
		{"not read to the end", Lines, []string{"a\nb!", "c", "d\n!"}, []string{"a", "c", "d"}, "in1 in3 "},
		{"long", Lines, []string{long, long + "\nz", long + "!"}, []string{long, long, "z"}, "in3 "},
		{"long and cut", Lines, []string{long + "!", "a"}, []string{"a"}, "in1 "},
		{"tables", CSV, []string{"url,n\na,1\n", "n,url\n2,b", "n,m\n\n3,4\n", "\"url\",\"n\"\n\"c\nd\",5"},
			[]string{"a", "b", "c\nd"}, "in3 "},
		{"a quote that is not closed", CSV, []string{"url\n\"a\n", "url\nb\n"}, []string{"\"a", "b"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var closed int
			var failed string
			in := inputs(&closed, tt.texts...)
			in.Failed = func(name string, err error) { failed += name + " " }
			var got []string
			for rec, err := range Records(in, tt.format) {
				if err != nil {
					t.Fatal(err)
				}
				if got = append(got, rec.Text); rec.Num != int64(len(got)) {
					t.Errorf("record %d has number %d", len(got), rec.Num)
				}
			}
			opened := len(slices.DeleteFunc(slices.Clone(tt.texts), func(s string) bool { return strings.HasPrefix(s, "!") }))
			if !slices.Equal(got, tt.want) || failed != tt.failed || closed != opened {
				t.Errorf("%.100q, failed %q, %d closed; want %.100q, %q, %d", got, failed, closed, tt.want, tt.failed, opened)
			}
			for _, workers := range []int{1, 3} {
				in := inputs(&closed, tt.texts...)
				in.Failed = func(string, error) {}
				next := in.Next
				in.Next = func() (string, io.ReadCloser, error) { // the last bytes of an input come with its error
					name, r, err := next()
					return name, closingReader{iotest.DataErrReader(r), &closed}, err
				}
				var out bytes.Buffer
				job := Job{In: tt.format, Out: NUL, Workers: workers, New: func() Op {
					return func(rec *Record, out *Output) error { return out.Text(rec.Text) }
				}}
				if _, err := Run(context.Background(), in, &out, job); err != nil {
					t.Fatal(err)
				}
				if want := strings.Join(append(tt.want, ""), "\x00"); out.String() != want {
					t.Errorf("%d workers: %.100q, want %.100q", workers, &out, want)
				}
			}
		})
	}
}

// TestFailuresTellTheirInput: a failure has the name of its input, and the number
// of its record there.
func TestFailuresTellTheirInput(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2} {
		var closed int
		in := inputs(&closed, "a\nx\n", "x", strings.Repeat("a\n", 50_000)+"x\n")
		var got []string
		job := Job{Workers: workers, New: upperOp, Failed: func(fs []Failure) {
			for _, f := range fs {
				got = append(got, fmt.Sprint(f.Num, f.Input, f.Line))
			}
		}}
		if _, err := Run(context.Background(), in, io.Discard, job); err != nil {
			t.Fatal(err)
		}
		if want := []string{"2in12", "3in21", "50004in350001"}; !slices.Equal(got, want) {
			t.Errorf("%d workers: %q, want %q", workers, got, want)
		}
	}
}

// TestRecordsSayWhereTheyAre: a record has the name of its input, and its line.
func TestRecordsSayWhereTheyAre(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	for _, tt := range []struct {
		name   string
		format Format
		texts  []string
		want   string
	}{
		{"lines", Lines, []string{"a\n\nb", "c\n"}, "in1:1 in1:2 in1:3 in2:1"},
		{"NUL", NUL, []string{"a\n\x00b", "c"}, "in1:1 in1:2 in2:1"},
		{"JSON", JSONL, []string{"\"a\"\n[]\n\"b\"\n", "{\"url\":\"c\"}"}, "in1:1 in1:2 in1:3 in2:1"},
		{"tables", CSV, []string{"url\na\n\"b\nb\"\nc\n", "url\nd"}, "in1:2 in1:3 in1:5 in2:2"},
		{"long lines", Lines, []string{long + "\na\n" + long, long + "\nb"}, "in1:1 in1:2 in1:3 in2:1 in2:2"},
		{"many lines", Lines, []string{strings.Repeat("a\n", 100_000)}, "in1:100000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var closed int
			var got []string
			for rec, err := range Records(inputs(&closed, tt.texts...), tt.format) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf("%s:%d", rec.Input, rec.Line))
			}
			if text := strings.Join(got[max(0, len(got)-5):], " "); !strings.HasSuffix(text, tt.want) {
				t.Errorf("%s, want %s", text, tt.want)
			}
		})
	}
}

// TestHeaderAtEndOfInput: an input that consists of a header without the column has been read to its end before the
// header fails.
func TestHeaderAtEndOfInput(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a,a", "a,a\n", "\"a"} {
		given := false
		var failed error
		inputs := &Inputs{
			Next: func() (string, io.ReadCloser, error) {
				if given {
					return "", nil, io.EOF
				}
				given = true
				return "table", io.NopCloser(strings.NewReader(text)), nil
			},
			Failed: func(_ string, err error) { failed = err },
		}
		op := func(rec *Record, out *Output) error { return rec.Err }
		job := Job{In: CSV, Out: CSV, Column: "x", Columns: []string{"y"}, New: func() Op { return op }}
		_, err := Run(context.Background(), inputs, io.Discard, job)
		if failed == nil && err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
