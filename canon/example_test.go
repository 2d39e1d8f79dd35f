package canon_test

import (
	"fmt"

	"earl.example/canon"
)

func ExampleProfile_Canonicalize() {
	const url = "http://WWW.Archive.org:80/goo/?a=2&b&a=1"
	for _, p := range canon.Profiles() {
		form, err := p.Canonicalize(url)
		fmt.Println(p, form, err)
	}
	// Output:
	// rfc3986-syntax http://www.archive.org:80/goo/?a=2&b&a=1 <nil>
	// rfc3986-scheme http://www.archive.org/goo/?a=2&b&a=1 <nil>
	// whatwg http://www.archive.org/goo/?a=2&b&a=1 <nil>
	// w3lib http://www.archive.org:80/goo/?a=1&a=2&b= <nil>
	// w3lib@2 http://www.archive.org:80/goo/?a=1&a=2&b= <nil>
	// surt org,archive)/goo?a=1&a=2&b <nil>
	// signature http://www.archive.org/goo/?a&b <nil>
}
