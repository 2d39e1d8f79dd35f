package nodejs_test

import (
	"fmt"

	"earl.example/models/nodejs"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	var r reading.Reading
	nodejs.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
	fmt.Println(r.Host())
	nodejs.Dialect{}.Read(&r, "http://evil.com;.good.com/")
	fmt.Println(r.Host())
	// Output:
	// 127.0.0.1 true
	// evil.com true
}
