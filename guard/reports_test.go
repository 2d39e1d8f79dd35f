package guard

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"earl.example/audit"
)

// TestReportedHeaders sends the headers of public reports to a server that redirects to another origin:
// oryx-labs/oryxos#258, apify/crawlee#4134, adobe/fetch#447, erlang/otp#11212 and nahi/httpclient#401.
func TestReportedHeaders(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"other.example": {"127.0.0.1"}})
	c.Policy.InternalFor["other.example"] = []netip.Prefix{loopback}
	names := []string{"Authorization", "Private-Token", "Job-Token", "X-Auth-Token", "Api-Key", "X-Api-Key", "Cookie2",
		"X-Amz-Security-Token", "X-Goog-Api-Key", "X-Csrf-Token", "Traceparent", "Baggage", "X-Forwarded-For", "Referer", "Origin"}
	for name, client := range map[string]*http.Client{"HTTP": c.HTTP(), "RoundTripper": {Transport: c.RoundTripper()}} {
		r, err := http.NewRequest("GET", s.to("http://other.example:PORT/a"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, header := range names {
			r.Header.Set(header, "s3cret")
		}
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		for _, header := range names {
			if got := s.last.Load().Header.Get(header); got != "" {
				t.Errorf("%s: %s is %q at another origin, want none", name, header, got)
			}
		}
	}
}

// TestReportedRedirects follows redirects inside: AmoyLab/Unla#305, Cap-go/capgo.app#2200 and tael-protocol/tael#162.
func TestReportedRedirects(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, to := range []string{"http://169.254.169.254/latest/", "http://127.0.0.1:PORT/secret", "http://[::ffff:100.64.0.1]/",
		"http://[::1]:PORT/secret", s.to("http://127.0.0.1:PORT/secret"), "http://two.example:PORT/secret"} {
		c := s.client(t, map[string][]string{"two.example": {"8.8.8.8 ::1"}}) // spupuz/VibeNVR#297: a public and an internal address
		c.Timeout = 2e9
		if text, err := read(t, c, s.to(to)); err == nil {
			t.Errorf("a redirect to %s: %q, want an error", to, text)
		}
	}
	if s.hits.Load() != 0 {
		t.Errorf("%d requests reached the secret, want none", s.hits.Load())
	}
}

// TestUnreadRequests sends bodies that the server does not read (golang/go#28204), and cancels many streams
// (icing/mod_h2#232). Other requests on the connection must not wait or fail.
func TestUnreadRequests(t *testing.T) {
	t.Parallel()
	port, base := newTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/events":
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		default:
			io.WriteString(w, "ok")
		}
	}))
	c := &Client{
		Policy:   audit.Policy{InternalFor: map[string][]netip.Prefix{"good.example.com": {loopback}}},
		Base:     base,
		Resolver: newScript(map[string][]string{"good.example.com": {"127.0.0.1"}}).resolver(),
		MaxBody:  64 << 10,
	}
	defer c.HTTP().CloseIdleConnections()
	to := "https://good.example.com:" + port
	for i := range 50 {
		response, err := c.Post(t.Context(), to+"/ignored", "text/plain", io.LimitReader(zeros{}, 1<<20))
		if err == nil {
			response.Body.Close()
		}
		events, err := c.Get(t.Context(), to+"/events")
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		events.Body.Close()
		if text, err := read(t, c, to+"/small"); text != "ok" {
			t.Fatalf("%d: %q, %v, want ok", i, text, err)
		}
	}
}

// TestReportedProxies sends targets of public reports about egress proxies: alpha-omega-security/scrutineer#668,
// cocoonstack/sandbox#27, devstroop/xproxy#28 and constructorfabric/gears-rust#2788.
func TestReportedProxies(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"allowed.example": {"127.0.0.1"}, "registry.example": {"127.0.0.1"}})
	c.Policy.Hosts = []string{"allowed.example", "registry.example"}
	c.Policy.InternalFor = map[string][]netip.Prefix{s.at("registry.example:PORT"): {loopback}}
	p := newProxy(t, c)
	for _, tt := range []struct {
		report, method, target string
		want                   int
	}{
		{"scrutineer#668: an allowed name with an address inside", "CONNECT", "allowed.example:PORT", 403},
		{"scrutineer#668: the same, with a whole URL", "GET", "http://allowed.example:PORT/secret", 403},
		{"sandbox#27: an internal target that the operator allows", "CONNECT", "registry.example:PORT", 200},
		{"sandbox#27: the same, with a whole URL", "GET", "http://registry.example:PORT/", 200},
		{"sandbox#27: another port of it", "CONNECT", "registry.example:443", 403},
		{"xproxy#28", "CONNECT", "10.0.0.1:443", 403},
		{"gears-rust#2788", "CONNECT", "169.254.169.254:80", 403},
		{"a name that is not allowed", "CONNECT", "evil.example:443", 403},
	} {
		if _, _, response := ask(t, p, tt.method, s.at(tt.target)); response.StatusCode != tt.want {
			t.Errorf("%s: status %s, want %d", tt.report, response.Status, tt.want)
		}
	}
	if s.hits.Load() != 0 {
		t.Errorf("%d requests reached the secret, want none", s.hits.Load())
	}
}

// TestProxyInside uses a proxy with an internal address (artifact-keeper/artifact-keeper#2581): the name of the proxy
// can be allowed, and URLs inside are still rejected.
func TestProxyInside(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"proxy.corp": {"127.0.0.1"}})
	c.Policy.InternalFor = map[string][]netip.Prefix{s.at("proxy.corp:PORT"): {loopback}}
	c.Base = &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: s.at("proxy.corp:PORT")})}
	c.ProxyMayDial = true
	if text, err := read(t, c, "http://www.example/"); text != "ok" {
		t.Errorf("through the proxy: %q, %v, want ok", text, err)
	}
	for _, to := range []string{"http://10.0.0.1/", "http://localhost/", "http://127.0.0.1/"} {
		if text, err := read(t, c, to); err == nil {
			t.Errorf("%s: %q, want an error", to, text)
		}
	}
}

// TestPathTokens keeps tokens in paths out of the log: neiliro/neiliro#186.
func TestPathTokens(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	var text bytes.Buffer
	c := s.client(t, nil)
	c.Log, c.LogOrigins = slog.New(slog.NewTextHandler(&text, nil)), true
	for _, path := range []string{"/api/calendar/feed/s3cret", "/api/event/s3cret/ics", "/to?/api/list/s3cret", "/to?//10.0.0.1/s3cret"} {
		_, _ = read(t, c, s.at("http://good.example:PORT"+path))
	}
	if strings.Contains(text.String(), "s3cret") || !strings.Contains(text.String(), "accepted") {
		t.Errorf("the log has %s, want no path", &text)
	}
}
