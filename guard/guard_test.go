package guard

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"earl.example"
	"earl.example/audit"
)

// TestReuse checks that a connection to the address of an allowed name is not used for another name.
func TestReuse(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"evil.example": {"127.0.0.1"}})
	for range 2 {
		if text, err := read(t, c, s.at("http://good.example:PORT/")); text != "ok" {
			t.Fatal(err)
		}
	}
	if text, err := read(t, c, s.at("http://evil.example:PORT/secret")); err == nil {
		t.Error(text)
	}
	r, _ := http.NewRequest("GET", s.at("http://good.example:PORT/secret"), nil)
	r.Host = "evil.example"
	if _, err := c.Do(r); err == nil {
		t.Error("the Host header names another host")
	}
}

// newTLS starts a server with HTTP/2. Its certificate is valid for *.example.com.
func newTLS(t *testing.T, handler http.Handler) (port string, base *http.Transport) {
	s := httptest.NewUnstartedServer(handler)
	s.EnableHTTP2 = true
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s.URL[strings.LastIndexByte(s.URL, ':')+1:], &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
}

// TestHTTP2 checks that HTTP/2 is used, and that a connection is not shared by the names of a certificate.
func TestHTTP2(t *testing.T) {
	t.Parallel()
	port, base := newTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	c := &Client{
		Policy:   audit.Policy{InternalFor: map[string][]netip.Prefix{"good.example.com": {loopback}}},
		Base:     base,
		Resolver: newScript(map[string][]string{"good.example.com": {"127.0.0.1"}, "evil.example.com": {"127.0.0.1"}}).resolver(),
	}
	defer c.HTTP().CloseIdleConnections()
	if text, err := read(t, c, "https://good.example.com:"+port+"/"); text != "HTTP/2.0" {
		t.Fatal(text, err)
	}
	if text, err := read(t, c, "https://evil.example.com:"+port+"/"); err == nil {
		t.Error(text)
	}
}

// TestDowngrade checks redirects from https to http.
func TestDowngrade(t *testing.T) {
	t.Parallel()
	plain := newTarget(t)
	port, base := newTLS(t, plain)
	to := "https://good.example.com:" + port + "/to?" + url.QueryEscape(plain.at("http://good.example.com:PORT/"))
	c := func(allow bool) *Client {
		return &Client{
			Policy:         audit.Policy{InternalFor: map[string][]netip.Prefix{"good.example.com": {loopback}}},
			Base:           base,
			AllowDowngrade: allow,
			Resolver:       newScript(map[string][]string{"good.example.com": {"127.0.0.1"}}).resolver(),
		}
	}
	_, err := read(t, c(false), to)
	if e, _ := errors.AsType[*Error](err); !errors.Is(err, ErrDowngrade) || e.Hop != 1 {
		t.Error(err)
	}
	if text, err := read(t, c(true), to); text != "ok" {
		t.Error(err)
	}
}

// TestDowngradeBack checks a redirect to https and back to the http URL that was accepted first.
func TestDowngradeBack(t *testing.T) {
	t.Parallel()
	plain := newTarget(t)
	port, base := newTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, plain.at("http://good.example.com:PORT/"), http.StatusFound)
	}))
	plain.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "https://good.example.com:"+port+"/", http.StatusFound)
	})
	c := &Client{
		Policy:   audit.Policy{InternalFor: map[string][]netip.Prefix{"good.example.com": {loopback}}},
		Base:     base,
		Resolver: newScript(map[string][]string{"good.example.com": {"127.0.0.1"}}).resolver(),
	}
	defer c.HTTP().CloseIdleConnections()
	_, err := read(t, c, plain.at("http://good.example.com:PORT/"))
	if e, _ := errors.AsType[*Error](err); !errors.Is(err, ErrDowngrade) || e.Hop != 2 {
		t.Errorf("Get = %v, want ErrDowngrade at redirect 2", err)
	}
}

// TestCredentials checks which headers follow a redirect.
func TestCredentials(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"other.good.example": {"127.0.0.1"}})
	c.Policy.InternalFor["other.good.example"] = []netip.Prefix{loopback}
	for _, tt := range []struct {
		name, url string
		follow    bool
	}{
		{"the same origin", s.to("/a"), true},
		{"a name below", s.to("http://other.good.example:PORT/a"), false},
		{"there and back", s.to("http://other.good.example:PORT/to?" + url.QueryEscape(s.at("http://good.example:PORT/a"))), false},
	} {
		r, err := http.NewRequest("GET", tt.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		secrets := []string{"Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization"}
		for _, name := range secrets {
			r.Header.Set(name, "a=s3cret")
		}
		r.Header.Set("User-Agent", "test")
		response, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		got := s.last.Load()
		for _, name := range secrets {
			if (got.Header.Get(name) != "") != tt.follow {
				t.Errorf("%s: %s is %q", tt.name, name, got.Header.Get(name))
			}
		}
		if got.URL.Path != "/a" || got.UserAgent() != "test" || !tt.follow && got.Referer() != "" {
			t.Errorf("%s: %s, user agent %q, referer %q", tt.name, got.URL, got.UserAgent(), got.Referer())
		}
	}
}

