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

// References makes references of the corpus: the paths of its URLs with their
// queries, from the root, and relative ones, every other of which goes up.
func References(tb testing.TB) (absolute, relative []string) {
	tb.Helper()
	for i, s := range Corpus(tb) {
		_, rest, _ := strings.Cut(s, "://")
		slash := strings.IndexAny(rest, "/?#")
		if slash < 0 {
			continue
		}
		path := rest[slash:]
		if len(path) < 2 || path[0] != '/' || path[1] == '?' || path[1] == '#' {
			continue
		}
		absolute = append(absolute, path)
		if path = path[1:]; path[0] == '/' {
			continue
		}
		if i%2 == 0 {
			path = "../" + path
		}
		if _, err := url.Parse(path); err == nil {
			relative = append(relative, path)
		}
	}
	return absolute, relative
}
