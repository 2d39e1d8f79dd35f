package bulk

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// give runs op on one empty record.
func give(t *testing.T, format Format, op Op) (string, error) {
	t.Helper()
	var out bytes.Buffer
	var failure error
	_, err := Run(context.Background(), strings.NewReader("\n"), &out, Job{
		Out:     format,
		Workers: 1,
		New:     func() Op { return op },
		Failed:  func(f []Failure) { failure = f[0].Err },
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), failure
}

func TestFields(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		format Format
		fields []Field
		want   string
		bad    byte
	}{
		{"none", Lines, nil, "\n", 1},
		{"one", Lines, []Field{{"a", "b=c"}}, "a=b=c\n", 1},
		{"two", Lines, []Field{{"", "x"}, {"a", ""}}, "=x\ta=\n", 1},
		{"nul", NUL, []Field{{"", "x\n"}, {"", "y"}}, "=x\n\t=y\x00", 1},
		{"line feed in value", Lines, []Field{{"a", "b"}, {"a", "b\nc"}}, "\n", '\n'},
		{"line feed at the start", Lines, []Field{{"\na", "b"}}, "\n", '\n'},
		{"line feed in name", Lines, []Field{{"a\n", "b"}}, "\n", '\n'},
		{"tab in value", Lines, []Field{{"", "b\tc"}}, "\n", '\t'},
		{"tab in name", Lines, []Field{{"a\t", "c"}}, "\n", '\t'},
		{"equals sign in name", Lines, []Field{{"a=b", "c"}}, "\n", '='},
		{"nul in value", NUL, []Field{{"", "\x00"}}, "\x00", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := give(t, tt.format, func(_ *Record, out *Output) error { return out.Fields(tt.fields...) })
			if err != textErrors[tt.bad] {
				t.Errorf("error %v, want one of byte %q", err, tt.bad)
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestObject(t *testing.T) {
	t.Parallel()
	got, err := give(t, JSONL, func(_ *Record, out *Output) error {
		o := out.Object()
		o.String("a", "x\n")
		o.Null("b")
		o.Array("c")
		o.Int("", -1)
		o.Object("")
		o.Close()
		o.Array("")
		o.Bool("", false)
		o.Close()
		o.Close()
		o.Raw("d", "{\"e\": \"\xff\"}")
		o.Name("f\"\xff")
		o.Object("")
		o.Array("g")
		o.String("", "left open")
		return nil
	})
	const want = `{"a":"x\n","b":null,"c":[-1,{},[false]],"d":{"e": "�"},"f\"�":{"g":["left open"]}}` + "\n"
	if err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if got, _ := give(t, JSONL, func(_ *Record, out *Output) error { out.Object(); return nil }); got != "{}\n" {
		t.Errorf("empty object: %q", got)
	}
}

func TestMisuse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		format Format
		op     func(out *Output)
	}{
		{"two texts", Lines, func(out *Output) { out.Text("a"); out.Text("b") }},
		{"two objects", JSONL, func(out *Output) { out.Object(); out.Object() }},
		{"text in JSON", JSONL, func(out *Output) { out.Text("a") }},
		{"object in text", NUL, func(out *Output) { out.Object() }},
		{"text without a column", CSV, func(out *Output) { out.Text("a") }},
		{"fields without a column", TSV, func(out *Output) { out.Fields(Field{"a", "b"}) }},
		{"close too often", JSONL, func(out *Output) { o := out.Object(); o.Close(); o.Close() }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			give(t, tt.format, func(_ *Record, out *Output) error { tt.op(out); return nil })
		})
	}
}

// TestLongFields: fields that are too long to be looked through after writing
// are looked through before.
func TestLongFields(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 2*flushSize)
	got, err := give(t, Lines, func(_ *Record, out *Output) error {
		return out.Fields(Field{"a", long}, Field{"b", long})
	})
	if err != nil || got != "a="+long+"\tb="+long+"\n" {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	got, err = give(t, Lines, func(_ *Record, out *Output) error { return out.Fields(Field{"a", long}, Field{"b", "\t"}) })
	if err == nil || got != "\n" {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestLongName: a name that is escaped only when it is written is the same.
func TestLongName(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("\"\xff", flushSize)
	got, _ := give(t, JSONL, func(_ *Record, out *Output) error {
		o := out.Object()
		o.Null("a")
		o.Name(long)
		o.Null("")
		return nil
	})
	if want := `{"a":null,"` + strings.Repeat("\\\"�", flushSize) + `":null}` + "\n"; got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}

// A countingWriter fails in each call, and counts calls.
type countingWriter struct{ calls, empty int }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.calls++
	if len(p) == 0 {
		w.empty++
	}
	return 0, errBroken
}

// TestNoWritesAfterAnError: the writer is not called again after an error, and never without bytes.
func TestNoWritesAfterAnError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in string
		job      Job
		calls    int
	}{
		{"a long object", "a\n", Job{Out: JSONL}, 1},
		{"no results", strings.Repeat("x\n", 10_000), Job{Out: JSONL, SkipFailed: true}, 0},
	} {
		for _, workers := range []int{1, 2} {
			var w countingWriter
			tt.job.Workers = workers
			tt.job.New = func() Op {
				return func(rec *Record, out *Output) error {
					if rec.Text == "x" || rec.Err != nil {
						return errBroken
					}
					o := out.Object()
					for range 100 {
						o.String("a", strings.Repeat("a", flushSize))
					}
					return nil
				}
			}
			tt.job.In = Lines
			Run(t.Context(), strings.NewReader(tt.in), &w, tt.job)
			if w.calls != tt.calls || w.empty > 0 {
				t.Errorf("%s, %d workers: %d calls of Write, %d without bytes, want %d with bytes", tt.name, workers, w.calls, w.empty,
					tt.calls)
			}
		}
	}
}

func TestFormatNames(t *testing.T) {
	t.Parallel()
	for f := range Format(len(formatNames)) {
		if back, ok := Formats[f.String()]; f != JSONValues && (!ok || back != f) {
			t.Errorf("Formats[%v] = %v, %v, want it back", f, back, ok)
		}
	}
	if Formats["text"] != Lines {
		t.Error("text is another format, want lines")
	}
}
