package canon_test

import (
	"fmt"
	"strings"

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

func ExampleProfile() {
	p := canon.WHATWG | canon.DropFragment | canon.DropTracking | canon.SortQuery | canon.DropIndexFile |
		canon.DropTrailingSlash | canon.ZeroNumbers | canon.DropWWW | canon.UpgradeHTTP
	fmt.Println(p)
	form, err := p.Canonicalize("http://www.example.com/shop/17/index.html?utm_source=mail&b=1&a=2#top")
	fmt.Println(form, err)
	// Output:
	// whatwg+drop-fragment+drop-tracking+sort-query+drop-index+drop-slash+zero-numbers+drop-www+https
	// https://example.com/shop/0?a=2&b=1 <nil>
}

func ExampleProfile_Idempotent() {
	for _, p := range []canon.Profile{canon.RFC3986Syntax, canon.RFC3986Scheme, canon.W3lib, canon.W3lib2, canon.SURT} {
		fmt.Println(p, p.Idempotent())
	}
	// Output:
	// rfc3986-syntax true
	// rfc3986-scheme true
	// w3lib false
	// w3lib@2 false
	// surt false
}

func ExampleProfile_Description() {
	text := canon.RFC3986Syntax.Description()
	fmt.Println(text[:strings.Index(text, ".")+1])
	// Output: The syntax-based normalisation of RFC 3986 §6.
}

func ExampleTrackers() {
	print := func(t canon.Tracker) { fmt.Println(t.Whose, t.Names[0]) }
	print(canon.Trackers()[0])
	// Output: Google Analytics, campaigns utm_*
}

// A stored key has the version of its profile, so that keys of another version can be made anew.
func ExampleProfile_Version() {
	for _, p := range []canon.Profile{canon.W3lib, canon.W3lib2, canon.Signature} {
		fmt.Println(p, p.Version())
	}
	// Output:
	// w3lib 1
	// w3lib@2 2
	// signature 1
}

func ExampleParseProfile() {
	p, err := canon.ParseProfile("whatwg+drop-fragment+drop-tracking")
	fmt.Println(p == canon.WHATWG|canon.DropFragment|canon.DropTracking, err)
	_, err = canon.ParseProfile("whatwg+drop-everything")
	fmt.Println(err)
	fmt.Println(canon.IsTracking("UTM_Source"), canon.IsTracking("id"), len(canon.Rules()) > 0)
	// Output:
	// true <nil>
	// canon: unknown name at byte 7 of "whatwg+drop-everything" (unknown step: use drop-fragment, drop-tracking, sort-query, drop-index, drop-slash, zero-numbers, drop-www, https)
	// true false true
}
