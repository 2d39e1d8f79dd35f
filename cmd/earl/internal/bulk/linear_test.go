package bulk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"earl.example/internal/testing/linear"
	"earl.example/internal/testing/urltest"
)

// TestEveryFormatIsLinear gives each hostile shape to Run and Records in every format, and to Dedupe.
func TestEveryFormatIsLinear(t *testing.T) {
	const size = 64 << 10
	urltest.Megabytes(t)
	shapes := 0
	check := func(name, head string, do func(string)) {
		for _, unit := range linear.Units {
			if shapes++; !linear.Tested(shapes) {
				continue
			}
			text := fmt.Sprintf("%s of %q after %q", name, unit, head)
			urltest.LinearTexts(t, text, urltest.Many(head, unit, "", size), urltest.Many(head, unit, "", size/8), do)
		}
	}
	for _, in := range []Format{Lines, NUL, JSONL, JSONValues, CSV, TSV} {
		head, do := runEverything(in)
		for _, head := range []string{head, "\"", ""} {
			check("Run "+in.String(), head, do)
		}
	}
	check("Dedupe", "", func(s string) {
		key := func(rec *Record, out *Output, key []byte) ([]byte, error) {
			return append(key, rec.Text...), out.Text(rec.Text)
		}
		job := DedupeJob{Job: withKeys(Job{Workers: 1}, func() KeyOp { return key })}
		_, _ = Dedupe(context.Background(), strings.NewReader(s+"\n"+s+"\n"+linear.Distinct(len(s))), io.Discard, job)
	})
}

// runEverything returns a function that runs a job over a text, with results of each kind.
func runEverything(in Format) (head string, do func(string)) {
	name := "text"
	op := func(rec *Record, out *Output) error {
		switch {
		case rec.Err != nil:
			return rec.Err
		case out.JSON():
			o := out.Object()
			o.String(name, rec.Text)
			rec.WriteExtra(o)
			o.Raw(name, "1")
			return nil
		case out.job.Out == CSV && len(rec.Text)%5 == 0:
			out.Note(errors.New(rec.Text))
			out.Fields()
			return nil
		case len(rec.Text)%3 == 1:
			return out.Fields(Field{Name: "text", Value: rec.Text})
		}
		return out.Text(rec.Text)
	}
	head = map[Format]string{JSONL: `{"url": "`, JSONValues: "[", CSV: "url,b\n", TSV: "url\n"}[in]
	return head, func(s string) {
		for range Records(strings.NewReader(s), in) {
		}
		for _, out := range []Format{Lines, JSONL, CSV} {
			given := false
			inputs := &Inputs{Next: func() (string, io.ReadCloser, error) {
				if given {
					return "", nil, io.EOF
				}
				given = true
				return "text", io.NopCloser(strings.NewReader(s)), nil
			}, Failed: func(string, error) {}}
			job := Job{In: in, Out: out, New: func() Op { return op }, Workers: 1, Columns: []string{"text"}}
			_, _ = Run(context.Background(), inputs, io.Discard, job)
		}
	}
}
