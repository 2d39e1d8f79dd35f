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
		for _, name := range rfc1808.RFC1808.Productions() {
			_ = rfc1808.RFC1808.Match(name, s)
		}
	}},
	{"CheckBase", func(s string) { _ = rfc1808.RFC1808.CheckBase(rfc1808.Parse(s)) }},
	{"Login", func(s string) { rfc1808.Parse(s).Login() }},
	{"Redacted", func(s string) { rfc1808.Parse(s).Redacted() }},
	{"Resolve, reference", func(s string) { resolve("http://h/a/b/c?d", s) }},
	{"Resolve, base", func(s string) { resolve("http:"+s, "../x/../y?") }},
	{"Resolve, both", func(s string) { resolve("http:"+s, s) }},
	{"Relative", func(s string) {
		_, _ = rfc1808.Relative(rfc1808.Parse("http://h/"+s), rfc1808.Parse("http://h/"+s+"x"))
		_, _ = rfc1808.Relative(rfc1808.Parse("http://h/x"), rfc1808.Parse("http://h/"+s))
		_, _ = rfc1808.Relative(rfc1808.Parse("http://h/"+s), rfc1808.Parse("http://h/"))
	}},
}

func resolve(base, ref string) {
	_, _ = rfc1808.Resolve(rfc1808.Parse(base), rfc1808.Parse(ref))
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

// BenchmarkHostile measures megabytes of hostile text, as nanoseconds a byte.
func BenchmarkHostile(b *testing.B) {
	const size = 1 << 20
	for _, w := range workers {
		b.Run(strings.ReplaceAll(w.name, ", ", "-"), func(b *testing.B) {
			worst := 0.0
			for b.Loop() {
				worst = 0
				for _, unit := range hostileUnits {
					s := "//h/" + strings.Repeat(unit, size/len(unit))
					best := math.Inf(1)
					for range 3 {
						took := urltest.Took(func() { w.do(s) })
						best = min(best, float64(took)/float64(len(s)))
					}
					worst = max(worst, best)
				}
			}
			b.ReportMetric(worst, "worst-ns/byte")
			b.ReportMetric(0, "ns/op")
		})
	}
}
