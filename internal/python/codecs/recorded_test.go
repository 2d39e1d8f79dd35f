package codecs

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/pyoracle"
)

var update = flag.Bool("update", false,
	"write testdata/recorded.txt from the interpreters found, which must cover the branches from 3.8 to 3.15")

// namesDigest is a hash over the lookups of all spellings.
func namesDigest(look func(name string) []byte) string {
	h := sha256.New()
	for _, name := range spellings() {
		h.Write(append(look(name), '\n'))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// TestRecorded checks the digests of what CPython did: every codec of the core,
// each with every handler, and the names.
func TestRecorded(t *testing.T) {
	recording := pyoracle.Recording{
		File:    "testdata/recorded.txt",
		Modules: coreModules,
		// One handler suffices for every code point and every pair of bytes.
		Wide:   func(_, errors string) bool { return errors == "backslashreplace" },
		Digest: func(rel str.Release, c pyoracle.Case) string { return digest(Text{Release: rel}, c) },
		More:   "names",
		MoreHere: func(rel str.Release) string {
			return namesDigest(func(name string) []byte { return lookup(Text{Release: rel}, name) })
		},
		MoreThere: func(p *pyoracle.Interpreter) string {
			core := coreModules(p.Release)
			return namesDigest(func(name string) []byte {
				return []byte(p.AskBytes(t, map[string]any{"lookup": pyoracle.Hex(name), "core": core}))
			})
		},
	}
	if *update {
		recording.Update(t)
	}
	recording.Check(t)
}

func release3(t *testing.T, s string) (r str.Release) {
	if _, err := fmt.Sscanf(s, "3.%d.%d", &r.Minor, &r.Patch); err != nil {
		t.Fatal(err)
	}
	return r
}
