package main

import (
	"net/http/httptest"
	"net/url"
	"testing"

	"earl.example/whatwg"
)

// naive is a frequent check with net/url: a reference without a scheme and a host stays on the site.
func naive(next string) bool {
	u, err := url.Parse(next)
	return err == nil && u.Scheme == "" && u.Host == ""
}

func TestLogin(t *testing.T) {
	t.Parallel()
	get := func(next string) string {
		w := httptest.NewRecorder()
		login(w, httptest.NewRequest("GET", "/account/login?next="+url.QueryEscape(next), nil))
		return w.Header().Get("Location")
	}
	for next, want := range map[string]string{
		"": "/", "/home?x=1#top": "/home?x=1#top", "../a b": "/a%20b", "https://app.example/c": "/c", "/a//b": "/a//b",
		"//evil.example": "/", "javascript:alert(1)": "/", "/\t/evil.example": "/", "https://app.example@evil.example/": "/",
	} {
		if got := get(next); got != want {
			t.Errorf("next=%s leads to %s, want %s", next, got, want)
		}
	}
	// These leave the site after the naive check: in a browser, or if the path that a browser finds is sent.
	page := whatwg.MustParse(here)
	for _, next := range []string{`\\evil.example`, `/\evil.example`, `\/evil.example`, "/.//evil.example", `/a/..//evil.example`} {
		if got := get(next); got != "/" {
			t.Errorf("next=%s leads to %s, want /", next, got)
		}
		if !naive(next) {
			t.Errorf("next=%s: the naive check rejects it", next)
		}
		target, err := page.Resolve(next)
		if err == nil && target.Hostname() == page.Hostname() {
			target, err = page.Resolve(target.Pathname()) // as a program that sends the path that it found
		}
		if err != nil || target.Hostname() != "evil.example" {
			t.Errorf("next=%s: a browser opens %v, %v, want evil.example", next, target, err)
		}
	}
}
