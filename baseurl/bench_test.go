package baseurl_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"earl.example/baseurl"
	"earl.example/urltext"
)

// BenchmarkReferences reads documents of about 1 MiB, beside what reading them
// takes that finds nothing.
func BenchmarkReferences(b *testing.B) {
	article, err := os.ReadFile("testdata/chromium/article.html")
	if err != nil {
		b.Fatal(err)
	}
	repeat := func(s string) string { return strings.Repeat(s, 1<<20/len(s)) }
	page, text := repeat(string(article)),
		repeat("See <http://example.com/a> and more words of text, as people write them.\n")
	extract := func(typ baseurl.Type, doc string) func(b *testing.B) {
		return func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				for range at("http://example.com/").References(typ, strings.NewReader(doc)) {
				}
			}
		}
	}
	b.Run("HTML", extract(baseurl.HTML, page))
	b.Run("HTML, tokenizer alone", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			for z := html.NewTokenizer(strings.NewReader(page)); z.Next() != html.ErrorToken; {
				z.Token()
			}
		}
	})
	b.Run("CSS", extract(baseurl.CSS, repeat("a > b { background: url(c.png) no-repeat; color: #123456 }\n")))
	b.Run("XML", extract(baseurl.XML, "<r>"+repeat(`<entry><link href="a"/><title>text</title></entry>`)+"</r>"))
	b.Run("text", extract(baseurl.Text, text))
	b.Run("text, Find alone", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for range urltext.Find(text) {
			}
		}
	})
}
