package guard

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earl.example/internal/testing/urltest"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// The limits of the clients of TestHostileServers.
const (
	hostileBody   = 256 << 10
	hostileHeader = 16 << 10
	hostileWire   = 2*(hostileBody+hostileHeader) + 64<<10 // as the comment of MaxBody says
)

// errAny is the error of a row for which any error will do.
var errAny = errors.New("any error")

// A hostileRow is a server that a client must survive. It answers with the text first, and then with the text again,
// without an end. frames answers in HTTP/2.
type hostileRow struct {
	name         string
	first, again string
	pause        time.Duration // before each again
	frames       func(*hostileStream)
	tls          bool   // first and again replace the TLS handshake
	method       string // GET if it is empty
	want         string // the body of the response
	err          error
	hops         int // redirects that the client follows

	// allocates is the limit of the bytes that are allocated for each byte that may be received. It is 4 by default:
	// the server allocates too.
	allocates int64
}

const (
	statusOK  = "HTTP/1.1 200 OK\r\n"
	isGzip    = statusOK + "Content-Encoding: gzip\r\n\r\n"
	isChunked = statusOK + "Transfer-Encoding: chunked\r\n\r\n"
	// gzipHead begins a member of gzip. gzipEnd is an empty block and the sums of an empty member. emptyBlock is a
	// stored block without data, after which other blocks follow.
	gzipHead   = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	gzipEnd    = "\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	emptyBlock = "\x00\x00\x00\xff\xff"
	drip       = 5 * time.Millisecond
)

var (
	gzipExtra = "\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff\xff\xff" + strings.Repeat("x", 0xFFFF) + gzipEnd
	zeroBlock = "\x00\xff\xff\x00\x00" + strings.Repeat("\x00", 0xFFFF) // a stored block of zeros
)

