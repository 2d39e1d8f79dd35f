package guard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// A Client sends HTTP requests to URLs from untrusted sources. The zero Client is strict and ready to use. A Client is
// safe for concurrent use. Do not change its fields, and do not copy it, after the first request.
type Client struct {
	// Policy defines the accepted URLs and addresses. Client adds the dialect net/url to the dialects of Policy: not the
	// model of a release, but the net/url of this program, which net/http uses. Schemes other than http and https are
	// rejected even if the policy accepts them.
	Policy audit.Policy

	// MaxRedirects is the maximum number of redirects to follow. Zero means 5. If it is negative, no redirect is followed.
	MaxRedirects int

	// MaxBody is the maximum length of a response body in bytes, after decompression. Reading beyond it returns an error,
	// and so does a request if the Content-Length is larger. Zero means 32 MiB.
	//
	// It also limits what a server can send: a compressed body has at most MaxBody bytes and 64 KiB. On the wire, a
	// response has at most 2*(MaxBody+MaxHeader) bytes and 64 KiB. Requests that share a connection of HTTP/2 share these
	// bytes.
	MaxBody int64

	// MaxHeader is the maximum length of a response header in bytes. Zero means 64 KiB.
	MaxHeader int64

	// Timeout limits the whole time of a request, including its redirects and the reading of the body. Zero means 30
	// seconds.
	Timeout time.Duration

	// AllowDowngrade follows redirects from https to http.
	AllowDowngrade bool

	// Base, if not nil, is a transport that Client clones, for example for its TLS settings. Client replaces the dial
	// functions of the clone.
	Base *http.Transport

	// ProxyMayDial allows the field Proxy of Base to be set. The proxy then connects to the servers, so the proxy must
	// check their addresses. Client checks only the URLs and the address of the proxy. If the address of the proxy is
	// internal, list it in Policy.Internal, or list the name of the proxy in Policy.InternalFor.
	ProxyMayDial bool

	// Resolver looks up names. Nil means net.DefaultResolver.
	Resolver *net.Resolver

	// ReportOnly, if not nil, is a second policy that rejects nothing. What it would reject goes to Log and to Observe.
	// Use it to try a stricter policy in production: Policy still decides, also about the addresses that are dialed.
	ReportOnly *audit.Policy

	// MaxPerHost is the maximum number of requests to one host at the same time, including the reading of their bodies. A
	// further request waits until an earlier one ends or Timeout has passed. Zero means no limit. Base.MaxConnsPerHost
	// limits connections instead, of which one can carry many requests in HTTP/2.
	MaxPerHost int

	// LookupTimeout limits the time to look a name up. Zero means no limit other than that for a connection: Timeout, and
	// at most 10 seconds.
	LookupTimeout time.Duration

	// Observe, if not nil, is called for each decision, for example to count the decisions by name and reason. It can be
	// called concurrently, and must return quickly.
	Observe func(Event)

	// Log receives a record for each accepted, rejected and reported URL and address, without passwords. If Log is
	// nil, nothing is logged.
	Log *slog.Logger

	once sync.Once
	// Timeout is not set: net/http would start a goroutine for it, because transport is not an http.Transport
	http *http.Client
}

// An Error says why a request failed, or why a response body could not be read.
type Error struct {
	Hop   int        // 0 for the URL of the request, 1 for the first redirect
	URL   string     // URL of the hop, without its password
	Addr  netip.Addr // the address that was dialed, or the zero Addr if none was
	Cause error      // a *audit.PolicyError if the policy rejects the URL or the address
}

// Error returns one line without passwords. Control characters and invisible characters are escaped, also in the
// text of Cause, which can quote the server.
func (e *Error) Error() string {
	at := ""
	if e.Hop > 0 {
		at = fmt.Sprintf(" (redirect %d)", e.Hop)
	}
	return "guard: " + redact.Quote(urlerr.Excerpt(e.URL, 0)) + at + ": " + audit.Escape(e.Cause.Error())
}

// Unwrap returns e.Cause.
func (e *Error) Unwrap() error { return e.Cause }

