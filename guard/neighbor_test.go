package guard

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earl.example/audit"
)

// TestBesideHostileServers checks innocent requests to the host of each row of hostileRows while the row's request
// runs, in HTTP/1 and in HTTP/2. In the protocol of the row, the server is the hostile one, and HTTP/2 shares its
// connection. A request to it may fail at first, but never as if its own response were too long.
func TestBesideHostileServers(t *testing.T) {
	config, roots := signedConfig()
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard) // net/http logs unsolicited responses
	for i := range hostileRows {
		row := &hostileRows[i]
		if row.tls || testing.Short() && i%3 != 0 {
			continue // no request gets through the handshake
		}
		t.Run(row.name, func(t *testing.T) {
			hostile := &hostileServer{row: row, config: config, begun: make(chan bool, 1)}
			other := &hostileServer{row: &hostileRow{}, config: config}
			if row.frames == nil {
				other.row.frames = func(*hostileStream) {}
			}
			hostile.listen(t)
			other.listen(t)
			urls := []string{"http://example.com:" + hostile.port + "/", "https://example.com:" + other.port + "/"}
			if row.frames != nil {
				urls = []string{"https://example.com:" + hostile.port + "/", "http://example.com:" + other.port + "/"}
			}
			c := hostileClient(t, row, roots)
			c.transport().connect, c.transport().next.TLSHandshakeTimeout = 10*time.Second, 10*time.Second // others wait
			good := c.patient()
			for _, url := range urls { // the row's request and the others use the connection that this one opens
				if text, err := read(t, good, url+"good"); text != "ok" {
					t.Fatal(err)
				}
			}
			var all sync.WaitGroup
			all.Go(func() { row.request(t, c, urls[0]) })
			<-hostile.begun
			for i, url := range urls {
				all.Go(func() {
					text, err := read(t, good, url+"good")
					switch evil := text == "evil" && strings.Contains(row.again, text); {
					case text == "ok" || evil:
						return
					case i == 1 || errors.Is(err, ErrTooLarge):
						t.Errorf("%s: %q, %v, want ok", url, text, err)
					}
					t.Logf("%s: %q, %v", url, text, err)
					if text, err := read(t, good, url+"good"); text != "ok" {
						t.Errorf("%s again: %q, %v, want ok", url, text, err)
					}
				})
			}
			all.Wait()
			good.HTTP().CloseIdleConnections()
		})
	}
}

// neighbors starts a server of HTTP/2 and a client with a limit. /big has 32 MiB, /gzip compresses nothing in any
// number of bytes, and other paths answer "ok". sent counts the bytes of /gzip.
func neighbors(t *testing.T, maxBody int64, sent *atomic.Int64) (c *Client, url string) {
	port, base := newTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/big":
			for range 1024 {
				if _, err := w.Write(make([]byte, 32<<10)); err != nil {
					return
				}
			}
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, gzipHead)
			w.(http.Flusher).Flush()
			blocks := bytes.Repeat([]byte(emptyBlock), 1000)
			for r.Context().Err() == nil {
				n, err := w.Write(blocks)
				if sent.Add(int64(n)); err != nil {
					return
				}
			}
		default:
			io.WriteString(w, "ok")
		}
	}))
	c = &Client{
		Policy:   audit.Policy{InternalFor: map[string][]netip.Prefix{"good.example.com": {loopback}}},
		Base:     base,
		Resolver: newScript(map[string][]string{"good.example.com": {"127.0.0.1"}}).resolver(),
		MaxBody:  maxBody,
		Timeout:  20 * time.Second,
	}
	t.Cleanup(func() { c.HTTP().CloseIdleConnections() })
	return c, "https://good.example.com:" + port
}

// TestAfterLongResponse checks that a long response does not change the result of the next request on its connection.
func TestAfterLongResponse(t *testing.T) {
	t.Parallel()
	for _, most := range []int64{16 << 10, 64 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20, 4 << 20} {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			t.Parallel()
			c, url := neighbors(t, most, nil)
			for i := range 20 {
				if text, err := read(t, c, url+"/big"); int64(len(text)) != most || !errors.Is(err, ErrTooLarge) {
					t.Fatalf("%d: %d bytes, %v, want %d, ErrTooLarge", i, len(text), err, most)
				}
				if text, err := read(t, c, url+"/small"); text != "ok" {
					t.Fatalf("%d: the next request: %q, %v, want ok", i, text, err)
				}
			}
		})
	}
}

