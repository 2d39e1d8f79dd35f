package urllib_test

import (
	"errors"
	"fmt"
	"strings"

	"earl.example/urlerr"
	"earl.example/urllib"
)

func ExampleSplit() {
	r, err := urllib.Split("HTTP://User:Pass@WWW.Example.com:8042/over/there;x?name=ferret#nose")
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Scheme, r.Netloc, r.Path, r.Query, r.Fragment)
	host, _ := r.Hostname()
	port, _, _ := r.Port()
	fmt.Println(host, port)
	fmt.Println(r.GetURL())
	// Output:
	// http User:Pass@WWW.Example.com:8042 /over/there;x name=ferret nose
	// www.example.com 8042
	// http://User:Pass@WWW.Example.com:8042/over/there;x?name=ferret#nose
}

func ExampleParse() {
	r, _ := urllib.Parse("//www.example.com:80/%7Ejane/a.html;v=1")
	fmt.Println(r)
	r.Scheme = "http" // what _replace does
	fmt.Println(r.GetURL())
	// Output:
	// ParseResult(scheme='', netloc='www.example.com:80', path='/%7Ejane/a.html', params='v=1', query='', fragment='')
	// http://www.example.com:80/%7Ejane/a.html;v=1
}

func ExampleSplitResult_GetURL() {
	fmt.Println(urllib.SplitResult[string]{Scheme: "file", Path: "/etc/hosts"}.GetURL())
	fmt.Println(urllib.ParseResult[string]{Scheme: "http", Netloc: "h", Path: "p", Params: "a", Query: "q"}.GetURL())
	// Output:
	// file:///etc/hosts
	// http://h/p;a?q
}

// The methods of a result are from its release.
func ExampleSplitResult_Port() {
	old := urllib.Python{Version: urllib.MustParseVersion("3.8")}
	r, _ := old.Split("http://h:8_0/", urllib.URLOptions{})
	port, _, err := r.Port()
	fmt.Println(port, err)
	r, _ = urllib.Split("http://h:8_0/")
	_, _, err = r.Port()
	fmt.Println(err != nil)
	// Output:
	// 80 <nil>
	// true
}

// bytes are []byte, and an interpreter for them has the same methods.
func ExampleInterpreter_bytes() {
	py := urllib.Interpreter[[]byte]{}
	quoted, _ := py.Quote([]byte("a&\xef"), urllib.QuoteOptions{})
	fmt.Println(quoted)
	r, _ := py.Split([]byte("http://H/p"), urllib.URLOptions{})
	host, _ := r.Hostname()
	fmt.Printf("%s %v\n", host, r)
	// Output:
	// a%26%EF
	// h SplitResultBytes(scheme=b'http', netloc=b'H', path=b'/p', query=b'', fragment=b'')
}

func ExampleJoin() {
	const base = "http://a/b/c/d;p?q"
	for _, ref := range []string{"g", "../g", "?y", "//h/g", "g:h", ""} {
		joined, _ := urllib.Join(base, ref)
		fmt.Printf("%-6q %s\n", ref, joined)
	}
	// Output:
	// "g"    http://a/b/c/g
	// "../g" http://a/b/g
	// "?y"   http://a/b/c/d;p?y
	// "//h/g" http://h/g
	// "g:h"  g:h
	// ""     http://a/b/c/d;p?q
}

// A reference that names another host can be kept on the base's own: clear
// its scheme and netloc first.
func ExampleJoin_ownHost() {
	r, _ := urllib.Split("//other.example/%7Ejane")
	r.Scheme, r.Netloc = "", ""
	joined, _ := urllib.Join("http://www.example.com/a/b.html", r.GetURL())
	fmt.Println(joined)
	// Output: http://www.example.com/%7Ejane
}

func ExampleDefrag() {
	r, _ := urllib.Defrag("http://h/p?q#section-2")
	fmt.Println(r.URL, r.Fragment)
	// Output: http://h/p?q section-2
}

