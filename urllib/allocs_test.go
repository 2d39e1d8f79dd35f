package urllib_test

import (
	"strings"
	"testing"

	"earl.example/urllib"
)

// TestAllocations pins how often the common calls allocate: not at all where
// the result is part of the input, else once, for the result.
func TestAllocations(t *testing.T) {
	const url = "https://user:pw@www.example.com:8042/over/there.html?name=ferret&n=1#nose"
	py := urllib.Python{Version: urllib.MustParseVersion("3.9")}
	r, err := urllib.Split(url)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := urllib.Parse(url)
	long := strings.Repeat("/a/b.html", 1000) + "%"
	escaped := strings.Repeat("%41", 1000)
	octets := []byte("a b/c")
	dict := urllib.ParseQS("a=1&b=2&a=x")
	var text string
	for _, test := range []struct {
		name string
		want float64
		call func()
	}{
		{"Split", 0, func() { r, _ = urllib.Split(url) }},
		{"Split of an older release", 0, func() { r, _ = py.Split(url, urllib.URLOptions{}) }},
		{"Split of an IPv6 host", 0, func() { r, _ = urllib.Split("http://[::1]:80/") }},
		{"Split of a host beyond ASCII", 0, func() { r, _ = urllib.Split("http://é/") }},
		{"Parse", 0, func() { p, _ = urllib.Parse(url + ";params") }},
		{"Defrag", 0, func() { urllib.Defrag(url) }},
		{"Hostname", 0, func() { text, _ = r.Hostname() }},
		{"Port", 0, func() { r.Port() }},
		{"Username and Password", 0, func() { r.Username(); r.Password() }},
		{"Unsplit", 1, func() { text = r.GetURL() }},
		{"Unparse", 1, func() { text = p.GetURL() }},
		{"Join", 1, func() { text, _ = urllib.Join("https://h/a/b", "../c?d#e") }},
		{"Join with an absolute reference", 0, func() { text, _ = urllib.Join("http://h/a/b", url) }},
		{"Join with an absolute reference of the same scheme", 0, func() { text, _ = urllib.Join("https://h/a/b", url) }},
		{"Join in all steps", 1, func() { text, _ = urllib.Join("https://h/a/b", "./c/../d;e") }},
		{"Join with a query", 1, func() { text, _ = urllib.Join("https://h/a/b", "?c") }},
		{"Unwrap", 0, func() { text = urllib.Unwrap(" <URL:http://h/> ") }},
		{"Quote, unchanged", 0, func() { text, _ = urllib.Quote("/a/b.html") }},
		{"Quote", 1, func() { text, _ = urllib.Quote("/a b/ü") }},
		{"QuotePlus, unchanged", 0, func() { text, _ = urllib.QuotePlus("word") }},
		{"QuotePlus", 1, func() { text, _ = urllib.QuotePlus("a b/c") }},
		{"Quote of long text", 1, func() { text, _ = urllib.Quote(long) }},
		{"Quote of long text, unchanged", 0, func() { text, _ = urllib.Quote(long[:len(long)-1]) }},
		{"Quote of bytes", 1, func() { text, _ = bytesPython.Quote(octets, urllib.QuoteOptions{}) }},
		{"Unquote, unchanged", 0, func() { text = urllib.Unquote("/a/100%/b.html") }},
		{"Unquote", 1, func() { text = urllib.Unquote("/a%20b/%C3%BC") }},
		{"Unquote of long text", 1, func() { text = urllib.Unquote(escaped) }},
		{"UnquotePlus, unchanged", 0, func() { text = urllib.UnquotePlus("/a/b.html") }},
		{"UnquotePlus", 1, func() { text = urllib.UnquotePlus("a+b%2Fc") }},
		{"ParseQS", 1, func() { urllib.ParseQS("a=1&b=2&a=x") }},
		{"Get", 1, func() { dict.Get("b") }},
		{"ParseQSL of one field", 1, func() { urllib.ParseQSL("a=1") }},
		{"ParseQSL", 1, func() { urllib.ParseQSL("a=1&b=2&c=x") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, test.call); got != test.want {
				t.Errorf("%v allocations, want %v", got, test.want)
			}
		})
	}
	_ = text
}
