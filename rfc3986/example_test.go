package rfc3986_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

func Example() {
	u, err := rfc3986.ParseURI("http://me@example.com:8042/over/there?name=ferret#nose")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := u.Host()
	port, _, _ := u.PortNumber()
	fragment, ok := u.Fragment()
	fmt.Println(u.Scheme(), host, port, u.Path())
	fmt.Println(fragment, ok)
	fmt.Println(u)
	// Output:
	// http example.com 8042 /over/there
	// nose true
	// http://me@example.com:8042/over/there?name=ferret#nose
}

func ExampleParse() {
	for _, s := range []string{"../a?b", "http://example.com/a b", "http://me:secret@example.com:8o/"} {
		r, err := rfc3986.Parse(s)
		var e *urlerr.Error
		if errors.As(err, &e) {
			fmt.Println(e.Offset, e.Component, e.Rule.Name, e.Rule.Section)
			fmt.Println(err)
			continue
		}
		fmt.Println(r, r.IsURI())
	}
	// Output:
	// ../a?b false
	// 20 path pchar §3.3
	// rfc3986: invalid character " " in path at byte 20 of "http://example.com/a b": percent-encode it as %20 (RFC 3986 §3.3, pchar)
	// 30 port port §3.2.3
	// rfc3986: invalid character "o" in port at byte 30 of "http://me:***@example.com:8o/": use digits only (RFC 3986 §3.2.3, port)
}

func ExampleParseOptions() {
	const s = "http://[fe80::1%25en1]/"
	_, err := rfc3986.Parse(s)
	fmt.Println(errors.Is(err, urlerr.BadHost))
	r, err := rfc3986.ParseOptions{AllowZone: true}.Parse(s)
	addr, _ := r.Addr()
	fmt.Println(addr, err)
	// Output:
	// true
	// fe80::1%en1 <nil>
}

func ExampleRef_Query() {
	// An absent query differs from an empty one.
	for _, s := range []string{"http://h", "http://h?", "http://h?q"} {
		query, ok := rfc3986.MustParse(s).Query()
		fmt.Printf("%q %v\n", query, ok)
	}
	// Output:
	// "" false
	// "" true
	// "q" true
}

func ExampleRef_HostKind() {
	for _, s := range []string{"a", "//example.com", "//192.0.2.1", "//192.0.2.256", "//[2001:db8::1]", "//[v1.x]"} {
		fmt.Println(s, rfc3986.MustParse(s).HostKind())
	}
	// Output:
	// a none
	// //example.com name
	// //192.0.2.1 ipv4
	// //192.0.2.256 name
	// //[2001:db8::1] ipv6
	// //[v1.x] ipvfuture
}

func ExampleResolve() {
	base := rfc3986.MustParseURI("http://a/b/c/d;p?q")
	for _, s := range []string{"g", "../g", "../../../g", "//g", "?y", "#s", ""} {
		u, err := rfc3986.Resolve(base, rfc3986.MustParse(s))
		fmt.Printf("%q %v %v\n", s, u, err)
	}
	// Output:
	// "g" http://a/b/c/g <nil>
	// "../g" http://a/b/g <nil>
	// "../../../g" http://a/g <nil>
	// "//g" http://g <nil>
	// "?y" http://a/b/c/d;p?y <nil>
	// "#s" http://a/b/c/d;p?q#s <nil>
	// "" http://a/b/c/d;p?q <nil>
}

func ExampleRelative() {
	base := rfc3986.MustParseURI("http://example.com/docs/guide/one.html")
	for _, s := range []string{"http://example.com/docs/guide/two.html#x", "http://example.com/docs/",
		"http://example.com/a:b", "http://example.org/", "https://example.com/"} {
		r, _ := rfc3986.Relative(base, rfc3986.MustParseURI(s))
		fmt.Println(r)
	}
	_, err := rfc3986.Relative(base, rfc3986.MustParseURI("http://example.com/a/../b"))
	fmt.Println(errors.Is(err, urlerr.BadPath))
	// Output:
	// two.html#x
	// ..
	// /a:b
	// //example.org/
	// https://example.com/
	// true
}

func ExampleEdit_Apply() {
	r, err := rfc3986.Edit{
		Scheme: new("http"), Host: new("example.com"), Path: new("/a/b"), Query: new("x=" + rfc3986.Encode("1&2")),
	}.Apply(rfc3986.Ref{})
	fmt.Println(r, err)
	r, _ = rfc3986.Edit{Path: new("this:that")}.Apply(rfc3986.Ref{})
	fmt.Println(r)
	r, _ = rfc3986.Edit{Scheme: new("s"), Path: new("//evil.example/")}.Apply(rfc3986.Ref{})
	fmt.Println(r)
	// Output:
	// http://example.com/a/b?x=1%262 <nil>
	// ./this:that
	// s:/.//evil.example/
}

func ExampleURI_AppendSegments() {
	u := rfc3986.MustParseURI("https://example.com/files/?v=2")
	fmt.Println(u.AppendSegments("2026", "what? a/b"))
	_, err := u.AppendSegments("..", "secret")
	fmt.Println(errors.Is(err, urlerr.BadPath))
	// Output:
	// https://example.com/files/2026/what%3F%20a%2Fb?v=2 <nil>
	// true
}

func ExampleHostOfAddr() {
	host, err := rfc3986.HostOfAddr(netip.MustParseAddr("2001:db8::1"))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(rfc3986.MustParse("http://h/a").WithHost(host))
	// Output: http://[2001:db8::1]/a <nil>
}

