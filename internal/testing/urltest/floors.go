package urltest

import (
	"net/url"
	"strings"
	"testing"
)

// Bytes is the floor of what looks at each byte: it does next to nothing with
// one.
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

// Copy is the floor of what makes a text of its own.
func Copy() Op {
	sink := new(string)
	return Op{Name: "copy", Do: func(s string) { *sink = strings.Clone(s) }}
}

// References makes references of the corpus, see ReferencesOf.
func References(tb testing.TB) (absolute, relative []string) {
	tb.Helper()
	return ReferencesOf(Corpus(tb))
}

// ReferencesOf makes references of URLs: their paths with what follows, from
// the root, and relative ones, every other of which goes up.
func ReferencesOf(urls []string) (absolute, relative []string) {
	for i, s := range urls {
		_, rest, _ := strings.Cut(s, "://")
		slash := strings.IndexAny(rest, "/?#")
		if slash < 0 {
			continue
		}
		path := rest[slash:]
		if len(path) < 2 || path[0] != '/' || strings.IndexByte("/?#", path[1]) >= 0 {
			continue // "//" would begin an authority
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
