package audit

import (
	neturl "net/url"
	"os"
	"testing"

	"earl.example/internal/testing/urltest"
)

// TestCorpus: on URLs that people use, dialects that take a URL agree on its
// scheme, host and port. It counts the findings; -v shows them.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("the whole corpus")
	}
	t.Parallel()
	urls := urltest.Corpus(t)
	counts := map[string]int{}
	split := 0
	for _, url := range urls {
		r := Audit(url)
		if r.Differ&(inScheme|inHost|inPort|inUserinfo) != 0 {
			t.Errorf("%q: dialects differ in %s", url, r.Differ)
		}
		if r.Differ&Acceptance != 0 {
			split++
		}
		checkFindings(t, &r)
		for _, f := range r.Findings {
			if counts[f.ID]++; f.Severity > Low && os.Getenv("EARL_SHOW") != "" {
				t.Logf("%s\t%s\t%q", f.Severity, f.ID, url)
			}
		}
	}
	t.Logf("%d URLs, of which some dialects refuse %d", len(urls), split)
	for _, kind := range Kinds() {
		if n := counts[kind.ID]; n > 0 {
			t.Logf("%6d %s (%s)", n, kind.ID, kind.Severity)
		}
	}
}

func BenchmarkAudit(b *testing.B) {
	var r Report
	urltest.Race(b, urltest.Corpus(b),
		urltest.Op{Name: "net/url.Parse", Do: func(url string) { neturl.Parse(url) }},
		urltest.Op{Name: "audit", Do: func(url string) { Options{}.AuditInto(&r, url) }})
}

// BenchmarkAuditTricky is of the URLs of the matrix: what an audit costs that
// finds something.
func BenchmarkAuditTricky(b *testing.B) {
	var urls []string
	for len(urls) < 2000 {
		for _, row := range matrix {
			urls = append(urls, row.url)
		}
	}
	var r Report
	urltest.Race(b, urls, urltest.Op{Name: "audit", Do: func(url string) { Options{}.AuditInto(&r, url) }})
}
