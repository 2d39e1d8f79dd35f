package requests_test

import (
	"fmt"

	"earl.example/models/requests"
	"earl.example/models/urllib3"
	"earl.example/reading"
)

func ExampleDialect() {
	const url = " http://127.0.0.%31/"
	for _, d := range []reading.Dialect{urllib3.Dialect{}, requests.Dialect{}} {
		var r reading.Reading
		d.Read(&r, url)
		fmt.Println(r.Host())
	}
	// Output:
	//  false
	// 127.0.0.1 true
}
