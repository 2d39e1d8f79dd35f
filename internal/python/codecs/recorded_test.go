package codecs

import (
	"flag"
	"fmt"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
)

var record = flag.Bool("record", false, "write testdata/recorded.jsonl from the interpreters that EARL_PYTHONS lists")

func releaseOf(s string) (r str.Release) {
	if _, err := fmt.Sscanf(s, "3.%d.%d", &r.Minor, &r.Patch); err != nil {
		panic(err)
	}
	return r
}

// suite returns the comparison of every codec of the core, with every handler, and of the names.
func suite() *oracle.Suite {
	// One handler suffices for every code point and every pair of bytes.
	wide := func(_, errors string) bool { return errors == "backslashreplace" }
	s := oracle.Codecs(coreModules(str.Release{Minor: 8}), false, wide)
	s.Answer = answer
	s.Blocks = append(s.Blocks, oracle.Block{Name: "names", Short: true, Questions: func(bool) (all []oracle.Question) {
		for _, name := range spellings() {
			all = append(all, oracle.Call("lookup", "", "", name))
		}
		return all
	}})
	return s
}

// answer returns the answer of codec.py by this package.
func answer(release string, q oracle.Question) string {
	x := Text{Release: releaseOf(release)}
	switch method, encoding, errors := oracle.CallOf(q); {
	case method == "lookup":
		return lookup(x, q.URL)
	case method == "decode":
		return outcome(x.AppendDecode(nil, []byte(q.URL), encoding, errors))
	case errors == "namereplace":
		x.Codecs = someNames{}
		fallthrough
	default:
		return outcome(x.AppendEncode(nil, q.URL, encoding, errors))
	}
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite().Recorded(t, "testdata/recorded.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite().Live(t)
}
