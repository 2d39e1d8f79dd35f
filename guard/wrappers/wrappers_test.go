package wrappers

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"golang.org/x/oauth2"

	"earl.example/audit"
	"earl.example/guard"
)

// A site is a server that records the headers it gets. /to?URL redirects to URL, /loop to itself, and /silent does not
// answer.
type site struct {
	*httptest.Server
	mu      sync.Mutex
	headers []http.Header
	hits    atomic.Int32
}

func newSite(t *testing.T) *site {
	s := new(site)
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.hits.Add(1)
	s.mu.Lock()
	s.headers = append(s.headers, r.Header.Clone())
	s.mu.Unlock()
	switch r.URL.Path {
	case "/to":
		to, _ := url.QueryUnescape(r.URL.RawQuery)
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	case "/loop":
		w.Header().Set("Location", "/loop")
		w.WriteHeader(http.StatusFound)
	case "/silent":
		<-r.Context().Done()
	case "/slow":
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case "/long":
		w.(http.Flusher).Flush()
		for range 1000 {
			if _, err := w.Write(make([]byte, 10000)); err != nil {
				return
			}
		}
	default:
		io.WriteString(w, "ok")
	}
}

// to returns a URL of s that redirects to another URL.
func (s *site) to(location string) string { return s.URL + "/to?" + url.QueryEscape(location) }

// seen returns all values of a header that the site got.
func (s *site) seen(name string) (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.headers {
		all = append(all, h.Values(name)...)
	}
	return all
}

// policy accepts the sites, and no other internal address.
func policy(sites ...*site) audit.Policy {
	p := audit.Web()
	p.Internal = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	for _, s := range sites {
		p.Ports = append(p.Ports, netip.MustParseAddrPort(s.Listener.Addr().String()).Port())
	}
	return p
}

// A remaking makes a new request for each request, without the redirects that led to it.
type remaking struct{ http.RoundTripper }

func (x remaking) RoundTrip(r *http.Request) (*http.Response, error) {
	fresh, err := http.NewRequestWithContext(r.Context(), r.Method, r.URL.String(), r.Body)
	if err != nil {
		return nil, err
	}
	fresh.Header = r.Header.Clone()
	return x.RoundTripper.RoundTrip(fresh)
}

// clients returns the wrapped forms of a client.
func clients(c *guard.Client) map[string]func(*http.Request) (*http.Response, error) {
	token := &oauth2.Token{AccessToken: "s3cret"}
	retry := fast(retryClient(c))
	remade := c.HTTP()
	remade.Transport = remaking{remade.Transport}
	return map[string]func(*http.Request) (*http.Response, error){
		"Do":       c.Do,
		"HTTP":     c.HTTP().Do,
		"an SDK":   sdkClient(c).Do,
		"oauth2":   oauthClient(context.Background(), c, token).Do,
		"otelhttp": tracedClient(c).Do,
		"all": func(r *http.Request) (*http.Response, error) {
			traced := tracedClient(c)
			ctx := context.WithValue(context.Background(), oauth2.HTTPClient, traced)
			return oauth2.NewClient(ctx, oauth2.StaticTokenSource(token)).Do(r)
		},
		"retryablehttp": func(r *http.Request) (*http.Response, error) {
			x, err := retryablehttp.FromRequest(r)
			if err != nil {
				return nil, err
			}
			return retry.Do(x)
		},
		"a transport that makes new requests": remade.Do,
		"the same, in a client of net/http":   (&http.Client{Transport: remaking{c.RoundTripper()}}).Do,
	}
}

func get(t *testing.T, do func(*http.Request) (*http.Response, error), url string) (string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Api-Key", "s3cret")
	r.Header.Set("Authorization", "Bearer s3cret")
	response, err := do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // ReverseProxy logs each error
	os.Exit(m.Run())
}

