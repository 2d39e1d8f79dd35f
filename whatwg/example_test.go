package whatwg_test

import (
	"errors"
	"fmt"
	"maps"

	"golang.org/x/net/publicsuffix"

	"earl.example/urlerr"
	"earl.example/whatwg"
)

func ExampleParse() {
	u, err := whatwg.Parse(`HTTPS:\\user@EXAMPLE.com:443\a b\..\c?d'#e`)
	fmt.Println(u, err)
	fmt.Println(u.Hostname(), u.Pathname(), u.Search())
	// Output:
	// https://user@example.com/c?d%27#e <nil>
	// example.com /c ?d%27
}

func ExampleParse_error() {
	_, err := whatwg.Parse("http://user:secret@example.com:8o/")
	fmt.Println(err)
	var e *urlerr.Error
	if errors.As(err, &e) {
		fmt.Println(e.Rule.Name, e.Offset, e.Component, errors.Is(err, urlerr.BadPort))
	}
	// Output:
	// whatwg: invalid character "o" in port at byte 32 of "http://user:***@example.com:8o/": use digits only (URL Standard §4.4, port-invalid)
	// port-invalid 32 port true
}

func ExampleURL_Parse() {
	base := whatwg.MustParse("https://example.com/docs/guide/?lang=en")
	for _, ref := range []string{"../api#top", "//example.org", "?lang=eo", "mailto:a@b"} {
		u, _ := base.Resolve(ref)
		fmt.Println(u)
	}
	// Output:
	// https://example.com/docs/api#top
	// https://example.org/
	// https://example.com/docs/guide/?lang=eo
	// mailto:a@b
}

func ExampleCanParse() {
	fmt.Println(whatwg.CanParse("http://0x7f.1/"), whatwg.CanParse("http://256.256.256.256/"))
	// Output: true false
}

func ExampleParseOptions() {
	opt := whatwg.ParseOptions{
		Encoding:  "windows-1252",
		Violation: func(e *urlerr.Error) { fmt.Println(e.Rule.Name, "at", e.Offset) },
	}
	u, _ := opt.Parse(`http:\\example.com\?q=é`)
	fmt.Println(u)
	// Output:
	// special-scheme-missing-following-solidus at 5
	// special-scheme-missing-following-solidus at 5
	// special-scheme-missing-following-solidus at 6
	// invalid-reverse-solidus at 18
	// http://example.com/?q=%E9
}

func ExampleURL_SetHost() {
	u, _ := whatwg.Parse("https://example.com:8080/a")
	fmt.Println(u.SetHost("faß.example"), u)
	fmt.Println(u.SetHost("a b"), u)
	// Output:
	// true https://xn--fa-hia.example:8080/a
	// false https://xn--fa-hia.example:8080/a
}

func ExampleURL_SearchParams() {
	u, _ := whatwg.Parse("https://example.com/?q=a%20b&page=1")
	p := u.SearchParams()
	q, _ := p.Get("q")
	fmt.Println(q)
	p.Set("page", "2")
	fmt.Println(u)
	// Output:
	// a b
	// https://example.com/?q=a+b&page=2
}

// Appending many pairs takes linear time with one SearchParams. Calling u.SearchParams() in the loop takes quadratic
// time.
func ExampleSearchParams_Append() {
	u, _ := whatwg.Parse("https://example.com/search")
	p := u.SearchParams()
	for _, id := range []string{"7", "8", "9"} {
		p.Append("id", id)
	}
	fmt.Println(u)
	// Output:
	// https://example.com/search?id=7&id=8&id=9
}

func ExampleSearchParams_Verbatim() {
	u, _ := whatwg.Parse("https://example.com/?q=a%20b&page=1")
	u.SearchParams().Verbatim().Set("page", "2")
	fmt.Println(u)
	// Output: https://example.com/?q=a%20b&page=2
}

func ExampleURL_Origin() {
	for _, s := range []string{"https://user@example.com/a", "blob:https://example.com/b", "file:///c"} {
		u, _ := whatwg.Parse(s)
		fmt.Println(u.Origin())
	}
	// Output:
	// https://example.com
	// https://example.com
	// null
}

