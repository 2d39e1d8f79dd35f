package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// spellings are links to one page, /docs/a|b?q=1%, as browsers read them.
var spellings = []string{
	"a|b?q=1%", "a|b?q=1%#top", "/docs/./a|b?q=1%", `\docs\a|b?q=1%`, "x/%2e%2E/a|b?q=1%", " a|b?q=1%\n", "a|\tb?q=1%",
	"a|b?q=1%&utm_source=x", "http:a|b?q=1%", "//HOST/docs/a|b?q=1%",
}

func TestCrawl(t *testing.T) {
	t.Parallel()
	var host string
	visits := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		visits[r.RequestURI]++
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			_, _ = w.Write([]byte(`<base href="/docs/"><a href="` + strings.ReplaceAll(strings.Join(spellings, `"><a href="`), "HOST", host) +
				`"><a href="/\evil.example/x"><a href="mailto:x@h"><iframe srcdoc="&lt;img src=gone.png&gt;">`))
		case "/docs/gone.png":
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	host = server.Listener.Addr().String()
	var out strings.Builder
	if err := crawl(server.Client(), server.URL, &out); err != nil {
		t.Fatal(err)
	}
	want := server.URL + "/ 200 OK\n" + server.URL + "/docs/a|b?q=1% 200 OK\n" + server.URL + "/docs/gone.png 404 Not Found\n"
	if out.String() != want {
		t.Errorf("crawl printed\n%s, want\n%s", &out, want)
	}
	if len(visits) != 3 || visits["/docs/a%7Cb?q=1%"] != 1 {
		t.Errorf("the server got %v, want three requests", visits)
	}

	// With net/url, the one page is several pages, and links are lost.
	base, err := url.Parse(server.URL + "/docs/")
	if err != nil {
		t.Fatal(err)
	}
	pages, lost := map[string]bool{}, 0
	for _, link := range spellings {
		target, err := base.Parse(strings.ReplaceAll(link, "HOST", host))
		if err != nil {
			lost++
			continue
		}
		target.Fragment = ""
		pages[target.String()] = true
	}
	if len(pages) != 4 || lost != 2 {
		t.Errorf("net/url finds the pages %v, and loses %d links", pages, lost)
	}
	if target, err := base.Parse(`/\evil.example/x`); err != nil || target.Host != host {
		t.Errorf("net/url reads %v, %v, want a page of the site, where browsers open evil.example", target, err)
	}
}