func ExampleRef_DecodedSegments() {
	for segment := range rfc3986.MustParse("/a%2Fb/c%20d/%FF").DecodedSegments() {
		fmt.Printf("%q\n", segment)
	}
	// Output:
	// "a/b"
	// "c d"
	// "\xff"
}

func ExampleRef_Pairs() {
	r := rfc3986.MustParse("?a=1&b&a=%26")
	for name, value := range r.Pairs() {
		fmt.Printf("%s=%s\n", name, value)
	}
	// Output:
	// a=1
	// b=
	// a=%26
}

func ExampleRef_Lookup() {
	r, _ := rfc3986.MustParse("/search").WithPair("q", "a b&c")
	value, _ := r.Lookup("q")
	_, ok := r.Lookup("page")
	fmt.Println(value, ok)
	// Output: a b&c false
}

func ExampleRef_LookupAll() {
	u := rfc3986.MustParseURI("redis://h1:6379/?addr=h2:6379&addr=h3:6379")
	fmt.Println(u.LookupAll("addr"), len(u.LookupAll("db")))
	// Output: [h2:6379 h3:6379] 0
}

// A URI has a scheme: use it for a text that must be absolute, such as a base or an address in a configuration. A Ref can be
// relative: use it for links. The result of an edit is of the same type.
func ExampleURI() {
	base := rfc3986.MustParseURI("https://example.com/docs/")
	link, err := rfc3986.Parse("guide?page=1") // ParseURI would reject it
	if err != nil {
		fmt.Println(err)
		return
	}
	target, err := rfc3986.Resolve(base, link) // a URI, since base is a URI
	fmt.Println(target, err)

	next, err := target.WithPair("page", "2")
	fmt.Println(next, next.WithoutQuery().DialHost(), err)
	// Output:
	// https://example.com/docs/guide?page=1 <nil>
	// https://example.com/docs/guide?page=2 example.com <nil>
}

func ExampleRef_WithPair() {
	r := rfc3986.MustParse("/search?q=old&lang=%65n&page=2#top")
	r, _ = r.WithPair("q", "new & better")
	r = r.WithoutPair("page")
	r, _ = r.AddPair("x", "1+1")
	fmt.Println(r)
	// Output: /search?q=new%20%26%20better&lang=%65n&x=1%2B1#top
}

func ExampleRef_Redacted() {
	fmt.Println(rfc3986.MustParse("ftp://joe:secret@example.com/").Redacted())
	// Output: ftp://joe:***@example.com/
}

func ExampleURI_UnmarshalText() {
	var config struct{ Home rfc3986.URI }
	fmt.Println(json.Unmarshal([]byte(`{"Home":"http://example.com/#"}`), &config), config.Home)
	err := json.Unmarshal([]byte(`{"Home":"/a"}`), &config)
	fmt.Println(errors.Is(err, urlerr.BadScheme))
	// Output:
	// <nil> http://example.com/#
	// true
}

// Several components at once: neither the host nor the path would fit alone.
func ExampleEdit() {
	e := rfc3986.Edit{Host: new("example.com"), Path: new("/a"), Remove: []urlerr.Component{urlerr.Fragment}}
	r, err := e.Apply(rfc3986.MustParse("s:a?b#c"))
	fmt.Println(r, err)
	// Output: s://example.com/a?b <nil>
}

func ExampleParseURI() {
	u, err := rfc3986.ParseURI("https://user@example.com:8042/a/b?x=1#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	authority, _ := u.Authority()
	userinfo, _ := u.Userinfo()
	port, _ := u.Port()
	fmt.Println(u.Scheme(), authority, userinfo, port, u.Path())
	// Output: https user@example.com:8042 user 8042 /a/b
}

func ExampleValid() {
	fmt.Println(rfc3986.Valid("a/b?x=1"), rfc3986.ValidURI("a/b?x=1"), rfc3986.Valid("a b"))
	// Output: true false false
}

func ExampleEncode() {
	path := "/search/" + rfc3986.Encode("50% off/today")
	fmt.Println(path)
	text, err := rfc3986.Decode("50%25%20off%2Ftoday")
	fmt.Println(text, err)
	// Output:
	// /search/50%25%20off%2Ftoday
	// 50% off/today <nil>
}

func ExampleHostOfDomain() {
	host, err := rfc3986.HostOfDomain("bücher.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, _ := rfc3986.MustParse("https://example.com/shop").WithHost(host)
	fmt.Println(r)
	// Output: https://xn--bcher-kva.example/shop
}

func ExampleRef_WithSegments() {
	r, _ := rfc3986.MustParse("https://example.com/").WithSegments("files", "a/b", "c d")
	fmt.Println(r)
	for segment := range r.DecodedSegments() {
		fmt.Println(segment)
	}
	// Output:
	// https://example.com/files/a%2Fb/c%20d
	// files
	// a/b
	// c d
}

func ExampleRef_NetURL() {
	u, err := rfc3986.MustParse("https://example.com/a%2Fb").NetURL()
	fmt.Println(u.Host, u.Path, u.EscapedPath(), err)
	r, err := rfc3986.FromNetURL(u)
	fmt.Println(r, err)
	// Output:
	// example.com /a/b /a%2Fb <nil>
	// https://example.com/a%2Fb <nil>
}