// TestBodies checks that a redirect does not send the body of a request to another origin.
func TestBodies(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	var got atomic.Value
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/to" {
			status, to, _ := strings.Cut(r.URL.RawQuery, ",")
			code, _ := strconv.Atoi(status)
			http.Redirect(w, r, "http://"+to, code)
			return
		}
		text, _ := io.ReadAll(r.Body)
		got.Store(r.Method + " " + string(text))
	})
	for _, tt := range []struct {
		name   string
		status int
		to     string
		method string
		body   string
		want   string // "" if the redirect is an error
	}{
		{"the same origin", 307, "good.example:PORT/a", "POST", "s3cret", "POST s3cret"},
		{"the same origin, DELETE", 307, "good.example:PORT/a", "DELETE", "", "DELETE "},
		{"another origin", 307, "other.example:PORT/a", "POST", "s3cret", ""},
		{"another origin, for good", 308, "other.example:PORT/a", "POST", "s3cret", ""},
		{"another origin, no body", 307, "other.example:PORT/a", "POST", "", ""},
		{"another origin, DELETE", 307, "other.example:PORT/a", "DELETE", "", ""},
		{"another origin, DELETE for good", 308, "other.example:PORT/a", "DELETE", "", ""},
		{"another origin, a made-up method", 307, "other.example:PORT/a", "PURGE", "", ""},
		{"another origin, a GET with a body", 307, "other.example:PORT/a", "GET", "s3cret", ""},
		{"another origin, GET", 307, "other.example:PORT/a", "GET", "", "GET "},
		{"another origin, OPTIONS", 308, "other.example:PORT/a", "OPTIONS", "", "OPTIONS "},
		{"another origin, by GET", 302, "other.example:PORT/a", "POST", "s3cret", "GET "},
		{"another origin, DELETE by GET", 303, "other.example:PORT/a", "DELETE", "", "GET "},
	} {
		got.Store("")
		c := s.client(t, map[string][]string{"other.example": {"127.0.0.1"}})
		c.Policy.InternalFor["other.example"] = []netip.Prefix{loopback}
		from := fmt.Sprintf("http://good.example:PORT/to?%d,%s", tt.status, tt.to)
		r, err := http.NewRequest(tt.method, s.at(from), strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		response, err := c.Do(r)
		if e, _ := errors.AsType[*Error](err); got.Load() != tt.want || tt.want == "" && (e == nil || e.Hop != 1) {
			t.Errorf("%s: sent %q, %v, want %q", tt.name, got.Load(), err, tt.want)
		}
		if err == nil {
			response.Body.Close()
		}
	}
}

// TestRedirects checks the limit.
func TestRedirects(t *testing.T) {
	t.Parallel()
	n := 0
	s := newTarget(t)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	for _, tt := range []struct{ limit, requests int }{{0, 6}, {2, 3}, {20, 21}} {
		n = 0
		c := s.client(t, nil)
		c.MaxRedirects = tt.limit
		_, err := read(t, c, s.at("http://good.example:PORT/"))
		if e, _ := errors.AsType[*Error](err); !errors.Is(err, ErrRedirects) || n != tt.requests || e.Hop != n {
			t.Errorf("limit %d: %d requests, %v", tt.limit, n, err)
		}
	}
	n = 0
	c := s.client(t, nil)
	c.MaxRedirects = -1
	response, err := c.Get(t.Context(), s.at("http://good.example:PORT/"))
	if err != nil || response.StatusCode != http.StatusFound || response.Header.Get("Location") != "/again" || n != 1 {
		t.Fatalf("without redirects: %v, %v, %d requests, want the response 302", response, err, n)
	}
	response.Body.Close()
	if response, err := (&http.Client{Transport: c.RoundTripper()}).Get(s.at("http://good.example:PORT/")); err == nil || n != 2 {
		t.Errorf("a client that follows: %v, %d requests, want an error", response, n)
	}
}

// TestMaxBody checks bodies of the maximum length and of one byte more. TestHostileServers checks the other limits.
func TestMaxBody(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.RawQuery)
		switch r.URL.Path {
		case "/gzip":
			w.Header().Set("Content-Encoding", "GZIP")
			z := gzip.NewWriter(w)
			defer z.Close()
			z.Write(make([]byte, n))
			return
		case "/chunks":
			w.(http.Flusher).Flush()
		case "/length":
			w.Header().Set("Content-Length", r.URL.RawQuery)
		case "/long-gzip":
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Length", r.URL.RawQuery)
		}
		if r.Method != http.MethodHead {
			w.Write(make([]byte, n))
		}
	})
	for _, tt := range []struct {
		path string
		n    int
		err  error
	}{
		{"/chunks?0", 0, nil}, {"/chunks?1000", 1000, nil}, {"/chunks?1001", 1000, ErrTooLarge}, {"/gzip?1000", 1000, nil},
		{"/gzip?1001", 1000, ErrTooLarge}, {"/gzip?1000000", 1000, ErrTooLarge}, {"/gzip?0", 0, nil},
		{"/length?1000", 1000, nil}, {"/length?1001", 0, ErrTooLarge}, {"/long-gzip?66537", 0, ErrTooLarge},
	} {
		c := s.client(t, nil)
		c.MaxBody = 1000
		text, err := read(t, c, s.at("http://good.example:PORT"+tt.path))
		if e, _ := errors.AsType[*Error](err); len(text) != tt.n || !errors.Is(err, tt.err) || (e == nil) != (tt.err == nil) {
			t.Errorf("Get(%s) = %d bytes, %v, want %d bytes, %v", tt.path, len(text), err, tt.n, tt.err)
		}
	}
	c := s.client(t, nil)
	c.MaxBody = 1000
	r, err := http.NewRequest("HEAD", s.at("http://good.example:PORT/length?1001"), nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.Do(r)
	if err != nil {
		t.Fatalf("HEAD of a long body: %v, want a response", err)
	}
	response.Body.Close()
}