var hostileRows = []hostileRow{
	// time
	{name: "silence", err: context.DeadlineExceeded},
	{name: "101 and silence", first: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", err: errUpgrade},
	{name: "101 and a body", first: "HTTP/1.1 101 Switching Protocols\r\n\r\n", again: "x", err: errUpgrade},
	{name: "101 to h2c", first: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
		again: "\x00\x00\x00\x04\x00\x00\x00\x00\x00", err: errUpgrade},
	{name: "half a status line", first: "HTTP/1.1 2", err: context.DeadlineExceeded},
	{name: "a slow status line", first: "HTTP/1.1 200 ", again: "x", pause: drip, err: context.DeadlineExceeded},
	{name: "a slow header", first: statusOK + "X: ", again: "x", pause: drip, err: context.DeadlineExceeded},
	{name: "slow 103", again: "HTTP/1.1 103 Early Hints\r\n\r\n", pause: drip, err: context.DeadlineExceeded},
	{name: "a silent body", first: statusOK + "Content-Length: 9\r\n\r\n", err: context.DeadlineExceeded},
	{name: "a slow body", first: statusOK + "\r\n", again: "x", pause: drip, err: context.DeadlineExceeded},
	{name: "slow chunks", first: isChunked, again: "1\r\nx\r\n", pause: drip, err: context.DeadlineExceeded},
	{name: "a slow length of a chunk", first: isChunked, again: "0", pause: drip, err: context.DeadlineExceeded},
	{name: "slow trailers", first: isChunked + "0\r\n", again: "X: y\r\n", pause: drip, err: context.DeadlineExceeded},
	{name: "slow gzip", first: isGzip + gzipHead, again: emptyBlock, pause: drip, err: context.DeadlineExceeded},
	{name: "a TLS handshake of silence", tls: true, err: context.DeadlineExceeded},
	{name: "a slow TLS handshake", tls: true, first: "\x16\x03\x03\x40\x00", again: "\x02", pause: drip,
		err: context.DeadlineExceeded},
	{name: "it does not read the body", method: "POST", err: context.DeadlineExceeded},

	// headers
	{name: "endless 100", again: "HTTP/1.1 100 Continue\r\n\r\n", err: errAny},
	{name: "endless 102", again: "HTTP/1.1 102 Processing\r\n\r\n", err: errAny},
	{name: "endless 103", again: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", err: errAny},
	{name: "endless 199", again: "HTTP/1.1 199 Other\r\n\r\n", err: errAny},
	{name: "an endless status line", first: "HTTP/1.1 200 ", again: "x", err: errAny},
	{name: "an endless name", first: statusOK, again: "x", err: errAny},
	{name: "an endless value", first: statusOK + "X: ", again: "x", err: errAny},
	{name: "endless fields", first: statusOK, again: "X: y\r\n", err: errAny},
	{name: "endless empty fields", first: statusOK, again: "a:\r\n", err: errAny},
	{name: "endless cookies", first: statusOK, again: "Set-Cookie: a=b\r\n", err: errAny},
	{name: "an endless Location", first: "HTTP/1.1 302 Found\r\nLocation: /", again: "x", err: errAny},
	{name: "endless folds", first: statusOK + "X: y\r\n", again: " y\r\n", err: errAny},
	{name: "many fields", first: statusOK + "Content-Length: 2\r\n" + strings.Repeat("a:\r\n", 3000) + "\r\nok", want: "ok"},
	{name: "a field without colon", first: statusOK + "X\r\n\r\n", err: errAny},
	{name: "a null byte", first: statusOK + "X: \x00\r\n\r\n", err: errAny},
	{name: "status 1000", first: "HTTP/1.1 1000 Many\r\n\r\n", err: errAny},
	{name: "status -20", first: "HTTP/1.1 -20 Few\r\n\r\n", err: errAny},
	{name: "HTTP/0.9", first: "hello, ", again: "hello, ", err: errAny},
	{name: "HTTP/9.9", first: "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\nok", want: "ok"},
	{name: "an alert of TLS", first: "\x15\x03\x01\x00\x02\x02\x00", err: context.DeadlineExceeded},
	{name: "frames of HTTP/2", again: "\x00\x00\x00\x04\x00\x00\x00\x00\x00", err: errAny},

	// redirects
	{name: "endless redirects", first: "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", err: ErrRedirects, hops: 5},
	{name: "endless redirects with endless bodies", first: "HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n", again: "x",
		err: ErrRedirects, hops: 5},
	{name: "a folded Location", first: "HTTP/1.1 302 Found\r\nLocation: http://good\r\n .example/\r\nContent-Length: 0\r\n\r\n",
		err: errAny},
	{name: "two Locations", first: "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nLocation: /\r\nContent-Length: 0\r\n\r\n",
		err: errAny},
	{name: "a Location with a null byte", first: "HTTP/1.1 302 Found\r\nLocation: /\x00\r\nContent-Length: 0\r\n\r\n", err: errAny},

	// lengths
	{name: "an endless body", first: statusOK + "\r\n", again: "x", err: ErrTooLarge},
	{name: "a length of 2^63-1", first: statusOK + "Content-Length: 9223372036854775807\r\n\r\n", again: "x", err: ErrTooLarge},
	{name: "a length of 2^64", first: statusOK + "Content-Length: 18446744073709551616\r\n\r\n", again: "x", err: errAny},
	{name: "a negative length", first: statusOK + "Content-Length: -1\r\n\r\n", again: "x", err: errAny},
	{name: "two lengths", first: statusOK + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nok", err: errAny},
	{name: "a length and chunks", first: statusOK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", want: "ok"},
	{name: "an unknown coding", first: statusOK + "Transfer-Encoding: x\r\n\r\n", again: "x", err: errAny},
	{name: "endless chunks", first: isChunked, again: "8\r\n12345678\r\n", err: ErrTooLarge},
	{name: "endless short chunks", first: isChunked, again: "1\r\nx\r\n", err: ErrTooLarge},
	{name: "an endless length of a chunk", first: isChunked, again: "0", err: errAny},
	{name: "an endless extension of a chunk", first: isChunked + "1;", again: "x", err: errAny},
	{name: "endless extensions of chunks", first: isChunked, again: "1;" + strings.Repeat("x", 4000) + "\r\nx\r\n", err: errAny},
	{name: "a chunk of 2^64 bytes", first: isChunked + "10000000000000000\r\n", again: "x", err: errAny},
	{name: "a negative chunk", first: isChunked + "-1\r\n", again: "x", err: errAny},
	{name: "endless trailers", first: isChunked + "0\r\n", again: "X: y\r\n", err: errAny},
	{name: "an endless trailer", first: isChunked + "0\r\nX: ", again: "x", err: errAny},
	{name: "204 and a body", first: "HTTP/1.1 204 No Content\r\n\r\n", again: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"},
	{name: "a second response", first: statusOK + "Content-Length: 2\r\n\r\nok" + statusOK + "Content-Length: 4\r\n\r\nevil", want: "ok"},
	{name: "endless responses", first: statusOK + "Content-Length: 2\r\n\r\nok", again: statusOK + "Content-Length: 4\r\n\r\nevil",
		want: "ok"},

	// compression
	{name: "gzip of endless zeros", first: isGzip + gzipHead, again: zeroBlock, err: ErrTooLarge},
	{name: "gzip of endless empty blocks", first: isGzip + gzipHead, again: emptyBlock, err: ErrTooLarge},
	{name: "gzip of endless empty members", first: isGzip, again: gzipHead + gzipEnd, err: ErrTooLarge},
	{name: "gzip of endless members with extra fields", first: isGzip, again: gzipExtra, err: ErrTooLarge},
	{name: "gzip with an endless name", first: isGzip + "\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff", again: "x", err: errAny},
	{name: "gzip in chunks, of empty blocks", first: statusOK + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"a\r\n" + gzipHead + "\r\n", again: "5\r\n" + emptyBlock + "\r\n", err: ErrTooLarge},
	{name: "gzip twice", first: statusOK + "Content-Encoding: gzip, gzip\r\n\r\n" + gzipHead, again: emptyBlock, err: ErrTooLarge},
	{name: "deflate of endless empty blocks", first: statusOK + "Content-Encoding: deflate\r\n\r\n\x78\x9c", again: emptyBlock,
		err: ErrTooLarge},
	{name: "an unknown compression", first: statusOK + "Content-Encoding: br\r\n\r\n", again: "\x00", err: ErrTooLarge},

	// TLS
	{name: "an endless TLS handshake", tls: true, again: "\x16\x03\x03\x00\x04\x00\x00\x00\x00", err: errAny},
	{name: "endless TLS alerts", tls: true, again: "\x15\x03\x03\x00\x02\x01\x00", err: errAny},
	{name: "text for TLS", tls: true, again: "HTTP/1.1 200 OK\r\n\r\n", err: errAny},

	// HTTP/2
	{name: "h2: silence", frames: func(*hostileStream) {}, err: context.DeadlineExceeded},
	{name: "h2: a slow body", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		for s.data("x") {
			time.Sleep(drip)
		}
	}, err: context.DeadlineExceeded},
	{name: "h2: slow pings", frames: func(s *hostileStream) {
		for s.write(func(f *http2.Framer) error { return f.WritePing(false, [8]byte{}) }) {
			time.Sleep(drip)
		}
	}, err: context.DeadlineExceeded},
	{name: "h2: an endless body", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		for s.data(text10000) {
		}
	}, err: errAny},
	{name: "h2: more than the window", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		for range 6 << 20 / len(text10000) {
			s.data(text10000)
		}
	}, err: errAny},
	{name: "h2: endless empty data", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		for s.data("") {
		}
	}, err: ErrTooLarge},
	{name: "h2: endless padding", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		pad := make([]byte, 255)
		for s.write(func(f *http2.Framer) error { return f.WriteDataPadded(s.id, false, nil, pad) }) {
		}
	}, err: ErrTooLarge},
	{name: "h2: gzip of endless empty blocks", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200", "content-encoding", "gzip")
		s.data(gzipHead)
		for blocks := strings.Repeat(emptyBlock, 100); s.data(blocks); {
		}
	}, err: errAny},
	{name: "h2: more than the length", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200", "content-length", "2")
		for s.data("evil") {
		}
	}, err: errAny},
	{name: "h2: less than the length", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200", "content-length", "3")
		s.write(func(f *http2.Framer) error { return f.WriteData(s.id, true, []byte("no")) })
	}, err: errAny},
	{name: "h2: endless settings", frames: repeated(func(f *http2.Framer) error { return f.WriteSettings() }), err: errAny},
	{name: "h2: endless pings", frames: repeated(func(f *http2.Framer) error { return f.WritePing(false, [8]byte{}) }), err: errAny},
	{name: "h2: endless windows", frames: repeated(func(f *http2.Framer) error { return f.WriteWindowUpdate(0, 1<<30) }), err: errAny},
	{name: "h2: endless unknown frames", frames: repeated(func(f *http2.Framer) error {
		return f.WriteRawFrame(0xEE, 0, 0, make([]byte, 1000))
	}), err: errAny},
	{name: "h2: endless priorities", frames: repeated(func(f *http2.Framer) error {
		return f.WritePriority(1, http2.PriorityParam{StreamDep: 3})
	}), err: errAny},
	{name: "h2: endless 103", frames: func(s *hostileStream) {
		for early := encodeFields(":status", "103", "link", "</a>"); s.block(false, early); {
		}
	}, err: errAny, allocates: 10}, // net/http makes a map for each response of 25 bytes
	{name: "h2: 101", frames: func(s *hostileStream) { s.headers(false, ":status", "101") },
		err: context.DeadlineExceeded},
	{name: "h2: a large header", frames: func(s *hostileStream) { s.block(true, slices.Concat(status200, largeField)) },
		err: errAny},
	{name: "h2: a header of references", frames: func(s *hostileStream) { s.block(true, references) }, err: errAny},
	{name: "h2: endless continuation", frames: func(s *hostileStream) {
		s.write(func(f *http2.Framer) error {
			return f.WriteHeaders(http2.HeadersFrameParam{StreamID: s.id, BlockFragment: status200})
		})
		for s.write(func(f *http2.Framer) error { return f.WriteContinuation(s.id, false, nil) }) {
		}
	}, err: errAny},
	{name: "h2: large trailers", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		s.data("ok")
		s.block(true, largeField)
	}, err: errAny},
	{name: "h2: GOAWAY in the body", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		s.data("o")
		s.write(func(f *http2.Framer) error { return f.WriteGoAway(s.id, http2.ErrCodeNo, nil) })
		s.write(func(f *http2.Framer) error { return f.WriteData(s.id, true, []byte("k")) })
	}, want: "ok"},
	{name: "h2: GOAWAY for the stream", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		s.data("o")
		s.write(func(f *http2.Framer) error { return f.WriteGoAway(0, http2.ErrCodeEnhanceYourCalm, nil) })
	}, err: errAny},
	{name: "h2: always GOAWAY", frames: func(s *hostileStream) {
		s.write(func(f *http2.Framer) error { return f.WriteGoAway(0, http2.ErrCodeNo, nil) })
		s.conn.Close()
	}, err: context.DeadlineExceeded, hops: 6},
	{name: "h2: always refused", frames: func(s *hostileStream) {
		s.write(func(f *http2.Framer) error { return f.WriteRSTStream(s.id, http2.ErrCodeRefusedStream) })
	}, err: context.DeadlineExceeded},
	{name: "h2: a reset in the body", frames: func(s *hostileStream) {
		s.headers(false, ":status", "200")
		s.data("o")
		s.write(func(f *http2.Framer) error { return f.WriteRSTStream(s.id, http2.ErrCodeInternal) })
	}, err: errAny},
	{name: "h2: a push", frames: func(s *hostileStream) {
		s.write(func(f *http2.Framer) error {
			return f.WritePushPromise(http2.PushPromiseParam{StreamID: s.id, PromiseID: 2, EndHeaders: true,
				BlockFragment: encodeFields(":method", "GET")})
		})
	}, err: errAny},
	{name: "h2: a frame of 16 MB", frames: func(s *hostileStream) {
		s.conn.Write([]byte("\xff\xff\xff\x00\x00\x00\x00\x00\x01"))
		zeros := make([]byte, 10000)
		for _, err := s.conn.Write(zeros); err == nil; _, err = s.conn.Write(zeros) {
		}
	}, err: errAny},
	{name: "h2: half a frame", frames: func(s *hostileStream) { s.conn.Write([]byte("\x00\x10\x00\x00")) }, err: context.DeadlineExceeded},
}

