package urltest

import (
	_ "embed" // embeds the resolutions
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"testing"
)

// CorpusVariable is the name of an environment variable. Its value is the path of a file with URLs for measurements,
// one on each line.
const CorpusVariable = "EARL_CORPUS"

// Corpus returns the URLs in the file that EARL_CORPUS names, or MadeUp(5000) if the variable is not set.
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

// Lines returns the lines of a text, without line ends and without a byte order mark.
func Lines(text string) []string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// MadeUp returns n generated URLs that resemble the URLs in real pages: they have about 45 bytes, most have the scheme
// https, and one in twenty has a query. Each call returns the same URLs.
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

// ReferencesOf makes two references of each URL, from the text after its authority. The first result has references
// that begin with a slash. The second result has references without this slash, and about half of them begin with
// "../".
func ReferencesOf(urls []string) (absolute, relative []string) {
	for i, s := range urls {
		_, rest, _ := strings.Cut(s, "://")
		slash := strings.IndexAny(rest, "/?#")
		if slash < 0 {
			continue
		}
		path := rest[slash:]
		if len(path) < 2 || path[0] != '/' || strings.IndexByte("/?#", path[1]) >= 0 {
			continue // as a reference, a text that begins with "//" would have an authority
		}
		absolute = append(absolute, path)
		path = path[1:]
		if i%2 == 0 {
			path = "../" + path
		}
		if u, err := url.Parse(path); err == nil && u.Scheme == "" {
			relative = append(relative, path)
		}
	}
	return absolute, relative
}

// ResolutionBase is the base of RFC 3986 §5.4.
const ResolutionBase = "http://a/b/c/d;p?q"

// A Resolution is a reference and its target for the base ResolutionBase.
type Resolution struct{ Ref, Want string }

//go:embed resolutions.tsv
var resolutions string

// Resolutions returns the 42 examples of RFC 3986 §5.4.1 and §5.4.2, as published. For the last example, RFC 3986 gives
// two targets, and Want is the target for strict parsers.
func Resolutions() (all []Resolution) {
	for line := range strings.Lines(resolutions) {
		ref, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, Resolution{ref, want})
	}
	return all
}
