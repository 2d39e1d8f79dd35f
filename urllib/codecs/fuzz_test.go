package codecs

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/oracle"
	"earl.example/urllib"
)

func seeds(f *testing.F) {
	for _, module := range slices.Sorted(maps.Keys(modules)) {
		for _, handler := range oracle.Handlers() {
			f.Add("a\u00e9\u304b\u309a\u4e00.\uac02\xed\xa0\x80\xff~\\N{LF}\x1b$B!!", module, handler)
		}
	}
}

// FuzzAgreesWithCPython compares both directions with each interpreter.
func FuzzAgreesWithCPython(f *testing.F) {
	suite := suite()
	servers := suite.Servers(f)
	seeds(f)
	f.Fuzz(func(t *testing.T, s, module, handler string) {
		if !isModule(module) {
			t.Skip("not of this package")
		}
		suite.Compare(t, servers, oracle.Call("encode", module, handler, s),
			oracle.Call("decode", module, handler, s))
	})
}

func isModule(name string) bool { return modules[name] != nil }

// shifts reports whether s contains what shifts between the sets of characters of ISO
// 2022. Its codecs write that as it is, as CPython's do, and read it as a shift.
func shifts(module, s string) bool {
	return strings.HasPrefix(module, "iso2022_") && strings.ContainsAny(s, "\x0e\x0f\x1b")
}

// FuzzDecodeEncoded: a text that can be encoded decodes to itself where the codec is
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