// TestReadBody checks what Read returns for buffers around the maximum length, and after an error.
func TestReadBody(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush() // no Content-Length
		w.Write(make([]byte, 100))
	})
	for _, tt := range []struct {
		name             string
		max              int64
		buffer, n, again int // the buffer of the first call, and the bytes that the calls return
		err              error
	}{
		{"a longer buffer", 10, 12, 10, 0, ErrTooLarge},
		{"room for one byte more", 10, 11, 10, 0, ErrTooLarge},
		{"just the maximum", 10, 10, 10, 0, ErrTooLarge},
		{"a shorter buffer", 10, 9, 9, 1, ErrTooLarge},
		{"all", 100, 101, 100, 0, io.EOF},
		{"no limit", math.MaxInt64, 100, 100, 0, io.EOF},
	} {
		c := s.client(t, nil)
		c.MaxBody = tt.max
		r, err := c.Get(t.Context(), s.at("http://good.example:PORT/"))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		n, err := io.ReadFull(r.Body, make([]byte, tt.buffer)[:tt.buffer:tt.buffer])
		if n != tt.n {
			t.Errorf("%s: Read = %d, %v, want %d bytes", tt.name, n, err, tt.n)
		}
		if n, err := io.ReadFull(r.Body, make([]byte, 5)); n != tt.again || !errors.Is(err, tt.err) {
			t.Errorf("%s: the next Read = %d, %v, want %d, %v", tt.name, n, err, tt.again, tt.err)
		}
		for range 2 {
			if n, err := r.Body.Read(make([]byte, 5)); n != 0 || !errors.Is(err, tt.err) {
				t.Errorf("%s: Read after an error = %d, %v, want 0, %v", tt.name, n, err, tt.err)
			}
		}
	}
}

// A counting is a context that counts the functions that wait for its end.
type counting struct {
	context.Context
	done    chan struct{}
	waiting atomic.Int32
}

func (c *counting) Done() <-chan struct{} { return c.done }

func (c *counting) AfterFunc(f func()) (stop func() bool) {
	c.waiting.Add(1)
	return func() bool { c.waiting.Add(-1); return true }
}

// TestContextIsReleased checks that a request leaves nothing in the context of the caller.
func TestContextIsReleased(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	get := func(ctx context.Context, c *Client, url string) (*http.Response, error) { return c.Get(ctx, url) }
	roundTrip := func(ctx context.Context, c *Client, url string) (*http.Response, error) {
		r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			return nil, err
		}
		return c.HTTP().Transport.RoundTrip(r)
	}
	for _, tt := range []struct {
		name, url string
		send      func(context.Context, *Client, string) (*http.Response, error)
	}{
		{"a response", "http://good.example:PORT/", get},
		{"a rejected redirect", s.to("http://127.0.0.1/"), get},
		{"no name", "http://none.example/", get},
		{"a response, without a deadline", "http://good.example:PORT/", roundTrip},
	} {
		ctx := &counting{Context: t.Context(), done: make(chan struct{})}
		c := s.client(t, nil)
		c.MaxPerHost = 1
		r, err := tt.send(ctx, c, s.at(tt.url))
		if err == nil {
			if ctx.waiting.Load() == 0 {
				t.Errorf("%s: no function waits for the end of the context, want one", tt.name)
			}
			r.Body.Close()
		}
		for range 100 { // net/http ends its own functions soon
			if ctx.waiting.Load() == 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if n := ctx.waiting.Load(); n != 0 {
			t.Errorf("%s: %d functions wait for the end of the context, want 0", tt.name, n)
		}
	}
}

// A closing is a body that reports whether it was closed.
type closing struct {
	io.Reader
	closed atomic.Bool
}

func (c *closing) Close() error { c.closed.Store(true); return nil }

// TestRejectedRequest checks that a rejected request closes its body, as http.RoundTripper requires, and names the URL.
func TestRejectedRequest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url string }{
		{"an internal host", "http://127.0.0.1/"}, {"a scheme", "ftp://example.com/"},
	} {
		body := &closing{Reader: strings.NewReader("x")}
		r, err := http.NewRequest("POST", tt.url, body)
		if err != nil {
			t.Fatal(err)
		}
		_, err = new(Client).HTTP().Transport.RoundTrip(r)
		if e, ok := errors.AsType[*Error](err); !ok || e.URL != tt.url || e.Hop != 0 || !body.closed.Load() {
			t.Errorf("%s: %v, body closed: %v, want an error with the URL %s, true", tt.name, err, body.closed.Load(), tt.url)
		}
	}
}

