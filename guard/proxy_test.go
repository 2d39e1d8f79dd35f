package guard

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"earl.example/audit"
	"earl.example/internal/testing/urltest"
)

// newProxy starts the proxy of a client.
func newProxy(t *testing.T, c *Client) *httptest.Server {
	s := httptest.NewServer(c.Proxy())
	t.Cleanup(s.Close)
	return s
}

// ask sends a request head to a server, and returns the connection and the response.
func ask(t *testing.T, server *httptest.Server, method, target string) (net.Conn, *bufio.Reader, *http.Response) {
	t.Helper()
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: good.example\r\n\r\n", method, target)
	r := bufio.NewReader(c)
	response, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	return c, r, response
}

// TestProxyAttacks sends the URLs of the attacks through the proxy, as whole URLs and by CONNECT to their authorities.
func TestProxyAttacks(t *testing.T) {
	t.Parallel()
	for _, tt := range attacks {
		if tt.url == "" || strings.ContainsAny(tt.url, " ") {
			continue
		}
		s := newTarget(t)
		c := s.client(t, tt.rows)
		p := newProxy(t, c)
		given := s.at(tt.url)
		for _, method := range []string{"GET", "POST", "CONNECT"} {
			target := given
			if method == "CONNECT" {
				_, rest, _ := strings.Cut(given, "://")
				target, _, _ = strings.Cut(rest, "/")
				if !strings.Contains(strings.TrimLeft(target[strings.LastIndexByte(target, ']')+1:], "]"), ":") {
					target += ":80"
				}
			}
			if method == "CONNECT" && strings.HasPrefix(tt.url, "gopher") {
				continue // good.example:6379 is the row of the port
			}
			_, _, response := ask(t, p, method, target)
			if response.StatusCode != http.StatusForbidden && response.StatusCode != http.StatusBadRequest || s.hits.Load() != 0 {
				t.Errorf("%s: %s %s: status %s, %d requests reached the server, want 403 or 400, 0", tt.name, method, target,
					response.Status, s.hits.Load())
			}
		}
	}
}

// TestProxyRedirects checks that the proxy returns redirects, and that the program's next request is checked.
func TestProxyRedirects(t *testing.T) {
	t.Parallel()
	for _, tt := range attacks {
		if tt.location == "" || tt.id == "userinfo-secret" {
			continue // the program does not send the password to the proxy
		}
		s := newTarget(t)
		address, _ := url.Parse(newProxy(t, s.client(t, tt.rows)).URL)
		transport := &http.Transport{Proxy: http.ProxyURL(address)}
		defer transport.CloseIdleConnections()
		response, err := (&http.Client{Transport: transport}).Get(s.to(tt.location))
		if err == nil {
			response.Body.Close()
		}
		if s.hits.Load() != 0 || s.last.Load() == nil {
			t.Errorf("%s: %v, %v; %d requests reached the secret, want none, after a redirect", tt.name, response, err, s.hits.Load())
		}
	}
}

