package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"earl.example/audit"
	"earl.example/guard"
)

// TestRejected checks URLs that the check with net/url accepts.
func TestRejected(t *testing.T) {
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
		if err := get(new(guard.Client), url, io.Discard); !rejected(err, 0) {
			t.Errorf("%s: %v, want a refusal of the first URL", url, err)
		}
	}
	if reached {
		t.Error("the server was reached")
	}
	// A server that is allowed may still not redirect elsewhere.
	local := &guard.Client{Policy: audit.Policy{Internal: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}}
	if err := get(local, server.URL+"/", io.Discard); !rejected(err, 1) || !reached {
		t.Errorf("the redirect: %v; the server was reached: %v", err, reached)
	}
}

// rejected reports whether a policy rejects the URL of the hop.
func rejected(err error, hop int) bool {
	e, ok := errors.AsType[*guard.Error](err)
	_, policy := errors.AsType[*audit.PolicyError](err)
	return ok && policy && e.Hop == hop
}
