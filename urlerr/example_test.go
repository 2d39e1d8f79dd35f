package urlerr_test

import (
	"errors"
	"fmt"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

func ExampleError() {
	_, err := rfc3986.Parse("http://u:secret@example.com:80a/")
	fmt.Println(errors.Is(err, urlerr.BadPort))
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		fmt.Println(e.Component, e.Offset, e.Rule.Name, e.Rule.Section)
	}
	fmt.Println(err)
	// Output:
	// true
	// port 30 port §3.2.3
	// rfc3986: invalid character "a" in port at byte 30 of "http://u:***@example.com:80a/": use digits only (RFC 3986 §3.2.3, port)
}

func ExampleRedact() {
	fmt.Println(urlerr.Redact("ftp://joe:secret@example.com/"))
	fmt.Println(urlerr.Redact("jdbc:mysql://u:p@h/db"))
	// Output:
	// ftp://joe:***@example.com/
	// jdbc:***@h/db
}
