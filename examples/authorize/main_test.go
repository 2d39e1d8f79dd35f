package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// naive is a frequent check with net/url: the parts must be equal, the path may go on, and a loopback host is free to
// choose its port.
func naive(text, registered string) bool {
	u, err := url.Parse(text)
	r, err2 := url.Parse(registered)
	return err == nil && err2 == nil && u.Scheme == r.Scheme && u.Hostname() == r.Hostname() &&
		(u.Port() == r.Port() || r.Hostname() == "127.0.0.1") && strings.HasPrefix(u.Path, r.Path)
}

func TestAuthorize(t *testing.T) {
	t.Parallel()
	get := func(client, uri string) *httptest.ResponseRecorder {
		q := url.Values{"client_id": {client}, "redirect_uri": {uri}, "state": {"x&y"}}
		w := httptest.NewRecorder()
		authorize(w, httptest.NewRequest("GET", "/authorize?"+q.Encode(), nil))
		return w
	}
	for _, tt := range []struct{ client, uri string }{
		{"web", "https://app.example/callback?tenant=a;b"}, {"native", "http://127.0.0.1:49152/callback"},
	} {
		w := get(tt.client, tt.uri)
		location := w.Header().Get("Location")
		if w.Code != http.StatusSeeOther || !strings.HasPrefix(location, tt.uri) || !strings.HasSuffix(location, "&state=x%26y") {
			t.Errorf("%s: %d, %s, want the URI and the state", tt.uri, w.Code, location)
		}
	}
	for _, tt := range []struct{ client, uri string }{
		{"web", "https://app.example/callback/../evil"}, {"web", "https://app.example/callback%2f..%2f..%2fevil"},
		{"web", "https://evil@app.example/callback"}, {"web", "https://app.example/callback.evil"},
		{"web", "https://app.example/callback?tenant=evil"}, {"native", "http://127.0.0.1:99999/callback"},
		{"native", "http://127.0.0.1:0/callback/../evil"},
	} {
		if w := get(tt.client, tt.uri); w.Code != http.StatusBadRequest || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d, want 400", tt.uri, w.Code)
		}
		if !naive(tt.uri, clients[tt.client][0]) {
			t.Errorf("%s: the naive check rejects it, want a row that shows its mistake", tt.uri)
		}
	}
	if w := get("unknown", "https://app.example/callback?tenant=a;b"); w.Code != http.StatusBadRequest {
		t.Errorf("an unknown client: %d, want 400", w.Code)
	}

	// net/url drops the pair of the registered URI.
	u, err := url.Parse(clients["web"][0])
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("code", "c")
	if u.RawQuery = q.Encode(); u.RawQuery != "code=c" {
		t.Errorf("net/url sends %s, want no tenant", u.RawQuery)
	}
}