// repeated returns a function for the field frames that writes a frame without an end.
func repeated(write func(*http2.Framer) error) func(*hostileStream) {
	return func(s *hostileStream) {
		for s.write(write) {
		}
	}
}

// A hostileStream is a request by HTTP/2 on which a hostile server answers.
type hostileStream struct {
	conn   net.Conn
	id     uint32
	mu     *sync.Mutex
	framer *http2.Framer
	buffer [10000]byte // is used again, since the test counts the allocations of the server too
}

// write writes frames, and reports whether the connection is open.
func (s *hostileStream) write(frames func(*http2.Framer) error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return frames(s.framer) == nil
}

// data writes text, of at most 10,000 bytes, in a frame.
func (s *hostileStream) data(text string) bool {
	return s.write(func(f *http2.Framer) error {
		n := copy(s.buffer[:], text)
		return f.WriteData(s.id, false, s.buffer[:n])
	})
}

// headers writes a header of names and values.
func (s *hostileStream) headers(end bool, fields ...string) bool {
	return s.block(end, encodeFields(fields...))
}

// block writes an encoded header in as many frames as necessary.
func (s *hostileStream) block(end bool, block []byte) bool {
	return s.write(func(f *http2.Framer) error {
		n := min(len(block), 16<<10)
		err := f.WriteHeaders(http2.HeadersFrameParam{StreamID: s.id, BlockFragment: block[:n], EndStream: end,
			EndHeaders: n == len(block)})
		for rest := block[n:]; err == nil && len(rest) > 0; rest = rest[n:] {
			n = min(len(rest), 16<<10)
			err = f.WriteContinuation(s.id, n == len(rest), rest[:n])
		}
		return err
	})
}

