package urllib_test

import (
	"errors"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"earl.example/urllib"
)

// The sizes between which time must not grow faster than the input does.
const (
	linearFrom  = 512 << 10
	linearUpTo  = 8 << 20
	maxGrowth   = 3   // of time, when the input doubles
	maxNsPerB   = 100 // of the slowest function and shape
	linearTries = 4   // machines are noisy
)

// hostileUnits are repeated to make inputs. Some ask for work at each place,
// some for work at the end about the beginning.
var hostileUnits = []string{
	"%", "&", "/", "..", "../", "./", "[", "]", "@", ";", ":", "?", "#", "+", "\t", "\n", " ", "\x00", "\u00e9", "\u2100", "%41", "%C3%A9", "%e2%82", "=", "a=b&", "&=", "a", "A", "0", "9",
	"\u03a3", "A\u03a3", "\u0345", "\u0130", "\xed\xa0\x80", "\xff", "<", "URL:", ":@", "@:", "[::1]", "//", "/;", ";/", "a/../", "%zz", "'", "\\",
}

// hostilePrefixes put the repeated units into each component.
var hostilePrefixes = []string{"", "http://", "http://h/", "http://h:", "http://u@[", "?", "http://h?a=", "#"}

// A worker does the work of one function on one input.
type worker struct {
	name string
	do   func(s string, b []byte)
}

// workers are all functions. Errors are outcomes like others.
func workers() []worker {
	py := urllib.Python{}
	old, _ := urllib.ParseVersion("3.8.8")
	oldest := urllib.Python{Version: old}
	newest := urllib.Python{Version: urllib.Versions()[len(urllib.Versions())-1]}
	latin, strict, backslash, semicolon := "latin-1", "strict", "backslashreplace", ";;"
	attributes := func(py urllib.Python) func(string, []byte) {
		return func(s string, b []byte) {
			n := py.Netloc(s)
			n.Username()
			n.Password()
			n.Hostname()
			n.Port()
			n = py.NetlocBytes(b)
			n.Hostname()
			n.Port()
		}
	}
	return []worker{
		{"Split", func(s string, _ []byte) { py.Split(s, urllib.SplitOptions{}) }},
		{"Split, scheme", func(s string, _ []byte) { py.Split("x", urllib.SplitOptions{Scheme: s}) }},
		{"Split of 3.8.8", func(s string, _ []byte) { oldest.Split(s, urllib.SplitOptions{}) }},
		{"Parse", func(s string, _ []byte) { py.Parse(s, urllib.SplitOptions{}) }},
		{"ParseBytes", func(_ string, b []byte) { py.ParseBytes(b, urllib.SplitOptions{}) }},
		{"attributes", attributes(py)},
		{"attributes of 3.8.8", attributes(oldest)},
		{"Unparse", func(s string, _ []byte) { py.Unparse(urllib.ParseResult{"http", s, s, s, s, s}) }},
		{"Repr", func(s string, _ []byte) { _ = urllib.SplitResult{Path: s}.Repr() }},
		{"Encode of a result", func(s string, _ []byte) { urllib.SplitResult{Path: s}.Encode(urllib.CodecOptions{Errors: &backslash}) }},
		{"Decode of a result", func(_ string, b []byte) {
			urllib.SplitResultBytes{Path: b}.Decode(urllib.CodecOptions{Errors: &backslash})
		}},
		{"Join, base", func(s string, _ []byte) { py.Join(s, "../x/../y", urllib.JoinOptions{}) }},
		{"Join, reference", func(s string, _ []byte) { py.Join("http://h/a/b/c", s, urllib.JoinOptions{}) }},
		{"Join, both", func(s string, _ []byte) { py.Join("http://h/"+s, s, urllib.JoinOptions{}) }},
		{"Join of 3.14", func(s string, _ []byte) { newest.Join("http://h/"+s, s, urllib.JoinOptions{}) }},
		{"Defrag", func(s string, _ []byte) { py.Defrag(s + "#") }},
		{"Unwrap", func(s string, _ []byte) { py.Unwrap(" <" + s + "> ") }},
		{"ParseQSL", func(s string, _ []byte) { py.ParseQSL(s, urllib.QueryOptions{KeepBlankValues: true}) }},
		{"ParseQSL, strict", func(s string, _ []byte) { py.ParseQSL("a=b&"+s, urllib.QueryOptions{StrictParsing: true}) }},
		{"ParseQSL, separator", func(s string, _ []byte) { py.ParseQSL(s, urllib.QueryOptions{Separator: &semicolon}) }},
		{"ParseQSLBytes", func(_ string, b []byte) { py.ParseQSLBytes(b, urllib.QueryOptions{KeepBlankValues: true}) }},
		{"ParseQS", func(s string, _ []byte) { py.ParseQS(s, urllib.QueryOptions{KeepBlankValues: true}) }},
		{"Pairs", func(s string, _ []byte) {
			for range py.Pairs(s, urllib.QueryOptions{KeepBlankValues: true}) {
			}
		}},
		{"Quote", func(s string, _ []byte) { py.Quote(s, urllib.QuoteOptions{Errors: &backslash}) }},
		{"Quote, latin-1", func(s string, _ []byte) { py.Quote(s, urllib.QuoteOptions{Encoding: &latin, Errors: &backslash}) }},
		{"Quote, safe", func(s string, _ []byte) { py.Quote(" ", urllib.QuoteOptions{Safe: &s}) }},
		{"QuotePlus", func(s string, _ []byte) { py.QuotePlus(s+" ", urllib.QuoteOptions{}) }},
		{"QuoteFromBytes", func(_ string, b []byte) { py.QuoteFromBytes(b, nil) }},
		{"Unquote", func(s string, _ []byte) { py.Unquote(s, urllib.UnquoteOptions{}) }},
		{"Unquote, strict", func(s string, _ []byte) { py.Unquote(s+"%ff", urllib.UnquoteOptions{Errors: &strict}) }},
		{"UnquotePlus", func(s string, _ []byte) { py.UnquotePlus(s+"%41", urllib.UnquoteOptions{}) }},
		{"UnquoteBytes", func(_ string, b []byte) { py.UnquoteBytes(b, urllib.UnquoteOptions{}) }},
		{"UnquoteToBytes", func(s string, _ []byte) { py.UnquoteToBytes(s) }},
		{"Encode", func(s string, b []byte) { py.Encode([]urllib.Item{{s, b}, {s, []string{s}}}, urllib.EncodeOptions{}) }},
	}
}

