package urltest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// CorpusVariable names the environment variable with the path of a file of URLs, one a line, to measure with.
const CorpusVariable = "EARL_CORPUS"

// Corpus returns the URLs of the file that EARL_CORPUS names, or MadeUp(5000) if it is not set.
func Corpus(tb testing.TB) []string {
	name := os.Getenv(CorpusVariable)
	if name == "" {
		tb.Logf("%s is not set: measuring with made-up URLs", CorpusVariable)
		return MadeUp(5000)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	return Lines(string(text))
}

// Lines returns the URLs of a text, one a line.
func Lines(text string) []string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// MadeUp returns n URLs with the proportions of real pages: about 45 bytes, mostly https, one in twenty with a query.
// They are the same in each run.
func MadeUp(n int) []string {
	r := rand.New(rand.NewPCG(3986, 1808))
	word := func() string {
		const syllables = "ba de fi go lu mar nel per quo ras sti tan vex wor zin "
		var b strings.Builder
		for range 1 + r.IntN(4) {
			at := r.IntN(15)
			b.WriteString(strings.Fields(syllables)[at])
		}
		return b.String()
	}
	pick := func(choices ...string) string { return choices[r.IntN(len(choices))] }
	urls := make([]string, n)
	for i := range urls {
		var b strings.Builder
		b.WriteString(pick("https", "https", "https", "http") + "://")
		b.WriteString(pick("www.", "www.", "", "news.", "docs.") + word() + word() + pick(".com", ".com", ".org", ".net",
			".co.uk", ".example"))
		for range r.IntN(4) {
			b.WriteString("/" + word() + pick("", "", "-"+word(), "_"+word()))
		}
		b.WriteString(pick("", "/", ".html", ".php", "/index.htm"))
		if r.IntN(20) == 0 {
			fmt.Fprintf(&b, "?%s=%s&id=%d", word(), pick(word(), "a%20b", "x+y"), r.IntN(1e6))
		}
		if r.IntN(60) == 0 {
			b.WriteString("#" + word())
		}
		urls[i] = b.String()
	}
	return urls
}