// encodeFields encodes names and values without the dynamic table of HPACK.
func encodeFields(fields ...string) []byte {
	var b bytes.Buffer
	enc := hpack.NewEncoder(&b)
	for i := 0; i < len(fields); i += 2 {
		enc.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1], Sensitive: true})
	}
	return b.Bytes()
}

var (
	status200  = encodeFields(":status", "200")
	largeField = encodeFields("x", strings.Repeat("x", 800<<10))

	text10000 = strings.Repeat("x", 10000)

	// references adds a field to the dynamic table, and then refers to it 10,000 times.
	references = func() []byte {
		b := bytes.NewBuffer(slices.Clone(status200))
		hpack.NewEncoder(b).WriteField(hpack.HeaderField{Name: "x", Value: strings.Repeat("x", 4000)})
		return append(b.Bytes(), bytes.Repeat([]byte{0x80 | 62}, 10000)...)
	}()
)

// A hostileServer answers /good with "ok", and everything else as its row says.
type hostileServer struct {
	row    *hostileRow
	config *tls.Config // for HTTP/2
	port   string
	conns  atomic.Int32 // open connections
	lines  chan string  // receives the line of each request, if it is not nil
	begun  chan bool    // receives a value before each hostile answer, if it is not nil

	answerTo func(line string) string // replaces the answer of the row, if it is not nil
}