// TestUpgrade checks that the connection of a response with status 101 is closed.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	ended := make(chan error, 1)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			ended <- err
			return
		}
		defer c.Close()
		io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		_, err = c.Read(make([]byte, 1))
		ended <- err
	})
	r, err := http.NewRequest("GET", s.at("http://good.example:PORT/"), nil)
	if err != nil {
		t.Fatal(err)
	}
	// Get would also end the context of the request
	if _, err := s.client(t, nil).HTTP().Transport.RoundTrip(r); !errors.Is(err, errUpgrade) {
		t.Errorf("RoundTrip = %v, want %v", err, errUpgrade)
	}
	if err := <-ended; err != io.EOF {
		t.Errorf("the server reads %v, want the end of the connection", err)
	}
}

// TestResponseRequest checks that a response has the request of the caller, also if net/http sends a copy.
func TestResponseRequest(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"xn--bcher-kva.example": {"127.0.0.1"}})
	c.Policy = audit.Web()
	c.Policy.InternalFor = map[string][]netip.Prefix{"bücher.example": {loopback}}
	r, err := http.NewRequest("GET", s.at("http://bücher.example:PORT/"), nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.HTTP().Transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.Request.URL != r.URL {
		t.Errorf("the response has the request %v, want %v", response.Request.URL, r.URL)
	}
}

// TestProxy checks that a proxy dials only if it may.
func TestProxy(t *testing.T) {
	proxied := newTarget(t)
	t.Setenv("HTTP_PROXY", proxied.URL)
	t.Setenv("http_proxy", proxied.URL)
	s := newTarget(t)
	c := s.client(t, nil)
	if text, err := read(t, c, s.at("http://good.example:PORT/")); text != "ok" || proxied.last.Load() != nil {
		t.Error(text, err)
	}
	c = s.client(t, nil)
	c.Base = http.DefaultTransport.(*http.Transport)
	if _, err := read(t, c, s.at("http://good.example:PORT/")); err == nil || !strings.Contains(err.Error(), "ProxyMayDial") {
		t.Error(err)
	}
	address, _ := url.Parse(proxied.URL)
	c = s.client(t, nil)
	c.Base, c.ProxyMayDial = &http.Transport{Proxy: http.ProxyURL(address)}, true
	if _, err := read(t, c, "http://www.example/"); err == nil {
		t.Error("the address of the proxy is internal")
	}
	c = s.client(t, nil)
	c.Base, c.ProxyMayDial = &http.Transport{Proxy: http.ProxyURL(address)}, true
	c.Policy.Internal = []netip.Prefix{loopback}
	if text, err := read(t, c, "http://www.example/"); text != "ok" || proxied.last.Load() == nil {
		t.Error(text, err)
	}
}

// TestNetworks checks that no function of Base dials, and that only TCP is dialed.
func TestNetworks(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	used := func(context.Context, string, string) (net.Conn, error) { t.Error("used"); return nil, io.EOF }
	c := s.client(t, nil)
	c.Base = &http.Transport{DialContext: used, DialTLSContext: used}
	if text, err := read(t, c, s.at("http://good.example:PORT/")); text != "ok" {
		t.Error(err)
	}
	tr := c.transport()
	if tr.next.IdleConnTimeout == 0 || tr.next.MaxIdleConns == 0 {
		t.Error("connections stay open")
	}
	for _, network := range []string{"unix", "udp4", "ip4", ""} {
		if tr.checkAddr(t.Context(), "good.example", network, "127.0.0.1:80") == nil {
			t.Error(network)
		}
	}
	if err := tr.checkAddr(t.Context(), "good.example", "tcp4", "127.0.0.1:80"); err != nil {
		t.Error(err)
	}
}

// TestRequests checks requests that the caller built.
func TestRequests(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct {
		name string
		url  *url.URL
	}{
		{"no URL", nil},
		{"opaque", &url.URL{Scheme: "http", Host: "good.example:" + s.port, Opaque: "//evil.example/"}},
		{"no host", &url.URL{Scheme: "http", Path: "/"}},
		{"a file", &url.URL{Scheme: "file", Path: "/etc/passwd"}},
		{"a host with a slash", &url.URL{Scheme: "http", Host: "127.0.0.1/good.example", Path: "/"}},
		{"a host with userinfo", &url.URL{Scheme: "http", Host: "good.example@127.0.0.1:" + s.port, Path: "/"}},
		{"a path that is a URL", &url.URL{Scheme: "http", Host: "good.example:" + s.port, Path: "http://evil.example/"}},
		{"an escaped path that is a URL", &url.URL{Scheme: "http", Host: "good.example:" + s.port,
			Path: "http://evil.example/", RawPath: "http:%2F%2Fevil.example/"}},
		{"userinfo", &url.URL{Scheme: "http", Host: "good.example:" + s.port, User: url.UserPassword("u", "s3cret")}},
		{"wide digits", &url.URL{Scheme: "http", Host: "１２７.0.0.1:" + s.port, Path: "/secret"}},
		{"a soft hyphen", &url.URL{Scheme: "http", Host: "local\u00adhost:" + s.port, Path: "/secret"}},
	} {
		response, err := s.client(t, nil).Do(&http.Request{Method: "GET", URL: tt.url, Header: http.Header{}})
		if _, ok := errors.AsType[*Error](err); !ok || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v, %v, want an Error without the password", tt.name, response, err)
		}
	}
	if s.last.Load() != nil {
		t.Error("a request reached the server")
	}
}

