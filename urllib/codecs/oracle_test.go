package codecs

import (
	"errors"
	"flag"
	"maps"
	"slices"
	"strconv"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/oracle"
	"earl.example/urllib"
)

// outcome returns a result or an exception in the format of codec.py.
func outcome(got []byte, err error) string {
	if err == nil {
		return oracle.Outcome(got, nil)
	}
	e, ok := errors.AsType[*urllib.Error](err)
	if !ok {
		return "not an exception: " + err.Error()
	}
	exc := &str.Exception{Class: e.Exception, Text: e.Text}
	if e.Encoding != "" {
		exc.Unicode = &str.UnicodeFault{Encoding: e.Encoding, Start: e.Start, End: e.End, Reason: e.Reason}
	}
	return oracle.Outcome(nil, exc)
}

// answer returns the answer of codec.py by this package.
func answer(release string, q oracle.Question) string {
	py := urllib.Python{Version: urllib.MustParseVersion(release), Codecs: All{}}
	method, encoding, handler := oracle.CallOf(q)
	if method == "encode" {
		return outcome(py.EncodeText(q.URL, encoding, handler))
	}
	s, err := py.DecodeText([]byte(q.URL), encoding, handler)
	return outcome([]byte(s), err)
}

// suite returns the comparison of every codec of this package with every handler.
func suite() *oracle.Suite {
	names := slices.Sorted(maps.Keys(modules))
	// One handler suffices for every code point and for every pair of bytes, and one codec for every name.
	s := oracle.Codecs(names, true, func(module, handler string) bool {
		return handler == "backslashreplace" || handler == "namereplace" && module == "euc_kr" ||
			handler == "strict" && module == "idna"
	})
	s.Answer = answer
	if strconv.IntSize < 64 {
		i := slices.IndexFunc(s.Blocks, func(b oracle.Block) bool { return b.Name == "punycode/strict" })
		s.Blocks[i].Skip = "errors have positions that do not fit in 32 bits, where CPython too has another error"
	}
	return s
}

var record = flag.Bool("record", false, "write testdata/recorded.jsonl from the interpreters that EARL_PYTHONS lists")

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite().Recorded(t, "testdata/recorded.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	suite().Live(t)
}