func (s *hostileServer) listen(t testing.TB) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	_, s.port, _ = net.SplitHostPort(l.Addr().String())
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.conns.Add(1)
			go func() {
				defer s.conns.Add(-1)
				defer c.Close()
				switch {
				case s.row.frames != nil:
					s.serveFrames(tls.Server(c, s.config))
				case s.row.tls:
					s.answer(c)
				default:
					s.serve(c)
				}
				io.Copy(io.Discard, c) // until the client closes the connection
			}()
		}
	}()
}

// serve answers requests by HTTP/1.
func (s *hostileServer) serve(c net.Conn) {
	r := bufio.NewReader(c)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		if s.lines != nil {
			s.lines <- line
		}
		for field := line; strings.TrimSpace(field) != ""; {
			if field, err = r.ReadString('\n'); err != nil {
				return
			}
		}
		if strings.HasPrefix(line, "GET /good ") {
			io.WriteString(c, statusOK+"Content-Length: 2\r\n\r\nok")
			continue
		}
		s.begin()
		if s.row.method == "POST" {
			time.Sleep(200 * time.Millisecond) // longer than the timeout of the client
			return
		}
		if s.answerTo != nil {
			io.WriteString(c, s.answerTo(line))
		} else if !s.answer(c) {
			return
		}
	}
}

