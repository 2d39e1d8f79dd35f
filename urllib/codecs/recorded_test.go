package codecs

import (
	"flag"
	"strconv"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/pyoracle"
)

var update = flag.Bool("update", false,
	"write testdata/recorded.txt from the interpreters found, which must cover the branches from 3.8 to 3.15")

// recordedWide reports whether the digest of a handler is over all cases: one
// handler suffices for every code point and for every pair of bytes, one codec
// for every name.
func recordedWide(module, handler string) bool {
	switch handler {
	case "backslashreplace":
		return true
	case "namereplace":
		return module == "euc_kr"
	}
	return module == "idna" && handler == "strict"
}

// TestRecorded checks the digests of what CPython did: every codec of this
// package with every handler.
func TestRecorded(t *testing.T) {
	recording := pyoracle.Recording{
		File: "testdata/recorded.txt",
		Modules: func(str.Release) (names []string) {
			for i := range modules {
				names = append(names, modules[i].name)
			}
			return names
		},
		Wide: recordedWide,
		Skip: func(c pyoracle.Case) string {
			if c.Module == "punycode" && c.Errors == "strict" && strconv.IntSize < 64 {
				return "errors have positions that do not fit in 32 bits, where CPython too has another error"
			}
			return ""
		},
		Names:  true,
		Digest: func(rel str.Release, c pyoracle.Case) string { return digest(pythonOf(rel), c) },
	}
	if *update {
		recording.Update(t)
	}
	recording.Check(t)
}