func ExampleFromWindowsPath() {
	u, err := whatwg.FromWindowsPath(`C:\Program Files\100%`)
	fmt.Println(u, err)
	path, err := u.WindowsPath()
	fmt.Println(path, err)
	_, err = whatwg.FromWindowsPath(`C:\a\..\b`)
	fmt.Println(errors.Is(err, urlerr.BadPath))
	// Output:
	// file:///C:/Program%20Files/100%25 <nil>
	// C:\Program Files\100% <nil>
	// true
}

func ExampleURL_RegistrableDomain() {
	a := whatwg.MustParse("https://www.example.co.uk/")
	b := whatwg.MustParse("https://shop.example.co.uk:8443/")
	domain, ok := a.RegistrableDomain(publicsuffix.List)
	fmt.Println(domain, ok)
	fmt.Println(a.Origin().SameOrigin(b.Origin()), a.Origin().SameSite(b.Origin(), publicsuffix.List))
	// Output:
	// example.co.uk true
	// false true
}

func ExampleURL_UnicodeHostname() {
	u, _ := whatwg.Parse("https://xn--fa-hia.example/")
	fmt.Println(u.UnicodeHostname())
	// Output: faß.example
}

func ExampleParseForm() {
	fmt.Println(maps.Collect(whatwg.ParseForm("a=1&b=x+y%21")))
	// Output: map[a:1 b:x y!]
}

func ExampleEncodeSet_Encode() {
	fmt.Println(whatwg.ComponentSet.Encode("a/b c&d"))
	// Output: a%2Fb%20c%26d
}

func ExampleURL_Hostname() {
	u := whatwg.MustParse("https://user@EXAMPLE.com:8443/a b?x=1#top")
	fmt.Println(u.Href())
	fmt.Println(u.Scheme(), u.Username(), u.Hostname(), u.Port(), u.Pathname(), u.Search(), u.Hash())
	// Output:
	// https://user@example.com:8443/a%20b?x=1#top
	// https user example.com 8443 /a%20b ?x=1 #top
}

func ExampleURL_SetPathname() {
	u := whatwg.MustParse("http://example.com/")
	u.SetProtocol("https")
	u.SetPort("8443")
	u.SetPathname("a b")
	u.SetSearch("x=1")
	u.SetHash("top")
	fmt.Println(u.Href())
	// Output: https://example.com:8443/a%20b?x=1#top
}

func ExampleNewSearchParams() {
	p := whatwg.NewSearchParams("b=2&a=1&b=3")
	p.Append("c", "x y")
	p.Sort()
	fmt.Println(p.GetAll("b"), p.Has("d"), p.Size())
	fmt.Println(p)
	// Output:
	// [2 3] false 4
	// a=1&b=2&b=3&c=x+y
}

func ExampleFormatForm() {
	p := whatwg.NewSearchParams("")
	p.Append("q", "日本")
	form, err := whatwg.FormatForm(p.All(), "shift_jis")
	fmt.Println(form, err)
	// Output: q=%93%FA%96%7B <nil>
}

func ExampleFromPOSIXPath() {
	u, _ := whatwg.FromPOSIXPath("/home/me/50% off.txt")
	fmt.Println(u.Href())
	path, err := u.POSIXPath()
	fmt.Println(path, err)
	// Output:
	// file:///home/me/50%25%20off.txt
	// /home/me/50% off.txt <nil>
}

func ExampleParseOrigin() {
	o, _ := whatwg.ParseOrigin("https://example.com")
	fmt.Println(o.SameOrigin(whatwg.MustParse("https://example.com:443/a").Origin()))
	_, err := whatwg.ParseOrigin("https://example.com/a")
	fmt.Println(err != nil)
	// Output:
	// true
	// true
}

func ExampleDomainToUnicode() {
	fmt.Println(whatwg.DomainToUnicode("xn--bcher-kva.example"))
	fmt.Println(whatwg.IsValidDomain("a_b.example"))
	// Output:
	// bücher.example
	// false
}

func ExamplePercentDecodeText() {
	fmt.Println(whatwg.PercentDecodeText("caf%C3%A9"))
	// Output: café
}

func ExampleURL_NetURL() {
	u, err := whatwg.MustParse(`https:\\example.com\a`).NetURL()
	fmt.Println(u, err)
	// Output: https://example.com/a <nil>
}
