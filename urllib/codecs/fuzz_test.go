package codecs

import (
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example/internal/testing/pyoracle"
	"earl.example/urllib"
)

func seeds(f *testing.F) {
	for i := range modules {
		for _, handler := range pyoracle.Handlers() {
			f.Add("a\u00e9\u304b\u309a\u4e00.\uac02\xed\xa0\x80\xff~\\N{LF}\x1b$B!!", modules[i].name, handler)
		}
	}
}

// FuzzAgreesWithCPython compares both directions with each interpreter.
func FuzzAgreesWithCPython(f *testing.F) {
	found := pyoracle.Interpreters(f)
	seeds(f)
	f.Fuzz(func(t *testing.T, s, module, handler string) {
		if !isModule(module) {
			t.Skip("not of this package")
		}
		for _, p := range found {
			agree(t, p, s, module, handler)
		}
	})
}

func isModule(name string) bool {
	for i := range modules {
		if modules[i].name == name {
			return true
		}
	}
	return false
}

// agree compares encoding a str and decoding the same bytes.
func agree(t *testing.T, p *pyoracle.Interpreter, s, module, handler string) {
	t.Helper()
	if _, err := urllib.ParseVersion(p.Release.String()); err != nil {
		return
	}
	py, c := pythonOf(p.Release), pyoracle.Case{Module: module, Errors: handler}
	if got, want := encode(py, c, s), p.Encode(t, s, module, handler); string(got) != want {
		t.Errorf("%v: %+q.encode(%q, %q)\n got %+q\nwant %+q", p.Release, s, module, handler, got, want)
	}
	if got, want := decode(py, c, []byte(s)), p.Decode(t, []byte(s), module, handler); string(got) != want {
		t.Errorf("%v: %q.decode(%q, %q)\n got %+q\nwant %+q", p.Release, s, module, handler, got, want)
	}
}

// TestLiveRandom is the comparison on random texts, for the runs
// that do not fuzz.
func TestLiveRandom(t *testing.T) {
	const rounds = 3000
	handlers, characters := pyoracle.Handlers(), pyoracle.Characters(true)
	for _, p := range pyoracle.Interpreters(t) {
		t.Run(p.Release.String(), func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			r := rand.New(rand.NewPCG(seed, 0))
			for range rounds {
				s := pyoracle.RandomText(r, 0x11000, characters)
				agree(t, p, s, modules[r.IntN(len(modules))].name, handlers[r.IntN(len(handlers))])
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}

// shifts reports whether s contains what shifts between the sets of characters of ISO
// 2022. Its codecs write that as it is, as CPython's do, and read it as a shift.
func shifts(module, s string) bool {
	return strings.HasPrefix(module, "iso2022_") && strings.ContainsAny(s, "\x0e\x0f\x1b")
}

// FuzzDecodeEncoded: what can be encoded decodes to itself where the codec is
// one to one, and everywhere encodes again to the same bytes.
func FuzzDecodeEncoded(f *testing.F) {
	seeds(f)
	py := urllib.Python{Codecs: All{}}
	f.Fuzz(func(t *testing.T, s, module, _ string) {
		if !isModule(module) {
			t.Skip("not of this package")
		}
		b, err := py.EncodeText(s, module, "strict")
		if err != nil {
			return
		}
		back, err := py.DecodeText(b, module, "strict")
		if err != nil {
			switch {
			case module == "idna", module == "raw_unicode_escape", module == "hz", shifts(module, s):
				return // some of what these write they cannot read
			}
			t.Fatalf("%+q in %s is %q, which does not decode: %v", s, module, b, err)
		}
		again, err := py.EncodeText(back, module, "strict")
		if err != nil || string(again) != string(b) {
			switch {
			case module == "idna", module == "raw_unicode_escape", shifts(module, s):
				return
			}
			t.Errorf("%+q in %s is %q, which is %+q, which is %q, %v", s, module, b, back, again, err)
		}
	})
}