// TestReusedRequests checks that nothing of an accepted request is left in its context and in its redirects.
func TestReusedRequests(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, nil)
	c.MaxRedirects = 1
	response, err := c.Get(t.Context(), s.to("/a"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	ctx := context.WithoutCancel(response.Request.Context())
	r := response.Request.WithContext(ctx)
	if r.URL, err = url.Parse(s.to("/a")); err != nil {
		t.Fatal(err)
	}
	if again, err := c.Do(r); err != nil {
		t.Error(err)
	} else {
		again.Body.Close()
	}
	for _, do := range []func(*http.Request) (*http.Response, error){c.Do, c.HTTP().Do} {
		r, _ := http.NewRequestWithContext(ctx, "GET", s.at("http://127.0.0.1:PORT/secret"), nil)
		if _, err := do(r); err == nil {
			t.Error("the context of a request that was accepted")
		}
	}
}

// TestUnicodeHost checks that a host is dialed by the name that UTS #46 maps it to.
func TestUnicodeHost(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, host := range []string{"bücher.example", "faß.example", "BÜCHER.example"} {
		c := s.client(t, map[string][]string{"xn--bcher-kva.example": {"127.0.0.1"}, "xn--fa-hia.example": {"127.0.0.1"}})
		c.Policy = audit.Web()
		c.Policy.InternalFor = map[string][]netip.Prefix{"bücher.example": {loopback}, "xn--fa-hia.example": {loopback}}
		text, err := read(t, c, s.at("http://"+host+":PORT/a b?c[d]=e"))
		if text != "ok" || !strings.HasPrefix(s.last.Load().Host, "xn--") {
			t.Errorf("%s: %v, want ok from a host in Punycode", host, err)
		}
	}
	c := s.client(t, nil)
	c.Policy = audit.Policy{AllowInternal: true, FailOn: audit.High + 1, MayDiffer: ^audit.Aspects(0)}
	if _, err := read(t, c, s.at("http://⒑a.example:PORT/")); err == nil || !strings.Contains(err.Error(), "ASCII form") {
		t.Errorf("Get of a host that UTS #46 rejects: error %v, want one about its ASCII form", err)
	}
}

// TestWebRedirects checks redirects with a policy that lets dialects differ in the path.
func TestWebRedirects(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct {
		location string
		ok       bool
	}{
		{"/a b?c[d]=e", true}, {`/a?b\c`, true}, {"//good.example:PORT/", true}, {`\@127.0.0.1:PORT/secret`, false},
		{`/\127.0.0.1:PORT/secret`, false}, {`/a\b`, false}, {"//127.0.0.1:PORT/secret", false}, {"/a%zz", true}, {"/a%0zz?%", true},
	} {
		c := s.client(t, nil)
		internal := c.Policy.InternalFor
		c.Policy = audit.Web()
		c.Policy.InternalFor = internal
		text, err := read(t, c, s.to(tt.location))
		if e, _ := errors.AsType[*Error](err); (text == "ok") != tt.ok || !tt.ok && (e == nil || e.Hop != 1) {
			t.Errorf("%s: %q, %v, want ok: %t", tt.location, text, err, tt.ok)
		}
	}
	if s.hits.Load() != 0 {
		t.Error("a request reached the secret")
	}
}

func TestInvalidPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []*Client{
		{Policy: audit.Policy{Hosts: []string{"*.example.com"}}}, {Timeout: -1}, {MaxBody: -1}, {MaxHeader: -1},
	} {
		if _, err := read(t, c, "http://good.example/"); err == nil || strings.Contains(err.Error(), "lookup") {
			t.Error(err)
		}
		if _, err := c.HTTP().Get("http://good.example/"); err == nil || strings.Contains(err.Error(), "lookup") {
			t.Error(err)
		}
	}
}

// TestDialects checks that the policy judges the reading of net/http, for every list of dialects.
func TestDialects(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, nil)
	c.Policy.Dialects = audit.Dialects()[2:3] // whatwg
	if _, err := read(t, c, s.at(`http://good.example:PORT\secret`)); err == nil {
		t.Error("a URL that net/url rejects")
	}
	if text, err := read(t, c, s.at("http://good.example:PORT/")); text != "ok" {
		t.Error(err)
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	var text bytes.Buffer
	c := s.client(t, nil)
	c.Policy.AllowUserinfo = true
	c.Log = slog.New(slog.NewTextHandler(&text, nil))
	read(t, c, s.at("http://u:s3cret@good.example:PORT/to?http://u:s3cret@127.0.0.1/"))
	for _, want := range []string{
		`msg="guard: accepted" hop=0 url=http://`, `msg="guard: dialing" host=good.example addr=127.0.0.1`,
		`msg="guard: rejected" hop=1 url=http://`, "not on the public Internet",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %s in %s", want, &text)
		}
	}
	if strings.Contains(text.String(), "s3cret") {
		t.Errorf("a password in %s", &text)
	}
}