// These errors occur as the Cause of an [Error].
var (
	ErrRedirects = errors.New("too many redirects")
	ErrDowngrade = errors.New("the redirect leads from https to http: set AllowDowngrade to follow it")
	ErrTooLarge  = errors.New("the response is longer than MaxBody allows")
	ErrLookup    = errors.New("the look-up of the name took longer than LookupTimeout")

	// ErrConnection ends all requests of a connection of HTTP/2 if its server sends more than they allow together. The
	// request can be repeated: it gets another connection. If such a connection fails before the response, the Client
	// itself repeats a GET, HEAD, OPTIONS or TRACE request, once.
	ErrConnection = errors.New("the server sent more than the requests of this connection allow: repeat the request")
)

// errUpgrade is the error of a response with status 101.
var errUpgrade = errors.New("the server switches to another protocol (status 101)")

// errNetURL replaces an error of net/url, because the text of such an error can contain a password.
var errNetURL = errors.New("net/url rejects the URL")

// Get sends a GET request. It checks the text of the URL before net/url parses it. If the error is not nil, it is an
// [*Error]. The caller must close the body of the response.
func (c *Client) Get(ctx context.Context, url string) (*http.Response, error) {
	t := c.transport()
	err := t.invalid
	if err == nil {
		err = t.check(ctx, 0, url)
	}
	if err != nil {
		return nil, t.refuse(ctx, 0, url, err)
	}
	sent, text := sendable(url), url
	if sent != url {
		text = "" // RoundTrip checks the URL that is sent
	}
	r, err := http.NewRequest(http.MethodGet, sent, nil)
	if err != nil {
		return nil, newError(0, url, errNetURL)
	}
	ctx, cancel := context.WithTimeout(ctx, t.timeout)
	return c.do(r.WithContext(&checked{ctx, text}), cancel)
}

// Do sends a request. It checks the URL that net/http sends. If the URL was parsed from untrusted text, other programs
// may parse this text differently. In this case, also check the text with [audit.Policy.Check], or use [Client.Get]. If
// the error is not nil, it is an [*Error]. The caller must close the body of the response.
func (c *Client) Do(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), c.transport().timeout)
	r = r.WithContext(ctx)
	r.Response = nil // r can have a Response from an earlier redirect, which hops would count
	return c.do(r, cancel)
}

func (c *Client) do(r *http.Request, cancel context.CancelFunc) (*http.Response, error) {
	response, err := c.http.Do(r)
	if err == nil {
		response.Body.(*body).cancel = cancel
		return response, nil
	}
	cancel()
	if e, ok := errors.AsType[*Error](err); ok {
		return nil, e
	}
	text := ""
	if e, ok := errors.AsType[*url.Error](err); ok {
		text, err = e.URL, e.Err
	}
	return nil, newError(0, text, err)
}

// HTTP returns the client for code that needs an [http.Client]. The http.Client checks every URL that net/http sends,
// every redirect and every address. If the caller replaces CheckRedirect, the rules of net/http decide which headers
// follow a redirect. The caller must not replace Transport.
func (c *Client) HTTP() *http.Client {
	t := c.transport()
	client := *c.http
	client.Timeout = t.timeout
	return &client
}

// transport returns the transport with the settings of c.
func (c *Client) transport() *transport {
	c.once.Do(func() { c.http = &http.Client{Transport: c.build(), CheckRedirect: dropHeaders} })
	return c.http.Transport.(*transport)
}

func newError(n int, url string, cause error) *Error {
	e := &Error{Hop: n, URL: urlerr.RedactQuery(url), Cause: cause}
	if dial, ok := errors.AsType[*net.OpError](cause); ok {
		if to, ok := dial.Addr.(*net.TCPAddr); ok {
			e.Addr = to.AddrPort().Addr().Unmap()
		}
	}
	return e
}

