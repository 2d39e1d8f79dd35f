package guard

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earl.example/audit"
)

// events records the events of a client.
type events struct {
	mu  sync.Mutex
	all []Event
}

func (e *events) add(_ context.Context, event Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, event)
}

// names returns the names and the reasons of the events.
func (e *events) names() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []string
	for _, event := range e.all {
		all = append(all, strings.TrimSpace(event.Name+" "+event.Reason))
	}
	return all
}

// TestObserve checks the events of requests, and their order.
func TestObserve(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct {
		name, url string
		change    func(*Client)
		want      []string
	}{
		{"a request", "http://good.example:PORT/", nil, []string{"accepted", "dialing", "finished"}},
		{"a redirect", s.to("/a"), nil, []string{"accepted", "dialing", "finished", "accepted", "finished"}},
		{"a URL", "http://127.0.0.1/", nil, []string{"rejected dest-internal", "finished"}},
		{"a Location", s.to("http://127.0.0.1/"), nil, []string{"accepted", "dialing", "rejected dest-internal", "finished"}},
		{"an address", "http://evil.example/", nil, []string{"accepted", "rejected dest-internal", "finished"}},
		{"no name", "http://none.example/", nil, []string{"accepted", "failed dns", "finished"}},
		{"redirects", s.to(s.to("/a")), func(c *Client) { c.MaxRedirects = 1 },
			[]string{"accepted", "dialing", "finished", "accepted", "rejected redirects", "finished"}},
		{"a redirect that is not followed", s.to("http://127.0.0.1/"), func(c *Client) { c.MaxRedirects = -1 },
			[]string{"accepted", "dialing", "finished"}},
		{"no URL of net/url", "http://good.example:PORT/\x7f", func(c *Client) {
			c.Policy.MayDiffer, c.Policy.FailOn = ^audit.Aspects(0), audit.High+1
		}, []string{"rejected policy-request", "finished"}},
		{"a time-out", "http://good.example:PORT/", func(c *Client) { c.Timeout = 1 }, []string{"accepted", "failed timeout", "finished"}},
		{"a length", "http://good.example:PORT/", func(c *Client) { c.MaxBody = 1 },
			[]string{"accepted", "dialing", "rejected too-large", "finished"}},
		{"a refused host", "http://good.example:PORT/", func(c *Client) { c.Policy.RefusedHosts = []string{"good.example"} },
			[]string{"rejected policy-host", "finished"}},
	} {
		var got events
		c := s.client(t, map[string][]string{"evil.example": {"127.0.0.1"}})
		c.Observe = got.add
		if tt.change != nil {
			tt.change(c)
		}
		_, err := read(t, c, s.at(tt.url))
		if !slices.Equal(got.names(), tt.want) {
			t.Errorf("%s: events %q, want %q", tt.name, got.names(), tt.want)
		}
		for _, e := range got.all {
			isEnd := e.Name == "finished"
			if (e.Name == "rejected" || e.Name == "failed") != (e.Err != nil) || e.Err != nil && e.Err != err ||
				(e.Status > 0 || e.Received > 0) != (isEnd && slices.Contains(got.names(), "dialing")) || isEnd != (e.Duration > 0) ||
				e.Name == "dialing" && e.Addr != loopback.Addr() || e.Method != "GET" {
				t.Errorf("%s: event %+v with error %v", tt.name, e, err)
			}
		}
	}
}

// TestEventFields checks the context, the host, the method, the status and the duration of events.
func TestEventFields(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(20 * time.Millisecond)
		w.WriteHeader(http.StatusTeapot)
	})
	c := s.client(t, nil)
	type tenant struct{}
	var all []Event
	c.Observe = func(ctx context.Context, e Event) {
		if ctx.Value(tenant{}) != "a tenant" {
			t.Errorf("the context of %+v is not that of the request", e)
		}
		all = append(all, e)
	}
	ctx := context.WithValue(t.Context(), tenant{}, "a tenant")
	response, err := c.Post(ctx, s.at("http://good.example:PORT/"), "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	for _, e := range all {
		if e.Host != "good.example" || e.Method != "POST" {
			t.Errorf("event %+v, want the host and POST", e)
		}
	}
	if e := all[len(all)-1]; e.Name != "finished" || e.Status != http.StatusTeapot || e.Duration < 20*time.Millisecond {
		t.Errorf("the last event is %+v, want the end with status 418 after 20ms", e)
	}
}

