package guard

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
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
	// Policy defines the accepted URLs and addresses. If its MaxLength is zero, it is 64 KiB. Client adds the dialect
	// net/url to the dialects of Policy: not the model of a release, but the net/url of this program, which net/http
	// uses. Schemes other than http and https are rejected even if the policy accepts them.
	Policy audit.Policy

	// MaxRedirects is the maximum number of redirects to follow. Zero means 5. If it is negative, no redirect is
	// followed: a response with status 3xx is returned, and its Location is not checked.
	MaxRedirects int

	// MaxBody is the maximum length of a response body in bytes, after decompression. Reading beyond it returns an
	// error, and so does a request if the Content-Length is larger. Zero means 32 MiB.
	//
	// It also limits what a server can send: a compressed body has at most MaxBody bytes and 64 KiB. On the wire, a
	// response has at most 2*(MaxBody+MaxHeader) bytes and 64 KiB. Requests that share a connection of HTTP/2 share
	// these bytes.
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
	// Use it to try a stricter policy in production: Policy still decides, also about the addresses that are dialed. An
	// invalid ReportOnly has no effect; Validate reports it.
	ReportOnly *audit.Policy

	// MaxPerHost is the maximum number of requests to one host at the same time, including the reading of their
	// bodies. A further request waits until an earlier one ends or Timeout has passed. Zero means no limit.
	// Base.MaxConnsPerHost limits connections instead, of which one can carry many requests in HTTP/2.
	MaxPerHost int

	// LookupTimeout limits the time to look a name up. Zero means no limit other than that for a connection: Timeout,
	// and at most 10 seconds.
	LookupTimeout time.Duration

	// Observe, if not nil, is called for each decision and at the end of each request, for example to count them by
	// name and reason. The context is that of the request. Observe can be called concurrently, and must return
	// quickly.
	Observe func(context.Context, Event)

	// Log receives a record for each accepted, rejected and reported URL and address, and for each failure, without
	// passwords. If Log is nil, nothing is logged.
	Log *slog.Logger

	// LogOrigins writes only the origin of a URL to Log, such as "https://hooks.example.com". Set it if paths are
	// secret, as those of webhooks are.
	LogOrigins bool

	once sync.Once
	http *http.Client // its Timeout is not set, because transport limits the time
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

// Format prints the result of Error for every verb of package fmt, so that no verb prints a password.
func (e Error) Format(f fmt.State, verb rune) { fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error()) }

// LogValue returns the number of the redirect, the redacted URL, the address if one was dialed, and the cause.
func (e Error) LogValue() slog.Value {
	attrs := []slog.Attr{slog.Int("hop", e.Hop), slog.String("url", urlerr.RedactQuery(e.URL))}
	if e.Addr.IsValid() {
		attrs = append(attrs, slog.String("addr", e.Addr.String()))
	}
	return slog.GroupValue(append(attrs, slog.Any("cause", e.Cause))...)
}

// MarshalJSON returns an object with the fields of LogValue.
func (e Error) MarshalJSON() ([]byte, error) { return redact.JSON(e.LogValue()) }

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
const errNetURL = requestError("The package net/url rejects the URL.")

// A requestError says why a request is rejected, in a sentence. The Cause of the [Error] is an audit.PolicyError with
// it.
type requestError string

func (e requestError) Error() string { return string(e) }

// A checked is the context of a request that NewRequest made. The policy accepts text, from which the URL was parsed.
type checked struct {
	context.Context
	text string
	url  url.URL // of the request
}

// NewRequest returns a request for [Client.Do], or another client. It checks the text of the URL before net/url parses
// it. If the error is not nil, it is an [*Error].
func (c *Client) NewRequest(ctx context.Context, method, url string, body io.Reader) (*http.Request, error) {
	t := c.transport()
	sent := sendable(url)
	r, err := http.NewRequestWithContext(ctx, method, sent, body)
	if err != nil {
		err = withoutURL(err)
		r = (&http.Request{Method: method}).WithContext(cmp.Or(ctx, context.Background()))
	}
	x := &call{Context: r.Context(), cancel: func() {}, transport: t, request: r, start: time.Now()}
	rejected := t.invalid
	if rejected == nil {
		rejected = x.check(url)
	}
	if err = cmp.Or(rejected, err); err != nil {
		return nil, x.end(0, url, err, false)
	}
	if sent != url {
		return r, nil // RoundTrip checks the URL that is sent
	}
	return r.WithContext(&checked{ctx, url, *r.URL}), nil
}