// TestWrapped checks that the promises of a client hold in each wrapped form.
func TestWrapped(t *testing.T) {
	t.Parallel()
	for name := range clients(&guard.Client{}) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own, other, inside := newSite(t), newSite(t), newSite(t)
			var rejected atomic.Int32
			c := &guard.Client{Policy: policy(own, other), Timeout: 300 * time.Millisecond, MaxBody: 1000, MaxRedirects: 3,
				Observe: func(_ context.Context, e guard.Event) {
					if e.Name == "rejected" {
						rejected.Add(1)
					}
				}}
			do := clients(c)[name]
			isNew := strings.Contains(name, "same") // it hides the redirects from guard
			if text, err := get(t, do, own.URL); text != "ok" {
				t.Errorf("a request: %q, %v, want ok", text, err)
			}
			if text, err := get(t, do, own.to("/a")); text != "ok" {
				t.Errorf("a redirect: %q, %v, want ok", text, err)
			}
			for _, path := range []string{"/silent", "/slow"} {
				start := time.Now()
				retries := time.Duration(1)
				if name == "retryablehttp" {
					retries = 5
				}
				if text, err := get(t, do, own.URL+path); err == nil {
					t.Errorf("%s: %q, want an error", path, text)
				}
				if took := time.Since(start); took > retries*2*time.Second {
					t.Errorf("%s: %s, with a timeout of %s", path, took, c.Timeout)
				}
			}
			if text, err := get(t, do, own.URL+"/long"); len(text) != 1000 || !errors.Is(err, guard.ErrTooLarge) {
				t.Errorf("a long body: %d bytes, %v, want 1000, ErrTooLarge", len(text), err)
			}
			for _, to := range []string{inside.URL, inside.URL + "/?a", "http://localhost/", `\@evil.example`} {
				rejected.Store(0)
				_, err := get(t, do, own.to(to))
				if _, ok := errors.AsType[*audit.PolicyError](err); !ok || rejected.Load() != 1 {
					t.Errorf("a redirect to %s: %v, %d rejections, want a PolicyError, 1", to, err, rejected.Load())
				}
			}
			before := own.hits.Load()
			if text, err := get(t, do, own.URL+"/loop"); err == nil || own.hits.Load()-before > 4 && !isNew || own.hits.Load()-before > 10 {
				t.Errorf("a loop: %q, %v, %d requests, want an error after 4", text, err, own.hits.Load()-before)
			}
			text, err := get(t, do, own.to(other.URL+"/a"))
			for _, header := range []string{"X-Api-Key", "Authorization"} {
				if got := other.seen(header); text != "ok" || len(got) > 0 && !isNew {
					t.Errorf("a redirect to another origin: %q, %v, %s %q, want ok, none", text, err, header, got)
				}
			}
			if name == "oauth2" && len(own.seen("Authorization")) == 0 {
				t.Error("the origin got no token, want one")
			}
			if n := inside.hits.Load(); n > 0 {
				t.Errorf("%d requests reached the address inside, want none", n)
			}
		})
	}
}

// TestDeadlineOfRedirects checks that all redirects of a request have one deadline, also if an http.Client follows them.
func TestDeadlineOfRedirects(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(100 * time.Millisecond)
		http.Redirect(w, r, "/", http.StatusFound)
	})
	c := &guard.Client{Policy: policy(s), Timeout: 350 * time.Millisecond, MaxRedirects: 100}
	for _, name := range []string{"Do", "HTTP", "an SDK", "oauth2", "otelhttp", "all"} {
		start := time.Now()
		if _, err := get(t, clients(c)[name], s.URL); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 3*time.Second {
			t.Errorf("%s: %v after %s, want a deadline after %s", name, err, time.Since(start), c.Timeout)
		}
	}
}

// TestRetries checks that a rejection is not tried again, and that an error of the server is.
func TestRetries(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var requests atomic.Int32
	c := &guard.Client{Policy: policy(s), MaxRedirects: 2, Observe: func(_ context.Context, e guard.Event) {
		if e.Name == "finished" && e.Hop == 0 {
			requests.Add(1)
		}
	}}
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/loop" {
			http.Redirect(w, r, "/loop", http.StatusFound)
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	for _, tt := range []struct {
		name, url string
		want      int32
	}{{"an address", "http://10.0.0.1/", 1}, {"redirects", s.URL + "/loop", 1}, {"a server", s.URL, 5}} {
		requests.Store(0)
		retry := fast(retryClient(c))
		response, err := retry.Get(tt.url)
		if err == nil {
			response.Body.Close()
		}
		if got := requests.Load(); got != tt.want {
			t.Errorf("%s: %d requests, want %d", tt.name, got, tt.want)
		}
	}
}

// TestImageProxy checks the reverse proxy of the guide.
func TestImageProxy(t *testing.T) {
	t.Parallel()
	s, inside := newSite(t), newSite(t)
	p := policy(s)
	proxy := httptest.NewServer(imageProxy(p))
	defer proxy.Close()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, tt := range []struct {
		url    string
		status int
	}{
		{s.URL, 200}, {s.to("/a"), 302}, {inside.URL, 502}, {"http://localhost/", 502}, {"file:///etc/passwd", 502}, {"", 502},
		{`http://127.0.0.1\@evil.example/`, 502},
	} {
		r, err := http.NewRequest("GET", proxy.URL+"/?url="+url.QueryEscape(tt.url), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Cookie", "a=s3cret")
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != tt.status {
			t.Errorf("%s: status %d, want %d", tt.url, response.StatusCode, tt.status)
		}
	}
	if n, cookies := inside.hits.Load(), s.seen("Cookie"); n > 0 || cookies != nil {
		t.Errorf("%d requests reached the address inside, the cookies %q another site, want none", n, cookies)
	}
}
