package guard

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/model"
	"earl.example/internal/neturl"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/whatwg"
)

// netURL is the dialect of net/http: the net/url of this program.
var netURL = earl.NetURL().WithOptions(neturl.Dialect{})

// A transport sends the requests of a Client. net/http calls RoundTrip for each redirect too.
type transport struct {
	client     *Client
	policy     audit.Policy  // with the dialect net/url
	reportOnly *audit.Policy // with the dialect net/url; nil without ReportOnly
	slots      slots
	invalid    error // why every request fails; nil if the settings are valid
	timeout    time.Duration
	connect    time.Duration // limit for a connection, and for its TLS handshake
	maxBody    int64
	window     int64     // of a stream of HTTP/2
	compress   bool      // ask for gzip
	readers    sync.Pool // of *gzip.Reader
	next       *http.Transport
}

// CloseIdleConnections closes idle connections. [http.Client.CloseIdleConnections] calls it.
func (t *transport) CloseIdleConnections() { t.next.CloseIdleConnections() }

// A checked is the context of a request. It holds the text of the request's URL, which the policy accepts.
type checked struct {
	context.Context
	// text from which net/url parsed the URL; cleared by its first use, because a redirected request has the same context
	text string
}

// RoundTrip checks the URL of r, sends r, and checks the redirect of the response.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	n := hops(r)
	text := ""
	if x, ok := r.Context().(*checked); ok {
		text, x.text = x.text, ""
	}
	sent, err := t.final(r)
	switch {
	case err == nil && (sent != r || text == ""):
		text = sent.URL.String()
		err = t.checkFinal(sent, text)
	case err != nil && r.URL != nil:
		text = r.URL.String()
	}
	free := func() {}
	if err == nil {
		t.accept(r.Context(), n, text)
		free, err = t.slots.wait(sent)
	}
	if err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, t.refuse(r.Context(), n, text, err)
	}
	response, m, err := t.send(r.Context(), sent)
	if err == nil {
		var location string
		switch location, err = t.checkRedirect(n, sent, response); {
		case err != nil:
			n, text = n+1, location
		case location == "":
			err = t.checkLength(sent, response)
		}
		if err != nil {
			response.Body.Close()
		}
	}
	if err != nil {
		m.close(false)
		free()
		return nil, t.refuse(r.Context(), n, text, err)
	}
	t.decompress(sent, response)
	response.Request = r
	response.Body = &body{
		ReadCloser: response.Body, left: t.maxBody, meter: m, free: free, transport: t, request: r, hop: n,
	}
	return response, nil
}

// send sends r, which does not change. If other requests used the connection when it failed, they can be the cause.
// Then send repeats a request that changes nothing on the server, once.
func (t *transport) send(ctx context.Context, r *http.Request) (*http.Response, *meter, error) {
	header := r.Header
	if t.asksForGzip(r) {
		header = header.Clone()
		header.Set("Accept-Encoding", "gzip")
	}
	for again := false; ; again = true {
		m := &meter{budget: budget(t.maxBody, t.next.MaxResponseHeaderBytes), window: t.window}
		x := r.WithContext(m.trace(ctx))
		x.Header = header
		response, err := t.next.RoundTrip(x)
		if err != nil && !again && ctx.Err() == nil && isSafe(r.Method) && (r.Body == nil || r.Body == http.NoBody) {
			if m.close(false); m.shared {
				continue
			}
		}
		switch {
		case err == nil && response.StatusCode == http.StatusSwitchingProtocols:
			// net/http ignores deadlines of the body of such a response
			response.Body.Close()
			err = errUpgrade
		case err == nil:
			m.answered()
		}
		return response, m, err
	}
}

// isSafe reports whether a method is safe (RFC 9110 §9.2.1): it asks for no change on the server.
func isSafe(method string) bool {
	switch method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}

// hops returns the number of redirects that led to r.
func hops(r *http.Request) int {
	n := 0
	for r.Response != nil && r.Response.Request != nil {
		n++
		r = r.Response.Request
	}
	return n
}

