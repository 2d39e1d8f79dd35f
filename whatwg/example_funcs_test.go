package whatwg_test

import (
	"fmt"
	"net/url"

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
	//  whatwg: net/url reads the URL differently: "http://0x7f.1/" (read the same by net/url)
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
