package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"testing"

	"earl.example/audit"
	"earl.example/guard"
)

// naive is the check that the comment of the program describes.
func naive(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsPrivate() && !ip.IsLoopback()
}

func TestRejected(t *testing.T) {
	t.Parallel()
	client := &guard.Client{Policy: audit.Webhook()}
	for _, tt := range []struct {
		url   string
		naive bool // the naive check accepts it
	}{
		{"https://127.0.0.1/", false}, {"https://10.0.0.1/", false}, {"https://[::1]/", false}, {"http://good.example/", false},
		{"https://0x7f.1/", true}, {"https://127.1/", true}, {"https://2130706433/", true}, {"https://[::ffff:7f00:1]/", false},
		{"https://[64:ff9b::a00:1]/", true}, {"https://169.254.169.254/latest/meta-data/", true}, {"https://localhost/", true},
		{"https://metadata.google.internal/", true}, {"https://0/", true}, {"https://good.example%2f@10.0.0.1/", false},
		{"https://u:p@good.example/", true}, {"https://good.example:25/", true}, {"https:/good.example/", true},
		{"https://１２７.0.0.1/", true}, {`https://good.example\@10.0.0.1/`, false}, {"file:///etc/passwd", false},
	} {
		if err := send(context.Background(), client, tt.url, "{}"); !rejected(err, 0) {
			t.Errorf("%s: %v, want a rejection of the first URL", tt.url, err)
		}
		if got := naive(tt.url); got != tt.naive {
			t.Errorf("%s: the naive check returns %v", tt.url, got)
		}
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/redirect" {
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusTemporaryRedirect)
			return
		}
		body, _ := io.ReadAll(r.Body)
		got = r.Method + " " + r.RequestURI + " " + string(body) + " " + r.Header.Get("Content-Type")
	}))
	defer server.Close()
	policy := audit.Webhook()
	policy.Schemes = []string{"http"}
	policy.Internal = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	port, err := strconv.ParseUint(server.URL[len("http://127.0.0.1:"):], 10, 16)
	if err != nil {
		t.Fatal(err)
	}
	policy.Ports = []uint16{uint16(port)}
	client := &guard.Client{Policy: policy}
	if err := send(context.Background(), client, server.URL+"/a?c", "{}"); err != nil {
		t.Fatal(err)
	}
	if want := "POST /a?c {} application/json"; got != want {
		t.Errorf("the receiver got %q, want %q", got, want)
	}
	// A receiver that is accepted may still not redirect elsewhere.
	if err := send(context.Background(), client, server.URL+"/redirect", "{}"); !rejected(err, 1) {
		t.Errorf("the redirect: %v, want a rejection", err)
	}
}

// rejected reports whether a policy rejects the URL of the hop.
func rejected(err error, hop int) bool {
	e, ok := errors.AsType[*guard.Error](err)
	_, policy := errors.AsType[*audit.PolicyError](err)
	return ok && policy && e.Hop == hop
}
