package fasturi_test

import (
	"fmt"

	"earl.example/models/fasturi"
	"earl.example/reading"
)

func ExampleDialect() {
	old, _ := fasturi.Dialect{}.At("3.1.2")
	for _, d := range []reading.Dialect{old, fasturi.Dialect{}} {
		var r reading.Reading
		d.Read(&r, `http://127.0.0.1\@good.example/`)
		host, _ := r.Host()
		fmt.Printf("%q %v\n", host, r.Err())
	}
	// Output:
	// "good.example" <nil>
	// "" fast-uri: bad host at byte 16 of "http://127.0.0.1\@good.example/" (parse, backslash in the authority, or before it)
}
