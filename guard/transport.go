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
	"strings"
	"syscall"
	"time"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// netURL is the dialect of net/http.
var netURL = earl.MustParseDialect("net/url")

// A transport sends the requests of a Client. net/http calls RoundTrip for each redirect too.
type transport struct {
	client  *Client
	policy  audit.Policy // with the dialect net/url
	invalid error        // why every request fails; nil if the settings are valid
	timeout time.Duration
	next    *http.Transport
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
	if err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, t.refuse(r.Context(), n, text, err)
	}
	t.accept(r.Context(), n, text)
	response, err := t.next.RoundTrip(sent)
	if err != nil {
		return nil, t.refuse(r.Context(), n, text, err)
	}
	if location, err := t.checkRedirect(n, sent, response); err != nil {
		response.Body.Close()
		return nil, t.refuse(r.Context(), n+1, location, err)
	}
	response.Request = r
	left := cmp.Or(t.client.MaxBody, 32<<20)
	response.Body = &body{ReadCloser: response.Body, left: left, transport: t, request: r, hop: n}
	return response, nil
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

// final returns the request that is sent. It is r if the host of r is ASCII. If not, it is a copy with the ASCII form
// of the host, so that net/http does not convert the host itself.
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
	}
	host := r.URL.Hostname()
	if ascii.Index(host, ascii.NonASCII) < 0 {
		return r, nil
	}
	value := audit.ParseHost(host)
	ascii := value.String()
	if value.Addr.Is6() {
		ascii = "[" + ascii + "]"
	}
	if port := r.URL.Port(); port != "" {
		ascii += ":" + port
	}
	sent := *r
	u := *r.URL
	sent.URL = &u
	if sent.Host == u.Host {
		sent.Host = ascii
	}
	u.Host = ascii
	return &sent, nil
}

// checkFinal checks the request r, a result of final. text is the URL of r.
func (t *transport) checkFinal(r *http.Request, text string) error {
	if r.Host != "" && r.Host != r.URL.Host && origin(&url.URL{Scheme: r.URL.Scheme, Host: r.Host}) != origin(r.URL) {
		return errors.New("the Host header names another host than the URL")
	}
	if err := t.policy.Check(text); err != nil {
		return err
	}
	if from := r.Response; from != nil && from.Request != nil && from.Request.URL.Scheme == "https" &&
		r.URL.Scheme == "http" && !t.client.AllowDowngrade {
		return ErrDowngrade
	}
	return nil
}

// checkText checks the text of the first URL.
func (t *transport) checkText(ctx context.Context, url string) error {
	err := t.invalid
	if err == nil {
		err = t.policy.Check(url)
	}
	if err != nil {
		return t.refuse(ctx, 0, url, err)
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
	case n >= max(cmp.Or(t.client.MaxRedirects, 5), 0):
		return location, ErrRedirects
	}
	if err := t.policy.CheckRef(r.URL.String(), location); err != nil {
		return location, err
	}
	// rejected even if the policy ignores the finding
	if i := strings.IndexAny(location, `\?#`); i >= 0 && location[i] == '\\' {
		return location, errors.New("a backslash in a redirect is a slash to some programs")
	}
	to, err := r.URL.Parse(location)
	switch {
	case err != nil:
		return location, errNetURL
	case withBody && origin(to) != origin(r.URL):
		return location, errors.New("the redirect would send the body of the request to another origin")
	}
	return location, nil
}

// refuse returns an [Error] for hop n, and logs it.
func (t *transport) refuse(ctx context.Context, n int, url string, cause error) error {
	e := newError(n, url, cause)
	if t.client.Log != nil {
		attrs := []slog.Attr{slog.Int("hop", n), slog.String("url", e.URL), slog.String("cause", cause.Error())}
		if e.Addr.IsValid() {
			attrs = append(attrs, slog.String("addr", e.Addr.String()))
		}
		t.client.Log.LogAttrs(ctx, slog.LevelWarn, "guard: rejected", attrs...)
	}
	return e
}

func (t *transport) accept(ctx context.Context, n int, url string) {
	if t.client.Log != nil {
		t.client.Log.LogAttrs(ctx, slog.LevelInfo, "guard: accepted",
			slog.Int("hop", n), slog.String("url", urlerr.Redact(url)))
	}
}

// dial connects to an accepted address. Checking only new connections is enough: the connection pool of the transport
// reuses a connection only for the host name for which it was dialed.
func (t *transport) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	d := net.Dialer{Timeout: min(t.timeout, 10*time.Second), Resolver: t.client.Resolver}
	d.ControlContext = func(ctx context.Context, network, address string, _ syscall.RawConn) error {
		return t.checkAddr(ctx, host, network, address)
	}
	return d.DialContext(ctx, network, address)
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
	if err := t.policy.CheckAddr(host, to.Addr()); err != nil {
		return err
	}
	if t.client.Log != nil {
		t.client.Log.LogAttrs(ctx, slog.LevelInfo, "guard: dialing",
			slog.String("host", host), slog.String("addr", to.Addr().String()))
	}
	return nil
}

// A body is the body of a response, with a maximum length.
type body struct {
	io.ReadCloser
	left      int64
	err       error
	cancel    context.CancelFunc // cancels the deadline; nil if the transport set no deadline
	transport *transport
	request   *http.Request
	hop       int
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	if b.cancel != nil {
		b.cancel()
	}
	return err
}

func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if int64(len(p))-1 > b.left {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		n, err = n-1, ErrTooLarge
	}
	if err != nil && err != io.EOF {
		err = b.transport.refuse(b.request.Context(), b.hop, b.request.URL.String(), err)
	}
	b.err = err
	return n, err
}
