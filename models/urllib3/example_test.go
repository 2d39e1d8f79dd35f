package urllib3_test

import (
	"fmt"

	"earl.example/models/urllib3"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	newest := urllib3.Dialect{}
	var r reading.Reading
	newest.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
	host, _ := r.Host()
	fmt.Println(host, r.Href())
	older, _ := newest.At("1.26")
	for _, d := range []reading.Dialect{newest, older} {
		d.Read(&r, "http://%6c%6fcalhost/")
		fmt.Println(r.Host())
	}
	// Output:
	// 127.0.0.1 http://127.0.0.1/%5C@1.1.1.1/
	// localhost true
	// %6c%6fcalhost true
}
