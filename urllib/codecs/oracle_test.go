package codecs

import (
	"errors"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/pyoracle"
	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
)

// pythonOf returns the interpreter of a release, with all codecs.
func pythonOf(r str.Release) urllib.Python {
	return urllib.Python{Version: urllib.MustParseVersion(r.String()), Codecs: All{}}
}

// outcome is a result or an exception as pyoracle writes it.
func outcome(got []byte, err error) []byte {
	if err == nil {
		return pyoracle.Outcome(got, nil)
	}
	e, ok := errors.AsType[*urllib.Error](err)
	if !ok {
		return []byte("not an exception: " + err.Error())
	}
	return pyoracle.Outcome(nil, &str.Exception{Class: e.Exception, Text: e.Text, Unicode: (*str.UnicodeFault)(e.Unicode)})
}

func encode(py urllib.Python, c pyoracle.Case, s string) []byte {
	return outcome(py.EncodeText(s, c.Module, c.Errors))
}

func decode(py urllib.Python, c pyoracle.Case, b []byte) []byte {
	s, err := py.DecodeText(b, c.Module, c.Errors)
	return outcome([]byte(s), err)
}

func digest(py urllib.Python, c pyoracle.Case) string {
	return c.Digest(true,
		func(s string) []byte { return encode(py, c, s) },
		func(b []byte) []byte { return decode(py, c, b) })
}

// TestLiveDigests compares the cases by digest, all of them if EARL_EXHAUSTIVE is set,
// and where two differ, shows the first differing case.
func TestLiveDigests(t *testing.T) {
	exhaustive := urltest.IsExhaustive()
	for _, p := range pyoracle.Interpreters(t) {
		t.Run(p.Release.String(), func(t *testing.T) {
			t.Parallel()
			if _, err := urllib.ParseVersion(p.Release.String()); err != nil {
				t.Skip(err)
			}
			py := pythonOf(p.Release)
			for i := range modules {
				name := modules[i].name
				t.Run(name, func(t *testing.T) {
					for _, handler := range pyoracle.Handlers() {
						c := pyoracle.Case{Module: name, Errors: handler, Wide: exhaustive}
						if digest(py, c) != c.Ask(t, p, true) {
							t.Errorf("errors=%q differs", c.Errors)
							explain(t, p, c)
						}
					}
				})
			}
		})
	}
}

// explain shows the first case that differs.
func explain(t *testing.T, p *pyoracle.Interpreter, c pyoracle.Case) {
	py := pythonOf(p.Release)
	for _, s := range c.Texts() {
		if got, want := encode(py, c, s), p.Encode(t, s, c.Module, c.Errors); string(got) != want {
			t.Errorf("%v: %+q.encode(%q, %q)\n got %+q\nwant %+q", p.Release, s, c.Module, c.Errors, got, want)
			return
		}
	}
	for _, b := range c.Inputs() {
		if got, want := decode(py, c, b), p.Decode(t, b, c.Module, c.Errors); string(got) != want {
			t.Errorf("%v: %q.decode(%q, %q)\n got %+q\nwant %+q", p.Release, b, c.Module, c.Errors, got, want)
			return
		}
	}
}
