package guard

import (
	"net"
	"net/http/httptrace"
	"sync"
)

const (
	// handshakeBudget is the number of bytes that a new connection may receive before its first request. crypto/tls
	// accepts at most 256 KiB of certificates.
	handshakeBudget = 320 << 10

	// framing is the number of bytes of frames, lengths of chunks and other control data that a short response may
	// have.
	framing = 64 << 10

	enough = 1 << 60 // more than any response has; sums of it do not overflow
)

// budget returns the number of bytes that a response may have on the wire. Framing and the decompression of short
// texts can double the size of a body. HTTP/2 sends trailers in a second header.
func budget(maxBody, maxHeader int64) int64 {
	return 2*(min(maxBody, enough)+min(maxHeader, enough)) + framing
}

// A meteredConn is a connection that limits the bytes it receives. net/http limits some parts of a response, but not
// their sum: a server can send empty blocks of gzip, empty frames of HTTP/2 or unknown frames without an end.
//
// A new connection may receive handshakeBudget bytes. Each request adds its budget. If no other request uses the
// connection, the rest of earlier budgets is discarded, except for bytes that can still arrive for canceled streams.
type meteredConn struct {
	net.Conn
	mu       sync.Mutex
	left     int64 // bytes that may still be received
	received int64
	requests int // requests that wait for a response or read its body

	// late is the number of bytes that can still arrive for all streams that were canceled so far. A response to a
	// later request shows that the bytes for the streams before it have arrived or never will: arrived counts these.
	late, arrived int64
}

// Read returns ErrTooLarge after the last byte that the connection may receive. If another request than the only one
// can have caused this, Read returns ErrConnection.
func (c *meteredConn) Read(p []byte) (int, error) {
	c.mu.Lock()
	left, err := c.left, ErrTooLarge
	if c.requests > 1 || c.late > c.arrived {
		err = ErrConnection
	}
	c.mu.Unlock()
	if left <= 0 && len(p) > 0 {
		return 0, err
	}
	n, err := c.Conn.Read(p[:min(int64(len(p)), left)])
	c.mu.Lock()
	c.left -= int64(n)
	c.received += int64(n)
	c.mu.Unlock()
	return n, err
}

// begin allows budget bytes for another request. It returns the number of bytes received so far, late, and whether
// other requests use the connection.
func (c *meteredConn) begin(budget int64) (received, late int64, shared bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.requests == 0 {
		c.left = max(0, min(c.left, c.late-c.arrived))
	}
	c.requests++
	c.left += budget
	return c.received, c.late, c.requests > 1
}

// answered notes that a request has a response. begin returned late for this request.
func (c *meteredConn) answered(late int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.arrived = max(c.arrived, late)
}

// end ends a request that begin began. late is the number of bytes that can still arrive for it. end returns the number
// of bytes received so far, and whether other requests use the connection.
func (c *meteredConn) end(late int64) (received int64, shared bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests--
	c.late += late
	return c.received, c.requests > 0
}

// A meter limits what a request receives. If net/http repeats the request on another connection, the budget is not
// renewed, unless other requests used the connection too.
type meter struct {
	mu       sync.Mutex
	budget   int64
	window   int64        // the most bytes that arrive for a stream after it is canceled
	conn     *meteredConn // nil before a connection is found, and after close
	start    int64        // bytes that conn had received at the start of the request
	late     int64        // the result of begin
	shared   bool         // other requests used the connection too, at the start or at the end of the request
	received int64        // bytes that arrived on the connections while the request used them
	spent    int64        // bytes of budget that were used on earlier connections
	closed   bool
}

// gotConn applies m to the connection of a request.
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
	m.release(0)
	if ok && !m.closed {
		var shared bool
		m.conn = c
		m.start, m.late, shared = c.begin(m.budget - m.spent)
		m.shared = m.shared || shared
	}
}

// answered notes that the request has a response.
func (m *meter) answered() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn != nil {
		m.conn.answered(m.late)
	}
}

// close ends the request. complete says that the whole response has arrived. close returns the number of bytes that
// arrived on the connections of the request. Later calls return it again.
func (m *meter) close(complete bool) (received int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if complete {
		m.release(0)
	} else {
		m.release(m.window)
	}
	m.closed = true
	return m.received
}

func (m *meter) release(late int64) {
	if m.conn == nil {
		return
	}
	end, shared := m.conn.end(late)
	m.received += end - m.start
	if m.shared = m.shared || shared; !m.shared {
		m.spent = min(m.budget, m.spent+end-m.start)
	}
	m.conn = nil
}
