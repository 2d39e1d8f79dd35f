package reading_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"earl.example/audit"
	"earl.example/reading"
	"earl.example/rfc3986"
	"earl.example/urlerr"
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

// A hostPort is a dialect for texts such as "[user[:password]@]host:port".
type hostPort struct{}

func (hostPort) Read(r *reading.Reading, url string) {
	if !r.Reset(url) { // too long
		return
	}
	text := strings.TrimSpace(url)
	host, port, ok := strings.Cut(text[strings.LastIndexByte(text, '@')+1:], ":")
	if !ok {
		r.Reject(&urlerr.Error{Dialect: "hostport", Input: url, Offset: len(url), Component: urlerr.Port,
			Rule: urlerr.Rule{Name: "port", Kind: urlerr.BadPort, Problem: "no port", Fix: "add one"}})
		return
	}
	end := len(text) - len(":") - len(port)
	var at reading.Spans
	at.Reset()
	at.Set(urlerr.Host, end-len(host), end)
	at.Set(urlerr.Port, end+1, len(text))
	if before := end - len(host); before > 0 {
		at.SetUserinfo(text, 0, before-1)
	}
	if text == url {
		*r.AcceptSame(url) = at
	} else { // the spans of the text differ from the spans in the input by the white space before it
		inText, inInput := r.Accept(text, len(text))
		shift := func(offset int) int { return offset + strings.Index(url, text) }
		*inText, *inInput = at, at
		inInput.Map(shift, shift)
	}
	r.SetNeverAbsent(1 << urlerr.Path) // the path is "", not absent
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		r.SetPortErr(errors.New("the port is not a number"))
	}
}

// A dialect fills a Reading. Users read it with the methods for components.
func ExampleDialect() {
	var r reading.Reading
	for _, s := range []string{"example.com:80", " u:p@h:x", "h"} {
		hostPort{}.Read(&r, s)
		host, ok := r.Host()
		name, _ := r.Username()
		span, _ := r.InInput(urlerr.Host)
		path, hasPath := r.Path()
		fmt.Printf("%q %v %q %v %q %v %v %v\n", host, ok, name, span, path, hasPath, r.Err(), r.PortErr())
	}
	// Output:
	// "example.com" true "" {0 11} "" true <nil> <nil>
	// "h" true "u" {5 6} "" true <nil> the port is not a number
	// "" false "" {0 0} "" false hostport: no port at byte 1 of "h": add one (port) <nil>
}