func (c *Client) build() *transport {
	base := cmp.Or(c.Base, new(http.Transport))
	t := &transport{
		client:   c,
		timeout:  cmp.Or(c.Timeout, 30*time.Second),
		maxBody:  cmp.Or(c.MaxBody, 32<<20),
		policy:   withNetURL(c.Policy),
		invalid:  c.Policy.Validate(),
		next:     base.Clone(),
		compress: !base.DisableCompression,
		slots:    slots{most: c.MaxPerHost},
	}
	if c.ReportOnly != nil {
		report := withNetURL(*c.ReportOnly)
		t.reportOnly = &report
		t.invalid = errors.Join(t.invalid, c.ReportOnly.Validate())
	}
	switch next := t.next; {
	case next.Proxy != nil && !c.ProxyMayDial:
		t.invalid = errors.New("field Base has a Proxy, which connects to addresses that this client cannot check: " +
			"set Base.Proxy to nil, or set ProxyMayDial if the proxy checks them")
	case c.Timeout < 0 || c.MaxBody < 0 || c.MaxHeader < 0 || c.LookupTimeout < 0 || c.MaxPerHost < 0:
		t.invalid = errors.New("fields Timeout, LookupTimeout, MaxBody, MaxHeader and MaxPerHost must not be negative")
	}
	t.next.DialContext = t.dial
	t.next.DialTLSContext = nil
	//lint:ignore SA1019 the Dial function of Base would bypass DialContext
	t.next.Dial = nil
	//lint:ignore SA1019 the DialTLS function of Base would bypass DialContext
	t.next.DialTLS = nil
	t.next.DisableCompression = true // guard decompresses
	t.next.ForceAttemptHTTP2 = true
	t.next.MaxResponseHeaderBytes = cmp.Or(c.MaxHeader, 64<<10)
	if len(t.next.TLSNextProto) > 0 {
		t.next.TLSNextProto = nil // it holds an HTTP/2 transport that shares connections with Base
	}
	t.next.MaxIdleConns = cmp.Or(t.next.MaxIdleConns, 100)
	t.next.IdleConnTimeout = cmp.Or(t.next.IdleConnTimeout, 90*time.Second)
	// After the deadline of a request, net/http continues to set up the connection, because later requests can use it.
	// TLSHandshakeTimeout limits this time.
	t.connect = min(t.timeout, 10*time.Second)
	t.next.TLSHandshakeTimeout = cmp.Or(t.next.TLSHandshakeTimeout, t.connect)
	// A server that stops in the middle of a frame would delay all later requests to it.
	h2 := *cmp.Or(t.next.HTTP2, new(http.HTTP2Config))
	h2.SendPingTimeout, h2.PingTimeout = cmp.Or(h2.SendPingTimeout, t.connect), cmp.Or(h2.PingTimeout, t.connect)
	// Half a budget is for bytes that are read, and the other half for bytes that arrive after a stream is canceled.
	t.window = max(64<<10, min(t.maxBody/2, 4<<20))
	if own := int64(h2.MaxReceiveBufferPerStream); own > 0 {
		t.window = min(t.window, own)
	}
	h2.MaxReceiveBufferPerStream = int(t.window)
	t.next.HTTP2 = &h2
	return t
}

// withNetURL returns p with the net/url of this program among its dialects.
func withNetURL(p audit.Policy) audit.Policy {
	dialects := slices.Clone(p.Dialects)
	if dialects == nil {
		dialects = audit.Dialects()
	}
	if i := slices.Index(dialects, earl.NetURL()); i >= 0 {
		dialects[i] = netURL
	} else {
		dialects = append(dialects, netURL)
	}
	p.Dialects = dialects
	return p
}

// following lists the headers of the caller that are sent to another origin after a redirect. They contain no
// credentials.
var following = []string{"Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "User-Agent"}

// dropHeaders removes all headers that are not in the list following. If the redirected request r and all earlier
// requests have the same origin, it removes no header.
func dropHeaders(r *http.Request, via []*http.Request) error {
	left := func(r *http.Request) bool { return origin(r.URL) != origin(via[0].URL) }
	if !left(r) && !slices.ContainsFunc(via, left) {
		return nil
	}
	maps.DeleteFunc(r.Header, func(name string, _ []string) bool { return !slices.Contains(following, name) })
	return nil
}

// origin returns the scheme, the host and the port of u.
func origin(u *url.URL) string {
	port := "80"
	if u.Scheme == "https" {
		port = "443"
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + cmp.Or(u.Port(), port)
}
