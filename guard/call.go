package guard

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"earl.example/audit"
	"earl.example/internal/text/redact"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A call is one request of a hop, from its check to the end of its response. It is the context of the request that is
// sent.
type call struct {
	context.Context
	cancel    context.CancelFunc
	deadline  time.Time
	transport *transport
	request   *http.Request // of the caller
	hop       int
	start     time.Time
	status    int    // of the response, or 0
	received  int64  // bytes of a tunnel, or of an earlier attempt
	meter     *meter // nil before the request is sent
	free      func() // ends the request for MaxPerHost; nil before it began
	once      sync.Once
	stop      func() bool // ends the wait for a body that nobody closes; nil if there is none
}

type callKey struct{}

// Value returns c for callKey, so that the dialer finds it.
func (c *call) Value(key any) any {
	if key == (callKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// newCall begins the call of r, which hop redirects led to. Its deadline is that of the first call.
func (t *transport) newCall(r *http.Request, hop int) *call {
	c := &call{transport: t, request: r, hop: hop, start: time.Now()}
	c.deadline = c.start.Add(t.timeout)
	if r.Response != nil && r.Response.Request != nil {
		if x, ok := r.Response.Request.Context().(chained); ok {
			c.deadline = x.deadline
		}
	}
	parent := r.Context()
	if x, ok := parent.(*checked); ok {
		parent = x.Context // package context needs no goroutine for a context of its own
	}
	c.Context, c.cancel = context.WithDeadline(parent, c.deadline)
	return c
}

// finish ends the call and reports its end, once. complete says that the whole body was read. finish does not cancel
// the context: net/http would reset a stream that is about to end.
func (c *call) finish(complete bool) {
	c.once.Do(func() {
		received := c.received
		if c.meter != nil {
			received += c.meter.close(complete)
		}
		if c.free != nil {
			c.free()
		}
		c.observe(Event{Name: "finished", Hop: c.hop, Status: c.status, Duration: time.Since(c.start), Received: received})
	})
}

// end ends the call with an error, and reports it. n and url are those of the hop that failed. wasSent says that the
// server or the network can have caused the error.
func (c *call) end(n int, url string, cause error, wasSent bool) error {
	if message, ok := cause.(requestError); ok {
		cause = &audit.PolicyError{Input: url, Finding: audit.Finding{
			ID: "policy-request", Severity: audit.High, Span: reading.Span{End: len(url)}, Message: string(message),
		}}
	}
	e := newError(n, url, cause)
	if wasSent && !isDecision(cause) || errors.Is(cause, context.DeadlineExceeded) || errors.Is(cause, context.Canceled) {
		c.report("failed", "guard: failed", e)
	} else {
		c.report("rejected", "guard: rejected", e)
	}
	c.finish(false)
	c.release()
	return e
}

// release releases the context of a call that has ended.
func (c *call) release() {
	if c.stop != nil {
		c.stop()
	}
	c.cancel()
}

// isDecision reports whether err is a decision of the client.
func isDecision(err error) bool {
	_, ok := errors.AsType[*audit.PolicyError](err)
	isCause := func(decision error) bool { return errors.Is(err, decision) }
	return ok || slices.ContainsFunc([]error{ErrRedirects, ErrDowngrade, ErrTooLarge, errUpgrade}, isCause)
}

// observe sends an event with the data of the call.
func (c *call) observe(e Event) {
	observe := c.transport.client.Observe
	if observe == nil {
		return
	}
	ctx := c.Context
	if r := c.request; r != nil {
		e.Method = cmp.Or(r.Method, http.MethodGet)
		if r.URL != nil {
			e.Host = r.URL.Hostname()
		}
		ctx = r.Context()
	}
	observe(ctx, e)
}

// report logs a rejection and sends its event, which has the given name.
func (c *call) report(name, message string, e *Error) {
	if log := c.transport.client.Log; log != nil {
		attrs := []slog.Attr{
			slog.Int("hop", e.Hop),
			slog.String("url", c.transport.logged(e.URL)),
			slog.String("cause", c.transport.cause(e.Cause)),
		}
		if e.Addr.IsValid() {
			attrs = append(attrs, slog.String("addr", e.Addr.String()))
		}
		log.LogAttrs(c, slog.LevelWarn, message, attrs...)
	}
	c.observe(Event{Name: name, Reason: reason(e.Cause), Hop: e.Hop, Addr: e.Addr, Err: e})
}

func (c *call) accept(url string) {
	if log := c.transport.client.Log; log != nil {
		log.LogAttrs(c, slog.LevelInfo, "guard: accepted",
			slog.Int("hop", c.hop), slog.String("url", c.transport.logged(urlerr.RedactQuery(url))))
	}
	c.observe(Event{Name: "accepted", Hop: c.hop})
}

// logged returns the text of a redacted URL for Log.
func (t *transport) logged(text string) string {
	if !t.client.LogOrigins {
		return text
	}
	if u, err := url.Parse(text); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host
	}
	return redact.Mask
}

// cause returns the text of an error for Log. A policy quotes the URL in its errors.
func (t *transport) cause(err error) string {
	if p, ok := errors.AsType[*audit.PolicyError](err); ok && t.client.LogOrigins {
		return p.Finding.ID + ": " + p.Finding.Message
	}
	return err.Error()
}

// check checks the text of the URL.
func (c *call) check(text string) error {
	return c.ask(c.hop, text, netip.Addr{}, func(p *audit.Policy) error { return p.Check(text) })
}

// ask returns the error that check returns for the policy. If there is none, ask reports the error that check returns
// for ReportOnly.
func (c *call) ask(n int, url string, addr netip.Addr, check func(*audit.Policy) error) error {
	err := check(&c.transport.policy)
	if err != nil || c.transport.reportOnly == nil {
		return err
	}
	if err := check(c.transport.reportOnly); err != nil {
		e := newError(n, url, err)
		e.Addr = addr
		c.report("reported", "guard: would reject", e)
	}
	return nil
}

// following lists the headers of the caller that are sent to another origin after a redirect. They contain no
// credentials.
var following = []string{"Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "User-Agent"}

// allowedHeader returns the header that r may have after the requests in via, or nil if it may have its own: if all
// had the same origin. The code around the transport can add headers to each request, such as a token. Of the cookies,
// those remain that no earlier request had: a cookie jar added them for the origin of r.
func allowedHeader(r *http.Request, via []*http.Request) http.Header {
	if !slices.ContainsFunc(via, func(x *http.Request) bool { return origin(x.URL) != origin(r.URL) }) {
		return nil
	}
	header := http.Header{}
	maps.Copy(header, r.Header)
	maps.DeleteFunc(header, func(name string, _ []string) bool { return !slices.Contains(following, name) })
	sent := map[string]bool{"": true}
	for _, x := range via {
		for _, pair := range cookies(x) {
			sent[pair] = true
		}
	}
	own := slices.DeleteFunc(cookies(r), func(pair string) bool { return sent[pair] })
	if len(own) > 0 {
		header["Cookie"] = []string{strings.Join(own, "; ")}
	}
	if user := r.URL.User; user != nil {
		password, _ := user.Password()
		(&http.Request{Header: header}).SetBasicAuth(user.Username(), password)
	}
	return header
}

// cookies returns the cookies of a request, as name=value.
func cookies(r *http.Request) (pairs []string) {
	for pair := range strings.SplitSeq(strings.Join(r.Header["Cookie"], ";"), ";") {
		pairs = append(pairs, strings.TrimSpace(pair))
	}
	return pairs
}

// checkClientRedirect is the CheckRedirect of the clients of HTTP. net/http calls it before the transport, with the
// requests that it knows, also if the code around the transport makes new ones.
func (t *transport) checkClientRedirect(r *http.Request, via []*http.Request) error {
	switch {
	case t.client.MaxRedirects < 0:
		return http.ErrUseLastResponse
	case len(via) > t.client.maxRedirects():
		c := t.newCall(r, len(via))
		return c.end(len(via), r.URL.String(), ErrRedirects, false)
	}
	if header := allowedHeader(r, via); header != nil {
		r.Header = header
	}
	return nil
}

// maxRedirects returns the number of redirects that may be followed.
func (c *Client) maxRedirects() int { return max(0, cmp.Or(c.MaxRedirects, 5)) }
