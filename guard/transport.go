package guard

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
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

// RoundTrip checks the URL of r, sends r, and checks the redirect of the response. It keeps all promises of Client,
// because the code around it can be any: it limits the time, counts redirects and drops headers.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	via := earlier(r)
	c := t.newCall(r, len(via))
	sent, text, err := c.prepare(via)
	if err == nil {
		c.accept(text)
		c.free, err = t.slots.wait(c, sent)
	}
	if err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, c.end(c.hop, text, err, false)
	}
	response, err := c.send(sent)
	if err != nil {
		return nil, c.end(c.hop, text, err, true)
	}
	c.status = response.StatusCode
	location, err := c.checkRedirect(sent, response)
	n := c.hop
	switch {
	case err != nil:
		n, text = n+1, location
	case location == "":
		err = t.checkLength(sent, response)
	}
	if err != nil {
		response.Body.Close()
		return nil, c.end(n, text, err, false)
	}
	t.decompress(sent, response)
	response.Request = r
	if location != "" {
		response.Request = r.WithContext(chained{r.Context(), c.deadline})
	}
	response.Body = &body{ReadCloser: http.MaxBytesReader(nil, response.Body, t.maxBody), call: c}
	if t.client.Observe != nil { // the caller can forget to close the body; a reader gets its error first
		c.stop = context.AfterFunc(c.Context, func() { time.AfterFunc(time.Second, func() { c.finish(false) }) })
	}
	return response, nil
}

// prepare returns the request that is sent, and the text of its URL, after all checks. via has the earlier requests.
func (c *call) prepare(via []*http.Request) (sent *http.Request, text string, err error) {
	r := c.request
	if sent, err = c.transport.final(r); err != nil {
		if r.URL != nil {
			text = r.URL.String()
		}
		return nil, text, err
	}
	x, ok := r.Context().(*checked)
	if ok && sent == r && len(via) == 0 && *r.URL == x.url && (r.Host == "" || r.Host == r.URL.Host) {
		text = x.text
	} else {
		text = sent.URL.String()
		err = c.checkFinal(sent, text)
	}
	if err != nil {
		return nil, text, err
	}
	if len(via) > c.transport.client.maxRedirects() {
		return nil, text, ErrRedirects
	}
	if header := allowedHeader(r, via); header != nil {
		same := *sent
		sent = &same
		sent.Header = header
	}
	return sent, text, nil
}

// A chained is the context of a request in a response. The next hop has the same deadline.
type chained struct {
	context.Context
	deadline time.Time
}

// earlier returns the requests that were redirected to r, the latest first.
func earlier(r *http.Request) (via []*http.Request) {
	for r.Response != nil && r.Response.Request != nil && len(via) < 1000 {
		r = r.Response.Request
		via = append(via, r)
	}
	return via
}

// send sends r, which does not change. If other requests used the connection when it failed, they can be the cause.
// Then send repeats a request that changes nothing on the server, once.
func (c *call) send(r *http.Request) (*http.Response, error) {
	t := c.transport
	header := r.Header
	if t.asksForGzip(r) {
		header = maps.Clone(header)
		header["Accept-Encoding"] = []string{"gzip"}
	}
	for again := false; ; again = true {
		c.meter = &meter{budget: budget(t.maxBody, t.next.MaxResponseHeaderBytes), window: t.window}
		x := r.WithContext(httptrace.WithClientTrace(c, &httptrace.ClientTrace{GotConn: c.meter.gotConn}))
		x.Header = header
		response, err := t.next.RoundTrip(x)
		if err != nil && !again && c.Err() == nil && isSafe(r.Method) && (r.Body == nil || r.Body == http.NoBody) {
			if received := c.meter.close(false); c.meter.shared {
				c.received += received
				continue
			}
		}
		switch {
		case err == nil && response.StatusCode == http.StatusSwitchingProtocols:
			// net/http ignores deadlines of the body of such a response
			response.Body.Close()
			err = errUpgrade
		case err == nil:
			c.meter.answered()
		}
		return response, err
	}
}

// isSafe reports whether a method is safe (RFC 9110 §9.2.1): it asks for no change on the server.
func isSafe(method string) bool {
	return slices.Contains([]string{"", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace}, method)
}

