package main

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	pages := map[string]string{
		"/": `<base href="/docs/"><a href="a.html#top">a</a> <a href='../b'>b</a> ` +
			`<a href="mailto:x@h">mail</a> <a href="/away">x</a> <img src=gone.png>`,
		"/b": `<a href="//` + "HOST" + `/none?a&amp;b">`,
		"/docs/a.html": `<a href="">itself</a> <a href="./../b">b</a> ` +
			`<a href="http://[">none</a> <style>p{background:url(bg.png)}</style>`,
	}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<a href="of-another-site">`))
	}))
	defer other.Close()
	server := httptest.NewServer(nil)
	defer server.Close()
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, other.URL, http.StatusFound)
			return
		}
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.ReplaceAll(page, "HOST", server.Listener.Addr().String())))
	})
	var out strings.Builder
	broken, err := check(server.Client(), server.URL+"/", &out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(lines)
	want := []string{
		server.URL +
			"/docs/a.html: urllib: unbalanced bracket in host at byte 7 of \"http://[\": close the IPv6 address with \"]\" " +
			"(urlsplit, square brackets in netloc match) [ValueError]",
		server.URL + "/docs/bg.png 404 Not Found",
		server.URL + "/docs/gone.png 404 Not Found",
		server.URL + "/none?a&b 404 Not Found",
	}
	if err != nil || broken != 4 || !slices.Equal(lines, want) {
		t.Errorf("%d broken links, %v:\n%s", broken, err, strings.Join(lines, "\n"))
	}
}
