package yarl_test

import (
	"fmt"

	"earl.example/models/yarl"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	var r reading.Reading
	yarl.Dialect{}.Read(&r, "http://①②⑦.0.0.1/%7euser")
	fmt.Println(r.Href())
	yarl.Dialect{}.Read(&r, `http://127.0.0.1\@1.1.1.1/`)
	fmt.Println(r.Err())
	// Output:
	// http://127.0.0.1/~user
	// yarl: bad host at byte 16 of "http://127.0.0.1\@1.1.1.1/" (URL, backslash in the authority)
}

func ExampleDialect_Resolve() {
	fmt.Println(yarl.Dialect{}.Resolve("http://h/%C3%A9/a", "b"))
	// Output: http://h/é/b <nil>
}
