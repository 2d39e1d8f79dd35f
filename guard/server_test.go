package guard

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"earl.example/audit"
)

// loopback is the address of the test servers.
var loopback = netip.MustParsePrefix("127.0.0.1/32")

// A script is a name server. It answers each question with the next row of the name, and with the last one from then
// on. A row lists addresses, or the target of a CNAME. The rows of "" are for all other names.
type script struct {
	mu   sync.Mutex
	rows map[string][]string
}

func newScript(rows map[string][]string) *script { return &script{rows: rows} }

func (s *script) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go s.serve(server)
		return client, nil
	}}
}

// serve answers the questions on c, which is a stream.
func (s *script) serve(c net.Conn) {
	defer c.Close()
	for {
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return
		}
		query := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(c, query); err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(query) != nil || len(m.Questions) != 1 {
			return
		}
		answer, err := s.answer(m)
		if err != nil {
			return
		}
		binary.BigEndian.PutUint16(size[:], uint16(len(answer)))
		if _, err := c.Write(append(size[:], answer...)); err != nil {
			return
		}
	}
}

func (s *script) answer(m dnsmessage.Message) ([]byte, error) {
	q := m.Questions[0]
	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	name := strings.ToLower(strings.TrimSuffix(q.Name.String(), "."))
	s.mu.Lock()
	rows := s.rows[name]
	if rows == nil {
		rows = s.rows[""]
	}
	// An address has two questions. The one for IPv4 takes the row.
	if len(rows) > 1 && q.Type == dnsmessage.TypeA {
		s.rows[name] = rows[1:]
	}
	s.mu.Unlock()
	if len(rows) == 0 {
		m.RCode = dnsmessage.RCodeNameError
		return m.Pack()
	}
	owner := q.Name
	for field := range strings.FieldsSeq(rows[0]) {
		header := dnsmessage.ResourceHeader{Name: owner, Class: dnsmessage.ClassINET}
		addr, err := netip.ParseAddr(field)
		var body dnsmessage.ResourceBody
		switch {
		case err != nil:
			owner = dnsmessage.MustNewName(field + ".")
			body = &dnsmessage.CNAMEResource{CNAME: owner}
		case addr.Is4() && q.Type == dnsmessage.TypeA:
			body = &dnsmessage.AResource{A: addr.As4()}
		case addr.Is6() && q.Type == dnsmessage.TypeAAAA:
			body = &dnsmessage.AAAAResource{AAAA: addr.As16()}
		default:
			continue
		}
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: body})
	}
	return m.Pack()
}

// A target is a server that nobody outside should reach, and that redirects.
type target struct {
	*httptest.Server
	port string
	hits atomic.Int32 // of /secret
	last atomic.Pointer[http.Request]
}

// ServeHTTP answers /to?URL with a redirect to URL, /secret with a secret and everything else with ok.
func (s *target) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.last.Store(r)
	switch r.URL.Path {
	case "/to":
		to, _ := url.QueryUnescape(r.URL.RawQuery)
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	case "/secret":
		s.hits.Add(1)
		io.WriteString(w, "secret")
	default:
		io.WriteString(w, "ok")
	}
}

func newTarget(t testing.TB) *target {
	s := new(target)
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	s.port = s.URL[strings.LastIndexByte(s.URL, ':')+1:]
	return s
}

// at replaces PORT by the port of the server.
func (s *target) at(text string) string { return strings.ReplaceAll(text, "PORT", s.port) }

// to returns a URL of the server that redirects to location.
func (s *target) to(location string) string {
	return s.at("http://good.example:PORT/to?" + url.QueryEscape(s.at(location)))
}

// client returns a client that may reach the server as good.example alone.
func (s *target) client(t testing.TB, rows map[string][]string) *Client {
	all := map[string][]string{"good.example": {"127.0.0.1"}}
	for name, row := range rows {
		all[name] = row
	}
	c := &Client{
		Policy:   audit.Policy{InternalFor: map[string][]netip.Prefix{"good.example": {loopback}}},
		Resolver: newScript(all).resolver(),
	}
	t.Cleanup(func() { c.HTTP().CloseIdleConnections() })
	return c
}

// read returns the body of a response to GET.
func read(t testing.TB, c *Client, url string) (string, error) {
	t.Helper()
	response, err := c.Get(t.Context(), url)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}
