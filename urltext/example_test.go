package urltext_test

import (
	"fmt"

	"earl.example/urltext"
)

func ExampleFind() {
	text := "See http://example.com/αβγ, (https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)) and https://пример.рф/путь."
	for m := range urltext.Find(text) {
		fmt.Println(m.Raw(), m.URL())
	}
	// Output:
	// http://example.com/αβγ http://example.com/%CE%B1%CE%B2%CE%B3
	// https://ja.wikipedia.org/wiki/東京_(曖昧さ回避) https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC_(%E6%9B%96%E6%98%A7%E3%81%95%E5%9B%9E%E9%81%BF)
	// https://пример.рф/путь https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C
}

func ExampleFindOptions_Find() {
	opt := urltext.FindOptions{BareDomains: true, Email: true}
	for m := range opt.Find("Write to info@example.com, or go to example.com/contact.") {
		fmt.Println(m.Raw(), m.URL())
	}
	// Output:
	// info@example.com mailto:info@example.com
	// example.com/contact https://example.com/contact
}

func ExampleFindOptions_Find_appendixC() {
	text := `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Or see http://example.com/a_(b), or (http://example.com/).`
	for m := range (urltext.FindOptions{AppendixC: true}).Find(text) {
		fmt.Println(m.Start, m.End, m.Ref(), "by", m.By)
	}
	// Output:
	// 28 57 http://www.w3.org/Addressing/ by double quotes
	// 104 137 ftp://foo.example.com/rfc/ by angle brackets
	// 148 172 http://example.com/a_(b) by white space
	// 178 197 http://example.com/ by white space
}

func ExampleMatch_WithoutHyphens() {
	for m := range (urltext.FindOptions{AppendixC: true}).Find("<http://example.com/long-\n   name>") {
		other, _ := m.WithoutHyphens()
		fmt.Println(m.Ref(), "or", other)
	}
	// Output: http://example.com/long-name or http://example.com/longname
}

func ExampleFindOptions_appendixC() {
	opt := urltext.FindOptions{AppendixC: true}
	for m := range opt.Find(`See <urn:isbn:0451450523> and "http://example.com/".`) {
		switch m.By {
		case urltext.AngleBrackets:
			fmt.Println("in angle brackets:", m.Ref())
		case urltext.DoubleQuotes:
			fmt.Println("in quotes:", m.Ref())
		}
	}
	// Output:
	// in angle brackets: urn:isbn:0451450523
	// in quotes: http://example.com/
}

func ExampleChange() {
	r, changes, err := urltext.Repair("http://example.com/a b")
	fmt.Println(r, err)
	for _, c := range changes {
		describe := func(c urltext.Change) {
			fmt.Printf("%q became %q in the %s at %d\n", c.Was, c.Became, c.Component, c.Offset)
		}
		describe(c)
	}
	// Output:
	// http://example.com/a%20b <nil>
	// " " became "%20" in the path at 20
}

func ExampleFindOptions() {
	opt := urltext.FindOptions{BareDomains: true}
	for m := range opt.Find("See example.com/a.") {
		fmt.Println(m.URL())
	}
	// Output: https://example.com/a
}

func ExampleCompleteOptions_Complete() {
	u, guesses, err := urltext.CompleteOptions{DefaultScheme: "http"}.Complete("example.com/a")
	fmt.Println(u, guesses, err)
	u, guesses, err = urltext.Complete("example.com:8080/a b")
	fmt.Println(u, guesses, err)
	fmt.Println(urltext.Readable("https://xn--bcher-kva.example/caf%C3%A9?q=%26"))
	// Output:
	// http://example.com/a [host scheme by default] <nil>
	//  [] rfc3986: invalid character " " in path at byte 18 of "example.com:8080/a b": percent-encode it as %20 (RFC 3986 §3.3, pchar)
	// https://xn--bcher-kva.example/café?q=%26
}

// A report about an attack has URLs that no program opens by mistake.
func ExampleRefang() {
	fmt.Println(urltext.Refang("hxxps://evil[.]example/load"))
	for m := range (urltext.FindOptions{Refang: true}).Find("It loads hxxps://evil[.]example/load, then stops.") {
		fmt.Println(m.Raw(), m.URL())
	}
	// Output:
	// https://evil.example/load
	// hxxps://evil[.]example/load https://evil.example/load
}
