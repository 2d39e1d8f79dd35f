package rfc3986_test

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/rfc3986"
)

// TestAllocations pins how often the common calls allocate: not at all where
// the result is part of the input, else once, for the result.
func TestAllocations(t *testing.T) {
	if urltest.RaceDetector {
		t.Skip("the race detector allocates too")
	}
	const text = "https://user:pw@www.example.com:8042/over/there.html?name=ferret&n=1#nose"
	port := "80"
	base := rfc3986.MustParseURI("https://h/a/b/c?d")
	r, u := rfc3986.MustParse(text), rfc3986.MustParseURI(text)
	ref := rfc3986.MustParse
	long, dots := ref("x/./y/../"+strings.Repeat("x/", 2000)), ref(strings.Repeat("x/../", 2000))
	buf := make([]byte, 0, 1024)
	var s string
	var ok bool
	for _, test := range []struct {
		name string
		want float64
		call func()
	}{
		{"Parse with options", 0, func() { r, _ = rfc3986.ParseOptions{AllowZone: true}.Parse("//[fe80::1%25en1]/") }},
		{"Parse of an IPv6 host", 0, func() { r, _ = rfc3986.Parse("//[::ffff:1.2.3.4]:80") }},
		{"Parse", 0, func() { r, _ = rfc3986.Parse(text) }},
		{"ParseURI", 0, func() { u, _ = rfc3986.ParseURI(text) }},
		{"Valid", 0, func() { ok = rfc3986.Valid(text) }},
		{"ValidURI", 0, func() { ok = rfc3986.ValidURI(text) }},
		{"String", 0, func() { s = r.String() }},
		{"HostKind", 0, func() { ok = r.HostKind() == reading.HostName }},
		{"Addr", 0, func() { _, ok = ref("//[2001:db8::1]").Addr() }},
		{"PortNumber", 0, func() { _, _, _ = r.PortNumber() }},
		{"Segments", 0, func() {
			for segment := range r.Segments() {
				s = segment
			}
		}},
		{"DecodedSegments without triplets", 0, func() {
			for segment := range r.DecodedSegments() {
				s = segment
			}
		}},
		{"Pairs", 0, func() {
			for _, value := range u.Pairs() {
				s = value
			}
		}},
		{"Lookup", 0, func() { s, ok = r.Lookup("n") }},
		{"Lookup through triplets", 0, func() { s, ok = ref("?%6E%61=1").Lookup("na") }},
		{"Decode without triplets", 0, func() { s, _ = rfc3986.Decode("a+b") }},
		{"Decode", 1, func() { s, _ = rfc3986.Decode("a%2Bb") }},
		{"Encode without need", 0, func() { s = rfc3986.Encode("abc") }},
		{"Encode", 1, func() { s = rfc3986.Encode("a b") }},
		{"Redacted", 2, func() { s = r.Redacted() }},
		{"Redacted without need", 0, func() { s = base.Redacted() }},
		{"Resolve", 1, func() { u, _ = rfc3986.Resolve(base, ref("../x?y#z")) }},
		{"Resolve a path", 1, func() { u, _ = rfc3986.Resolve(base, ref("/x/y")) }},
		{"Resolve a network path", 1, func() { u, _ = rfc3986.Resolve(base, ref("//x/y/../z")) }},
		{"Resolve inner dots", 1, func() { u, _ = rfc3986.Resolve(base, ref("x/./y/../z")) }},
		{"Resolve inner dots of a long path", 1, func() { u, _ = rfc3986.Resolve(base, long) }},
		{"Resolve a long path of dots", 2, func() { u, _ = rfc3986.Resolve(base, dots) }},
		{"Resolve a query", 1, func() { u, _ = rfc3986.Resolve(base, ref("?x")) }},
		{"Resolve nothing", 0, func() { u, _ = rfc3986.Resolve(base, rfc3986.Ref{}) }},
		{"Resolve a URI", 0, func() { u, _ = rfc3986.Resolve(base, r) }},
		{"IsSameDocument of a fragment", 0, func() { ok = ref("#x").IsSameDocument(base) }},
		{"WithQuery", 1, func() { r, _ = r.WithQuery("x") }},
		{"Edit", 1, func() { r, _ = rfc3986.Edit{Port: &port}.Apply(r) }},
		{"WithoutFragment", 0, func() { r = r.WithoutFragment() }},
		{"WithHost", 1, func() { r, _ = u.Ref().WithHost("h") }},
		{"AppendText", 0, func() { buf, _ = r.AppendText(buf[:0]) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, test.call); got != test.want {
				t.Errorf("%v allocations, want %v", got, test.want)
			}
		})
	}
	_, _ = s, ok
}