// final returns the request that is sent: r, or a copy. The copy has the ASCII form of the host, so that net/http does
// not convert the host itself. Its query is escaped as browsers escape it, because net/http sends a query unchanged.
func (t *transport) final(r *http.Request) (*http.Request, error) {
	switch {
	case t.invalid != nil:
		return nil, t.invalid
	case r.URL == nil:
		return nil, errors.New("the request has no URL")
	case r.URL.Opaque != "":
		return nil, errors.New("the URL has no host, because there is no // after the scheme")
	case r.URL.Scheme != "http" && r.URL.Scheme != "https":
		return nil, errors.New("the scheme is not http or https")
	case r.URL.Path != "" && r.URL.Path[0] != '/': // net/http sends the path unchanged, even if it is http://evil.example/
		return nil, errors.New("the path does not begin with a slash")
	case strings.ContainsFunc(r.URL.RawQuery, isNoQuery):
		return nil, errors.New(`the query has a control character or "#"`)
	}
	host, err := sentHost(r.URL)
	query := whatwg.SpecialQuerySet.Encode(r.URL.RawQuery)
	if err != nil || host == r.URL.Host && query == r.URL.RawQuery {
		return r, err
	}
	sent := *r
	u := *r.URL
	sent.URL = &u
	if sent.Host == u.Host {
		sent.Host = host
	}
	u.Host, u.RawQuery = host, query
	return &sent, nil
}

// isNoQuery reports whether r is a character that no parser of URLs finds in a query.
func isNoQuery(r rune) bool { return r < ' ' || r == '#' || r == 0x7F }

// sentHost returns the host and the port of u, with the host in ASCII.
func sentHost(u *url.URL) (string, error) {
	host := u.Hostname()
	if ascii.Index(host, ascii.NonASCII) < 0 {
		return u.Host, nil
	}
	value := audit.ParseHost(host)
	mapped := value.String()
	switch {
	case ascii.Index(mapped, ascii.NonASCII) >= 0:
		return "", errors.New("the host has no ASCII form (UTS #46)")
	case value.Addr.Is6():
		mapped = "[" + mapped + "]"
	}
	if port := u.Port(); port != "" {
		mapped += ":" + port
	}
	return mapped, nil
}

// sendable returns ref as browsers send it, as far as net/url would reject it or send something else. In the path, it
// replaces each "\" by "/". In the path and in the fragment, it writes "%25" for each "%" that does not begin an
// escape. It does not change the scheme and the authority.
func sendable(ref string) string {
	start := 0
	if before, _, ok := strings.Cut(ref, ":"); ok && !strings.ContainsAny(before, "/?#") {
		start = len(before) + len(":")
	}
	if strings.HasPrefix(ref[start:], "//") {
		start = model.Index(ref, start+len("//"), len(ref), "/?#")
	}
	query := model.Index(ref, start, len(ref), "?#")
	fragment := model.Index(ref, query, len(ref), "#")
	path := strings.ReplaceAll(percent.EncodeMalformed(ref[start:query]), `\`, "/")
	return ref[:start] + path + ref[query:fragment] + percent.EncodeMalformed(ref[fragment:])
}

// checkFinal checks the request r, a result of final. text is the URL of r.
func (t *transport) checkFinal(r *http.Request, text string) error {
	if r.Host != "" && r.Host != r.URL.Host && origin(&url.URL{Scheme: r.URL.Scheme, Host: r.Host}) != origin(r.URL) {
		return errors.New("the Host header names another host than the URL")
	}
	if err := t.check(r.Context(), hops(r), text); err != nil {
		return err
	}
	if from := r.Response; from != nil && from.Request != nil && from.Request.URL.Scheme == "https" &&
		r.URL.Scheme == "http" && !t.client.AllowDowngrade {
		return ErrDowngrade
	}
	return nil
}

// checkRedirect checks the Location header of a redirect to hop n+1 before net/http resolves it.
func (t *transport) checkRedirect(n int, r *http.Request, response *http.Response) (location string, err error) {
	withBody := false
	switch response.StatusCode {
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		withBody = r.Body != nil && r.Body != http.NoBody
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
	default:
		return "", nil
	}
	location = response.Header.Get("Location")
	switch {
	case location == "":
		return "", nil // net/http does not follow a redirect without Location
	case n >= cmp.Or(t.client.MaxRedirects, 5):
		return location, ErrRedirects
	}
	base := r.URL.String()
	err = t.ask(r.Context(), n+1, location, netip.Addr{}, func(p *audit.Policy) error {
		return p.CheckRef(base, location)
	})
	if err != nil {
		return location, err
	}
	// rejected even if the policy ignores the finding
	if i := strings.IndexAny(location, `\?#`); i >= 0 && location[i] == '\\' {
		return location, errors.New("a backslash in a redirect is a slash to some programs")
	}
	sent := sendable(location)
	if sent != location {
		response.Header.Set("Location", sent)
	}
	to, err := r.URL.Parse(sent)
	switch {
	case err != nil:
		return location, errNetURL
	case withBody && origin(to) != origin(r.URL):
		return location, errors.New("the redirect would send the body of the request to another origin")
	}
	return location, nil
}

