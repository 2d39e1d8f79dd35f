package httptarget_test

import (
	"fmt"

	"earl.example/httptarget"
)

func ExampleParse() {
	for _, request := range [][2]string{
		{"GET", "//evil.example/x"}, {"GET", "http://h/x"}, {"CONNECT", "h:443"}, {"OPTIONS", "*"}, {"GET", "x"},
	} {
		target, err := httptarget.Parse(request[0], request[1])
		if err != nil {
			fmt.Println(err)
			continue
		}
		uri, err := target.URI("http", "shop.example")
		fmt.Println(target.Form(), uri, err)
	}
	// Output:
	// origin-form http://shop.example//evil.example/x <nil>
	// absolute-form http://h/x <nil>
	// authority-form http://h:443 <nil>
	// asterisk-form http://shop.example <nil>
	// httptarget: unknown form of request target at byte 0 of "x": begin it with "/", or a scheme and a host (RFC 9112 §3.2, request-target)
}

func ExampleForm() {
	for _, request := range [][2]string{{"GET", "/a"}, {"GET", "http://h/a"}, {"OPTIONS", "*"}} {
		target, err := httptarget.Parse(request[0], request[1])
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch target.Form() {
		case httptarget.Origin:
			fmt.Println("for this server")
		case httptarget.Absolute:
			fmt.Println("for a proxy")
		case httptarget.Asterisk:
			fmt.Println("about this server")
		}
	}
	// Output:
	// for this server
	// for a proxy
	// about this server
}
