package baseurl_test

import (
	"fmt"
	"strings"

	"earl.example/baseurl"
)

func ExampleOptions_References() {
	page := `<base href="/docs/"><a href="guide?a#b">guide</a> <img src="//cdn.example/i.png">`
	opt := baseurl.Options{Context: baseurl.Context{Retrieval: []string{"https://example.com/a/b"}}}
	for ref, err := range opt.References(baseurl.HTML, strings.NewReader(page)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(ref.Element, ref.Attribute, ref.URL)
	}
	// Output:
	// base href https://example.com/docs/
	// a href https://example.com/docs/guide?a#b
	// img src https://cdn.example/i.png
}

func ExampleOptions_Base() {
	page := `<title>A page</title><base href="https://example.org/docs/">`
	opt := baseurl.Options{Context: baseurl.Context{Retrieval: []string{"https://example.com/a/b"}}}
	base, err := opt.Base(baseurl.HTML, strings.NewReader(page))
	fmt.Println(base.URL(), base.Source(), err)
	// Output: https://example.org/docs/ content <nil>
}

func ExampleOptions_Establish() {
	opt := baseurl.Options{Context: baseurl.Context{
		Retrieval: []string{"http://h/a", "/b/"}, // a redirect
		Default:   "http://default/",
	}}
	b, err := opt.Establish()
	fmt.Println(b, b.Source(), err)
	b, err = opt.Establish(baseurl.Candidate{Where: "base href", Raw: "c/"})
	fmt.Println(b, b.Source(), err)
	b, _ = opt.Establish(baseurl.Candidate{Where: "base href", Raw: "http://[/"})
	fmt.Println(strings.ReplaceAll(b.Explain(), "; ", "\n"))
	// Output:
	// http://h/b/ retrieval <nil>
	// http://h/b/c/ content <nil>
	// retrieval
	// content: base href is no base: rfc3986: invalid IPv6 address at byte 8 of "http://[/": write eight groups of up to four hexadecimal digits, or "::" once for zeros (RFC 3986 §3.2.2, IPv6address)
	// entity: none
}

// A document in an archive has the base of the archive, not the address from which the archive was retrieved.
func ExampleBase_Outer() {
	opt := baseurl.Options{Context: baseurl.Context{Retrieval: []string{"https://example.com/a.mht"}}}
	archive, err := opt.Establish()
	if err != nil {
		fmt.Println(err)
		return
	}
	opt.Context = baseurl.Context{Entity: archive, Enclosed: true}
	base, err := opt.Base(baseurl.HTML, strings.NewReader(`<base href="pages/">`))
	fmt.Println(base, base.Source(), err)
	outer := base.Outer()
	fmt.Println(outer, outer.Source() == baseurl.Entity, outer.Outer().Outer().Source() == baseurl.NoSource)
	// Output:
	// https://example.com/pages/ content <nil>
	// https://example.com/a.mht true true
}

// Limits for documents from untrusted sources.
func ExampleOptions_limits() {
	opt := baseurl.Options{MaxToken: 1 << 10, MaxBase: 100}
	long := strings.Repeat("a", 2000)
	for _, page := range []string{`<a href="` + long + `">`, `<base href="http://h/` + long[:200] + `/"><a href="b">`} {
		for ref, err := range opt.References(baseurl.HTML, strings.NewReader(page)) {
			fmt.Println(len(ref.Raw), "bytes, beyond a limit:", err != nil)
		}
	}
	// Output:
	// 0 bytes, beyond a limit: true
	// 210 bytes, beyond a limit: false
	// 1 bytes, beyond a limit: true
}

func ExampleBase_Passed() {
	page := `<base href="http://["><p>`
	opt := baseurl.Options{Context: baseurl.Context{Default: "http://default.example/"}}
	base, err := opt.Base(baseurl.HTML, strings.NewReader(page))
	fmt.Println(base, base.Source() == baseurl.Default, base.Offset(), err)
	for _, p := range base.Passed() {
		switch p.Source {
		case baseurl.Content:
			fmt.Println(p.Where, p.Raw, p.Err != nil)
		case baseurl.Retrieval:
			fmt.Println("there is no address")
		}
	}
	// Output:
	// http://default.example/ true -1 <nil>
	// base href http://[ true
	// there is no address
}

func ExampleType() {
	documents := map[baseurl.Type]string{
		baseurl.CSS: "a { background: url(i.png) }", baseurl.XML: `<a xml:base="/b/" href="c"/>`,
		baseurl.Text: "See http://h/.", baseurl.Message: "Content-Location: http://h/m\n\n",
	}
	opt := baseurl.Options{Context: baseurl.Context{Default: "http://default.example/"}}
	for _, t := range []baseurl.Type{baseurl.CSS, baseurl.XML, baseurl.Text, baseurl.Message} {
		for ref, err := range opt.References(t, strings.NewReader(documents[t])) {
			fmt.Println(t, ref.URL, err)
		}
	}
	// Output:
	// css http://default.example/i.png <nil>
	// xml http://default.example/b/c <nil>
	// text http://h/ <nil>
	// message http://h/m <nil>
}

func ExampleSniff() {
	fmt.Println(baseurl.Sniff([]byte("<!DOCTYPE html><p>")) == baseurl.HTML, baseurl.Sniff([]byte(`{"url":1}`)))
	fmt.Println(baseurl.TypeOfName("a/b.css"), baseurl.TypeOfName("a.png") == baseurl.NoType)
	fmt.Println(len(baseurl.Rules()) > 0)
	// Output:
	// true json
	// css true
	// true
}
