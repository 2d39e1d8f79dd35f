package reading_test

import (
	"fmt"

	"earl.example/audit"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/whatwg"
)

// The kinds of hosts are the same in all packages, but the packages can disagree on the kind of one host.
func ExampleHostKind() {
	for _, s := range []string{"http://example.com/", "http://127.1/", "file:///a", "foo://h%41/"} {
		u := whatwg.MustParse(s)
		host, _ := rfc3986.MustParse(s).Host()
		fmt.Println(s, u.HostKind(), rfc3986.MustParse(s).HostKind(), audit.ParseHost(host).Kind())
	}
	u := whatwg.MustParse("http://0x7f.1/")
	fmt.Println(u.HostKind() == reading.HostIPv4)
	// Output:
	// http://example.com/ name name name
	// http://127.1/ ipv4 name ipv4
	// file:///a empty empty none
	// foo://h%41/ opaque name name
	// true
}
