package whatwg_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"earl.example/reading"
	"earl.example/whatwg"
)

func ExampleFromNetURL() {
	for _, s := range []string{"http://example.com/a", "http://0x7f.1/"} {
		u, err := url.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		w, err := whatwg.FromNetURL(u)
		fmt.Println(w.Href(), err)
	}
	// Output:
	// http://example.com/a <nil>
	//  whatwg: net/url reads the URL differently: "http://0x7f.1/" (URL that net/url reads the same)
}

func ExampleFromValues() {
	p := whatwg.FromValues(url.Values{"b": {"x y", "2"}, "a": {"&"}})
	fmt.Println(p)
	// Output: a=%26&b=x+y&b=2
}

func ExampleIsValidDomain() {
	for _, s := range []string{"example.com", "bücher.example", "a_b.example", "127.0.0.1"} {
		fmt.Println(s, whatwg.IsValidDomain(s))
	}
	// Output:
	// example.com true
	// bücher.example true
	// a_b.example false
	// 127.0.0.1 false
}

func ExampleMustParse() {
	u := whatwg.MustParse(`HTTP:\\EXAMPLE.com:80\a\..\b`)
	fmt.Println(u.Href())
	// Output: http://example.com/b
}

func ExamplePercentDecode() {
	fmt.Println(whatwg.PercentDecode("caf%C3%A9+50%"))
	// Output: café+50%
}

func ExampleRules() {
	for _, rule := range whatwg.Rules() {
		if rule.Name == "IPv6-unclosed" {
			fmt.Println(rule.Section, rule.Kind, rule.Example)
		}
	}
	// Output: §3.5 bad host https://[::1
}

func ExampleURL_HostKind() {
	for _, s := range []string{"http://0x7f.1/", "http://example.com/", "file:///a", "custom://a%41/", "mailto:a@b"} {
		u, err := whatwg.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch u.HostKind() {
		case reading.HostName:
			fmt.Println("a domain:", u.Hostname())
		case reading.HostEmpty, reading.NoHost:
			fmt.Println("no host")
		case reading.HostOpaque:
			fmt.Println("not changed:", u.Hostname())
		default:
			fmt.Println("an address:", u.Hostname())
		}
	}
	// Output:
	// an address: 127.0.0.1
	// a domain: example.com
	// no host
	// not changed: a%41
	// no host
}

func ExampleSearchParams_DeleteValue() {
	p := whatwg.NewSearchParams("tag=a&tag=b")
	if p.HasValue("tag", "a") {
		p.DeleteValue("tag", "a")
	}
	fmt.Println(p)
	// Output: tag=b
}

func ExampleOrigin_IsOpaque() {
	for _, s := range []string{"https://example.com/a", "data:text/plain,a"} {
		fmt.Println(whatwg.MustParse(s).Origin().IsOpaque())
	}
	// Output:
	// false
	// true
}

func ExampleURL_WithoutFragment() {
	fmt.Println(whatwg.MustParse("https://example.com/a?b#c").WithoutFragment())
	// Output: https://example.com/a?b
}

func ExampleURL_Addr() {
	for _, s := range []string{"http://0x7f.1/", "http://[::1]:8080/", "http://example.com/"} {
		u := whatwg.MustParse(s)
		addr, isAddr := u.Addr()
		port, _ := u.PortNumber()
		fmt.Println(addr, isAddr, port)
	}
	// Output:
	// 127.0.0.1 true 80
	// ::1 true 8080
	// invalid IP false 80
}

func ExampleRelative() {
	page := whatwg.MustParse("https://example.com/docs/guide/start")
	for _, s := range []string{"https://example.com/docs/faq", "https://example.com//evil.example", "https://example.org/"} {
		fmt.Println(whatwg.Relative(page, whatwg.MustParse(s)))
	}
	// Output:
	// ../faq
	// /.//evil.example
	// //example.org/
}

func ExampleURL_AppendSegments() {
	u := whatwg.MustParse("https://api.example.com/v1/")
	fmt.Println(u.AppendSegments("users", "a/b"), u.Href())
	fmt.Println(u.AppendSegments(".."), u.Href())
	for segment := range u.DecodedSegments() {
		fmt.Printf("%q ", segment)
	}
	fmt.Println(slices.Collect(u.Segments()))
	// Output:
	// true https://api.example.com/v1/users/a%2Fb
	// false https://api.example.com/v1/users/a%2Fb
	// "v1" "users" "a/b" [v1 users a%2Fb]
}

// A list with one suffix. Programs use golang.org/x/net/publicsuffix.
type oneSuffix struct{}

func (oneSuffix) PublicSuffix(string) string { return "co.uk" }

func ExampleURL_PublicSuffix() {
	var list whatwg.PublicSuffixList = oneSuffix{}
	fmt.Println(whatwg.MustParse("https://www.example.co.uk/").PublicSuffix(list))
	// Output: co.uk true
}

func ExampleURL_Redacted() {
	fmt.Println(whatwg.MustParse("https://user:secret@example.com/").Redacted())
	// Output: https://user:***@example.com/
}

func ExampleURL_SetHref() {
	var u whatwg.URL
	fmt.Println(u.IsZero(), u.SetHref("https://example.com"), u.Href())
	fmt.Println(u.SetHref("https://"), u.Href())
	// Output:
	// true true https://example.com/
	// false https://example.com/
}

// A limit for texts from untrusted sources.
func ExampleParseOptions_maxLength() {
	opt := whatwg.ParseOptions{MaxLength: 2000}
	fmt.Println(opt.IsValid("https://example.com/"), opt.IsValid("https://example.com/"+strings.Repeat("a", 2000)))
	// Output: true false
}

func ExampleSearchParams_Delete() {
	p := whatwg.NewSearchParams("utm_source=mail&id=7")
	fmt.Println(p.Delete("utm_source"), p)
	// Output: true id=7
}

func ExampleSearchParams_String() {
	u := whatwg.MustParse("http://h/?a=1&b=%20")
	p := u.SearchParams()
	clone := whatwg.NewSearchParams(p.String())
	fmt.Println(clone.String() == p.String())
	clone.Append("c", "3")
	fmt.Println(u, clone)
	// Output:
	// true
	// http://h/?a=1&b=%20 a=1&b=+&c=3
}

func ExampleURL_SetHostname() {
	u := whatwg.MustParse("http://h:8080/a")
	fmt.Println(u.SetUsername("me"), u.SetPassword("p w"), u.SetHostname("EXAMPLE.com:1"), u.SetHostname("EXAMPLE.com"), u)
	fmt.Println(u.Protocol(), u.IsSpecial(), u.HasCredentials(), u.HasOpaquePath())
	mail := whatwg.MustParse("mailto:a@h")
	fmt.Println(mail.SetHostname("h"), mail.IsSpecial(), mail.HasOpaquePath())
	fmt.Printf("%s\n", whatwg.PathSet.AppendEncode([]byte("/"), "a b?c"))
	// Output:
	// true true false true http://me:p%20w@example.com:8080/a
	// http: true true false
	// false false true
	// /a%20b%3Fc
}
