package urltext_test

import (
	"fmt"

	"earl.example/rfc3986"
	"earl.example/urltext"
)

func ExampleFind() {
	text := `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Or see http://example.com/a_(b), or (http://example.com/).`
	for m := range urltext.Find(text) {
		fmt.Println(m.Start, m.End, m.Ref, "by", m.By)
	}
	// Output:
	// 28 57 http://www.w3.org/Addressing/ by double quotes
	// 104 137 ftp://foo.example.com/rfc/ by angle brackets
	// 148 172 http://example.com/a_(b) by white space
	// 178 197 http://example.com/ by white space
}

func ExampleMatch_WithoutHyphens() {
	for m := range urltext.Find("<http://example.com/long-\n   name>") {
		other, _ := m.WithoutHyphens()
		fmt.Println(m.Ref, "or", other)
	}
	// Output: http://example.com/long-name or http://example.com/longname
}

func ExampleUnwrap() {
	m, err := urltext.Unwrap(" <URL:http://ex ample.com/> ")
	fmt.Println(m.Ref, err)
	// Output: http://example.com/ <nil>
}

func ExampleDelimit() {
	r := rfc3986.MustParse("http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING")
	fmt.Println(urltext.Delimit(r, 30))
	// Output:
	// <http://www.ics.uci.edu/pub/ie
	// tf/uri/historical.html#WARNING
	// >
}
