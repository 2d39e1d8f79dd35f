package bulk_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
)

func ExampleRun() {
	in := strings.NewReader("one\n\ntwo\tthree\n")
	job := bulk.Job{
		Out: bulk.JSONL,
		New: func() bulk.Op {
			name, text, length := "record", "text", "length"
			return func(rec *bulk.Record, out *bulk.Output) error {
				if rec.Err != nil {
					return rec.Err
				}
				o := out.Object()
				o.Int(name, rec.Num)
				o.String(text, rec.Text)
				o.Int(length, int64(len(rec.Text)))
				return nil
			}
		},
	}
	stats, err := bulk.Run(context.Background(), in, os.Stdout, job)
	fmt.Println(stats.Records, err)
	// Output:
	// {"record":1,"text":"one","length":3}
	// {"record":2,"text":"","length":0}
	// {"record":3,"text":"two\tthree","length":9}
	// 3 <nil>
}

func ExampleRecords() {
	in := strings.NewReader(`{"url":"http://a/","id":7}` + "\n" + `"\u0062"` + "\nb\n")
	for rec, err := range bulk.Records(in, bulk.JSONL) {
		if err != nil {
			fmt.Println(err) // reading failed
			break
		}
		fmt.Printf("%d %s %q %v\n", rec.Num, rec.Text, rec.Extra, rec.Err)
	}
	// Output:
	// 1 http://a/ "{\"id\":7}" <nil>
	// 2 b "" <nil>
	// 3 b "" not JSON: a value is wanted (byte 0)
}

// The key of a record is what makes it the same as another: here its text without
// regard to case.
func ExampleDedupe() {
	in := strings.NewReader("HTTP://a/\nhttp://b/\nhttp://a/\n")
	job := bulk.DedupeJob{
		NewKey: func() bulk.KeyOp {
			return func(rec *bulk.Record, out *bulk.Output, key []byte) ([]byte, error) {
				if rec.Err != nil {
					return key, rec.Err
				}
				return append(key, strings.ToLower(rec.Text)...), out.Text(rec.Text)
			}
		},
	}
	stats, err := bulk.Dedupe(context.Background(), in, os.Stdout, job)
	fmt.Println(stats.Kept, stats.Dropped, err)
	// Output:
	// HTTP://a/
	// http://b/
	// 2 1 <nil>
}

func ExampleInputs() {
	texts := []string{"a\nb", "c\n"}
	in := &bulk.Inputs{Next: func() (name string, r io.ReadCloser, err error) {
		if len(texts) == 0 {
			return "", nil, io.EOF
		}
		r, texts = io.NopCloser(strings.NewReader(texts[0])), texts[1:]
		return "text", r, nil
	}}
	for rec, err := range bulk.Records(in, bulk.Lines) {
		fmt.Println(rec.Num, rec.Text, err)
	}
	// Output:
	// 1 a <nil>
	// 2 b <nil>
	// 3 c <nil>
}
