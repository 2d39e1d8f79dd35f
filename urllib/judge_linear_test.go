package urllib_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"earl.example/internal/urltest"
	"earl.example/urllib"
)

const (
	largeSize = 1 << 20
	hugeSize  = 8 << 20
)

// hugeUnits are repeated up to hugeSize, and moreUnits up to largeSize. Some
// ask for work at each place, some for work at the end about the beginning.
var (
	hugeUnits = []string{"%", "&", "/", "..", "[", "@", ";"}
	moreUnits = []string{
		distinctNames, "../", "./", "]", ":", "?", "#", "+", "\t", " ", "\u00e9", "\u2100", "%41", "%C3%A9", "%e2%82", "=", "a=b&", "A", "0", "9",
		"\u03a3", "\u0345", "\u0130", "\xed\xa0\x80", "\xff", "URL:", "@:", "//", "/;", "a/../", "%zz", "'",
	}
)

// distinctNames stands for a query whose names are all different.
const distinctNames = "k1=&k2=&"

// repeated returns about size bytes of unit.
func repeated(unit string, size int) string {
	if unit != distinctNames {
		return strings.Repeat(unit, size/len(unit))
	}
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "k%d=&", i)
	}
	return b.String()
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

// TestTimeIsLinear holds the time of each function against the size of each
// hostile input.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	slowest, where := 0.0, ""
	check := func(w worker, prefix, unit string, size int) {
		name := w.name + " of " + text(prefix+unit)
		if perByte := urltest.Linear(t, name, prefix+repeated(unit, size), func(s string) { w.do(s, []byte(s)) }); perByte > slowest {
			slowest, where = perByte, name
		}
	}
	for _, w := range workers() {
		for _, unit := range hugeUnits {
			check(w, "", unit, hugeSize)
		}
		for _, prefix := range prefixesFor(w.name) {
			for _, unit := range append(moreUnits, hugeUnits...) {
				check(w, prefix, unit, largeSize)
			}
		}
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

// TestErrorsAreLinear makes errors about megabytes, and prints them.
func TestErrorsAreLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"\u2100", "[", "\xed\xa0\x80", "\x00", "@", "a"} {
		s := strings.Repeat(unit, hugeSize/len(unit))
		_, err1 := urllib.Split("http://[" + s)
		_, err2 := urllib.Split("http://\u2100" + s)
		_, err3 := urllib.Quote("\xed\xa0\x80" + s)
		_, _, err4 := urllib.SplitResult{Netloc: "h:x" + strings.Trim(s, "@[")}.Port()
		for i, err := range []error{err1, err2, err3, err4} {
			if err == nil {
				t.Errorf("%d: no error for %q…", i, unit)
				continue
			}
			var e *urllib.Error
			var text string
			took := urltest.Took(func() { text = err.Error() })
			if len(text) > 2_000 {
				t.Errorf("%d: %d bytes of Error() for %q…", i, len(text), unit)
			}
			if !errors.As(err, &e) || e.Text == "" {
				t.Errorf("%d: no text for %q…", i, unit)
			}
			if took > 5*time.Second {
				t.Errorf("%d: Error() takes %v for %q…", i, took, unit)
			}
		}
	}
}
