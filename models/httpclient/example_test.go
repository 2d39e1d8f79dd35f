package httpclient_test

import (
	"fmt"

	"earl.example/models/httpclient"
	"earl.example/reading"
)

func ExampleDialect() {
	old, _ := httpclient.Dialect{}.At("4.5.14")
	for _, d := range []reading.Dialect{old, httpclient.Dialect{}} {
		var r reading.Reading
		d.Read(&r, "http://good.example%40127.0.0.1/")
		fmt.Println(r.Host())
	}
	// Output:
	// 127.0.0.1 true
	// good.example%40127.0.0.1 true
}
