package rfc3986_test

import (
	"fmt"

	"earl.example/rfc3986"
)

func ExampleURI_Normalize() {
	u := rfc3986.MustParseURI("HTTP://www.Example.com:80/%7Esmith/./a/../b%2fc")
	fmt.Println(u.Normalize(rfc3986.StepCase))
	fmt.Println(u.Normalize(rfc3986.StepsSyntax))
	fmt.Println(u.Normalize(rfc3986.StepsSyntax | rfc3986.StepsScheme))
	// Output:
	// http://www.example.com:80/%7Esmith/./a/../b%2Fc
	// http://www.example.com:80/~smith/b%2Fc
	// http://www.example.com/~smith/b%2Fc
}

func ExampleRef_Normalize() {
	// A relative reference keeps the ".." that it begins with, and what keeps
	// it from being read as something else.
	for _, s := range []string{"../../a/../b", "a/../b:c", "/a/..//b", "a/.."} {
		fmt.Println(rfc3986.MustParse(s).Normalize(rfc3986.StepPath))
	}
	// Output:
	// ../../b
	// ./b:c
	// /.//b
	// ./
}

func ExampleEquivalent() {
	a := rfc3986.MustParseURI("http://example.com")
	b := rfc3986.MustParseURI("HTTP://Example.com:80/")
	fmt.Println(rfc3986.Equivalent(a, b, rfc3986.StepsSyntax))
	fmt.Println(rfc3986.Equivalent(a, b, rfc3986.StepsSyntax|rfc3986.StepsScheme))
	// Output:
	// false
	// true
}

func ExampleFirstRung() {
	a := rfc3986.MustParseURI("example://a/b/c/%7Bfoo%7D")
	for _, s := range []string{
		"example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/b/c/%7bfoo%7d", "example://a/b/%63/%7Bfoo%7D",
		"example://a/./b/../b/c/%7Bfoo%7D", "example://a/b/c",
	} {
		fmt.Println(rfc3986.FirstRung(a, rfc3986.MustParseURI(s), rfc3986.StepsSyntax), s)
	}
	// Output:
	// string example://a/b/c/%7Bfoo%7D
	// case eXAMPLE://a/b/c/%7bfoo%7d
	// percent example://a/b/%63/%7Bfoo%7D
	// path example://a/./b/../b/c/%7Bfoo%7D
	// none example://a/b/c
}

func ExampleParseSteps() {
	steps, err := rfc3986.ParseSteps("syntax,empty-port,default-port")
	fmt.Println(steps, err)
	// Output:
	// syntax,empty-port,default-port <nil>
}
