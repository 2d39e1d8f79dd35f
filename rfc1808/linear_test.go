package rfc1808_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"earl.example/internal/urltest"
	"earl.example/rfc1808"
)

// hostileUnits are repeated up to megabytes, behind each of hostilePrefixes.
var (
	hostileUnits = []string{
		"a", "/", "//", ".", "./", "../", "a/../", "a/a/../../", "a/", "..//", ":", "@", "%41", "%", "?", "#", ";", "+", "~", "\xff", "\x00", " ", "_",
	}
	hostilePrefixes = []string{"", "a:", "//", "http://h/", "http://u:p@", "?", ";", "#", "./"}
)

// workers do the work of one function each, on a text.
var workers = []struct {
	name string
	do   func(s string)
}{
	{"Parse", func(s string) { rfc1808.Parse(s) }},
	{"Valid", func(s string) { rfc1808.RFC1808.Valid(s) }},
	{"Check", func(s string) { _ = rfc1808.RFC2068.Check(s) }},
	{"Match", func(s string) {
		for _, name := range rfc1808.RFC1808.Productions() { // each has a part
			n := len(s) / len(rfc1808.RFC1808.Productions())
			_ = rfc1808.RFC1808.Match(name, s[:n])
		}
	}},
	{"CheckBase", func(s string) { _ = rfc1808.RFC1808.CheckBase(rfc1808.Parse("http:" + s)) }},
	{"Login", func(s string) { rfc1808.Parse(s).Login() }},
	{"Redacted", func(s string) { rfc1808.Parse(s).Redacted() }},
	{"Resolve, reference", func(s string) { resolve("http://h/a/b/c?d", s) }},
	{"Resolve, base", func(s string) { resolve("http:"+s, "../x/../y?") }},
	{"Resolve, both", func(s string) { resolve("http:"+s[:len(s)/2], s[:len(s)/2]) }},
	{"Relative, down", func(s string) { relative("http://h/x", "http://h/"+s) }},
	{"Relative, up", func(s string) { relative("http://h/"+s, "http://h/") }},
	{"Relative, beside", func(s string) { relative("http://h/"+s[:len(s)/2], "http://h/"+s[:len(s)/2]+"x") }},
}

func resolve(base, ref string) {
	_, _ = rfc1808.Resolve(rfc1808.Parse(base), rfc1808.Parse(ref))
}

func relative(base, target string) {
	_, _ = rfc1808.Relative(rfc1808.Parse(base), rfc1808.Parse(target))
}

// TestTimeIsLinear gives every function hostile texts, and the longest of some.
func TestTimeIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	check := func(size int, units, prefixes []string) {
		for _, unit := range units {
			for _, prefix := range prefixes {
				s := urltest.Many(prefix, unit, "", size)
				for _, w := range workers {
					urltest.Linear(t, fmt.Sprintf("%s of %q and many of %q", w.name, prefix, unit), s, w.do)
				}
			}
		}
	}
	check(128<<10, hostileUnits, hostilePrefixes)
	check(8<<20, []string{"../", "a/../", "/"}, []string{"", "http://h/"})
}

// BenchmarkHostile measures megabytes of hostile text, of each shape, as
// nanoseconds a byte of the slowest.
func BenchmarkHostile(b *testing.B) {
	const size = 1 << 20
	for _, w := range workers {
		b.Run(strings.ReplaceAll(w.name, ", ", "-"), func(b *testing.B) {
			worst, where := 0.0, ""
			for b.Loop() {
				worst = 0
				for _, prefix := range []string{"", "//h/"} {
					for _, unit := range hostileUnits {
						s := urltest.Many(prefix, unit, "", size)
						best := math.Inf(1)
						for range 5 {
							took := urltest.Took(func() { w.do(s) })
							best = min(best, float64(took)/float64(len(s)))
						}
						if best > worst {
							worst, where = best, prefix+" and "+unit
						}
					}
				}
			}
			b.Logf("%.1f ns a byte for %q", worst, where)
			b.ReportMetric(worst, "worst-ns/byte")
			b.ReportMetric(0, "ns/op")
		})
	}
}