// TestProxyTargets checks the forms of targets, and the addresses that the proxy of stripe/smokescreen tests.
func TestProxyTargets(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"closed.example": {"127.0.0.1"}, "xn--jv8h.example.com": {"10.0.0.9"},
		"public.example": {"203.0.113.7"}})
	p := newProxy(t, c)
	denied := func(hosts ...string) (all [][2]string) {
		for _, host := range hosts {
			all = append(all, [2]string{"CONNECT " + host + ":443", "403"}, [2]string{"GET http://" + host + "/", "403"})
		}
		return all
	}
	rows := append(denied("10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.255.255.255",
		"[::1]", "169.254.169.254", "255.255.255.255", "[ff02:0:0:0:0:0:0:2]", "[64:ff9b::ac1c:5]", "[64:ff9b::c000:201]",
		"[64:ff9b::ffff:ffff]", "[2002:a00:1::1]", "[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "[2001:DB8::1337]", "localhost", "0.0.0.0",
		"[::]", "[::ffff:169.254.169.254]", "metadata.google.internal", "public.example"),
		[2]string{"CONNECT notarealhost.example:443", "502"}, [2]string{"GET http://notarealhost.example/", "502"},
		[2]string{"CONNECT notarealhost.test:443", "403"},
		[2]string{"CONNECT example.net", "400"}, [2]string{"CONNECT :443", "400"}, [2]string{"CONNECT :", "400"},
		[2]string{"CONNECT [127.0.0.1]:443", "400"}, [2]string{"CONNECT [example.net]:443", "400"},
		[2]string{"CONNECT [[example.net]]:443", "400"}, [2]string{"CONNECT 2001:DB8::1337", "400"},
		[2]string{"CONNECT good.example:91337", "400"}, [2]string{"CONNECT good.example:-12", "400"},
		[2]string{"CONNECT good.example:https", "400"}, [2]string{"CONNECT good.example:0", "403"},
		[2]string{"CONNECT u:p@good.example:443", "400"}, [2]string{"CONNECT good.example:443/x", "400"},
		[2]string{"CONNECT good.example:443#x", "400"}, [2]string{"CONNECT http://good.example/", "400"},
		[2]string{"GET /", "400"}, [2]string{"GET /http://127.0.0.1/", "400"},
		[2]string{"GET ftp://good.example/", "403"}, [2]string{"GET file:///etc/passwd", "403"}, [2]string{"GET good.example:80", "403"},
		[2]string{"GET http:///x", "400"}, [2]string{"GET http:good.example", "400"},
		[2]string{s.at("GET http://good.example:PORT/a"), "200"}, [2]string{s.at("GET http://GOOD.example:PORT/a?b#c"), "400"}, [2]string{s.at("GET http://GOOD.example:PORT/a?b"), "200"},
		[2]string{s.at("CONNECT good.example:PORT"), "200"}, [2]string{s.at("CONNECT GOOD.example.:PORT"), "200"},
		[2]string{s.at("GET http://good.example:PORT\\@127.0.0.1/"), "400"})
	for _, row := range rows {
		method, target, _ := strings.Cut(row[0], " ")
		if _, _, response := ask(t, p, method, target); !strings.HasPrefix(response.Status, row[1]) {
			text, _ := io.ReadAll(response.Body)
			t.Errorf("%s: status %s %s, want %s", row[0], response.Status, text, row[1])
		}
	}
	refused, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := refused.Addr().(*net.TCPAddr).Port
	refused.Close()
	for _, method := range []string{"GET http://good.example:%d/", "CONNECT good.example:%d"} {
		method, target, _ := strings.Cut(fmt.Sprintf(method, port), " ")
		if _, _, response := ask(t, p, method, target); response.StatusCode != http.StatusBadGateway {
			t.Errorf("%s %s, where nobody listens: status %s, want 502", method, target, response.Status)
		}
	}
}

// TestProxyHeaders checks that the proxy sends the host of the URL, and no header for itself.
func TestProxyHeaders(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	p := newProxy(t, s.client(t, nil))
	c, err := net.Dial("tcp", p.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET http://good.example:%s/a HTTP/1.1\r\nHost: evil.example\r\nProxy-Authorization: Basic s3cret\r\n"+
		"Proxy-Connection: x\r\nConnection: X-Hop\r\nX-Hop: a\r\nX-Kept: b\r\n\r\n", s.port)
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v, want 200", response, err)
	}
	got := s.last.Load()
	h := got.Header
	if got.Host != s.at("good.example:PORT") || h.Get("Proxy-Authorization")+h.Get("Proxy-Connection")+h.Get("X-Hop") != "" ||
		h.Get("X-Kept") != "b" || h.Get("X-Forwarded-For") != "" || h.Get("Via") == "" {
		t.Errorf("the server got the host %s and %v, want the host of the URL and no header for the proxy", got.Host, h)
	}
}

// TestProxyLimits checks the limits of a request with a whole URL: length and time.
func TestProxyLimits(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	stop := make(chan bool)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/silent":
			<-stop
		case "/length":
			w.Header().Set("Content-Length", "2000")
			w.Write(make([]byte, 2000))
		case "/long":
			w.(http.Flusher).Flush()
			w.Write(make([]byte, 2000))
		}
	})
	defer close(stop)
	c := s.client(t, nil)
	c.MaxBody, c.Timeout = 1000, 300*time.Millisecond
	p := newProxy(t, c)
	for path, want := range map[string]int{"/silent": 504, "/length": 502, "/long": 200} {
		_, _, response := ask(t, p, "GET", s.at("http://good.example:PORT")+path)
		text, err := io.ReadAll(response.Body)
		if response.StatusCode != want || want == 200 && (err == nil || len(text) > 1000) {
			t.Errorf("%s: status %s, %d bytes, %v, want %d, and an error after 1000 bytes", path, response.Status, len(text), err, want)
		}
	}
}