func ExampleUnwrap() {
	fmt.Println(urllib.Unwrap("<URL:http://h/p>"))
	// Output: http://h/p
}

func ExampleParseQSL() {
	fmt.Printf("%q\n", urllib.ParseQSL("a=1&b=x+y&a=%C3%A9&c="))
	pairs, _ := urllib.Python{}.ParseQSL("a=1;c=", urllib.QueryOptions{
		KeepBlankValues: true,
		Separator:       new(";"),
	})
	fmt.Printf("%q\n", pairs)
	// Output:
	// [{"a" "1"} {"b" "x y"} {"a" "é"}]
	// [{"a" "1"} {"c" ""}]
}

func ExampleInterpreter_ParsePairs() {
	for pair, err := range (urllib.Python{}).ParsePairs("a=1&b=x+y&a=%C3%A9", urllib.QueryOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(pair.Name, pair.Value)
	}
	// Output:
	// a 1
	// b x y
	// a é
}

func ExampleParseQS() {
	for name, values := range urllib.ParseQS("b=2&a=1&b=3").All() {
		fmt.Println(name, values)
	}
	// Output:
	// b [2 3]
	// a [1]
}

func ExampleQuote() {
	s, _ := urllib.Quote("/El Niño/")
	fmt.Println(s)
	s, _ = urllib.Python{}.Quote("/El Niño/", urllib.QuoteOptions{Safe: new(""), Encoding: new("latin-1")})
	fmt.Println(s)
	// Output:
	// /El%20Ni%C3%B1o/
	// %2FEl%20Ni%F1o%2F
}

func ExampleQuotePlus() {
	s, _ := urllib.QuotePlus("/El Niño/")
	fmt.Println(s)
	// Output: %2FEl+Ni%C3%B1o%2F
}

func ExampleUnquote() {
	fmt.Println(urllib.Unquote("/El%20Ni%C3%B1o/"))
	// Output: /El Niño/
}

func ExampleUnquotePlus() {
	fmt.Println(urllib.UnquotePlus("/El+Ni%C3%B1o/"))
	// Output: /El Niño/
}

func ExampleInterpreter_UnquoteToBytes() {
	b, _ := urllib.Python{}.UnquoteToBytes("a%26%EF")
	fmt.Printf("%q\n", b)
	// Output: "a&\xef"
}

func ExampleEncode() {
	query, _ := urllib.Encode([][2]any{{"spam", 1}, {"eggs", 2.5}, {"bacon", nil}})
	fmt.Println("http://h/?" + query)
	query, _ = urllib.Encode(map[string][]int{"a": {1, 2}})
	fmt.Println(query)
	query, _ = urllib.Python{}.Encode(map[string][]int{"a": {1, 2}}, urllib.EncodeOptions{DoSeq: true})
	fmt.Println(query)
	// Output:
	// http://h/?spam=1&eggs=2.5&bacon=None
	// a=%5B1%2C+2%5D
	// a=1&a=2
}

// The body of a form is the encoded query as octets.
func ExampleEncode_body() {
	query, _ := urllib.Encode([]urllib.Pair[string]{{Name: "q", Value: "El Niño"}})
	body := strings.NewReader(query)
	fmt.Println(body.Len(), query)
	// Output: 14 q=El+Ni%C3%B1o
}

// To write a space as %20 rather than "+", quote with quote. As in Python a
// slash is still quoted, unless it is made safe.
func ExamplePython_Encode() {
	py := urllib.Python{}
	query, _ := py.Encode([]urllib.Pair[string]{{Name: "a", Value: "b c/d"}}, urllib.EncodeOptions{QuoteVia: py.Quote})
	fmt.Println(query)
	query, _ = py.Encode([]urllib.Pair[string]{{Name: "a", Value: "b c/d"}},
		urllib.EncodeOptions{QuoteOptions: urllib.QuoteOptions{Safe: new("/")}, QuoteVia: py.Quote})
	fmt.Println(query)
	// Output:
	// a=b%20c%2Fd
	// a=b%20c/d
}