// TestTimeIsLinear doubles each hostile input from half a MiB to 8 MiB and
// holds the time against the size. An error that shows its input takes time
// too, so errors are printed.
func TestTimeIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of hostile input: not with -short")
	}
	if raceEnabled {
		t.Skip("times mean nothing with the race detector")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	slowest, where := 0.0, ""
	for _, unit := range hostileUnits {
		small := strings.Repeat(unit, linearFrom/len(unit))
		for _, w := range workers() {
			for _, prefix := range prefixesFor(w.name) {
				ns := measure(w, prefix+small)
				if perByte := ns / float64(len(small)); perByte > slowest {
					slowest, where = perByte, w.name+" of "+text(prefix+unit)
				}
				if ns < 3e6 && !strings.Contains("%&/.[@;", unit) {
					// Less than 6 ns a byte here; a superlinear part that
					// matters at 8 MiB is found at 2 MiB.
					if grows(w, prefix, unit, linearFrom, 4*linearFrom) {
						t.Errorf("%s of %s: more than %d times the time for twice the input", w.name, text(prefix+unit), maxGrowth)
					}
					continue
				}
				if grows(w, prefix, unit, linearFrom, linearUpTo) {
					t.Errorf("%s of %s: more than %d times the time for twice the input", w.name, text(prefix+unit), maxGrowth)
				}
			}
		}
	}
	if slowest > maxNsPerB {
		t.Errorf("%s takes %.0f ns a byte", where, slowest)
	}
	t.Logf("the slowest is %s: %.1f ns a byte", where, slowest)
}

// prefixesFor returns the places that matter to a function.
func prefixesFor(name string) []string {
	switch word, _, _ := strings.Cut(name, ","); {
	case strings.HasPrefix(word, "Split"), word == "Parse", word == "ParseBytes", strings.HasPrefix(word, "Join"), word == "Defrag":
		return hostilePrefixes
	case strings.HasPrefix(word, "attributes"):
		return []string{"", "h:", "u@[", "["}
	}
	return []string{""}
}

// grows reports whether the time more than triples when the input doubles,
// somewhere between the two sizes, however often it is measured.
func grows(w worker, prefix, unit string, from, upTo int) bool {
	for range linearTries {
		if !grew(w, prefix, unit, from, upTo) {
			return false
		}
	}
	return true
}

func grew(w worker, prefix, unit string, from, upTo int) bool {
	last := 0.0
	for size := from; size <= upTo; size *= 2 {
		ns := measure(w, prefix+strings.Repeat(unit, size/len(unit)))
		// Below a tenth of a millisecond there is only noise.
		if last > 1e5 && ns > maxGrowth*last {
			return true
		}
		last = ns
	}
	return false
}

// measure returns the better of two times of one call, in ns.
func measure(w worker, s string) float64 {
	b := []byte(s)
	best := time.Duration(1 << 62)
	for range 2 {
		start := time.Now()
		w.do(s, b)
		best = min(best, time.Since(start))
	}
	return float64(best)
}

// TestErrorsAreLinear makes errors about megabytes, and prints them.
func TestErrorsAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of hostile input: not with -short")
	}
	for _, unit := range []string{"\u2100", "[", "\xed\xa0\x80", "\x00", "@", "a"} {
		s := strings.Repeat(unit, linearUpTo/len(unit))
		_, err1 := urllib.Split("http://[" + s)
		_, err2 := urllib.Split("http://\u2100" + s)
		_, err3 := urllib.Quote("\xed\xa0\x80" + s)
		_, _, err4 := urllib.SplitResult{Netloc: "h:" + s}.Port()
		for i, err := range []error{err1, err2, err3, err4} {
			if err == nil {
				t.Errorf("%d: no error for %q…", i, unit)
				continue
			}
			start := time.Now()
			var e *urllib.Error
			if text := err.Error(); len(text) > 2_000 {
				t.Errorf("%d: %d bytes of Error() for %q…", i, len(text), unit)
			}
			if !errors.As(err, &e) || e.Text == "" {
				t.Errorf("%d: no text for %q…", i, unit)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%d: Error() takes %v for %q…", i, took, unit)
			}
		}
	}
}