// dial connects to an accepted address. Checking only new connections is enough: the connection pool of the transport
// reuses a connection only for the host name for which it was dialed.
func (t *transport) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(address) // DialContext returns its error
	d := net.Dialer{Timeout: t.connect, Resolver: t.client.Resolver}
	var lookup *time.Timer
	if limit := t.client.LookupTimeout; limit > 0 {
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		defer cancel(nil)
		lookup = time.AfterFunc(limit, func() { cancel(ErrLookup) })
		defer lookup.Stop()
	}
	d.ControlContext = func(ctx context.Context, network, address string, _ syscall.RawConn) error {
		if lookup != nil {
			lookup.Stop() // the name has an address
		}
		return t.checkAddr(ctx, host, network, address)
	}
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		if context.Cause(ctx) == ErrLookup {
			err = ErrLookup
		}
		return nil, err
	}
	return &meteredConn{Conn: c, left: handshakeBudget}, nil
}

// checkAddr checks an address of host before it is dialed.
func (t *transport) checkAddr(ctx context.Context, host, network, address string) error {
	if network != "tcp4" && network != "tcp6" {
		return errors.New("guard: the network is not TCP")
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	name := net.JoinHostPort(host, strconv.Itoa(int(to.Port())))
	err = t.ask(ctx, 0, host, to.Addr(), func(p *audit.Policy) error { return p.CheckAddr(name, to.Addr()) })
	if err != nil {
		return err
	}
	if t.client.Log != nil {
		t.client.Log.LogAttrs(ctx, slog.LevelInfo, "guard: dialing",
			slog.String("host", host), slog.String("addr", to.Addr().String()))
	}
	t.observe(Event{Name: "dialing", Addr: to.Addr()})
	return nil
}

// A body is the body of a response, with a maximum length.
type body struct {
	io.ReadCloser
	left      int64
	err       error
	meter     *meter
	free      func()             // ends the request for MaxPerHost
	cancel    context.CancelFunc // cancels the deadline; nil if the transport set no deadline
	transport *transport
	request   *http.Request
	hop       int
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.finish(false)
	if b.cancel != nil {
		b.cancel()
	}
	return err
}

// finish reports the end of the response, once. complete says that the whole body was read.
func (b *body) finish(complete bool) {
	if received, first := b.meter.close(complete); first {
		b.free()
		b.transport.observe(Event{Name: "finished", Hop: b.hop, Received: received})
	}
}

func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.ReadCloser.Read(p[:min(uint64(len(p)), uint64(b.left)+1)])
	b.left -= int64(n)
	if b.left < 0 {
		n, err = n-1, ErrTooLarge
	}
	if err != nil {
		b.finish(err == io.EOF)
	}
	if err != nil && err != io.EOF {
		err = b.transport.refuse(b.request.Context(), b.hop, b.request.URL.String(), err)
	}
	b.err = err
	return n, err
}
