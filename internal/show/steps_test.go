package show_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example/internal/show"
	"earl.example/internal/steps"
	"earl.example/internal/text/jsontext"
	"earl.example/rfc3986"
)

// TestNormalize compares the last step with the result of normalizing, for generated references and sets of steps.
func TestNormalize(t *testing.T) {
	t.Parallel()
	tokens := strings.Split("HTTP: file: urn: x: // / . .. H:80 h: localhost [::0:1] %7e %2f %c3%a9 é ? # @ a", " ")
	r := rand.New(rand.NewPCG(62, 1))
	opt := rfc3986.ParseOptions{AllowIRI: true}
	changed := 0
	for range 50_000 {
		var text string
		for range r.IntN(8) {
			text += tokens[r.IntN(len(tokens))]
		}
		ref, err := opt.Parse(text)
		if err != nil {
			continue
		}
		set := rfc3986.Steps(r.Uint32()) & (rfc3986.StepURI<<1 - 1)
		all := show.Normalize(ref, set).Steps
		want := ref.Normalize(set).String()
		if got := all[len(all)-1].Output; got != want {
			t.Fatalf("%q by %s: the last step has %q, want %q", text, set, got, want)
		}
		before := text
		for _, s := range all[:len(all)-1] {
			changed++
			if s.Output == before || s.Rule == "" || s.Text == "" {
				t.Fatalf("%q by %s: a step without a change or a text: %+v", text, set, s)
			}
			before = s.Output
		}
	}
	if changed < 10_000 {
		t.Errorf("only %d steps change something", changed)
	}
}

// TestStepsAreVisible checks that a trace as text has no control characters, and that JSON has the whole output.
func TestStepsAreVisible(t *testing.T) {
	t.Parallel()
	trace := &steps.Trace{Algorithm: "rfc3986"}
	trace.Combine("m", "http://h/\x1b[31m", steps.Origin{Cut: 9, End: 9, Known: true})
	steps.Row(trace, "1", "\x1b", strings.Repeat("é", 100))
	trace.Add("result", strings.Repeat("\x07", 30))
	text := show.Steps(trace, show.Style{Columns: 80})
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' }); i >= 0 {
		t.Errorf("a control character at byte %d of %q", i, text)
	}
	if !strings.Contains(text, "\n    1  \\x1b    é") || !strings.Contains(text, "é…\n") {
		t.Errorf("no row in %.500q", text)
	}
	var o jsontext.Writer
	o.Object("")
	show.WriteSteps(&o, trace)
	if !strings.Contains(string(o.Text), `"output":"http://h/\u001b[31m"`) {
		t.Errorf("%s", o.Text)
	}
}
