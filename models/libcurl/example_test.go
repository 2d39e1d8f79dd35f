package libcurl_test

import (
	"fmt"

	"earl.example/models/libcurl"
)

func ExampleParse() {
	u, err := libcurl.Parse("user@0x7f.1:080/a/%2e%2e/b")
	fmt.Println(u, err)
	fmt.Println(u.Scheme, u.Guessed, u.Host, u.Port, u.Path)
	_, err = libcurl.Parse("http://a@b@c/")
	fmt.Println(err)
	// Output:
	// http://user@127.0.0.1:80/b <nil>
	// http true 127.0.0.1 80 /b
	// libcurl: bad host: host name (CURLUE_BAD_HOSTNAME) at byte 10 of "http://a@b@c/"
}

func ExampleVersion_Resolve() {
	u, err := libcurl.Resolve("http://h/a/b", "%2e%2e/ü")
	fmt.Println(u, err)
	u, err = libcurl.MustParseVersion("7.88.1").Resolve("http://h/a/b", "%2e%2e/ü")
	fmt.Println(u, err)
	// Output:
	// http://h/%C3%BC <nil>
	// http://h/a/%2e%2e/%c3%bc <nil>
}
