package bulk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
		{"two", Lines, []Field{{"", "x"}, {"a", ""}}, "x\ta=\n", 1},
		{"nul", NUL, []Field{{"", "x\n"}, {"", "y"}}, "x\n\ty\x00", 1},
		{"line feed in value", Lines, []Field{{"a", "b"}, {"a", "b\nc"}}, "\n", '\n'},
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
			var bad *TextError
			if errors.As(err, &bad) != (tt.bad != 1) || bad != nil && (bad.Byte != tt.bad || bad.Error() == "") {
				t.Errorf("error %v", err)
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
		o.Raw("d", `{"e": 1}`)
		o.Object("f\"\xff")
		o.Array("g")
		o.String("", "left open")
		return nil
	})
	const want = `{"a":"x\n","b":null,"c":[-1,{},[false]],"d":{"e": 1},"f\"\udcff":{"g":["left open"]}}` + "\n"
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
		{"close too often", JSONL, func(out *Output) { out.Object().Close() }},
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

// TestLongStrings: a long value that is written in pieces is the same as in
// one piece.
func TestLongStrings(t *testing.T) {
	t.Parallel()
	value := strings.Repeat("abcé\xff\xed\xa0\x80\n😀", 40_000)
	in := value[:len(value)-1]
	var whole, pieces bytes.Buffer
	for _, b := range []*bytes.Buffer{&whole, &pieces} {
		out := Output{format: JSONL, keep: 1 << 30}
		if b == &pieces {
			out.w = b
		}
		o := out.Object()
		o.String("a", in)
		o.String("b", "x")
		out.end()
		out.flush(b)
	}
	if whole.String() != pieces.String() {
		t.Error("pieces differ")
	}
	if !json.Valid(whole.Bytes()) {
		t.Error("not JSON")
	}
}

func TestFormatText(t *testing.T) {
	t.Parallel()
	for f := range Format(len(formatNames)) {
		text, err := f.MarshalText()
		var back Format
		if err != nil || back.UnmarshalText(text) != nil || back != f || string(text) != f.String() {
			t.Errorf("%v: %q, %v", f, text, err)
		}
	}
	var f Format
	if f.UnmarshalText([]byte("text")) != nil || f != Lines {
		t.Error("text is not lines")
	}
	if f.UnmarshalText([]byte("csv")) == nil {
		t.Error("csv is a format")
	}
	if _, err := Format(99).MarshalText(); err == nil || Format(99).String() != "format 99" {
		t.Error("format 99 exists")
	}
}
