package earl_test

import (
	"errors"
	"fmt"

	"earl.example"
)

func Example() {
	d, err := earl.ParseDialect("urllib@3.9")
	if err != nil {
		fmt.Println(err)
		return
	}
	parts, err := earl.Parse(d, "http://user@example.com:80/a?b#c")
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

func ExampleMessage() {
	d, err := earl.ParseDialect("urllib")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = earl.Parse(d, "http://user:secret@[::1/")
	fmt.Println(errors.Is(err, earl.BadHost))
	fmt.Println(earl.Message(err)) // in CPython's words
	// Output:
	// true
	// Invalid IPv6 URL
}

func ExampleDialect_Spans() {
	d, err := earl.ParseDialect("whatwg")
	if err != nil {
		panic(err)
	}
	url := " HTTP:\\\\EXAMPLE.com:80/a"
	spans, err := d.Spans(url)
	fmt.Printf("%q %q %q %v\n", spans.Scheme.Of(url), spans.Host.Of(url), spans.Port.Of(url), err)
	// Output: "HTTP" "EXAMPLE.com" "80" <nil>
}
