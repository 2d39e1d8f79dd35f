package rfc3986_test

import (
	"errors"
	"fmt"
	"net/url"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

func ExampleDecode() {
	text, err := rfc3986.Decode("a%2Fb+c")
	fmt.Println(text, err)
	_, err = rfc3986.Decode("50%")
	fmt.Println(errors.Is(err, urlerr.BadEscape))
	// Output:
	// a/b+c <nil>
	// true
}

func ExampleFromNetURL() {
	u, err := url.Parse("https://example.com/a?b#c")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := rfc3986.FromNetURL(u)
	fmt.Println(r.Path(), err)
	// Output: /a <nil>
}

func ExampleHostOfName() {
	host, err := rfc3986.HostOfName("Bücher im Netz")
	fmt.Println(host, err)
	// Output: b%C3%BCcher%20im%20netz <nil>
}

// home is valid, or the program does not start.
var home = rfc3986.MustParseURI("https://example.com/docs/")

func ExampleMustParseURI() {
	fmt.Println(rfc3986.Resolve(home, rfc3986.MustParse("../b")))
	// Output: https://example.com/b <nil>
}

func ExampleMustParse() {
	next := rfc3986.MustParse("?page=2")
	target, err := rfc3986.Resolve(home, next)
	fmt.Println(next.IsURI(), target, err)
	// Output: false https://example.com/docs/?page=2 <nil>
}

func ExampleRelativePath() {
	target := rfc3986.MustParseURI("https://example.com/img/logo.svg")
	fmt.Println(rfc3986.RelativePath(home, target))
	_, err := rfc3986.RelativePath(home, rfc3986.MustParseURI("https://other.example/"))
	fmt.Println(err != nil)
	// Output:
	// ../img/logo.svg <nil>
	// true
}

func ExampleRules() {
	for _, rule := range rfc3986.Rules() {
		if rule.Section == "§2.1" {
			fmt.Println(rule.Name, "as in", rule.Example)
		}
	}
	// Output: pct-encoded as in http://h/100%
}

func ExampleValidURI() {
	for _, s := range []string{"https://example.com/", "/a/b", "https://example.com/a b"} {
		fmt.Println(rfc3986.ValidURI(s))
	}
	// Output:
	// true
	// false
	// false
}
