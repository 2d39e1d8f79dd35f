package cross_test

import (
	"bufio"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/testing/urltest"
)

// TestLiveDial connects to loopback servers with aiohttp and requests, and compares the address that each of them
// reaches with the host of its model. EARL_AIOHTTP names the interpreter.
func TestLiveDial(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	python := os.Getenv("EARL_AIOHTTP")
	if python == "" {
		t.Skip("set EARL_AIOHTTP to a CPython from 3.13 on with aiohttp and requests")
	}
	cmd := exec.CommandContext(t.Context(), python, "testdata/dial.py")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	out := bufio.NewScanner(pipe)
	out.Scan()
	first := strings.Split(out.Text(), "\t")
	if len(first) != 3 {
		t.Fatalf("dial.py wrote %q, want two releases and a port", out.Text())
	}
	yarl, requests := earl.MustParseDialect("yarl@"+first[0]), earl.MustParseDialect("requests@"+first[1])
	newest := earl.MustParseDialect("yarl").Release()
	for _, tt := range []struct {
		url  string
		want string // the address that aiohttp reaches with the newest yarl, or "!" if it reaches none
	}{
		{"http://127.0.0.1:PORT/", "127.0.0.1"},
		{"http://127.0.0.2:PORT/", "127.0.0.2"},
		{"http://[::1]:PORT/", "::1"},
		{"http://[::ffff:127.0.0.1]:PORT/", "127.0.0.1"},
		{"http://localhost:PORT/", "127.0.0.1"},
		{"http://LOCALHOST:PORT/", "127.0.0.1"},
		{"http://［127.0.0.1］:PORT/", "127.0.0.1"},
		{"http://［127.0.0.2］:PORT/", "127.0.0.2"},
		{"http://﹇127.0.0.1﹈:PORT/", "!"},
		{"http://［localhost］:PORT/", "127.0.0.1"},
		{"http://①②⑦.0.0.1:PORT/", "127.0.0.1"},
		{"http://１２７.0.0.2:PORT/", "127.0.0.2"},
		{"http://127。0。0。2:PORT/", "127.0.0.2"},
		{"http://127.0.0.2@127.0.0.1:PORT/", "127.0.0.1"},
		{"http://127.0.0.1:PORT@127.0.0.2:PORT/", "127.0.0.2"},
		{"http://[u]@[127.0.0.1:PORT/", "!"},
		{"http://127.0.0.1[::1]:PORT/", "!"},
		{"http://[::1]127.0.0.1:PORT/", "!"},
		{`http://127.0.0.1:PORT\@127.0.0.2:PORT/`, "!"},
		{"http://[127.0.0.1]:PORT/", "!"},
		{"http://127.0.0.1%2f@127.0.0.2:PORT/", "127.0.0.2"},
		{"http://127.0.0.1:PORT#@127.0.0.2:PORT/", "127.0.0.1"},
		{"http://127.0.0.1:PORT?@127.0.0.2:PORT/", "127.0.0.1"},
		{"http://127.0.0.%31:PORT/", "!"},
		{" http://127.0.0.2:PORT/", "127.0.0.2"},
	} {
		url := strings.ReplaceAll(tt.url, "PORT", first[2])
		if _, err := fmt.Fprintf(in, "%x\n", url); err != nil || !out.Scan() {
			t.Fatalf("no answer to %s: %v, %v", url, err, out.Err())
		}
		byAiohttp, byRequests, _ := strings.Cut(out.Text(), "\t")
		if got := reached(yarl, url, false); got != byAiohttp {
			t.Errorf("the host of %s in %s is %s, want %s, which aiohttp reaches", url, yarl, got, byAiohttp)
		}
		if byAiohttp != tt.want && first[0] == newest {
			t.Errorf("aiohttp reaches %s of %s, want %s", byAiohttp, url, tt.want)
		}
		if got := reached(requests, url, true); got != byRequests {
			t.Errorf("the host of %s in %s is %s, want %s, which requests reaches", url, requests, got, byRequests)
		}
	}
	t.Logf("aiohttp with %s, %s", yarl, requests)
}

// reached returns the loopback address that a client reaches if it connects to the host of url, or "!". If shapes is
// set, the client passes the host to getaddrinfo, which accepts the address forms of inet_aton.
func reached(d earl.Dialect, url string, shapes bool) string {
	r, err := earl.Parse(d, url)
	if err != nil {
		return "!"
	}
	host, _ := (&audit.Verdict{Dialect: d, Reading: *r}).Hosts()
	text, _ := r.Host()
	switch _, err := netip.ParseAddr(strings.Trim(text, "[]")); {
	case host.Name == "localhost":
		return "127.0.0.1"
	case !host.Addr.IsValid(), !shapes && err != nil:
		return "!"
	}
	return host.Addr.Unmap().String()
}
