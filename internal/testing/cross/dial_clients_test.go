package cross_test

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/testing/oracle"
)

// loopback starts servers on 127.0.0.1, 127.0.0.2 and ::1, with the same port. Each server answers with its address.
func loopback(t *testing.T) (port string) {
	t.Helper()
	for _, address := range []string{"127.0.0.1", "127.0.0.2", "::1"} {
		listener, err := net.Listen("tcp", net.JoinHostPort(address, port))
		if err != nil {
			t.Skip(err) // for example, if there is no IPv6
		}
		_, port, _ = net.SplitHostPort(listener.Addr().String())
		answer := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, address) }
		server := http.Server{Handler: http.HandlerFunc(answer)}
		go server.Serve(listener)
		t.Cleanup(func() { server.Close() })
	}
	return port
}

// TestLiveDialClients connects to loopback servers with httpx, OkHttp and Apache HttpClient, and compares the address
// that each of them reaches with the host of its model. EARL_DIALS lists the commands, separated as in PATH.
func TestLiveDialClients(t *testing.T) {
	t.Parallel()
	program := oracle.Program{Name: "client", Variable: "EARL_DIALS", Command: "none"}
	names := map[string]string{"0": "httpx", "4.12": "okhttp", "5.5": "okhttp", "4.5": "httpclient", "5.4": "httpclient"}
	name := func(release string) string {
		major, rest, _ := strings.Cut(release, ".")
		minor, _, _ := strings.Cut(rest, ".")
		return names[major] + names[major+"."+minor]
	}
	servers := program.Start(t, func(release string) bool { return name(release) != "" })
	port := loopback(t)
	var questions []oracle.Question
	for _, url := range []string{
		"http://127.0.0.1:PORT/", "http://127.0.0.2:PORT/", "http://[::1]:PORT/", "http://[::ffff:127.0.0.1]:PORT/", "http://localhost:PORT/",
		"http://LOCALHOST:PORT/", "http://127.0.0.2@127.0.0.1:PORT/", `http://127.0.0.1:PORT\@127.0.0.2:PORT/`, `http://127.0.0.1\@127.0.0.2:PORT/`,
		"http://a@127.0.0.1@127.0.0.2:PORT/", "http://u_%40127.0.0.1:PORT/", "http://127.0.0.%31:PORT/", "http://127.1:PORT/", "http://2130706433:PORT/",
		"http://0177.0.0.1:PORT/", "http://127.0.0.01:PORT/", "http://0x7f.1:PORT/", "http://①②⑦.0.0.1:PORT/", "http://１２７.0.0.2:PORT/", "http://127。0。0。2:PORT/",
		"http://[127.0.0.1]:PORT/", "http://［127.0.0.1］:PORT/", "http://[::1]PORT/", "http:127.0.0.1:PORT/", "http:///127.0.0.1:PORT/", "http://127.0.0.1:+PORT/",
		"http://127.0.0.1:PORT#@127.0.0.2:PORT/", "http://127.0.0.1:PORT?@127.0.0.2:PORT/", "http://127.0.0.1%2f@127.0.0.2:PORT/", "http://127.0.0.1[@127.0.0.2:PORT/",
	} {
		questions = append(questions, oracle.Question{URL: strings.ReplaceAll(url, "PORT", port)})
	}
	for _, server := range servers {
		d := earl.MustParseDialect(name(server.Release) + "@" + server.Release)
		reached := 0
		server.Ask(t, questions, func(q oracle.Question, answer string) {
			want := strings.Trim(answer, "'")
			if got := dialled(d, q.URL, port); got != want {
				t.Errorf("the host of %s in %s is %s, want %s, which the client reaches", q.URL, d, got, want)
			}
			if want != oracle.Rejected {
				reached++
			}
		})
		if reached < 8 {
			t.Errorf("%s reaches %d of %d servers, want at least 8", d, reached, len(questions))
		}
	}
}

// dialled returns the loopback address to which a client connects, or "!". httpx passes the host to getaddrinfo. The
// others pass it to the resolver of Java, which reads decimal numbers only.
func dialled(d earl.Dialect, url, port string) string {
	r, err := earl.Parse(d, url)
	if err != nil {
		return oracle.Rejected
	}
	host, _ := r.Host()
	if got, _ := r.Port(); got != port {
		return oracle.Rejected
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if _, ok := r.Userinfo(); ok && d.Name() == "httpclient" && d.Release()[0] == '5' { // it sends no such request
		return oracle.Rejected
	}
	if strings.EqualFold(host, "localhost") {
		return "127.0.0.1"
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		if d.Name() != "httpx" {
			host = decimals(host)
		}
		var ok bool
		if addr, ok = ipaddr.IPv4(host); !ok {
			return oracle.Rejected
		}
	}
	switch text := addr.Unmap().String(); text {
	case "127.0.0.1", "127.0.0.2", "::1":
		return text
	}
	return oracle.Rejected
}

// decimals returns an IPv4 address without leading zeros, or "" if a number is not decimal.
func decimals(host string) string {
	parts := strings.Split(host, ".")
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil {
			return ""
		}
		parts[i] = strconv.FormatUint(n, 10)
	}
	return strings.Join(parts, ".")
}
