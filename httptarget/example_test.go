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

func ExampleTarget_Path() {
	target, err := httptarget.Parse("GET", "http://h:8080/a|b/../%zz?q=[1]")
	if err != nil {
		fmt.Println(err)
		return
	}
	query, _ := target.Query()
	fmt.Println(target.Host(), target.Port(), target.Path(), query) // each byte as the client sent it
	// Output: h 8080 /a|b/../%zz q=[1]
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

func ExampleParseReader() {
	for _, text := range []string{"nginx", "nginx merge=no", "jetty@9.4", "ngnix merge=no"} {
		r, err := httptarget.ParseReader(text)
		if err != nil {
			fmt.Println("error")
			continue
		}
		fmt.Println(r)
	}
	// Output:
	// nginx
	// nginx-nomerge
	// jetty@9.4
	// error
}

func ExampleReader_Read() {
	for _, name := range []string{"raw", "nginx", "tomcat", "envoy-normalize", "go-servemux", "spring-security"} {
		r, err := httptarget.ParseReader(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		g := r.Read("/x/../admin;a=1/secret")
		switch {
		case g.Refused:
			fmt.Println(name, "refuses it")
		case g.Location != "":
			fmt.Println(name, "redirects to", g.Location)
		default:
			fmt.Println(name, "reads", g.Path, g.Below("/admin/"))
		}
	}
	// Output:
	// raw reads /x/../admin;a=1/secret false
	// nginx reads /admin;a=1/secret false
	// tomcat reads /admin/secret true
	// envoy-normalize reads /admin;a=1/secret false
	// go-servemux redirects to /admin;a=1/secret
	// spring-security refuses it
}

func ExampleBypass() {
	nginx, err := httptarget.ParseReader("nginx")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"tomcat", "nginx-static"} {
		server, err := httptarget.ParseReader(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		targets := httptarget.Bypass(nginx, server, "/admin/")
		fmt.Println(name, targets[:min(len(targets), 3)])
	}
	// Output:
	// tomcat [/admin /;/admin/secret /admin;a/secret]
	// nginx-static []
}

func ExampleReaders() {
	const target = "/static/..;/admin/"
	for _, name := range httptarget.Readers() {
		reader, err := httptarget.ParseReader(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if name == "tomcat" || name == "nginx" {
			fmt.Println(name, reader.Read(target).Below("/admin/"))
		}
	}
	// Output:
	// nginx false
	// tomcat true
}
