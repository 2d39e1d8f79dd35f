package earl_test

import (
	"errors"
	"fmt"

	"earl.example"
	"earl.example/reading"
	"earl.example/urlerr"
)

func Example() {
	for _, d := range []earl.Dialect{earl.WHATWG(), earl.Libcurl(), earl.NetURL()} {
		r, err := earl.Parse(d, `http://example.com\@10.0.0.1/`)
		if err != nil {
			fmt.Println(d, "rejects it:", errors.Is(err, urlerr.BadUserinfo))
			continue
		}
		host, _ := r.Host()
		fmt.Println(d, host)
	}
	// Output:
	// whatwg example.com
	// libcurl 10.0.0.1
	// net/url rejects it: true
}

func ExampleParse() {
	r, err := earl.Parse(earl.MustParseDialect("urllib@3.9"), "http://user@example.com:80/a?b#c")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := r.Host()
	port, _ := r.Port()
	_, hasPassword := r.Password()
	fmt.Println(host, port, hasPassword)
	// Output: example.com 80 false
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

func ExampleDialect_Read() {
	var r reading.Reading
	for _, url := range []string{"HTTP:\\\\EXAMPLE.com:80/a", "http://[::1/"} {
		if earl.WHATWG().Read(&r, url); r.Err() != nil {
			fmt.Println(r.Err())
			continue
		}
		host, _ := r.InInput(urlerr.Host)
		fmt.Println(r.Href(), url[host.Start:host.End])
	}
	// Output:
	// http://example.com/a EXAMPLE.com
	// whatwg: missing "]" in host at byte 11 of "http://[::1/": close the IPv6 address (URL Standard §3.5, IPv6-unclosed)
}

func ExampleParseDialect() {
	d, err := earl.ParseDialect("urllib@3.9")
	fmt.Println(d.Name(), d.Release(), err)
	_, err = earl.ParseDialect("netscape")
	fmt.Println(err != nil)
	// Output:
	// urllib 3.9.25 <nil>
	// true
}

func ExampleDialect_Resolver() {
	resolve := earl.WHATWG().Resolver("https://example.com/a/")
	for _, ref := range []string{"b", "../c", "//h"} {
		fmt.Println(resolve(ref))
	}
	// Output:
	// https://example.com/a/b <nil>
	// https://example.com/c <nil>
	// https://h/ <nil>
}
