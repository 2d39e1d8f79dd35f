package ruby_test

import (
	"fmt"

	"earl.example/models/ruby"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	var r reading.Reading
	ruby.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
	fmt.Println(r.Err())
	ruby.Dialect{}.Read(&r, "http://a_b.example/")
	fmt.Println(r.Host())
	// Output:
	// ruby: bad userinfo at byte 16 of "http://127.0.0.1\@1.1.1.1/" (URI::InvalidURIError, grammar)
	// a_b.example true
}
