package rfc1808_test

import (
	"errors"
	"fmt"

	"earl.example/rfc1808"
	"earl.example/urlerr"
)

func Example() {
	base := rfc1808.Parse("http://a/b/c/d;p?q#f")
	for _, ref := range []string{"../../../g", "/./g", ";x", "http:g", ""} {
		u, err := rfc1808.Resolve(base, rfc1808.Parse(ref))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(u)
	}
	// Output:
	// http://a/../g
	// http://a/./g
	// http://a/b/c/d;x
	// http:g
	// http://a/b/c/d;p?q#f
}

func ExampleParse() {
	u := rfc1808.Parse("ftp://h/pub/file;type=a")
	params, ok := u.Params()
	_, hasQuery := u.Query()
	fmt.Println(u.Scheme(), u.Path(), params, ok, hasQuery)
	// Output: ftp /pub/file type=a true false
}

func ExampleGrammar_Check() {
	const url = "http://h/~me"
	err := rfc1808.RFC1808.Check(url)
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		fmt.Println(e.Offset, e.Component, e.Rule.Name)
	}
	fmt.Println(rfc1808.RFC2068.Check(url))
	// Output:
	// 9 path pchar
	// <nil>
}

func ExampleGrammar_CheckBase() {
	for _, base := range []string{"http://h/a", "mailto:a@h", "//h/a"} {
		err := rfc1808.RFC1808.CheckBase(rfc1808.Parse(base))
		if e, ok := errors.AsType[*urlerr.Error](err); ok {
			fmt.Println(base, "is no base:", e.Rule.Section, e.Rule.Name)
		}
	}
	// Output:
	// mailto:a@h is no base: §2.3 scheme is used with relative URLs
	// //h/a is no base: §3 base URL is absolute
}

func ExampleRelative() {
	base := rfc1808.Parse("http://a/b/c/d")
	r, err := rfc1808.Relative(base, rfc1808.Parse("http://a/b/c/this:that"))
	fmt.Println(r, err)
	// Output: ./this:that <nil>
}

func ExampleURL_NetLoc() {
	u := rfc1808.Parse("http://a.example/b;type=a?q#f")
	netLoc, _ := u.NetLoc()
	params, _ := u.Params()
	query, _ := u.Query()
	fragment, _ := u.Fragment()
	fmt.Println(u.Scheme(), netLoc, u.Path(), params, query, fragment)
	// Output: http a.example /b type=a q f
}