// TestErrors checks the text of errors, and that other errors of a request are an Error too.
func TestErrors(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	_, err := read(t, s.client(t, nil), s.to("http://127.0.0.1/"))
	if want := "guard: \"http://127.0.0.1/\" (redirect 1): audit: rejected: dest-internal: "; !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	to := s.at("http://good.example:PORT/")
	_, err = s.client(t, nil).Get(ctx, to)
	if e, ok := errors.AsType[*Error](err); !ok || e.Hop != 0 || e.URL != to || e.Cause != context.Canceled {
		t.Errorf("Get with a canceled context: %#v, want context.Canceled for %s", e, to)
	}
	r, err := http.NewRequest("GET", to, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.RequestURI = "/" // net/http rejects it before it calls the transport
	_, err = s.client(t, nil).Do(r)
	if e, ok := errors.AsType[*Error](err); !ok || e.Hop != 0 || e.URL != to {
		t.Errorf("Do of a request of a server: %#v, want an error for %s", e, to)
	}
	c := s.client(t, nil)
	c.Policy.MayDiffer, c.Policy.FailOn = ^audit.Aspects(0), audit.High+1
	_, err = read(t, c, to+"\x7f")
	if e, ok := errors.AsType[*Error](err); !ok || e.Hop != 0 || e.URL != to+"\x7f" || !strings.Contains(e.Error(), string(errNetURL)) {
		t.Errorf("Get of a URL that net/url rejects: %#v, want %v", e, errNetURL)
	}
	_, err = read(t, s.client(t, nil), "http://unknown.example/")
	if e, _ := errors.AsType[*net.DNSError](err); e == nil || !e.IsNotFound {
		t.Error(err)
	}
}

// TestAsksNetURL checks that the policy has the net/url of the program in place of the newest model, and that it
// follows GODEBUG as net/http does.
func TestAsksNetURL(t *testing.T) {
	old := earl.MustParseDialect("net/url@1.24.0")
	for _, tt := range []struct {
		name           string
		dialects, want []earl.Dialect
	}{
		{"default", nil, append(slices.DeleteFunc(audit.Dialects(), func(d earl.Dialect) bool {
			return d == earl.NetURL()
		}), netURL)},
		{"none", []earl.Dialect{}, []earl.Dialect{netURL}},
		{"newest", []earl.Dialect{earl.NetURL(), earl.WHATWG()}, []earl.Dialect{netURL, earl.WHATWG()}},
		{"older", []earl.Dialect{old}, []earl.Dialect{old, netURL}},
	} {
		got := (&Client{Policy: audit.Policy{Dialects: tt.dialects}}).build().policy.Dialects
		for _, d := range tt.want {
			if !slices.Contains(got, d) || len(got) != len(tt.want) {
				t.Errorf("%s: dialects %v, want %v", tt.name, got, tt.want)
			}
		}
	}
	for _, tt := range []struct {
		godebug string
		accepts bool
	}{{"urlstrictcolons=0", true}, {"urlstrictcolons=1", false}} {
		t.Setenv("GODEBUG", tt.godebug)
		if got := netURL.CanParse("http://127.0.0.1:80:90/"); got != tt.accepts {
			t.Errorf("%s: CanParse = %v, want %v", tt.godebug, got, tt.accepts)
		}
	}
}

// TestSettings checks the settings of the transport: the defaults, and the ones that a client or its Base sets.
func TestSettings(t *testing.T) {
	t.Parallel()
	dial := func(string, string) (net.Conn, error) { return nil, net.ErrClosed }
	dialing := &http.Transport{
		Dial: dial, DialTLS: dial, //lint:ignore SA1019 guard must not keep them
		DialTLSContext: func(context.Context, string, string) (net.Conn, error) { return nil, net.ErrClosed },
	}
	for _, tt := range []struct {
		name   string
		client *Client
		want   string
	}{
		{"dialers of a base", &Client{Base: dialing},
			"timeout 30s, body 33554432, header 65536, idle 100 for 1m30s, handshake 10s, ping 10s 10s"},
		{"the zero Client", &Client{}, "timeout 30s, body 33554432, header 65536, idle 100 for 1m30s, handshake 10s, ping 10s 10s"},
		{"a short timeout", &Client{Timeout: time.Second, MaxBody: 5, MaxHeader: 6},
			"timeout 1s, body 5, header 6, idle 100 for 1m30s, handshake 1s, ping 1s 1s"},
		{"a base", &Client{Base: &http.Transport{MaxIdleConns: 1, IdleConnTimeout: 2, TLSHandshakeTimeout: 3,
			HTTP2: &http.HTTP2Config{SendPingTimeout: 4, PingTimeout: 5}, MaxResponseHeaderBytes: 6, DisableCompression: true}},
			"timeout 30s, body 33554432, header 65536, idle 1 for 2ns, handshake 3ns, ping 4ns 5ns"},
	} {
		x := tt.client.transport()
		n := x.next
		got := fmt.Sprintf("timeout %v, body %d, header %d, idle %d for %v, handshake %v, ping %v %v", x.timeout, x.maxBody,
			n.MaxResponseHeaderBytes, n.MaxIdleConns, n.IdleConnTimeout, n.TLSHandshakeTimeout, n.HTTP2.SendPingTimeout,
			n.HTTP2.PingTimeout)
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		//lint:ignore SA1019 these functions of Base must not remain
		if n.DialContext == nil || n.DialTLSContext != nil || n.Dial != nil || n.DialTLS != nil || n.Proxy != nil ||
			!n.ForceAttemptHTTP2 || x.invalid != nil {
			t.Errorf("%s: the transport is %+v, want only guard's DialContext", tt.name, n)
		}
	}
	for _, tt := range []struct {
		name  string
		proto map[string]func(string, *tls.Conn) http.RoundTripper
		want  bool
	}{
		{"HTTP/2 of Base", map[string]func(string, *tls.Conn) http.RoundTripper{"h2": nil}, false},
		{"no HTTP/2", map[string]func(string, *tls.Conn) http.RoundTripper{}, true},
	} {
		next := (&Client{Base: &http.Transport{TLSNextProto: tt.proto}}).transport().next
		if got := next.TLSNextProto != nil; got != tt.want {
			t.Errorf("%s: the transport has TLSNextProto: %v, want %v", tt.name, got, tt.want)
		}
	}
	for _, c := range []*Client{{Timeout: -1}, {MaxBody: -1}, {MaxHeader: -1}, {LookupTimeout: -1}, {MaxPerHost: -1}} {
		if x := c.transport(); x.invalid == nil || c.Validate() == nil {
			t.Errorf("%+v is valid, want an error", c)
		}
	}
}

// TestBackslashRedirects checks that a Location with a backslash before its query is rejected by every policy.
func TestBackslashRedirects(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct {
		name, location string
		want           bool
	}{
		{"at the start", `\a`, false},
		{"in the path", `/a\b`, false},
		{"before the query", `/a\b?c`, false},
		{"in the query", `/a?b\c`, true},
		{"in the fragment", `/a#b\c`, true},
		{"none", `/a`, true},
	} {
		c := s.client(t, nil)
		c.Policy.AllowInternal, c.Policy.FailOn, c.Policy.MayDiffer = true, audit.High+1, ^audit.Aspects(0)
		if _, err := read(t, c, s.to(tt.location)); (err == nil) != tt.want {
			t.Errorf("%s: the redirect to %s has the error %v, want none: %v", tt.name, tt.location, err, tt.want)
		}
	}
}

// TestBudget checks the number of bytes that a response may have on the wire.
func TestBudget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ body, header, want int64 }{
		{0, 0, 64 << 10}, {1000, 1, 2002 + 64<<10}, {32 << 20, 64 << 10, 64<<20 + 192<<10},
		{1 << 60, 0, 1<<61 + 64<<10}, {math.MaxInt64, 0, 1<<61 + 64<<10}, {math.MaxInt64, math.MaxInt64, 1<<62 + 64<<10},
	} {
		if got := budget(tt.body, tt.header); got != tt.want {
			t.Errorf("budget(%d, %d) = %d, want %d", tt.body, tt.header, got, tt.want)
		}
	}
}

