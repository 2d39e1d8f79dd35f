package guard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"earl.example/audit"
)

// An Event is a decision of a [Client], or the end of a request.
type Event struct {
	// Name is "accepted", "dialing", "rejected", "failed", "reported" or "finished". Each request of a hop is
	// accepted, or rejected before it is sent. A rejected event is a decision of the client: about a URL, a redirect,
	// an address or a limit of length. A failed event is a time-out or another error of the network or the server. A
	// reported event is a decision of ReportOnly.
	//
	// The last event of each request is "finished": its body was read or closed, or the request was rejected or
	// failed. If the caller does not close the body, it comes at the deadline.
	Name string

	// Reason says why a URL or an address was rejected or reported, or a request failed: the ID of a finding, such as
	// "dest-internal"; "redirects", "downgrade", "too-large", "connection" or "lookup"; "timeout", "canceled", "dns" or
	// "connect"; or "other".
	Reason string

	Hop      int           // 0 for the URL of the request, 1 for the first redirect
	Host     string        // of the URL of the request, without its port
	Method   string        // of the request
	Addr     netip.Addr    // the address that was dialed, or the zero Addr
	Status   int           // for a finished event, the status code of the response, or 0 without a response
	Duration time.Duration // for a finished event, since the request began
	Received int64         // for a finished event, the bytes on the wire; requests of HTTP/2 count those of others too
	Err      *Error        // for a rejected, failed or reported event
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

// wait waits until another request to the host of r may run. end ends this request, and so does the end of ctx: a
// caller can forget to close the body.
func (s *slots) wait(ctx context.Context, r *http.Request) (end func(), err error) {
	if s.most == 0 {
		return func() {}, nil
	}
	host := audit.ParseHost(strings.TrimRight(r.URL.Hostname(), "."))
	s.mu.Lock()
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
		stop := context.AfterFunc(ctx, once)
		return func() { stop(); once() }, nil
	case <-ctx.Done():
		leave()
		return nil, fmt.Errorf("the request waited for earlier requests to the host (MaxPerHost): %w", ctx.Err())
	}
}
