package javanet_test

import (
	"fmt"

	"earl.example/models/javanet"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	var r reading.Reading
	for _, d := range []javanet.Dialect{{}, {URL: true}} {
		d.Read(&r, "http://a_b.example/")
		fmt.Println(r.Host())
	}
	java17, _ := javanet.Dialect{URL: true}.At("17")
	for _, d := range []reading.Dialect{java17, javanet.Dialect{URL: true}} {
		d.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
		host, _ := r.Host()
		fmt.Println(host, r.Err())
	}
	// Output:
	//  false
	// a_b.example true
	// 1.1.1.1 <nil>
	//  java.net.URL: invalid character "\" in userinfo at byte 16 of "http://127.0.0.1\@1.1.1.1/": remove it (MalformedURLException, Illegal character)
}

func ExampleDialect_Resolve() {
	const base = "http://h/a/b?q"
	for _, ref := range []string{"?y", "../../../../x"} {
		uri, _ := javanet.Dialect{}.Resolve(base, ref)
		url, _ := javanet.Dialect{URL: true}.Resolve(base, ref)
		fmt.Println(uri, url)
	}
	// Output:
	// http://h/a/?y http://h/a/?y
	// http://h/../../../x http://h/../x
}

func ExampleNormalize() {
	fmt.Println(javanet.Normalize("http://h/a/./b/../c"))
	// Output: http://h/a/c <nil>
}
