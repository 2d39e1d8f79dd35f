package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"earl.example/whatwg"
)

// send sends a request with exactly this target, and returns the target that the server behind the proxy gets.
func send(t *testing.T, proxy *httptest.Server, target string) string {
	t.Helper()
	conn, err := net.Dial("tcp", proxy.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", target)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.Header.Get("Got")
}

func TestProxy(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Got", r.RequestURI) }))
	defer server.Close()
	proxy := httptest.NewServer(proxyTo(whatwg.MustParse(server.URL)))
	defer proxy.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	naive := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(address) }})
	defer naive.Close()
	for _, tt := range []struct{ target, naive string }{
		{"/", ""}, {"/a%2Fb/../c", ""}, {"/a?", ""}, {"/a?b=c&d=%7e", ""},
		{"/[a]|b^c", "/%5Ba%5D%7Cb%5Ec"}, {"/é", "/%C3%A9"},
		{"/?a;b&c=1", "/?c=1"}, {"/?q=%zz&c=1", "/?c=1"}, {"/?b=%zz&a=1%2C2", "/?a=1%2C2"},
	} {
		if got := send(t, proxy, tt.target); got != tt.target {
			t.Errorf("the server gets %s, want %s", got, tt.target)
		}
		want := tt.target
		if tt.naive != "" {
			want = tt.naive
		}
		if got := send(t, naive, tt.target); got != want {
			t.Errorf("the server gets %s by net/url from %s, want %s", got, tt.target, want)
		}
	}
	if got, want := send(t, proxy, "//evil.example/a"), server.URL+"//evil.example/a"; got != want {
		t.Errorf("the server gets %s, want %s", got, want)
	}
	if got := send(t, proxy, "http://h/a?b"); got != "/a?b" {
		t.Errorf("the server gets %s from an absolute target, want /a?b", got)
	}
}