// TestFinishedWithoutClose checks that a request ends at its deadline if nobody closes the body.
func TestFinishedWithoutClose(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	c := s.client(t, nil)
	var got events
	c.Observe, c.Timeout = got.add, 100*time.Millisecond
	response, err := c.Get(t.Context(), s.at("http://good.example:PORT/"))
	if err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); !slices.Contains(got.names(), "finished"); time.Sleep(time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			t.Fatalf("events %q, want finished", got.names())
		}
	}
	response.Body.Close()
	if n := len(got.names()); n != 3 {
		t.Errorf("%d events after Close, want 3", n)
	}
}

// TestFinishedBeforeClose: a response is finished when its body is read to its end, also if it is closed later.
func TestFinishedBeforeClose(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, nil)
	var got events
	c.Observe = got.add
	r, err := c.Get(t.Context(), s.at("http://good.example:PORT/"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		t.Fatal(err)
	}
	if want := []string{"accepted", "dialing", "finished"}; !slices.Equal(got.names(), want) {
		t.Errorf("events %q before Close, want %q", got.names(), want)
	}
}

// TestFinishedByClose checks that a response is finished when its body is closed before its end.
func TestFinishedByClose(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, nil)
	var got events
	c.Observe = got.add
	r, err := c.Get(t.Context(), s.at("http://good.example:PORT/"))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if want := []string{"accepted", "dialing", "finished"}; !slices.Equal(got.names(), want) {
		t.Errorf("events %q after Close, want %q", got.names(), want)
	}
}

// TestReason checks the reason of each kind of error.
func TestReason(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"redirects": ErrRedirects, "downgrade": ErrDowngrade, "too-large": ErrTooLarge, "lookup": ErrLookup,
		"connection": ErrConnection,
		"canceled":   context.Canceled, "timeout": context.DeadlineExceeded, "dns": &net.DNSError{}, "other": errUpgrade,
		"connect": &net.OpError{Err: errAny}, "policy-host": &audit.PolicyError{Finding: audit.Finding{ID: "policy-host"}},
	} {
		if got := reason(&Error{Cause: err}); got != want {
			t.Errorf("reason(%v) = %s, want %s", err, got, want)
		}
	}
}

// TestReportOnly checks that ReportOnly rejects nothing and reports what would be rejected: a URL, a Location and an
// address.
func TestReportOnly(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range []struct {
		name, url string
		want      []string // reported
		hops      []int
	}{
		{"accepted", "http://good.example:PORT/", nil, nil},
		{"a URL", "http://good.example:PORT/?a b", []string{"policy-dialects"}, []int{0}},
		{"a host", "http://127.0.0.1:PORT/", []string{"dest-internal", "dest-internal"}, []int{0, 0}},
		{"a Location", s.to("http://127.0.0.1:PORT/a"), []string{"dest-internal", "dest-internal", "dest-internal"},
			[]int{1, 1, 1}},
		{"an address", "http://evil.example:PORT/", []string{"dest-internal"}, []int{0}},
	} {
		var got events
		var text bytes.Buffer
		c := s.client(t, map[string][]string{"evil.example": {"127.0.0.1"}})
		report := c.Policy
		c.ReportOnly = &report
		c.Policy = audit.Policy{AllowInternal: true, MayDiffer: ^audit.Aspects(0), FailOn: audit.High + 1}
		c.Observe, c.Log = got.add, slog.New(slog.NewTextHandler(&text, nil))
		if body, err := read(t, c, s.at(tt.url)); err != nil || body != "ok" {
			t.Errorf("%s: %q, %v, want ok", tt.name, body, err)
		}
		var reported []string
		var hops []int
		for _, e := range got.all {
			if e.Name == "reported" {
				reported = append(reported, e.Reason)
				hops = append(hops, e.Hop)
			}
		}
		if logged := strings.Count(text.String(), "guard: would reject"); logged != len(reported) {
			t.Errorf("%s: %d lines, %d events", tt.name, logged, len(reported))
		}
		if !slices.Equal(reported, tt.want) || !slices.Equal(hops, tt.hops) {
			t.Errorf("%s: reported %q at hops %v, want %q at hops %v", tt.name, reported, hops, tt.want, tt.hops)
		}
	}
	c := s.client(t, nil)
	c.ReportOnly = &audit.Policy{}
	if _, err := read(t, c, "http://127.0.0.1/"); err == nil {
		t.Error("Policy does not reject, want an error")
	}
	c = s.client(t, nil)
	c.ReportOnly = &audit.Policy{Hosts: []string{"*.example"}}
	var text bytes.Buffer
	c.Log = slog.New(slog.NewTextHandler(&text, nil))
	if body, err := read(t, c, s.at("http://good.example:PORT/")); body != "ok" || !strings.Contains(text.String(), "ReportOnly is invalid") {
		t.Errorf("with an invalid ReportOnly: %q, %v, want ok; the log has %s", body, err, &text)
	}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "*.example") {
		t.Errorf("Validate with an invalid ReportOnly = %v, want an error", err)
	}
}

