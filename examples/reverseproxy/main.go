// Reverseproxy hands requests on to a server, with the bytes of the path and the query that the client sent. A proxy
// that writes them anew can ask for another resource than the client did, and invalidates signatures of URLs.
//
//	reverseproxy localhost:8080 http://localhost:9000
package main

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"

	"earl.example/httptarget"
	"earl.example/whatwg"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: reverseproxy ADDRESS SERVER")
		os.Exit(2)
	}
	server, err := whatwg.Parse(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(os.Args[1], proxyTo(server)))
}

// proxyTo returns a proxy that sends the bytes of a target in the field Opaque, which net/http does not change.
func proxyTo(server whatwg.URL) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL = &url.URL{Scheme: server.Scheme(), Host: server.Host()}
		target, err := httptarget.Parse(r.In.Method, r.In.RequestURI)
		if err != nil {
			r.Out.URL.Host = "" // the proxy answers with status 502
			return
		}
		r.Out.URL.Opaque = target.Path()
		if strings.HasPrefix(target.Path(), "//") {
			r.Out.URL.Opaque = "//" + server.Host() + target.Path() // sent with the scheme, as an absolute URL
		}
		r.Out.URL.RawQuery, r.Out.URL.ForceQuery = target.Query()
		r.SetXForwarded()
	}}
}