// TestTunnel checks that a tunnel copies bytes that are sent early, that each direction can end first, and that an idle
// tunnel ends.
func TestTunnel(t *testing.T) {
	t.Parallel()
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer echo.Close()
	go func() {
		for {
			c, err := echo.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				fmt.Fprint(c, "hello ")
				io.Copy(c, c)
				fmt.Fprint(c, " bye") // after the program ended its direction
			}()
		}
	}()
	c := (&target{}).client(t, nil)
	var got events
	c.Observe, c.Timeout = got.add, 500*time.Millisecond
	p := newProxy(t, c)
	to := fmt.Sprintf("good.example:%d", echo.Addr().(*net.TCPAddr).Port)

	conn, err := net.Dial("tcp", p.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\nearly ", to, to)
	big := strings.Repeat("x", 1<<20)
	go func() {
		io.WriteString(conn, big)
		conn.(*net.TCPConn).CloseWrite()
	}()
	r := bufio.NewReader(conn)
	if line, err := r.ReadString('\n'); !strings.Contains(line, " 200 ") {
		t.Fatalf("%q, %v, want 200", line, err)
	}
	r.ReadString('\n')
	text, err := io.ReadAll(r)
	if want := "hello early " + big + " bye"; err != nil || string(text) != want {
		t.Errorf("%d bytes %.20q…%q, %v, want %d bytes", len(text), text, text[max(0, len(text)-10):], err, len(want))
	}
	for start := time.Now(); !slices.Contains(got.names(), "finished"); time.Sleep(time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			t.Fatal("no finished event")
		}
	}
	if names := got.names(); !slices.Equal(names, []string{"accepted", "dialing", "finished"}) {
		t.Errorf("events %q, want accepted, dialing, finished", names)
	}
	if e := got.all[len(got.all)-1]; e.Method != "CONNECT" || e.Host != "good.example" || e.Status != 200 || e.Received != int64(len(text)) {
		t.Errorf("the last event is %+v, want CONNECT, the host and %d bytes", e, len(text))
	}

	_, r, response := ask(t, p, "CONNECT", to)
	start := time.Now()
	if text, _ := io.ReadAll(r); response.StatusCode != 200 || string(text) != "hello " || time.Since(start) > 10*time.Second {
		t.Errorf("an idle tunnel: %s, %q after %s, want its end after half a second", response.Status, text, time.Since(start))
	}
	active, r, _ := ask(t, p, "CONNECT", to)
	for i := range 8 { // longer than Timeout, but never idle
		time.Sleep(100 * time.Millisecond)
		if _, err := fmt.Fprint(active, "x"); err != nil {
			t.Fatalf("after %d bytes: %v", i, err)
		}
	}
	if b, err := io.ReadAll(io.LimitReader(r, 14)); string(b) != "hello "+strings.Repeat("x", 8) {
		t.Errorf("an active tunnel: %q, %v, want all bytes", b, err)
	}
}

// TestProxyDial checks a connection that cannot be made in time.
func TestProxyDial(t *testing.T) {
	t.Parallel()
	silent := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	for name, change := range map[string]func(*Client){
		"Timeout":       func(c *Client) { c.Timeout = 50 * time.Millisecond },
		"LookupTimeout": func(c *Client) { c.LookupTimeout = 50 * time.Millisecond },
	} {
		c := (&target{}).client(t, nil)
		c.Resolver = silent
		change(c)
		p := newProxy(t, c)
		for _, request := range []string{"GET http://good.example/", "CONNECT good.example:443"} {
			method, target, _ := strings.Cut(request, " ")
			if _, _, response := ask(t, p, method, target); response.StatusCode != http.StatusGatewayTimeout {
				t.Errorf("%s, %s: status %s, want 504", name, request, response.Status)
			}
		}
	}
}

// TestProxyHTTP2 checks that CONNECT in HTTP/2 is an error.
func TestProxyHTTP2(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	p := s.client(t, nil).Proxy()
	w := httptest.NewRecorder() // it cannot be hijacked either
	r := httptest.NewRequest("CONNECT", "http://x/", nil)
	r.RequestURI = s.at("good.example:PORT")
	p.ServeHTTP(w, r)
	if w.Code != http.StatusHTTPVersionNotSupported {
		t.Errorf("status %d, want 505", w.Code)
	}
}

