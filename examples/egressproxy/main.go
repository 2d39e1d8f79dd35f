// Egressproxy is a forward proxy for programs that fetch URLs from untrusted sources with clients of their own. It
// rejects targets that are not public. With hosts as arguments, it accepts only these.
//
//	egressproxy localhost:4750 api.example.com .example.org
//	HTTPS_PROXY=http://localhost:4750 curl https://api.example.com/
//
// Also prevent the programs from connecting to any other address: a program can ignore the variable.
package main

import (
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	"earl.example/audit"
	"earl.example/guard"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: egressproxy ADDRESS [HOST...]")
		os.Exit(2)
	}
	handler, err := newProxy(os.Args[2:], slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Addr: os.Args[1], Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

// newProxy returns a proxy that accepts the given hosts, or all public hosts if there are none.
func newProxy(hosts []string, logger *slog.Logger) (http.Handler, error) {
	client := &guard.Client{Policy: audit.Web(), Timeout: 5 * time.Minute, MaxBody: 1 << 30, Log: logger, LogOrigins: true}
	client.Policy.Hosts = hosts
	return client.Proxy(), client.Validate()
}