func ExampleParseVersion() {
	v, _ := urllib.ParseVersion("3.9.4")
	old := urllib.Python{Version: v}
	r, _ := old.Split(" http://h/", urllib.URLOptions{})
	fmt.Printf("%v: %q\n", v, r.Netloc)
	r, _ = urllib.Split(" http://h/")
	fmt.Printf("%v: %q\n", urllib.Version{}, r.Netloc)
	// Output:
	// 3.9.4: ""
	// 3.15.2: "h"
}

func ExamplePython_Schemes() {
	lists := urllib.Python{}.Schemes()
	lists.UsesRelative = append(lists.UsesRelative, "s3")
	lists.UsesNetloc = append(lists.UsesNetloc, "s3")
	py := urllib.Python{Lists: &lists}
	joined, _ := py.Join("s3://bucket/a/b", "c", urllib.URLOptions{})
	fmt.Println(joined)
	// Output: s3://bucket/a/c
}

func ExampleError() {
	r, _ := urllib.Split("http://h:http/")
	_, _, err := r.Port()
	var python *urllib.Error
	errors.As(err, &python)
	fmt.Println(python.Exception+":", python.Text)
	fmt.Println(errors.Is(err, urlerr.BadPort))
	// Output:
	// ValueError: Port could not be cast to integer value as 'http'
	// true
}

func ExampleSplitResult_Encode() {
	r, _ := urllib.Split("http://h/é")
	_, err := r.Encode(urllib.CodecOptions{})
	fmt.Println(err != nil)
	b, _ := r.Encode(urllib.CodecOptions{Encoding: new("utf-8")})
	fmt.Println(b)
	// Output:
	// true
	// SplitResultBytes(scheme=b'http', netloc=b'h', path=b'/\xc3\xa9', query=b'', fragment=b'')
}

// Nothing in this package validates; a program that fetches URLs that people send
// checks first.
func Example_checkFirst() {
	allowed := map[string]bool{"www.example.com": true}
	check := func(url string) bool {
		r, err := urllib.Split(url)
		if err != nil || r.Scheme != "https" {
			return false
		}
		host, ok := r.Hostname()
		_, _, err = r.Port()
		return ok && err == nil && allowed[host] && !strings.ContainsAny(url, "\\ \t\r\n")
	}
	for _, url := range []string{
		"https://www.example.com/a",
		`https://www.example.com\@evil.example/`,
		"https://www.example.com@evil.example/",
		"javascript:alert(1)",
	} {
		fmt.Println(check(url), url)
	}
	// Output:
	// true https://www.example.com/a
	// false https://www.example.com\@evil.example/
	// false https://www.example.com@evil.example/
	// false javascript:alert(1)
}

func ExampleSplitResult_Username() {
	r, _ := urllib.Split("ftp://me:secret@example.com/")
	name, ok := r.Username()
	fmt.Println(name, ok)
	password, ok := r.Password()
	fmt.Println(password, ok)
	// Output:
	// me true
	// secret true
}

func ExampleDict_Get() {
	d := urllib.ParseQS("a=1&b=2&a=3")
	values, ok := d.Get("a")
	fmt.Println(values, ok)
	fmt.Println(d)
	// Output:
	// [1 3] true
	// {'a': ['1', '3'], 'b': ['2']}
}

func ExampleInterpreter_Unsplit() {
	url, err := urllib.Python{}.Unsplit(urllib.SplitResult[string]{Scheme: "https", Netloc: "example.com", Path: "a"},
		urllib.URLOptions{})
	fmt.Println(url, err)
	// Output: https://example.com/a <nil>
}

func ExampleInterpreter_EncodeText() {
	b, err := urllib.Python{}.EncodeText("é", "latin-1", "strict")
	fmt.Printf("%x %v\n", b, err)
	s, err := urllib.Python{}.DecodeText(b, "utf-8", "replace")
	fmt.Printf("%+q %v\n", s, err)
	// Output:
	// e9 <nil>
	// "\ufffd" <nil>
}
