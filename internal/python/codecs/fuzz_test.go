package codecs

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/oracle"
)

// seeds adds texts with every encoding that is special.
func seeds(f *testing.F) {
	for _, encoding := range []string{"utf-8", "utf-8-sig", "utf-16", "utf-32-be", "utf-7", "ascii", "latin-1", "cp1252",
		"cp037", "mac_arabic", "bogus", "Hex\u00e9"} {
		for _, errors := range oracle.Handlers() {
			f.Add("a\u00e9+\u20ac\xed\xa0\x80\xff-\U0001f600", encoding, errors)
		}
	}
}

// FuzzAgreesWithCPython compares encoding and decoding with each interpreter.
func FuzzAgreesWithCPython(f *testing.F) {
	suite := suite()
	servers := suite.Servers(f)
	seeds(f)
	f.Fuzz(func(t *testing.T, s, encoding, errors string) {
		for i, p := range servers {
			if coreCan(Text{Release: releaseOf(p.Release)}, encoding, errors) {
				suite.Compare(t, servers[i:i+1], oracle.Call("encode", encoding, errors, s),
					oracle.Call("decode", encoding, errors, s))
			}
		}
	})
}

// coreCan reports whether the core can do all that is asked of it.
func coreCan(x Text, encoding, errors string) bool {
	if errors == "namereplace" || checkArguments(encoding, errors) != nil {
		return errors != "namereplace"
	}
	x.Codecs = named{}
	codec, _, _ := x.find(encoding, "encode")
	_, other := codec.(nameCodec)
	return !other
}

// FuzzDecodeEncoded checks that decoding undoes encoding, where a codec has
// characters for all of the text.
func FuzzDecodeEncoded(f *testing.F) {
	f.Add("a\u00e9+\u20ac-\U0001f600\ufeff")
	f.Add("\ufeff\u0434 \u0639 !")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip("utf-7 may join two surrogates")
		}
		for _, module := range coreModules(python38.Release) {
			b, err := python38.AppendEncode(nil, s, module, "strict")
			if err != nil {
				continue
			}
			if got, err := python38.AppendDecode(nil, b, module, "strict"); string(got) != s || err != nil {
				t.Errorf("%+q in %s is %q, and decodes to %+q, %v", s, module, b, got, err)
			}
		}
	})
}

// FuzzEncodeDecoded checks that encoding undoes decoding under the handlers
// that lose nothing.
func FuzzEncodeDecoded(f *testing.F) {
	f.Add([]byte("a\xff\xed\xa0\x80\xe2\x82\xf0\x9f\x98\x80"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, encoding := range []string{"utf-8", "ascii", "latin-1", "cp1252", "koi8-r"} {
			s, err := python313.AppendDecode(nil, b, encoding, "surrogateescape")
			if err != nil {
				t.Fatalf("%q.decode(%s): %v, want no error", b, encoding, err)
			}
			if got, err := python313.AppendEncode(nil, string(s), encoding, "surrogateescape"); !bytes.Equal(got, b) ||
				err != nil {
				t.Errorf("%q in %s is %+q, and encodes to %q, %v", b, encoding, s, got, err)
			}
		}
		for _, encoding := range []string{"utf-8", "utf-16-le", "utf-32-be"} {
			s, err := python313.AppendDecode(nil, b, encoding, "surrogatepass")
			if err != nil {
				continue
			}
			if got, err := python313.AppendEncode(nil, string(s), encoding, "surrogatepass"); !bytes.Equal(got, b) ||
				err != nil {
				t.Errorf("%q in %s is %+q, and encodes to %q, %v", b, encoding, s, got, err)
			}
		}
	})
}
