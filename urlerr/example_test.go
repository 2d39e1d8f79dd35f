package urlerr_test

import (
	"errors"
	"fmt"
	"strings"

	"earl.example/rfc3986"
	"earl.example/urlerr"
)

func ExampleError() {
	_, err := rfc3986.Parse("http://u:secret@example.com:80a/")
	fmt.Println(errors.Is(err, urlerr.BadPort))
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		fmt.Println(e.Component, e.Offset, e.Rule.Name, e.Rule.Section)
	}
	fmt.Println(err)
	// Output:
	// true
	// port 30 port §3.2.3
	// rfc3986: invalid character "a" in port at byte 30 of "http://u:***@example.com:80a/": use digits only (RFC 3986 §3.2.3, port)
}

func ExampleRedact() {
	fmt.Println(urlerr.Redact("ftp://joe:secret@example.com/"))
	fmt.Println(urlerr.Redact("jdbc:mysql://u:p@h/db"))
	// Output:
	// ftp://joe:***@example.com/
	// jdbc:***@h/db
}

func ExampleRedactQuery() {
	const url = "https://user:pw@h/cb?code=abc&X-Amz-Signature=def&page=2"
	fmt.Println(urlerr.Redact(url))
	fmt.Println(urlerr.RedactQuery(url))
	fmt.Println(urlerr.RedactOpenTelemetry(url))
	fmt.Println(urlerr.ExcerptAt(url, 19))
	fmt.Println(urlerr.Excerpt(strings.Repeat("a", 200), 100))
	// Output:
	// https://user:***@h/cb?code=abc&X-Amz-Signature=def&page=2
	// https://user:***@h/cb?code=***&X-Amz-Signature=***&page=2
	// https://REDACTED:REDACTED@h/cb?code=abc&X-Amz-Signature=REDACTED&page=2
	// https://user:***@h/cb?code=***&X-Amz-Signature=***&page=2 20
	// …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
}

// Many errors about parts of one long text search it for secrets once.
func ExampleError_Share() {
	e := urlerr.Error{Dialect: "mine", Input: strings.Repeat("http://u:p@h/ ", 1000)}
	e.Rule = urlerr.Rule{Problem: "space", Kind: urlerr.BadPath}
	e.Share()
	for e.Offset = 13; e.Offset < 30; e.Offset += 14 {
		at := e
		fmt.Println(at.Error())
	}
	// Output:
	// mine: space at byte 13 of "http://u:***…"
	// mine: space at byte 27 of "http://u:***…"
}