// final returns the request that is sent: r, or a copy. The copy has the ASCII form of the host, so that net/http does
// not convert the host itself. Its query is escaped as browsers escape it, because net/http sends a query unchanged.
func (t *transport) final(r *http.Request) (*http.Request, error) {
	switch {
	case t.invalid != nil:
		return nil, t.invalid
	case r.URL == nil:
		return nil, requestError("The request has no URL.")
	case r.URL.Opaque != "":
		return nil, requestError("The URL has no host, because there is no // after the scheme.")
	case r.URL.Scheme != "http" && r.URL.Scheme != "https":
		return nil, requestError("The scheme is not http or https.")
	case r.URL.Path != "" && r.URL.Path[0] != '/': // net/http sends the path unchanged, even if it is http://evil.example/
		return nil, requestError("The path does not begin with a slash.")
	case strings.ContainsFunc(r.URL.RawQuery, isNoQuery):
		return nil, requestError(`The query has a control character or "#".`)
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
		return "", requestError("The host has no ASCII form (UTS #46).")
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
func (c *call) checkFinal(r *http.Request, text string) error {
	if r.Host != "" && r.Host != r.URL.Host && origin(&url.URL{Scheme: r.URL.Scheme, Host: r.Host}) != origin(r.URL) {
		return requestError("The Host header names another host than the URL.")
	}
	if err := c.check(text); err != nil {
		return err
	}
	if from := r.Response; from != nil && from.Request != nil && from.Request.URL.Scheme == "https" &&
		r.URL.Scheme == "http" && !c.transport.client.AllowDowngrade {
		return ErrDowngrade
	}
	return nil
}

// checkRedirect checks the Location header of a redirect before net/http resolves it. location is "" if no redirect is
// followed.
func (c *call) checkRedirect(r *http.Request, response *http.Response) (location string, err error) {
	repeats := false
	switch response.StatusCode {
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		repeats = !isSafe(r.Method) || r.Body != nil && r.Body != http.NoBody
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther:
	default:
		return "", nil
	}
	location = response.Header.Get("Location")
	switch {
	case location == "" || c.transport.client.MaxRedirects < 0 || c.Context.Value(proxyKey{}) != nil:
		return "", nil // net/http does not follow a redirect without Location
	case c.hop >= c.transport.client.maxRedirects():
		return location, ErrRedirects
	}
	base := r.URL.String()
	err = c.ask(c.hop+1, location, netip.Addr{}, func(p *audit.Policy) error { return p.CheckRef(base, location) })
	if err != nil {
		return location, err
	}
	// rejected even if the policy ignores the finding
	if i := strings.IndexAny(location, `\?#`); i >= 0 && location[i] == '\\' {
		return location, requestError("A backslash in a redirect is a slash to some programs.")
	}
	sent := sendable(location)
	if sent != location {
		response.Header.Set("Location", sent)
	}
	to, err := r.URL.Parse(sent)
	switch {
	case err != nil:
		return location, errNetURL
	case repeats && origin(to) != origin(r.URL):
		return location, requestError("The redirect would repeat the " + r.Method + " request at another origin.")
	}
	return location, nil
}

// dial connects to an accepted address, and limits the bytes of the connection. Checking new connections is enough:
// the connection pool of the transport reuses a connection only for the host name for which it was dialed.
func (t *transport) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := t.dialTarget(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &meteredConn{Conn: c, left: handshakeBudget}, nil
}

// dialTarget connects to an accepted address.
func (t *transport) dialTarget(ctx context.Context, network, address string) (net.Conn, error) {
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
	if err != nil && context.Cause(ctx) == ErrLookup {
		err = ErrLookup
	}
	return c, err
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
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		c = &call{Context: ctx, transport: t}
	}
	name := net.JoinHostPort(host, strconv.Itoa(int(to.Port())))
	err = c.ask(c.hop, host, to.Addr(), func(p *audit.Policy) error { return p.CheckAddr(name, to.Addr()) })
	if err != nil {
		return err
	}
	if t.client.Log != nil {
		t.client.Log.LogAttrs(ctx, slog.LevelInfo, "guard: dialing",
			slog.String("host", host), slog.String("addr", to.Addr().String()))
	}
	c.observe(Event{Name: "dialing", Hop: c.hop, Addr: to.Addr()})
	return nil
}

// A body is the body of a response. It limits the length, and ends the call.
type body struct {
	io.ReadCloser // returns an http.MaxBytesError
	err           error
	call          *call
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.call.finish(false)
	b.call.release()
	return err
}

func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.ReadCloser.Read(p)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = ErrTooLarge
	}
	switch {
	case err == io.EOF:
		b.call.finish(true)
	case err != nil:
		err = b.call.end(b.call.hop, b.call.request.URL.String(), err, true)
	}
	b.err = err
	return n, err
}