// TestProxyClients sends requests of programs through the proxy: to an http and an https server, and to an address
// inside.
func TestProxyClients(t *testing.T) {
	urltest.Live(t)
	plain, inside := newTarget(t), newTarget(t)
	port, base := newTLS(t, plain)
	var hits atomic.Int32
	inside.Config.Handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	roots := base.TLSClientConfig.RootCAs
	certificate := tlsCertificate(t, port)
	pemFile := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(pemFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}), 0o600); err != nil {
		t.Fatal(err)
	}
	ports := []uint16{}
	for _, text := range []string{plain.port, port} {
		ports = append(ports, netip.MustParseAddrPort("127.0.0.1:"+text).Port())
	}
	c := &Client{
		Policy:   audit.Policy{InternalFor: map[string][]netip.Prefix{"www.example.com": {loopback}}, Ports: ports},
		Resolver: newScript(map[string][]string{"": {"127.0.0.1"}}).resolver(),
	}
	defer c.HTTP().CloseIdleConnections()
	p := newProxy(t, c)
	urls := map[string]string{"http": plain.at("http://www.example.com:PORT/a"), "https": "https://www.example.com:" + port + "/a",
		"inside": inside.URL + "/", "a name inside": inside.at("https://evil.example.com:PORT/"), "the port": inside.at("http://www.example.com:PORT/")}
	programs := map[string]func(url string) (string, error){
		"Go": func(to string) (string, error) {
			address, _ := url.Parse(p.URL)
			transport := &http.Transport{Proxy: http.ProxyURL(address), TLSClientConfig: &tls.Config{RootCAs: roots}}
			defer transport.CloseIdleConnections()
			response, err := (&http.Client{Transport: transport}).Get(to)
			if err != nil {
				return "", err
			}
			defer response.Body.Close()
			text, err := io.ReadAll(response.Body)
			if response.StatusCode != 200 {
				return "", errors.New(response.Status)
			}
			return string(text), err
		},
		"curl": func(to string) (string, error) {
			text, err := exec.Command("curl", "-sSf", "--noproxy", "", "--cacert", pemFile, "--proxy", p.URL, to).Output()
			return string(text), err
		},
		"requests": func(to string) (string, error) {
			text, err := exec.Command("python3", "-c", `import sys, requests
r = requests.get(sys.argv[2], proxies={"http": sys.argv[1], "https": sys.argv[1]}, verify=sys.argv[3])
r.raise_for_status()
sys.stdout.write(r.text)`, p.URL, to, pemFile).Output()
			return string(text), err
		},
		"Node.js": func(to string) (string, error) {
			cmd := exec.Command("node", "-e", `
				const http = require("http"), https = require("https"), tls = require("tls");
				const proxy = new URL(process.argv[1]), to = new URL(process.argv[2]);
				const show = (r) => {
					if (r.statusCode !== 200) process.exit(1);
					r.pipe(process.stdout);
				};
				const options = { host: proxy.hostname, port: proxy.port };
				if (to.protocol === "http:") {
					http.get({ ...options, path: to.href, headers: { host: to.host } }, show);
				} else {
					http.request({ ...options, method: "CONNECT", path: to.host }).on("connect", (r, socket) => {
						if (r.statusCode !== 200) process.exit(1);
						https.get({ host: to.hostname, servername: to.hostname, path: to.pathname, socket, agent: false }, show);
					}).end();
				}`, p.URL, to)
			cmd.Env = append(os.Environ(), "NODE_EXTRA_CA_CERTS="+pemFile)
			text, err := cmd.Output()
			return string(text), err
		},
	}
	commands := map[string]string{"curl": "curl", "requests": "python3", "Node.js": "node"}
	for name, get := range programs {
		if command, ok := commands[name]; ok {
			if _, err := exec.LookPath(command); err != nil {
				t.Logf("no %s", name)
				continue
			}
		}
		if name == "requests" && exec.Command("python3", "-c", "import requests").Run() != nil {
			t.Log("no requests")
			continue
		}
		for kind, url := range urls {
			text, err := get(url)
			if want := strings.HasPrefix(kind, "http"); want != (err == nil && text == "ok") {
				t.Errorf("%s, %s: %q, %v, want ok: %v", name, kind, text, err, want)
			}
		}
	}
	if n := hits.Load(); n > 0 {
		t.Errorf("%d requests reached the server inside, want none", n)
	}
}

// tlsCertificate returns the certificate of a server of newTLS.
func tlsCertificate(t *testing.T, port string) []byte {
	t.Helper()
	var raw []byte
	config := &tls.Config{InsecureSkipVerify: true, VerifyPeerCertificate: func(certs [][]byte, _ [][]*x509.Certificate) error {
		raw = certs[0]
		return nil
	}}
	c, err := tls.Dial("tcp", "127.0.0.1:"+port, config)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	return raw
}