// begin notes that a hostile answer begins.
func (s *hostileServer) begin() {
	if s.begun != nil {
		select {
		case s.begun <- true:
		default:
		}
	}
}

// answer writes the answer of the row, and reports whether it has an end.
func (s *hostileServer) answer(c net.Conn) bool {
	if _, err := io.WriteString(c, s.row.first); err != nil || s.row.again == "" {
		return err == nil
	}
	again := []byte(s.row.again)
	if s.row.pause == 0 {
		again = bytes.Repeat(again, 1+(8<<10)/len(again))
	}
	for {
		time.Sleep(s.row.pause)
		if _, err := c.Write(again); err != nil {
			return false
		}
	}
}

// serveFrames answers requests by HTTP/2.
func (s *hostileServer) serveFrames(c net.Conn) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(c, preface); err != nil {
		return
	}
	framer := http2.NewFramer(c, c)
	framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	stream := hostileStream{conn: c, mu: new(sync.Mutex), framer: framer}
	stream.write(func(f *http2.Framer) error { return f.WriteSettings() })
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			return
		}
		m, ok := frame.(*http2.MetaHeadersFrame)
		if !ok {
			continue
		}
		stream := stream
		stream.id = m.StreamID
		if m.PseudoValue("path") != "/good" {
			s.begin()
			go s.row.frames(&stream)
			continue
		}
		stream.headers(false, ":status", "200")
		stream.write(func(f *http2.Framer) error { return f.WriteData(m.StreamID, true, []byte("ok")) })
	}
}

// A countedConn counts the bytes that a client receives.
type countedConn struct {
	net.Conn
	n *atomic.Int64
}

func (c countedConn) NetConn() net.Conn { return c.Conn }

func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// signedConfig returns a configuration with a certificate for example.com, and the authority that signed it.
func signedConfig() (*tls.Config, *x509.CertPool) {
	signed := httptest.NewUnstartedServer(nil)
	signed.EnableHTTP2 = true
	signed.StartTLS()
	defer signed.Close()
	config, roots := signed.TLS.Clone(), x509.NewCertPool()
	config.NextProtos = []string{"h2"}
	roots.AddCert(signed.Certificate())
	return config, roots
}

// hostileClient returns a client with limits that can reach good.example and example.com.
func hostileClient(t *testing.T, row *hostileRow, roots *x509.CertPool) *Client {
	c := (&target{}).client(t, nil)
	c.Policy.InternalFor["example.com"] = c.Policy.InternalFor["good.example"]
	c.Resolver = newScript(map[string][]string{"": {"127.0.0.1"}}).resolver()
	c.Base = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	c.MaxBody, c.MaxHeader = hostileBody, hostileHeader
	c.Timeout = 10 * time.Second
	if row.err == context.DeadlineExceeded {
		c.Timeout = 50 * time.Millisecond
	}
	return c
}

