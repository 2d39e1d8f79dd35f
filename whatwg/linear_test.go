package whatwg_test

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"earl.example/internal/urltest"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// hostile are units of ASCII that some state could stumble over again and
// again; wide are others.
var (
	hostile = []string{"@", ":", "[", "]", "%", ".", "/", "../", "./", "a/../", "%2e%2e/", "\\", "\t", "a\n", " ", "?", "#", "a", "A", "0", "1.", "0x", "a.", "%41", "|", "^", "a b", "'", "&a=", "+", "//", "a:@"}
	wide    = []string{"\u00e9", "\xff", "\u00e9.", "\u3002", "\xed\xa0\x80", "xn--a."}
	places  = []string{"", "http://", "HTTP://h/", "http://u:", "http://h:", "http://[", "file:///", "file://", "file:", "foo://", "foo:/", "foo:", "http://h/?", "http://h/#", "//", "/"}
)

// TestTimeIsLinear compares megabytes of hostile input with an eighth of it.
func TestTimeIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of hostile input: not with -short")
	}
	if urltest.RaceDetector {
		t.Skip("times mean nothing with the race detector")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	base := must(whatwg.Parse("http://example.com/a/b/c?d"))
	file := must(whatwg.Parse("file:///C:/a/b"))
	listen := whatwg.Options{Violation: func(*urlerr.Error) {}}
	slowest, where := 0.0, ""
	check := func(name, input string, do func(s string)) {
		if perByte := checkLinear(t, name, input, do); perByte > slowest {
			slowest, where = perByte, name
		}
	}
	for _, place := range places {
		for _, unit := range hostile {
			input := place + strings.Repeat(unit, (1<<18)/len(unit))
			name := fmt.Sprintf("%q after %q", unit, place)
			check("Parse of "+name, input, func(s string) { whatwg.Parse(s) })
			check("CanParse of "+name, input, func(s string) { whatwg.CanParse(s) })
			check("reference of "+name, input, func(s string) { base.Parse(s) })
			check("reference to a file of "+name, input, func(s string) { file.Parse(s) })
		}
	}
	t.Logf("the slowest is %s: %.1f ns a byte", where, slowest)
	slowest = 0
	for _, place := range places {
		for _, unit := range append(wide, hostile...) {
			input := place + strings.Repeat(unit, (1<<16)/len(unit))
			check(fmt.Sprintf("violations of %q after %q", unit, place), input, func(s string) { listen.Parse(s) })
			check(fmt.Sprintf("%q after %q", unit, place), input, func(s string) { whatwg.Parse(s) })
		}
	}
	t.Logf("with others and with a listener the slowest is %s: %.1f ns a byte", where, slowest)
	for _, unit := range []string{"@", ":", "[", "%", ".", "../", "\\", "\t"} {
		for _, place := range []string{"http://", "http://h/", "foo://", "http://u:", "data:"} {
			checkLinear(t, fmt.Sprintf("8 MiB of %q after %q", unit, place), place+strings.Repeat(unit, (8<<20)/len(unit)), func(s string) { whatwg.Parse(s) })
		}
	}
}

// TestOthersAreLinear is TestTimeIsLinear of what is not parsing.
func TestOthersAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of hostile input: not with -short")
	}
	if urltest.RaceDetector {
		t.Skip("times mean nothing with the race detector")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	for _, unit := range append(wide, hostile...) {
		input := strings.Repeat(unit, (1<<17)/len(unit))
		for _, s := range setters {
			checkLinear(t, fmt.Sprintf("%s = %q", s.name, unit), input, func(v string) {
				u := must(whatwg.Parse("http://u:p@h:81/a?b#c"))
				s.set(&u, v)
			})
		}
		for _, e := range edits {
			checkLinear(t, fmt.Sprintf("%s in %q", e.name, unit), input, func(v string) {
				u := must(whatwg.Parse("http://h/?" + v))
				e.do(u.SearchParams(), "a", v[:9])
				e.do(u.SearchParams().Verbatim(), "a", v[:9])
				own := whatwg.NewSearchParams(v)
				e.do(own, "a", "b")
			})
		}
		checkLinear(t, fmt.Sprintf("paths of files of %q", unit), input, func(v string) {
			if u, err := whatwg.FromPOSIXPath("/" + v); err == nil {
				u.POSIXPath()
			}
			if u, err := whatwg.FromWindowsPath(`C:\` + v); err == nil {
				u.WindowsPath()
			}
		})
		checkLinear(t, fmt.Sprintf("another encoding of %q", unit), input, func(v string) {
			whatwg.Options{Encoding: charmap.Windows1252}.Parse("http://h/?\u00e9" + v)
		})
	}
}

// TestAppendingIsLinear: a list on its own grows without being copied.
func TestAppendingIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("many pairs: not with -short")
	}
	p := new(whatwg.SearchParams)
	took := urltest.Took(func() {
		for range 200_000 {
			p.Append("name", "value")
		}
	})
	if took > 5*time.Second || p.Size() != 200_000 {
		t.Errorf("%v for %d pairs", took, p.Size())
	}
}

// soFast is a time per byte, in nanoseconds, that no step can keep to that
// looks at much of the input again: that alone would take microseconds.
const soFast = 150

// checkLinear fails if the time for input is more than three times eight times
// that for an eighth of it, and returns the nanoseconds a byte. Machines are
// noisy: the best of several runs counts.
func checkLinear(t *testing.T, name, input string, do func(s string)) float64 {
	t.Helper()
	small := input[:len(input)/8]
	quick, slow := time.Hour, time.Hour
	for range 40 {
		slow = min(slow, urltest.Took(func() { do(input) }))
		if perByte := float64(slow.Nanoseconds()) / float64(len(input)); perByte < soFast {
			return perByte
		}
		quick = min(quick, urltest.Took(func() { do(small) }))
		if slow <= 3*8*quick {
			return float64(slow.Nanoseconds()) / float64(len(input))
		}
	}
	t.Errorf("%s: %v for %d bytes, %v for an eighth", name, slow, len(input), quick)
	return 0
}