// TestBesideUnreadBodies checks requests on a connection with long bodies that nobody reads.
func TestBesideUnreadBodies(t *testing.T) {
	t.Parallel()
	c, url := neighbors(t, 64<<10, nil)
	var open []io.Closer
	for range 9 {
		for range 5 {
			response, err := c.Get(t.Context(), url+"/big")
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, response.Body)
		}
		for range 5 {
			if text, err := read(t, c, url+"/small"); text != "ok" {
				t.Fatalf("beside %d bodies: %q, %v, want ok", len(open), text, err)
			}
		}
	}
	var all sync.WaitGroup
	for _, body := range open { // all at once
		all.Go(func() { body.Close() })
		all.Go(func() {
			if text, err := read(t, c, url+"/small"); text != "ok" {
				t.Errorf("beside canceled streams: %q, %v, want ok", text, err)
			}
		})
	}
	all.Wait()
}

// TestGzipBudget checks that a body cannot use the budgets of other requests on its connection.
func TestGzipBudget(t *testing.T) {
	t.Parallel()
	const most = 1 << 20
	var sent atomic.Int64
	c, url := neighbors(t, most, &sent)
	var open []*http.Response
	for range 30 {
		response, err := c.Get(t.Context(), url+"/big")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		open = append(open, response)
	}
	if _, err := read(t, c, url+"/gzip"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("gzip of nothing: %v, want ErrTooLarge", err)
	}
	// the client reads MaxBody and 64 KiB, and has a window of half of MaxBody; the rest is in buffers of the system
	t.Logf("the server sent %d bytes", sent.Load())
	if n := sent.Load(); n > 8*most {
		t.Errorf("the server sent %d bytes, %.1f times MaxBody", n, float64(n)/most)
	}
	for _, response := range open {
		if n, err := io.Copy(io.Discard, response.Body); n != most || !errors.Is(err, ErrTooLarge) {
			t.Errorf("another response: %d bytes, %v, want %d, ErrTooLarge", n, err, most)
		}
	}
}

// TestGzip checks that bodies are decompressed as net/http decompresses them.
func TestGzip(t *testing.T) {
	t.Parallel()
	pack := func(texts ...string) string {
		var b bytes.Buffer
		for _, text := range texts {
			z := gzip.NewWriter(&b)
			io.WriteString(z, text)
			z.Close()
		}
		return b.String()
	}
	s := newTarget(t)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", cmp.Or(r.URL.Query().Get("as"), "gzip"))
		w.Header().Set("X-Asked", r.Header.Get("Accept-Encoding"))
		io.WriteString(w, map[string]string{"/one": pack("ok"), "/two": pack("o", "k"), "/none": "", "/bad": "bad",
			"/cut": pack("ok")[:15], "/after": pack("ok") + "x"}[r.URL.Path])
	})
	plain := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", s.Listener.Addr().String())
	}}}
	defer plain.CloseIdleConnections()
	for _, path := range []string{"/one", "/two", "/none", "/bad", "/cut", "/after", "/one?as=x", "/one?as=GZip"} {
		for _, field := range []string{"", "Range: bytes=0-", "Accept-Encoding: gzip", "Accept-Encoding: identity"} {
			var results []string
			for _, do := range []func(*http.Request) (*http.Response, error){plain.Do, s.client(t, nil).Do} {
				r, err := http.NewRequest("GET", s.at("http://good.example:PORT"+path), nil)
				if err != nil {
					t.Fatal(err)
				}
				if name, value, ok := strings.Cut(field, ": "); ok {
					r.Header.Set(name, value)
				}
				response, err := do(r)
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(response.Body)
				if e, ok := errors.AsType[*Error](err); ok {
					err = e.Cause
				}
				response.Body.Close()
				results = append(results, fmt.Sprintf("%q, %v, %d, %v, %q, %q, asked for %q", text, err, response.ContentLength,
					response.Uncompressed, response.Header["Content-Encoding"], response.Header["Content-Length"],
					response.Header["X-Asked"]))
			}
			if results[0] != results[1] {
				t.Errorf("%s with %q: %s, want %s as from net/http", path, field, results[1], results[0])
			}
		}
	}
}
