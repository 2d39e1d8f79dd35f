package rfc1808_test

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc1808"
)

// TestAllocations pins how often the common calls allocate: not at all where
// the result is part of the input, else once, for the result.
func TestAllocations(t *testing.T) {
	if urltest.RaceDetector {
		t.Skip("the race detector allocates too")
	}
	const text = "https://user:pw@www.example.com:8042/over/there.html;p?name=ferret&n=1#nose"
	base := rfc1808.Parse("https://h/a/b/c?d")
	u := rfc1808.Parse(text)
	long := strings.Repeat("x/", 2000)
	buf := make([]byte, 0, 1<<14)
	resolve := func(ref string) func() {
		return func() { u, _ = rfc1808.Resolve(base, rfc1808.Parse(ref)) }
	}
	var s string
	var ok bool
	for _, test := range []struct {
		name string
		want float64
		call func()
	}{
		{"Parse", 0, func() { u = rfc1808.Parse(text) }},
		{"Valid", 0, func() { ok = rfc1808.RFC1808.Valid(text) }},
		{"Check", 0, func() { ok = rfc1808.RFC2068.Check(text) == nil }},
		{"CheckBase", 0, func() { ok = rfc1808.RFC1808.CheckBase(base) == nil }},
		{"String", 0, func() { s = u.String() }},
		{"Resolve", 1, resolve("../x?y#z")},
		{"Resolve a path", 1, resolve("/x/y")},
		{"Resolve a net_loc", 1, resolve("//x/y/../z")},
		{"Resolve inner dots", 1, resolve("x/./y/../z")},
		{"Resolve inner dots of a long path", 1, resolve("x/./y/../" + long)},
		{"Resolve surplus dots", 1, resolve("../../../../x")},
		{"Resolve empty components", 1, resolve("x;?#")},
		{"Resolve params", 1, resolve(";x")},
		{"Resolve a query", 1, resolve("?x")},
		{"Resolve nothing", 0, resolve("")},
		{"Resolve an absolute URL", 0, resolve("http:g")},
		{"WithoutFragment", 0, func() { u = u.WithoutFragment() }},
		{"AppendText", 0, func() { buf, _ = u.AppendText(buf[:0]) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, test.call); got != test.want {
				t.Errorf("%v allocations, want %v", got, test.want)
			}
		})
	}
	_, _ = s, ok
}
