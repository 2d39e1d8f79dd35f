package phpuri_test

import (
	"fmt"

	"earl.example/models/phpuri"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	var r reading.Reading
	for _, d := range []phpuri.Dialect{{}, {URL: true}} {
		d.Read(&r, "http://xn--example-.org/")
		fmt.Println(r.Host())
	}
	php85, _ := phpuri.Dialect{URL: true}.At("8.5")
	for _, d := range []reading.Dialect{php85, phpuri.Dialect{URL: true}} {
		d.Read(&r, "http://h/..#a")
		fmt.Println(r.Href())
	}
	// Output:
	// xn--example-.org true
	// example.org true
	// http://h/a
	// http://h/#a
}

func ExampleDialect_Resolve() {
	target, err := phpuri.Dialect{}.Resolve("http://[::1]:080/a/b", "../c%7e")
	fmt.Println(target, err)
	target, err = phpuri.Dialect{URL: true}.Resolve("http://[::1]:080/a/b", "../c%7e")
	fmt.Println(target, err)
	// Output:
	// http://[0000:0000:0000:0000:0000:0000:0000:0001]:80/c~ <nil>
	// http://[::1]/c%7e <nil>
}
