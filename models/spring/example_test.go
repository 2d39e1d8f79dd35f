package spring_test

import (
	"fmt"

	"earl.example/models/spring"
	"earl.example/reading"
)

func ExampleDialect() {
	for _, release := range []string{"5.3.30", "5.3.39"} {
		d, _ := spring.Dialect{}.At(release)
		var r reading.Reading
		d.Read(&r, `http://good.example\@evil.example/`)
		fmt.Println(r.Host())
	}
	// Output:
	// evil.example true
	// good.example true
}
