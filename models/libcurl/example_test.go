package libcurl_test

import (
	"fmt"

	"earl.example/models/libcurl"
	"earl.example/reading"
)

func ExampleDialect_Read() {
	var r reading.Reading
	libcurl.Dialect{}.Read(&r, "user@0x7f.1:080/a/%2e%2e/b")
	host, _ := r.Host()
	fmt.Println(r.Href(), host)
	libcurl.Dialect{}.Read(&r, "http://a@b@c/")
	fmt.Println(r.Err())
	// Output:
	// http://user@127.0.0.1:80/b 127.0.0.1
	// libcurl: invalid character "@" in host at byte 10 of "http://a@b@c/": percent-encode "@" in the userinfo as %40 (CURLUE_BAD_HOSTNAME, host name)
}

func ExampleDialect_Resolve() {
	newest := libcurl.Dialect{}
	fmt.Println(newest.Resolve("http://h/a/b", "%2e%2e/ü"))
	debian12, _ := newest.At("7.88.1")
	fmt.Println(debian12.(libcurl.Dialect).Resolve("http://h/a/b", "%2e%2e/ü"))
	// Output:
	// http://h/%C3%BC <nil>
	// http://h/a/%2e%2e/%c3%bc <nil>
}
