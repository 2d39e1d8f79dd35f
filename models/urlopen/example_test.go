package urlopen_test

import (
	"fmt"

	"earl.example/models/urlopen"
	"earl.example/reading"
	"earl.example/urllib"
)

func ExampleDialect() {
	const url = "<URL:http://169.254.169.254%3A80/>"
	for _, d := range []reading.Dialect{urllib.Dialect{}, urlopen.Dialect{}} {
		var r reading.Reading
		d.Read(&r, url)
		fmt.Println(r.Host())
	}
	// Output:
	//  false
	// 169.254.169.254 true
}
