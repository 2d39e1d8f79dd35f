package okhttp_test

import (
	"fmt"

	"earl.example/models/okhttp"
	"earl.example/reading"
)

func ExampleDialect() {
	old, _ := okhttp.Dialect{}.At("4.12.0")
	for _, d := range []reading.Dialect{old, okhttp.Dialect{}} {
		var r reading.Reading
		d.Read(&r, "http://faß.de/")
		fmt.Println(r.Host())
	}
	// Output:
	// fass.de true
	// xn--fa-hia.de true
}