// TestHostileServers checks that each hostile server costs a client no more than its limits allow: time, bytes on the
// wire, bytes allocated, goroutines and connections. The client must get an answer from the same server afterwards. The
// test is not parallel, because it measures the process.
func TestHostileServers(t *testing.T) {
	config, roots := signedConfig()
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard) // net/http logs unsolicited responses
	for i := range hostileRows {
		row := &hostileRows[i]
		t.Run(row.name, func(t *testing.T) {
			s := &hostileServer{row: row, config: config}
			s.listen(t)
			var wire atomic.Int64
			c := hostileClient(t, row, roots)
			next := c.transport().next
			dial := next.DialContext
			next.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := dial(ctx, network, address)
				if err != nil {
					return nil, err
				}
				return countedConn{conn, &wire}, nil
			}
			url := "http://good.example:" + s.port + "/"
			if row.frames != nil || row.tls {
				url = "https://example.com:" + s.port + "/"
			}

			goroutines := runtime.NumGoroutine()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			text, err := row.request(t, c, url)
			took := time.Since(start)
			runtime.ReadMemStats(&after)

			timeout, ok := errors.AsType[net.Error](err)
			isTimeout := row.err == context.DeadlineExceeded && ok && timeout.Timeout()
			switch {
			case row.err == nil && (err != nil || text != row.want):
				t.Errorf("Get = %q, %v, want %q", text, err, row.want)
			case row.err == errAny && err == nil, row.err != errAny && !errors.Is(err, row.err) && !isTimeout:
				t.Errorf("Get = %.20q, error %v, want %v", text, err, row.err)
			}
			if e, _ := errors.AsType[*Error](err); err != nil && e == nil {
				t.Errorf("error %T, want *Error", err)
			}
			longest := c.Timeout
			if row.err == context.DeadlineExceeded {
				longest *= 20 // the machine can be busy
			}
			if took > longest {
				t.Errorf("the request took %s, with a timeout of %s", took, c.Timeout)
			}
			most := int64(1+row.hops) * hostileWire
			if row.frames != nil || row.tls {
				most += handshakeBudget
			}
			if n := wire.Load(); n > most {
				t.Errorf("%d bytes received, %.2f times the limit", n, float64(n)/float64(most))
			}
			allocated := int64(after.TotalAlloc - before.TotalAlloc)
			limit := cmp.Or(row.allocates, 4) * most
			if urltest.RaceDetector {
				limit *= 2 // it allocates about twice as much
			}
			if allocated > limit {
				t.Errorf("%d bytes allocated, %.2f times the bytes that may be received", allocated, float64(allocated)/float64(most))
			}
			t.Logf("%.2f of the time, %.2f of the bytes, %.2f allocated, %v", took.Seconds()/c.Timeout.Seconds(),
				float64(wire.Load())/float64(most), float64(allocated)/float64(most), err)

			// the next request can be late after an unsolicited response, and its dial has the short timeout of c
			for since := time.Now(); !row.tls; {
				text, err := read(t, c.patient(), url+"good")
				if text == "ok" || text == "evil" && strings.Contains(row.again, "evil") {
					break
				}
				if time.Since(since) > 20*time.Second {
					t.Errorf("the next request: %q, %v, want ok", text, err)
					break
				}
			}
			c.HTTP().CloseIdleConnections()
			for wait := time.Now(); s.conns.Load() > 0 || runtime.NumGoroutine() > goroutines; time.Sleep(time.Millisecond) {
				if time.Since(wait) > 20*time.Second {
					buf := make([]byte, 1<<16)
					t.Fatalf("%d connections and %d goroutines are left\n%s", s.conns.Load(), runtime.NumGoroutine()-goroutines,
						buf[:runtime.Stack(buf, true)])
				}
			}
		})
	}
}

// request sends the request of the row, and returns the body of the response.
func (row *hostileRow) request(t *testing.T, c *Client, url string) (string, error) {
	if row.method == "" {
		return read(t, c, url)
	}
	r, err := http.NewRequest(row.method, url, io.LimitReader(zeros{}, 64<<20))
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.Do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

// patient returns a client with the connections of c and a long timeout.
func (c *Client) patient() *Client {
	t := c.transport()
	next := &transport{client: c, policy: t.policy, timeout: 10 * time.Second, maxBody: t.maxBody, window: t.window, next: t.next}
	p := new(Client)
	p.once.Do(func() { p.http = &http.Client{Transport: next, CheckRedirect: next.checkClientRedirect} })
	return p
}

// zeros is an endless body.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