// TestMaxPerHost checks that requests to a host wait, that requests to another host do not, and that a request that
// cannot start in time has an error.
func TestMaxPerHost(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	var now, most atomic.Int32
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(2 * time.Millisecond)
		now.Add(-1)
		w.Write([]byte("ok"))
	})
	c := s.client(t, map[string][]string{"other.example": {"127.0.0.1"}})
	c.Policy.InternalFor["other.example"] = []netip.Prefix{loopback}
	c.MaxPerHost = 2
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if text, err := read(t, c, s.at("http://good.example:PORT/")); text != "ok" {
				t.Errorf("a request: %q, %v, want ok", text, err)
			}
		})
	}
	all.Wait()
	if most.Load() != 2 {
		t.Errorf("%d requests at the same time, want 2", most.Load())
	}
	tr := c.transport()
	if len(tr.slots.used) != 0 {
		t.Errorf("%d hosts are left, want none", len(tr.slots.used))
	}

	var open []*http.Response
	for range 2 {
		r, err := c.Get(t.Context(), s.at("http://good.example:PORT/"))
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, r)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := c.Get(ctx, s.at("http://GOOD.example:PORT/"))
	if err == nil || !strings.Contains(err.Error(), "(MaxPerHost)") || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the third request: %v, want a deadline that names MaxPerHost", err)
	}
	if text, err := read(t, c, s.at("http://other.example:PORT/")); text != "ok" {
		t.Errorf("another host: %q, %v, want ok", text, err)
	}
	for _, r := range open {
		r.Body.Close()
		r.Body.Close() // the second call ends nothing
	}
	if text, err := read(t, c, s.at("http://good.example:PORT/")); text != "ok" || len(tr.slots.used) != 0 {
		t.Errorf("after the others: %q, %v, %d hosts, want ok, 0 hosts", text, err, len(tr.slots.used))
	}
}

// TestMaxPerHostEnds checks that a request does not count after a redirect, after an error, or after the end of its
// context, and that spellings of an address are one host.
func TestMaxPerHostEnds(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, nil)
	c.MaxPerHost = 1
	c.Policy.Internal = []netip.Prefix{loopback}
	c.Policy.Ignore = []string{"ipv4-nonstandard"}
	c.Policy.MayDiffer = ^audit.Aspects(0)
	for _, tt := range []struct{ name, url, want string }{
		{"a redirect to the same host", s.to("/a"), "ok"},
		{"a rejected redirect", s.to("http://10.0.0.1/"), ""},
		{"a name without an address", "http://none.example:PORT/", ""},
	} {
		if text, err := read(t, c, s.at(tt.url)); text != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v, want %q", tt.name, text, err, tt.want)
		}
		if used := c.transport().slots.used; len(used) != 0 {
			t.Errorf("%s: %d hosts are left, want none", tt.name, len(used))
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	r, err := c.Get(ctx, s.at("http://127.0.0.1:PORT/")) // the body stays open
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	short, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	for _, host := range []string{"127.0.0.1", "127.1", "0x7f000001"} {
		if _, err := c.Get(short, s.at("http://"+host+":PORT/")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Get(%s) = %v, want a deadline", host, err)
		}
	}
	cancel()
	if text, err := read(t, c, s.at("http://127.0.0.1:PORT/")); text != "ok" {
		t.Errorf("after the end of the context: %q, %v, want ok", text, err)
	}
}

// TestLookupTimeout checks the limit for a name server that does not answer, and that it does not limit connections.
func TestLookupTimeout(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	silent := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		c, server := net.Pipe()
		t.Cleanup(func() { server.Close() })
		go func() { _, _ = server.Read(make([]byte, 1000)) }()
		return c, nil
	}}
	c := s.client(t, nil)
	c.Resolver, c.LookupTimeout = silent, 20*time.Millisecond
	start := time.Now()
	_, err := read(t, c, s.at("http://good.example:PORT/"))
	if took := time.Since(start); !errors.Is(err, ErrLookup) || took > 4*time.Second {
		t.Errorf("Get = %v after %s, want ErrLookup after 20ms", err, took)
	}
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(50 * time.Millisecond)
		w.Write([]byte("ok"))
	})
	c = s.client(t, nil)
	c.LookupTimeout = 40 * time.Millisecond
	c.Observe = func(_ context.Context, e Event) {
		if e.Name == "dialing" {
			time.Sleep(50 * time.Millisecond)
		}
	}
	if text, err := read(t, c, s.at("http://good.example:PORT/")); text != "ok" {
		t.Errorf("a slow connection and a slow response: %q, %v, want ok", text, err)
	}
}
