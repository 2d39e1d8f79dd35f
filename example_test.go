package earl_test

import (
	"errors"
	"fmt"

	"earl.example"
)

func Example() {
	python := earl.MustParseDialect("urllib@3.9")
	parts, err := earl.Parse(python, "http://user@example.com:80/a?b#c")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(parts.Host, parts.Port, parts.Path)
	fmt.Println("password:", parts.Password.Present)
	// Output:
	// example.com 80 /a
	// password: false
}

func ExampleResolve() {
	for _, d := range []earl.Dialect{earl.RFC3986(), earl.RFC1808(), earl.MustParseDialect("urllib@3.9")} {
		target, err := earl.Resolve(d, "http://a/b/c/d;p?q", "../../../g;x/")
		fmt.Println(d, target, err)
	}
	// Output:
	// rfc3986 http://a/g;x/ <nil>
	// rfc1808 http://a/../g;x/ <nil>
	// urllib@3.9.25 http://a/g;x/ <nil>
}

func ExampleMessage() {
	_, err := earl.Parse(earl.Urllib(), "http://user:secret@[::1/")
	fmt.Println(errors.Is(err, earl.BadHost))
	fmt.Println(earl.Message(err)) // in CPython's words
	// Output:
	// true
	// Invalid IPv6 URL
}

func ExampleDialect_Spans() {
	url := " HTTP:\\\\EXAMPLE.com:80/a"
	spans, err := earl.WHATWG().Spans(url)
	fmt.Printf("%q %q %q %v\n", spans.Scheme.Of(url), spans.Host.Of(url), spans.Port.Of(url), err)
	// Output: "HTTP" "EXAMPLE.com" "80" <nil>
}
