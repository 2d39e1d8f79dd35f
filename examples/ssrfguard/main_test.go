package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"earl.example/audit"
)

// TestRefused: what the guard of net/url passes is refused, before anything is
// dialled or when it is.
func TestRefused(t *testing.T) {
	reached := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached = true
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
	}))
	defer server.Close()
	for _, url := range []string{
		"http://127.0.0.1/", "http://0x7f.1/", "http://127.1/", "http://2130706433/", "http://[::ffff:7f00:1]/",
		"http://[::1]/", "http://10.0.0.1/",
		"http://localhost/", "http://metadata.google.internal/", `http://good.example\@10.0.0.1/`,
		"http://good.example%2f@10.0.0.1/",
		"file:///etc/passwd", "gopher://127.0.0.1:25/_HELO", "http://u:p@good.example/", "http://h:25/",
		"http:/good.example/", server.URL,
	} {
		var refused *audit.PolicyError
		if err := get(guarded(audit.Policy{}), url, io.Discard); !errors.As(err, &refused) {
			t.Errorf("%s: %v", url, err)
		}
	}
	if reached {
		t.Error("the server was reached")
	}
	// Whoever is allowed may still not redirect elsewhere.
	local := audit.Policy{Internal: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, FailOn: audit.High}
	var refused *audit.PolicyError
	if err := get(guarded(local), server.URL, io.Discard); !errors.As(err, &refused) || !reached {
		t.Errorf("the redirect: %v; the server was reached: %v", err, reached)
	}
}
