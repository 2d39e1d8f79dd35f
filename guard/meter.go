package guard

import (
	"context"
	"net"
	"net/http/httptrace"
	"sync"
)

const (
	// handshakeBudget is the number of bytes that a new connection may receive before its first request. crypto/tls
	// accepts at most 256 KiB of certificates.
	handshakeBudget = 320 << 10

	// framing is the number of bytes of frames, lengths of chunks and other control data that a short response may have.
	framing = 64 << 10
)

// budget returns the number of bytes that a response may have on the wire. Framing and the decompression of short
// texts can double the size of a body. HTTP/2 sends trailers in a second header.
func budget(maxBody, maxHeader int64) int64 {
	const enough = 1 << 60
	return 2*(min(maxBody, enough)+min(maxHeader, enough)) + framing
}

// A meteredConn is a connection that limits the bytes it receives. net/http limits some parts of a response, but not
// their sum: a server can send empty blocks of gzip, empty frames of HTTP/2 or unknown frames without an end.
//
// A new connection may receive handshakeBudget bytes. Each request adds its budget. If no other request uses the
// connection, the rest of earlier budgets is discarded.
type meteredConn struct {
	net.Conn
	mu       sync.Mutex
	left     int64 // bytes that may still be received
	received int64
	requests int // requests that wait for a response or read its body
}

// Read returns ErrTooLarge after the last byte that the connection may receive.
func (c *meteredConn) Read(p []byte) (int, error) {
	c.mu.Lock()
	left := c.left
	c.mu.Unlock()
	if left <= 0 && len(p) > 0 {
		return 0, ErrTooLarge
	}
	n, err := c.Conn.Read(p[:min(int64(len(p)), left)])
	c.mu.Lock()
	c.left -= int64(n)
	c.received += int64(n)
	c.mu.Unlock()
	return n, err
}

// begin allows budget bytes for another request. It returns the number of bytes received so far.
func (c *meteredConn) begin(budget int64) (received int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.requests == 0 {
		c.left = 0
	}
	c.requests++
	c.left += budget
	return c.received
}

// end ends a request that begin began. It returns the number of bytes received so far.
func (c *meteredConn) end() (received int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests--
	return c.received
}

// A meter limits what a request receives. If net/http repeats the request on another connection, the budget is not
// renewed.
type meter struct {
	mu       sync.Mutex
	budget   int64
	conn     *meteredConn // nil before a connection is found, and after close
	start    int64        // bytes that conn had received at the start of the request
	received int64        // bytes that arrived on the connections while the request used them
	ended    func()       // called when the request ends; nil if nothing waits for it
	closed   bool
}

// trace returns ctx with a hook that applies m to the connection of a request.
func (m *meter) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: m.gotConn})
}

func (m *meter) gotConn(info httptrace.GotConnInfo) {
	conn := info.Conn
	for {
		inner, ok := conn.(interface{ NetConn() net.Conn }) // a TLS connection
		if !ok {
			break
		}
		conn = inner.NetConn()
	}
	c, ok := conn.(*meteredConn)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.release()
	if ok && !m.closed {
		m.conn, m.start = c, c.begin(m.budget-m.received)
	}
}

// close ends the request. It returns the number of bytes that arrived on its connections, and whether this is the first
// call. Later calls have no effect.
func (m *meter) close() (received int64, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.release()
	first = !m.closed
	if first && m.ended != nil {
		m.ended()
	}
	m.closed = true
	return m.received, first
}

func (m *meter) release() {
	if m.conn != nil {
		m.received += m.conn.end() - m.start
		m.conn = nil
	}
}
