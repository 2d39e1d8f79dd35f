package httpx_test

import (
	"fmt"

	"earl.example/models/httpx"
	"earl.example/models/urllib3"
	"earl.example/reading"
)

func ExampleDialect() {
	const url = `http://good.example\@127.0.0.1/`
	for _, d := range []reading.Dialect{urllib3.Dialect{}, httpx.Dialect{}} {
		var r reading.Reading
		d.Read(&r, url)
		fmt.Println(r.Host())
	}
	// Output:
	// good.example true
	// 127.0.0.1 true
}
