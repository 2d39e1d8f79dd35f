package codecs

import (
	"testing"

	"earl.example/internal/testing/pyoracle"
	"earl.example/internal/testing/urltest"
)

func textOf(p *pyoracle.Interpreter) Text { return Text{Release: p.Release} }

// checkEncode and checkDecode compare one case with the interpreter.
func checkEncode(tb testing.TB, p *pyoracle.Interpreter, x Text, s, encoding, errors string) {
	tb.Helper()
	want := p.Encode(tb, s, encoding, errors)
	if got := outcome(x.AppendEncode(nil, s, encoding, errors)); string(got) != want {
		tb.Errorf("%v: %+q.encode(%+q, %+q)\n got %+q\nwant %+q", p.Release, s, encoding, errors, got, want)
	}
}

func checkDecode(tb testing.TB, p *pyoracle.Interpreter, x Text, b []byte, encoding, errors string) {
	tb.Helper()
	want := p.Decode(tb, b, encoding, errors)
	if got := outcome(x.AppendDecode(nil, b, encoding, errors)); string(got) != want {
		tb.Errorf("%v: %q.decode(%+q, %+q)\n got %+q\nwant %+q", p.Release, b, encoding, errors, got, want)
	}
}

// TestLiveDigests compares the cases by digest, all of them if EARL_EXHAUSTIVE is set,
// and where two differ, shows the first differing cases.
func TestLiveDigests(t *testing.T) {
	wide := urltest.IsExhaustive()
	for _, p := range pyoracle.Interpreters(t) {
		t.Run(p.Release.String(), func(t *testing.T) {
			t.Parallel()
			for _, module := range coreModules(p.Release) {
				for _, errors := range pyoracle.Handlers() {
					c := pyoracle.Case{Module: module, Errors: errors, Wide: wide}
					if digest(textOf(p), c) != c.Ask(t, p, false) {
						t.Errorf("%s, errors=%q differ", module, errors)
						explain(t, p, c)
					}
				}
			}
		})
	}
}

func explain(t *testing.T, p *pyoracle.Interpreter, c pyoracle.Case) {
	t.Run(c.Module+"/"+c.Errors, func(t *testing.T) {
		if c.Errors != "namereplace" {
			for _, s := range c.Texts() {
				if checkEncode(t, p, textOf(p), s, c.Module, c.Errors); t.Failed() {
					return
				}
			}
		}
		for _, b := range c.Inputs() {
			if checkDecode(t, p, textOf(p), b, c.Module, c.Errors); t.Failed() {
				return
			}
		}
	})
}

// TestLiveNames looks every spelling of every name up.
func TestLiveNames(t *testing.T) {
	for _, p := range pyoracle.Interpreters(t) {
		t.Run(p.Release.String(), func(t *testing.T) {
			t.Parallel()
			core := coreModules(p.Release)
			for _, name := range spellings() {
				want := p.AskBytes(t, map[string]any{"lookup": pyoracle.Hex(name), "core": core})
				if got := lookup(textOf(p), name); string(got) != want {
					t.Errorf("%+q\n got %+q\nwant %+q", name, got, want)
				}
			}
		})
	}
}
