package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

func TestProxy(t *testing.T) {
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a request reached the server inside")
	}))
	defer inside.Close()
	for _, hosts := range [][]string{nil, {"api.example.com", ".example.org"}} {
		handler, err := newProxy(hosts, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		proxy := httptest.NewServer(handler)
		defer proxy.Close()
		address, err := url.Parse(proxy.URL)
		if err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{Proxy: http.ProxyURL(address)}
		defer transport.CloseIdleConnections()
		client := &http.Client{Transport: transport}
		rejected := []string{"http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://0x7f.1/", "http://[::ffff:7f00:1]/"}
		if hosts != nil {
			rejected = append(rejected, "http://evil.example/", "http://api.example.com.evil.example/")
		}
		for _, to := range rejected {
			response, err := client.Get(to)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != http.StatusForbidden {
				t.Errorf("with the hosts %q, %s: %s, want 403", hosts, to, response.Status)
			}
		}
		for _, to := range []string{"https://10.0.0.1/", "https://127.1:8443/"} {
			if response, err := client.Get(to); err == nil {
				t.Errorf("%s: %s, want an error", to, response.Status)
			}
		}
	}
	if _, err := newProxy([]string{"*.example.com"}, nil); err == nil {
		t.Error("a host that can never match is accepted, want an error")
	}
}
