package disagree

import (
	"slices"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/urlerr"
)

// TestFindDisagreement: on each URL that is found, the two dialects read different hosts, as package audit compares
// them too, and the same seed finds the same URLs.
func TestFindDisagreement(t *testing.T) {
	t.Parallel()
	dialects := earl.Dialects()
	if testing.Short() {
		dialects = dialects[:4]
	}
	const tries = 300
	for i, a := range dialects {
		for _, b := range dialects[i+1:] {
			t.Run(a.Name()+" "+b.Name(), func(t *testing.T) {
				t.Parallel()
				s := Search{Dialects: [2]earl.Dialect{a, b}, Seed: 1, Tries: tries}
				urls := s.URLs()
				for _, url := range urls {
					r := audit.Options{Dialects: s.Dialects[:]}.Audit(url)
					if r.Differ&audit.Acceptance != 0 || !r.Differ.Has(urlerr.Host) || len(url) > 60 {
						t.Errorf("%q: %s, want readers that accept it and differ in the host", url, r.Differ)
					}
				}
				again := Search{Dialects: s.Dialects, Seed: 1, Tries: tries}
				if !slices.Equal(again.URLs(), urls) {
					t.Error("another run finds other URLs")
				}
				swapped := Search{Dialects: [2]earl.Dialect{b, a}, Seed: 1, Tries: tries}
				if !slices.Equal(swapped.URLs(), urls) {
					t.Error("the dialects in the other order find other URLs")
				}
			})
		}
	}
}

// TestRank checks that the dangerous differences come first.
func TestRank(t *testing.T) {
	t.Parallel()
	s := Search{Dialects: [2]earl.Dialect{earl.MustParseDialect("urllib"), earl.MustParseDialect("whatwg")}}
	ordered := []string{
		`http://1.1.1.1\@127.0.0.1/`,
		`http://a.example\@[::1]/`,
		"http://127.0.0.1 ",
		`http://1.1.1.1\@a.example/`,
		`http://1.1.1.1\@"`,
		`http://a.example\@localhost/`,
		`http://localhost\@b"`,
		`http://a.example\@b.example/`,
		`http:127.0.0.1`,
		`http:1.1.1.1`,
		`http:localhost`,
		`http:a.example`,
		`http:a.example{`,
	}
	var before rank
	for i, url := range ordered {
		r := s.rank(url)
		swapped := Search{Dialects: [2]earl.Dialect{s.Dialects[1], s.Dialects[0]}}
		if again := swapped.rank(url); again != r {
			t.Errorf("rank(%q) = %+v, and %+v for the dialects in the other order", url, r, again)
		}
		if i > 0 && r > before {
			t.Errorf("rank(%q) = %+v, want at most the rank of %q, %+v", url, r, ordered[i-1], before)
		}
		before = r
	}
	for _, url := range []string{"http://a.example/", "http://0x7f.1/", "http://%61.example", `http://[`, "http://a b/"} {
		if r := s.rank(url); r != 0 {
			t.Errorf("rank(%q) = %+v, want the zero rank", url, r)
		}
	}
	if r := s.rank(ordered[0]); r != twoHosts+plain+private+address {
		t.Errorf("rank(%q) = %+v, want two plain hosts, one a private address", ordered[0], r)
	}
}

// TestRunOrder checks that the URLs that a search returns are in the order of their ranks.
func TestRunOrder(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"urllib", "whatwg"}, {"java.net.URI", "java.net.URL"}, {"urllib", "yarl"}} {
		s := Search{Dialects: [2]earl.Dialect{earl.MustParseDialect(pair[0]), earl.MustParseDialect(pair[1])}, Seed: 1, Tries: 500}
		urls := s.URLs()
		for i := 1; i < len(urls); i++ {
			if a, b := s.rank(urls[i-1]), s.rank(urls[i]); a < b {
				t.Errorf("%v: %q of rank %+v precedes %q of rank %+v", pair, urls[i-1], a, urls[i], b)
			}
		}
	}
}

// TestSearchFinds: the search finds, without the list, what publications have.
func TestSearchFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("20,000 tries for each pair: not with -short")
	}
	t.Parallel()
	for _, tt := range []struct{ a, b, shape string }{
		{"urllib", "whatwg", shapeOf(`http://127.0.0.1\@1.1.1.1/`)},
		{"net/url", "whatwg", shapeOf(`http:127.0.0.1`)},
		{"urllib@3.9.4", "urllib", shapeOf("http://\t127.0.0.1")},
		{"libcurl", "rfc1808", shapeOf("http://127.0.0.1?@1.1.1.1")},
	} {
		s := Search{Dialects: [2]earl.Dialect{earl.MustParseDialect(tt.a), earl.MustParseDialect(tt.b)}, Seed: 2, Tries: 20_000}
		var shapes []string
		for _, url := range s.search() {
			shapes = append(shapes, shapeOf(url.url))
		}
		if !slices.Contains(shapes, tt.shape) {
			t.Errorf("%s and %s: %q has no %q", tt.a, tt.b, shapes, tt.shape)
		}
	}
}

// TestShapes: URLs of one shape differ in names, addresses and sub-delims only.
func TestShapes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ url, shape string }{
		{`http://127.0.0.1\@1.1.1.1/`, `h://h\@h`},
		{`HTTPS://[::1]\@good.example`, `h://h\@h`},
		{"http://a\x0bb$c<d é", "h://h\th|h é"},
		{"", ""},
	} {
		if got := shapeOf(tt.url); got != tt.shape {
			t.Errorf("%q has the shape %q, want %q", tt.url, got, tt.shape)
		}
	}
}
