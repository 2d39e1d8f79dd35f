package earl_test

import (
	"fmt"

	"earl.example"
	"earl.example/rfc1808"
)

func ExampleDialects() {
	for _, d := range earl.Dialects()[:5] {
		fmt.Println(d, "is", d.About())
	}
	// Output:
	// rfc3986 is RFC 3986: the generic syntax of URIs, strict and lossless
	// urllib is CPython's urllib.parse (urlparse, urljoin)
	// whatwg is the URL Standard of the WHATWG, as in browsers
	// rfc3987 is RFC 3987: internationalized references (IRIs)
	// rfc1808 is RFC 1808: relative URLs of 1995, six components
}

func ExampleMustParseDialect() {
	for _, name := range []string{"urllib@3.11.3", "urllib@3.11.4"} {
		_, err := earl.Parse(earl.MustParseDialect(name), "http://[127.0.0.1]/")
		fmt.Println(name, "accepts it:", err == nil)
	}
	// Output:
	// urllib@3.11.3 accepts it: true
	// urllib@3.11.4 accepts it: false
}

func ExampleRFC3986() {
	r, err := earl.Parse(earl.RFC3986(), "HTTP://EXAMPLE.com/%7euser")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Href()) // as written
	// Output: HTTP://EXAMPLE.com/%7euser
}

func ExampleRFC1808() {
	r, err := earl.Parse(earl.RFC1808(), "http://example.com/a;v=1?q")
	if err != nil {
		fmt.Println(err)
		return
	}
	params, _ := r.Params()
	fmt.Println(params)
	// Output: v=1
}

func ExampleUrllib() {
	r, err := earl.Parse(earl.Urllib(), `http://example.com\@10.0.0.1/`)
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := r.Host()
	fmt.Println(host)
	// Output: 10.0.0.1
}

func ExampleWHATWG() {
	r, err := earl.Parse(earl.WHATWG(), `http://example.com\@10.0.0.1/`)
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := r.Host()
	fmt.Println(host)
	// Output: example.com
}

func ExampleNetURL() {
	_, err := earl.Parse(earl.NetURL(), "http://example.com:8o/")
	fmt.Println(err)
	// Output: net/url: invalid port at byte 18 of "http://example.com:8o/": use digits only (Parse, port)
}

func ExampleLibcurl() {
	r, err := earl.Parse(earl.Libcurl(), "example.com/a")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := r.Host()
	fmt.Println(host) // curl guesses the scheme
	// Output: example.com
}

// Options that no name has are fields of the type of the dialect.
func ExampleDialect_WithOptions() {
	d := earl.RFC1808()
	strict := d.WithOptions(rfc1808.Dialect{Strict: rfc1808.RFC2068})
	for _, d := range []earl.Dialect{d, strict} {
		fmt.Println(d, d.CanParse("http://h/a b"))
	}
	fmt.Println(earl.Urllib().Releases()[0])
	// Output:
	// rfc1808 true
	// rfc1808 false
	// 3.8.20
}
