package whatwg_test

import (
	"fmt"
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
	urltest.Megabytes(t)
	base := must(whatwg.Parse("http://example.com/a/b/c?d"))
	file := must(whatwg.Parse("file:///C:/a/b"))
	listen := whatwg.Options{Violation: func(*urlerr.Error) {}}
	slowest, where := 0.0, ""
	check := func(name, input string, do func(s string)) {
		if perByte := urltest.Linear(t, name, input, do); perByte > slowest {
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
			urltest.Linear(t, fmt.Sprintf("8 MiB of %q after %q", unit, place), place+strings.Repeat(unit, (8<<20)/len(unit)), func(s string) { whatwg.Parse(s) })
		}
	}
}

// TestOthersAreLinear is TestTimeIsLinear of what is not parsing.
func TestOthersAreLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range append(wide, hostile...) {
		input := strings.Repeat(unit, (1<<17)/len(unit))
		for _, s := range setters {
			urltest.Linear(t, fmt.Sprintf("%s = %q", s.name, unit), input, func(v string) {
				u := must(whatwg.Parse("http://u:p@h:81/a?b#c"))
				s.set(&u, v)
			})
		}
		for _, e := range edits {
			urltest.Linear(t, fmt.Sprintf("%s in %q", e.name, unit), input, func(v string) {
				u := must(whatwg.Parse("http://h/?" + v))
				e.do(u.SearchParams(), "a", v[:9])
				e.do(u.SearchParams().Verbatim(), "a", v[:9])
				own := whatwg.NewSearchParams(v)
				e.do(own, "a", "b")
			})
		}
		urltest.Linear(t, fmt.Sprintf("paths of files of %q", unit), input, func(v string) {
			if u, err := whatwg.FromPOSIXPath("/" + v); err == nil {
				u.POSIXPath()
			}
			if u, err := whatwg.FromWindowsPath(`C:\` + v); err == nil {
				u.WindowsPath()
			}
		})
		urltest.Linear(t, fmt.Sprintf("another encoding of %q", unit), input, func(v string) {
			whatwg.Options{Encoding: charmap.Windows1252}.Parse("http://h/?\u00e9" + v)
		})
	}
}

// TestAppendingIsLinear: a list on its own grows without being copied.
func TestAppendingIsLinear(t *testing.T) {
	urltest.Megabytes(t)
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