// TestMeter checks what a connection may receive before its first request, during requests and between them.
func TestMeter(t *testing.T) {
	t.Parallel()
	client, server := net.Pipe()
	defer client.Close()
	go func() {
		buf := bytes.Repeat([]byte("x"), 1000)
		for {
			if _, err := server.Write(buf); err != nil {
				return
			}
		}
	}()
	c := &meteredConn{Conn: client, left: 10}
	buf := make([]byte, 3)
	wantErr := ErrTooLarge
	receive := func(name string, want int64) {
		t.Helper()
		var n int64
		for {
			got, err := c.Read(buf)
			n += int64(got)
			if err != nil {
				if err != wantErr || n != want {
					t.Errorf("%s: %d bytes, %v, want %d, %v", name, n, err, want, wantErr)
				}
				return
			}
		}
	}
	receive("before a request", 10)
	if got, late, shared := c.begin(20); got != 10 || late != 0 || shared {
		t.Errorf("begin = %d, %d, %v, want 10, 0, false", got, late, shared)
	}
	receive("a request", 20)
	if n, err := c.Read(buf[:1]); n != 0 || err != ErrTooLarge {
		t.Errorf("Read of one byte = %d, %v, want 0, %v", n, err, ErrTooLarge)
	}
	if n, err := c.Read(nil); n != 0 || err != nil {
		t.Errorf("Read(nil) = %d, %v, want 0, nil", n, err)
	}
	c.begin(20)
	if _, _, shared := c.begin(30); !shared {
		t.Error("begin of a third request: not shared")
	}
	wantErr = ErrConnection // none of the requests alone is the cause
	receive("two more requests", 50)
	c.begin(1)
	for range 3 {
		if _, shared := c.end(0); !shared {
			t.Error("end of a request before the last: not shared")
		}
	}
	if got, shared := c.end(0); got != 80 || shared {
		t.Errorf("end = %d, %v, want 80, false", got, shared)
	}
	c.begin(5)
	wantErr = ErrTooLarge
	receive("after all, without the rest of the budgets", 5)
	c.end(0)

	c.begin(100)
	c.end(30)
	_, late, _ := c.begin(5)
	wantErr = ErrConnection // it can be the canceled stream
	receive("the rest of a canceled stream", 35)
	c.answered(late)
	wantErr = ErrTooLarge
	receive("after a response", 0)
	c.end(0)
	c.begin(100)
	c.end(30)
	_, late, _ = c.begin(5)
	c.answered(late)
	c.end(0)
	c.begin(5)
	receive("after a response to a later request, without the rest of the canceled stream", 5)
	c.end(0)
	m := &meter{budget: 7}
	m.gotConn(httptrace.GotConnInfo{Conn: c})
	receive("a meter", 7)
	if got := m.close(true); got != 7 {
		t.Errorf("close = %d, want 7", got)
	}
	again := &meter{budget: 7} // net/http repeats the request
	again.gotConn(httptrace.GotConnInfo{Conn: c})
	if n, err := c.Read(buf); n != 3 || err != nil {
		t.Errorf("Read = %d, %v, want 3, nil", n, err)
	}
	again.gotConn(httptrace.GotConnInfo{Conn: c})
	receive("the rest of a budget", 4)
	again.close(true)
	m.gotConn(httptrace.GotConnInfo{Conn: c}) // after close
	if c.requests != 0 {
		t.Errorf("after close, the connection has %d requests, want 0", c.requests)
	}
	new(meter).gotConn(httptrace.GotConnInfo{Conn: client}) // a connection without a limit
	own, other := &meter{budget: 7}, &meter{budget: 7}
	own.gotConn(httptrace.GotConnInfo{Conn: c})
	other.gotConn(httptrace.GotConnInfo{Conn: c})
	wantErr = ErrConnection
	receive("two meters", 14)
	own.gotConn(httptrace.GotConnInfo{Conn: c}) // the bytes can be those of the other request
	if own.spent != 0 {
		t.Errorf("a request on a shared connection has spent %d bytes of its budget, want 0", own.spent)
	}
	own.close(true)
	other.close(true)
	if got := m.close(true); got != 7 || c.requests != 0 {
		t.Errorf("close = %d, with %d requests, want 7, 0", got, c.requests)
	}
}

