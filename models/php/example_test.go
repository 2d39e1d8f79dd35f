package php_test

import (
	"fmt"

	"earl.example/models/php"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	var r reading.Reading
	php.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
	fmt.Println(r.Host())
	php.Dialect{}.Read(&r, "http:///1.1.1.1/")
	fmt.Println(r.Err())
	// Output:
	// 1.1.1.1 true
	// php: bad host at byte 7 of "http:///1.1.1.1/" (parse_url, empty host: parse_url returns false)
}
