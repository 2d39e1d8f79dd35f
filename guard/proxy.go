package guard

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"

	"earl.example/audit"
	"earl.example/httptarget"
)

// Proxy returns a forward proxy for programs that cannot use the client. It accepts CONNECT, and requests with a whole
// URL such as GET http://example.com/. It applies Policy to each target, and connects only to addresses that Policy
// accepts. It checks a target of CONNECT like the URL https://host:port/.
//
// A request with a URL has the limits of the client. The proxy follows no redirect: the program sends another request.
// A tunnel of CONNECT can have any length, and ends after Timeout without a byte. MaxPerHost does not count tunnels.
// The proxy does not decrypt them and cannot check the URLs in them: a name that Policy accepts can have any path.
//
// A rejected target has status 403, a target that cannot be reached 502, and a time-out 504. The handler does not
// authenticate: anyone who can connect to its server can use it.
func (c *Client) Proxy() http.Handler { return proxy{c.transport()} }

type proxy struct{ *transport }

// proxyKey is the key in the context of a request whose redirects are not followed.
type proxyKey struct{}

func (p proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target, err := httptarget.Parse(r.Method, r.RequestURI)
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
	case target.Form() == httptarget.Authority:
		p.connect(w, r)
	case target.Form() == httptarget.Absolute:
		p.forward(w, r)
	default:
		http.Error(w, "This is a proxy: send CONNECT, or a request with a whole URL.", http.StatusBadRequest)
	}
}

// forward sends a request with a whole URL.
func (p proxy) forward(w http.ResponseWriter, r *http.Request) {
	x, err := p.client.NewRequest(context.WithValue(r.Context(), proxyKey{}, true), r.Method, r.RequestURI, nil)
	if err != nil {
		writeError(w, err)
		return
	}
	reverse := &httputil.ReverseProxy{
		Transport: p.transport,
		Rewrite: func(both *httputil.ProxyRequest) {
			both.Out.URL, both.Out.Host = x.URL, x.Host // not the Host of the program (RFC 9112 §3.2.2)
			both.Out.Header.Add("Via", "1.1 earl")
		},
		FlushInterval: -1,
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, 0), // its texts can have secrets, and Log has these errors
		ErrorHandler:  func(w http.ResponseWriter, _ *http.Request, err error) { writeError(w, err) },
	}
	reverse.ServeHTTP(w, r.WithContext(x.Context()))
}

// connect connects the program to the target of CONNECT.
func (p proxy) connect(w http.ResponseWriter, r *http.Request) {
	u := &url.URL{Scheme: "https", Host: r.RequestURI, Path: "/"}
	x := (&http.Request{Method: http.MethodConnect, URL: u, Host: u.Host}).WithContext(r.Context())
	c := p.newCall(x, 0)
	sent, text, err := c.prepare(nil)
	if given := "https://" + r.RequestURI + "/"; err == nil && given != text {
		err = c.check(given) // net/url writes another text
	}
	if err == nil && (u.Port() == "" || u.Hostname() == "") {
		err = requestError("The target has no host or no port.")
	}
	if err != nil {
		writeError(w, c.end(0, text, err, false))
		return
	}
	c.accept(text)
	to, err := p.dialTarget(c, "tcp", sent.URL.Host)
	if err != nil {
		writeError(w, c.end(0, text, err, true))
		return
	}
	defer to.Close()
	from, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2
		http.Error(w, "CONNECT needs HTTP/1.1.", http.StatusHTTPVersionNotSupported)
		c.end(0, text, err, false)
		return
	}
	defer from.Close()
	defer c.cancel()
	c.status = http.StatusOK
	if _, err = io.WriteString(from, "HTTP/1.1 200 Connection established\r\n\r\n"); err == nil {
		c.received = tunnel(from, buffered, to, p.timeout)
	}
	c.finish(true)
}

// tunnel copies bytes between the program and the target, until both have ended or no byte arrived for the time idle.
// It returns the number of bytes from the target. buffered has bytes that the program sent early.
func tunnel(program net.Conn, buffered io.Reader, target net.Conn, idle time.Duration) (received int64) {
	timer := time.AfterFunc(idle, func() { program.Close(); target.Close() })
	defer timer.Stop()
	forward := func(to net.Conn, from io.Reader) int64 {
		n, err := io.Copy(to, &watched{from, timer, idle})
		if end, ok := to.(interface{ CloseWrite() error }); err == nil && ok {
			_ = end.CloseWrite() // the other direction continues
			return n
		}
		program.Close()
		target.Close()
		return n
	}
	var wait sync.WaitGroup
	wait.Go(func() { forward(target, buffered) })
	received = forward(program, target)
	wait.Wait()
	return received
}

// A watched is a reader that resets a timer after each byte.
type watched struct {
	io.Reader
	timer *time.Timer
	idle  time.Duration
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.timer.Reset(w.idle)
	}
	return n, err
}

// writeError writes the response for a request that failed.
func writeError(w http.ResponseWriter, err error) {
	status := http.StatusBadGateway
	timeout, ok := errors.AsType[net.Error](err)
	if _, rejected := errors.AsType[*audit.PolicyError](err); rejected {
		status = http.StatusForbidden
	} else if ok && timeout.Timeout() || errors.Is(err, ErrLookup) {
		status = http.StatusGatewayTimeout
	}
	http.Error(w, err.Error(), status)
}
