package rfc3986_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

func ExampleDecode() {
	text, err := rfc3986.Decode("a%2Fb+c")
	fmt.Println(text, err)
	_, err = rfc3986.Decode("50%")
	fmt.Println(errors.Is(err, urlerr.BadEscape))
	// Output:
	// a/b+c <nil>
	// true
}

func ExampleFromNetURL() {
	u, err := url.Parse("https://example.com/a?b#c")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := rfc3986.FromNetURL(u)
	fmt.Println(r.Path(), err)
	// Output: /a <nil>
}

func ExampleHostOfName() {
	host, err := rfc3986.HostOfName("Bücher im Netz")
	fmt.Println(host, err)
	// Output: b%C3%BCcher%20im%20netz <nil>
}

// home is valid, or the program does not start.
var home = rfc3986.MustParseURI("https://example.com/docs/")

func ExampleMustParseURI() {
	fmt.Println(rfc3986.Resolve(home, rfc3986.MustParse("../b")))
	// Output: https://example.com/b <nil>
}

func ExampleMustParse() {
	next := rfc3986.MustParse("?page=2")
	target, err := rfc3986.Resolve(home, next)
	fmt.Println(next.IsURI(), target, err)
	// Output: false https://example.com/docs/?page=2 <nil>
}

func ExampleRules() {
	for _, rule := range rfc3986.Rules() {
		if rule.Section == "§2.1" {
			fmt.Println(rule.Name, "as in", rule.Example)
		}
	}
	// Output: pct-encoded as in http://h/100%
}

func ExampleValidURI() {
	for _, s := range []string{"https://example.com/", "/a/b", "https://example.com/a b"} {
		fmt.Println(rfc3986.ValidURI(s))
	}
	// Output:
	// true
	// false
	// false
}

func ExampleRung() {
	a := rfc3986.MustParseURI("http://example.com/%7Ea")
	for _, s := range []string{
		"http://example.com/%7Ea", "HTTP://EXAMPLE.com/%7ea", "http://example.com/~a", "http://example.com/b/../~a",
		"http://example.com:80/~a", "http://example.com/~a#top", "http://example.com/",
	} {
		switch rung := rfc3986.FirstRung(a, rfc3986.MustParseURI(s), rfc3986.RungProtocol.Steps()); rung {
		case rfc3986.RungString, rfc3986.RungCase, rfc3986.RungPercent, rfc3986.RungPath:
			fmt.Println("equal by syntax:", rung)
		case rfc3986.RungScheme, rfc3986.RungProtocol:
			fmt.Println("equal for this scheme:", rung)
		case rfc3986.NoRung:
			fmt.Println("not equal")
		}
	}
	// Output:
	// equal by syntax: string
	// equal by syntax: case
	// equal by syntax: percent
	// equal by syntax: path
	// equal for this scheme: scheme
	// equal for this scheme: protocol
	// not equal
}

func ExampleSteps() {
	for _, tt := range []struct {
		url   string
		steps rfc3986.Steps
	}{
		{"http://example.com/a/#top", rfc3986.StepDropFragment | rfc3986.StepAddSlash},
		{"http://[2001:DB8:0::1]/", rfc3986.StepIPv6},
		{"http://example.com/caf%C3%A9", rfc3986.StepIRI},
		{"http://example.com/cafe\u0301", rfc3986.StepNFC | rfc3986.StepURI},
	} {
		r, err := rfc3986.ParseOptions{AllowIRI: true}.Parse(tt.url)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(tt.steps, r.Normalize(tt.steps))
	}
	// Output:
	// add-slash,drop-fragment http://example.com/a/
	// ipv6 http://[2001:db8::1]/
	// iri http://example.com/café
	// nfc,uri http://example.com/caf%C3%A9
}

func ExampleRef_DecodedUserinfo() {
	username, password, ok, err := rfc3986.MustParse("ftp://me:p%40ss:word@example.com/").DecodedUserinfo()
	fmt.Println(username, password, ok, err)
	// Output: me p@ss:word true <nil>
}

func ExampleRef_IsSameDocument() {
	for _, s := range []string{"#top", "", "https://example.com/docs/#a", "?page=2"} {
		fmt.Println(rfc3986.MustParse(s).IsSameDocument(home))
	}
	// Output:
	// true
	// true
	// true
	// false
}

func ExampleRef_PathForm() {
	for _, s := range []string{"http://h/a", "/a", "a:b", "a/b", "#f"} {
		fmt.Println(rfc3986.MustParse(s).PathForm())
	}
	// Output:
	// path-abempty
	// path-absolute
	// path-rootless
	// path-noscheme
	// path-empty
}

func ExampleRef_WithDomain() {
	r, err := rfc3986.ParseOptions{AllowIRI: true}.Parse("https://b\u00fccher.example/")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.WithDomain())
	// Output: https://xn--bcher-kva.example/ <nil>
}

func ExampleRef_WithQuery() {
	fmt.Println(rfc3986.MustParse("https://example.com/?page=1#top").WithQuery("page=2"))
	// Output: https://example.com/?page=2#top <nil>
}

func ExampleRef_Clone() {
	page := strings.Repeat("x", 1<<20) + " https://example.com/a"
	r := rfc3986.MustParse(page[1<<20+1:])
	kept := r.Clone() // does not keep the page in memory
	fmt.Println(kept, kept == r)
	// Output: https://example.com/a true
}

func ExampleRef_DecodedPairs() {
	for name, value := range rfc3986.MustParse("/search?q=caf%C3%A9&b=%26").DecodedPairs() {
		fmt.Println(name, value)
	}
	// Output:
	// q café
	// b &
}

func ExampleRef_Segments() {
	for segment := range rfc3986.MustParse("/a/b%2Fc//d").Segments() {
		fmt.Printf("%q ", segment)
	}
	// Output: "a" "b%2Fc" "" "d"
}

func ExampleRef_IsAbsoluteURI() {
	for _, s := range []string{"HTTPS://example.com/", "https://example.com/#top", "/a"} {
		r := rfc3986.MustParse(s)
		fmt.Println(r.IsAbsoluteURI(), r.HasScheme("https"), r.IsZero())
	}
	// Output:
	// true true false
	// false true false
	// false false false
}

func ExampleRef_WithPath() {
	r, err := rfc3986.MustParse("https://example.com/a?b#c").WithPath("/d/e")
	fmt.Println(r.WithoutFragment(), err)
	// Output: https://example.com/d/e?b <nil>
}

// A Ref can be a column of a database.
func ExampleRef_Scan() {
	var r rfc3986.Ref
	if err := r.Scan("https://example.com/a"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Value())
	// Output: https://example.com/a <nil>
}

func ExampleURI_WithoutUserinfo() {
	u := rfc3986.MustParseURI("https://user:secret@h:8443/a?b#c")
	fmt.Println(u.WithoutUserinfo(), u.WithoutPort().WithoutUserinfo())
	r := rfc3986.MustParse("//u@h:1/")
	fmt.Println(r.WithoutUserinfo().WithoutPort())
	// Output:
	// https://h:8443/a?b#c https://h/a?b#c
	// //h/
}