// withoutURL returns errNetURL in place of an error that quotes the URL.
func withoutURL(err error) error {
	if _, ok := errors.AsType[*url.Error](err); ok {
		return errNetURL
	}
	return err
}

// Get sends a GET request. It checks the text of the URL before net/url parses it. If the error is not nil, it is an
// [*Error]. The caller must close the body of the response.
func (c *Client) Get(ctx context.Context, url string) (*http.Response, error) {
	r, err := c.NewRequest(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(r)
}

// Post sends a POST request with a body, like [Client.Get].
func (c *Client) Post(ctx context.Context, url, contentType string, body io.Reader) (*http.Response, error) {
	r, err := c.NewRequest(ctx, http.MethodPost, url, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", contentType)
	return c.Do(r)
}

// Do sends a request. It checks the URL that net/http sends. If the URL was parsed from untrusted text, other programs
// may parse this text differently. In this case, make the request with [Client.NewRequest]. If the error is not nil, it
// is an [*Error]. The caller must close the body of the response.
func (c *Client) Do(r *http.Request) (*http.Response, error) {
	t := c.transport()
	if r.Response != nil { // r can have a Response from an earlier redirect, which RoundTrip would count
		r = r.WithContext(r.Context())
		r.Response = nil
	}
	response, err := c.http.Do(r)
	if err == nil {
		return response, nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return nil, e
	}
	text := ""
	if e, ok := errors.AsType[*url.Error](err); ok {
		text, err = e.URL, e.Err
	}
	return nil, t.newCall(r, 0).end(0, text, err, false)
}

// RoundTripper returns the transport of the client, for code that needs an [http.RoundTripper]. It enforces the policy
// and all limits itself: the time, which includes the redirects and the reading of the body, the number of redirects,
// and the headers that are sent to another origin. So other transports can wrap it, and any [http.Client] can use it.
func (c *Client) RoundTripper() http.RoundTripper { return c.transport() }

// Validate returns nil, or an error that lists the invalid settings of c. With an invalid Policy and other invalid
// settings, every request fails. An invalid ReportOnly has no effect. Call Validate when the program starts.
func (c *Client) Validate() error {
	err := c.invalid()
	if c.ReportOnly != nil {
		err = errors.Join(err, c.ReportOnly.Validate())
	}
	return err
}

// invalid returns the reason why every request fails, or nil.
func (c *Client) invalid() error {
	err := c.Policy.Validate()
	if c.Base != nil && c.Base.Proxy != nil && !c.ProxyMayDial {
		err = errors.Join(err, errors.New("field Base has a Proxy, which connects to addresses that this client cannot "+
			"check: set Base.Proxy to nil, or set ProxyMayDial if the proxy checks them"))
	}
	if c.Timeout < 0 || c.MaxBody < 0 || c.MaxHeader < 0 || c.LookupTimeout < 0 || c.MaxPerHost < 0 {
		err = errors.Join(err, errors.New("fields Timeout, LookupTimeout, MaxBody, MaxHeader and MaxPerHost must not be "+
			"negative"))
	}
	return err
}

// HTTP returns the client for code that needs an [http.Client]. The http.Client checks every URL that net/http sends,
// every redirect and every address. Its fields can be set, and its Transport can be wrapped: see [Client.RoundTripper].
func (c *Client) HTTP() *http.Client {
	c.transport()
	client := *c.http
	return &client
}

// transport returns the transport with the settings of c.
func (c *Client) transport() *transport {
	c.once.Do(func() {
		t := c.build()
		c.http = &http.Client{Transport: t, CheckRedirect: t.checkClientRedirect}
	})
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
		invalid:  c.invalid(),
		next:     base.Clone(),
		compress: !base.DisableCompression,
		slots:    slots{most: c.MaxPerHost, used: map[audit.HostValue]*slot{}},
		readers:  sync.Pool{New: func() any { return new(gzip.Reader) }},
	}
	switch {
	case c.ReportOnly == nil:
	case c.ReportOnly.Validate() == nil:
		report := withNetURL(*c.ReportOnly)
		t.reportOnly = &report
	case c.Log != nil:
		c.Log.Warn("guard: ReportOnly is invalid and has no effect", "cause", c.ReportOnly.Validate())
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

// withNetURL returns p with the net/url of this program among its dialects, and with a maximum length.
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
	p.Dialects, p.MaxLength = dialects, cmp.Or(p.MaxLength, audit.Strict().MaxLength)
	return p
}

// origin returns the scheme, the host and the port of u.
func origin(u *url.URL) string {
	port := "80"
	if u.Scheme == "https" {
		port = "443"
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + cmp.Or(u.Port(), port)
}
