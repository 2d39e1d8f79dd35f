package neturl_test

import (
	"fmt"

	"earl.example/models/neturl"
	"earl.example/reading"
)

func ExampleDialect_At() {
	for _, release := range []string{"1.25.1", "1.25.7", "1.25.8"} {
		d, _ := neturl.Dialect{}.At(release)
		var r reading.Reading
		d.Read(&r, "http://127.0.0.1[::1]/")
		host, ok := r.Host()
		fmt.Printf("%s: %q %t\n", release, host, ok)
	}
	// Output:
	// 1.25.1: "" false
	// 1.25.7: "::1" true
	// 1.25.8: "" false
}

// A program whose go.mod has a go line before 1.26 accepts several colons.
func ExampleDialect_looseColons() {
	for _, d := range []neturl.Dialect{{}, {LooseColons: true}} {
		var r reading.Reading
		d.Read(&r, "http://::1/")
		fmt.Println(r.Err() == nil)
	}
	// Output:
	// false
	// true
}
