package urltest

import (
	"net/url"
	"strings"
	"testing"
)

// Bytes returns an operation that reads each byte of its text once. Its time is a lower bound for parsers.
func Bytes() Op {
	total := 0
	return Op{Name: "bytes", Do: func(s string) {
		n := 0
		for i := 0; i < len(s); i++ {
			if s[i] == '/' {
				n++
			}
		}
		total += n
	}}
}

// Copy returns an operation that copies its text. Its time is a lower bound for functions that return a new text.
func Copy() Op {
	sink := new(string)
	return Op{Name: "copy", Do: func(s string) { *sink = strings.Clone(s) }}
}

// References calls ReferencesOf with the corpus.
func References(tb testing.TB) (absolute, relative []string) {
	tb.Helper()
	return ReferencesOf(Corpus(tb))
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
