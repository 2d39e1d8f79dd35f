package urltext_test

import (
	"regexp"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urltext"
)

// texts are kinds of text with URLs, each with the URLs in turn.
var texts = []struct {
	name string
	text func(url string) string
}{
	{"prose", func(string) string {
		return "It was late when the last of them came in: wet, tired, and \"not in the best of tempers\", as she put it. " +
			"Nobody asked (not even the children) what had kept them; the kettle was on, and the fire had been lit since noon.\n"
	}},
	{"mail", func(url string) string {
		return "> On Monday you wrote that the page was gone. It is not: see <" + url + ">, or for\n> short " + url +
			", which has the same. Please tell the others, too.\n"
	}},
	{"html", func(url string) string {
		return "<li class=\"item wide\" id=\"n17\"><a href=\"" + url +
			"\" rel=\"nofollow\" title=\"The page: again\">the page</a>" +
			" <span style=\"color: red\">new</span></li>\n"
	}},
	{"lines", func(url string) string { return url + "\n" }},
}

// BenchmarkFind measures Find in texts of some kilobytes against the expression
// that programs tend to have for that, and against a pass over the bytes.
func BenchmarkFind(b *testing.B) {
	pattern := regexp.MustCompile(`[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>"]+`)
	urls := urltest.Corpus(b)
	for _, kind := range texts {
		b.Run(kind.name, func(b *testing.B) {
			var all []string
			bytes := 0
			for at := 0; at+30 <= len(urls) && len(all) < 500; at += 30 {
				var text strings.Builder
				for _, url := range urls[at : at+30] {
					text.WriteString(kind.text(url))
				}
				bytes += text.Len()
				all = append(all, text.String())
			}
			sink := 0
			urltest.Race(b, all,
				urltest.Op{Name: "regexp", Do: func(s string) { sink += len(pattern.FindAllStringIndex(s, -1)) }},
				urltest.Op{Name: "Find", Do: func(s string) {
					for m := range urltext.Find(s) {
						sink += m.End
					}
				}},
				urltest.Bytes(),
			)
			b.ReportMetric(float64(bytes)/float64(len(all)), "bytes/URL")
			_ = sink
		})
	}
}
