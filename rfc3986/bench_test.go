package rfc3986_test

import (
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/urltest"
	"earl.example/rfc3986"
)

// BenchmarkParse measures Parse and Valid against net/url.Parse and two
// floors: looking at each byte, and copying the text.
func BenchmarkParse(b *testing.B) {
	var sinkURL *url.URL
	var sinkRef rfc3986.Ref
	var sinkURI rfc3986.URI
	var sinkString string
	var sinkInt int
	var sinkBool bool
	urltest.Race(b, urltest.Corpus(b),
		urltest.Op{Name: "net/url.Parse", Do: func(s string) { sinkURL, _ = url.Parse(s) }},
		urltest.Op{Name: "Parse", Do: func(s string) { sinkRef, _ = rfc3986.Parse(s) }},
		urltest.Op{Name: "ParseURI", Do: func(s string) { sinkURI, _ = rfc3986.ParseURI(s) }},
		urltest.Op{Name: "Valid", Do: func(s string) { sinkBool = rfc3986.Valid(s) }},
		urltest.Op{Name: "bytes", Do: func(s string) { sinkInt = countSlashes(s) }},
		urltest.Op{Name: "copy", Do: func(s string) { sinkString = strings.Clone(s) }},
	)
	_, _, _, _, _, _ = sinkURL, sinkRef, sinkURI, sinkBool, sinkString, sinkInt
}

// countSlashes is a loop that does next to nothing with each byte.
func countSlashes(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '/' {
			n++
		}
	}
	return n
}
