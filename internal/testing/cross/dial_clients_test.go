package cross_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
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
		"http://0177.0.0.1:PORT/", "http://0127.0.0.1:PORT/", "http://127.0.0.01:PORT/", "http://0x7f.1:PORT/", "http://①②⑦.0.0.1:PORT/", "http://１２７.0.0.2:PORT/", "http://127。0。0。2:PORT/",
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

// dialled returns the loopback address to which a client connects, or "!".
func dialled(d earl.Dialect, url, port string) string {
	r, err := earl.Parse(d, url)
	if err != nil {
		return oracle.Rejected
	}
	if got, _ := r.Port(); got != port {
		return oracle.Rejected
	}
	if _, ok := r.Userinfo(); ok && d.Name() == "httpclient" && d.Release()[0] == '5' { // it sends no such request
		return oracle.Rejected
	}
	value, _ := (&audit.Verdict{Dialect: d, Reading: *r}).Hosts()
	if value.Name == "localhost" {
		return "127.0.0.1"
	}
	addr := value.Addr
	if !addr.IsValid() {
		return oracle.Rejected
	}
	switch text := addr.Unmap().String(); text {
	case "127.0.0.1", "127.0.0.2", "::1":
		return text
	}
	return oracle.Rejected
}

// TestLiveDialJava connects to loopback servers with java.net.URL, whose resolver reads numbers as decimal.
func TestLiveDialJava(t *testing.T) {
	t.Parallel()
	program := oracle.Program{Name: "java.net.URL", Variable: "EARL_JAVAS", Command: "java",
		Args: []string{"-Djdk.net.hosts.file=/dev/null", "testdata/dial/DialURL.java"}}
	servers := program.Start(t, func(string) bool { return true })
	port := loopback(t)
	var questions []oracle.Question
	for _, host := range strings.Fields("127.0.0.1 127.0.0.2 0127.0.0.1 00127.0.0.2 0127.0.0.01 127.1 0177.0.0.1 0x7f.0.0.1 2130706433 [::1] ①②⑦.0.0.1 127.0.0.1.") {
		questions = append(questions, oracle.Question{URL: "http://" + host + ":" + port + "/"})
	}
	for _, server := range servers {
		d := earl.MustParseDialect("java.net.URL@" + server.Release)
		server.Ask(t, questions, func(q oracle.Question, answer string) {
			if got, want := dialled(d, q.URL, port), strings.Trim(answer, "'"); got != want {
				t.Errorf("the host of %s in %s is %s, want %s, which Java reaches", q.URL, d, got, want)
			}
		})
	}
}
