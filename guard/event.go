package guard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"earl.example/audit"
	"earl.example/urlerr"
)

// An Event is a decision of a [Client], or the end of a response.
type Event struct {
	// Name is "accepted", "dialing", "rejected", "reported" or "finished". Each request of a hop is accepted or rejected,
	// and can be rejected later too. A reported event is a decision of ReportOnly. A finished event is the end of a
	// response: its body was read, closed or rejected.
	Name string

	// Reason says why a URL or an address was rejected or reported: the ID of a finding, such as "dest-internal";
	// "redirects", "downgrade", "too-large", "connection" or "lookup"; "timeout", "canceled", "dns" or "connect"; or
	// "other".
	Reason string

	Hop      int        // 0 for the URL of the request, 1 for the first redirect
	Addr     netip.Addr // the address that was dialed, or the zero Addr
	Received int64      // for a finished event, the bytes on the wire
	Err      *Error     // for a rejected or reported event
}

// reasons maps errors to the reasons of events, in the order in which reason searches them.
var reasons = []struct {
	err  error
	name string
}{
	{ErrRedirects, "redirects"}, {ErrDowngrade, "downgrade"}, {ErrTooLarge, "too-large"}, {ErrLookup, "lookup"},
	{ErrConnection, "connection"},
	{context.Canceled, "canceled"}, {context.DeadlineExceeded, "timeout"},
}

// reason returns the Reason of an event.
func reason(err error) string {
	if p, ok := errors.AsType[*audit.PolicyError](err); ok {
		return p.Finding.ID
	}
	for _, r := range reasons {
		if errors.Is(err, r.err) {
			return r.name
		}
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "dns"
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		return "timeout"
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return "connect"
	}
	return "other"
}

func (t *transport) observe(e Event) {
	if t.client.Observe != nil {
		t.client.Observe(e)
	}
}

// report logs a rejection and sends its event, which has the given name.
func (t *transport) report(ctx context.Context, name, message string, e *Error) {
	if t.client.Log != nil {
		attrs := []slog.Attr{slog.Int("hop", e.Hop), slog.String("url", e.URL), slog.String("cause", e.Cause.Error())}
		if e.Addr.IsValid() {
			attrs = append(attrs, slog.String("addr", e.Addr.String()))
		}
		t.client.Log.LogAttrs(ctx, slog.LevelWarn, message, attrs...)
	}
	t.observe(Event{Name: name, Reason: reason(e.Cause), Hop: e.Hop, Addr: e.Addr, Err: e})
}

// refuse returns an [Error] for hop n, and reports it.
func (t *transport) refuse(ctx context.Context, n int, url string, cause error) error {
	e := newError(n, url, cause)
	t.report(ctx, "rejected", "guard: rejected", e)
	return e
}

func (t *transport) accept(ctx context.Context, n int, url string) {
	if t.client.Log != nil {
		t.client.Log.LogAttrs(ctx, slog.LevelInfo, "guard: accepted",
			slog.Int("hop", n), slog.String("url", urlerr.RedactQuery(url)))
	}
	t.observe(Event{Name: "accepted", Hop: n})
}

// check checks the text of a URL.
func (t *transport) check(ctx context.Context, n int, text string) error {
	return t.ask(ctx, n, text, netip.Addr{}, func(p *audit.Policy) error { return p.Check(text) })
}

// ask returns the error that call returns for the policy. If there is none, ask reports the error that call returns
// for ReportOnly.
func (t *transport) ask(ctx context.Context, n int, url string, addr netip.Addr, call func(*audit.Policy) error) error {
	err := call(&t.policy)
	if err != nil || t.reportOnly == nil {
		return err
	}
	if err := call(t.reportOnly); err != nil {
		e := newError(n, url, err)
		e.Addr = addr
		t.report(ctx, "reported", "guard: would reject", e)
	}
	return nil
}

// slots limits the number of requests to each host.
type slots struct {
	most int // 0 means no limit
	mu   sync.Mutex
	used map[audit.HostValue]*slot
}

// A slot counts the requests to one host that run, and those that wait.
type slot struct {
	free     chan struct{} // has an element for each request that runs
	requests int
}

// wait waits until another request to the host of r may run. end ends this request, and so does the end of its context:
// a caller can forget to close the body.
func (s *slots) wait(r *http.Request) (end func(), err error) {
	if s.most == 0 {
		return func() {}, nil
	}
	host := audit.ParseHost(strings.TrimRight(r.URL.Hostname(), "."))
	s.mu.Lock()
	if s.used == nil {
		s.used = map[audit.HostValue]*slot{}
	}
	x := s.used[host]
	if x == nil {
		x = &slot{free: make(chan struct{}, s.most)}
		s.used[host] = x
	}
	x.requests++
	s.mu.Unlock()
	leave := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if x.requests--; x.requests == 0 {
			delete(s.used, host)
		}
	}
	select {
	case x.free <- struct{}{}:
		once := sync.OnceFunc(func() { <-x.free; leave() })
		stop := context.AfterFunc(r.Context(), once)
		return func() { stop(); once() }, nil
	case <-r.Context().Done():
		leave()
		return nil, fmt.Errorf("the request waited for earlier requests to the host (MaxPerHost): %w", r.Context().Err())
	}
}