// TestNewConnection checks what a new connection may receive before its first request.
func TestNewConnection(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		if c, err := listener.Accept(); err == nil {
			defer c.Close()
			_, _ = c.Write(make([]byte, 1<<20))
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	conn, err := newTarget(t).client(t, nil).transport().dial(t.Context(), "tcp", "good.example:"+port)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if n, err := io.Copy(io.Discard, conn); n != 320<<10 || err != ErrTooLarge {
		t.Errorf("the connection received %d bytes, %v, want %d, %v", n, err, 320<<10, ErrTooLarge)
	}
}

// TestTransportWithoutURL checks a request without a URL, which net/http rejects before the transport.
func TestTransportWithoutURL(t *testing.T) {
	t.Parallel()
	_, err := new(Client).HTTP().Transport.RoundTrip(&http.Request{})
	if e, ok := errors.AsType[*Error](err); !ok || !strings.Contains(e.Error(), "has no URL") {
		t.Errorf("RoundTrip = %v, want an error about the URL", err)
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"http", "http://H.Example/a", "http://h.example:80"},
		{"https", "https://h/", "https://h:443"},
		{"a port", "https://h:80/", "https://h:80"},
	} {
		u, err := url.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		if got := origin(u); got != tt.want {
			t.Errorf("%s: origin(%q) = %q, want %q", tt.name, tt.url, got, tt.want)
		}
	}
}

func TestIsNoQuery(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]bool{0: true, 0x1F: true, ' ': false, '#': true, '"': false, 0x7E: false, 0x7F: true, 0x80: false} {
		if got := isNoQuery(r); got != want {
			t.Errorf("isNoQuery(%U) = %t, want %t", r, got, want)
		}
	}
}

// TestErrorFields checks the fields of an Error in JSON and in a log.
func TestErrorFields(t *testing.T) {
	t.Parallel()
	cause := errors.New("a cause")
	for _, tt := range []struct {
		name, want string
		err        Error
	}{
		{"with an address", `{"addr":"127.0.0.1","cause":"a cause","hop":2,"url":"http://h/?access_token=***"}`,
			Error{Hop: 2, URL: "http://h/?access_token=s3cret", Addr: loopback.Addr(), Cause: cause}},
		{"without an address", `{"cause":"a cause","hop":0,"url":"http://h/"}`, Error{URL: "http://h/", Cause: cause}},
	} {
		got, err := json.Marshal(tt.err)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.want)
		}
		var text bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Info("x", "e", tt.err)
		if has := strings.Contains(text.String(), "e.addr=127.0.0.1"); has != tt.err.Addr.IsValid() {
			t.Errorf("%s: the log has %s, want an address: %v", tt.name, &text, tt.err.Addr.IsValid())
		}
	}
	s := newTarget(t)
	var text bytes.Buffer
	c := s.client(t, map[string][]string{"evil.example": {"127.0.0.1"}})
	c.Log = slog.New(slog.NewTextHandler(&text, nil))
	if _, err := read(t, c, s.at("http://evil.example:PORT/")); err == nil {
		t.Error("an internal address is accepted, want an error")
	}
	_, _ = read(t, c, "http://10.0.0.1/")
	for line := range strings.Lines(text.String()) {
		if has := strings.Contains(line, " addr=127.0.0.1"); strings.Contains(line, "guard: rejected") && has != strings.Contains(line, "evil") {
			t.Errorf("the log has %s, want the address if one was dialed", line)
		}
	}
}
