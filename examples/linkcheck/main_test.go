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
		"/":            `<base href="/docs/"><a href="a.html#top">a</a> <a href='../b'>b</a> <a href="mailto:x@h">mail</a> <img src=gone.png>`,
		"/docs/":       `<a href="a.html">`,
		"/b":           `<a href="//` + "HOST" + `/none?a&amp;b">`,
		"/docs/a.html": `<a href="">itself</a> <a href="./../b">b</a> <style>p{background:url(bg.png)}</style>`,
	}
	server := httptest.NewServer(nil)
	defer server.Close()
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
		server.URL + "/docs/bg.png 404 Not Found",
		server.URL + "/docs/gone.png 404 Not Found",
		server.URL + "/none?a&b 404 Not Found",
	}
	if err != nil || broken != 3 || !slices.Equal(lines, want) {
		t.Errorf("%d broken links, %v:\n%s", broken, err, strings.Join(lines, "\n"))
	}
}
